/// The family `path`: one request at a time, on generated maps and on the real maps below
/// TESS_MAPS_DIR.
///
///     tess_bench                                          everything, in a few minutes
///     tess_bench --benchmark_filter='path/(find|weighted)'
///     tess_bench --benchmark_filter='(map150|baseline_astar)/dao_arena2'
///
/// A reported time is the mean of one query: a case with many of them runs all in each pass, and
/// every query counts as an iteration. Beside the library stands `path/baseline_astar`, a textbook
/// A* on the same queries; on real maps it runs 150 of them, spread over all lengths, and
/// `path/map150` is the library on the same 150.
///
/// Every path of the library is walked step by step before the clock starts, and every cost of
/// timed searches is compared afterwards: with a plain Dijkstra, or on real maps with the
/// scenario's length (cardinal steps, for which there is none: with Dijkstra for ten queries of
/// each map). A wrong answer, or a warm search that allocates, fails the case and the program.
/// Counters are means of one query; `allocations` is the sum of the whole timed loop.

#include "path_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/course.h"
#include "support/failures.h"
#include "support/generated.h"
#include "support/real_maps.h"

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace tess::bench {

namespace {

constexpr std::size_t map_sample = 150;

/// A search that warms up stops after this time, having run the longest queries.
constexpr std::chrono::seconds warm_up_limit{2};

/// What a case does, besides the course it runs on.
struct Case {
  std::string name;
  std::string course =
      {};  ///< cases of one course run after one another share what is built for it
  std::function<Problem()> make = {};
  SearchOptions options = {};
  std::size_t sample = 0;  ///< how many queries; 0 is all
  bool write_tiles = false;
  std::string label = {};
};

/// What one search gave, of either kind.
struct Outcome {
  std::uint64_t cost = no_route;
  SearchCounters counters;
};

std::string describe(const Query& query) {
  const auto text = [](Coord c) {
    return "(" + std::to_string(c.x) + ", " + std::to_string(c.y) + ")";
  };
  return text(query.from) + " to " + text(query.to);
}

/// The course of the case; only that of the last case is kept.
Course& course_of(const Case& bench_case) {
  static std::string name;
  static std::unique_ptr<Course> course;
  if (name != bench_case.course) {
    course.reset();
    course = std::make_unique<Course>(bench_case.make());
    name = bench_case.course;
  }
  return *course;
}

std::vector<Query> queries_of(const Case& bench_case, const Course& course) {
  return bench_case.sample == 0 ? course.queries() : course.sample(bench_case.sample);
}

/// Times passes over all queries, checks the answers of the last pass and exports the counters.
/// Returns how often the timed loop allocated.
template <class Find>
std::uint64_t measure(benchmark::State& state, const Course& course, std::span<const Query> queries,
                      Find find) {
  std::vector<std::uint64_t> costs(queries.size());
  SearchCounters total;
  std::uint64_t before = 0;
  std::uint64_t passes = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(queries.size()))) {
    if (passes++ == 0) before = allocations();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Outcome outcome = find(queries[i]);
      costs[i] = outcome.cost;
      total += outcome.counters;
    }
    benchmark::ClobberMemory();
  }
  const std::uint64_t allocated = allocations() - before;

  double cost = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!is_right(costs[i], queries[i], course.steps())) {
      fail(state, describe(queries[i]) + ": " +
                      std::to_string(length_in_tiles(costs[i], course.steps())) +
                      " tiles long, expected " + std::to_string(queries[i].length));
      return allocated;
    }
    if (costs[i] != no_route) cost += length_in_tiles(costs[i], course.steps());
  }
  const double searches = static_cast<double>(passes) * static_cast<double>(queries.size());
  state.counters["expanded"] = static_cast<double>(total.expanded) / searches;
  state.counters["generated"] = static_cast<double>(total.generated) / searches;
  state.counters["scanned_words"] = static_cast<double>(total.scanned_words) / searches;
  state.counters["heap_operations"] = static_cast<double>(total.heap_operations) / searches;
  state.counters["cost"] = cost / static_cast<double>(queries.size());
  state.counters["allocations"] = static_cast<double>(allocated);
  return allocated;
}

