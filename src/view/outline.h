#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tess::detail {

/// Draws around all tiles of one kind in a grid of bytes.
///
/// A walk keeps the kind on its right hand and follows the edge between it and everything else
/// until it is back, round holes as well. At a corner where two tiles of the kind touch it turns
/// left, so that both are in one outline. Every outline goes east somewhere: it is found, once, at
/// a tile of the kind below another one. Takes time in proportion to the grid.
class Outliner {
 public:
  /// The grid is borrowed: `height` rows of `width` bytes.
  Outliner(std::span<const std::uint8_t> grid, std::int32_t width, std::int32_t height)
      : grid_(grid), width_(width), height_(height), walked_(grid.size()) {}

  /// Appends SVG path data, in relative steps, for the tiles whose byte has `value` in the bits of
  /// `mask`.
  void append(std::string& data, std::uint8_t mask, std::uint8_t value);

 private:
  struct Point {
    std::int32_t x = 0;
    std::int32_t y = 0;
  };

  bool has(std::int32_t x, std::int32_t y) const;
  std::size_t index(std::int32_t x, std::int32_t y) const;
  void walk(std::string& data, Point start);

  std::span<const std::uint8_t> grid_;
  std::int32_t width_;
  std::int32_t height_;
  std::uint8_t mask_ = 0;
  std::uint8_t value_ = 0;
  std::vector<bool> walked_;  ///< the tiles whose north edge is drawn
};

}  // namespace tess::detail
