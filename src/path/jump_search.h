#pragma once

#include <tess/path/search.h>

#include <cstdint>
#include <vector>

#include "open_list.h"
#include "path_builder.h"
#include "search_task.h"

namespace tess::detail {

/// Jump point search on maps of one cost, by words (Harabor and Grastien, "Online Graph Pruning for
/// Pathfinding on Grid Maps", 2011, and "Improving Jump Point Search", 2014). Nodes are only the
/// tiles where a shortest path may have to turn. Of equal paths, it looks only at the one that
/// makes its diagonal steps first (octile), or its horizontal ones (cardinal); so from a node it
/// runs diagonally, or horizontally, and on the way looks straight to the sides. `JumpTable` says
/// where on the way a look finds something; only there the run pauses, and each look is a scan of
/// words that is known to end at a node. Turns on the way are not nodes: the path between a node
/// and its parent is the one in the stated order.
class JumpSearch {
 public:
  explicit JumpSearch(const Movement& movement);
  ~JumpSearch();
  JumpSearch(const JumpSearch&) = delete;
  JumpSearch& operator=(const JumpSearch&) = delete;

  /// Begins a search on a map that has jumps. Start and goal are open and differ.
  void start(const SearchTask& task);

  /// Goes on until it is done or has expanded that many nodes more.
  Progress advance(std::uint64_t expansions);

  std::uint64_t cost() const { return best_; }

  /// The path found, without its ends.
  void trace(PathBuilder& path) const;

  const SearchCounters& counters() const { return counters_; }
  bool overflowed() const { return overflowed_; }

  void append_expanded(std::vector<NodeId>& nodes) const;

 private:
  /// A tile where a path may turn, in the order in which they were reached first.
  struct Node {
    NodeId tile;
    std::uint32_t cost;
    std::uint32_t parent;
    std::uint8_t arrival;  // the side towards which it was reached; `at_start` for the start
    std::uint8_t closed;
  };

  struct Page {
    std::uint32_t index[chunk_tiles];
  };

  /// A place on the map during a run.
  struct Place {
    const NavChunk* chunk;
    int x;
    int y;
  };

  template <Steps steps>
  Progress advance_as(std::uint64_t expansions);
  void expand(std::uint32_t index);
  void expand_octile(const Place& at, const Node& node);
  void expand_cardinal(const Place& at, const Node& node);
  bool forced(const Place& at, int side, int behind) const;
  void look(Place at, int side, std::uint64_t cost);
  void scan(Place& at, int side, std::uint32_t& distance);
  void run_diagonal(Place at, std::size_t diagonal, std::uint64_t cost);
  void run_horizontal(Place at, int side, std::uint64_t cost);
  void reach(NodeId tile, Coord at, std::uint64_t cost, std::uint8_t arrival);
  void reach_goal(std::uint64_t cost);
  bool goal_ahead(const Place& at, int side) const;

  const JumpChunk& jumps(const Place& at) const { return task_.map->jumps()[at.chunk->slot]; }

  Movement movement_;
  SearchTask task_;
  SearchCounters counters_;
  OpenList open_;
  std::vector<Node> nodes_;
  std::vector<Page*> pages_;
  std::uint32_t current_ = 0;
  std::uint32_t goal_parent_ = 0;
  std::uint64_t straight_ = 1;
  std::uint64_t diagonal_ = 1;
  std::uint64_t best_ = 0;
  Coord goal_;
  bool weighted_ = false;
  bool overflowed_ = false;
};

}  // namespace tess::detail
