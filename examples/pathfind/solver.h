#pragma once

#include <tess/io.h>
#include <tess/tess.h>

#include "arguments.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace pathfind {

/// One kind of mover on the map.
struct Mover {
  tess::NavMap map;
  tess::Planner planner;

  Mover(const tess::MovingAiWorld& loaded, tess::Steps steps, const tess::MovingAiMover& mover);
};

/// What a query was answered with. The result is valid until the next query.
struct Answer {
  tess::PathResult result;
  double length = 0;  ///< as the steps are in the plane, not as ticks count them
  double microseconds = 0;
};

/// What a batch of queries was answered with; `answers` are in their order, without times of their
/// own, and valid until the next query.
struct BatchAnswer {
  std::vector<Answer> answers;
  tess::BatchCounters counters;
  std::uint32_t workers = 0;
  double microseconds = 0;
};

/// Answers queries on a loaded map: walkers where they start on land, swimmers on water.
class Solver {
 public:
  Solver(const tess::MovingAiWorld& loaded, const Arguments& arguments);

  /// Water is passable from water only: what starts there swims.
  Mover& mover_at(tess::Coord start);

  Answer solve(tess::Coord from, tess::Coord to);

  /// All of them at once, on all processors.
  BatchAnswer solve(std::span<const tess::MovingAiQuery> queries);

 private:
  void solve(Mover& mover, std::span<const tess::MovingAiQuery> queries, tess::ExecutorRef executor,
             BatchAnswer& batch);

  const tess::MovingAiWorld& loaded_;
  tess::SearchOptions options_;
  Mover walker_;
  Mover swimmer_;
};

/// Calls the function and returns the microseconds that it took.
template <class Function>
double timed(Function function) {
  const auto before = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - before)
      .count();
}

}  // namespace pathfind
