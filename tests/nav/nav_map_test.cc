#include <tess/nav/nav_map.h>
#include <tess/world/world.h>

#include "support/generate.h"
#include "support/nav_check.h"
#include "support/random.h"
#include "support/reference.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace tess::test {
namespace {

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

Reference reference_of(const Case& of, const std::vector<Link>& links = {}) {
  return Reference(
      of.box, of.movement, [&](Coord c) { return of.cost(c); }, links);
}

TEST(NavMap, CompilesTheRule) {
  World world({.width = 100, .height = 70});
  const auto terrain = world.add_field<std::uint8_t>("terrain", 3);
  world.set(terrain, {65, 65}, 0);
  world.set(terrain, {66, 65}, 9);
  const NavMap map(world, {}, [=](TileView t) { return t[terrain] == 0 ? blocked : t[terrain]; });
  EXPECT_EQ(map.box(), world.box());
  EXPECT_EQ(map.movement(), Movement{});
  EXPECT_TRUE(map.open({0, 0}));
  EXPECT_FALSE(map.open({65, 65}));
  EXPECT_EQ(map.entry_cost({0, 0}), 3);
  EXPECT_EQ(map.entry_cost({66, 65}), 9);
  EXPECT_EQ(map.entry_cost({65, 65}), blocked);
  EXPECT_EQ(map.entry_cost({100, 0}), blocked);
  EXPECT_EQ(map.uniform_cost(), 0);
  EXPECT_EQ(map.step_cost({64, 64}, Direction::east), 3U * 408);
  EXPECT_EQ(map.step_cost({64, 64}, Direction::south_east), 0U);
  EXPECT_EQ(map.step_cost({65, 64}, Direction::south_east), 0U) << "it passes a blocked corner";
  EXPECT_EQ(map.step_cost({67, 64}, Direction::south_west), 9U * 577);
  EXPECT_EQ(map.step_cost({67, 65}, Direction::west), 9U * 408);
  EXPECT_EQ(map.step_cost({0, 0}, Direction::west), 0U);
  EXPECT_EQ(map.step_cost({0, 0}, Direction::up), 0U);
}

TEST(NavMap, RulesMaySayTrueAndFalse) {
  World world({.width = 5, .height = 5});
  const auto wall = world.add_field<bool>("wall");
  world.set(wall, {2, 2}, true);
  const NavMap map(world, {.steps = Steps::cardinal}, [=](TileView t) { return !t[wall]; });
  EXPECT_EQ(map.entry_cost({2, 2}), blocked);
  EXPECT_EQ(map.entry_cost({2, 3}), 1);
  EXPECT_EQ(map.uniform_cost(), 1);
}

TEST(NavMap, RulesMayUseTheCoordinateAndSeveralFields) {
  World world({.width = 90, .height = 70, .depth = 2, .origin = {-30, -20, 4}});
  const auto base = world.add_field<std::int16_t>("base", 2);
  const auto extra = world.add_field<double>("extra", 0.5);
  world.set(extra, {-1, -1, 5}, 7.0);
  const NavMap map(world, {}, [=](TileView t) {
    if (t.coord().x == 10) return unknown;
    return t[base] + static_cast<int>(t[extra] * 2);
  });
  EXPECT_EQ(map.entry_cost({-1, -1, 4}), 3);
  EXPECT_EQ(map.entry_cost({-1, -1, 5}), 16);
  EXPECT_EQ(map.entry_cost({10, 3, 4}), unknown);
  EXPECT_FALSE(map.open({10, 3, 4}));
}

TEST(NavMap, UniformCostFollowsEdits) {
  World world({.width = 130, .height = 10});
  const auto cost = world.add_field<std::uint8_t>("cost", 4);
  const NavMap map(world, {}, [=](TileView t) { return int{t[cost]}; });
  EXPECT_EQ(map.uniform_cost(), 4);
  world.set(cost, {129, 0}, 5);
  EXPECT_EQ(map.uniform_cost(), 0);
  world.set(cost, {129, 0}, 255);
  EXPECT_EQ(map.uniform_cost(), 4);
  world.fill(cost, world.box(), 255);
  EXPECT_EQ(map.uniform_cost(), 0);
  world.set(cost, {7, 7}, 254);
  EXPECT_EQ(map.uniform_cost(), 254);
  world.fill(cost, {{0, 0}, {64, 10, 1}}, 9);
  EXPECT_EQ(map.uniform_cost(), 9);
  world.fill(cost, {{64, 0}, {66, 10, 1}}, 8);
  EXPECT_EQ(map.uniform_cost(), 0) << "each chunk has one cost, and they differ";
}

TEST(NavMap, VersionGrowsWithChangesOnly) {
  World world({.width = 130, .height = 10});
  const auto cost = world.add_field<std::uint8_t>("cost", 1);
  const auto other = world.add_field<int>("other");
  const NavMap map(world, {}, [=](TileView t) { return int{t[cost]}; });
  const std::uint64_t first = map.version();
  EXPECT_EQ(map.version(), first);
  map.refresh();
  EXPECT_EQ(map.version(), first);
  world.set(cost, {70, 3}, 2);
  const std::uint64_t second = map.version();
  EXPECT_GT(second, first);
  world.set(cost, {70, 3}, 2);
  world.set(other, {70, 3}, 2);
  EXPECT_EQ(map.version(), second) << "nothing that the rule sees has changed";
}

TEST(NavMap, LargeMoversFitWhereAllTheirTilesDo) {
  World world({.width = 130, .height = 70});
  const auto cost = world.add_field<std::uint16_t>("cost", 1);
  const NavMap map(world, {.size = 3}, [=](TileView t) { return int{t[cost]}; });
  EXPECT_TRUE(map.open({127, 67}));
  EXPECT_FALSE(map.open({128, 67}));
  EXPECT_FALSE(map.open({127, 68}));
  world.set(cost, {64, 64}, 7);
  EXPECT_EQ(map.entry_cost({62, 62}), 7);
  EXPECT_EQ(map.entry_cost({61, 62}), 1);
  EXPECT_EQ(map.entry_cost({64, 64}), 7);
  EXPECT_EQ(map.entry_cost({65, 64}), 1);
  world.set(cost, {65, 64}, 256);
  EXPECT_EQ(map.entry_cost({63, 63}), unknown);
  world.set(cost, {63, 63}, 255);
  EXPECT_EQ(map.entry_cost({63, 63}), blocked);
  EXPECT_EQ(map.entry_cost({64, 64}), unknown);
}

TEST(NavMap, TheLargestMoverCoversAChunk) {
  World world({.width = 150, .height = 64, .origin = {-10, -30, 0}});
  const auto cost = world.add_field<std::uint8_t>("cost", 1);
  const NavMap map(world, {.size = 64}, [=](TileView t) { return int{t[cost]}; });
  EXPECT_TRUE(map.open({-10, -30}));
  EXPECT_TRUE(map.open({76, -30}));
  EXPECT_FALSE(map.open({77, -30}));
  EXPECT_FALSE(map.open({76, -29}));
  world.set(cost, {60, 33}, 200);
  EXPECT_EQ(map.entry_cost({-4, -30}), 1);
  EXPECT_EQ(map.entry_cost({-3, -30}), 200);
  EXPECT_EQ(map.entry_cost({60, -30}), 200);
  EXPECT_EQ(map.entry_cost({61, -30}), 1);
}

TEST(NavMap, AnswersOutsideTheWorld) {
  World world({.width = 3, .height = 3, .origin = {highest - 2, lowest, 0}});
  const auto cost = world.add_field<std::uint8_t>("cost", 1);
  const NavMap map(world, {.vertical = Vertical::steps}, [=](TileView t) { return int{t[cost]}; });
  for (const Coord c : {Coord{lowest, lowest, 0}, Coord{highest, highest, 0}, Coord{0, 0, 0},
                        Coord{highest, lowest, highest}, Coord{highest, lowest, lowest}}) {
    EXPECT_FALSE(map.open(c));
    EXPECT_EQ(map.entry_cost(c), blocked);
  }
  EXPECT_EQ(map.step_cost({highest, lowest, 0}, Direction::east), 0U);
  EXPECT_EQ(map.step_cost({highest, lowest, 0}, Direction::north_east), 0U);
  EXPECT_EQ(map.step_cost({highest, lowest, 0}, Direction::up), 0U);
  EXPECT_EQ(map.step_cost({highest, lowest, 0}, Direction::south_west), 577U);
  EXPECT_EQ(check_map(map, Reference(world.box(), map.movement(), [](Coord) { return 1; })), "");
}

TEST(NavMap, SeveralMapsFollowOneWorld) {
  World world({.width = 70, .height = 70});
  const auto height = world.add_field<std::uint8_t>("height", 1);
  const NavMap goat(world, {}, [=](TileView t) { return t[height] < 9; });
  const NavMap cart(world, {.size = 2}, [=](TileView t) { return t[height] < 3; });
  world.set(height, {64, 64}, 5);
  EXPECT_TRUE(goat.open({64, 64}));
  EXPECT_FALSE(cart.open({63, 63}));
}

TEST(NavMap, OutlivesTheMoveOfItsWorld) {
  World world({.width = 70, .height = 70});
  const auto cost = world.add_field<std::uint8_t>("cost", 1);
  const NavMap map(world, {}, [=](TileView t) { return int{t[cost]}; });
  World moved(std::move(world));
  moved.set(cost, {3, 3}, 255);
  EXPECT_FALSE(map.open({3, 3}));
}

TEST(NavMap, EveryGeneratedMapIsCompiledRight) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Case made = make_case(seed);
    const Built built(made);
    const std::unique_ptr<NavMap> map = built.make_map(made.movement);
    ASSERT_EQ(check_map(*map, reference_of(made)), "") << show(made);
  }
}

