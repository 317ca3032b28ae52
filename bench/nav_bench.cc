/// The family `nav`: deriving a map from a world, keeping it and its regions current, and asking
/// the regions. What the timed loop leaves behind is compared with a map that was made afresh, and
/// the regions with a plain flood fill.

#include "nav_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/course.h"
#include "support/failures.h"
#include "support/generated.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tess::bench {

namespace {

/// A world and how it moves on it.
struct NavCourse {
  explicit NavCourse(Grid given) : grid(std::move(given)), world(make_world(grid)) {}

  NavMap make_map() const { return {world, {.steps = Steps::octile}, GridRule(world)}; }

  /// Opens a tile or blocks it.
  void toggle(Coord c) {
    std::uint8_t& cost = grid.at(c.x, c.y);
    cost = cost == 0 ? 1 : 0;
    world.set(field, c, cost);
  }

  Grid grid;
  World world;
  Field<std::uint8_t> field = *world.find_field<std::uint8_t>("cost");
};

/// The tiles that a plain flood fill reaches from each tile, as the number of its piece.
std::vector<std::uint32_t> flood_fill(const Grid& grid) {
  std::vector<std::uint32_t> piece(grid.costs.size(), 0);
  std::vector<Coord> stack;
  std::uint32_t pieces = 0;
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (!grid.open(x, y) || piece[grid.index(x, y)] != 0) continue;
      piece[grid.index(x, y)] = ++pieces;
      stack.push_back({x, y});
      while (!stack.empty()) {
        const Coord c = stack.back();
        stack.pop_back();
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          if (!grid.open(c.x + dx, c.y + dy) || piece[grid.index(c.x + dx, c.y + dy)] != 0)
            continue;
          piece[grid.index(c.x + dx, c.y + dy)] = pieces;
          stack.push_back({c.x + dx, c.y + dy});
        }
      }
    }
  }
  return piece;
}

/// Compares the map with one made now, and its regions with the flood fill, at every tile.
void check(benchmark::State& state, const NavCourse& course, const NavMap& map) {
  const NavMap fresh = course.make_map();
  const std::vector<std::uint32_t> pieces = flood_fill(course.grid);
  std::vector<Coord> first(1);  // of each piece
  for (std::int32_t y = 0; y < course.grid.height; ++y) {
    for (std::int32_t x = 0; x < course.grid.width; ++x) {
      const Coord c{x, y};
      if (map.entry_cost(c) != fresh.entry_cost(c)) return fail(state, "a tile is not current");
      const std::uint32_t piece = pieces[course.grid.index(x, y)];
      if (piece == first.size()) first.push_back(c);
      const bool right = piece == 0 ? map.region_of(c) == no_region
                                    : map.region_of(c) == map.region_of(first[piece]);
      if (!right) return fail(state, "a region is not what a flood fill gives");
    }
  }
  for (std::size_t i = 2; i < first.size(); ++i) {
    if (map.region_of(first[i]) == map.region_of(first[i - 1])) {
      return fail(state, "two pieces are one region");
    }
  }
}

void export_allocations(benchmark::State& state, std::uint64_t before, bool warm) {
  const std::uint64_t allocated = allocations() - before;
  state.counters["allocations"] = static_cast<double>(allocated);
  if (warm && allocated != 0)
    fail(state, "a warm iteration allocated: " + std::to_string(allocated));
}

using MakeGrid = std::function<Grid()>;

/// A map made from a world, regions not asked for.
void run_build(benchmark::State& state, const MakeGrid& make) {
  const NavCourse course(make());
  for (auto _ : state) {
    const NavMap map = course.make_map();
    benchmark::DoNotOptimize(map.open({0, 0}));
  }
  const NavMap map = course.make_map();
  check(state, course, map);
}

/// The regions alone: the whole minus the map is what the label says.
void run_regions_build(benchmark::State& state, const MakeGrid& make) {
  const NavCourse course(make());
  for (auto _ : state) {
    state.PauseTiming();
    auto map = std::make_unique<NavMap>(course.world, Movement{.steps = Steps::octile},
                                        GridRule(course.world));
    benchmark::DoNotOptimize(map->open({0, 0}));
    state.ResumeTiming();
    benchmark::DoNotOptimize(map->region_of({1, 1}));
    state.PauseTiming();
    map.reset();
    state.ResumeTiming();
  }
  const NavMap map = course.make_map();
  check(state, course, map);
}

