#pragma once

/// The generated maps of the benchmarks, 512 x 512 tiles each. `weighted` tells whether the tiles
/// that cost more than 1 keep their costs or count as ordinary open ones.

#include "support/grid.h"

#include <cstdint>

namespace tess::bench {

inline constexpr std::int32_t side = 512;

/// A hash of two numbers, well mixed in all bits.
constexpr std::uint64_t hash(std::uint64_t x, std::uint64_t y) {
  std::uint64_t v = x * 0x9e3779b97f4a7c15u;
  v ^= y + 0xbf58476d1ce4e5b9u + (v << 6) + (v >> 2);
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
  return v ^ (v >> 31);
}

constexpr std::uint64_t hash(std::int32_t x, std::int32_t y) {
  return hash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}

/// W: all open.
inline Grid open_grid(std::uint8_t cost = 1) { return Grid(side, side, cost); }

/// W, cut in two by a wall.
inline Grid cut_grid() {
  Grid grid = open_grid();
  for (std::int32_t y = 0; y < side; ++y) grid.at(side / 2, y) = 0;
  return grid;
}

/// S: 18 tiles in a hundred blocked and 14 at cost 7, with some more blocks in two lines.
inline Grid sparse_grid(bool weighted) {
  Grid grid = open_grid();
  for (std::int32_t y = 1; y <= 510; ++y) {
    for (std::int32_t x = 1; x <= 510; ++x) {
      const std::uint64_t percent = hash(x, y) % 100;
      if (percent < 18) grid.at(x, y) = 0;
      if (percent >= 18 && percent <= 31 && weighted) grid.at(x, y) = 7;
    }
  }
  for (std::int32_t x = 32; x < side; x += 64) grid.at(x, 1) = 0;
  for (std::int32_t y = 64; y < side; y += 64) grid.at(510, y) = 0;
  grid.at(1, 1) = 1;
  grid.at(510, 510) = 1;
  return grid;
}

/// R: rooms of 31 x 31 tiles with a gap in each wall; gaps cost 5.
inline Grid rooms_grid(bool weighted) {
  Grid grid = open_grid();
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      const bool on_column = x % 32 == 0;
      const bool on_row = y % 32 == 0;
      const bool column_gap = y % 32 == (y / 32 * 23 + x / 32 * 17) % 32;
      const bool row_gap = x % 32 == (x / 32 * 29 + y / 32 * 19) % 32;
      const bool is_wall = (on_column && !column_gap) || (on_row && !row_gap);
      if (is_wall) {
        grid.at(x, y) = 0;
      } else if (weighted && (on_column || on_row)) {
        grid.at(x, y) = 5;
      }
    }
  }
  return grid;
}

/// B: thirteen walls from north to south with a gap of cost 4 every 29 tiles.
inline Grid barriers_grid() {
  Grid grid = open_grid();
  for (std::int32_t x = 32; x <= 476; x += 37) {
    for (std::int32_t y = 0; y < side; ++y) grid.at(x, y) = (y + x) % 29 == 0 ? 4 : 0;
  }
  return grid;
}

/// M: walls from north to south, open at one end, so that the only way winds through all of them.
inline Grid striped_grid() {
  Grid grid = open_grid();
  for (std::int32_t x = 8; x < side; x += 8) {
    const std::int32_t gap = x % 16 == 0 ? side - 1 : 0;
    for (std::int32_t y = 0; y < side; ++y) grid.at(x, y) = y == gap ? 1 : 0;
  }
  return grid;
}

/// Patches of 32 x 32 tiles, each of a cost from 1 to 5. They are shifted against the chunks.
inline Grid patches_grid() {
  Grid grid = open_grid();
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      const std::uint64_t patch = hash((x + 13) / 32, (y + 7) / 32);
      grid.at(x, y) = static_cast<std::uint8_t>(1 + patch % 5);
    }
  }
  return grid;
}

/// A cost from 1 to 9 for each tile.
inline Grid noise_grid() {
  Grid grid = open_grid();
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      grid.at(x, y) = static_cast<std::uint8_t>(1 + hash(x, y) % 9);
    }
  }
  return grid;
}

}  // namespace tess::bench
