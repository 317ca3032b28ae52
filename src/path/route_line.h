#pragma once

#include <tess/path/path.h>

#include <cstdint>

#include "hash.h"

namespace tess::detail {

/// The kinds of lines that runs of paths lie on.
enum class Line : std::uint8_t { row, column, slant, back_slant, upright };

inline Line line_of(const PathRun& run) {
  if (run.dz != 0) return Line::upright;
  if (run.dy == 0) return Line::row;
  if (run.dx == 0) return Line::column;
  return run.dx == run.dy ? Line::slant : Line::back_slant;
}

/// The line of that kind through the tile, for routes to the goal of that hash.
inline std::uint32_t hash_line(std::uint64_t goal, Line line, Coord at) {
  const auto wrap = [](std::int64_t v) { return static_cast<std::uint32_t>(v); };
  std::uint64_t number = 0;
  switch (line) {
    case Line::row: number = wrap(at.y); break;
    case Line::column: number = wrap(at.x); break;
    case Line::slant: number = wrap(std::int64_t{at.y} - at.x); break;
    case Line::back_slant: number = wrap(std::int64_t{at.y} + at.x); break;
    case Line::upright: return static_cast<std::uint32_t>(mix(goal ^ 4, pair_of(at.x, at.y)) >> 8);
  }
  const std::uint64_t level = wrap(at.z) * 8 + static_cast<std::uint64_t>(line);
  return static_cast<std::uint32_t>(mix(goal, number << 32 | (level & 0xFFFFFFFFU)) >> 8);
}

}  // namespace tess::detail
