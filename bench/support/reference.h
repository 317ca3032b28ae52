#pragma once

/// What answers are compared with: a Dijkstra and a walk along a path, as plain as can be, over the
/// plain grid. They share nothing with the library but its coordinates and its unit of cost.

#include <tess/nav/movement.h>
#include <tess/path/path.h>

#include "support/grid.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace tess::bench {

/// Stands for the cost of a path that does not exist.
inline constexpr std::uint64_t no_route = std::numeric_limits<std::uint64_t>::max();

/// The cost in ticks of one step by (dx, dy); nothing where it is not legal. Diagonals need both
/// tiles beside them open.
inline std::optional<std::uint64_t> reference_step(const Grid& grid, Steps steps, std::int32_t x,
                                                   std::int32_t y, std::int32_t dx,
                                                   std::int32_t dy) {
  if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return std::nullopt;
  if (!grid.open(x + dx, y + dy)) return std::nullopt;
  const bool diagonal = dx != 0 && dy != 0;
  if (diagonal && steps != Steps::octile) return std::nullopt;
  if (diagonal && !(grid.open(x + dx, y) && grid.open(x, y + dy))) return std::nullopt;
  const StepLengths lengths = step_lengths(steps);
  return std::uint64_t{grid.cost(x + dx, y + dy)} *
         (diagonal ? lengths.diagonal : lengths.straight);
}

/// The least cost in ticks from one tile to another, or `no_route`.
inline std::uint64_t reference_cost(const Grid& grid, Steps steps, Coord from, Coord to) {
  using Node = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  std::vector<std::uint64_t> best(grid.costs.size(), no_route);
  if (!grid.open(from.x, from.y)) return no_route;
  const std::size_t goal = grid.index(to.x, to.y);
  best[grid.index(from.x, from.y)] = 0;
  queue.emplace(0, grid.index(from.x, from.y));
  while (!queue.empty()) {
    const auto [cost, tile] = queue.top();
    queue.pop();
    if (tile == goal) return cost;
    if (cost != best[tile]) continue;
    const auto x = static_cast<std::int32_t>(tile % static_cast<std::size_t>(grid.width));
    const auto y = static_cast<std::int32_t>(tile / static_cast<std::size_t>(grid.width));
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        const auto step = reference_step(grid, steps, x, y, dx, dy);
        if (!step) continue;
        const std::size_t next = grid.index(x + dx, y + dy);
        if (cost + *step >= best[next]) continue;
        best[next] = cost + *step;
        queue.emplace(best[next], next);
      }
    }
  }
  return no_route;
}

/// The least cost in ticks from every tile to the nearest of the goals, or `no_route`; by the
/// tile's index.
inline std::vector<std::uint64_t> reference_costs_to(const Grid& grid, Steps steps,
                                                     std::span<const Coord> goals) {
  using Node = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  std::vector<std::uint64_t> best(grid.costs.size(), no_route);
  for (const Coord goal : goals) {
    if (!grid.open(goal.x, goal.y)) continue;
    best[grid.index(goal.x, goal.y)] = 0;
    queue.emplace(0, grid.index(goal.x, goal.y));
  }
  while (!queue.empty()) {
    const auto [cost, tile] = queue.top();
    queue.pop();
    if (cost != best[tile]) continue;
    const auto x = static_cast<std::int32_t>(tile % static_cast<std::size_t>(grid.width));
    const auto y = static_cast<std::int32_t>(tile / static_cast<std::size_t>(grid.width));
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        if (!grid.open(x - dx, y - dy)) continue;
        const auto step = reference_step(grid, steps, x - dx, y - dy, dx, dy);
        const std::size_t before = grid.index(x - dx, y - dy);
        if (!step || cost + *step >= best[before]) continue;
        best[before] = cost + *step;
        queue.emplace(best[before], before);
      }
    }
  }
  return best;
}

/// The summed cost in ticks of a walk along the tiles, or `no_route` where a step is not legal or
/// the ends are not those.
template <class Tiles>
std::uint64_t walked_cost(const Grid& grid, Steps steps, const Tiles& tiles, Coord from, Coord to) {
  std::uint64_t total = 0;
  bool first = true;
  Coord at = from;
  for (const Coord tile : tiles) {
    if (first && tile != from) return no_route;
    if (!first) {
      const auto step = reference_step(grid, steps, at.x, at.y, tile.x - at.x, tile.y - at.y);
      if (!step) return no_route;
      total += *step;
    }
    first = false;
    at = tile;
  }
  return !first && at == to ? total : no_route;
}

}  // namespace tess::bench
