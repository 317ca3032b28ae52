#include <tess/io/moving_ai_scenario.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using tess::MovingAiQuery;
using tess::parse_moving_ai_scenario;
using tess::Result;
using Queries = std::vector<MovingAiQuery>;

std::string error(std::string_view line) {
  const std::string text = "version 1\n" + std::string(line);
  const Result<Queries> queries = parse_moving_ai_scenario(text, "s");
  return queries ? "no error" : std::string(queries.error().message());
}

TEST(MovingAiScenario, ReadsEveryField) {
  const Result<Queries> queries = parse_moving_ai_scenario(
      "version 1\n7\tmaps/dao/arena.map\t49\t50\t1\t2\t3\t4\t2.82842712\n", "s");
  ASSERT_TRUE(queries) << queries.error().message();
  ASSERT_EQ(queries->size(), 1U);
  const MovingAiQuery& query = queries->front();
  EXPECT_EQ(query.bucket, 7);
  EXPECT_EQ(query.map, "maps/dao/arena.map");
  EXPECT_EQ(query.width, 49);
  EXPECT_EQ(query.height, 50);
  EXPECT_EQ(query.from, (tess::Coord{1, 2}));
  EXPECT_EQ(query.to, (tess::Coord{3, 4}));
  EXPECT_DOUBLE_EQ(query.optimal_length, 2.82842712);
  EXPECT_EQ(query.line, 2);
}

TEST(MovingAiScenario, TakesBlanksTabsAndEveryKindOfLineEnd) {
  const Result<Queries> queries = parse_moving_ai_scenario(
      "version 1.0\r\n"
      "0 a.map 9 9 0 0 1 1 1.5\r\n"
      "\r\n"
      "  1\t my  own.map \t9 9 0 0 1 1 2e0  \n"
      "2 a.map 9 9 8 8 8 8 0",
      "s");
  ASSERT_TRUE(queries) << queries.error().message();
  ASSERT_EQ(queries->size(), 3U);
  EXPECT_EQ((*queries)[1].map, "my  own.map");
  EXPECT_EQ((*queries)[1].line, 4);
  EXPECT_DOUBLE_EQ((*queries)[1].optimal_length, 2);
  EXPECT_EQ((*queries)[2].to, (tess::Coord{8, 8}));
}

TEST(MovingAiScenario, MayHoldNoQuery) {
  for (const std::string_view text : {"version 1", "version 1\n", "version 1\n\n \n"}) {
    const Result<Queries> queries = parse_moving_ai_scenario(text, "s");
    ASSERT_TRUE(queries);
    EXPECT_TRUE(queries->empty());
  }
}

TEST(MovingAiScenario, RefusesOtherVersions) {
  const auto message = [](std::string_view text) {
    return std::string(parse_moving_ai_scenario(text, "s").error().message());
  };
  EXPECT_EQ(message(""), "s, line 1: expected 'version 1', found the end of the file");
  EXPECT_EQ(message("version 2\n"), "s, line 1: expected 'version 1', found 'version 2'");
  EXPECT_EQ(message("version\n"), "s, line 1: expected 'version 1', found 'version'");
  EXPECT_EQ(message("0 a.map 9 9 0 0 1 1 1.5\n"),
            "s, line 1: expected 'version 1', found '0 a.map 9 9 0 0 1 1 1.5'");
}

TEST(MovingAiScenario, RefusesFieldsByLine) {
  EXPECT_EQ(error("0 a.map 9 9 0 0 1 1"),
            "s, line 2: expected bucket, map, width, height, start x, start y, goal x, goal y, "
            "optimal length, found '0 a.map 9 9 0 0 1 1'");
  EXPECT_EQ(error("x a.map 9 9 0 0 1 1 1"), "s, line 2: expected a bucket of 0 or more, found 'x'");
  EXPECT_EQ(error("0 a.map 0 9 0 0 1 1 1"),
            "s, line 2: expected a map width of 1 or more, found '0'");
  EXPECT_EQ(error("0 a.map 9 99999999999 0 0 1 1 1"),
            "s, line 2: expected a map height of 1 or more, found '99999999999'");
  EXPECT_EQ(error("0 a.map 9 8 9 0 1 1 1"), "s, line 2: expected a start x of 0 to 8, found '9'");
  EXPECT_EQ(error("0 a.map 9 8 0 -1 1 1 1"), "s, line 2: expected a start y of 0 to 7, found '-1'");
  EXPECT_EQ(error("0 a.map 9 8 0 0 1.5 1 1"),
            "s, line 2: expected a goal x of 0 to 8, found '1.5'");
  EXPECT_EQ(error("0 a.map 9 8 0 0 1 8 1"), "s, line 2: expected a goal y of 0 to 7, found '8'");
  for (const std::string length : {"nan", "inf", "-1", "1,5", "1e999"}) {
    EXPECT_EQ(error("0 a.map 9 9 0 0 1 1 " + length),
              "s, line 2: expected an optimal length of 0 or more, found '" + length + "'");
  }
}

TEST(MovingAiScenario, ReadsTheRealScenarios) {
  const std::filesystem::path maps(TESS_MAPS_DIR);
  if (maps.empty() || !std::filesystem::exists(maps)) GTEST_SKIP() << "no TESS_MAPS_DIR";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(maps)) {
    if (entry.path().extension() != ".scen") continue;
    const Result<Queries> queries = tess::read_moving_ai_scenario(entry.path().string());
    ASSERT_TRUE(queries) << queries.error().message();
    count += queries->size();
  }
  EXPECT_GT(count, 0U);
}

TEST(MovingAiScenario, NamesTheFileThatIsMissing) {
  const Result<Queries> queries = tess::read_moving_ai_scenario("no/such.scen");
  ASSERT_FALSE(queries);
  EXPECT_EQ(queries.error().code(), tess::ErrorCode::file_not_found);
  EXPECT_TRUE(queries.error().message().starts_with("no/such.scen: cannot be opened"));
}

}  // namespace
