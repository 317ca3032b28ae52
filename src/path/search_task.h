#pragma once

#include <tess/path/search.h>

#include <cstdint>
#include <limits>

#include "../nav/nav_data.h"
#include "heuristic.h"

namespace tess::detail {

/// What one run of a search engine is to do.
struct SearchTask {
  const NavData* map = nullptr;
  NodeId start = 0;
  NodeId goal = 0;
  Heuristic heuristic;

  /// The heuristic's weight in 1/256.
  static constexpr std::uint64_t unit_weight = 256;
  std::uint64_t weight = unit_weight;

  /// Where set, any tile at this distance from the goal ends the search.
  bool nearest = false;
  std::uint64_t nearest_distance = 0;
  Coord goal_coord;

  UnknownTiles unknown = UnknownTiles::report;
  std::uint8_t unknown_cost = 1;

  bool is_near_goal(Coord c) const {
    return distance_in_ticks(map->movement().steps, c, goal_coord) == nearest_distance;
  }

  std::uint64_t estimate(Coord c) const { return heuristic(c) * weight / unit_weight; }
};

/// How far a search engine has come.
enum class Progress : std::uint8_t { running, found, exhausted };

/// Costs above this do not fit a node.
inline constexpr std::uint64_t max_cost = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace tess::detail
