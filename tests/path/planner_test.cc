#include <tess/path/planner.h>

#include "support/generate.h"
#include "support/oracle.h"
#include "support/print.h"
#include "support/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();
constexpr Movement cardinal{.steps = Steps::cardinal};

/// A planner over a picture: '#' blocked, '?' unknown, digits are costs; rows end at blanks.
struct Pictured {
  explicit Pictured(std::string_view picture, const Movement& movement = {},
                    const std::vector<Link>& links = {}, Coord origin = {})
      : built(drawn(picture, movement, origin)),
        map(built.make_map(movement, links)),
        planner(*map) {}

  static Case drawn(std::string_view picture, const Movement& movement, Coord origin) {
    Case made;
    made.movement = movement;
    const auto width = static_cast<std::int32_t>(std::min(picture.find(' '), picture.size()));
    for (const char tile : picture) {
      if (tile == ' ') continue;
      made.costs.push_back(static_cast<std::uint16_t>(tile == '#'   ? 255
                                                      : tile == '?' ? 256
                                                                    : tile - '0'));
    }
    const auto height = static_cast<std::int32_t>(made.costs.size()) / width;
    made.box = {origin, {width, height, 1}};
    return made;
  }

  Built built;
  std::unique_ptr<NavMap> map;
  Planner planner;
};

/// An open world with one field of costs.
struct Open {
  explicit Open(const WorldOptions& options, const Movement& movement = {})
      : world(options),
        cost(world.add_field<std::uint16_t>("cost", 1)),
        map(world, movement, [f = cost](TileView t) { return int{t[f]}; }),
        planner(map) {}

  World world;
  Field<std::uint16_t> cost;
  NavMap map;
  Planner planner;
};

constexpr SearchOptions with(Algorithm algorithm) { return {.algorithm = algorithm}; }

constexpr Algorithm algorithms[] = {Algorithm::automatic, Algorithm::astar, Algorithm::jump_point,
                                    Algorithm::wave};

TEST(Planner, FindsAPathAroundAWall) {
  Pictured game("11111 1###1 11111", cardinal);
  for (const Algorithm algorithm : algorithms) {
    const PathResult result = game.planner.find({1, 0}, {1, 2}, with(algorithm));
    ASSERT_EQ(result.status, PathStatus::found);
    EXPECT_TRUE(result);
    EXPECT_EQ(result.cost, 4U);
    EXPECT_EQ(result.cost_in_tiles, 4.0);
    EXPECT_FALSE(result.nearest);
    EXPECT_FALSE(result.met_unknown);
    EXPECT_FALSE(result.restarted);
    EXPECT_TRUE(result.unknown_chunks.empty());
    std::vector<Coord> tiles(result.path.begin(), result.path.end());
    EXPECT_EQ(tiles, (std::vector<Coord>{{1, 0}, {0, 0}, {0, 1}, {0, 2}, {1, 2}}));
  }
  EXPECT_EQ(&game.planner.map(), game.map.get());
}

TEST(Planner, AnOpenCrossingIsFewRuns) {
  Open game({.width = 512, .height = 512}, cardinal);
  const PathResult result = game.planner.find({0, 0}, {511, 511});
  ASSERT_TRUE(result);
  EXPECT_EQ(result.cost, 1022U);
  EXPECT_EQ(result.path.size(), 1023U);
  EXPECT_EQ(result.path.runs().size(), 2U);
  Open diagonal({.width = 512, .height = 512});
  EXPECT_EQ(diagonal.planner.find({0, 0}, {511, 511}).path.runs().size(), 1U);
}

TEST(Planner, OfTheStartItselfIsOneTile) {
  Open game({.width = 80, .height = 80});
  for (const Algorithm algorithm : algorithms) {
    const PathResult result = game.planner.find({70, 3}, {70, 3}, with(algorithm));
    ASSERT_EQ(result.status, PathStatus::found);
    EXPECT_EQ(result.cost, 0U);
    EXPECT_EQ(result.path.size(), 1U);
    EXPECT_EQ(result.path.front(), (Coord{70, 3}));
    EXPECT_EQ(result.path.back(), (Coord{70, 3}));
    EXPECT_NE(result.algorithm, Algorithm::automatic);
    EXPECT_EQ(check_view(result.path), "");
  }
}

