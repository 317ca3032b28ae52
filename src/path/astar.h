#pragma once

#include <tess/path/search.h>

#include <array>
#include <cstdint>
#include <vector>

#include "open_list.h"
#include "path_builder.h"
#include "search_task.h"

namespace tess::detail {

/// A* (Hart, Nilsson and Raphael 1968) over tiles, for every kind of map. Nodes lie in pages, one a
/// chunk, and are not cleared between searches. The open list is a bucket queue; where a bucket
/// spans several keys, nodes may be expanded out of order, and are expanded anew when they get
/// cheaper. The search ends when no open node can lead to a cheaper goal, so that the order within
/// a bucket does not matter.
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
  /// How a tile was reached, in the lower bits, and whether it was expanded. Not a plain byte:
  /// those may stand for any memory, and each store of one would make the compiler forget what it
  /// loaded.
  enum class State : std::uint8_t {};

  /// The nodes of a chunk, and what the current search knows of its columns and rows. A cost is
  /// stored with the search's base added; what is `span_` or more above the base is left from an
  /// earlier search, which had a higher base. So a new search clears nothing, and one comparison
  /// tells whether a way to a tile is the first or the cheapest.
  struct Page {
    std::array<std::uint32_t, chunk_tiles> costs;
    std::array<State, chunk_tiles> states;
    std::array<std::uint32_t, chunk_size> across;
    std::array<std::uint32_t, chunk_size> down;
    std::uint64_t levels;
    const NavChunk* chunk;
    std::uint64_t search;
  };
  static constexpr std::uint8_t closed_bit = 0x80;
  static constexpr std::uint32_t no_cost = ~std::uint32_t{0};

  struct LinkArrival {
    NodeId node;
    NodeId from;
  };

  /// A tile while it is expanded.
  struct Site {
    Page* page;
    std::uint32_t tile;
    std::uint64_t cost;
    std::uint8_t arrival;
  };

  Page& page(const NavChunk& chunk) {
    Page* page = pages_[chunk.slot];
    return page != nullptr && page->search == searches_ ? *page : open_page(chunk);
  }
  Page& open_page(const NavChunk& chunk);
  void choose_base();
  void widen_span();

  // `plain` is the common case: nothing but steps within a level to one goal, by the exact bound.
  template <Steps steps, bool plain>
  Progress advance_as(std::uint64_t expansions);
  template <Steps steps, bool plain>
  void expand(const Site& site);
  template <bool plain>
  void expand_cardinal(const Site& site);
  template <bool plain>
  void expand_cardinal_border(const Site& site);
  template <bool plain>
  void expand_octile(const Site& site);
  template <Steps steps, bool plain>
  void expand_any(const Site& site);
  template <Steps steps>
  void expand_vertical(const Site& site);
  template <Steps steps>
  void expand_links(const Site& site);
  template <Steps steps, bool plain>
  bool reach(Page& page, std::uint32_t tile, std::uint64_t cost, std::size_t arrival);
  bool is_closed(const Page& page, std::uint32_t tile) const {
    const bool own = page.costs[tile] - base_ < span_;
    return own && (static_cast<std::uint8_t>(page.states[tile]) & closed_bit) != 0;
  }
  bool reach_goal(NodeId node, Coord at, std::uint64_t cost);
  BitWord open_row(const NavChunk& chunk, int y) const;
  std::uint8_t entry_cost(const NavChunk& chunk, std::uint32_t tile) const;
  void look_for_unknown(const Site& site);

  Movement movement_;
  SearchTask task_;
  SearchCounters counters_;
  OpenList open_;
  std::vector<Page*> pages_;
  std::vector<std::uint32_t> opened_;
  std::vector<LinkArrival> link_arrivals_;
  std::vector<std::uint32_t> unknown_slots_;
  std::uint64_t searches_ = 0;
  std::uint64_t base_ = no_cost;
  std::uint64_t span_ = 0;
  std::uint64_t best_ = 0;
  NodeId reached_ = 0;
  bool watches_unknown_ = false;
  bool enters_unknown_ = false;
  bool weighted_ = false;
  bool plain_ = true;
  bool overflowed_ = false;
};

}  // namespace tess::detail
