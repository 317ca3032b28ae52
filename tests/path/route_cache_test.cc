#include <tess/path/route_cache.h>

#include "support/allocations.h"
#include "support/executors.h"
#include "support/generate.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/reference.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

std::vector<Coord> tiles_of(const RouteView& route) {
  std::vector<Coord> tiles;
  for (const Coord c : route) tiles.push_back(c);
  return tiles;
}

/// What the steps and jumps of the route cost, one after the other; nothing where one is not legal.
std::optional<std::uint64_t> walked(const Reference& reference, const RouteView& route) {
  std::uint64_t total = 0;
  std::size_t passed = 0;
  Coord at = route.whole().front();
  const auto go = [&](Coord to, std::optional<std::uint64_t> ticks) {
    const bool own = passed++ >= route.offset();
    if (own) total += ticks.value_or(0);
    at = to;
    return ticks || !own;
  };
  if (reference.entry(route.front(), {}) == 0) return std::nullopt;
  for (const PathRun& run : route.whole().runs()) {
    if (run.jump) {
      const Coord to = route.whole().landings()[run.length];
      if (!go(to, reference.jump_ticks(at, to, {}))) return std::nullopt;
      continue;
    }
    const Offset step{run.dx, run.dy, run.dz};
    for (std::uint32_t i = 0; i < run.length; ++i) {
      if (!go(at + Coord{step.dx, step.dy, step.dz}, reference.step_ticks(at, step, {}))) {
        return std::nullopt;
      }
    }
  }
  return total;
}

/// A generated world, edits, and questions to a cache that are asked of a planner as well.
class CacheTrial {
 public:
  CacheTrial(std::uint64_t seed, const RouteCacheOptions& options)
      : random_(seed ^ 0xcac4eU),
        now_(make_case(seed)),
        built_(now_),
        map_(built_.make_map(now_.movement)),
        planner_(*map_),
        plain_(*map_),
        cache_(*map_, options),
        options_(options) {
    for (const Link& link : now_.links) ids_.push_back(map_->add_link(link));
    const Reference reference(now_.box, now_.movement, [this](Coord c) { return now_.cost(c); });
    for (int i = 0; i < 2; ++i) goals_.push_back(detail::random_end(now_, reference, random_));
  }

