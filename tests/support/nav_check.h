#pragma once

#include <tess/nav/nav_map.h>

#include "support/reference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tess::test {

/// Where a map differs from what the reference makes of the same costs, in the world and around
/// it; empty where nowhere.
inline std::string check_map(const NavMap& map, const Reference& reference) {
  const Box& box = reference.box();
  int uniform = 0;
  bool mixed = false;
  for (std::size_t i = 0; i < reference.tile_count(); ++i) {
    const Coord c = reference.coord(i);
    const int cost = reference.entry(c);
    const std::string at = " at " + text(c);
    if (map.entry_cost(c) != cost) {
      return "cost " + std::to_string(map.entry_cost(c)) + ", not " + std::to_string(cost) + at;
    }
    if (map.open(c) != (cost < blocked_cost)) return "open is wrong" + at;
    if (cost < blocked_cost) {
      mixed = mixed || (uniform != 0 && uniform != cost);
      uniform = cost;
    }
    for (int d = 0; d < direction_count; ++d) {
      const auto direction = static_cast<Direction>(d);
      const auto expected = reference.step_ticks(c, offset(direction), {}).value_or(0);
      if (cost < blocked_cost && map.step_cost(c, direction) != expected) {
        return "direction " + std::to_string(d) + " costs " +
               std::to_string(map.step_cost(c, direction)) + ", not " + std::to_string(expected) +
               at;
      }
    }
  }
  if (map.uniform_cost() != (mixed ? 0 : uniform)) return "uniform_cost is wrong";
  for (std::int32_t x = -1; x <= box.size.width; ++x) {
    for (const std::int32_t y : {-1, box.size.height}) {
      // Unsigned sums: worlds may end where the coordinates do.
      const Coord c{static_cast<std::int32_t>(static_cast<std::uint32_t>(box.min.x) +
                                              static_cast<std::uint32_t>(x)),
                    static_cast<std::int32_t>(static_cast<std::uint32_t>(box.min.y) +
                                              static_cast<std::uint32_t>(y)),
                    box.min.z};
      if (map.open(c) || map.entry_cost(c) != blocked) return "something is outside " + text(c);
    }
  }
  return "";
}

/// Where two maps of the same world differ in what searches read of them; empty where nowhere.
inline std::string difference(const NavMap& a, const NavMap& b) {
  if (a.uniform_cost() != b.uniform_cost()) return "uniform_cost";
  const Box box = a.box();
  for (std::int32_t z = 0; z < box.size.depth; ++z) {
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      for (std::int32_t x = 0; x < box.size.width; ++x) {
        const Coord c = box.min + Coord{x, y, z};
        if (a.entry_cost(c) != b.entry_cost(c)) return "entry_cost at " + text(c);
        if (a.open(c) != b.open(c)) return "open at " + text(c);
      }
    }
  }
  return "";
}

}  // namespace tess::test
