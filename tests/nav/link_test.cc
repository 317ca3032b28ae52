#include <tess/nav/link.h>
#include <tess/nav/nav_map.h>
#include <tess/path/planner.h>
#include <tess/world/world.h>

#include "support/print.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace tess {
namespace {

/// Two islands with a column of water in between.
class LinkTest : public testing::Test {
 protected:
  LinkTest() { world.fill(cost, {{70, 0}, {1, 10, 1}}, 255); }

  std::uint64_t ticks(Coord from, Coord to) {
    const PathResult result = planner.find(from, to);
    return result ? result.cost : none;
  }

  static constexpr std::uint64_t none = 1'000'000;

  World world{{.width = 140, .height = 10}};
  Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  NavMap map{world, {.steps = Steps::cardinal}, [f = cost](TileView t) { return int{t[f]}; }};
  Planner planner{map};
};

TEST(Link, IsTwoWayAndCostsOneStepByDefault) {
  constexpr Link link{{0, 0}, {1, 1}};
  EXPECT_EQ(link.cost, 1U);
  EXPECT_TRUE(link.two_way);
}

TEST_F(LinkTest, JoinsWhatIsApart) {
  EXPECT_EQ(ticks({0, 0}, {139, 0}), none);
  map.add_link({{69, 5}, {71, 5}, 10});
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 10U);
  EXPECT_EQ(ticks({68, 5}, {72, 4}), 1U + 10 + 1 + 1);
  EXPECT_EQ(ticks({72, 4}, {68, 5}), 1U + 1 + 10 + 1);
}

TEST_F(LinkTest, OneWayIsOneWay) {
  map.add_link({{69, 5}, {71, 5}, 10, false});
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 10U);
  EXPECT_EQ(ticks({71, 5}, {69, 5}), none);
}

TEST_F(LinkTest, TheCheapestOfSeveralIsTaken) {
  map.add_link({{69, 5}, {71, 5}, 10});
  const LinkId cheap = map.add_link({{69, 5}, {71, 5}, 0});
  map.add_link({{71, 5}, {69, 5}, 4, false});
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 0U);
  EXPECT_TRUE(map.remove_link(cheap));
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 10U);
  EXPECT_EQ(ticks({71, 5}, {69, 5}), 4U);
}

TEST_F(LinkTest, RemovedIsGone) {
  const LinkId link = map.add_link({{69, 5}, {71, 5}, 10});
  EXPECT_TRUE(map.remove_link(link));
  EXPECT_FALSE(map.remove_link(link));
  EXPECT_FALSE(map.remove_link(LinkId{77}));
  EXPECT_EQ(ticks({69, 5}, {71, 5}), none);
  const LinkId next = map.add_link({{69, 5}, {71, 5}, 3});
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 3U);
  EXPECT_TRUE(map.remove_link(next));
}

TEST_F(LinkTest, NeedsBothEndsOpen) {
  map.add_link({{69, 5}, {71, 5}, 10});
  map.add_link({{3, 3}, {70, 3}, 1});
  world.set(cost, {71, 5}, 255);
  EXPECT_EQ(ticks({69, 5}, {72, 5}), none);
  world.set(cost, {71, 5}, 1);
  EXPECT_EQ(ticks({69, 5}, {72, 5}), 11U);
  world.set(cost, {69, 5}, 255);
  EXPECT_EQ(ticks({68, 5}, {72, 5}), none);
  world.set(cost, {69, 5}, 1);
  world.set(cost, {70, 3}, 1);
  EXPECT_EQ(ticks({3, 3}, {71, 3}), 2U);
}

TEST_F(LinkTest, DoesNotPayForTheTileItArrivesAt) {
  world.set(cost, {71, 5}, 200);
  map.add_link({{69, 5}, {71, 5}, 10});
  EXPECT_EQ(ticks({69, 5}, {71, 5}), 10U);
}

TEST_F(LinkTest, CostsAreInCardinalStepsForOctileToo) {
  NavMap octile(world, {}, [f = cost](TileView t) { return int{t[f]}; });
  octile.add_link({{69, 5}, {71, 5}, 10});
  Planner other(octile);
  const PathResult result = other.find({69, 5}, {71, 5});
  EXPECT_EQ(result.cost, 4080U);
  EXPECT_EQ(result.cost_in_tiles, 10.0);
  ASSERT_EQ(result.path.runs().size(), 1U);
  EXPECT_TRUE(result.path.runs()[0].jump);
  EXPECT_EQ(result.path.landings()[0], (Coord{71, 5}));
}

TEST_F(LinkTest, EachChangeGivesTheMapANewVersion) {
  const std::uint64_t first = map.version();
  const LinkId link = map.add_link({{69, 5}, {71, 5}});
  const std::uint64_t second = map.version();
  EXPECT_GT(second, first);
  map.remove_link(link);
  EXPECT_GT(map.version(), second);
}

TEST_F(LinkTest, AToItselfAndBesideEachOther) {
  map.add_link({{5, 5}, {5, 5}, 0});
  map.add_link({{6, 5}, {7, 5}, 0});
  EXPECT_EQ(ticks({5, 5}, {9, 5}), 3U);
  EXPECT_EQ(ticks({7, 5}, {6, 5}), 0U);
}

#if TESS_ASSERTIONS && GTEST_HAS_DEATH_TEST
TEST_F(LinkTest, MustLieInTheWorld) {
  EXPECT_DEATH(map.add_link({{-1, 0}, {3, 3}}), "");
  EXPECT_DEATH(map.add_link({{1, 0}, {3, 10}}), "");
}
#endif

}  // namespace
}  // namespace tess
