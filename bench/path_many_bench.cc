/// The families `path/batch` and `path/cache`: many requests at once, and routes that are shared.
///
/// Every iteration answers all requests and remembers nothing of the one before: a cache is cleared
/// within the clock. Beside them stands `path/batch_singly`, the same requests one by one. Every
/// path is walked before the clock starts and every cost compared with a plain Dijkstra from the
/// goals; what the timed loop gave last is compared once more. A warm iteration allocates nothing.

#include "path_many_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/course.h"
#include "support/failures.h"
#include "support/generated.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tess::bench {

namespace {

/// A map and what is asked of it at once.
struct ManyProblem {
  Grid grid;
  Steps steps = Steps::cardinal;
  std::vector<PathRequest> requests;
};

/// The problem laid out, with the right answers.
struct ManyCourse {
  explicit ManyCourse(ManyProblem given)
      : problem(std::move(given)),
        world(make_world(problem.grid)),
        map(world, {.steps = problem.steps}, GridRule(world)),
        planner(map) {
    std::map<std::size_t, std::vector<std::uint64_t>> fields;
    for (const PathRequest& request : problem.requests) {
      auto& field = fields[problem.grid.index(request.to.x, request.to.y)];
      if (field.empty()) {
        field = reference_costs_to(problem.grid, problem.steps, {&request.to, 1});
      }
      costs.push_back(field[problem.grid.index(request.from.x, request.from.y)]);
    }
    map.refresh();
  }

  ManyProblem problem;
  World world;
  NavMap map;
  Planner planner;
  std::vector<std::uint64_t> costs;  ///< of the requests
};

/// Whether the i-th answer is a path of the right cost, walked tile by tile.
template <class Tiles>
bool is_right(const ManyCourse& course, std::size_t i, std::uint64_t cost, const Tiles& tiles) {
  const PathRequest& request = course.problem.requests[i];
  return cost == course.costs[i] && walked_cost(course.problem.grid, course.problem.steps, tiles,
                                                request.from, request.to) == cost;
}

void fail_at(benchmark::State& state, const ManyCourse& course, std::size_t i) {
  const PathRequest& request = course.problem.requests[i];
  fail(state, "request " + std::to_string(i) + " from (" + std::to_string(request.from.x) + ", " +
                  std::to_string(request.from.y) + "): not the cheapest path");
}

void check(benchmark::State& state, const ManyCourse& course, std::span<const PathResult> results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_right(course, i, results[i].cost, results[i].path)) fail_at(state, course, i);
  }
}

/// Runs the function again and again; what it does must be right once it has run, and allocate
/// nothing after it has run twice.
template <class Run, class Check>
void measure(benchmark::State& state, Run run, Check check_last) {
  for (int warm = 0; warm < 2; ++warm) run();
  check_last();
  const std::uint64_t before = allocations();
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  const std::uint64_t allocated = allocations() - before;
  check_last();
  state.counters["allocations"] = static_cast<double>(allocated);
  if (allocated != 0) fail(state, "a warm iteration allocated");
}

void run_batch(benchmark::State& state, ManyCourse& course, ExecutorRef executor) {
  BatchResult batch;
  measure(
      state, [&] { batch = course.planner.find_all(course.problem.requests, executor); },
      [&] { check(state, course, batch.results); });
  state.counters["expanded"] = static_cast<double>(batch.counters.work.expanded);
  state.counters["groups"] = static_cast<double>(batch.counters.groups);
  state.counters["grouped"] = static_cast<double>(batch.counters.grouped);
  state.counters["searches"] = static_cast<double>(batch.counters.searches);
}

void run_singly(benchmark::State& state, ManyCourse& course) {
  std::vector<std::uint64_t> costs(course.costs.size());
  SearchCounters work;
  measure(
      state,
      [&] {
        work = {};
        for (std::size_t i = 0; i < costs.size(); ++i) {
          const PathRequest& request = course.problem.requests[i];
          const PathResult result = course.planner.find(request.from, request.to);
          costs[i] = result.cost;
          work += result.counters;
        }
      },
      [&] {
        for (std::size_t i = 0; i < costs.size(); ++i) {
          if (costs[i] != course.costs[i]) fail_at(state, course, i);
        }
      });
  state.counters["expanded"] = static_cast<double>(work.expanded);
}

void run_cache(benchmark::State& state, ManyCourse& course) {
  RouteCache cache(course.map);
  RouteCacheStatistics before;
  std::vector<std::uint64_t> costs(course.costs.size());
  const auto find_all = [&](auto each) {
    cache.clear();
    before = cache.statistics();
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const PathRequest& request = course.problem.requests[i];
      each(i, cache.find(course.planner, request.from, request.to));
    }
  };
  find_all([&](std::size_t i, const RouteResult& result) {
    if (!is_right(course, i, result.route.cost(), result.route)) fail_at(state, course, i);
  });
  measure(
      state,
      [&] {
        find_all([&](std::size_t i, const RouteResult& result) { costs[i] = result.route.cost(); });
      },
      [&] {
        for (std::size_t i = 0; i < costs.size(); ++i) {
          if (costs[i] != course.costs[i]) fail_at(state, course, i);
        }
      });
  const RouteCacheStatistics& now = cache.statistics();
  state.counters["hits"] = static_cast<double>(now.hits - before.hits);
  state.counters["rest_hits"] = static_cast<double>(now.rest_hits - before.rest_hits);
  state.counters["misses"] = static_cast<double>(now.misses - before.misses);
  state.counters["bytes"] = static_cast<double>(cache.bytes());
}

