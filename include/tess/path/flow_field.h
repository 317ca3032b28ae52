#pragma once

#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>
#include <tess/nav/movement.h>
#include <tess/path/distance_field.h>

#include <cstdint>
#include <optional>
#include <span>

namespace tess {

namespace detail {
class Flows;
}

/// What to do on a tile, in 4 bits. The first ten are the numbers of the directions.
enum class Flow : std::uint8_t {
  east,
  south,
  west,
  north,
  south_east,
  south_west,
  north_west,
  north_east,
  down,
  up,
  jump,       ///< take a link: `DistanceField::step` tells which
  goal,       ///< stay: it is a goal
  none = 15,  ///< no goal is reached from here
};

/// The first step from each tile towards the nearest goal of a distance field, 4 bits a tile: for
/// crowds that look up nothing else, and to hand to a GPU. It is a copy, made by `refresh`; between
/// two of them it stays as it is, so that threads may read it while the world is edited.
///
///     tess::FlowField flow(field);
///     flow.refresh();
///     if (auto direction = flow.step(c)) ...
///
/// Memory: 2 KiB for each chunk that the field has reached. The field must outlive it.
class FlowField {
 public:
  /// An empty copy of the field's steps.
  explicit FlowField(DistanceField& field);
  ~FlowField();
  FlowField(const FlowField&) = delete;
  FlowField& operator=(const FlowField&) = delete;

  /// Catches up with the field, and the field with the map: after edits in the chunks where
  /// distances changed and those around them, after a build everywhere. Allocates for chunks that
  /// are reached for the first time.
  void refresh();

  /// What to do on a tile; `none` outside the world too.
  Flow at(Coord c) const;

  /// The step to take on a tile; nothing where there is none, or a jump.
  std::optional<Direction> step(Coord c) const {
    const Flow flow = at(c);
    if (flow > Flow::up) return std::nullopt;
    return static_cast<Direction>(flow);
  }

  /// The 2,048 bytes of a chunk of the world, row by row, the tile with the even x in the lower
  /// half of each; empty where no tile is reached. Valid until the next `refresh`.
  std::span<const std::uint8_t> bytes(ChunkKey chunk) const;

 private:
  detail::Flows* flows_;
};

}  // namespace tess
