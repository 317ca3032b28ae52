#include <tess/agents/agent_set.h>

#include <tess/tess.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tess::test {
namespace {

/// Agents of one kind on a world of any size.
struct Place {
  World world;
  Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  NavMap map;
  SerialExecutor serial;
  AgentSet set;
  MoverClass mover;

  Place(Extent size, Steps steps, const AgentSetOptions& options)
      : world({.width = size.width, .height = size.height, .depth = size.depth}),
        map(world, {.steps = steps},
            [c = cost](TileView t) { return t[c] == 0 ? blocked : int{t[c]}; }),
        set(options),
        mover(set.add_class(map)) {}

  AgentId add(Coord at, std::optional<Coord> goal = {}) {
    return set.add({.position = at, .mover = mover, .goal = goal});
  }
  AgentTick tick() { return set.tick(serial); }
};

TEST(AgentEdges, ADetourForgetsNoLevelOfTheRoute) {
  Place place({64, 64, 2}, Steps::cardinal, {.conflicts = Conflicts::exclusive, .patience = 1});
  place.map.add_link({{30, 20, 0}, {30, 20, 1}, 1});
  place.add({14, 20, 0});
  const AgentId agent = place.add({10, 20, 0}, Coord{50, 20, 1});
  for (int i = 0; i < 10; ++i) place.tick();
  ASSERT_NE(place.set.positions()[1].x, 13) << "it has gone around";
  place.world.fill(place.cost, {{40, 10, 1}, {1, 30, 1}}, 0);
  for (int i = 0; i < 100; ++i) {
    place.tick();
    ASSERT_TRUE(place.map.open(place.set.positions()[1]));
  }
  EXPECT_EQ(place.set.positions()[place.set.index_of(agent)], (Coord{50, 20, 1}));
}

TEST(AgentEdges, AnEditBehindAJumpIsNoticed) {
  for (const Conflicts conflicts : {Conflicts::none, Conflicts::exclusive}) {
    Place place({64, 64, 2}, Steps::cardinal, {.conflicts = conflicts});
    place.map.add_link({{30, 20, 0}, {30, 20, 1}, 1});
    place.add({10, 20, 0}, Coord{50, 20, 1});
    place.tick();
    place.world.set(place.cost, {40, 20, 1}, 0);
    for (int i = 0; i < 60; ++i) {
      place.tick();
      ASSERT_TRUE(place.map.open(place.set.positions()[0]));
    }
    EXPECT_EQ(place.set.positions()[0], (Coord{50, 20, 1}));
  }
}

TEST(AgentEdges, CheapSearchesDoNotMakeDearOnesUnbounded) {
  constexpr std::uint64_t budget = 500;
  Place place({128, 128}, Steps::octile, {.max_expansions = budget});
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      place.world.set(place.cost, {x, y}, static_cast<std::uint8_t>(1 + (x * 7 + y * 13) % 9));
    }
  }
  const AgentId pacing = place.add({5, 5});
  for (int i = 0; i < 60; ++i) {
    place.set.set_goal(pacing, {5 + i % 2, 5});
    place.tick();
  }
  for (int i = 0; i < 60; ++i) place.add({i, 120}, Coord{127 - i, i % 17});
  std::size_t planned = 0;
  std::size_t deferred = 60;
  while (deferred != 0) {
    const AgentTick tick = place.tick();
    EXPECT_LE(tick.planned, 8U);
    EXPECT_EQ(tick.deferred, deferred - tick.planned);
    ASSERT_NE(tick.planned, 0U);
    planned += tick.planned;
    deferred = tick.deferred;
  }
  EXPECT_EQ(planned, 60U);
}

TEST(AgentEdges, OnlyAgentsWithGoalsAreDeferred) {
  Place place({64, 64}, Steps::cardinal, {.max_expansions = 0});
  std::vector<AgentId> agents;
  for (int i = 0; i < 10; ++i) agents.push_back(place.add({i, 1}, Coord{i, 30}));
  EXPECT_EQ(place.tick().deferred, 10U);
  for (int i = 0; i < 4; ++i) place.set.remove(agents[static_cast<std::size_t>(i)]);
  place.set.clear_goal(agents[9]);
  EXPECT_EQ(place.tick().deferred, 5U);
  place.set.set_goal(agents[9], {20, 20});
  EXPECT_EQ(place.tick().deferred, 6U);
}

}  // namespace
}  // namespace tess::test
