#pragma once

#include <tess/core/assert.h>
#include <tess/core/coord.h>

#include <compare>
#include <cstdint>

namespace tess {

/// A chunk is 64 x 64 tiles of one level, aligned to multiples of 64: one row of it is one machine
/// word, and one byte a tile is one 4 KiB page.
inline constexpr std::int32_t chunk_size = 64;
inline constexpr std::int32_t chunk_tiles = chunk_size * chunk_size;  ///< tiles of a chunk
inline constexpr int chunk_shift = 6;                                 ///< 2^6 is `chunk_size`

/// Levels lie in [-2048, 2046], so that a chunk's coordinates fit one 64-bit key.
inline constexpr std::int32_t min_level = -2048;
inline constexpr std::int32_t max_level = 2046;

/// Names a chunk in any world: the level and the chunk's row and column, in 64 bits. Ordered by
/// level, then row, then column. The key of a tile is the same in every world.
///
///     bit 63        52 51              26 25               0
///         | z + 2048  |   cy + 2^25      |   cx + 2^25     |
class ChunkKey {
 public:
  /// The first of all keys.
  constexpr ChunkKey() = default;

  /// The chunk at column `cx` and row `cy` of chunks on level `z`: columns and rows in
  /// [-2^25, 2^25 - 1], levels in [`min_level`, `max_level`].
  constexpr ChunkKey(std::int32_t cx, std::int32_t cy, std::int32_t z)
      : value_((static_cast<std::uint64_t>(z - min_level) << 52) |
               (static_cast<std::uint64_t>(cy + bias) << 26) |
               static_cast<std::uint64_t>(cx + bias)) {
    TESS_ASSERT(
        cx >= -bias && cx < bias && cy >= -bias && cy < bias && z >= min_level && z <= max_level,
        "a chunk has a column and a row in [-2^25, 2^25 - 1] and a level in [-2048, 2046]");
  }

  /// The chunk that holds the tile, whose level lies in [`min_level`, `max_level`].
  static constexpr ChunkKey of(Coord c) {
    return ChunkKey(c.x >> chunk_shift, c.y >> chunk_shift, c.z);
  }

  /// The chunk's column, row and level.
  constexpr std::int32_t cx() const { return static_cast<std::int32_t>(value_ & mask) - bias; }
  constexpr std::int32_t cy() const {
    return static_cast<std::int32_t>((value_ >> 26) & mask) - bias;
  }
  constexpr std::int32_t z() const { return static_cast<std::int32_t>(value_ >> 52) + min_level; }

  /// The chunk's north-west tile.
  constexpr Coord origin() const { return {cx() * chunk_size, cy() * chunk_size, z()}; }

  /// The chunk's 64 x 64 tiles, whether or not a world has all of them.
  constexpr Box box() const { return {origin(), {chunk_size, chunk_size, 1}}; }

  /// The key as a number; compares like the key.
  constexpr std::uint64_t value() const { return value_; }

  /// A key that names no chunk and comes after all that do.
  static constexpr ChunkKey none() {
    ChunkKey key;
    key.value_ = ~std::uint64_t{0};
    return key;
  }

  friend constexpr bool operator==(ChunkKey, ChunkKey) = default;
  friend constexpr std::strong_ordering operator<=>(ChunkKey, ChunkKey) = default;

 private:
  static constexpr std::int32_t bias = 1 << 25;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 26) - 1;

  std::uint64_t value_ = 0;
};

/// A tile within its chunk: row-major, 0 to 4095.
enum class TileIndex : std::uint16_t {};

/// The place of the tile within its chunk.
constexpr TileIndex tile_index(Coord c) {
  return static_cast<TileIndex>(((c.y & (chunk_size - 1)) << chunk_shift) |
                                (c.x & (chunk_size - 1)));
}

/// The tile at that place of the chunk.
constexpr Coord tile_at(ChunkKey key, TileIndex tile) {
  const auto index = static_cast<std::int32_t>(tile);
  const Coord origin = key.origin();
  return {origin.x + (index & (chunk_size - 1)), origin.y + (index >> chunk_shift), origin.z};
}

}  // namespace tess
