#include "solver.h"

#include <numbers>

namespace pathfind {

namespace {

double length_of(const tess::PathView& path) {
  double straight = 0;
  double diagonal = 0;
  for (const tess::PathRun& run : path.runs()) {
    (run.dx != 0 && run.dy != 0 ? diagonal : straight) += run.length;
  }
  return straight + diagonal * std::numbers::sqrt2;
}

}  // namespace

Mover::Mover(const tess::MovingAiWorld& loaded, tess::Steps steps, const tess::MovingAiMover& mover)
    : map(loaded.world, {.steps = steps}, tess::MovingAiRule{loaded.terrain, mover}), planner(map) {
  map.refresh();
}

Solver::Solver(const tess::MovingAiWorld& loaded, const Arguments& arguments)
    : loaded_(loaded),
      options_{.algorithm = arguments.algorithm},
      walker_(loaded, arguments.steps, tess::walker),
      swimmer_(loaded, arguments.steps, tess::swimmer) {}

Mover& Solver::mover_at(tess::Coord start) {
  return loaded_.world.get(loaded_.terrain, start) == 'W' ? swimmer_ : walker_;
}

Answer Solver::solve(tess::Coord from, tess::Coord to) {
  tess::Planner& planner = mover_at(from).planner;
  Answer answer;
  answer.microseconds = timed([&] { answer.result = planner.find(from, to, options_); });
  answer.length = length_of(answer.result.path);
  return answer;
}

BatchAnswer Solver::solve(std::span<const tess::MovingAiQuery> queries) {
  tess::WorkerPool pool;
  BatchAnswer batch;
  batch.workers = pool.worker_count();
  batch.answers.resize(queries.size());
  solve(walker_, queries, pool, batch);
  solve(swimmer_, queries, pool, batch);
  return batch;
}

/// Answers those of the queries whose start is this mover's.
void Solver::solve(Mover& mover, std::span<const tess::MovingAiQuery> queries,
                   tess::ExecutorRef executor, BatchAnswer& batch) {
  std::vector<tess::PathRequest> requests;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (&mover_at(queries[i].from) != &mover) continue;
    requests.push_back({.from = queries[i].from, .to = queries[i].to, .options = options_});
    places.push_back(i);
  }
  if (requests.empty()) return;
  tess::BatchResult result;
  batch.microseconds += timed([&] { result = mover.planner.find_all(requests, executor); });
  for (std::size_t i = 0; i < places.size(); ++i) {
    Answer& answer = batch.answers[places[i]];
    answer.result = result.results[i];
    answer.length = length_of(answer.result.path);
  }
  batch.counters.duplicates += result.counters.duplicates;
  batch.counters.groups += result.counters.groups;
  batch.counters.grouped += result.counters.grouped;
  batch.counters.searches += result.counters.searches;
  batch.counters.work += result.counters.work;
}

}  // namespace pathfind