std::uint64_t cost_of(const PathResult& result) {
  if (result) return result.cost;
  // Any other status is a wrong answer, and so is this cost.
  return result.status == PathStatus::no_path ? no_route : no_route - 1;
}

/// Runs the queries once, the longest first, and walks their paths. Returns whether all is right.
bool warm_up(benchmark::State& state, Course& course, const Case& bench_case,
             std::span<const Query> queries) {
  const auto start = std::chrono::steady_clock::now();
  course.all_warm = false;
  for (std::size_t i = queries.size(); i-- > 0;) {
    const Query& query = queries[i];
    const PathResult result = course.planner().find(query.from, query.to, bench_case.options);
    const std::uint64_t walked =
        result ? walked_cost(course.grid(), course.steps(), result.path, query.from, query.to)
               : cost_of(result);
    if (walked != cost_of(result) || !is_right(walked, query, course.steps())) {
      fail(state, describe(query) + ": " + std::string(name(result.status)) + ", cost " +
                      std::to_string(result.cost) + ", walked " + std::to_string(walked) +
                      ", expected " + std::to_string(query.length) + " tiles");
      return false;
    }
    if (i != 0 && std::chrono::steady_clock::now() - start > warm_up_limit) return true;
  }
  course.all_warm = true;
  return true;
}

