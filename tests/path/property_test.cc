#include "support/shrink.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace tess::test {
namespace {

std::uint64_t running_seed = 0;

/// Names the seed of the trial in which the program dies: an assertion cannot be shrunk.
void name_seed(int signal) {
  std::fprintf(stderr, "died in the trial of seed %llu; run it with TESS_PROPERTY_SEED\n",
               static_cast<unsigned long long>(running_seed));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// TESS_PROPERTY_CASES and TESS_PROPERTY_SEED say how many trials are run, and from which on.
TEST(Property, EverySearchAgreesWithThePlainOne) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 250);
  std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(first + count - 1));
  std::signal(SIGABRT, name_seed);
  std::signal(SIGSEGV, name_seed);
  int failures = 0;
  for (std::uint64_t i = 0; i < count && failures < 5; ++i) {
    running_seed = first + i;
    SCOPED_TRACE("seed " + std::to_string(running_seed));
    const Trial trial = make_trial(running_seed);
    const std::string problem = problem_of(trial);
    if (problem.empty()) continue;
    ++failures;
    ADD_FAILURE() << problem << "\n--- the same, smaller ---\n" << reproduction(trial);
  }
  std::signal(SIGABRT, SIG_DFL);
  std::signal(SIGSEGV, SIG_DFL);
}

/// A wide world, mostly open, in which single tiles are edited: what searches keep of a chunk
/// reaches across many others there. A* is the judge, as the plain search would take too long.
void follow_edits_on_a_wide_map(std::uint64_t seed) {
  Random random(seed);
  Case made;
  made.movement.steps = random.chance(50) ? Steps::cardinal : Steps::octile;
  made.box = {{random.between(-99, 99), random.between(-99, 99), 0},
              {random.between(190, 330), random.between(190, 330), 1}};
  made.costs.assign(static_cast<std::size_t>(made.box.volume()), 1);
  const int walls = random.chance(50) ? 40 : 9000;
  for (int i = 0; i < walls; ++i) made.costs[made.index(random_tile(made.box, random))] = 255;
  Built built(made);
  const auto map = built.make_map(made.movement);
  Planner planner(*map);
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 3; ++i) {
      const auto cost = static_cast<std::uint16_t>(random.chance(50) ? 255 : 1);
      const Extent size{random.between(1, 3), random.between(1, 3), 1};
      built.world.fill(built.cost, {random_tile(made.box, random), size}, cost);
    }
    const auto fresh_map = built.make_map(made.movement);
    Planner fresh(*fresh_map);
    for (int i = 0; i < 4; ++i) {
      const Coord from = random_tile(made.box, random);
      const Coord to = random_tile(made.box, random);
      const PathResult best = fresh.find(from, to, {.algorithm = Algorithm::astar});
      const std::uint64_t least = best.cost;
      const PathStatus status = best.status;
      for (const Algorithm algorithm : {Algorithm::jump_point, Algorithm::wave}) {
        const SearchOptions options{.algorithm = algorithm};
        const PathResult result = planner.find(from, to, options);
        SCOPED_TRACE(show(Query{from, to, options}) + ": " + show(result));
        ASSERT_EQ(result.status, status);
        ASSERT_EQ(result.cost, least);
        ASSERT_EQ(difference(result, fresh.find(from, to, options)), "");
        ASSERT_EQ(planner.walkable(result.path), status == PathStatus::found);
      }
    }
  }
}

// TESS_PROPERTY_WIDE_CASES says on how many worlds.
TEST(Property, EditsOnWideMapsAreFollowed) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_WIDE_CASES", 6);
  for (std::uint64_t i = 0; i < count && !HasFatalFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(first + i));
    follow_edits_on_a_wide_map(first + i);
  }
}

}  // namespace
}  // namespace tess::test
