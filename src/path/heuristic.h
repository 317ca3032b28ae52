#pragma once

#include <tess/core/coord.h>
#include <tess/nav/movement.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../nav/nav_data.h"

namespace tess::detail {

/// The distance in ticks between tiles as if every tile were open at cost 1. Levels count as
/// steps, also where only links join them.
inline std::uint64_t distance_in_ticks(Steps steps, Coord a, Coord b) {
  const auto span = [](std::int32_t from, std::int32_t to) {
    const std::int64_t d = std::int64_t{to} - from;
    return static_cast<std::uint64_t>(d < 0 ? -d : d);
  };
  const std::uint64_t dx = span(a.x, b.x);
  const std::uint64_t dy = span(a.y, b.y);
  const StepLengths length = step_lengths(steps);
  const std::uint64_t levels = span(a.z, b.z) * length.straight;
  switch (steps) {
    case Steps::cardinal: return levels + dx + dy;
    case Steps::octile: {
      const std::uint64_t less = std::min(dx, dy);
      const std::uint64_t more = std::max(dx, dy);
      return levels + less * length.diagonal + (more - less) * length.straight;
    }
    case Steps::hex: {
      const bool same_side = (b.x > a.x) == (b.y > a.y);
      return levels + (same_side ? dx + dy : std::max(dx, dy));
    }
  }
  return 0;
}

/// A consistent lower bound on the ticks from a tile to the goal. Where costs differ it takes each
/// column and row in between at its cheapest entry; see `CostBounds`. Links that lead closer to
/// the goal than their cost cap it.
class Heuristic {
 public:
  /// `lowest_cost` is at most the cost of any tile that can be entered. With `use_sums`, the map's
  /// bounds on columns and rows are used, which hold where unknown tiles are not entered.
  void aim(const NavData& map, Coord goal, int lowest_cost, bool use_sums) {
    const Coord origin = map.chunks().front().origin;
    steps_ = map.movement().steps;
    origin_ = origin;
    goal_ = goal;
    lowest_ = lowest_cost;
    slack_ = 0;
    const bool vertical = map.movement().vertical == Vertical::steps;
    level_ = vertical ? std::int64_t{step_lengths(steps_).straight} * lowest_ : 0;
    sums_ = use_sums && map.bounds().valid();
    if (sums_) {
      columns_ = map.bounds().column_sums().data();
      rows_ = map.bounds().row_sums().data();
      const std::int64_t gx = std::int64_t{goal.x} - origin.x;
      const std::int64_t gy = std::int64_t{goal.y} - origin.y;
      column_before_ = columns_[gx];
      column_through_ = columns_[gx + 1];
      row_before_ = rows_[gy];
      row_through_ = rows_[gy + 1];
    }
    cap_by_links(map);
  }

  /// Aims at every tile whose distance to the goal is this many ticks; `aim` comes before.
  void aim_around(const NavData& map, std::uint64_t distance) {
    // The rest of the way would not be as cheap as `distance` tiles of the lowest cost.
    sums_ = false;
    slack_ = distance * static_cast<std::uint64_t>(lowest_);
    cap_by_links(map);
  }

  std::uint64_t operator()(Coord c) const { return std::min(uncapped(c), cap_); }

  /// What a tile's column, row and level contribute to the bound; `combine` makes the bound of
  /// them. So a search can work them out once for each column and row of a chunk.
  std::uint32_t across(std::int32_t x) const {
    if (!sums_) return part(distance(goal_.x, x) * lowest_);
    // One of the two differences is negative: the one for the side on which the goal is not.
    const std::int64_t i = std::int64_t{x} - origin_.x;
    return part(std::max(column_through_ - columns_[i + 1], columns_[i] - column_before_));
  }
  std::uint32_t down(std::int32_t y) const {
    if (!sums_) return part(distance(goal_.y, y) * lowest_);
    const std::int64_t i = std::int64_t{y} - origin_.y;
    return part(std::max(row_through_ - rows_[i + 1], rows_[i] - row_before_));
  }
  std::uint64_t levels(std::int32_t z) const {
    return static_cast<std::uint64_t>(distance(goal_.z, z) * level_);
  }

  /// Whether neither levels nor links nor a tile other than the goal come into the bound: then it
  /// is `plain`.
  bool is_plain() const {
    return level_ == 0 && slack_ == 0 && cap_ == (std::numeric_limits<std::uint64_t>::max)();
  }

  template <Steps steps>
  std::uint64_t plain(std::uint32_t across, std::uint32_t down, Coord c) const {
    const std::uint64_t more = std::max(across, down);
    const std::uint64_t less = std::min(across, down);
    if constexpr (steps == Steps::cardinal) {
      return more + less;
    } else if constexpr (steps == Steps::octile) {
      // A diagonal step pays for a column and a row at once, at least 577 / 408 of either; any
      // split of its length between the two is a bound, and the best split is at one end.
      constexpr StepLengths length = step_lengths(Steps::octile);
      return length.straight * more + (length.diagonal - length.straight) * less;
    } else {
      const std::int64_t slant = std::int64_t{goal_.x} - c.x + goal_.y - c.y;
      return std::max(more, static_cast<std::uint64_t>((slant < 0 ? -slant : slant) * lowest_));
    }
  }

  template <Steps steps>
  std::uint64_t combine(std::uint32_t across, std::uint32_t down, std::uint64_t levels,
                        Coord c) const {
    return std::min(sum<steps>(across, down, levels, c), cap_);
  }

 private:
  static std::int64_t distance(std::int32_t a, std::int32_t b) {
    const std::int64_t d = std::int64_t{a} - b;
    return d < 0 ? -d : d;
  }

  /// No path is so dear that the limit would matter: its cost would not fit a node.
  static std::uint32_t part(std::int64_t cost) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(cost, std::int64_t{1} << 31));
  }

  template <Steps steps>
  std::uint64_t sum(std::uint32_t across, std::uint32_t down, std::uint64_t levels, Coord c) const {
    const std::uint64_t ticks = levels + plain<steps>(across, down, c);
    return ticks > slack_ ? ticks - slack_ : 0;
  }

  std::uint64_t uncapped(Coord c) const {
    const std::uint32_t x = across(c.x);
    const std::uint32_t y = down(c.y);
    const std::uint64_t z = levels(c.z);
    switch (steps_) {
      case Steps::cardinal: return sum<Steps::cardinal>(x, y, z, c);
      case Steps::octile: return sum<Steps::octile>(x, y, z, c);
      case Steps::hex: return sum<Steps::hex>(x, y, z, c);
    }
    return 0;
  }

  void cap_by_links(const NavData& map) {
    cap_ = std::numeric_limits<std::uint64_t>::max();
    for (const LinkEdge& edge : map.link_edges()) {
      const std::uint64_t taken = edge.ticks + uncapped(map.coord(edge.to));
      if (taken < uncapped(map.coord(edge.from))) cap_ = std::min(cap_, taken);
    }
  }

  Steps steps_ = Steps::octile;
  bool sums_ = false;
  Coord origin_;
  Coord goal_;
  std::int64_t lowest_ = 1;
  std::int64_t level_ = 0;
  std::uint64_t slack_ = 0;
  const std::int64_t* columns_ = nullptr;
  const std::int64_t* rows_ = nullptr;
  std::int64_t column_before_ = 0;
  std::int64_t column_through_ = 0;
  std::int64_t row_before_ = 0;
  std::int64_t row_through_ = 0;
  std::uint64_t cap_ = 0;
};

}  // namespace tess::detail
