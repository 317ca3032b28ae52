#include <tess/exec/worker_pool.h>
#include <tess/path/planner.h>

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
#include <string>
#include <vector>

namespace tess::test {
namespace {

std::string show(const BatchCounters& counters) {
  return std::to_string(counters.duplicates) + " duplicates, " + std::to_string(counters.groups) +
         " groups, " + std::to_string(counters.grouped) + " grouped, " +
         std::to_string(counters.searches) + " searches, expanded " +
         std::to_string(counters.work.expanded);
}

/// Everything that a batch returned, as text.
std::vector<std::string> texts(const BatchResult& batch) {
  std::vector<std::string> out{show(batch.counters)};
  for (const PathResult& result : batch.results) out.push_back(test::show(result));
  return out;
}

/// Requests as games make them: crowds to a few goals, from near each other and from anywhere, some
/// of them twice, a few with options.
std::vector<PathRequest> random_requests(const Case& world, bool has_unknown, Random& random) {
  const Reference reference(world.box, world.movement, [&](Coord c) { return world.cost(c); });
  std::vector<PathRequest> requests;
  for (int crowd = random.between(1, 4); crowd > 0; --crowd) {
    const Coord goal = detail::random_end(world, reference, random);
    const Coord camp = detail::random_end(world, reference, random);
    const std::int32_t spread = random.pick({1, 3, 10, 200});
    const SearchOptions options =
        random.chance(15) ? detail::random_options(has_unknown, random) : SearchOptions{};
    for (int i = random.between(1, 30); i > 0; --i) {
      const Box around = intersection(
          {{camp.x, camp.y, camp.z}, {spread, spread, random.chance(20) ? 2 : 1}}, world.box);
      Coord from = detail::random_end(world, reference, random);
      if (!around.empty() && random.chance(80)) from = random_tile(around, random);
      requests.push_back({from, goal, options});
      if (random.chance(5)) requests.back().options.algorithm = Algorithm::astar;
      if (random.chance(3)) requests.back().options.max_expansions = 3;
      if (random.chance(10))
        requests.push_back(random.pick(std::span<const PathRequest>(requests)));
    }
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    std::swap(requests[i], requests[random.next() % (i + 1)]);
  }
  return requests;
}

/// What is wrong with the answers; empty where nothing is.
std::string problem_of(const BatchResult& batch, std::span<const PathRequest> requests,
                       Planner& plain, const Reference& reference) {
  if (batch.results.size() != requests.size()) return "not as many answers as requests";
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const PathRequest& request = requests[i];
    const PathResult& result = batch.results[i];
    const PathResult expected = plain.find(request.from, request.to, request.options);
    const std::string where = "request " + std::to_string(i) + ", " +
                              test::show(Query{request.from, request.to, request.options}) +
                              "\n  batch " + test::show(result) + "\n  find " +
                              test::show(expected) + "\n  ";
    if (result.status != expected.status) return where + "other status";
    if (result.cost != expected.cost || result.cost_in_tiles != expected.cost_in_tiles) {
      return where + "other cost";
    }
    if (result.nearest != expected.nearest || result.met_unknown != expected.met_unknown) {
      return where + "other flags";
    }
    if (!std::equal(result.unknown_chunks.begin(), result.unknown_chunks.end(),
                    expected.unknown_chunks.begin(), expected.unknown_chunks.end())) {
      return where + "other unknown chunks";
    }
    if (!expected) {
      if (!result.path.empty()) return where + "a path";
      continue;
    }
    if (const std::string bad = check_view(result.path); !bad.empty()) return where + bad;
    std::string why;
    const auto cost = reference.path_cost(result.path, request.options, &why);
    if (!cost || *cost != result.cost) return where + "the path costs something else " + why;
    if (result.path.front() != request.from) return where + "other start";
    if (result.path.back() != expected.path.back() && !expected.nearest) return where + "other end";
  }
  return "";
}

/// A generated world that is edited in between, and batches asked of it.
class BatchTrial {
 public:
  explicit BatchTrial(std::uint64_t seed)
      : random_(seed ^ 0xba7c4U),
        now_(make_case(seed)),
        built_(now_),
        map_(built_.make_map(now_.movement, now_.links)),
        planner_(*map_),
        plain_(*map_) {}

  std::string run(int rounds, ExecutorRef executor) {
    for (int round = 0; round < rounds; ++round) {
      if (round != 0) edit();
      const Reference reference(
          now_.box, now_.movement, [this](Coord c) { return now_.cost(c); }, now_.links);
      bool has_unknown = false;
      for (const std::uint16_t cost : now_.costs) has_unknown = has_unknown || cost == 256;
      const std::vector<PathRequest> requests = random_requests(now_, has_unknown, random_);
      const BatchResult batch = planner_.find_all(requests, executor);
      grouped_ += batch.counters.grouped;
      const std::string problem = problem_of(batch, requests, plain_, reference);
      if (!problem.empty()) return test::show(now_) + problem;
    }
    return "";
  }

  std::uint64_t grouped() const { return grouped_; }

 private:
  void edit() {
    const Box box = intersection(
        {random_tile(now_.box, random_), {random_.between(1, 30), random_.between(1, 30), 1}},
        now_.box);
    const auto cost = static_cast<std::uint16_t>(random_.chance(40) ? 255 : random_.between(1, 9));
    built_.world.fill(built_.cost, box, cost);
    for (std::size_t i = 0; i < now_.costs.size(); ++i) {
      if (box.contains(now_.coord(i))) now_.costs[i] = cost;
    }
    if (!random_.chance(30)) return;
    now_.links.push_back(random_link(now_, random_));
    map_->add_link(now_.links.back());
  }

