#include <tess/agents/agent_set.h>

#include <tess/tess.h>

#include "support/allocations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <vector>

namespace tess::test {
namespace {

/// A world of 64 x 64 tiles for agents to walk on, with (0, 0) at the given place.
struct Ground {
  World world;
  Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  NavMap map{world, {.steps = Steps::cardinal}, [c = cost](TileView t) {
               return t[c] == 0 ? blocked : int{t[c]};
             }};
  SerialExecutor serial;

  explicit Ground(Coord origin = {}) : world({.width = 64, .height = 64, .origin = origin}) {}

  void wall(Coord from, Extent size) { world.fill(cost, {from, size}, 0); }
};

struct Walkers : Ground {
  AgentSet set;
  MoverClass walker;

  explicit Walkers(const AgentSetOptions& options = {}, Coord origin = {})
      : Ground(origin), set(options), walker(set.add_class(map)) {}

  AgentId add(Coord at, std::optional<Coord> goal = {}, std::uint16_t speed = 256) {
    return set.add({.position = at, .mover = walker, .speed = speed, .goal = goal});
  }
  Coord at(AgentId agent) const { return set.positions()[set.index_of(agent)]; }
  AgentState state(AgentId agent) const { return set.states()[set.index_of(agent)]; }
  AgentTick tick() { return set.tick(serial); }
  AgentTick ticks(int count) {
    AgentTick last;
    for (int i = 0; i < count; ++i) last = tick();
    return last;
  }
};

std::vector<AgentEvent> events_of(const AgentSet& set) {
  return {set.events().begin(), set.events().end()};
}

TEST(AgentSet, WalksToGoalsAStepATick) {
  Walkers walkers;
  const AgentId agent = walkers.add({3, 4}, Coord{6, 4});
  EXPECT_EQ(walkers.state(agent), AgentState::waiting);
  const AgentTick first = walkers.tick();
  EXPECT_EQ(first.planned, 1U);
  EXPECT_EQ(first.steps, 1U);
  EXPECT_EQ(walkers.at(agent), (Coord{4, 4}));
  EXPECT_EQ(walkers.state(agent), AgentState::walking);
  std::array<Coord, 8> way{};
  EXPECT_EQ(walkers.set.copy_way(agent, way), 2U);
  EXPECT_EQ(way[1], (Coord{6, 4}));
  const AgentTick last = walkers.ticks(2);
  EXPECT_EQ(last.arrivals, 1U);
  EXPECT_EQ(walkers.at(agent), (Coord{6, 4}));
  EXPECT_EQ(walkers.state(agent), AgentState::arrived);
  EXPECT_EQ(events_of(walkers.set), (std::vector<AgentEvent>{{agent, AgentEvent::Kind::arrived}}));
  EXPECT_EQ(walkers.tick().steps, 0U);
  EXPECT_TRUE(walkers.set.events().empty());
  EXPECT_EQ(walkers.set.goal_of(agent), (Coord{6, 4}));
}

TEST(AgentSet, AGoalUnderfootIsReachedAtOnce) {
  Walkers walkers;
  const AgentId agent = walkers.add({3, 4}, Coord{3, 4});
  EXPECT_EQ(walkers.tick().arrivals, 1U);
  EXPECT_EQ(walkers.state(agent), AgentState::arrived);
}

TEST(AgentSet, SpeedsAreFractionsAndMultiplesOfAStep) {
  Walkers walkers;
  const AgentId slow = walkers.add({0, 0}, Coord{60, 0}, 128);
  const AgentId quick = walkers.add({0, 2}, Coord{60, 2}, 768);
  const AgentId still = walkers.add({0, 4}, Coord{60, 4}, 0);
  const AgentId fastest = walkers.add({0, 6}, Coord{60, 6}, 65535);
  walkers.ticks(10);
  EXPECT_EQ(walkers.at(slow).x, 5);
  EXPECT_EQ(walkers.at(quick).x, 30);
  EXPECT_EQ(walkers.at(still).x, 0);
  EXPECT_EQ(walkers.state(fastest), AgentState::arrived);
  EXPECT_TRUE(walkers.set.set_speed(slow, 256));
  walkers.ticks(3);
  EXPECT_EQ(walkers.at(slow).x, 8);
}

TEST(AgentSet, RefusesWhatCannotStand) {
  Walkers walkers({.conflicts = Conflicts::exclusive});
  walkers.wall({5, 5}, {1, 1});
  EXPECT_EQ(walkers.add({5, 5}), no_agent);
  EXPECT_EQ(walkers.add({-1, 5}), no_agent);
  EXPECT_EQ(walkers.add({5, 5, 1}), no_agent);
  EXPECT_EQ(walkers.add({std::numeric_limits<std::int32_t>::max(), 0}), no_agent);
  const AgentId first = walkers.add({6, 5});
  EXPECT_NE(first, no_agent);
  EXPECT_EQ(walkers.add({6, 5}), no_agent) << "somebody stands there";
  EXPECT_EQ(walkers.set.size(), 1U);
  const AgentId second = walkers.add({8, 5});
  EXPECT_FALSE(walkers.set.place(second, {6, 5}));
  EXPECT_FALSE(walkers.set.place(second, {5, 5}));
  EXPECT_TRUE(walkers.set.place(second, {8, 5}));
  EXPECT_TRUE(walkers.set.place(second, {9, 9}));
  EXPECT_NE(walkers.add({8, 5}), no_agent) << "it is free again";
}

TEST(AgentSet, IdsOutliveNoAgent) {
  Walkers walkers;
  const AgentId first = walkers.add({1, 1});
  const AgentId second = walkers.add({2, 2}, Coord{9, 2});
  EXPECT_TRUE(walkers.set.remove(first));
  EXPECT_FALSE(walkers.set.remove(first));
  EXPECT_FALSE(walkers.set.contains(first));
  EXPECT_FALSE(walkers.set.set_goal(first, {3, 3}));
  EXPECT_FALSE(walkers.set.clear_goal(first));
  EXPECT_FALSE(walkers.set.place(first, {3, 3}));
  EXPECT_FALSE(walkers.set.set_speed(first, 1));
  EXPECT_FALSE(walkers.set.goal_of(first));
  EXPECT_EQ(walkers.set.index_of(first), walkers.set.size());
  const AgentId third = walkers.add({4, 4});
  EXPECT_NE(third, first);
  EXPECT_FALSE(walkers.set.contains(first));
  EXPECT_FALSE(walkers.set.contains(no_agent));
  walkers.ticks(7);
  EXPECT_EQ(walkers.at(second), (Coord{9, 2}));
  EXPECT_EQ(walkers.at(third), (Coord{4, 4}));
}

TEST(AgentSet, RemovedAgentsAreNotPlannedFor) {
  Walkers walkers;
  const AgentId gone = walkers.add({1, 1}, Coord{9, 9});
  walkers.set.remove(gone);
  const AgentId other = walkers.add({1, 1}, Coord{9, 9});
  EXPECT_EQ(walkers.tick().planned, 1U);
  walkers.set.set_goal(other, {5, 5});
  walkers.set.clear_goal(other);
  EXPECT_EQ(walkers.tick().planned, 0U);
  EXPECT_EQ(walkers.state(other), AgentState::idle);
}

TEST(AgentSet, WalksAroundAWallBuiltOnItsWay) {
  Walkers walkers;
  const AgentId agent = walkers.add({2, 10}, Coord{40, 10});
  walkers.tick();
  walkers.wall({20, 5}, {1, 10});
  const AgentTick tick = walkers.tick();
  EXPECT_EQ(tick.planned, 1U);
  EXPECT_EQ(events_of(walkers.set),
            (std::vector<AgentEvent>{{agent, AgentEvent::Kind::replanned}}));
  walkers.ticks(60);
  EXPECT_EQ(walkers.at(agent), (Coord{40, 10}));
}

TEST(AgentSet, AnEditOffTheWayIsNoMatter) {
  Walkers walkers;
  walkers.add({2, 10}, Coord{40, 10});
  walkers.tick();
  walkers.wall({20, 30}, {3, 3});
  EXPECT_EQ(walkers.tick().planned, 0U);
}

TEST(AgentSet, WalkableRoutesStayAndOptimalOnesAreFoundAnew) {
  for (const Freshness freshness : {Freshness::walkable, Freshness::optimal}) {
    Walkers walkers({.freshness = freshness});
    walkers.wall({20, 0}, {1, 60});
    const AgentId agent = walkers.add({2, 10}, Coord{40, 10});
    walkers.tick();
    walkers.world.set(walkers.cost, {20, 12}, 1);  // a hole near the straight way
    const bool anew = freshness == Freshness::optimal;
    EXPECT_EQ(walkers.tick().planned, anew ? 1U : 0U);
    walkers.ticks(60);
    EXPECT_EQ(walkers.state(agent), anew ? AgentState::arrived : AgentState::walking);
  }
}

TEST(AgentSet, TellsOnceThatAGoalIsOutOfReach) {
  Walkers walkers;
  walkers.wall({20, 0}, {1, 64});
  const AgentId agent = walkers.add({2, 10}, Coord{40, 10});
  walkers.tick();
  const std::vector<AgentEvent> unreachable{{agent, AgentEvent::Kind::unreachable}};
  EXPECT_EQ(events_of(walkers.set), unreachable);
  EXPECT_EQ(walkers.tick().planned, 0U) << "nothing has changed";
  walkers.world.set(walkers.cost, {50, 50}, 3);
  walkers.tick();
  EXPECT_TRUE(walkers.set.events().empty());
  walkers.world.set(walkers.cost, {20, 10}, 1);
  EXPECT_EQ(walkers.tick().steps, 1U) << "the gate is open";
  walkers.set.set_goal(agent, {-5, 0});
  walkers.tick();
  EXPECT_EQ(events_of(walkers.set), unreachable);
}

TEST(AgentSet, StandsInAWallUntilItIsGone) {
  Walkers walkers;
  const AgentId agent = walkers.add({2, 10}, Coord{40, 10});
  walkers.tick();
  walkers.wall(walkers.at(agent), {1, 1});
  walkers.tick();
  EXPECT_EQ(walkers.state(agent), AgentState::unreachable);
  walkers.world.set(walkers.cost, walkers.at(agent), 1);
  walkers.ticks(40);
  EXPECT_EQ(walkers.state(agent), AgentState::arrived);
}

TEST(AgentSet, KeepsToItsBudgetAndServesTheOldestFirst) {
  Walkers walkers({.max_expansions = 1});
  walkers.world.set(walkers.cost, {63, 63}, 9);  // costs differ: searches expand
  walkers.wall({30, 5}, {1, 50});
  std::vector<AgentId> agents;
  for (int y = 10; y < 18; ++y) agents.push_back(walkers.add({2, y}, Coord{60 - y, y}));
  for (std::size_t i = 0; i < agents.size(); ++i) {
    EXPECT_EQ(walkers.state(agents[i]), AgentState::waiting);
    const AgentTick tick = walkers.tick();
    EXPECT_EQ(tick.planned, 1U);
    EXPECT_EQ(tick.deferred, agents.size() - 1 - i);
    EXPECT_GT(tick.expanded, 0U);
    EXPECT_EQ(walkers.state(agents[i]), AgentState::walking);
  }
}

TEST(AgentSet, ChainsAndCyclesMoveTogether) {
  Walkers walkers({.conflicts = Conflicts::exclusive});
  std::vector<AgentId> row;
  for (int x = 2; x < 8; ++x) row.push_back(walkers.add({x, 20}, Coord{x + 10, 20}));
  EXPECT_EQ(walkers.tick().steps, 6U);
  // Four around a pillar, each to where the next one stands.
  walkers.wall({31, 31}, {1, 1});
  const std::array<Coord, 8> ring{
      {{30, 30}, {31, 30}, {32, 30}, {32, 31}, {32, 32}, {31, 32}, {30, 32}, {30, 31}}};
  for (std::size_t i = 0; i < ring.size(); ++i) walkers.add(ring[i], ring[(i + 1) % ring.size()]);
  EXPECT_EQ(walkers.tick().arrivals, 8U);
}

TEST(AgentSet, WhoFaceEachOtherChangePlacesOnlyWhereTheyMay) {
  for (const Swaps swaps : {Swaps::forbidden, Swaps::on_deadlock, Swaps::permitted}) {
    Walkers walkers({.conflicts = Conflicts::exclusive, .swaps = swaps, .patience = 3});
    walkers.wall({0, 19}, {64, 1});
    walkers.wall({0, 21}, {64, 1});  // a corridor
    const AgentId east = walkers.add({10, 20}, Coord{20, 20});
    const AgentId west = walkers.add({11, 20}, Coord{1, 20});
    walkers.tick();
    EXPECT_EQ(walkers.at(east).x, swaps == Swaps::permitted ? 11 : 10);
    walkers.ticks(20);
    const bool passed = swaps != Swaps::forbidden;
    EXPECT_EQ(walkers.state(east), passed ? AgentState::arrived : AgentState::walking);
    EXPECT_EQ(walkers.at(west).x, passed ? 1 : 11);
  }
}

TEST(AgentSet, GoesAroundWhoStandsInTheWay) {
  Walkers walkers({.conflicts = Conflicts::exclusive, .patience = 2});
  const AgentId post = walkers.add({20, 20});
  const AgentId agent = walkers.add({10, 20}, Coord{30, 20});
  walkers.ticks(40);
  EXPECT_EQ(walkers.at(post), (Coord{20, 20}));
  EXPECT_EQ(walkers.at(agent), (Coord{30, 20}));
}

TEST(AgentSet, SaysWhereItsPatienceEndsAndAsksLessAndLess) {
  Walkers walkers({.conflicts = Conflicts::exclusive, .patience = 2});
  walkers.wall({0, 19}, {64, 1});
  walkers.wall({0, 21}, {64, 1});
  walkers.add({20, 20});
  const AgentId agent = walkers.add({19, 20}, Coord{30, 20});
  int told = 0;
  for (int tick = 1; tick <= 33; ++tick) {
    EXPECT_EQ(walkers.tick().held_up, 1U);
    for (const AgentEvent& event : walkers.set.events()) {
      EXPECT_EQ(event, (AgentEvent{agent, AgentEvent::Kind::obstructed}));
      ++told;
    }
  }
  EXPECT_EQ(told, 5) << "after 2, 4, 8, 16 and 32 ticks";
}

TEST(AgentSet, TheGreaterPriorityGoesFirst) {
  Walkers walkers({.conflicts = Conflicts::exclusive});
  const AgentId low = walkers.add({10, 20}, Coord{14, 20});
  const AgentId high = walkers.set.add(
      {.position = {11, 21}, .mover = walkers.walker, .priority = 3, .goal = Coord{11, 10}});
  walkers.tick();
  EXPECT_EQ(walkers.at(high), (Coord{11, 20}));
  EXPECT_EQ(walkers.at(low), (Coord{10, 20}));
}

TEST(AgentSet, WithPibtWhoStandsInTheWayStepsAside) {
  Walkers walkers({.conflicts = Conflicts::pibt});
  walkers.wall({0, 19}, {64, 1});
  walkers.wall({0, 21}, {64, 1});
  const AgentId post = walkers.add({20, 20});
  const AgentId agent = walkers.add({10, 20}, Coord{30, 20});
  walkers.ticks(80);
  EXPECT_EQ(walkers.state(agent), AgentState::arrived);
  EXPECT_EQ(walkers.at(post), (Coord{31, 20})) << "pushed along the corridor";
  EXPECT_EQ(walkers.state(post), AgentState::idle);
}

TEST(AgentSet, WithPibtACrowdInTheOpenGetsThrough) {
  Walkers walkers({.conflicts = Conflicts::pibt});
  std::vector<AgentId> agents;
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 10; ++x) {
      agents.push_back(walkers.add({x, 20 + y}, Coord{63 - x, 20 + y}));
      agents.push_back(walkers.add({63 - x, 20 + y}, Coord{x, 20 + y}));
    }
  }
  std::array<Coord, 4> way{};
  walkers.tick();
  EXPECT_EQ(walkers.set.copy_way(agents[0], way), 4U);
  std::set<AgentId> arrived;
  for (int tick = 0; tick < 64 * 5; ++tick) {
    walkers.tick();
    for (const AgentEvent& event : walkers.set.events()) {
      if (event.kind == AgentEvent::Kind::arrived) arrived.insert(event.agent);
    }
  }
  EXPECT_EQ(arrived.size(), agents.size());
}

