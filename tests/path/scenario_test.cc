#include <tess/io/moving_ai_map.h>
#include <tess/io/moving_ai_scenario.h>
#include <tess/io/moving_ai_world.h>
#include <tess/path/planner.h>

#include "support/maps.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace tess::test {
namespace {

int cost_of_letter(const MovingAiMap& map, Coord c) {
  const char letter = map.letter(c);
  return letter == '.' || letter == 'G' || letter == 'S' ? 1 : blocked_cost;
}

/// The length of a path in straight steps of 1 and diagonal steps of the square root of 2.
double true_length(const PathView& path) {
  double straight = 0;
  double diagonal = 0;
  for (const PathRun& run : path.runs()) {
    (run.dx != 0 && run.dy != 0 ? diagonal : straight) += run.length;
  }
  return straight + diagonal * std::numbers::sqrt2;
}

struct RealMap {
  MovingAiMap map;
  std::vector<MovingAiQuery> queries;
};

RealMap read(const MapFiles& files) {
  Result<MovingAiMap> map = read_moving_ai_map(files.map);
  Result<std::vector<MovingAiQuery>> queries = read_moving_ai_scenario(files.scenario);
  EXPECT_TRUE(map) << files.map;
  EXPECT_TRUE(queries) << files.scenario;
  if (!map || !queries) return {};
  return {std::move(*map), std::move(*queries)};
}

class Scenario : public testing::TestWithParam<MapFiles> {};

// TESS_ALL_QUERIES=1 asks every query; otherwise a few, spread over all lengths.
TEST_P(Scenario, LengthsAreOptimalWithBothAlgorithms) {
  const RealMap real = read(GetParam());
  Result<MovingAiWorld> made = make_world(real.map);
  ASSERT_TRUE(made);
  const NavMap map(made->world, {}, MovingAiRule{made->terrain});
  const Reference reference(made->world.box(), {},
                            [&](Coord c) { return cost_of_letter(real.map, c); });
  Planner planner(map);
  const std::size_t count = real.queries.size();
  const std::size_t asked =
      number_from_environment("TESS_ALL_QUERIES", 0) != 0 ? count : std::min<std::size_t>(count, 8);
  for (std::size_t i = 0; i < asked; ++i) {
    const MovingAiQuery& query = real.queries[(i + 1) * count / asked - 1];
    for (const Algorithm algorithm : {Algorithm::jump_point, Algorithm::astar}) {
      const PathResult result = planner.find(query.from, query.to, {.algorithm = algorithm});
      SCOPED_TRACE("line " + std::to_string(query.line) + ' ' + show(result));
      ASSERT_EQ(result.status, PathStatus::found);
      ASSERT_EQ(result.algorithm, algorithm);
      EXPECT_EQ(result.path.front(), query.from);
      EXPECT_EQ(result.path.back(), query.to);
      EXPECT_EQ(check_view(result.path), "");
      std::string problem;
      EXPECT_EQ(reference.path_cost(result.path, {}, &problem), result.cost) << problem;
      EXPECT_NEAR(true_length(result.path), query.optimal_length,
                  0.01 + 0.00001 * query.optimal_length);
    }
  }
}

/// A world with a map's letters, and what the letters are after the edits so far.
struct Edited {
  explicit Edited(MovingAiMap from) : letters(std::move(from)), made(*make_world(letters)) {}

  void fill(const Box& box, char letter) {
    made.world.fill(made.terrain, box, static_cast<std::uint8_t>(letter));
    const Box tiles = intersection(box, made.world.box());
    for (std::int32_t i = 0; i < tiles.size.width * tiles.size.height; ++i) {
      const Coord c = tiles.min + Coord{i % tiles.size.width, i / tiles.size.width, 0};
      letters.letters[static_cast<std::size_t>(c.y * letters.width + c.x)] = letter;
    }
  }

  MovingAiMap letters;
  MovingAiWorld made;
};

// Between queries, rectangles are blocked and opened through the world.
TEST_P(Scenario, AnswersFollowEdits) {
  const RealMap real = read(GetParam());
  Edited edited(real.map);
  const World& world = edited.made.world;
  const MovingAiRule rule{edited.made.terrain};
  const Movement movement{};
  const NavMap map(world, movement, rule);
  Planner planner(map);
  Random random(real.queries.size());
  const bool large = world.box().volume() > 30'000;
  const bool all = number_from_environment("TESS_ALL_QUERIES", 0) != 0;
  for (int round = all ? 40 : large ? 1 : 8; round > 0; --round) {
    for (int i = random.between(1, 4); i > 0; --i) {
      const Coord at{random.between(0, real.map.width - 1), random.between(0, real.map.height - 1)};
      const Extent size{random.between(1, 24), random.between(1, 24), 1};
      edited.fill({at, size}, random.chance(50) ? '@' : '.');
    }
    const Reference reference(world.box(), movement,
                              [&](Coord c) { return cost_of_letter(edited.letters, c); });
    const NavMap fresh_map(world, movement, rule);
    Planner fresh(fresh_map);
    const MovingAiQuery& query = real.queries[random.next() % real.queries.size()];
    const Flood flood = reference.flood(query.from, {}, query.to);
    for (const Algorithm algorithm : {Algorithm::jump_point, Algorithm::astar}) {
      const Query asked{query.from, query.to, {.algorithm = algorithm}};
      const PathResult result = planner.find(asked.from, asked.to, asked.options);
      SCOPED_TRACE(show(asked) + ": " + show(result));
      EXPECT_EQ(check_answer(asked, result, reference, flood), "");
      EXPECT_EQ(difference(result, fresh.find(asked.from, asked.to, asked.options)), "");
    }
  }
}

std::string test_name(const testing::TestParamInfo<MapFiles>& info) {
  std::string out;
  for (const char letter : info.param.name) {
    const bool plain = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                       (letter >= 'A' && letter <= 'Z');
    out += plain ? letter : '_';
  }
  return out;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Scenario);
INSTANTIATE_TEST_SUITE_P(Maps, Scenario, testing::ValuesIn(real_maps()), test_name);

TEST(ScenarioMaps, AreThere) {
  if (real_maps().empty()) {
    GTEST_SKIP() << "no real maps in '" << maps_folder()
                 << "': name their folder in TESS_MAPS_DIR to test on them";
  }
}

}  // namespace
}  // namespace tess::test
