#pragma once

#include <tess/core/coord.h>
#include <tess/nav/movement.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../nav/nav_data.h"
#include "heuristic.h"

namespace tess::detail {

/// A consistent lower bound on the ticks from any tile of a box to a tile: what `Heuristic` is for
/// a goal, the other way round. Entry costs are paid for the tile arrived at, not for the start.
class BoxBound {
 public:
  /// Paths start in the box, which is not empty and lies in the map. Unknown tiles are blocked.
  void aim(const NavData& map, const Box& from) {
    steps_ = map.movement().steps;
    origin_ = map.chunks().front().origin;
    first_ = from.min;
    last_ = from.min + Coord{from.size.width - 1, from.size.height - 1, from.size.depth - 1};
    lowest_ = map.lowest_cost();
    const bool vertical = map.movement().vertical == Vertical::steps;
    level_ = vertical ? std::int64_t{step_lengths(steps_).straight} * lowest_ : 0;
    sums_ = map.bounds().valid();
    columns_ = sums_ ? map.bounds().column_sums().data() : nullptr;
    rows_ = sums_ ? map.bounds().row_sums().data() : nullptr;
    cap_by_links(map);
  }

  /// The bound on the ticks to a tile, or to any tile of a box.
  std::uint64_t operator()(Coord to) const { return (*this)({to, {1, 1, 1}}); }
  std::uint64_t operator()(const Box& to) const { return std::min(uncapped(to), cap_); }

  /// What a tile's column, row and level contribute; `combine` makes the bound of them.
  std::uint32_t across(std::int32_t x) const { return across(x, x); }
  std::uint32_t down(std::int32_t y) const { return down(y, y); }
  std::uint64_t levels(std::int32_t z) const { return levels(z, z); }

  template <Steps steps>
  std::uint64_t combine(std::uint32_t across, std::uint32_t down, std::uint64_t levels,
                        Coord c) const {
    return std::min(sum<steps>(across, down, levels, {c, {1, 1, 1}}), cap_);
  }

 private:
  static std::uint32_t part(std::int64_t cost) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(cost, std::int64_t{1} << 31));
  }

  /// The least distance from a number in [a0, a1] to one in [b0, b1].
  static std::int64_t gap(std::int64_t a0, std::int64_t a1, std::int64_t b0, std::int64_t b1) {
    return std::max<std::int64_t>({0, b0 - a1, a0 - b1});
  }

  /// The cheapest entries of the columns (or rows) that lead from [a0, a1] to [b0, b1].
  std::uint32_t along(const std::int64_t* sums, std::int32_t origin, std::int32_t a0,
                      std::int32_t a1, std::int32_t b0, std::int32_t b1) const {
    if (sums == nullptr) return part(gap(a0, a1, b0, b1) * lowest_);
    const auto before = [&](std::int32_t v) { return sums[std::int64_t{v} - origin]; };
    const auto through = [&](std::int32_t v) { return sums[std::int64_t{v} - origin + 1]; };
    if (b0 > a1) return part(through(b0) - through(a1));
    if (b1 < a0) return part(before(a0) - before(b1));
    return 0;
  }

  std::uint32_t across(std::int32_t x0, std::int32_t x1) const {
    return along(columns_, origin_.x, first_.x, last_.x, x0, x1);
  }
  std::uint32_t down(std::int32_t y0, std::int32_t y1) const {
    return along(rows_, origin_.y, first_.y, last_.y, y0, y1);
  }
  std::uint64_t levels(std::int32_t z0, std::int32_t z1) const {
    return static_cast<std::uint64_t>(gap(first_.z, last_.z, z0, z1) * level_);
  }

  template <Steps steps>
  std::uint64_t sum(std::uint32_t across, std::uint32_t down, std::uint64_t levels,
                    const Box& to) const {
    const std::uint64_t more = std::max(across, down);
    const std::uint64_t less = std::min(across, down);
    if constexpr (steps == Steps::cardinal) {
      return levels + more + less;
    } else if constexpr (steps == Steps::octile) {
      constexpr StepLengths length = step_lengths(Steps::octile);
      return levels + length.straight * more + (length.diagonal - length.straight) * less;
    } else {
      const std::int64_t to_first = std::int64_t{to.min.x} + to.min.y;
      const std::int64_t slant =
          gap(std::int64_t{first_.x} + first_.y, std::int64_t{last_.x} + last_.y, to_first,
              to_first + to.size.width - 1 + to.size.height - 1);
      return levels + std::max(more, static_cast<std::uint64_t>(slant * lowest_));
    }
  }

  std::uint64_t uncapped(const Box& to) const {
    const std::uint32_t x = across(to.min.x, to.min.x + (to.size.width - 1));
    const std::uint32_t y = down(to.min.y, to.min.y + (to.size.height - 1));
    const std::uint64_t z = levels(to.min.z, to.min.z + (to.size.depth - 1));
    switch (steps_) {
      case Steps::cardinal: return sum<Steps::cardinal>(x, y, z, to);
      case Steps::octile: return sum<Steps::octile>(x, y, z, to);
      case Steps::hex: return sum<Steps::hex>(x, y, z, to);
    }
    return 0;
  }

  /// A path that takes a link pays the way to its first one. Links that save nothing do not count.
  void cap_by_links(const NavData& map) {
    cap_ = std::numeric_limits<std::uint64_t>::max();
    for (const LinkEdge& edge : map.link_edges()) {
      const std::uint64_t taken = uncapped({map.coord(edge.from), {1, 1, 1}}) + edge.ticks;
      if (taken < uncapped({map.coord(edge.to), {1, 1, 1}})) cap_ = std::min(cap_, taken);
    }
  }

  Steps steps_ = Steps::octile;
  bool sums_ = false;
  Coord origin_;
  Coord first_;
  Coord last_;
  std::int64_t lowest_ = 1;
  std::int64_t level_ = 0;
  const std::int64_t* columns_ = nullptr;
  const std::int64_t* rows_ = nullptr;
  std::uint64_t cap_ = 0;
};

}  // namespace tess::detail