TEST(AgentSet, WithPibtGoalsTakeTurnsForTheMemoryOfFields) {
  Walkers walkers({.conflicts = Conflicts::pibt, .field_bytes = 1});
  const AgentId first = walkers.add({2, 2}, Coord{6, 2});
  const AgentId second = walkers.add({2, 4}, Coord{6, 4});
  EXPECT_EQ(walkers.tick().deferred, 1U);
  EXPECT_EQ(walkers.state(first), AgentState::walking);
  EXPECT_EQ(walkers.state(second), AgentState::waiting);
  walkers.ticks(5);
  walkers.set.clear_goal(first);
  walkers.ticks(5);
  EXPECT_EQ(walkers.at(second), (Coord{6, 4}));
}

TEST(AgentSet, WithPibtEditsAreNoticed) {
  Walkers walkers({.conflicts = Conflicts::pibt});
  const AgentId agent = walkers.add({2, 10}, Coord{40, 10});
  walkers.tick();
  walkers.wall({20, 0}, {1, 64});
  walkers.tick();
  EXPECT_EQ(walkers.state(agent), AgentState::unreachable);
  EXPECT_EQ(events_of(walkers.set),
            (std::vector<AgentEvent>{{agent, AgentEvent::Kind::unreachable}}));
  walkers.world.set(walkers.cost, {20, 3}, 1);
  walkers.ticks(70);
  EXPECT_EQ(walkers.state(agent), AgentState::arrived);
}

