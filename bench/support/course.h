#pragma once

/// A map with queries and all that searches it: what the cases of the family `path` run on.

#include <tess/tess.h>

#include "support/grid.h"
#include "support/plain_astar.h"
#include "support/reference.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tess::bench {

/// A start and a goal, and the length of the shortest way between them.
struct Query {
  Coord from;
  Coord to;

  /// In tiles: infinite where there is no way, not a number where it is not known.
  double length = 0;

  /// What an answer may differ by; not 0 only where the length was read from a file.
  double tolerance = 0;
};

/// A map and the questions put to it.
struct Problem {
  Grid grid;
  Steps steps = Steps::cardinal;
  std::vector<Query> queries;
};

/// A length in tiles of a cost in ticks; infinite for `no_route`.
double length_in_tiles(std::uint64_t cost, Steps steps);

/// A problem whose lengths are found by the reference search.
Problem make_problem(Grid grid, Steps steps, const std::vector<std::pair<Coord, Coord>>& queries);

/// Whether the cost in ticks is the right answer.
bool is_right(std::uint64_t cost, const Query& query, Steps steps);

/// A world with one field of entry costs, "cost", as in the grid.
World make_world(const Grid& grid);

/// The rule of such a world: 0 is blocked, everything else the cost.
struct GridRule {
  Field<std::uint8_t> cost;

  explicit GridRule(const World& world) : cost(*world.find_field<std::uint8_t>("cost")) {}
  int operator()(TileView tile) const { return tile[cost] == 0 ? blocked : int{tile[cost]}; }
};

/// A problem laid out for the library and for the baseline.
class Course {
 public:
  explicit Course(Problem problem);

  const Grid& grid() const { return problem_.grid; }
  Steps steps() const { return problem_.steps; }
  const std::vector<Query>& queries() const { return problem_.queries; }

  /// That many queries spread evenly over all; all where there are not so many.
  std::vector<Query> sample(std::size_t count) const;

  Planner& planner() { return planner_; }
  PlainAStar& plain() { return plain_; }

  /// The case whose searches have warmed up the planner; empty where there is none.
  std::string warm_for;

  /// Whether that case has run all of its queries in warming up.
  bool all_warm = false;

 private:
  Problem problem_;
  World world_;
  NavMap map_;
  Planner planner_;
  PlainAStar plain_;
};

}  // namespace tess::bench
