#include <tess/path/planner.h>

#include "support/allocations.h"
#include "support/generate.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#if TESS_TEST_COUNTS_ALLOCATIONS

namespace tess::test {
namespace {

void find(Planner& planner, const Query& query) {
  SearchOptions options = query.options;
  for (const Algorithm algorithm :
       {Algorithm::automatic, Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
    options.algorithm = algorithm;
    planner.find(query.from, query.to, options);
    planner.start({query.from, query.to, options});
    while (planner.advance(17).status == PathStatus::searching) {
    }
    const PathResult result = planner.find(query.from, query.to, options);
    planner.walkable(result.path);
    for (const Coord c : result.path) static_cast<void>(c);
  }
}

TEST(Allocation, NoneInWarmSearches) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Trial trial = make_trial(seed);
    const Built built(trial.world);
    const auto map = built.make_map(trial.world.movement, trial.world.links);
    Planner planner(*map);
    std::erase_if(trial.actions, [](const Action& a) { return a.kind != Action::Kind::ask; });
    const auto ask_all = [&] {
      for (const Action& action : trial.actions) find(planner, action.query);
    };
    ask_all();
    EXPECT_EQ(count_allocations(ask_all), 0U) << show(trial);
  }
}

TEST(Allocation, NoneInWarmSearchesAfterEdits) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Trial trial = make_trial(seed);
    Built built(trial.world);
    const auto map = built.make_map(trial.world.movement, trial.world.links);
    Planner planner(*map);
    Random random(seed);
    const Box box = trial.world.box;
    const Coord tile = random_tile(box, random);
    const Box part = intersection(box, {random_tile(box, random), {20, 20, 1}});
    std::size_t found = 0;
    const auto cycle = [&] {
      for (const int cost : {255, 1, 7, 256, 1}) {
        const auto value = static_cast<std::uint16_t>(cost);
        built.world.set(built.cost, tile, value);
        found += count_allocations([&] { find(planner, trial.actions.front().query); });
        built.world.fill(built.cost, part, value);
        found += count_allocations([&] { find(planner, trial.actions.front().query); });
      }
    };
    cycle();
    cycle();
    found = 0;
    cycle();
    EXPECT_EQ(found, 0U) << show(trial);
  }
}

TEST(Allocation, NoneInEditsOnceWarm) {
  World world({.width = 200, .height = 200});
  const auto cost = world.add_field<std::uint8_t>("cost", 1);
  const NavMap map(world, {}, [=](TileView t) { return int{t[cost]}; });
  Planner planner(map);
  const auto play = [&] {
    for (int i = 0; i < 200; ++i) {
      world.fill(cost, {{i, 199 - i}, {30, 30, 1}}, i % 3 == 0 ? 255 : 1);
      world.set(cost, {199 - i, i}, 1);
      planner.find({0, 0}, {199, 199}, {.nearest = true});
    }
  };
  play();
  play();
  EXPECT_EQ(count_allocations(play), 0U);
}

TEST(Allocation, NoneInAssigningAShorterPath) {
  World world({.width = 70, .height = 70});
  const NavMap map(world, {}, [](TileView) { return 1; });
  Planner planner(map);
  Path kept(planner.find({0, 0}, {69, 30}).path);
  EXPECT_EQ(count_allocations([&] { kept.assign(planner.find({5, 5}, {9, 9}).path); }), 0U);
}

}  // namespace
}  // namespace tess::test

#endif