TEST(Planner, OneTileIsAWorld) {
  for (const Steps steps : {Steps::cardinal, Steps::octile, Steps::hex}) {
    Pictured open("1", {.steps = steps}, {}, {-7, 63, 0});
    EXPECT_EQ(open.planner.find({-7, 63}, {-7, 63}).status, PathStatus::found);
    EXPECT_EQ(open.planner.find({-7, 63}, {-6, 63}).status, PathStatus::out_of_bounds);
    Pictured wall("#", {.steps = steps});
    EXPECT_EQ(wall.planner.find({0, 0}, {0, 0}).status, PathStatus::blocked_start);
    EXPECT_EQ(wall.planner.find({0, 0}, {0, 0}, {.nearest = true}).status,
              PathStatus::blocked_start);
    Pictured hidden("?", {.steps = steps});
    EXPECT_EQ(hidden.planner.find({0, 0}, {0, 0}).status, PathStatus::unknown_tiles);
  }
}

TEST(Planner, BlockedEndsAreTold) {
  Pictured game("1#1 1#1", cardinal);
  for (const Algorithm algorithm : algorithms) {
    EXPECT_EQ(game.planner.find({1, 0}, {0, 0}, with(algorithm)).status, PathStatus::blocked_start);
    EXPECT_EQ(game.planner.find({0, 0}, {1, 0}, with(algorithm)).status, PathStatus::blocked_goal);
    EXPECT_EQ(game.planner.find({1, 0}, {1, 1}, with(algorithm)).status, PathStatus::blocked_start);
    EXPECT_EQ(game.planner.find({0, 0}, {2, 0}, with(algorithm)).status, PathStatus::no_path);
  }
}

TEST(Planner, FailureLeavesNoPath) {
  Pictured game("1#1 1#1", cardinal);
  ASSERT_TRUE(game.planner.find({0, 0}, {0, 1}));
  const PathResult result = game.planner.find({0, 0}, {2, 0});
  EXPECT_FALSE(result);
  EXPECT_TRUE(result.path.empty());
  EXPECT_TRUE(result.path.runs().empty());
  EXPECT_EQ(result.cost, 0U);
  EXPECT_EQ(result.cost_in_tiles, 0.0);
}

TEST(Planner, AnyCoordinateMayBeAsked) {
  Open game({.width = 70, .height = 70, .origin = {-35, -35, 0}});
  for (const std::int32_t far : {lowest, lowest + 1, -1000, 1000, highest - 1, highest}) {
    for (const Coord out :
         {Coord{far, 0, 0}, Coord{0, far, 0}, Coord{0, 0, far}, Coord{far, far, far}}) {
      EXPECT_EQ(game.planner.find(out, {0, 0}).status, PathStatus::out_of_bounds);
      EXPECT_EQ(game.planner.find({0, 0}, out).status, PathStatus::out_of_bounds);
      EXPECT_EQ(game.planner.find({0, 0}, out, {.nearest = true}).status,
                PathStatus::out_of_bounds);
      EXPECT_EQ(game.planner.find(out, out).status, PathStatus::out_of_bounds);
    }
  }
  EXPECT_EQ(game.planner.find({35, 0}, {0, 0}).status, PathStatus::out_of_bounds);
  EXPECT_EQ(game.planner.find({34, 34}, {-35, -35}).cost, 69U * 577);
}