/// A world with a map that is read at times, edited in all the ways there are.
class Edited {
 public:
  Edited(const Case& from, std::uint64_t seed)
      : now_(from), built_(from), map_(built_.make_map(from.movement)), random_(seed) {}

  void edit() {
    const int kind = random_.between(0, 9);
    const std::uint16_t value = random_.pick<std::uint16_t>({1, 1, 255, 255, 7, 9, 254, 256});
    if (kind < 6) {
      set(random_tile(now_.box, random_), value);
    } else if (kind < 8) {
      const Coord at = random_tile(now_.box, random_) - Coord{20, 20, 0};
      fill({at, {random_.between(1, 80), random_.between(1, 80), random_.between(1, 2)}}, value);
    } else if (kind < 9) {
      scribble(random_tile(now_.box, random_), value);
    } else {
      for (int i = random_.between(900, 1200); i > 0; --i) {
        set(random_tile(now_.box, random_), value);
      }
    }
  }

  /// What is wrong with the map now.
  std::string check() const {
    const std::string fresh = difference(*map_, *built_.make_map(now_.movement));
    if (!fresh.empty()) return "differs from a fresh map: " + fresh;
    return check_map(*map_, reference_of(now_));
  }

  void read() { map_->refresh(); }

 private:
  void set(Coord c, std::uint16_t value) {
    built_.world.set(built_.cost, c, value);
    now_.costs[now_.index(c)] = value;
  }