TEST(AgentSet, KindsOfMoversUseTheirMaps) {
  Walkers walkers;
  const Field<bool> water = walkers.world.add_field<bool>("water");
  walkers.world.fill(water, {{10, 0}, {4, 64}}, true);
  const NavMap dry(walkers.world, {.steps = Steps::cardinal},
                   [=](TileView t) { return t[water] ? blocked : 1; });
  const MoverClass careful = walkers.set.add_class(dry);
  const AgentId swimmer = walkers.add({5, 5}, Coord{20, 5});
  const AgentId other =
      walkers.set.add({.position = {5, 6}, .mover = careful, .goal = Coord{20, 6}});
  walkers.ticks(20);
  EXPECT_EQ(walkers.state(swimmer), AgentState::arrived);
  EXPECT_EQ(walkers.state(other), AgentState::unreachable);
}

TEST(AgentSet, TakesLinksAndNoticesWhenTheyGo) {
  Walkers walkers;
  walkers.wall({20, 0}, {1, 64});
  const LinkId door = walkers.map.add_link({{19, 10}, {21, 10}, 1});
  const AgentId agent = walkers.add({10, 10}, Coord{30, 10});
  walkers.tick();
  EXPECT_EQ(walkers.state(agent), AgentState::walking);
  walkers.map.remove_link(door);
  walkers.tick();
  EXPECT_EQ(walkers.state(agent), AgentState::unreachable);
  walkers.map.add_link({{19, 12}, {21, 12}, 1});
  walkers.ticks(40);
  EXPECT_EQ(walkers.at(agent), (Coord{30, 10}));
}

