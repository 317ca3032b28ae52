#pragma once

#include <tess/path/search.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "box_bound.h"
#include "open_list.h"
#include "search_task.h"

namespace tess::detail {

/// A* from one goal to many starts over reversed steps. A tile's cost is the cheapest way from it
/// to the goal; a step back from a tile costs what entering that tile costs. The bound aims at a
/// box around some of the open starts. When they are settled, the open list is put in order anew
/// for the next ones, and the search goes on with all that it knows: no tile is expanded again for
/// another start, so that many starts cost hardly more than the farthest one.
///
/// A start is settled when no open tile, by its cost and the bound, can lead to a cheaper way: that
/// holds for any start whose cost plus bound is no more than the least of the open list.
class BatchSearch {
 public:
  explicit BatchSearch(const Movement& movement);
  ~BatchSearch();
  BatchSearch(const BatchSearch&) = delete;
  BatchSearch& operator=(const BatchSearch&) = delete;

  /// Searches for ways from all starts, which differ from the goal and from each other; all are
  /// open. Gives up after that many expansions.
  void run(const NavData& map, NodeId goal, std::span<const NodeId> starts,
           std::uint64_t max_expansions);

  enum class Answer : std::uint8_t { undecided, found, no_path };

  Answer answer(std::size_t start) const { return starts_[start].answer; }

  /// What the path of a start that was found costs.
  std::uint64_t cost(std::size_t start) const { return starts_[start].cost; }

  /// The path of a start that was found; valid until the next call.
  PathView trace(std::size_t start);

  const SearchCounters& counters() const { return counters_; }

 private:
  enum class State : std::uint8_t {};
  static constexpr std::uint8_t closed_bit = 0x80;
  static constexpr std::uint32_t no_cost = ~std::uint32_t{0};
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

  struct Page {
    std::array<std::uint32_t, chunk_tiles> costs;
    std::array<State, chunk_tiles> states;
    std::array<std::uint32_t, chunk_size> across;
    std::array<std::uint32_t, chunk_size> down;
    WordRows wanted;  // the starts that the bound aims at
    std::uint64_t levels;
    const NavChunk* chunk;
    std::uint64_t search = 0;
    std::uint64_t aim = 0;
    bool has_wanted;
    bool has_links;
  };

  struct Start {
    NodeId node = 0;
    Coord at;
    std::uint64_t distance = 0;
    std::uint64_t cost = 0;
    Answer answer = Answer::undecided;
  };

  struct LinkArrival {
    NodeId node;
    NodeId next;
  };

  struct Site {
    Page* page;
    std::uint32_t tile;
    std::uint64_t straight;  // the cost of tiles one straight step back
    std::uint64_t diagonal;
  };

  Page& page(const NavChunk& chunk) {
    Page* page = pages_[chunk.slot];
    return page != nullptr && page->aim == aim_ && page->search == search_ ? *page
                                                                           : open_page(chunk);
  }
  Page& open_page(const NavChunk& chunk);
  void list_links();
  bool choose_wanted();
  void aim_at_wanted();
  void want(bool wanted);
  void settle();
  template <Steps steps>
  void reorder();
  template <Steps steps>
  bool search_wanted(std::uint64_t max_expansions);
  template <Steps steps>
  void run_as(std::uint64_t max_expansions);
  template <Steps steps>
  void push(Page& page, std::uint32_t tile, std::uint64_t cost);
  template <Steps steps>
  bool reach(Page& page, std::uint32_t tile, std::uint64_t cost, std::size_t arrival);
  template <Steps steps>
  void expand(const Site& site);
  template <Steps steps>
  void expand_border(const Site& site);
  template <Steps steps>
  void expand_between(const Site& site);
  void close(const Page& page, std::uint32_t tile);
  void update_limit();
  std::uint8_t entry_cost(const Page& page, std::uint32_t tile) const {
    const NavChunk& chunk = *page.chunk;
    return chunk.costs != nullptr ? chunk.costs[tile] : chunk.uniform_cost;
  }

  Movement movement_;
  const NavData* map_ = nullptr;
  NodeId goal_ = 0;
  SearchCounters counters_;
  OpenList open_;
  BoxBound bound_;
  std::vector<Page*> pages_;
  std::vector<Start> starts_;
  std::vector<std::uint32_t> wanted_;  // indices of starts
  std::uint64_t pending_ = 0;          // those of them that are not closed
  std::uint64_t limit_ = no_limit;     // the search for them ends here
  std::vector<NodeId> reordered_;
  std::vector<LinkEdge> links_;  // by the tile they lead to
  std::uint64_t links_version_ = 0;
  std::vector<LinkArrival> link_arrivals_;
  std::vector<PathRun> runs_;
  std::vector<Coord> landings_;
  std::uint64_t search_ = 0;
  std::uint64_t aim_ = 0;
  bool exhausted_ = false;
  bool overflowed_ = false;
};

}  // namespace tess::detail