TEST(Planner, WorldsAtTheEndsOfTheRange) {
  for (const Steps steps : {Steps::cardinal, Steps::octile, Steps::hex}) {
    const Coord south_east{highest - 99, highest - 69, max_level};
    Open far({.width = 100, .height = 70, .origin = south_east}, {.steps = steps});
    for (const Algorithm algorithm : algorithms) {
      const PathResult result =
          far.planner.find(south_east, {highest, highest, max_level}, with(algorithm));
      ASSERT_EQ(result.status, PathStatus::found);
      EXPECT_EQ(result.path.back(), (Coord{highest, highest, max_level}));
      EXPECT_EQ(check_view(result.path), "");
    }
    const Coord north_west{lowest, lowest, min_level};
    Open low({.width = 100, .height = 70, .origin = north_west}, {.steps = steps});
    EXPECT_TRUE(low.planner.find({lowest + 99, lowest + 69, min_level}, north_west));
    EXPECT_EQ(low.planner.find(north_west, {highest, highest, max_level}).status,
              PathStatus::out_of_bounds);
  }
}

TEST(Planner, AlgorithmsFallBackWhereTheyDoNotApply) {
  Pictured even("2222 2#22 2222", cardinal);
  EXPECT_EQ(even.planner.find({0, 0}, {3, 2}, with(Algorithm::jump_point)).algorithm,
            Algorithm::jump_point);
  EXPECT_EQ(even.planner.find({0, 0}, {3, 2}, with(Algorithm::astar)).algorithm, Algorithm::astar);
  Pictured uneven("1234 4321", cardinal);
  const PathResult result = uneven.planner.find({0, 0}, {3, 1}, with(Algorithm::jump_point));
  EXPECT_EQ(result.status, PathStatus::found);
  EXPECT_EQ(result.algorithm, Algorithm::astar);
  Pictured hex("111 111", {.steps = Steps::hex});
  EXPECT_EQ(hex.planner.find({0, 0}, {2, 1}, with(Algorithm::jump_point)).algorithm,
            Algorithm::astar);
}

TEST(Planner, ChoosesJumpsWhereTheyApply) {
  Pictured even("2222 2##2 2222", {});
  EXPECT_EQ(even.planner.find({0, 0}, {3, 2}).algorithm, Algorithm::jump_point);
  even.built.world.set(even.built.cost, {3, 0}, 3);
  EXPECT_EQ(even.planner.find({0, 0}, {3, 2}).algorithm, Algorithm::astar);
  even.built.world.set(even.built.cost, {3, 0}, 2);
  EXPECT_EQ(even.planner.find({0, 0}, {3, 2}).algorithm, Algorithm::jump_point);
}

TEST(Planner, UnknownTilesAreReported) {
  Open game({.width = 200, .height = 10}, cardinal);
  game.world.fill(game.cost, {{64, 0}, {64, 10, 1}}, 256);
  PathResult result = game.planner.find({0, 0}, {199, 0});
  EXPECT_EQ(result.status, PathStatus::unknown_tiles);
  EXPECT_TRUE(result.met_unknown);
  ASSERT_EQ(result.unknown_chunks.size(), 1U);
  EXPECT_EQ(result.unknown_chunks[0], ChunkKey(1, 0, 0));
  EXPECT_TRUE(result.path.empty());

  result = game.planner.find({0, 0}, {199, 0}, {.unknown = UnknownTiles::avoid});
  EXPECT_EQ(result.status, PathStatus::no_path);
  EXPECT_FALSE(result.met_unknown);
  EXPECT_TRUE(result.unknown_chunks.empty());

  result = game.planner.find({0, 0}, {199, 0}, {.unknown = UnknownTiles::enter});
  EXPECT_EQ(result.status, PathStatus::found);
  EXPECT_EQ(result.cost, 199U);
  result = game.planner.find({0, 0}, {199, 0}, {.unknown = UnknownTiles::enter, .unknown_cost = 3});
  EXPECT_EQ(result.cost, 199U + 64 * 2);
}

