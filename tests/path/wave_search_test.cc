#include <tess/path/planner.h>

#include "support/oracle.h"
#include "support/print.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace tess::test {
namespace {

constexpr SearchOptions with(Algorithm algorithm) { return {.algorithm = algorithm}; }

/// A world of one field, and a planner that walks where it is not 0, by cardinal steps.
struct Game {
  explicit Game(const WorldOptions& options, std::uint8_t entry_cost = 1)
      : world(options),
        open(world.add_field<std::uint8_t>("open", 1)),
        map(world, {.steps = Steps::cardinal},
            [f = open, entry_cost](TileView t) { return t[f] != 0 ? int{entry_cost} : blocked; }),
        planner(map) {}

  /// Blocks so many in a hundred of the tiles.
  void scatter(std::uint64_t seed, int percent) {
    Random random(seed);
    const Box box = world.box();
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      for (std::int32_t x = 0; x < box.size.width; ++x) {
        world.set(open, {box.min.x + x, box.min.y + y, box.min.z}, random.chance(percent) ? 0 : 1);
      }
    }
  }

  /// Blocks tiles of one column or row.
  void wall(Coord from, Extent size) { world.fill(open, {from, size}, 0); }

  /// That the bit-parallel search agrees with A*.
  void compare(Coord from, Coord to) {
    Planner other(map);
    const PathResult expected = other.find(from, to, with(Algorithm::astar));
    const PathResult result = planner.find(from, to, with(Algorithm::wave));
    ASSERT_EQ(result.status, expected.status) << text(from) << text(to);
    EXPECT_EQ(result.cost, expected.cost) << text(from) << text(to);
    if (!result) return;
    EXPECT_EQ(result.path.front(), from);
    EXPECT_EQ(result.path.back(), to);
    EXPECT_EQ(check_view(result.path), "");
    EXPECT_TRUE(planner.walkable(result.path));
  }

  World world;
  Field<std::uint8_t> open;
  NavMap map;
  Planner planner;
};

TEST(WaveSearch, ReachesGoalsOnTheBordersOfChunks) {
  Game game({.width = 192, .height = 192, .origin = {-64, -64}});
  game.scatter(1, 25);
  const std::int32_t edges[] = {-64, -1, 0, 1, 62, 63, 64, 65, 127};
  for (const std::int32_t x : edges) {
    for (const std::int32_t y : edges) game.world.set(game.open, {x, y}, 1);
  }
  Random random(2);
  for (const std::int32_t x : edges) {
    for (const std::int32_t y : edges) {
      for (int i = 0; i < 4; ++i) game.compare({random.pick(edges), random.pick(edges)}, {x, y});
    }
  }
}

TEST(WaveSearch, LeavesTheGoalsRowAndColumn) {
  for (const std::int32_t at : {0, 31, 63, 64, 127, 128, 191}) {
    Game game({.width = 192, .height = 192});
    // Cups that open away from the goal, across the border of chunks.
    game.wall({at, 40}, {1, 100, 1});
    game.wall({20, 100}, {150, 1, 1});
    for (const std::int32_t from : {0, 63, 64, 191}) {
      game.compare({from, at}, {191 - from, at});
      game.compare({at, from}, {at, 191 - from});
    }
  }
}

TEST(WaveSearch, GoesFar) {
  constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  Game game({.width = 2000, .height = 70, .origin = {lowest, lowest}});
  game.scatter(3, 20);
  for (const std::int32_t x : {lowest, lowest + 1999}) {
    for (const std::int32_t y : {lowest, lowest + 69}) game.world.set(game.open, {x, y}, 1);
  }
  game.compare({lowest, lowest}, {lowest + 1999, lowest + 69});
  game.compare({lowest + 1999, lowest}, {lowest, lowest + 69});
}

TEST(WaveSearch, KeepsLevelsApart) {
  Game game({.width = 70, .height = 70, .depth = 2});
  game.compare({0, 0, 0}, {69, 69, 1});
  game.wall({30, 0, 1}, {1, 69, 1});
  game.compare({0, 0, 1}, {69, 0, 1});
}

TEST(WaveSearch, CountsTheCostOfEachStep) {
  Game game({.width = 100, .height = 100}, 254);
  game.wall({50, 0}, {1, 99, 1});
  const PathResult result = game.planner.find({0, 0}, {99, 0}, with(Algorithm::wave));
  EXPECT_EQ(result.cost, (99U + 2 * 99U) * 254U);
}

TEST(WaveSearch, ExpandsExactlyWhatItIsAllowed) {
  Game game({.width = 150, .height = 100});
  game.wall({60, 0}, {1, 99, 1});
  const Coord from{0, 0};
  const Coord to{149, 0};
  Planner other(game.map);
  const PathResult whole = other.find(from, to, with(Algorithm::wave));
  const std::uint64_t needed = whole.counters.expanded;
  ASSERT_EQ(whole.status, PathStatus::found);
  std::vector<Coord> tiles;
  other.append_expanded(tiles);
  EXPECT_EQ(tiles.size(), needed);
  for (std::uint64_t allowed : {std::uint64_t{0}, std::uint64_t{1}, needed / 2, needed - 1}) {
    const PathResult stopped =
        game.planner.find(from, to, {.algorithm = Algorithm::wave, .max_expansions = allowed});
    EXPECT_EQ(stopped.status, PathStatus::out_of_budget);
    EXPECT_EQ(stopped.counters.expanded, allowed);
  }
  const PathResult same =
      game.planner.find(from, to, {.algorithm = Algorithm::wave, .max_expansions = needed});
  EXPECT_EQ(difference(same, whole), "");
  game.planner.start({from, to, with(Algorithm::wave)});
  for (std::uint64_t done = 7; done < needed; done += 7) {
    const PathResult slice = game.planner.advance(7);
    ASSERT_EQ(slice.status, PathStatus::searching);
    ASSERT_EQ(slice.counters.expanded, done);
  }
  EXPECT_EQ(difference(game.planner.advance(7), whole), "");
}

