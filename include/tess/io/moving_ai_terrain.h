#pragma once

#include <tess/nav/nav_map.h>

#include <cstdint>
#include <optional>

namespace tess {

/// What a tile of a MovingAI map is made of.
enum class Terrain : std::uint8_t {
  ground,         ///< `.` and `G`
  swamp,          ///< `S`
  water,          ///< `W`
  trees,          ///< `T`
  out_of_bounds,  ///< `@` and `O`
};

/// The terrain that a letter of the format stands for; nothing where it is none of them.
constexpr std::optional<Terrain> terrain_of(char letter) {
  switch (letter) {
    case '.':
    case 'G': return Terrain::ground;
    case 'S': return Terrain::swamp;
    case 'W': return Terrain::water;
    case 'T': return Terrain::trees;
    case '@':
    case 'O': return Terrain::out_of_bounds;
    default: return std::nullopt;
  }
}

/// What a mover pays to enter each terrain: 1 to 254, or `blocked`. Out of bounds is blocked for
/// all.
///
/// The collection says of two terrains where they are entered from: swamp is passable from ground,
/// water from water only. So land (ground and swamp) and water are two worlds with no way between
/// them, and the rule needs no look at the tile a step comes from: what starts on land is
/// `walker`, what starts on water is `swimmer`, and for each the rule tile by tile is exact.
/// Movers that cross from one to the other, or pay more for some terrain, are departures from the
/// collection that its scenarios know nothing of:
///
///     constexpr tess::MovingAiMover crocodile{.ground = 3, .swamp = 1, .water = 1};
struct MovingAiMover {
  int ground = 1;
  int swamp = 1;
  int water = blocked;
  int trees = blocked;

  /// The entry cost of a terrain.
  constexpr int entry_cost(Terrain terrain) const {
    switch (terrain) {
      case Terrain::ground: return ground;
      case Terrain::swamp: return swamp;
      case Terrain::water: return water;
      case Terrain::trees: return trees;
      case Terrain::out_of_bounds: break;
    }
    return blocked;
  }

  /// The entry cost of a letter; `blocked` where the format has no such letter.
  constexpr int entry_cost(char letter) const {
    return entry_cost(terrain_of(letter).value_or(Terrain::out_of_bounds));
  }

  friend constexpr bool operator==(const MovingAiMover&, const MovingAiMover&) = default;
};

/// Enters ground and swamp.
inline constexpr MovingAiMover walker{};

/// Enters water and nothing else.
inline constexpr MovingAiMover swimmer{
    .ground = blocked, .swamp = blocked, .water = 1, .trees = blocked};

}  // namespace tess
