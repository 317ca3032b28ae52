#pragma once

#include <tess/core/coord.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tess::bench {

/// A map as anybody would write it down: the entry cost of each tile, row by row; 0 is blocked.
/// Tiles from (0, 0) to (width - 1, height - 1).
struct Grid {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::uint8_t> costs;

  /// All tiles open at the same cost.
  Grid(std::int32_t w, std::int32_t h, std::uint8_t cost = 1)
      : width(w),
        height(h),
        costs(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), cost) {}

  bool contains(std::int32_t x, std::int32_t y) const {
    return x >= 0 && x < width && y >= 0 && y < height;
  }
  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  std::uint8_t& at(std::int32_t x, std::int32_t y) { return costs[index(x, y)]; }
  std::uint8_t cost(std::int32_t x, std::int32_t y) const { return costs[index(x, y)]; }
  bool open(std::int32_t x, std::int32_t y) const { return contains(x, y) && cost(x, y) != 0; }
};

}  // namespace tess::bench
