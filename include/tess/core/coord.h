#pragma once

#include <compare>
#include <cstdint>

namespace tess {

/// A tile: column x (east is +x), row y (south is +y), level z. Negative values are legal where
/// the world's box has them. Ordered by z, then y, then x.
struct Coord {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t z = 0;

  /// Equality and the order; sums and differences, which must fit in int32.
  friend constexpr bool operator==(Coord, Coord) = default;
  friend constexpr std::strong_ordering operator<=>(Coord a, Coord b) {
    if (a.z != b.z) return a.z <=> b.z;
    if (a.y != b.y) return a.y <=> b.y;
    return a.x <=> b.x;
  }
  friend constexpr Coord operator+(Coord a, Coord b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Coord operator-(Coord a, Coord b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

/// A size in tiles.
struct Extent {
  std::int32_t width = 0;   ///< tiles from west to east
  std::int32_t height = 0;  ///< tiles from north to south
  std::int32_t depth = 1;   ///< levels

  friend constexpr bool operator==(Extent, Extent) = default;
};

/// The tiles from `min` up to, not including, `min + size`. Empty where a size is not positive.
struct Box {
  Coord min;    ///< the north-west tile of the lowest level
  Extent size;  ///< how far it goes from there

  friend constexpr bool operator==(Box, Box) = default;

  /// Whether it holds no tile.
  constexpr bool empty() const { return size.width <= 0 || size.height <= 0 || size.depth <= 0; }

  /// Whether the tile lies inside. Safe for every int32 value.
  constexpr bool contains(Coord c) const {
    return inside(c.x, min.x, size.width) && inside(c.y, min.y, size.height) &&
           inside(c.z, min.z, size.depth);
  }

  /// The number of tiles; 0 where empty. Must fit in int64: a box that lies in a world does.
  constexpr std::int64_t volume() const {
    if (empty()) return 0;
    return std::int64_t{size.width} * size.height * size.depth;
  }

 private:
  static constexpr bool inside(std::int32_t v, std::int32_t from, std::int32_t length) {
    const std::int64_t offset = std::int64_t{v} - from;
    return offset >= 0 && offset < length;
  }
};

/// The tiles that both boxes hold; an empty box where there are none. Safe for every int32 value.
constexpr Box intersection(const Box& a, const Box& b) {
  const auto overlap = [](std::int32_t a0, std::int32_t an, std::int32_t b0, std::int32_t bn,
                          std::int32_t& from, std::int32_t& length) {
    const std::int64_t first = a0 > b0 ? a0 : b0;
    const std::int64_t a1 = std::int64_t{a0} + an;
    const std::int64_t b1 = std::int64_t{b0} + bn;
    const std::int64_t last = a1 < b1 ? a1 : b1;
    from = static_cast<std::int32_t>(first);
    length = last > first ? static_cast<std::int32_t>(last - first) : 0;
  };
  if (a.empty() || b.empty()) return {{}, {0, 0, 0}};
  Box result;
  overlap(a.min.x, a.size.width, b.min.x, b.size.width, result.min.x, result.size.width);
  overlap(a.min.y, a.size.height, b.min.y, b.size.height, result.min.y, result.size.height);
  overlap(a.min.z, a.size.depth, b.min.z, b.size.depth, result.min.z, result.size.depth);
  return result;
}

}  // namespace tess
