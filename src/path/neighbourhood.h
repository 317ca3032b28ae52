#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../nav/nav_data.h"

namespace tess::detail {

/// What a step in each of the eight directions within a level adds to the index of a tile, inside a
/// chunk.
inline constexpr std::array<int, 8> tile_steps{1, 64, -1, -64, 65, 63, -65, -63};

/// The tile or node beside one that does not lie at that border of its chunk.
constexpr std::uint32_t beside(std::uint32_t tile, std::size_t direction) {
  return tile + static_cast<std::uint32_t>(tile_steps[direction]);
}

/// Whether all eight neighbours lie in the same chunk: neither coordinate is 0 or 63.
constexpr bool is_inside(NodeId node) {
  const NodeId shifted = node + 65;
  return (shifted & 62) != 0 && (shifted & 62 * 64) != 0;
}

/// Moves to the chunk that holds the tile (x, y), at most one chunk away, and makes x and y local.
inline const NavChunk* walk(const NavChunk* chunk, int& x, int& y) {
  if (x < 0) chunk = chunk->side[side_west];
  if (x > 63) chunk = chunk->side[side_east];
  if (y < 0) chunk = chunk->side[side_north];
  if (y > 63) chunk = chunk->side[side_south];
  x &= 63;
  y &= 63;
  return chunk;
}

/// The 3 x 3 tiles around one, over the borders of chunks: where they lie, and as bits which are
/// open, in the order of `StepTable`.
struct Neighbourhood {
  std::array<const NavChunk*, 9> chunks;
  std::array<std::uint32_t, 9> tiles;
  std::uint32_t open = 0;

  /// `open_row(chunk, y)` gives the open tiles of a row.
  template <class OpenRow>
  Neighbourhood(const NavChunk& chunk, std::uint32_t tile, const OpenRow& open_row) {
    for (int i = 0; i < 9; ++i) {
      int x = static_cast<int>(tile & 63) + i % 3 - 1;
      int y = static_cast<int>(tile >> 6 & 63) + i / 3 - 1;
      const auto at = static_cast<std::size_t>(i);
      chunks[at] = walk(&chunk, x, y);
      tiles[at] = static_cast<std::uint32_t>(y * chunk_size + x);
      open |= static_cast<std::uint32_t>(open_row(*chunks[at], y) >> x & 1) << i;
    }
  }

  /// The place of the tile one step on among the nine.
  static constexpr std::size_t index(Offset step) {
    return static_cast<std::size_t>(step.dx + 4 + 3 * step.dy);
  }
};

}  // namespace tess::detail
