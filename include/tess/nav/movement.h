#pragma once

#include <array>
#include <cstdint>

namespace tess {

/// Which tiles are one step away.
enum class Steps : std::uint8_t {
  cardinal,  ///< 4: east, south, west, north
  octile,    ///< 8: those and the diagonals
  hex,       ///< 6, in axial coordinates: east, south, west, north, north-east, south-west
};

/// When a diagonal step of octile movement may pass the corner of a blocked tile. It passes two
/// tiles: the ones it would take to make the same move in two cardinal steps.
enum class Corners : std::uint8_t {
  never_cut,   ///< both must be open
  cut_one,     ///< at least one must be open
  cut_freely,  ///< neither needs to be open
};

/// How levels are joined.
enum class Vertical : std::uint8_t {
  separate,  ///< only by links
  steps,     ///< the tiles right above and below are one step away, as long as a cardinal step
};

/// How one kind of mover moves.
struct Movement {
  Steps steps = Steps::octile;
  Corners corners = Corners::never_cut;
  Vertical vertical = Vertical::separate;

  /// The mover covers size x size tiles and its position is the north-west one of them. It fits
  /// where all of them are open, and entering costs what the costliest of them does. 1 to 64.
  std::int32_t size = 1;

  friend constexpr bool operator==(const Movement&, const Movement&) = default;
};

/// The ten ways to step. The numbers are part of the order in which ties are broken.
enum class Direction : std::uint8_t {
  east,
  south,
  west,
  north,
  south_east,
  south_west,
  north_west,
  north_east,
  down,  ///< to level z - 1
  up,    ///< to level z + 1
};

/// How many directions there are.
inline constexpr int direction_count = 10;

/// The change of position of each direction.
struct Offset {
  std::int8_t dx = 0;
  std::int8_t dy = 0;
  std::int8_t dz = 0;

  friend constexpr bool operator==(Offset, Offset) = default;
};

/// The offsets of the directions, by their numbers.
inline constexpr std::array<Offset, direction_count> offsets{{{1, 0, 0},
                                                              {0, 1, 0},
                                                              {-1, 0, 0},
                                                              {0, -1, 0},
                                                              {1, 1, 0},
                                                              {-1, 1, 0},
                                                              {-1, -1, 0},
                                                              {1, -1, 0},
                                                              {0, 0, -1},
                                                              {0, 0, 1}}};

/// The change of position of one direction.
constexpr Offset offset(Direction direction) {
  return offsets[static_cast<std::size_t>(direction)];
}

/// The lengths of steps in ticks, the integer unit of cost. For octile steps 577 / 408 stands for
/// the square root of 2: a continued-fraction convergent, too large by 1.5 parts in a million, so
/// that a path that is shortest in ticks is within that of the shortest in true length.
struct StepLengths {
  std::uint32_t straight = 1;
  std::uint32_t diagonal = 1;
};

/// The lengths of the steps of a kind, in ticks.
constexpr StepLengths step_lengths(Steps steps) {
  return steps == Steps::octile ? StepLengths{408, 577} : StepLengths{1, 1};
}

/// The length in ticks of a step in that direction: straight for cardinal, hex and vertical steps.
constexpr std::uint32_t step_length(Steps steps, Direction direction) {
  const bool diagonal = direction >= Direction::south_east && direction <= Direction::north_east;
  const StepLengths lengths = step_lengths(steps);
  return diagonal ? lengths.diagonal : lengths.straight;
}

}  // namespace tess
