#include <tess/path/path.h>

#include <algorithm>

namespace tess {

std::size_t PathView::copy_to(std::span<Coord> tiles) const {
  const std::size_t count = std::min(tiles.size(), size_);
  if (count == 0) return 0;
  Coord* out = tiles.data();
  Coord* const last = out + count;
  Coord at = front_;
  *out++ = at;
  for (const PathRun& run : runs_) {
    if (out == last) break;
    if (run.jump) {
      at = landings_[run.length];
      *out++ = at;
      continue;
    }
    const auto steps = std::min<std::size_t>(run.length, static_cast<std::size_t>(last - out));
    const Coord step{run.dx, run.dy, run.dz};
    for (std::size_t i = 0; i < steps; ++i) {
      at = at + step;
      out[i] = at;
    }
    out += steps;
  }
  return count;
}

bool operator==(const PathView& a, const PathView& b) {
  return a.size_ == b.size_ && a.front_ == b.front_ && a.back_ == b.back_ &&
         std::ranges::equal(a.runs_, b.runs_) && std::ranges::equal(a.landings_, b.landings_);
}

}  // namespace tess
