#include "support/course.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tess::bench {

World make_world(const Grid& grid) {
  World world({.width = grid.width, .height = grid.height});
  const auto cost = world.add_field<std::uint8_t>("cost");
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) world.set(cost, {x, y}, grid.cost(x, y));
  }
  return world;
}

double length_in_tiles(std::uint64_t cost, Steps steps) {
  if (cost == no_route) return std::numeric_limits<double>::infinity();
  return static_cast<double>(cost) / step_lengths(steps).straight;
}

Problem make_problem(Grid grid, Steps steps, const std::vector<std::pair<Coord, Coord>>& queries) {
  Problem problem{std::move(grid), steps, {}};
  for (const auto& [from, to] : queries) {
    const std::uint64_t cost = reference_cost(problem.grid, steps, from, to);
    problem.queries.push_back({from, to, length_in_tiles(cost, steps)});
  }
  return problem;
}

bool is_right(std::uint64_t cost, const Query& query, Steps steps) {
  const double length = length_in_tiles(cost, steps);
  if (std::isnan(query.length)) return cost != no_route;
  if (std::isinf(query.length)) return cost == no_route;
  return std::abs(length - query.length) <= query.tolerance;
}

Course::Course(Problem problem)
    : problem_(std::move(problem)),
      world_(make_world(problem_.grid)),
      map_(world_, {.steps = problem_.steps}, GridRule(world_)),
      planner_(map_),
      plain_(problem_.grid, problem_.steps) {}

std::vector<Query> Course::sample(std::size_t count) const {
  const std::size_t all = problem_.queries.size();
  std::vector<Query> some;
  for (std::size_t i = 0; i < std::min(count, all); ++i) {
    some.push_back(problem_.queries[i * all / std::min(count, all)]);
  }
  return some;
}

}  // namespace tess::bench
