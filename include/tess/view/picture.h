#pragma once

#include <tess/core/coord.h>
#include <tess/path/path.h>

#include <cstdint>
#include <optional>
#include <span>

namespace tess {

/// How hot a tile is drawn: how far it is, how dangerous, how often walked on.
struct TileHeat {
  Coord tile;      ///< where
  float heat = 0;  ///< from 0, cold, to 1; what is outside counts as the nearer of them
};

/// What a picture shows besides the tiles of a navigation map. Borrows all of it for the call that
/// draws.
///
///     std::cout << tess::to_text(walk, {.paths = {&result.path, 1}});
struct Picture {
  /// The paths, whose two ends are marked as start and goal. What lies on other levels or outside
  /// the area is left out.
  std::span<const PathView> paths = {};

  /// The tiles that a search looked at, in any order; see `Planner::append_expanded`.
  std::span<const Coord> searched = {};

  /// A start and a goal to mark where there is no path between them.
  std::optional<Coord> start = {};
  std::optional<Coord> goal = {};

  /// The level shown; where nothing is said, the map's lowest.
  std::optional<std::int32_t> level = {};

  /// The columns and rows shown, whatever its levels: the part of the map in it; where it is
  /// empty, all of the map.
  Box area = {};

  /// A heat map: open tiles by their heat, in any order; a tile's last one counts.
  std::span<const TileHeat> heat = {};
};

}  // namespace tess