TEST(AgentSet, AnEditBesideARouteWithLinksIsNoMatter) {
  Walkers walkers;
  walkers.wall({20, 0}, {1, 64});
  walkers.map.add_link({{19, 10}, {21, 10}, 1});
  const AgentId agent = walkers.add({10, 10}, Coord{30, 40});
  walkers.tick();
  std::array<Coord, 64> way{};
  const std::size_t tiles = walkers.set.copy_way(agent, way);
  const Box box{{22, 30}, {3, 3}};  // within the box around the route
  const auto in_box = [&](Coord c) { return box.contains(c); };
  ASSERT_TRUE(std::none_of(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(tiles), in_box));
  walkers.wall(box.min, box.size);
  EXPECT_EQ(walkers.tick().planned, 0U);
  walkers.ticks(60);
  EXPECT_EQ(walkers.at(agent), (Coord{30, 40}));
}

TEST(AgentSet, WorksAtNegativeCoordinates) {
  Walkers walkers({.conflicts = Conflicts::exclusive}, {-1000, -1000});
  const AgentId agent = walkers.add({-999, -999}, Coord{-950, -940});
  walkers.ticks(200);
  EXPECT_EQ(walkers.at(agent), (Coord{-950, -940}));
}

TEST(AgentSet, AllocatesNothingInACleanTick) {
  for (const Conflicts conflicts : {Conflicts::none, Conflicts::exclusive, Conflicts::pibt}) {
    Walkers walkers({.conflicts = conflicts});
    for (int y = 0; y < 60; ++y) walkers.add({y % 3, y}, Coord{40 + y % 7, 63 - y});
    walkers.ticks(5);
    EXPECT_EQ(count_allocations([&] { return walkers.ticks(20).steps; }), 0U);
  }
}

TEST(AgentSet, TakesNoMoreMemoryThanStated) {
  Walkers walkers({.conflicts = Conflicts::exclusive});
  for (int i = 0; i < 1024; ++i) walkers.add({i % 64, i / 64});
  walkers.tick();
  // Columns grow by doubling.
  EXPECT_LE(walkers.set.bytes(), walkers.set.size() * 2 * 320);
}

TEST(AgentSet, AnEmptySetTicks) {
  AgentSet set;
  SerialExecutor serial;
  EXPECT_EQ(set.tick(serial).steps, 0U);
  EXPECT_EQ(set.size(), 0U);
}

}  // namespace
}  // namespace tess::test