TEST(Planner, UnknownEndsAreReported) {
  Open game({.width = 200, .height = 10}, cardinal);
  game.world.fill(game.cost, {{64, 0}, {64, 10, 1}}, 256);
  for (const auto& [from, to] :
       {std::pair{Coord{70, 3}, Coord{3, 3}}, std::pair{Coord{3, 3}, Coord{70, 3}}}) {
    const PathResult result = game.planner.find(from, to);
    EXPECT_EQ(result.status, PathStatus::unknown_tiles);
    ASSERT_EQ(result.unknown_chunks.size(), 1U);
    EXPECT_EQ(result.unknown_chunks[0], ChunkKey(1, 0, 0));
    EXPECT_TRUE(result.met_unknown);
  }
  EXPECT_EQ(game.planner.find({70, 3}, {3, 3}, {.unknown = UnknownTiles::avoid}).status,
            PathStatus::blocked_start);
  EXPECT_EQ(game.planner.find({3, 3}, {70, 3}, {.unknown = UnknownTiles::avoid}).status,
            PathStatus::blocked_goal);
  EXPECT_EQ(game.planner.find({3, 3}, {70, 3}, {.unknown = UnknownTiles::enter}).status,
            PathStatus::found);
}

TEST(Planner, AFoundPathMaySayThatUnknownTilesWereMet) {
  Pictured game("1?1 1?1 111", cardinal);
  const PathResult result = game.planner.find({0, 0}, {2, 0});
  EXPECT_EQ(result.status, PathStatus::found);
  EXPECT_EQ(result.cost, 6U);
  EXPECT_TRUE(result.met_unknown);
  EXPECT_EQ(result.unknown_chunks.size(), 1U);
}

TEST(Planner, UnknownTilesOutOfReachAreNotMet) {
  Pictured game("11#? 1#1#", cardinal);
  const PathResult result = game.planner.find({0, 0}, {2, 1});
  EXPECT_EQ(result.status, PathStatus::no_path);
  EXPECT_FALSE(result.met_unknown);
}

TEST(Planner, LinksToUnknownTilesCount) {
  const std::vector<Link> links{{{0, 0}, {2, 0}, 5}};
  Pictured game("1#?#1", cardinal, links);
  EXPECT_EQ(game.planner.find({0, 0}, {4, 0}).status, PathStatus::unknown_tiles);
  EXPECT_EQ(game.planner.find({0, 0}, {2, 0}, {.unknown = UnknownTiles::enter}).cost, 5U);
}

TEST(Planner, CostsOverTheLimitOverflow) {
  // Costs fit up to 2^32 - 2 ticks.
  const std::vector<Link> links{{{0, 0}, {2, 0}, 0xFFFFFFFEU}, {{0, 0}, {4, 0}, 0xFFFFFFFFU}};
  Pictured game("1#1#1", cardinal, links);
  EXPECT_EQ(game.planner.find({0, 0}, {2, 0}).cost, 0xFFFFFFFEU);
  EXPECT_EQ(game.planner.find({0, 0}, {4, 0}).status, PathStatus::cost_overflow);
  EXPECT_TRUE(game.planner.find({0, 0}, {4, 0}).path.empty());
  Pictured octile("1#1", {}, {{{0, 0}, {2, 0}, 0xFFFFFFFEU / 408}});
  EXPECT_EQ(octile.planner.find({0, 0}, {2, 0}).cost, 0xFFFFFFFEU / 408 * 408);
  Pictured more("1#1", {}, {{{0, 0}, {2, 0}, 0xFFFFFFFEU / 408 + 1}});
  EXPECT_EQ(more.planner.find({0, 0}, {2, 0}).status, PathStatus::cost_overflow);
}

TEST(Planner, TheNearestTileMayOverflowToo) {
  const SearchOptions nearest{.nearest = true};
  Pictured game("1#1#1", cardinal, {{{0, 0}, {2, 0}, 0xFFFFFFFFU}});
  EXPECT_EQ(game.planner.find({0, 0}, {4, 0}, nearest).status, PathStatus::cost_overflow);
  EXPECT_EQ(game.planner.find({0, 0}, {2, 0}, nearest).status, PathStatus::cost_overflow);
  EXPECT_EQ(game.planner.find({0, 0}, {4, 0}).status, PathStatus::no_path);
}

TEST(Planner, ADearLinkAsideDoesNotOverflow) {
  Pictured game("11111", cardinal, {{{0, 0}, {4, 0}, 0xFFFFFFFFU}});
  EXPECT_EQ(game.planner.find({0, 0}, {4, 0}).cost, 4U);
}

