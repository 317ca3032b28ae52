#pragma once

#include <tess/nav/nav_map.h>
#include <tess/path/search.h>

#include <cstdint>
#include <vector>

#include "astar.h"
#include "flood.h"
#include "jump_search.h"
#include "path_builder.h"
#include "wave_search.h"

namespace tess::detail {

/// One search from request to result: looks at the ends, tries the straight way, picks an engine
/// and drives it, and goes for the nearest tile where that was asked. It is what a planner owns.
class Search {
 public:
  explicit Search(const NavMap& map);

  /// Takes a request; the search has not begun. `sliced` is for `is_sliced` to tell.
  void start(const PathRequest& request, bool sliced);

  /// Goes on for that many expansions.
  PathResult advance(std::uint64_t expansions);

  bool is_sliced() const { return sliced_; }

  void append_expanded(std::vector<Coord>& tiles) const;

 private:
  enum class Stage : std::uint8_t { requested, searching, nearest, done };

  void begin();
  bool look_at_ends();
  bool can_stand(NodeId node) const;
  bool go_straight();
  bool row_is_open(Coord from, Coord to);
  bool column_is_open(Coord from, Coord to);
  Algorithm chosen_algorithm() const;
  bool is_cut_off();
  void begin_search();
  void begin_nearest();
  void run(std::uint64_t expansions);
  Progress advance_engine(std::uint64_t expansions);
  void finish_engine();
  void fail();
  bool goal_is_connected();
  void finish(PathStatus status);
  void finish_path(Coord back, std::uint64_t cost);
  void collect_unknown();
  SearchCounters counters() const;

  const NavMap& map_;
  AStar astar_;
  JumpSearch jump_;
  WaveSearch wave_;
  Flood flood_;
  PathBuilder builder_;
  PathRequest request_;
  SearchTask task_;
  PathResult result_;
  SearchCounters earlier_;
  std::vector<ChunkKey> unknown_chunks_;
  std::uint64_t version_ = 0;
  Stage stage_ = Stage::done;
  bool sliced_ = false;
  Algorithm engine_ = Algorithm::automatic;  // automatic: none has begun
};

}  // namespace tess::detail
