// Damages valid files in thousands of ways. Whatever comes of it must be a value that keeps its
// promises or an error that names a line; that nothing crashes is what sanitizers make of it.

#include <tess/io.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <string_view>

namespace {

constexpr unsigned seed = 20231;
constexpr int rounds = 20000;

constexpr std::string_view valid_map =
    "type octile\nheight 4\nwidth 7\nmap\n...T@OS\nWWG....\n@@@@@@@\n.......\n";
constexpr std::string_view valid_scenario =
    "version 1\n0\ta.map\t49\t49\t1\t11\t1\t12\t1\n12 b c.map 512 300 82 122 65 205 224.04\r\n";

// Bytes that mean something to a parser are tried more often than chance would.
constexpr std::string_view favourites = "\n\r\t 0123456789.-+eE@TSWGOx\"%";

class Damage {
 public:
  std::string operator()(std::string_view valid) {
    std::string text(valid);
    const int count = 1 + pick(4);
    for (int i = 0; i < count; ++i) once(text);
    return text;
  }

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  std::size_t place(const std::string& text) {
    return static_cast<std::size_t>(pick(static_cast<int>(text.size()) + 1));
  }
  char byte() {
    if (pick(4) == 0) return static_cast<char>(pick(256));
    return favourites[static_cast<std::size_t>(pick(static_cast<int>(favourites.size())))];
  }

  void once(std::string& text) {
    const std::size_t at = place(text);
    const std::size_t length = static_cast<std::size_t>(pick(12));
    switch (pick(6)) {
      case 0: text.resize(at); break;
      case 1: text.insert(at, 1, byte()); break;
      case 2: text.erase(at, length); break;
      case 3: text.insert(at, text.substr(place(text), length)); break;
      case 4: text.insert(at, length, '9'); break;
      default:
        if (at < text.size()) text[at] = byte();
    }
  }

  std::mt19937 random_{seed};
};

bool names_a_line(const tess::Error& error) {
  const std::string_view message = error.message();
  return message.starts_with("fuzz, line ") && message.find(": expected ") != message.npos &&
         message.find(", found ") != message.npos && message.find('\n') == message.npos;
}

TEST(MovingAiFuzz, MapsAreReadOrRefused) {
  Damage damage;
  int accepted = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = damage(valid_map);
    const tess::Result<tess::MovingAiMap> map = tess::parse_moving_ai_map(text, "fuzz");
    if (!map) {
      ASSERT_TRUE(names_a_line(map.error())) << map.error().message() << "\nof\n" << text;
      continue;
    }
    ++accepted;
    ASSERT_EQ(static_cast<std::size_t>(map->width) * static_cast<std::size_t>(map->height),
              map->letters.size());
    ASSERT_LE(map->letters.size(), text.size());
    for (const char letter : map->letters) ASSERT_TRUE(tess::terrain_of(letter));
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, rounds);
}

TEST(MovingAiFuzz, ScenariosAreReadOrRefused) {
  Damage damage;
  int accepted = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = damage(valid_scenario);
    const auto queries = tess::parse_moving_ai_scenario(text, "fuzz");
    if (!queries) {
      ASSERT_TRUE(names_a_line(queries.error())) << queries.error().message() << "\nof\n" << text;
      continue;
    }
    ++accepted;
    for (const tess::MovingAiQuery& query : *queries) {
      const tess::Box box{{}, {query.width, query.height, 1}};
      ASSERT_TRUE(box.contains(query.from) && box.contains(query.to)) << text;
      ASSERT_TRUE(std::isfinite(query.optimal_length)) << text;
      ASSERT_FALSE(query.map.empty()) << text;
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, rounds);
}

TEST(MovingAiFuzz, EveryTruncationIsReadOrRefused) {
  for (std::size_t size = 0; size <= valid_map.size(); ++size) {
    const auto map = tess::parse_moving_ai_map(valid_map.substr(0, size), "fuzz");
    EXPECT_EQ(bool(map), size + 1 >= valid_map.size());
    if (!map) {
      EXPECT_TRUE(names_a_line(map.error())) << map.error().message();
    }
  }
  for (std::size_t size = 0; size <= valid_scenario.size(); ++size) {
    const auto queries = tess::parse_moving_ai_scenario(valid_scenario.substr(0, size), "fuzz");
    if (!queries) {
      EXPECT_TRUE(names_a_line(queries.error())) << queries.error().message();
    }
  }
}

}  // namespace
