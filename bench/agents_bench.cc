/// The family `agents`: a tick of many walkers, with nothing to plan, after edits, and with new
/// goals. What agents do is checked once the clock has stopped: where they stand, and that their
/// routes cost what a plain Dijkstra says.

#include "agents_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/course.h"
#include "support/failures.h"
#include "support/generated.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tess::bench {

namespace {

struct Crowd {
  Crowd(Grid given, Steps steps, const AgentSetOptions& options)
      : grid(std::move(given)),
        world(make_world(grid)),
        map(world, {.steps = steps}, GridRule(world)),
        set(options),
        walker(set.add_class(map)) {}

  void add(Coord from, Coord goal, std::uint16_t speed = 256) {
    ids.push_back(set.add({.position = from, .mover = walker, .speed = speed, .goal = goal}));
  }
  AgentTick tick() { return set.tick(serial); }

  Grid grid;
  World world;
  NavMap map;
  AgentSet set;
  MoverClass walker;
  SerialExecutor serial;
  std::vector<AgentId> ids;
  Field<std::uint8_t> cost = *world.find_field<std::uint8_t>("cost");
};

/// What the rest of an agent's way costs, walked tile by tile.
std::uint64_t way_cost(const Crowd& crowd, std::size_t i) {
  std::vector<Coord> tiles(crowd.grid.costs.size());
  const Coord from = crowd.set.positions()[i];
  tiles[0] = from;
  const std::size_t count = crowd.set.copy_way(crowd.ids[i], std::span(tiles).subspan(1));
  return walked_cost(crowd.grid, crowd.map.movement().steps, std::span(tiles).first(count + 1),
                     from, *crowd.set.goal_of(crowd.ids[i]));
}

/// Whether so many of the agents are on cheapest ways; `exact` where a longer one is wrong.
void check_ways(benchmark::State& state, const Crowd& crowd, std::size_t sample, bool exact) {
  const Steps steps = crowd.map.movement().steps;
  for (std::size_t k = 0; k < sample; ++k) {
    const std::size_t i = k * crowd.ids.size() / sample;
    const Coord goal = *crowd.set.goal_of(crowd.ids[i]);
    const auto costs = reference_costs_to(crowd.grid, steps, {&goal, 1});
    const Coord at = crowd.set.positions()[i];
    const std::uint64_t least = costs[crowd.grid.index(at.x, at.y)];
    const std::uint64_t walked = least == 0 ? 0 : way_cost(crowd, i);
    if (walked == no_route ? least != no_route : exact && walked != least) {
      return fail(state, "agent " + std::to_string(i) + " is not on a cheapest way");
    }
  }
}

/// Times ticks, each after `before_tick(n)`.
template <class Before>
void run_ticks(benchmark::State& state, Crowd& crowd, Before before_tick, int warm) {
  std::uint64_t n = 0;
  for (int i = 0; i < warm; ++i) before_tick(n++), crowd.tick();
  std::uint64_t expanded = 0;
  std::uint64_t planned = 0;
  const std::uint64_t first = n;
  for (auto _ : state) {
    before_tick(n++);
    const AgentTick tick = crowd.tick();
    expanded += tick.expanded;
    planned += tick.planned;
  }
  const auto ticks = static_cast<double>(n - first);
  state.counters["expanded_measured"] = static_cast<double>(expanded) / ticks;
  state.counters["planned_measured"] = static_cast<double>(planned) / ticks;
}

// ---- A hundred agents on 512 x 512 -----------------------------------------------------------

constexpr std::int32_t hundred = 100;

/// Each agent makes a step along its route.
void run_clean(benchmark::State& state) {
  Crowd crowd(open_grid(), Steps::cardinal, {});
  for (std::int32_t i = 0; i < hundred; ++i) crowd.add({i, 0}, {511, 0});
  crowd.tick();
  // The case begins anew before the first agent is there.
  std::size_t steps = 0;
  std::int32_t done = 1;
  for (auto _ : state) {
    if (done == 400) {
      state.PauseTiming();
      for (std::int32_t i = 0; i < hundred; ++i) {
        crowd.set.place(crowd.ids[static_cast<std::size_t>(i)], {i, 0});
      }
      crowd.tick();
      done = 1;
      state.ResumeTiming();
    }
    steps = crowd.tick().steps;
    ++done;
  }
  if (steps != hundred || crowd.set.positions()[7] != Coord{7 + done, 0}) {
    fail(state, "not every agent made its step");
  }
  state.counters["time_ns_an_agent"] = benchmark::Counter(
      hundred * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetLabel("all make a step");
}

/// A corner's worth of agents who stand and wait, and an edit before each tick.
void run_edits(benchmark::State& state, Freshness freshness,
               const std::function<Coord(std::uint64_t)>& where) {
  Crowd crowd(open_grid(), Steps::cardinal, {.freshness = freshness});
  for (std::int32_t i = 0; i < hundred; ++i) crowd.add({i % 16, i / 16}, {511, 511}, 0);
  crowd.tick();
  run_ticks(
      state, crowd,
      [&](std::uint64_t n) {
        const Coord c = where(n);
        std::uint8_t& cost = crowd.grid.at(c.x, c.y);
        cost = cost == 0 ? 1 : 0;
        crowd.world.set(crowd.cost, c, cost);
      },
      64);
  check_ways(state, crowd, 10, freshness == Freshness::optimal);
}

void run_shared_dirty(benchmark::State& state) {
  Crowd crowd(barriers_grid(), Steps::cardinal, {.freshness = Freshness::optimal});
  for (std::int32_t i = 0; i < hundred; ++i) {
    const Coord from{1 + i % 16, 1 + i / 16};
    crowd.add(from, {510, 510}, 0);
  }
  crowd.tick();
  // Every route is put in doubt: a tile at the goal changes its cost.
  run_ticks(
      state, crowd,
      [&](std::uint64_t n) {
        std::uint8_t& cost = crowd.grid.at(510, 509);
        cost = static_cast<std::uint8_t>(1 + n % 2);
        crowd.world.set(crowd.cost, {510, 509}, cost);
      },
      8);
  check_ways(state, crowd, 5, true);
}

/// One agent after the other gets another goal.
void run_goals(benchmark::State& state, bool remembered,
               const std::function<Coord(std::uint64_t)>& goal) {
  Crowd crowd(barriers_grid(), Steps::cardinal,
              {.route_bytes = remembered ? std::size_t{4} << 20 : std::size_t{0}});
  for (std::int32_t i = 0; i < hundred; ++i) crowd.add({1 + i % 16, 1 + i / 16}, goal(0), 0);
  crowd.tick();
  run_ticks(
      state, crowd,
      [&](std::uint64_t n) { crowd.set.set_goal(crowd.ids[n % hundred], goal(n / hundred + n)); },
      remembered ? 4 * hundred : 4);
  check_ways(state, crowd, 3, true);
}

// ---- Crowds on 1024 x 1024 -------------------------------------------------------------------

Grid random_kilo() {
  Grid grid(1024, 1024);
  for (std::int32_t y = 0; y < 1024; ++y) {
    for (std::int32_t x = 0; x < 1024; ++x) {
      if (hash(x, y) % 100 < 20) grid.at(x, y) = 0;
    }
  }
  return grid;
}

Coord open_tile(const Grid& grid, std::uint64_t n) {
  for (std::uint64_t i = 0;; ++i) {
    const std::uint64_t h = hash(n, i);
    const Coord c{static_cast<std::int32_t>(h % 1024), static_cast<std::int32_t>(h >> 32) & 1023};
    if (grid.open(c.x, c.y)) return c;
  }
}

std::unique_ptr<Crowd> make_kilo(Steps steps, std::uint64_t agents) {
  auto crowd = std::make_unique<Crowd>(random_kilo(), steps,
                                       AgentSetOptions{.route_bytes = std::size_t{64} << 20});
  for (std::uint64_t i = 0; i < agents; ++i) {
    crowd->add(open_tile(crowd->grid, 2 * i), open_tile(crowd->grid, 2 * i + 1));
  }
  return crowd;
}

void run_plan(benchmark::State& state, Steps steps) {
  const auto crowd = make_kilo(steps, 1000);
  std::uint64_t goals = 5000;
  for (auto _ : state) {
    state.PauseTiming();
    for (const AgentId id : crowd->ids) crowd->set.set_goal(id, open_tile(crowd->grid, ++goals));
    state.ResumeTiming();
    if (crowd->tick().planned != 1000) return fail(state, "not all were planned for");
  }
  check_ways(state, *crowd, 3, true);
}

/// Ticks with nothing to plan; those who have arrived are sent elsewhere outside the clock.
void run_steady(benchmark::State& state, Steps steps, std::uint64_t agents) {
  const auto crowd = make_kilo(steps, agents);
  crowd->tick();
  std::uint64_t goals = 50'000;
  std::uint64_t made = 0;
  std::uint64_t ticks = 0;
  for (auto _ : state) {
    made += crowd->tick().steps;
    if (++ticks % 32 != 0) continue;
    state.PauseTiming();
    for (std::size_t i = 0; i < crowd->ids.size(); ++i) {
      if (crowd->set.states()[i] == AgentState::walking) continue;
      crowd->set.set_goal(crowd->ids[i], open_tile(crowd->grid, ++goals));
    }
    crowd->tick();
    state.ResumeTiming();
  }
  check_ways(state, *crowd, 3, false);
  state.counters["time_ns_an_agent"] = benchmark::Counter(
      static_cast<double>(agents) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["steps_measured"] = static_cast<double>(made) / static_cast<double>(ticks);
}

/// One tile on the way of an agent is closed and opened again, while all stand.
void run_edit1(benchmark::State& state, Steps steps, std::uint64_t agents) {
  const auto crowd = make_kilo(steps, agents);
  crowd->tick();
  for (const AgentId id : crowd->ids) crowd->set.set_speed(id, 0);
  Coord closed{-1, -1};
  run_ticks(
      state, *crowd,
      [&](std::uint64_t n) {
        const auto toggle = [&](std::uint8_t cost) {
          crowd->grid.at(closed.x, closed.y) = cost;
          crowd->world.set(crowd->cost, closed, cost);
        };
        if (closed.x >= 0) toggle(1);
        std::array<Coord, 8> way{};
        const std::size_t tiles = crowd->set.copy_way(crowd->ids[n * 7 % agents], way);
        closed = tiles == way.size() ? way[5] : Coord{-1, -1};
        if (closed.x >= 0) toggle(0);
      },
      16);
  check_ways(state, *crowd, 3, false);
}

void run_regoal(benchmark::State& state, Steps steps) {
  const auto crowd = make_kilo(steps, 1000);
  crowd->tick();
  run_ticks(
      state, *crowd,
      [&](std::uint64_t n) {
        for (std::uint64_t k = 0; k < 10; ++k) {
          const AgentId id = crowd->ids[(10 * n + k) % crowd->ids.size()];
          crowd->set.set_goal(id, open_tile(crowd->grid, 100'000 + 10 * n + k));
        }
      },
      4);
  check_ways(state, *crowd, 3, true);
}

}  // namespace

void register_agents_cases() {
  const auto add = [](const std::string& name, benchmark::TimeUnit unit, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(unit);
  };
  const auto at = [](std::uint64_t v) { return static_cast<std::int32_t>(v); };
  const auto us = benchmark::kMicrosecond;
  add("agents/clean/100", benchmark::kNanosecond, run_clean);
  add("agents/world_edit/100", us, [=](auto& state) {
    run_edits(state, Freshness::optimal, [=](auto n) { return Coord{256, at(n % 32)}; });
  });
  add("agents/edit_off_path/100", us, [=](auto& state) {
    run_edits(state, Freshness::walkable, [=](auto n) { return Coord{256, at(480 + n % 32)}; });
  });
  add("agents/edit_on_path/100", us, [=](auto& state) {
    run_edits(state, Freshness::walkable, [=](auto n) { return Coord{at(480 + n % 31), 511}; });
  });
  add("agents/shared_dirty/100", us, run_shared_dirty);
  const auto two_goals = [](std::uint64_t n) {
    return n % 2 == 0 ? Coord{510, 510} : Coord{505, 3};
  };
  add("agents/goal_churn/100/cold", us, [=](auto& state) { run_goals(state, false, two_goals); });
  add("agents/goal_churn/100/warm", us, [=](auto& state) { run_goals(state, true, two_goals); });
  add("agents/fresh_churn/100", us, [=](auto& state) {
    run_goals(state, true, [=](auto n) { return Coord{at(477 + n % 35), at(n / 35 % 512)}; });
  });
  for (const Steps steps : {Steps::cardinal, Steps::octile}) {
    const std::string end = steps == Steps::cardinal ? "/cardinal" : "/octile";
    add("agents/crowd_plan/1000" + end, benchmark::kMillisecond,
        [=](auto& state) { run_plan(state, steps); });
    add("agents/crowd_steady/1000" + end, us, [=](auto& state) { run_steady(state, steps, 1000); });
    add("agents/crowd_edit1/1000" + end, us, [=](auto& state) { run_edit1(state, steps, 1000); });
    add("agents/crowd_regoal10/1000" + end, us, [=](auto& state) { run_regoal(state, steps); });
  }
  add("agents/crowd_steady/10000/cardinal", us,
      [=](auto& state) { run_steady(state, Steps::cardinal, 10'000); });
  add("agents/crowd_edit1/10000/cardinal", us,
      [=](auto& state) { run_edit1(state, Steps::cardinal, 10'000); });
}

}  // namespace tess::bench