  /// The first thing that is wrong; empty where nothing is.
  std::string run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (int i = round == 0 ? 0 : random_.between(0, 2); i > 0; --i) edit();
      const Reference reference(
          now_.box, now_.movement, [this](Coord c) { return now_.cost(c); }, now_.links);
      for (int i = 0; i < 6; ++i) {
        const std::string problem = ask(reference);
        if (!problem.empty()) return test::show(now_) + log_ + problem;
      }
      const std::string problem = random_.chance(30) ? ask_many(reference) : "";
      if (!problem.empty()) return test::show(now_) + log_ + problem;
    }
    return "";
  }

  const RouteCacheStatistics& statistics() const { return cache_.statistics(); }

 private:
  /// Near a former start, on a former route, or anywhere.
  Coord pick_start() {
    if (!known_.empty() && random_.chance(75)) {
      return random_.pick(std::span<const Coord>(known_));
    }
    return random_tile(now_.box, random_);
  }

  std::string ask(const Reference& reference) {
    const Coord from = pick_start();
    const Coord to = random_.pick(std::span<const Coord>(goals_));
    const RouteResult result = cache_.find(planner_, from, to);
    const std::string problem = check(result, from, to, reference);
    if (!problem.empty()) return problem;
    if (cache_.bytes() > options_.max_bytes) return "more bytes than allowed";
    for (const Coord c : result.route) {
      if (random_.chance(5)) known_.push_back(c);
    }
    if (known_.size() > 60) known_.erase(known_.begin(), known_.begin() + 30);
    return "";
  }

  std::string ask_many(const Reference& reference) {
    std::vector<PathRequest> requests;
    for (int i = random_.between(1, 20); i > 0; --i) {
      requests.push_back({pick_start(), random_.pick(std::span<const Coord>(goals_))});
      if (random_.chance(10)) requests.back().options.algorithm = Algorithm::astar;
    }
    SerialExecutor serial;
    const std::span<const RouteResult> results = cache_.find_all(planner_, requests, serial);
    if (results.size() != requests.size()) return "not as many answers as requests";
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::string problem = check(results[i], requests[i].from, requests[i].to, reference);
      if (!problem.empty()) return "of many: " + problem;
    }
    return "";
  }

  std::string check(const RouteResult& result, Coord from, Coord to, const Reference& reference) {
    const PathResult expected = plain_.find(from, to);
    const bool searched = result.source == RouteSource::search;
    const std::string where = text(from) + " to " + text(to) + (searched ? ", searched" : ", hit") +
                              ": " + text(result.status) + " cost " +
                              std::to_string(result.route.cost()) + ", expected " +
                              test::show(expected) + ": ";
    if (result.status != expected.status) return where + "another status";
    if (!result) return result.route.empty() ? "" : where + "a route";
    const std::vector<Coord> tiles = tiles_of(result.route);
    if (tiles.size() != result.route.size()) return where + "another size";
    if (tiles.front() != from || result.route.front() != from) return where + "another start";
    if (tiles.back() != to || result.route.back() != to) return where + "another goal";
    std::vector<Coord> copied(tiles.size() + 1);
    if (result.route.copy_to(copied) != tiles.size()) return where + "copies another number";
    copied.pop_back();
    if (copied != tiles) return where + "copies other tiles";
    const auto cost = walked(reference, result.route);
    if (!cost) return where + "not legal";
    if (*cost != result.route.cost()) return where + "walked " + std::to_string(*cost);
    const bool exact = searched || options_.freshness == Freshness::optimal;
    if (exact && *cost != expected.cost) return where + "not the cheapest";
    return "";
  }

  void edit() {
    const Box box = intersection(
        {random_tile(now_.box, random_),
         {random_.chance(50) ? 1 : random_.between(1, 30), random_.chance(50) ? 1 : 20, 1}},
        now_.box);
    const int kind = random_.between(0, 99);
    if (kind < 15) {
      now_.links.push_back(random_link(now_, random_));
      ids_.push_back(map_->add_link(now_.links.back()));
      log_ += "add link " + text(now_.links.back()) + '\n';
      return;
    }
    if (kind < 25 && !ids_.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(random_.next() % ids_.size());
      map_->remove_link(ids_[static_cast<std::size_t>(at)]);
      log_ += "remove link " + text(now_.links[static_cast<std::size_t>(at)]) + '\n';
      ids_.erase(ids_.begin() + at);
      now_.links.erase(now_.links.begin() + at);
      return;
    }
    const auto cost = static_cast<std::uint16_t>(random_.chance(30)  ? 255
                                                 : random_.chance(5) ? 256
                                                                     : random_.between(1, 3));
    built_.world.fill(built_.cost, box, cost);
    for (std::size_t i = 0; i < now_.costs.size(); ++i) {
      if (box.contains(now_.coord(i))) now_.costs[i] = cost;
    }
    if (random_.chance(10)) {
      for (int i = 0; i < 1200; ++i) built_.world.set(built_.cost, box.min, cost);
    }
    log_ += "fill " + text(box) + " = " + std::to_string(cost) + '\n';
  }

  Random random_;
  Case now_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  std::vector<LinkId> ids_;
  Planner planner_;
  Planner plain_;
  RouteCache cache_;
  RouteCacheOptions options_;
  std::vector<Coord> goals_;
  std::vector<Coord> known_;
  std::string log_;
};

void try_all(Freshness freshness) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 30);
  RouteCacheStatistics total;
  int failures = 0;
  for (std::uint64_t i = 0; i < count && failures < 5; ++i) {
    const std::size_t bytes = (first + i) % 3 == 0 ? 4000 : std::size_t{1} << 20;
    CacheTrial trial(first + i, {.max_bytes = bytes, .freshness = freshness});
    const std::string problem = trial.run(12);
    total.hits += trial.statistics().hits;
    total.rest_hits += trial.statistics().rest_hits;
    total.drops += trial.statistics().drops;
    total.evictions += trial.statistics().evictions;
    total.misses += trial.statistics().misses;
    if (problem.empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << first + i << ": " << problem;
  }
  std::printf(
      "%llu hits, %llu rest hits, %llu misses, %llu drops, %llu evictions\n",
      static_cast<unsigned long long>(total.hits), static_cast<unsigned long long>(total.rest_hits),
      static_cast<unsigned long long>(total.misses), static_cast<unsigned long long>(total.drops),
      static_cast<unsigned long long>(total.evictions));
  if (count < 30) return;
  EXPECT_GT(total.hits, count);
  EXPECT_GT(total.rest_hits, count);
  EXPECT_GT(total.drops, 0U);
  EXPECT_GT(total.evictions, 0U);
}