void run_planner(benchmark::State& state, const Case& bench_case) {
  Course& course = course_of(bench_case);
  const std::vector<Query> queries = queries_of(bench_case, course);
  if (course.warm_for != bench_case.name) {
    if (!warm_up(state, course, bench_case, queries)) return;
    course.warm_for = bench_case.name;
  }
  Planner& planner = course.planner();
  std::vector<Coord> tiles(bench_case.write_tiles ? course.grid().costs.size() : 0);
  std::size_t written = 0;
  const std::uint64_t allocated =
      measure(state, course, queries, [&](const Query& query) -> Outcome {
        const PathResult result = planner.find(query.from, query.to, bench_case.options);
        if (bench_case.write_tiles) written = result.path.copy_to(tiles);
        return {cost_of(result), result.counters};
      });
  if (allocated != 0 && course.all_warm) fail(state, "a warm search allocated");
  const Query& last = queries.back();
  if (bench_case.write_tiles &&
      !is_right(walked_cost(course.grid(), course.steps(), std::span(tiles).first(written),
                            last.from, last.to),
                last, course.steps())) {
    fail(state, "the tiles that were written are not the path");
  }
  const double expanded = state.counters["expanded"];
  std::string label = bench_case.label;
  if (expanded == 0) {
    label += label.empty() ? "a shortcut" : "; a shortcut";
  } else {
    state.counters["time_per_expansion"] = benchmark::Counter(
        expanded, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  }
  state.SetLabel(label);
}

void run_baseline(benchmark::State& state, const Case& bench_case) {
  Course& course = course_of(bench_case);
  const std::vector<Query> queries = queries_of(bench_case, course);
  PlainAStar& search = course.plain();
  const Query& last = queries.back();
  const std::uint64_t cost = search.find(last.from, last.to);
  if (cost != no_route &&
      walked_cost(course.grid(), course.steps(), search.path(), last.from, last.to) != cost) {
    fail(state, "the baseline's path is not what it costs");
    return;
  }
  measure(state, course, queries, [&](const Query& query) -> Outcome {
    const std::uint64_t found = search.find(query.from, query.to);
    return {found, search.counters()};
  });
  state.SetLabel(bench_case.label);
}

void add_case(const Case& bench_case) {
  benchmark::RegisterBenchmark(bench_case.name.c_str(), [bench_case](benchmark::State& state) {
    run_planner(state, bench_case);
  })->Unit(benchmark::kMicrosecond);
}

void add_baseline(const Case& bench_case) {
  benchmark::RegisterBenchmark(bench_case.name.c_str(), [bench_case](benchmark::State& state) {
    run_baseline(state, bench_case);
  })->Unit(benchmark::kMicrosecond);
}

/// A case on a generated map, and its baseline.
void add_generated(Case bench_case, const std::string& baseline) {
  bench_case.course = baseline;
  add_case(bench_case);
  bench_case.name = "path/baseline_astar/" + baseline + "/512";
  bench_case.label = "textbook A*";
  add_baseline(bench_case);
}

std::function<Problem()> one_query(const std::function<Grid()>& make, Coord from, Coord to) {
  return [=] { return make_problem(make(), Steps::cardinal, {{from, to}}); };
}

/// Sixteen queries between tiles anywhere on the map.
std::function<Problem()> spread_queries(const std::function<Grid()>& make) {
  return [=] {
    const auto tile = [](int i) -> Coord {
      return {static_cast<std::int32_t>(hash(i, 1) % side),
              static_cast<std::int32_t>(hash(i, 2) % side)};
    };
    std::vector<std::pair<Coord, Coord>> queries;
    for (int i = 0; i < 16; ++i) queries.emplace_back(tile(2 * i), tile(2 * i + 1));
    return make_problem(make(), Steps::octile, queries);
  };
}

void add_generated_cases() {
  const Coord first{1, 1};
  const Coord last{510, 510};
  const Coord corner{511, 511};
  const auto open = one_query([] { return open_grid(); }, {}, corner);
  const auto equal_costs = one_query([] { return open_grid(3); }, {}, corner);
  const auto grid_of = [](auto make, bool weighted) { return [=] { return make(weighted); }; };

  add_generated({.name = "path/find/open/512", .make = open, .label = "path as runs"}, "open");
  add_case({.name = "path/find/open_tiles/512",
            .course = "open",
            .make = open,
            .write_tiles = true,
            .label = "all tiles written out"});
  add_case({.name = "path/astar/open/512",
            .course = "open",
            .make = open,
            .options = {.algorithm = Algorithm::astar},
            .label = "A* forced"});
  add_generated({.name = "path/find/weighted_open/512",
                 .make = equal_costs,
                 .label = "every tile costs 3; path as runs"},
                "weighted_open");
  add_generated(
      {.name = "path/find/sparse/512", .make = one_query(grid_of(sparse_grid, false), first, last)},
      "sparse");
  add_generated(
      {.name = "path/find/rooms/512", .make = one_query(grid_of(rooms_grid, false), first, last)},
      "rooms");
  add_generated({.name = "path/find/striped/512", .make = one_query(striped_grid, {}, {511, 0})},
                "striped");
  add_generated({.name = "path/weighted/sparse/512",
                 .make = one_query(grid_of(sparse_grid, true), first, last)},
                "weighted_sparse");
  add_generated({.name = "path/weighted/rooms/512",
                 .make = one_query(grid_of(rooms_grid, true), first, last)},
                "weighted_rooms");
  add_generated(
      {.name = "path/weighted/barriers/512", .make = one_query(barriers_grid, first, last)},
      "weighted_barriers");
  add_generated({.name = "path/find/no_path/512",
                 .make = one_query(cut_grid, {}, corner),
                 .label = "a full wall between the ends"},
                "no_path");
  add_generated({.name = "path/weighted_patches/512",
                 .make = spread_queries(patches_grid),
                 .label = "octile, 16 queries"},
                "weighted_patches");
  add_generated({.name = "path/weighted_noise/512",
                 .make = spread_queries(noise_grid),
                 .label = "octile, 16 queries"},
                "weighted_noise");
}

void add_real_map(const RealMap& map) {
  const auto octile = [map] { return read_real_map(map, Steps::octile); };
  const auto cardinal = [map] { return read_real_map(map, Steps::cardinal); };
  const std::string octile_name = map.name + "/octile";
  const std::string cardinal_name = map.name + "/cardinal";
  add_case({.name = "path/map/" + octile_name,
            .course = octile_name,
            .make = octile,
            .label = "all queries"});
  add_case({.name = "path/map150/" + octile_name,
            .course = octile_name,
            .make = octile,
            .sample = map_sample,
            .label = "at most 150 queries, the baseline's"});
  add_baseline({.name = "path/baseline_astar/" + octile_name,
                .course = octile_name,
                .make = octile,
                .sample = map_sample,
                .label = "textbook A*, at most 150 queries"});
  add_case({.name = "path/map/" + cardinal_name,
            .course = cardinal_name,
            .make = cardinal,
            .label = "all queries"});
}

}  // namespace

void register_path_cases(const std::string& maps_folder) {
  add_generated_cases();
  for (const RealMap& map : find_real_maps(maps_folder)) add_real_map(map);
}

}  // namespace tess::bench
