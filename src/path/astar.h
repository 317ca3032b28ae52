#pragma once

#include <tess/path/search.h>

#include <cstdint>
#include <vector>

#include "bucket_queue.h"
#include "path_builder.h"
#include "search_task.h"
#include "step_table.h"

namespace tess::detail {

/// A* (Hart, Nilsson and Raphael 1968) over tiles, for every kind of map. Nodes lie in pages, one a
/// chunk, and carry the number of the search that wrote them, so that nothing is cleared between
/// searches. The open list is a bucket queue; where a bucket spans several keys, nodes may be
/// expanded out of order, and are expanded anew when they get cheaper. The search ends when no
/// open node can lead to a cheaper goal, so that the order within a bucket does not matter.
class AStar {
 public:
  explicit AStar(const Movement& movement);
  ~AStar();
  AStar(const AStar&) = delete;
  AStar& operator=(const AStar&) = delete;

  /// Begins a search. Start and goal are open and differ.
  void start(const SearchTask& task);

  /// Goes on until it is done or has expanded that many nodes more.
  Progress advance(std::uint64_t expansions);

  /// The cost of the path found.
  std::uint64_t cost() const { return best_; }

  /// The tile the path ends at.
  NodeId reached() const { return reached_; }

  /// The path found, without its ends.
  void trace(PathBuilder& path) const;

  const SearchCounters& counters() const { return counters_; }
  bool overflowed() const { return overflowed_; }

  /// The slots of the chunks whose unknown tiles the search met; unsorted, some twice.
  const std::vector<std::uint32_t>& unknown_slots() const { return unknown_slots_; }

  void append_expanded(std::vector<NodeId>& nodes) const;

 private:
  struct Node {
    std::uint32_t cost;
    std::uint16_t search;
    std::uint8_t arrival;
    std::uint8_t closed;
  };
  static_assert(sizeof(Node) == 8);

  struct Page {
    Node nodes[chunk_tiles];
  };
  struct LinkArrival {
    NodeId node;
    NodeId from;
  };

  /// A tile while it is expanded.
  struct Site {
    const NavChunk* chunk;
    int x;
    int y;
    std::uint64_t cost;
    std::uint8_t arrival;
  };

  Page& page(std::uint32_t slot) {
    if (pages_[slot] == nullptr || !touched_[slot]) touch(slot);
    return *pages_[slot];
  }
  void touch(std::uint32_t slot);

  void expand(NodeId node);
  void expand_inner(const Site& site);
  void expand_border(const Site& site);
  void expand_vertical(const Site& site);
  void expand_links(NodeId node, std::uint64_t cost);
  static bool worth(int direction, std::uint8_t here, std::uint8_t there, std::uint8_t detour);
  void reach(const NavChunk& chunk, std::uint32_t tile, std::uint64_t cost, std::uint8_t arrival);
  BitWord open_row(const NavChunk& chunk, int y) const;
  std::uint8_t entry_cost(const NavChunk& chunk, std::uint32_t tile) const;
  void look_for_unknown(const Site& site);

  StepTable steps_;
  Movement movement_;
  SearchTask task_;
  SearchCounters counters_;
  BucketQueue open_;
  std::vector<Page*> pages_;
  std::vector<std::uint8_t> touched_;
  std::vector<std::uint32_t> touched_slots_;
  std::vector<LinkArrival> link_arrivals_;
  std::vector<std::uint32_t> unknown_slots_;
  std::uint16_t search_ = 0;
  std::uint64_t best_ = 0;
  NodeId reached_ = 0;
  bool overflowed_ = false;
};

}  // namespace tess::detail