TEST(RouteCache, OptimalRoutesAreTheCheapestAfterAnyEdits) { try_all(Freshness::optimal); }

TEST(RouteCache, WalkableRoutesAreLegalAndTruthfulAfterAnyEdits) { try_all(Freshness::walkable); }

/// An open map whose tiles a test closes and prices.
struct Game {
  explicit Game(const RouteCacheOptions& options = {}, Steps steps = Steps::cardinal,
                std::int32_t side = 100)
      : world({.width = side, .height = side}),
        cost(world.add_field<std::uint8_t>("cost", 1)),
        map(world, {.steps = steps}, [f = cost](TileView t) { return int{t[f]}; }),
        planner(map),
        cache(map, options) {}

  RouteResult find(Coord from, Coord to) { return cache.find(planner, from, to); }

  World world;
  Field<std::uint8_t> cost;
  NavMap map;
  Planner planner;
  RouteCache cache;
};

TEST(RouteCache, AnswersTheSameEndsFromMemory) {
  Game game;
  EXPECT_EQ(game.find({0, 0}, {50, 30}).source, RouteSource::search);
  const RouteResult again = game.find({0, 0}, {50, 30});
  EXPECT_EQ(again.source, RouteSource::cached);
  EXPECT_EQ(again.counters.expanded + again.counters.scanned_words, 0U);
  EXPECT_EQ(again.route.cost(), 80U);
  EXPECT_EQ(again.route.offset(), 0U);
  EXPECT_EQ(game.find({0, 0}, {50, 31}).source, RouteSource::search);
}

TEST(RouteCache, AnswersFromEveryTileOfARoute) {
  for (const Steps steps : {Steps::cardinal, Steps::octile, Steps::hex}) {
    for (const bool priced : {false, true}) {
      Game game({}, steps);
      for (std::int32_t i = 0; i < 90; i += 7) game.world.fill(game.cost, {{i, i}, {1, 9, 1}}, 255);
      if (priced) {
        for (std::int32_t i = 0; i < 99; ++i) {
          game.world.set_if_changed(game.cost, {i, 50}, static_cast<std::uint8_t>(1 + i % 4));
        }
      }
      std::vector<Coord> tiles;
      for (const Coord c : game.find({2, 95}, {97, 3}).route) tiles.push_back(c);
      ASSERT_GT(tiles.size(), 50U);
      const auto* const whole = game.find({2, 95}, {97, 3}).route.block();
      for (std::size_t i = 1; i + 1 < tiles.size(); ++i) {
        const RouteResult rest = game.find(tiles[i], {97, 3});
        ASSERT_EQ(rest.source, RouteSource::rest) << i;
        EXPECT_EQ(rest.route.block(), whole);
        EXPECT_EQ(rest.route.offset(), i);
        EXPECT_EQ(tiles_of(rest.route),
                  std::vector<Coord>(tiles.begin() + static_cast<std::ptrdiff_t>(i), tiles.end()));
        const std::uint64_t cost = rest.route.cost();
        EXPECT_EQ(cost, game.planner.find(tiles[i], {97, 3}).cost);
      }
    }
  }
}

TEST(RouteCache, AHundredHoldersShareOneRoute) {
  Game game;
  std::vector<Route> routes;
  for (std::int32_t i = 0; i < 99; ++i) routes.emplace_back(game.find({i, 0}, {99, 0}).route);
  EXPECT_EQ(game.cache.route_count(), 1U);
  for (const Route& route : routes) EXPECT_EQ(route.view().block(), routes[0].view().block());
  EXPECT_EQ(game.cache.statistics().misses, 1U);
  EXPECT_EQ(game.cache.statistics().rest_hits, 98U);
}

TEST(RouteCache, RoutesOutliveTheirCache) {
  Route kept;
  Route rest;
  {
    Game game;
    kept = Route(game.find({0, 0}, {50, 30}).route);
    rest = Route(game.find({50, 10}, {50, 30}).route);
    game.cache.clear();
    EXPECT_EQ(game.cache.route_count(), 0U);
  }
  EXPECT_EQ(tiles_of(kept.view()).size(), 81U);
  EXPECT_EQ(kept.back(), (Coord{50, 30}));
  const Route copy = kept;
  kept = Route();
  EXPECT_TRUE(kept.empty());
  EXPECT_EQ(copy.size(), 81U);
}