TEST(WaveSearch, DoesNotBeginWhereThereIsNoPath) {
  Game game({.width = 130, .height = 70});
  game.wall({65, 0}, {1, 70, 1});
  const PathResult result =
      game.planner.find({0, 0}, {129, 69}, {.algorithm = Algorithm::wave, .max_expansions = 0});
  EXPECT_EQ(result.status, PathStatus::no_path);
  EXPECT_EQ(result.algorithm, Algorithm::wave);
  EXPECT_EQ(result.counters.expanded, 0U);
}

TEST(WaveSearch, IsChosenByClutter) {
  Game game({.width = 256, .height = 256});
  const auto chosen = [&] { return game.planner.find({0, 0}, {255, 255}).algorithm; };
  game.wall({100, 0}, {1, 255, 1});
  game.wall({200, 1}, {1, 255, 1});
  EXPECT_EQ(chosen(), Algorithm::jump_point);
  game.scatter(4, 20);
  game.world.set(game.open, {0, 0}, 1);
  game.world.set(game.open, {255, 255}, 1);
  EXPECT_EQ(chosen(), Algorithm::wave);
  const PathResult forced = game.planner.find({0, 0}, {255, 255}, with(Algorithm::jump_point));
  EXPECT_EQ(forced.algorithm, Algorithm::jump_point);
  game.world.fill(game.open, game.world.box(), 1);
  game.wall({100, 0}, {1, 255, 1});
  game.wall({200, 1}, {1, 255, 1});
  EXPECT_EQ(chosen(), Algorithm::jump_point) << "what was there before does not matter";
}

TEST(WaveSearch, IsNotChosenForMazes) {
  Game game({.width = 255, .height = 255});
  game.world.fill(game.open, game.world.box(), 0);
  Random random(5);
  for (std::int32_t y = 0; y < 255; y += 2) {
    for (std::int32_t x = 0; x < 255; x += 2) {
      game.world.set(game.open, {x, y}, 1);
      const bool up = x == 0 || (y != 0 && random.chance(50));
      if (up && y != 0) game.world.set(game.open, {x, y - 1}, 1);
      if (!up) game.world.set(game.open, {x - 1, y}, 1);
    }
  }
  const PathResult result = game.planner.find({0, 254}, {254, 0});
  EXPECT_EQ(result.status, PathStatus::found);
  EXPECT_EQ(result.algorithm, Algorithm::jump_point);
}

TEST(WaveSearch, TakesCardinalStepsOnly) {
  World world({.width = 10, .height = 10});
  const Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  const NavMap octile(world, {}, [=](TileView t) { return int{t[cost]}; });
  const NavMap steps(world, {.steps = Steps::cardinal}, [=](TileView t) { return int{t[cost]}; });
  world.set(cost, {9, 8}, 255);
  world.set(cost, {8, 9}, 1);
  world.set(cost, {1, 0}, 255);
  world.set(cost, {0, 5}, 255);
  Planner planner(octile);
  EXPECT_EQ(planner.find({0, 0}, {9, 9}, with(Algorithm::wave)).algorithm, Algorithm::astar);
  Planner other(steps);
  EXPECT_EQ(other.find({0, 0}, {9, 9}, with(Algorithm::wave)).algorithm, Algorithm::wave);
  world.set(cost, {5, 5}, 2);
  EXPECT_EQ(other.find({0, 0}, {9, 9}, with(Algorithm::wave)).algorithm, Algorithm::astar);
}

TEST(WaveSearch, FollowsEdits) {
  Game game({.width = 200, .height = 150});
  game.scatter(5, 20);
  Random random(6);
  for (int i = 0; i < 60; ++i) {
    const Coord from{random.between(0, 199), random.between(0, 149)};
    const Coord to{random.between(0, 199), random.between(0, 149)};
    game.world.set(game.open, from, 1);
    game.world.set(game.open, to, 1);
    game.compare(from, to);
    for (int k = 0; k < 20; ++k) {
      const Coord at{random.between(0, 199), random.between(0, 149)};
      game.world.set(game.open, at, random.chance(50) ? 1 : 0);
    }
  }
}

TEST(WaveSearch, BeginsAnewWhenTheMapChanges) {
  Game game({.width = 150, .height = 100});
  game.wall({60, 0}, {1, 99, 1});
  game.planner.start({{0, 0}, {149, 0}, with(Algorithm::wave)});
  EXPECT_EQ(game.planner.advance(100).status, PathStatus::searching);
  game.world.set(game.open, {60, 50}, 1);
  const PathResult result = game.planner.advance(1'000'000);
  EXPECT_TRUE(result.restarted);
  EXPECT_EQ(result.cost, 149U + 100U);
}

}  // namespace
}  // namespace tess::test