TEST(Planner, GoesToTheNearestTile) {
  Pictured game("1111# 1###1", cardinal);
  PathResult result = game.planner.find({0, 1}, {4, 1}, {.nearest = true});
  EXPECT_EQ(result.status, PathStatus::found);
  EXPECT_TRUE(result.nearest);
  EXPECT_EQ(result.path.back(), (Coord{3, 0}));
  EXPECT_EQ(result.cost, 4U);
  result = game.planner.find({0, 1}, {4, 0}, {.nearest = true});
  EXPECT_TRUE(result.nearest);
  EXPECT_EQ(result.path.back(), (Coord{3, 0}));
  result = game.planner.find({0, 1}, {3, 0}, {.nearest = true});
  EXPECT_FALSE(result.nearest) << "the goal itself can be reached";
  result = game.planner.find({4, 1}, {0, 0}, {.nearest = true});
  EXPECT_TRUE(result.nearest);
  EXPECT_EQ(result.path.size(), 1U) << "the start is the nearest tile";
  EXPECT_EQ(result.cost, 0U);
}

TEST(Planner, GivesUpAtTheBoundOnExpansions) {
  Open game({.width = 100, .height = 100}, cardinal);
  game.world.fill(game.cost, {{50, 1}, {1, 99, 1}}, 255);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
    const std::uint64_t needed =
        game.planner.find({0, 99}, {99, 99}, with(algorithm)).counters.expanded;
    ASSERT_GT(needed, 1U);
    PathResult result = game.planner.find({0, 99}, {99, 99},
                                          {.algorithm = algorithm, .max_expansions = needed - 1});
    EXPECT_EQ(result.status, PathStatus::out_of_budget);
    EXPECT_EQ(result.counters.expanded, needed - 1);
    EXPECT_TRUE(result.path.empty());
    result =
        game.planner.find({0, 99}, {99, 99}, {.algorithm = algorithm, .max_expansions = needed});
    EXPECT_EQ(result.status, PathStatus::found);
    result = game.planner.find({0, 99}, {99, 99}, {.algorithm = algorithm, .max_expansions = 0});
    EXPECT_EQ(result.status, PathStatus::out_of_budget);
  }
}

TEST(Planner, HurriesWithAWeight) {
  Open game({.width = 200, .height = 200});
  for (int i = 0; i < 20; ++i) game.world.fill(game.cost, {{10 * i, i}, {2, 190, 1}}, 9);
  const SearchOptions exact{.algorithm = Algorithm::astar};
  const PathResult best = game.planner.find({0, 100}, {199, 100}, exact);
  const std::uint64_t least = best.cost;
  const std::uint64_t expanded = best.counters.expanded;
  for (const float weight : {1.25F, 1.5F, 2.0F, 4.0F, 16.0F}) {
    const PathResult result = game.planner.find(
        {0, 100}, {199, 100}, {.algorithm = Algorithm::astar, .heuristic_weight = weight});
    ASSERT_TRUE(result);
    EXPECT_GE(result.cost, least);
    EXPECT_LE(static_cast<double>(result.cost), static_cast<double>(least) * weight);
    EXPECT_LE(result.counters.expanded, expanded);
  }
}

TEST(Planner, CountsItsWork) {
  Pictured walls("1111 1##1 1##1 1111", {});
  const PathResult jumps = walls.planner.find({0, 0}, {3, 3}, with(Algorithm::jump_point));
  EXPECT_GT(jumps.counters.expanded, 0U);
  EXPECT_GT(jumps.counters.generated, 0U);
  EXPECT_GT(jumps.counters.scanned_words, 0U);
  EXPECT_GT(jumps.counters.heap_operations, 0U);
  const PathResult astar = walls.planner.find({0, 0}, {3, 3}, with(Algorithm::astar));
  EXPECT_GT(astar.counters.expanded, 0U);
  EXPECT_GT(astar.counters.generated, 0U);
  EXPECT_GT(astar.counters.heap_operations, 0U);
}

