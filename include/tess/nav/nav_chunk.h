#pragma once

#include <tess/core/bits.h>
#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>

#include <array>
#include <cstdint>

namespace tess::detail {

/// What searches read of one chunk. Rows and columns say the same twice, so that a scan in any
/// cardinal direction reads one word for 64 tiles:
///
///     rows[y] bit x   ==   columns[x] bit y   ==   the mover may stand on tile (x, y)
///
/// Chunks beyond the map's edge are one shared chunk in which nothing is open, whose neighbours are
/// itself; a walk over neighbours needs no test for the edge.
struct NavChunk {
  std::array<BitWord, 64> rows{};
  std::array<BitWord, 64> columns{};

  /// The entry cost of each tile where costs differ within the chunk; null where all open tiles
  /// cost `uniform_cost`. 255 is blocked, 0 is unknown.
  const std::uint8_t* costs = nullptr;

  /// The unknown tiles, row by row; null where there are none. They are closed in `rows`.
  const BitWord* unknown = nullptr;

  /// The chunks to the east, south, west, north, below and above.
  std::array<const NavChunk*, 6> side{};

  /// The tile at (0, 0).
  Coord origin;

  /// The place among the map's chunks; the number of chunks for the one beyond the edge.
  std::uint32_t slot = 0;

  /// The common entry cost of the open tiles; 0 where no tile is open.
  std::uint8_t uniform_cost = 0;

  /// Whether a link starts on one of the tiles.
  bool has_links = false;

  bool open(int x, int y) const { return test_bit(rows[static_cast<std::size_t>(y)], x); }
};

inline constexpr int side_east = 0;
inline constexpr int side_south = 1;
inline constexpr int side_west = 2;
inline constexpr int side_north = 3;
inline constexpr int side_down = 4;
inline constexpr int side_up = 5;

}  // namespace tess::detail
