/// The family `path/field`: the distances from everywhere to the nearest of some goals. Beside it
/// stands `lab/field/queue_bfs`, the breadth-first search that anybody would write over an array,
/// for cardinal steps and one cost.
///
/// Every distance is compared with a plain Dijkstra once the clock has stopped; paths are walked.
/// `time_ns_a_tile` is the time for each tile that was reached. A warm build allocates nothing.

#include "path_field_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/course.h"
#include "support/failures.h"
#include "support/generated.h"
#include "support/real_maps.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tess::bench {

namespace {

/// A map, how it is moved on, and where to.
struct FieldProblem {
  Grid grid;
  Steps steps = Steps::cardinal;
  std::vector<Coord> goals;
};

struct FieldCourse {
  explicit FieldCourse(FieldProblem given)
      : problem(std::move(given)),
        world(make_world(problem.grid)),
        map(world, {.steps = problem.steps}, GridRule(world)),
        field(map) {}

  FieldProblem problem;
  World world;
  NavMap map;
  DistanceField field;
  bool is_warm = false;  ///< whether edits have made its memory as large as it gets
};

std::uint64_t distance_at(FieldCourse& course, Coord c) {
  const std::uint32_t distance = course.field.distance(c);
  return distance == DistanceField::unreached ? no_route : distance;
}

/// Whether every distance is that of the plain search.
bool is_right(FieldCourse& course) {
  const Grid& grid = course.problem.grid;
  const auto costs = reference_costs_to(grid, course.problem.steps, course.problem.goals);
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (distance_at(course, {x, y}) != costs[grid.index(x, y)]) return false;
    }
  }
  return true;
}

/// Times what the function does with the field, once it has done it some times.
template <class Run>
void measure(benchmark::State& state, FieldCourse& course, Run run, int warm = 2) {
  for (int i = 0; i < warm; ++i) run();
  const std::uint64_t before = allocations();
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  const std::uint64_t allocated = allocations() - before;
  state.counters["allocations"] = static_cast<double>(allocated);
  state.counters["expanded"] = static_cast<double>(course.field.expanded());
  if (allocated != 0) fail(state, "allocated when warm: " + std::to_string(allocated));
  if (!is_right(course)) fail(state, "a distance is wrong");
}