TEST(Planner, TellsWhichTilesItExpanded) {
  Open game({.width = 150, .height = 100}, cardinal);
  game.world.fill(game.cost, {{60, 1}, {1, 99, 1}}, 255);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
    const PathResult result = game.planner.find({0, 99}, {149, 99}, with(algorithm));
    std::vector<Coord> tiles{{7, 7, 7}};
    game.planner.append_expanded(tiles);
    EXPECT_EQ(tiles[0], (Coord{7, 7, 7})) << "it appends";
    tiles.erase(tiles.begin());
    EXPECT_GT(tiles.size(), 0U);
    EXPECT_LE(tiles.size(), result.counters.expanded);
    EXPECT_TRUE(std::is_sorted(tiles.begin(), tiles.end(),
                               [](Coord a, Coord b) { return ChunkKey::of(a) < ChunkKey::of(b); }));
    std::set<Coord> distinct;
    for (const Coord c : tiles) {
      EXPECT_TRUE(game.map.open(c)) << text(c);
      EXPECT_TRUE(distinct.insert(c).second) << "twice " << text(c);
    }
    EXPECT_TRUE(distinct.contains({0, 99}));
  }
}

TEST(Planner, SearchesInSlices) {
  Open game({.width = 150, .height = 100});
  game.world.fill(game.cost, {{60, 1}, {1, 99, 1}}, 255);
  Planner other(game.map);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
    const PathResult whole = other.find({0, 99}, {149, 99}, with(algorithm));
    game.planner.start({{0, 99}, {149, 99}, with(algorithm)});
    int slices = 0;
    PathResult result = game.planner.advance(1);
    for (; result.status == PathStatus::searching; result = game.planner.advance(1)) {
      ++slices;
      ASSERT_EQ(result.counters.expanded, static_cast<std::uint64_t>(slices));
      ASSERT_TRUE(result.path.empty());
      ASSERT_LT(slices, 100'000);
    }
    EXPECT_EQ(difference(result, whole), "");
    EXPECT_EQ(difference(game.planner.advance(10), whole), "");
    EXPECT_FALSE(result.restarted);
  }
}

TEST(Planner, BeginsAnewWhenTheMapChanges) {
  Open game({.width = 150, .height = 100});
  game.world.fill(game.cost, {{60, 1}, {1, 99, 1}}, 255);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
    game.planner.start({{0, 99}, {149, 99}, with(algorithm)});
    ASSERT_EQ(game.planner.advance(2).status, PathStatus::searching);
    game.world.set(game.cost, {60, 50}, 1);
    PathResult result = game.planner.advance(1);
    EXPECT_TRUE(result.restarted);
    while (result.status == PathStatus::searching) result = game.planner.advance(7);
    EXPECT_TRUE(result.restarted);
    Planner fresh(game.map);
    EXPECT_EQ(difference(result, fresh.find({0, 99}, {149, 99}, with(algorithm))), "");
    game.world.set(game.cost, {60, 50}, 255);
  }
}

TEST(Planner, AnEditThatChangesNothingDoesNotBeginAnew) {
  Open game({.width = 150, .height = 100});
  game.planner.start({{0, 99}, {149, 0}, with(Algorithm::astar)});
  ASSERT_EQ(game.planner.advance(2).status, PathStatus::searching);
  game.world.set(game.cost, {60, 50}, 1);
  EXPECT_FALSE(game.planner.advance(1000).restarted);
}

TEST(Planner, AStartEndsTheFormerSearch) {
  Open game({.width = 150, .height = 100});
  game.planner.start({{0, 99}, {149, 99}, with(Algorithm::astar)});
  game.planner.advance(2);
  game.planner.start({{5, 5}, {7, 7}, with(Algorithm::astar)});
  const PathResult result = game.planner.advance(1000);
  EXPECT_EQ(result.path.back(), (Coord{7, 7}));
  EXPECT_FALSE(result.restarted);
}

