#pragma once

#include <tess/path/search.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "path_builder.h"
#include "search_task.h"

namespace tess::detail {

/// A* (Hart, Nilsson and Raphael 1968) for cardinal steps on maps of one cost, with its open list
/// as sets of bits. A step towards the goal leaves the bound on the whole path, f, as it is, and a
/// step away raises it by two steps. So f has levels. All tiles of a level are settled before the
/// next, and how a tile was reached first is how it is reached best. A level is one sweep over the
/// chunks, from the farthest to the goal's: within a level, paths lead only to chunks and rows
/// nearer to the goal, so each is visited once, and the tiles of a row are filled at a time. Steps
/// away are kept for the next level. The work is a few dozen instructions for each row and level
/// that have tiles to settle.
///
/// A chunk settles many tiles at once. What goes beyond the allowed expansions is a debt: later
/// calls pay it before they do anything else, and no result is given before it is paid.
class WaveSearch {
 public:
  WaveSearch() = default;
  ~WaveSearch();
  WaveSearch(const WaveSearch&) = delete;
  WaveSearch& operator=(const WaveSearch&) = delete;

  /// Begins a search on a map that has jumps for cardinal steps. Start and goal are open and
  /// differ. The path is exact whatever the task's weight.
  void start(const SearchTask& task);

  /// Goes on until it is done or has expanded that many nodes more.
  Progress advance(std::uint64_t expansions);

  std::uint64_t cost() const { return level_ * cost_; }

  /// The path found, without its ends.
  void trace(PathBuilder& path) const;

  const SearchCounters& counters() const { return counters_; }
  bool overflowed() const { return overflowed_; }

  /// The tiles settled so far; in an unfinished search they may be more than were counted.
  void append_expanded(std::vector<NodeId>& nodes) const;

 private:
  /// What the current search knows of a chunk. Rows of tiles, except where said.
  struct Page {
    WordRows reached;
    WordRows vertical;               // of those reached: by a vertical step
    WordRows forward;                // of those reached: by a step to the east or south
    WordRows across;                 // one horizontal step away from the goal, for the next level
    WordRows down;                   // one vertical step away from the goal, likewise
    BitWord pending;                 // the rows of `across` and `down` that hold anything
    std::array<BitWord, 4> entered;  // tiles next to a side, entered over it; columns: bit y
    std::array<BitWord, 2> columns;  // the first and the last column of `reached`, bit y
    const NavChunk* chunk;
    Page* next;
    std::uint64_t search = 0;
    std::size_t distance;  // to the goal's chunk, in chunks
    bool listed;
  };

  /// Where a chunk lies, seen from the goal: wholly to one side of its column, or around it.
  enum class Side : std::uint8_t { west, east, around };

  /// A chunk while it is swept.
  struct Site {
    Page* page;
    const NavChunk* chunk;
    BitWord west;  // the goal's column and those to the west of it
    BitWord east;
    std::array<BitWord, 2> entered;  // from the west and from the east
    std::array<BitWord, 2> columns;  // what is new in the first and in the last column
    BitWord pending;
    std::uint64_t settled;
    std::uint64_t visits;
  };

  Page* open_page(const NavChunk& chunk);
  std::size_t distance(const NavChunk& chunk) const;
  void list(Page& page);
  bool next_level();
  Page* next_page();
  void settle(Page& page);
  template <Side side>
  void sweep(Site& result);
  template <Side side>
  static BitWord visit(Site& site, int row, BitWord vertical, BitWord southwards);
  static void leave(Site& site, int row, BitWord from);
  void enter(const NavChunk& chunk, std::size_t side, BitWord tiles);

  SearchTask task_;
  SearchCounters counters_;
  Coord goal_;
  std::vector<Page*> pages_;
  std::vector<Page*> opened_;

  /// The chunks to visit, by distance: in this level those nearer than the one being swept, in the
  /// next level the others. Then that distance, and the greatest one listed for the next level.
  std::vector<Page*> lists_;
  std::size_t distance_ = 0;
  std::size_t farthest_ = 0;
  Page* current_ = nullptr;  // the next of those at this distance
  std::uint64_t now_ = 0;    // chunks left in this level
  std::uint64_t later_ = 0;  // chunks listed for the next
  std::uint64_t searches_ = 0;
  std::uint64_t level_ = 0;  // in steps
  std::uint64_t cost_ = 1;
  std::uint64_t debt_ = 0;
  bool found_ = false;
  bool overflowed_ = false;
};

}  // namespace tess::detail