void run_build(benchmark::State& state, FieldCourse& course) {
  measure(state, course, [&] { course.field.build(course.problem.goals); });
  const auto reached = static_cast<double>(course.field.reached());
  state.counters["reached"] = reached;
  state.counters["time_ns_a_tile"] = benchmark::Counter(
      reached * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// A field, and the ways of a hundred movers read from it.
void run_paths(benchmark::State& state, FieldCourse& course) {
  std::vector<Coord> starts;
  for (int i = 0; starts.size() < 100; ++i) {
    const Coord c{static_cast<std::int32_t>(hash(i, 3) % side),
                  static_cast<std::int32_t>(hash(i, 4) % side)};
    if (course.problem.grid.open(c.x, c.y)) starts.push_back(c);
  }
  std::size_t tiles = 0;
  measure(state, course, [&] {
    course.field.build(course.problem.goals);
    tiles = 0;
    for (const Coord start : starts) tiles += course.field.path_from(start).size();
  });
  state.counters["path_tiles"] = static_cast<double>(tiles);
  for (const Coord start : starts) {
    const PathView path = course.field.path_from(start);
    const bool right = walked_cost(course.problem.grid, course.problem.steps, path, start,
                                   path.back()) == distance_at(course, start);
    if (!right) fail(state, "a path is not the cheapest");
  }
}

/// A tile toggled, and the field brought up to date.
void run_repair(benchmark::State& state, FieldCourse& course) {
  const auto cost = *course.world.find_field<std::uint8_t>("cost");
  std::uint32_t edits = 0;
  std::uint64_t expanded = 0;
  course.field.build(course.problem.goals);
  const auto edit = [&] {
    const std::uint64_t h = hash(std::uint64_t{edits++ / 2}, std::uint64_t{5});  // and put back
    const Coord c{static_cast<std::int32_t>(h % 500), static_cast<std::int32_t>(h / 512 % 500)};
    std::uint8_t& now = course.problem.grid.at(c.x, c.y);
    now = now == 0 ? 1 : 0;
    course.world.set(cost, c, now);
    course.field.refresh();
    expanded += course.field.expanded();
  };
  // Edits are all different, and some change more than any before.
  measure(state, course, edit, std::exchange(course.is_warm, true) ? 2 : 40'000);
  state.counters["expanded"] = static_cast<double>(expanded) / edits;
}

/// What a mover asks each tick.
void run_reads(benchmark::State& state, FieldCourse& course) {
  course.field.build(course.problem.goals);
  std::vector<Coord> tiles;
  for (int i = 0; i < 1024; ++i) {
    tiles.push_back({static_cast<std::int32_t>(hash(i, 3) % side),
                     static_cast<std::int32_t>(hash(i, 4) % side)});
  }
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum = 0;
    for (const Coord c : tiles) sum += course.field.distance(c);
  }
  std::uint64_t expected = 0;
  const auto costs =
      reference_costs_to(course.problem.grid, course.problem.steps, course.problem.goals);
  for (const Coord c : tiles) {
    expected += std::min<std::uint64_t>(costs[course.problem.grid.index(c.x, c.y)],
                                        DistanceField::unreached);
  }
  if (sum != expected) fail(state, "a wrong sum");
  state.counters["time_ns_a_tile"] = benchmark::Counter(
      1024e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The baseline.
void run_queue_bfs(benchmark::State& state, FieldCourse& course) {
  const Grid& grid = course.problem.grid;
  const auto width = static_cast<std::uint32_t>(grid.width);
  std::vector<std::uint32_t> distances(grid.costs.size());
  std::vector<std::uint32_t> queue(grid.costs.size());
  std::size_t end = 0;
  for (auto _ : state) {
    std::fill(distances.begin(), distances.end(), DistanceField::unreached);
    end = 0;
    for (const Coord goal : course.problem.goals) {
      const auto i = static_cast<std::uint32_t>(grid.index(goal.x, goal.y));
      distances[i] = 0;
      queue[end++] = i;
    }
    for (std::size_t at = 0; at < end; ++at) {
      const std::uint32_t tile = queue[at];
      const auto x = static_cast<std::int32_t>(tile % width);
      const auto y = static_cast<std::int32_t>(tile / width);
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
        if (!grid.open(x + dx, y + dy)) continue;
        const auto next = static_cast<std::uint32_t>(grid.index(x + dx, y + dy));
        if (distances[next] != DistanceField::unreached) continue;
        distances[next] = distances[tile] + 1;
        queue[end++] = next;
      }
    }
    benchmark::ClobberMemory();
  }
  course.field.build(course.problem.goals);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Coord c{static_cast<std::int32_t>(i % width), static_cast<std::int32_t>(i / width)};
    if (distances[i] != course.field.distance(c)) return fail(state, "a distance is wrong");
  }
  state.counters["time_ns_a_tile"] = benchmark::Counter(
      static_cast<double>(end) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// ---- The problems ----------------------------------------------------------------------------

constexpr Coord corner{510, 510};

std::vector<Coord> eight_goals() {
  return {{510, 510}, {510, 447}, {447, 510}, {383, 510},
          {510, 383}, {447, 447}, {383, 447}, {447, 383}};
}

FieldProblem rooms() { return {rooms_grid(false), Steps::cardinal, {corner}}; }
FieldProblem rooms_eight() {
  FieldProblem problem{rooms_grid(false), Steps::cardinal, eight_goals()};
  for (const Coord c : problem.goals) problem.grid.at(c.x, c.y) = 1;
  return problem;
}

/// One tile costs more, so that the map is one of costs.
FieldProblem weighted_eight() {
  FieldProblem problem{open_grid(), Steps::cardinal, eight_goals()};
  problem.grid.at(0, 0) = 2;
  return problem;
}

FieldProblem noise(Steps steps) { return {noise_grid(), steps, {corner}}; }
FieldProblem patches() { return {patches_grid(), Steps::octile, {corner}}; }
FieldProblem random_cardinal() { return {sparse_grid(false), Steps::cardinal, {corner}}; }
FieldProblem random_octile() { return {sparse_grid(false), Steps::octile, {corner}}; }

/// The map with its longest query's goal.
FieldProblem real_map(const RealMap& map, Steps steps) {
  const Problem problem = read_real_map(map, Steps::octile);
  return {problem.grid, steps, {problem.queries.back().to}};
}

using MakeField = std::function<FieldProblem()>;

FieldCourse& course_of(const std::string& problem, const MakeField& make) {
  static std::string name;
  static std::unique_ptr<FieldCourse> course;
  if (name != problem) {
    course.reset();
    course = std::make_unique<FieldCourse>(make());
    name = problem;
  }
  return *course;
}

template <class Run>
void add(const std::string& name, const std::string& problem, const MakeField& make, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    run(state, course_of(problem, make));
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_path_field_cases(const std::string& maps_folder) {
  add("path/field/rooms/512", "rooms", rooms, run_paths);
  add("path/field/rooms_build/512", "rooms", rooms, run_build);
  add("path/field/reads/512", "rooms", rooms, run_reads);
  add("lab/field/queue_bfs/rooms/512", "rooms", rooms, run_queue_bfs);
  add("path/field/repair/512", "rooms_edited", rooms, run_repair);
  add("path/field/goals8_rooms/512", "rooms_eight", rooms_eight, run_build);
  add("path/field/weighted8_open/512", "weighted_eight", weighted_eight, run_build);
  add("path/field/sparse/512/cardinal", "sparse", random_cardinal, run_build);
  add("path/field/sparse/512/octile", "sparse8", random_octile, run_build);
  add("path/field/weighted_patches/512/octile", "patches", patches, run_build);
  for (const Steps steps : {Steps::cardinal, Steps::octile}) {
    const std::string name = steps == Steps::cardinal ? "cardinal" : "octile";
    const auto make = [steps] { return noise(steps); };
    add("path/field/weighted_noise/512/" + name, "noise" + name, make, run_build);
  }
  for (const RealMap& map : find_real_maps(maps_folder)) {
    for (const Steps steps : {Steps::cardinal, Steps::octile}) {
      const std::string name = map.name + (steps == Steps::cardinal ? "/cardinal" : "/octile");
      const auto make = [map, steps] { return real_map(map, steps); };
      add("path/field/map/" + name, name, make, run_build);
      if (steps == Steps::cardinal) {
        add("lab/field/queue_bfs/" + map.name, name, make, run_queue_bfs);
      }
    }
  }
}

}  // namespace tess::bench