TEST(Planner, FollowsEditsWithoutBeingTold) {
  Open game({.width = 150, .height = 100}, cardinal);
  EXPECT_EQ(game.planner.find({0, 50}, {149, 50}).cost, 149U);
  game.world.fill(game.cost, {{60, 0}, {1, 99, 1}}, 255);
  EXPECT_EQ(game.planner.find({0, 50}, {149, 50}).cost, 149U + 98);
  game.world.set(game.cost, {60, 99}, 255);
  EXPECT_EQ(game.planner.find({0, 50}, {149, 50}).status, PathStatus::no_path);
  game.world.set(game.cost, {60, 50}, 5);
  EXPECT_EQ(game.planner.find({0, 50}, {149, 50}).cost, 149U + 4);
}

TEST(Planner, CanBeMoved) {
  Open game({.width = 70, .height = 70}, cardinal);
  Planner moved(std::move(game.planner));
  EXPECT_EQ(moved.find({0, 0}, {69, 0}).cost, 69U);
  Planner assigned(game.map);
  assigned = std::move(moved);
  EXPECT_EQ(assigned.find({0, 0}, {69, 1}).cost, 70U);
}

TEST(Planner, TiesAreBrokenTheSameWayEachTime) {
  Open game({.width = 90, .height = 90});
  for (int i = 0; i < 80; ++i) {
    game.world.fill(game.cost, {{7 * i % 83, 11 * i % 79}, {3, 2, 1}}, 255);
  }
  Planner other(game.map);
  for (const Algorithm algorithm : algorithms) {
    const PathResult first = other.find({0, 0}, {89, 89}, with(algorithm));
    for (int i = 0; i < 3; ++i) {
      game.planner.find({i, 5}, {70, 80 - i}, with(algorithm));
      EXPECT_EQ(difference(game.planner.find({0, 0}, {89, 89}, with(algorithm)), first), "");
    }
  }
}

TEST(Walkable, RefusesPathsThatLeaveTheRangeOfCoordinates) {
  constexpr std::int32_t last = std::numeric_limits<std::int32_t>::max();
  const World world({.width = 4, .height = 1, .origin = {last - 3, 0, 0}});
  const NavMap map(world, {.steps = Steps::cardinal}, [](TileView) { return 1; });
  const Planner planner(map);
  const PathRun run{1, 0, 0, false, 9};
  const PathView path({last - 3, 0, 0}, {last, 0, 0}, 10, {&run, 1}, {});
  EXPECT_FALSE(planner.walkable(path));
  EXPECT_FALSE(planner.walkable(path, 1));
  const PathRun good{1, 0, 0, false, 3};
  EXPECT_TRUE(planner.walkable(PathView({last - 3, 0, 0}, {last, 0, 0}, 4, {&good, 1}, {})));
}

TEST(Walkable, FollowsEdits) {
  Open game({.width = 200, .height = 20}, {});
  const Path path(game.planner.find({0, 0}, {199, 10}).path);
  const Revision then = game.world.revision();
  EXPECT_TRUE(game.planner.walkable(path));
  EXPECT_TRUE(game.planner.walkable(path, then));
  game.world.set(game.cost, {5, 19}, 255);
  EXPECT_TRUE(game.planner.walkable(path, then));
  std::vector<Coord> tiles(path.begin(), path.end());
  for (const Coord c : tiles) {
    game.world.set(game.cost, c, 255);
    EXPECT_FALSE(game.planner.walkable(path)) << text(c);
    EXPECT_FALSE(game.planner.walkable(path, then)) << text(c);
    game.world.set(game.cost, c, 7);
    EXPECT_TRUE(game.planner.walkable(path)) << text(c);
    EXPECT_TRUE(game.planner.walkable(path, then)) << text(c);
  }
}

TEST(Walkable, SeesCornersInOtherChunks) {
  Open game({.width = 130, .height = 130}, {});
  const Path path(game.planner.find({60, 60}, {68, 68}).path);
  ASSERT_EQ(path.view().runs().size(), 1U);
  const Revision then = game.world.revision();
  for (const Coord corner : {Coord{64, 63}, Coord{63, 64}}) {
    game.world.set(game.cost, corner, 255);
    EXPECT_FALSE(game.planner.walkable(path, then)) << "the corner lies in a chunk of its own";
    game.world.set(game.cost, corner, 1);
    EXPECT_TRUE(game.planner.walkable(path, then));
  }
}

