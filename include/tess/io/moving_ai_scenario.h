#pragma once

#include <tess/core/coord.h>
#include <tess/core/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tess {

/// One path to find and how long it is.
struct MovingAiQuery {
  /// A class of queries of about the same length.
  std::int32_t bucket = 0;

  /// The name of the map as the file spells it, often with folders that are not here.
  std::string map;

  /// The size of the map. Where the map at hand has another one, the map is meant to be scaled to
  /// this; tess does not do that.
  std::int32_t width = 0;
  std::int32_t height = 0;

  /// Tiles within that size.
  Coord from;
  Coord to;

  /// The length of the shortest path in octile steps (1 and the square root of 2) that never cut
  /// a corner. Collections state it with an error of up to 0.005 plus what sums in single
  /// precision lose.
  double optimal_length = 0;

  /// The line of the file, from 1.
  std::int32_t line = 0;
};

/// Reads the queries of a scenario of version 1 from the content of a file; `name` is what errors
/// call it.
///
///     version 1
///     0   arena.map   49   49   1   11   1   13   2
///
/// Each line after the first holds the bucket, the map, its width and height, x and y of the start,
/// x and y of the goal, and the optimal length, with tabs or blanks between them. A map's name may
/// hold blanks. Lines end in LF or CR LF, and blank lines are skipped. Everything else is refused
/// as `bad_format`; the message gives the line, what was expected there and what was found.
/// Allocates in proportion to the text.
Result<std::vector<MovingAiQuery>> parse_moving_ai_scenario(std::string_view text,
                                                            std::string_view name);

/// Reads the queries from a file of at most 256 MiB. Besides what `parse_moving_ai_scenario`
/// refuses, fails where the file cannot be opened or read.
Result<std::vector<MovingAiQuery>> read_moving_ai_scenario(std::string_view path);

}  // namespace tess