/// What one route of a warm cache costs to ask for.
void run_hit(benchmark::State& state, ManyCourse& course) {
  RouteCache cache(course.map);
  const PathRequest& request = course.problem.requests.front();
  cache.find(course.planner, request.from, request.to);
  std::uint64_t cost = 0;
  measure(
      state, [&] { cost = cache.find(course.planner, request.from, request.to).route.cost(); },
      [&] {
        if (cost != course.costs.front()) fail_at(state, course, 0);
      });
  if (cache.statistics().misses != 1) fail(state, "a hit was searched for");
  state.SetLabel("the same ends again, remembered");
}

// ---- The problems ----------------------------------------------------------------------------

constexpr int requests = 100;

ManyProblem near_goal() {
  ManyProblem problem{open_grid(), Steps::cardinal, {}};
  for (int i = 0; i < requests; ++i) {
    const Coord goal = i % 2 == 1 ? Coord{240, 256} : Coord{256, 256};
    problem.requests.push_back({.from = {232 + i % 10, 244 + i / 10}, .to = goal});
  }
  return problem;
}

ManyProblem multigoal_sparse() {
  constexpr Coord goals[] = {{510, 510}, {480, 510}, {510, 480}, {448, 510},
                             {510, 448}, {416, 510}, {510, 416}, {384, 510}};
  ManyProblem problem{sparse_grid(true), Steps::cardinal, {}};
  for (const Coord goal : goals) problem.grid.at(goal.x, goal.y) = 1;
  for (int i = 0; i < requests; ++i) {
    const Coord from{1 + i % 10, 1 + i / 10};
    problem.grid.at(from.x, from.y) = 1;
    problem.requests.push_back({.from = from, .to = goals[i % 8]});
  }
  return problem;
}

ManyProblem mixed() {
  ManyProblem problem{sparse_grid(true), Steps::cardinal, {}};
  for (int i = 0; i < requests; ++i) {
    const Coord from{1 + i % 16, 1 + i / 16};
    const Coord to = i % 2 == 0 ? Coord{510, 510} : Coord{480, 510 - i % 32};
    problem.grid.at(from.x, from.y) = 1;
    problem.grid.at(to.x, to.y) = 1;
    problem.requests.push_back({.from = from, .to = to});
  }
  return problem;
}

/// Two requests of ten tiles to one goal, where a search from the goal must not cost more.
ManyProblem near_pair() {
  return {Grid(1024, 1024),
          Steps::octile,
          {{.from = {502, 512}, .to = {512, 512}}, {.from = {512, 502}, .to = {512, 512}}}};
}

ManyProblem repeated_rooms() {
  ManyProblem problem{rooms_grid(false), Steps::cardinal, {}};
  for (int i = 0; i < requests; ++i) {
    const int lane = i % 10;
    const PathRequest kinds[] = {{.from = {1 + lane, 1}, .to = {128 + lane, 128}},
                                 {.from = {1 + lane, 64}, .to = {320 + lane, 320}},
                                 {.from = {1 + lane, 96}, .to = {510, 510}}};
    PathRequest request = kinds[i % 3];
    problem.grid.at(request.from.x, request.from.y) = 1;
    problem.grid.at(request.to.x, request.to.y) = 1;
    problem.requests.push_back(request);
  }
  return problem;
}

ManyProblem suffix_open() {
  ManyProblem problem{open_grid(), Steps::cardinal, {}};
  for (int i = 0; i < requests; ++i) problem.requests.push_back({.from = {i, 0}, .to = {511, 0}});
  return problem;
}

// ---- The cases -------------------------------------------------------------------------------

/// The course of the problem; only the last one asked for is kept.
ManyCourse& course_of(const std::string& problem, const std::function<ManyProblem()>& make) {
  static std::string name;
  static std::unique_ptr<ManyCourse> course;
  if (name != problem) {
    course.reset();
    course = std::make_unique<ManyCourse>(make());
    name = problem;
  }
  return *course;
}

template <class Run>
void add(const std::string& name, const std::string& problem, ManyProblem (*make)(), Run run) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    run(state, course_of(problem, make));
  })->Unit(benchmark::kMicrosecond);
}

void add_batch(const std::string& name, ManyProblem (*make)()) {
  add("path/batch/" + name, name, make, [](benchmark::State& state, ManyCourse& course) {
    SerialExecutor serial;
    run_batch(state, course, serial);
  });
  add("path/batch_singly/" + name, name, make, [](benchmark::State& state, ManyCourse& course) {
    run_singly(state, course);
    state.SetLabel("the same requests one by one");
  });
}

}  // namespace

void register_path_many_cases() {
  add_batch("near_goal/512", near_goal);
  add_batch("multigoal_sparse/512", multigoal_sparse);
  add_batch("mixed/512", mixed);
  benchmark::RegisterBenchmark("path/batch/mixed/512/pool2",
                               [](benchmark::State& state) {
                                 WorkerPool pool(2);
                                 run_batch(state, course_of("mixed/512", mixed), pool);
                                 state.SetLabel("two workers");
                               })
      ->Unit(benchmark::kMicrosecond)
      ->UseRealTime();
  add_batch("near_pair/1024", near_pair);
  add("path/cache/repeated_rooms/512", "repeated_rooms", repeated_rooms, run_cache);
  add("path/cache/suffix_open/512", "suffix_open", suffix_open, run_cache);
  add("path/cache/hit_open/512", "suffix_open", suffix_open, run_hit);
}

}  // namespace tess::bench