TEST(Walkable, SeesWhatLargeMoversCover) {
  Open game({.width = 130, .height = 130}, {.steps = Steps::cardinal, .size = 3});
  const Path path(game.planner.find({10, 62}, {40, 62}).path);
  const Revision then = game.world.revision();
  game.world.set(game.cost, {20, 64}, 255);
  EXPECT_FALSE(game.planner.walkable(path, then)) << "the mover reaches into the chunk below";
  EXPECT_FALSE(game.planner.walkable(path));
}

TEST(Walkable, NeedsTheLinksOfThePath) {
  Pictured game("1#1", cardinal);
  const LinkId link = game.map->add_link({{0, 0}, {2, 0}});
  const Path path(game.planner.find({0, 0}, {2, 0}).path);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_TRUE(game.planner.walkable(path));
  game.map->remove_link(link);
  EXPECT_FALSE(game.planner.walkable(path));
  game.map->add_link({{2, 0}, {0, 0}, 4, false});
  EXPECT_FALSE(game.planner.walkable(path)) << "the new one goes the other way";
  game.map->add_link({{0, 0}, {2, 0}, 4, false});
  EXPECT_TRUE(game.planner.walkable(path));
  game.built.world.set(game.built.cost, {2, 0}, 255);
  EXPECT_FALSE(game.planner.walkable(path));
}

TEST(Walkable, TakesAnyPath) {
  Open game({.width = 70, .height = 10}, cardinal);
  EXPECT_FALSE(game.planner.walkable({}));
  const PathRun runs[] = {{1, 0, 0, false, 5}};
  EXPECT_TRUE(game.planner.walkable({{60, 5}, {65, 5}, 6, runs, {}}));
  EXPECT_FALSE(game.planner.walkable({{66, 5}, {71, 5}, 6, runs, {}})) << "it leaves the world";
  EXPECT_FALSE(game.planner.walkable({{-6, 5}, {-1, 5}, 6, runs, {}}));
  const PathRun diagonal[] = {{1, 1, 0, false, 1}};
  EXPECT_FALSE(game.planner.walkable({{3, 3}, {4, 4}, 2, diagonal, {}}));
  const PathRun strange[] = {{2, 1, 0, false, 1}};
  EXPECT_FALSE(game.planner.walkable({{3, 3}, {5, 4}, 2, strange, {}}));
}

TEST(Names, AreSpelledAsInTheEnumerations) {
  EXPECT_EQ(name(PathStatus::found), "found");
  EXPECT_EQ(name(PathStatus::cost_overflow), "cost_overflow");
  EXPECT_EQ(name(PathStatus::searching), "searching");
  EXPECT_EQ(name(Algorithm::automatic), "automatic");
  EXPECT_EQ(name(Algorithm::jump_point), "jump_point");
}

#if TESS_ASSERTIONS && GTEST_HAS_DEATH_TEST
TEST(PlannerDeathTest, RefusesMisuse) {
  Open game({.width = 10, .height = 10});
  EXPECT_DEATH(game.planner.advance(1), "start");
  game.planner.start({{0, 0}, {9, 9}});
  game.planner.find({0, 0}, {1, 1});
  EXPECT_DEATH(game.planner.advance(1), "start");
  EXPECT_DEATH(game.planner.find({0, 0}, {1, 1}, {.heuristic_weight = 0.5F}), "weight");
  EXPECT_DEATH(game.planner.find({0, 0}, {1, 1}, {.heuristic_weight = 16.5F}), "weight");
  EXPECT_DEATH(game.planner.find({0, 0}, {1, 1}, {.unknown_cost = 0}), "unknown");
  EXPECT_DEATH(game.planner.find({0, 0}, {1, 1}, {.unknown_cost = 255}), "unknown");
}
#endif

}  // namespace
}  // namespace tess::test