  void fill(const Box& box, std::uint16_t value) {
    built_.world.fill(built_.cost, box, value);
    for (std::size_t i = 0; i < now_.costs.size(); ++i) {
      if (box.contains(now_.coord(i))) now_.costs[i] = value;
    }
  }

  /// Writes through a chunk edit, and reads the map while it is open.
  void scribble(Coord in, std::uint16_t value) {
    ChunkEdit edit = built_.world.edit(ChunkKey::of(in));
    const auto values = edit.write(built_.cost);
    for (std::size_t i = 0; i < now_.costs.size(); ++i) {
      const Coord c = now_.coord(i);
      if (!edit.box().contains(c) || random_.chance(60)) continue;
      values[static_cast<std::size_t>(tile_index(c))] = value;
      now_.costs[i] = value;
      if (random_.chance(2)) map_->refresh();
    }
  }

  Case now_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  Random random_;
};

TEST(NavMap, FollowsEveryKindOfEdit) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case made = make_case(seed + 1000);
    // Coordinates around zero, so that boxes may begin outside without overflow.
    made.box.min = {-static_cast<std::int32_t>(seed), 5, 0};
    Edited edited(made, seed);
    Random random(seed);
    for (int round = 0; round < 8; ++round) {
      for (int i = random.between(1, 6); i > 0; --i) {
        edited.edit();
        if (random.chance(50)) edited.read();
      }
      ASSERT_EQ(edited.check(), "") << "round " << round << ' ' << show(made);
    }
  }
}

TEST(NavMap, FollowsMoreEditsThanAreRemembered) {
  Case made;
  made.box = {{0, 0, 0}, {200, 100, 1}};
  made.costs.resize(20000, 1);
  for (const std::int32_t size : {1, 3}) {
    made.movement.size = size;
    Case now = made;
    Built built(made);
    const std::unique_ptr<NavMap> map = built.make_map(made.movement);
    Random random(5);
    for (const int edits : {1, 1023, 1024, 1025, 3000}) {
      for (int i = 0; i < edits; ++i) {
        const Coord c = random_tile(now.box, random);
        const auto value = static_cast<std::uint16_t>(random.chance(40) ? 255 : 1);
        built.world.set(built.cost, c, value);
        now.costs[now.index(c)] = value;
      }
      ASSERT_EQ(check_map(*map, reference_of(now)), "") << edits << " edits, size " << size;
    }
  }
}

#if TESS_ASSERTIONS && GTEST_HAS_DEATH_TEST
TEST(NavMapDeathTest, RefusesMisuse) {
  World world({.width = 5, .height = 5});
  const auto cost = world.add_field<int>("cost", 1);
  EXPECT_DEATH(NavMap(world, {.size = 0}, [](TileView) { return 1; }), "size");
  EXPECT_DEATH(NavMap(world, {.size = 65}, [](TileView) { return 1; }), "size");
  EXPECT_DEATH(NavMap(world, {}, [](TileView) { return 0; }), "rule");
  EXPECT_DEATH(NavMap(world, {}, [](TileView) { return 257; }), "rule");
  const NavMap map(world, {}, [=](TileView t) { return t[cost]; });
  world.set(cost, {1, 1}, -3);
  EXPECT_DEATH(map.refresh(), "rule");
}
#endif

}  // namespace
}  // namespace tess::test