  Random random_;
  Case now_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  Planner planner_;
  Planner plain_;
  std::uint64_t grouped_ = 0;
};

TEST(Batch, AnswersAsFindDoes) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 30);
  SerialExecutor serial;
  std::uint64_t grouped = 0;
  int failures = 0;
  for (std::uint64_t i = 0; i < count && failures < 5; ++i) {
    BatchTrial trial(first + i);
    const std::string problem = trial.run(2, serial);
    grouped += trial.grouped();
    if (problem.empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << first + i << ": " << problem;
  }
  if (count >= 30) {
    EXPECT_GT(grouped, 100U);
  }
}

/// A world of a seed and requests to it.
struct Question {
  explicit Question(std::uint64_t seed)
      : world(make_case(seed)),
        built(world),
        map(built.make_map(world.movement, world.links)),
        random(seed) {
    bool has_unknown = false;
    for (const std::uint16_t cost : world.costs) has_unknown = has_unknown || cost == 256;
    requests = random_requests(world, has_unknown, random);
  }

  Case world;
  Built built;
  std::unique_ptr<NavMap> map;
  Random random;
  std::vector<PathRequest> requests;
};

TEST(Batch, IsTheSameOnEveryExecutor) {
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 20);
  std::vector<std::unique_ptr<Question>> questions;
  std::vector<std::vector<std::string>> expected;
  SerialExecutor serial;
  for (std::uint64_t seed = 0; seed < count / 2; ++seed) {
    questions.push_back(std::make_unique<Question>(seed));
    Planner planner(*questions.back()->map);
    expected.push_back(texts(planner.find_all(questions.back()->requests, serial)));
  }
  for_each_executor([&](ExecutorRef executor) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      Planner planner(*questions[i]->map);
      for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(texts(planner.find_all(questions[i]->requests, executor)), expected[i])
            << test::show(questions[i]->world);
      }
    }
  });
}

/// A map of costs on which searches are not trivial.
struct Field512 {
  explicit Field512(std::int32_t side = 128)
      : world({.width = side, .height = side}), cost(world.add_field<std::uint8_t>("cost", 1)) {
    Random random(5);
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) {
        if (random.chance(30)) world.set(cost, {x, y}, random.chance(50) ? 255 : 7);
      }
    }
    world.fill(cost, {{0, 0}, {12, 12, 1}}, 1);
    world.fill(cost, {{side - 12, side - 12}, {12, 12, 1}}, 2);
  }

  World world;
  Field<std::uint8_t> cost;
  NavMap map{world, {.steps = Steps::cardinal}, [f = cost](TileView t) { return int{t[f]}; }};
};

std::vector<PathRequest> crowd(Coord goal, int count) {
  std::vector<PathRequest> requests;
  for (int i = 0; i < count; ++i) requests.push_back({{i % 10, i / 10}, goal});
  return requests;
}

TEST(Batch, AsksEqualRequestsOnce) {
  Field512 game;
  Planner planner(game.map);
  SerialExecutor serial;
  std::vector<PathRequest> requests(10, PathRequest{{0, 0}, {120, 120}});
  requests.push_back({{0, 0}, {120, 120}, {.algorithm = Algorithm::astar}});
  const BatchResult batch = planner.find_all(requests, serial);
  EXPECT_EQ(batch.counters.duplicates, 9U);
  EXPECT_EQ(batch.counters.searches, 2U);
  for (const PathResult& result : batch.results) EXPECT_EQ(result.path, batch.results[0].path);
}

TEST(Batch, OneSearchAnswersACrowd) {
  Field512 game;
  Planner planner(game.map);
  SerialExecutor serial;
  const BatchResult batch = planner.find_all(crowd({120, 120}, 50), serial);
  EXPECT_EQ(batch.counters.groups, 1U);
  EXPECT_EQ(batch.counters.grouped, 49U);
  EXPECT_EQ(batch.counters.searches, 2U);
  const std::uint64_t one = planner.find({0, 0}, {120, 120}).counters.expanded;
  EXPECT_LT(batch.counters.work.expanded, 3 * one);
}

TEST(Batch, NothingIsAnswerToNothing) {
  Field512 game;
  Planner planner(game.map);
  SerialExecutor serial;
  EXPECT_TRUE(planner.find_all({}, serial).results.empty());
}

TEST(Batch, OutlivesAMoveOfThePlanner) {
  Field512 game;
  Planner planner(game.map);
  SerialExecutor serial;
  const std::vector<PathRequest> requests = crowd({120, 120}, 5);
  const BatchResult batch = planner.find_all(requests, serial);
  Planner other(std::move(planner));
  EXPECT_EQ(other.find({0, 0}, {120, 120}).cost, batch.results[0].cost);
  EXPECT_TRUE(other.walkable(batch.results[0].path));
}

#if TESS_TEST_COUNTS_ALLOCATIONS
TEST(Batch, AllocatesNothingOnceWarm) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Question question(seed);
    Planner planner(*question.map);
    SerialExecutor serial;
    planner.find_all(question.requests, serial);
    const auto again = [&] { planner.find_all(question.requests, serial); };
    EXPECT_EQ(count_allocations(again), 0U) << test::show(question.world);
  }
}
#endif

}  // namespace
}  // namespace tess::test
