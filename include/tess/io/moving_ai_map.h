#pragma once

#include <tess/core/assert.h>
#include <tess/core/coord.h>
#include <tess/core/result.h>
#include <tess/io/moving_ai_terrain.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tess {

/// The longest side that a map file may state.
inline constexpr std::int32_t max_moving_ai_side = 65536;

/// A map of the MovingAI collection as its file says it: a letter a tile.
///
///     type octile
///     height 2
///     width 3
///     map
///     .T.
///     ..@
///
/// (0, 0) is the first letter of the first row. See `terrain_of` for what the letters mean and
/// `make_world` for a world of them.
struct MovingAiMap {
  std::int32_t width = 0;
  std::int32_t height = 0;

  /// `width * height` letters, row by row, each one that `terrain_of` knows.
  std::vector<char> letters;

  /// Whether the tile is one of the map; those of other levels than 0 are not.
  bool contains(Coord c) const { return Box{{}, {width, height, 1}}.contains(c); }

  /// The letter of a tile of the map.
  char letter(Coord c) const {
    TESS_ASSERT(contains(c), "the tile lies outside the map");
    return letters[static_cast<std::size_t>(c.y) * static_cast<std::size_t>(width) +
                   static_cast<std::size_t>(c.x)];
  }
};

/// Reads a map from the content of a file; `name` is what errors call it. Lines end in LF or CR LF,
/// the last one's end may be missing and blank lines may follow it. Everything else is refused as
/// `bad_format` or, where a side is over the limit, `too_large`; the message gives the line, what
/// was expected there and what was found. Allocates in proportion to the text, whatever size it
/// states.
Result<MovingAiMap> parse_moving_ai_map(std::string_view text, std::string_view name);

/// Reads a map from a file of at most 256 MiB. Besides what `parse_moving_ai_map` refuses, fails
/// where the file cannot be opened or read.
Result<MovingAiMap> read_moving_ai_map(std::string_view path);

}  // namespace tess