/// Tiles toggled one after another, the map brought up to date after each.
template <class CatchUp>
void run_edits(benchmark::State& state, const MakeGrid& make, bool regions,
               std::function<Coord(std::uint32_t)> where, CatchUp catch_up) {
  NavCourse course(make());
  const NavMap map = course.make_map();
  if (regions) map.refresh();
  std::uint32_t edits = 0;
  const auto edit = [&] {
    course.toggle(where(edits++));
    catch_up(map);
  };
  for (int i = 0; i < 4096; ++i) edit();
  const std::uint64_t before = allocations();
  for (auto _ : state) edit();
  export_allocations(state, before, !regions);
  check(state, course, map);
}

Coord inside(std::uint32_t i) {
  const std::uint64_t h = hash(std::uint64_t{i / 2}, std::uint64_t{7});  // each is put back
  return {static_cast<std::int32_t>(1 + h % 510), static_cast<std::int32_t>(1 + h / 1000 % 510)};
}

/// In the middle of rooms, where nothing is cut in two.
Coord mid_room(std::uint32_t i) {
  const std::uint64_t h = hash(std::uint64_t{i / 2}, std::uint64_t{11});
  return {static_cast<std::int32_t>(32 * (h % 16) + 16),
          static_cast<std::int32_t>(32 * (h / 16 % 16) + 16)};
}

void run_reachable(benchmark::State& state, const MakeGrid& make) {
  const NavCourse course(make());
  const NavMap map = course.make_map();
  map.refresh();
  const std::vector<std::uint32_t> pieces = flood_fill(course.grid);
  constexpr std::uint32_t count = 1024;
  std::vector<std::pair<Coord, Coord>> pairs;
  for (std::uint32_t i = 0; i < count; ++i) pairs.emplace_back(inside(4 * i), inside(4 * i + 2));
  std::uint32_t next = 0;
  std::uint64_t reached = 0;
  for (auto _ : state) {
    const auto& [from, to] = pairs[next];
    next = (next + 1) % count;
    if (map.reachable(from, to)) ++reached;
  }
  benchmark::DoNotOptimize(reached + 0);
  for (const auto& [from, to] : pairs) {
    const std::uint32_t a = pieces[course.grid.index(from.x, from.y)];
    const std::uint32_t b = pieces[course.grid.index(to.x, to.y)];
    if (map.reachable(from, to) != (a != 0 && a == b)) fail(state, "a wrong answer");
  }
}

/// A third of the tiles blocked at random: thousands of regions.
Grid random_grid() {
  Grid grid = open_grid();
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      if (hash(x, y) % 100 < 35) grid.at(x, y) = 0;
    }
  }
  return grid;
}

}  // namespace

void register_nav_cases() {
  const auto add = [](const std::string& name, benchmark::TimeUnit unit, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(unit);
  };
  const MakeGrid rooms = [] { return rooms_grid(false); };
  const auto only_map = [](const NavMap& map) { benchmark::DoNotOptimize(map.open({0, 0})); };
  const auto all = [](const NavMap& map) { map.refresh(); };
  const auto us = benchmark::kMicrosecond;
  add("nav/build/rooms/512", us, [=](auto& state) { run_build(state, rooms); });
  add("nav/refresh/edit1/512", us,
      [=](auto& state) { run_edits(state, rooms, false, inside, only_map); });
  for (const auto& [name, make] :
       {std::pair<std::string, MakeGrid>{"", rooms}, {"_random", random_grid}}) {
    const MakeGrid grid = make;
    add("nav/regions/build" + name + "/512", us,
        [=](auto& state) { run_regions_build(state, grid); });
    add("nav/regions/update" + name + "/512", us,
        [=](auto& state) { run_edits(state, grid, true, name.empty() ? mid_room : inside, all); });
    add("nav/regions/reachable" + name + "/512", benchmark::kNanosecond,
        [=](auto& state) { run_reachable(state, grid); });
  }
}

}  // namespace tess::bench