TEST(RouteCache, AnEditOffTheWayCostsNoSearch) {
  for (const Freshness freshness : {Freshness::optimal, Freshness::walkable}) {
    Game game({.freshness = freshness}, Steps::octile);
    game.world.fill(game.cost, {{50, 0}, {1, 90, 1}}, 255);
    game.find({40, 10}, {60, 10});
    game.world.set(game.cost, {5, 5}, 255);  // elsewhere
    game.world.set(game.cost, {5, 5}, 1);    // and open again
    game.world.set(game.cost, {99, 99}, 1);  // without effect
    game.world.set(game.cost, {50, 95}, 9);  // dearer, not on the way
    EXPECT_EQ(game.find({40, 10}, {60, 10}).source, RouteSource::cached);
    game.world.set(game.cost, {50, 11}, 1);  // a gap in the wall
    const bool optimal = freshness == Freshness::optimal;
    const RouteResult after = game.find({40, 10}, {60, 10});
    EXPECT_EQ(after.source, optimal ? RouteSource::search : RouteSource::cached);
    EXPECT_EQ(game.cache.statistics().drops, optimal ? 1U : 0U);
  }
}

TEST(RouteCache, AStraightRouteCannotBeShortened) {
  Game game;
  game.world.fill(game.cost, {{20, 50}, {60, 10, 1}}, 255);
  game.find({0, 10}, {99, 10});
  game.world.fill(game.cost, game.world.box(), 1);
  EXPECT_EQ(game.find({0, 10}, {99, 10}).source, RouteSource::cached);
}

TEST(RouteCache, AWallOnTheWayIsNoticed) {
  for (const Freshness freshness : {Freshness::optimal, Freshness::walkable}) {
    Game game({.freshness = freshness});
    game.find({0, 10}, {99, 10});
    game.world.set(game.cost, {50, 10}, 255);
    const RouteResult after = game.find({0, 10}, {99, 10});
    EXPECT_EQ(after.source, RouteSource::search);
    EXPECT_EQ(after.route.cost(), 101U);
    EXPECT_EQ(game.cache.statistics().drops, 1U);
  }
}

TEST(RouteCache, AWalkableRouteTellsItsNewCost) {
  Game game({.freshness = Freshness::walkable});
  const Route before(game.find({0, 10}, {99, 10}).route);
  game.world.set(game.cost, {50, 10}, 7);
  const RouteResult after = game.find({0, 10}, {99, 10});
  EXPECT_EQ(after.source, RouteSource::cached);
  EXPECT_EQ(after.route.cost(), 105U);
  EXPECT_EQ(before.cost(), 99U);
  EXPECT_EQ(game.find({49, 10}, {99, 10}).route.cost(), 56U);
  EXPECT_EQ(game.find({50, 10}, {99, 10}).route.cost(), 49U);
}

TEST(RouteCache, ANewLinkIsNoticed) {
  Game game;
  game.find({0, 10}, {99, 10});
  game.map.add_link({{0, 95}, {99, 95}, 50, true});  // too far off to matter
  EXPECT_EQ(game.find({0, 10}, {99, 10}).source, RouteSource::cached);
  game.map.add_link({{0, 50}, {99, 50}, 1, true});
  EXPECT_EQ(game.find({0, 10}, {99, 10}).route.cost(), 81U);
}

TEST(RouteCache, TheLeastRecentlyUsedMakeRoom) {
  Game game({.max_bytes = 1800});
  for (std::int32_t i = 0; i < 100; ++i) {
    game.find({0, i}, {99, 99 - i});
    EXPECT_EQ(game.find({0, 0}, {99, 99}).source, RouteSource::cached) << i;
    EXPECT_LE(game.cache.bytes(), 1800U);
  }
  EXPECT_GT(game.cache.statistics().evictions, 90U);
  EXPECT_LT(game.cache.route_count(), 9U);
  EXPECT_EQ(game.find({0, 5}, {99, 94}).source, RouteSource::search);
}

