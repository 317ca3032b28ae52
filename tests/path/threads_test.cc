#include <tess/path/planner.h>

#include "support/generate.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace tess::test {
namespace {

/// What one thread finds; results are borrowed from planners, so it is kept as text.
std::vector<std::string> ask_all(const NavMap& map, const std::vector<Query>& queries) {
  std::vector<std::string> out;
  Planner planner(map);
  for (const Query& query : queries) {
    const PathResult result = planner.find(query.from, query.to, query.options);
    out.push_back(show(result));
    out.back() += planner.walkable(result.path) ? " walkable" : "";
    out.back() += map.open(query.from) ? " open" : "";
    out.back() += std::to_string(map.entry_cost(query.to));
    out.back() += std::to_string(map.step_cost(query.from, Direction::south_east));
  }
  return out;
}

TEST(Threads, PlannersShareARefreshedMap) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Trial trial = make_trial(seed);
    Built built(trial.world);
    const auto map = built.make_map(trial.world.movement, trial.world.links);
    std::vector<Query> queries;
    Random random(seed);
    for (int i = 0; i < 12; ++i) {
      queries.push_back(
          {random_tile(trial.world.box, random), random_tile(trial.world.box, random), {}});
      queries.back().options.nearest = i % 3 == 0;
      queries.back().options.algorithm = i % 2 == 0 ? Algorithm::automatic : Algorithm::astar;
    }
    for (int round = 0; round < 3; ++round) {
      built.world.set(built.cost, random_tile(trial.world.box, random), 255);
      map->refresh();
      const std::vector<std::string> alone = ask_all(*map, queries);
      std::vector<std::vector<std::string>> found(4);
      std::vector<std::thread> threads;
      for (std::vector<std::string>& mine : found) {
        threads.emplace_back([&] { mine = ask_all(*map, queries); });
      }
      for (std::thread& thread : threads) thread.join();
      for (const std::vector<std::string>& mine : found) EXPECT_EQ(mine, alone);
    }
  }
}

TEST(Threads, PlannersShareAWorldByMapsOfTheirOwn) {
  const Trial trial = make_trial(77);
  const Built built(trial.world);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      Movement movement = trial.world.movement;
      movement.size = 1 + i % 2;
      const auto map = built.make_map(movement);
      Planner planner(*map);
      planner.find(trial.world.box.min, trial.world.box.min, {.nearest = true});
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tess::test
