#include <tess/io/moving_ai_map.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

using tess::ErrorCode;
using tess::MovingAiMap;
using tess::parse_moving_ai_map;
using tess::Result;

constexpr std::string_view small_map = "type octile\nheight 2\nwidth 3\nmap\n.T@\nGSW\n";

std::string letters(const Result<MovingAiMap>& map) {
  if (!map) return std::string(map.error().message());
  return {map->letters.begin(), map->letters.end()};
}

std::string error(std::string_view text) {
  const Result<MovingAiMap> map = parse_moving_ai_map(text, "m");
  return map ? "no error" : std::string(map.error().message());
}

std::string header(std::string_view height, std::string_view width) {
  std::string text = "type octile\nheight ";
  text.append(height).append("\nwidth ").append(width).append("\nmap\n");
  return text;
}

TEST(MovingAiMap, KeepsLettersRowByRow) {
  const Result<MovingAiMap> map = parse_moving_ai_map(small_map, "m");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->width, 3);
  EXPECT_EQ(map->height, 2);
  EXPECT_EQ(letters(map), ".T@GSW");
  EXPECT_EQ(map->letter({2, 0}), '@');
  EXPECT_EQ(map->letter({0, 1}), 'G');
  EXPECT_TRUE(map->contains({2, 1}));
  EXPECT_FALSE(map->contains({3, 1}));
  EXPECT_FALSE(map->contains({0, 0, 1}));
}

TEST(MovingAiMap, TakesEveryKindOfLineEnd) {
  std::string crlf;
  for (const char c : small_map) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(letters(parse_moving_ai_map(crlf, "m")), ".T@GSW");
  EXPECT_EQ(letters(parse_moving_ai_map(small_map.substr(0, small_map.size() - 1), "m")), ".T@GSW");
  EXPECT_EQ(letters(parse_moving_ai_map(std::string(small_map) + "\n\r\n  \t\n\n", "m")), ".T@GSW");
  EXPECT_EQ(letters(parse_moving_ai_map("type  octile \nheight\t1\nwidth 1 \nmap \n.", "m")), ".");
}

TEST(MovingAiMap, RefusesHeadersByLine) {
  EXPECT_EQ(error(""), "m, line 1: expected 'type octile', found the end of the file");
  EXPECT_EQ(error("\n"), "m, line 1: expected 'type octile', found ''");
  EXPECT_EQ(error("type tile\n"), "m, line 1: expected 'type octile', found 'type tile'");
  EXPECT_EQ(error("type octile\nwidth 3\nheight 2\nmap\n"),
            "m, line 2: expected 'height' and a number from 1 to 65536, found 'width 3'");
  EXPECT_EQ(error("type octile\nheight 3"),
            "m, line 3: expected 'width' and a number from 1 to 65536, found the end of the file");
  EXPECT_EQ(error("type octile\nheight 3\nwidth 3\n...\n"),
            "m, line 4: expected 'map', found '...'");
}

TEST(MovingAiMap, RefusesAbsurdSizes) {
  for (const std::string_view side : {"0", "-1", "+3", "3x", "3 3", "1e3", "0x10", "", "."}) {
    const std::string text = header(side, "3");
    const Result<MovingAiMap> map = parse_moving_ai_map(text, "m");
    ASSERT_FALSE(map) << side;
    EXPECT_EQ(map.error().code(), ErrorCode::bad_format) << side;
    EXPECT_TRUE(map.error().message().starts_with(
        "m, line 2: expected 'height' and a number from 1 to 65536, found 'height"))
        << map.error().message();
  }
  for (const std::string_view side : {"65537", "2147483648", "99999999999999999999999999"}) {
    const Result<MovingAiMap> map = parse_moving_ai_map(header("3", side), "m");
    ASSERT_FALSE(map) << side;
    EXPECT_EQ(map.error().code(), ErrorCode::too_large) << side;
    EXPECT_TRUE(map.error().message().starts_with("m, line 3: expected 'width'"));
  }
}

TEST(MovingAiMap, RefusesTextShorterThanItsSize) {
  EXPECT_EQ(error(header("65536", "65536")),
            "m, line 5: expected row 1 of 65536, found the end of the file");
  EXPECT_EQ(error(header("65536", "1") + ".\n.\n"),
            "m, line 7: expected row 3 of 65536, found the end of the file");
  EXPECT_EQ(error(header("65536", "65536") + "...\n"),
            "m, line 5: expected a row of 65536 tiles, found 3 tiles");
}

TEST(MovingAiMap, RefusesRowsByLineAndColumn) {
  EXPECT_EQ(error(header("2", "3") + "...\n..\n"),
            "m, line 6: expected a row of 3 tiles, found 2 tiles");
  EXPECT_EQ(error(header("2", "1") + ".\n..\n"),
            "m, line 6: expected a row of 1 tile, found 2 tiles");
  EXPECT_EQ(error(header("2", "3") + "...\n\n...\n"),
            "m, line 6: expected a row of 3 tiles, found 0 tiles");
  EXPECT_EQ(error(header("2", "3") + "...\n..7\n"),
            "m, line 6, column 3: expected a terrain letter (. G S W T @ O), found '7'");
  EXPECT_EQ(error(header("1", "3") + std::string(".\0.\n", 4)),
            "m, line 5, column 2: expected a terrain letter (. G S W T @ O), found '\\x00'");
  EXPECT_EQ(error(header("1", "3") + "...\n\n" + std::string(50, '.')),
            "m, line 7: expected the end of the file after row 1, found '" + std::string(40, '.') +
                "...'");
}

TEST(MovingAiMap, ReadsFiles) {
  const std::filesystem::path folder(testing::TempDir());
  const std::string path = (folder / "tess_moving_ai_map_test.map").string();
  std::ofstream(path, std::ios::binary) << small_map;
  EXPECT_EQ(letters(tess::read_moving_ai_map(path)), ".T@GSW");

  std::ofstream(path, std::ios::binary) << "type octile\nheight x\n";
  const Result<MovingAiMap> bad = tess::read_moving_ai_map(path);
  ASSERT_FALSE(bad);
  EXPECT_TRUE(bad.error().message().starts_with(path + ", line 2: "));
  std::filesystem::remove(path);

  const Result<MovingAiMap> missing = tess::read_moving_ai_map(path);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code(), ErrorCode::file_not_found);
  EXPECT_TRUE(missing.error().message().starts_with(path + ": cannot be opened"));

  const Result<MovingAiMap> directory = tess::read_moving_ai_map(folder.string());
  ASSERT_FALSE(directory);
  EXPECT_TRUE(directory.error().message().starts_with(folder.string() + ": cannot be "));
}

TEST(MovingAiMap, ReadsTheRealMaps) {
  const std::filesystem::path maps(TESS_MAPS_DIR);
  if (maps.empty() || !std::filesystem::exists(maps)) GTEST_SKIP() << "no TESS_MAPS_DIR";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(maps)) {
    if (entry.path().extension() != ".map") continue;
    const Result<MovingAiMap> map = tess::read_moving_ai_map(entry.path().string());
    ASSERT_TRUE(map) << map.error().message();
    EXPECT_EQ(map->letters.size(),
              static_cast<std::size_t>(map->width) * static_cast<std::size_t>(map->height));
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