TEST(RouteCache, ATinyCacheAnswersAllTheSame) {
  Game game({.max_bytes = 0});
  EXPECT_EQ(tiles_of(game.find({0, 0}, {9, 9}).route).size(), 19U);
  EXPECT_EQ(game.cache.route_count(), 0U);
  EXPECT_EQ(game.cache.bytes(), 0U);
  EXPECT_EQ(game.find({3, 3}, {3, 3}).route.size(), 1U);
}

/// The bounds that the documentation states.
TEST(RouteCache, ARouteTakesNoMoreMemoryThanStated) {
  Game game({.max_bytes = std::size_t{1} << 24}, Steps::octile);
  Random random(4);
  for (std::int32_t i = 0; i < 3000; ++i) {
    game.world.set(game.cost, random_tile(game.world.box(), random), 255);
  }
  std::size_t turns = 0;
  for (int i = 0; i < 300; ++i) {
    const RouteResult result =
        game.find(random_tile(game.world.box(), random), random_tile(game.world.box(), random));
    if (result.source == RouteSource::search && result) turns += result.route.whole().runs().size();
  }
  ASSERT_GT(game.cache.route_count(), 150U);
  EXPECT_LE(game.cache.bytes(), 96 * turns + 350 * game.cache.route_count());
}

TEST(RouteCache, ManyAreAnsweredInOneCall) {
  Game game;
  game.find({0, 10}, {99, 10});
  std::vector<PathRequest> requests;
  for (std::int32_t i = 0; i < 50; ++i) requests.push_back({{i, i % 2 * 10}, {99, 10}});
  requests.push_back({{0, 0}, {99, 10}, {.algorithm = Algorithm::astar}});
  requests.push_back({{0, 0}, {99, 200}});
  std::vector<std::uint64_t> costs;
  for_each_executor([&](ExecutorRef executor) {
    Game fresh;
    fresh.find({0, 10}, {99, 10});
    const auto results = fresh.cache.find_all(fresh.planner, requests, executor);
    ASSERT_EQ(results.size(), requests.size());
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(results[i].route.cost(), fresh.planner.find(requests[i].from, {99, 10}).cost);
      if (i % 2 == 1) {
        EXPECT_EQ(results[i].source, RouteSource::rest);
      }
    }
    EXPECT_EQ(results[50].source, RouteSource::search);
    EXPECT_EQ(tiles_of(results[50].route).size(), 110U);
    EXPECT_EQ(results[51].status, PathStatus::out_of_bounds);
  });
}

TEST(RouteCache, ManyFitThroughATinyCache) {
  Game game({.max_bytes = 600});
  std::vector<PathRequest> requests;
  for (std::int32_t i = 0; i < 60; ++i) requests.push_back({{i % 7, i % 20}, {99 - i % 3, i % 5}});
  SerialExecutor serial;
  const auto results = game.cache.find_all(game.planner, requests, serial);
  Planner plain(game.map);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(results[i].route.cost(), plain.find(requests[i].from, requests[i].to).cost);
    EXPECT_EQ(tiles_of(results[i].route).size(), results[i].route.size());
  }
  EXPECT_LE(game.cache.bytes(), 600U);
}

#if TESS_TEST_COUNTS_ALLOCATIONS
TEST(RouteCache, AllocatesNothingOnceWarm) {
  Game game({.max_bytes = 6000});
  const auto play = [&] {
    game.cache.clear();
    for (std::int32_t i = 0; i < 60; ++i) {
      Route held(game.find({0, i}, {99, 99 - i}).route);
      game.find({i, i}, {50, 99});
      game.find({0, i / 2}, {99, 99 - i / 2});
      game.world.set(game.cost, {i, 50}, i % 2 == 0 ? 1 : 9);
    }
  };
  for (int i = 0; i < 3; ++i) play();
  EXPECT_EQ(count_allocations(play), 0U);
}
#endif

TEST(RouteCache, ThreadsShareRoutes) {
  std::vector<std::thread> threads;
  {
    Game game({.max_bytes = 2000});
    for (std::int32_t i = 0; i < 60; ++i) {
      const Route route(game.find({0, i}, {99, 99 - i}).route);
      if (i % 10 != 0) continue;
      for (int k = 0; k < 2; ++k) {
        threads.emplace_back([route] {
          for (int n = 0; n < 200; ++n) {
            const Route mine = route;
            EXPECT_EQ(mine.view().back(), route.back());
          }
          EXPECT_EQ(tiles_of(route.view()).size(), route.size());
        });
      }
    }
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tess::test
