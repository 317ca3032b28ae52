#include <tess/view/text.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

using tess::Coord;

/// A world drawn with the characters of ASCII pictures.
struct Ground {
  tess::World world;
  tess::Field<char> tile = world.add_field<char>("tile", '.');
  tess::NavMap map{world, {}, [field = tile](tess::TileView t) {
                     const char c = t[field];
                     return c == '#' ? tess::blocked : c == '?' ? tess::unknown : c == '~' ? 5 : 1;
                   }};

  explicit Ground(const tess::WorldOptions& options) : world(options) {}

  Ground(std::int32_t width, std::string_view rows)
      : Ground(tess::WorldOptions{.width = width,
                                  .height = static_cast<std::int32_t>(rows.size()) / width}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto at = static_cast<std::int32_t>(i);
      world.set(tile, {at % width, at / width}, rows[i]);
    }
  }
};

constexpr tess::TextOptions ascii{.unicode = false};

TEST(Text, DrawsATileACharacter) {
  const Ground ground(6,
                      "######"
                      "#..~?#"
                      "#....#");
  EXPECT_EQ(to_text(ground.map, {}, ascii),
            "######\n"
            "#..~?#\n"
            "#....#\n");
  EXPECT_EQ(to_text(ground.map),
            "██████\n"
            "█··~?█\n"
            "█····█\n");
}

TEST(Text, DrawsPathsOverSearchedTilesAndEndsOverPaths) {
  const Ground ground(8,
                      "........"
                      "..####.."
                      "........");
  const std::array runs{tess::PathRun{1, 0, 0, false, 6}, tess::PathRun{0, 1, 0, false, 1}};
  const tess::PathView path({0, 0}, {6, 1}, 8, runs, {});
  std::vector<Coord> searched{{0, 0}, {1, 0}, {7, 0}, {7, 1}, {70, 1}, {7, 1, 1}};
  const tess::Picture picture{
      .paths = {&path, 1}, .searched = searched, .start = Coord{0, 2}, .goal = Coord{7, 2}};
  EXPECT_EQ(to_text(ground.map, picture, ascii),
            "S******o\n"
            "..####Go\n"
            "S......G\n");
  EXPECT_EQ(to_text(ground.map, picture),
            "S●●●●●●∘\n"
            "··████G∘\n"
            "S······G\n");
}

TEST(Text, ScalesWideMapsDown) {
  const Ground ground(8,
                      "########"
                      "###...##"
                      "##.....#"
                      "#......."
                      "........"
                      ".......?"
                      "......~~"
                      "......~~");
  // Four characters of 2 x 4 tiles in a line; a fourth, half or more of them may be blocked.
  EXPECT_EQ(to_text(ground.map, {}, {.max_width = 4, .unicode = false}),
            "%+:+\n"
            "...?\n");
  EXPECT_EQ(to_text(ground.map, {}, {.max_width = 4}),
            "▓▒░▒\n"
            "···?\n");
}

TEST(Text, KeepsToItsWidth) {
  for (const std::int32_t width : {1, 79, 80, 81, 159, 161, 1000}) {
    for (const std::int32_t height : {1, 2, 37, 200}) {
      const Ground ground({.width = width, .height = height});
      for (const std::int32_t max_width : {1, 7, 80}) {
        const std::string text =
            to_text(ground.map, {}, {.max_width = max_width, .unicode = false});
        const auto columns = static_cast<std::size_t>(std::min(width, max_width));
        const auto rows = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        EXPECT_EQ(text.find('\n'), columns);
        EXPECT_EQ(text.size(), rows * (columns + 1));
        if (width <= max_width) {
          EXPECT_EQ(rows, static_cast<std::size_t>(height));
        }
        EXPECT_GE(rows, 1U);
        EXPECT_LE(rows, static_cast<std::size_t>(height));
      }
    }
  }
}

TEST(Text, ShowsThinWallsAndSearchedTilesWhenScaled) {
  Ground ground({.width = 160, .height = 160});
  ground.world.fill(ground.tile, {{80, 0}, {1, 160, 1}}, '#');
  std::vector<Coord> searched;
  for (std::int32_t x = 0; x < 80; ++x) searched.push_back({x, 0});
  const std::string text =
      to_text(ground.map, {.searched = searched}, {.max_width = 16, .unicode = false});
  EXPECT_EQ(text.substr(0, 34), "oooooooo:.......\n........:.......\n");
}

TEST(Text, WritesHeatAsDigits) {
  const Ground ground(8,
                      "....#..."
                      "........");
  const std::array heat{tess::TileHeat{{0, 0}, 0.0F},  tess::TileHeat{{1, 0}, 0.19F},
                        tess::TileHeat{{2, 0}, 1.0F},  tess::TileHeat{{3, 0}, 5.0F},
                        tess::TileHeat{{4, 0}, 0.5F},  tess::TileHeat{{0, 1}, -1.0F},
                        tess::TileHeat{{1, 1}, 0.55F}, tess::TileHeat{{70, 1}, 0.5F}};
  const Coord searched{1, 1};
  const tess::Picture picture{.searched = {&searched, 1}, .goal = Coord{7, 1}, .heat = heat};
  EXPECT_EQ(to_text(ground.map, picture, ascii),
            "0199#...\n"
            "05.....G\n");
  EXPECT_EQ(to_text(ground.map, picture, {.max_width = 4, .unicode = false}), "595G\n")
      << "the hottest of the tiles of a character; walls are seen where they are half";
}

}  // namespace
