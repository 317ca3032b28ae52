#pragma once

#include <tess/nav/nav_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tess::detail {

/// Ways around others: Dijkstra's algorithm in a square of 25 x 25 tiles around a mover, on its
/// level, over tiles on which nobody stands.
class Detour {
 public:
  static constexpr std::int32_t reach = 12;
  static constexpr std::int32_t side = 2 * reach + 1;

  /// Finds the costs from that tile; `is_free(tile)` tells where nobody stands.
  template <class IsFree>
  void flood(const NavMap& map, Coord from, const IsFree& is_free) {
    begin(from);
    while (const auto next = take()) {
      for (int d = 0; d < 8; ++d) {
        const auto direction = static_cast<Direction>(d);
        const std::uint32_t ticks = map.step_cost(*next, direction);
        if (ticks == 0) continue;
        const Coord to = *next + Coord{offset(direction).dx, offset(direction).dy, 0};
        if (contains(to) && is_free(to)) reach_tile(*next, to, d, ticks);
      }
    }
  }

  /// Whether a tile lies in the square around another one.
  static bool nearby(Coord centre, Coord c) {
    const std::int64_t dx = std::int64_t{c.x} - centre.x;
    const std::int64_t dy = std::int64_t{c.y} - centre.y;
    return c.z == centre.z && dx >= -reach && dx <= reach && dy >= -reach && dy <= reach;
  }

  /// Whether the flood has come to the tile.
  bool reached(Coord c) const { return contains(c) && costs_[index(c)] != unreached; }
  std::uint32_t cost(Coord c) const { return costs_[index(c)]; }

  /// The directions of the steps to a reached tile, the last first.
  void trace(Coord to, std::vector<std::uint8_t>& directions) const;

 private:
  static constexpr std::uint32_t unreached = ~std::uint32_t{0};

  void begin(Coord from);
  std::optional<Coord> take();
  void reach_tile(Coord from, Coord to, int direction, std::uint32_t ticks);

  bool contains(Coord c) const { return nearby(centre_, c); }
  std::size_t index(Coord c) const {
    return static_cast<std::size_t>(c.y - centre_.y + reach) * std::size_t{side} +
           static_cast<std::size_t>(c.x - centre_.x + reach);
  }

  Coord centre_;
  std::vector<std::uint32_t> costs_;
  std::vector<std::uint8_t> arrivals_;
  std::vector<std::uint64_t> heap_;  // the cost and the index of each open tile
};

}  // namespace tess::detail
