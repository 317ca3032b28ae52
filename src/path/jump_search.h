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
    std::uint8_t arrival;  // the side towards which it was reached, or `at_start`
    std::uint8_t closed;
  };

  /// The node of each tile of a chunk. An index is good only if the node it leads to knows the
  /// tile, so that it needs no clearing (Briggs and Torczon, "An Efficient Representation for
  /// Sparse Sets", 1993).
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
  void expand_octile(const Place& at, const Node& node);
  void expand_cardinal(const Place& at, const Node& node);
  bool forced(const Place& at, int side, int ahead) const;
  template <int ahead>
  void go_on(const Place& at, std::uint64_t cost);
  template <Steps steps, int side>
  void look(const Place& at, std::uint64_t cost);
  template <int side>
  void look_for_goal(const Place& at, std::uint64_t cost);
  template <Steps steps, int side>
  void jump(Place at, std::uint64_t cost);
  template <int side>
  std::uint64_t scan(Place& at);
  template <std::size_t diagonal>
  void run_diagonal(Place at, std::uint64_t cost);
  void run_horizontal(Place at, int side, std::uint64_t cost);
  template <Steps steps>
  void reach(const Place& at, std::uint64_t cost, int arrival);
  void reach_goal(std::uint64_t cost);
  template <Steps steps>
  std::uint64_t bound(Coord at) const;

  /// The way to the goal from a place on its level.
  Coord to_goal(const Place& at) const {
    return {goal_.x - (at.chunk->origin.x + at.x), goal_.y - (at.chunk->origin.y + at.y), 0};
  }

  const JumpChunk& jumps(const Place& at) const { return table_[at.chunk->slot]; }

  Movement movement_;
  SearchTask task_;
  SearchCounters counters_;
  OpenList open_;
  const JumpChunk* table_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<Page*> pages_;
  std::uint32_t current_ = 0;
  std::uint32_t goal_parent_ = 0;
  std::uint64_t straight_ = 1;
  std::uint64_t diagonal_ = 1;
  std::uint64_t best_ = 0;
  Coord goal_;
  bool level_ = true;  // whether start and goal are on one level
  bool weighted_ = false;
  bool overflowed_ = false;
};

}  // namespace tess::detail
