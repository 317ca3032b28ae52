#pragma once

#include <tess/core/result.h>
#include <tess/io/moving_ai_map.h>
#include <tess/io/moving_ai_terrain.h>
#include <tess/world/field.h>
#include <tess/world/tile_view.h>
#include <tess/world/world.h>

#include <cstdint>

namespace tess {

/// A world of one level with the letters of a map as its only field, "terrain".
struct MovingAiWorld {
  World world;
  Field<std::uint8_t> terrain;
};

/// Makes a world of a map, with the map's (0, 0) at (0, 0, 0). Takes one byte for each tile of each
/// chunk: up to 64 times the map's own size where that is one tile wide. Refuses what
/// `World::create` refuses.
Result<MovingAiWorld> make_world(const MovingAiMap& map);

/// The rule of a navigation map over such a world. Letters written into the world later count as
/// those of the file do.
///
///     tess::Result<tess::MovingAiWorld> arena = tess::make_world(*map);
///     tess::NavMap walk(arena->world, {}, tess::MovingAiRule{arena->terrain, tess::walker});
struct MovingAiRule {
  Field<std::uint8_t> terrain;
  MovingAiMover mover = walker;

  /// What entering the tile costs the mover; `blocked` where its letter is none of the format's.
  int operator()(TileView tile) const { return mover.entry_cost(static_cast<char>(tile[terrain])); }
};

}  // namespace tess
