#pragma once

#include <tess/path/path.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tess::detail {

/// Gathers a path from its end to its start, as searches find it, in memory that is kept.
class PathBuilder {
 public:
  void clear() {
    runs_.clear();
    landings_.clear();
    tiles_ = 0;
  }

  /// Puts equal steps in front of what is there.
  void prepend(Offset step, std::uint32_t length) {
    if (length == 0) return;
    tiles_ += length;
    if (!runs_.empty()) {
      PathRun& next = runs_.back();
      if (!next.jump && Offset{next.dx, next.dy, next.dz} == step) {
        next.length += length;
        return;
      }
    }
    runs_.push_back({step.dx, step.dy, step.dz, false, length});
  }

  /// Puts a jump along a link in front of what is there.
  void prepend_jump(Coord landing) {
    runs_.push_back({0, 0, 0, true, static_cast<std::uint32_t>(landings_.size())});
    landings_.push_back(landing);
    ++tiles_;
  }

  /// Puts a straight line, or a diagonal one, in front of what is there.
  void prepend_line(Coord from, Coord to) {
    const auto sign = [](std::int32_t d) { return static_cast<std::int8_t>((d > 0) - (d < 0)); };
    const Coord d = to - from;
    prepend({sign(d.x), sign(d.y), sign(d.z)},
            static_cast<std::uint32_t>(std::max({d.x, -d.x, d.y, -d.y, d.z, -d.z})));
  }

  /// Turns the gathered pieces into a path; valid until `clear`.
  PathView finish(Coord front, Coord back) {
    std::ranges::reverse(runs_);
    std::ranges::reverse(landings_);
    for (PathRun& run : runs_) {
      if (run.jump) run.length = static_cast<std::uint32_t>(landings_.size() - 1) - run.length;
    }
    return {front, back, tiles_ + 1, runs_, landings_};
  }

 private:
  std::vector<PathRun> runs_;
  std::vector<Coord> landings_;
  std::size_t tiles_ = 0;
};

}  // namespace tess::detail
