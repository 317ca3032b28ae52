#include <tess/io.h>
#include <tess/view/svg.h>

#include "support/random.h"
#include "view/svg_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using tess::Coord;
using tess::test::filled;
using tess::test::SvgElement;
using tess::test::SvgReader;

/// A world with an entry cost in each tile, 0 for unknown ones.
struct Ground {
  tess::World world;
  tess::Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  tess::NavMap map{world, {}, [field = cost](tess::TileView tile) {
                     return tile[field] == 0 ? tess::unknown : int{tile[field]};
                   }};

  explicit Ground(const tess::WorldOptions& options) : world(options) {}
};

std::string colour_of(int cost) {
  if (cost == 0) return "#b79fd6";
  if (cost == 255) return "#353b45";
  constexpr std::array colours{"#f6f3ea", "#ebe3c3", "#e2d3a1", "#d6c083",
                               "#c6a96a", "#b39056", "#9c7746", "#825f39"};
  std::size_t step = 0;
  while (cost >>= 1) ++step;
  return colours[step];
}

/// The colour of each tile as the outlines of the picture paint it.
std::vector<std::string> painted(const SvgReader& svg, std::int32_t width, std::int32_t height) {
  std::vector<std::string> tiles(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                                 svg.all("rect").front()["fill"]);
  for (const SvgElement& path : svg.all("path")) {
    if (path["fill"].empty() || !path["fill-opacity"].empty()) continue;
    const std::vector<bool> inside = filled(path["d"], width, height);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if (inside[i]) tiles[i] = path["fill"];
    }
  }
  return tiles;
}

TEST(Svg, PaintsEveryTileAsItIs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    tess::test::Random random(seed);
    const std::int32_t width = random.between(1, 80);
    const std::int32_t height = random.between(1, 80);
    const std::vector<std::uint8_t> costs =
        seed % 2 == 0
            ? std::vector<std::uint8_t>{1, 255}
            : std::vector<std::uint8_t>{0, 1, 2, 3, 4, 15, 16, 63, 64, 127, 128, 254, 255};
    Ground ground({.width = width, .height = height, .origin = {-7, random.between(-90, 90)}});
    const tess::Box& box = ground.world.box();
    std::vector<Coord> searched;
    std::vector<std::string> expected;
    std::vector<bool> marked;
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        const auto pick = random.between(0, static_cast<std::int32_t>(costs.size()) - 1);
        const std::uint8_t cost = costs[static_cast<std::size_t>(pick)];
        ground.world.set(ground.cost, box.min + Coord{x, y, 0}, cost);
        expected.push_back(colour_of(cost));
        marked.push_back(random.chance(40));
        if (marked.back()) searched.push_back(box.min + Coord{x, y, 0});
      }
    }
    const SvgReader svg(to_svg(ground.map, {.searched = searched}));
    EXPECT_EQ(painted(svg, width, height), expected) << "seed " << seed;
    if (searched.empty()) continue;
    EXPECT_EQ(filled(svg.all("path").back()["d"], width, height), marked) << "seed " << seed;
  }
}

TEST(Svg, IsAsLargeAsItIsToldOrReadable) {
  const Ground ground({.width = 30, .height = 20});
  const SvgElement plain = SvgReader(to_svg(ground.map)).elements().front();
  EXPECT_EQ(plain["xmlns"], "http://www.w3.org/2000/svg");
  EXPECT_EQ(plain["viewBox"], "0 0 30 20");
  EXPECT_EQ(plain["width"], "480");
  EXPECT_EQ(plain["height"], "320");
  const std::string text = to_svg(ground.map, {}, {.pixels_per_tile = 2.5});
  EXPECT_EQ(SvgReader(text).elements().front()["width"], "75");
  EXPECT_EQ(SvgReader(text).elements().front()["height"], "50");

  const Ground wide({.width = 3000, .height = 1});
  EXPECT_EQ(SvgReader(to_svg(wide.map)).elements().front()["width"], "3000");
}

TEST(Svg, DrawsPathsJumpsAndEnds) {
  const Ground ground({.width = 30, .height = 20, .depth = 2, .origin = {10, 10}});
  const std::array runs{tess::PathRun{1, 0, 0, false, 4}, tess::PathRun{1, 1, 0, false, 2},
                        tess::PathRun{0, 0, 0, true, 0},  tess::PathRun{0, -1, 0, false, 3},
                        tess::PathRun{0, 0, 1, false, 1}, tess::PathRun{1, 0, 0, false, 5}};
  const std::array landings{Coord{30, 25}};
  const tess::PathView path({12, 10}, {35, 22, 1}, 17, runs, landings);

  const SvgReader below(to_svg(ground.map, {.paths = {&path, 1}}));
  const std::vector<SvgElement> lines = below.all("path");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["d"], "M2.5 0.5L6.5 0.5L8.5 2.5M20.5 15.5L20.5 12.5");
  EXPECT_EQ(lines[0]["stroke-dasharray"], "");
  EXPECT_EQ(lines[1]["d"], "M8.5 2.5L20.5 15.5");
  EXPECT_NE(lines[1]["stroke-dasharray"], "");
  EXPECT_EQ(lines[0]["stroke"], lines[1]["stroke"]);
  ASSERT_EQ(below.all("circle").size(), 1U);
  EXPECT_EQ(below.all("circle")[0]["cx"], "2.5");
  EXPECT_EQ(below.all("circle")[0]["cy"], "0.5");

  const SvgReader above(to_svg(ground.map, {.paths = {&path, 1}, .level = 1}));
  ASSERT_EQ(above.all("path").size(), 1U);
  EXPECT_EQ(above.all("path")[0]["d"], "M20.5 12.5L25.5 12.5");
  ASSERT_EQ(above.all("circle").size(), 1U);
  EXPECT_EQ(above.all("circle")[0]["cx"], "25.5");
}

TEST(Svg, TellsPathsApartAndTakesEmptyOnes) {
  const Ground ground({.width = 30, .height = 20});
  const std::array runs{tess::PathRun{1, 0, 0, false, 4}};
  const std::array<tess::PathView, 3> paths{tess::PathView({1, 1}, {5, 1}, 5, runs, {}),
                                            tess::PathView(),
                                            tess::PathView({1, 3}, {5, 3}, 5, runs, {})};
  const SvgReader svg(to_svg(ground.map, {.paths = paths}));
  ASSERT_EQ(svg.all("path").size(), 2U);
  EXPECT_NE(svg.all("path")[0]["stroke"], svg.all("path")[1]["stroke"]);
  EXPECT_EQ(svg.all("circle").size(), 4U);
}

TEST(Svg, MarksAStartAndAGoal) {
  const Ground ground({.width = 30, .height = 20});
  const SvgReader svg(to_svg(ground.map, {.start = Coord{3, 4}, .goal = Coord{50, 4}}));
  ASSERT_EQ(svg.all("circle").size(), 1U);
  EXPECT_EQ(svg.all("circle")[0]["cx"], "3.5");
  EXPECT_EQ(svg.all("circle")[0]["cy"], "4.5");
}

TEST(Svg, StaysSmallOnMadeMaps) {
  Ground ground({.width = 1024, .height = 1024});
  EXPECT_LT(to_svg(ground.map).size(), 250U);
  for (std::int32_t i = 0; i < 1024; i += 32) {
    ground.world.fill(ground.cost, {{i, 0}, {1, 1024, 1}}, 255);
    ground.world.fill(ground.cost, {{0, i}, {1024, 1, 1}}, 255);
  }
  EXPECT_LT(to_svg(ground.map).size(), 32U * 32 * 20);

  // The worst that there is: no two tiles alike side by side. They touch at their corners, so that
  // nearly all are in one outline.
  for (std::int32_t y = 0; y < 1024; ++y) {
    for (std::int32_t x = 0; x < 1024; ++x) {
      ground.world.set(ground.cost, {x, y}, (x + y) % 2 == 0 ? 1 : 255);
    }
  }
  EXPECT_LT(to_svg(ground.map).size(), 1024U * 1024 * 7);
}

TEST(Svg, StaysSmallOnRealMaps) {
  const std::filesystem::path maps(TESS_MAPS_DIR);
  if (maps.empty() || !std::filesystem::exists(maps)) GTEST_SKIP() << "no TESS_MAPS_DIR";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(maps)) {
    if (entry.path().extension() != ".map") continue;
    const auto letters = tess::read_moving_ai_map(entry.path().string());
    ASSERT_TRUE(letters) << letters.error().message();
    const auto loaded = tess::make_world(*letters);
    ASSERT_TRUE(loaded) << loaded.error().message();
    const tess::NavMap map(loaded->world, {}, tess::MovingAiRule{loaded->terrain});
    const std::string text = to_svg(map);
    EXPECT_LT(text.size(), 500 + 2 * letters->letters.size()) << entry.path();
    const std::string folder = entry.path().parent_path().filename().string();
    if (folder == "dao" || folder == "cities" || folder == "sc1" || folder == "bg512") {
      EXPECT_LT(text.size(), 64U * 1024) << entry.path();
    }
    SvgReader{text};
  }
}

TEST(Svg, WritesFiles) {
  const Ground ground({.width = 5, .height = 4});
  const std::filesystem::path folder(testing::TempDir());
  const std::string path = (folder / "tess_svg_test.svg").string();
  std::ofstream(path) << std::string(5000, 'x');
  ASSERT_TRUE(write_svg(path, ground.map));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, to_svg(ground.map));
  std::filesystem::remove(path);

  const tess::Result<void> refused = write_svg("no/such/folder/map.svg", ground.map);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), tess::ErrorCode::file_not_found);
  EXPECT_TRUE(refused.error().message().starts_with("no/such/folder/map.svg: cannot be opened: "));
}

TEST(Svg, SaysWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const Ground ground({.width = 5, .height = 4});
  const tess::Result<void> refused = write_svg("/dev/full", ground.map);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), tess::ErrorCode::file_unreadable);
}

TEST(Svg, PaintsHeatOnOpenTiles) {
  Ground ground({.width = 5, .height = 2});
  ground.world.set(ground.cost, {1, 0}, 255);
  ground.world.set(ground.cost, {2, 0}, 0);
  const float nothing = std::numeric_limits<float>::quiet_NaN();
  const std::array heat{
      tess::TileHeat{{0, 0}, 0.0F},  tess::TileHeat{{1, 0}, 1.0F}, tess::TileHeat{{2, 0}, 1.0F},
      tess::TileHeat{{3, 0}, 1.0F},  tess::TileHeat{{4, 0}, 7.0F}, tess::TileHeat{{0, 1}, -3.0F},
      tess::TileHeat{{1, 1}, 0.5F},  tess::TileHeat{{2, 1}, 1.0F}, tess::TileHeat{{2, 1}, nothing},
      tess::TileHeat{{-1, 0}, 0.5F}, tess::TileHeat{{9, 9}, 0.5F}, tess::TileHeat{{0, 0, 1}, 1.0F}};
  const std::string svg = to_svg(ground.map, {.heat = heat});
  const std::vector<std::string> tiles = painted(SvgReader(svg), 5, 2);
  const std::string cold = "#fff3b0";
  const std::string hot = "#1b1452";
  EXPECT_EQ(tiles[0], cold);
  EXPECT_EQ(tiles[1], colour_of(255));
  EXPECT_EQ(tiles[2], colour_of(0));
  EXPECT_EQ(tiles[3], hot);
  EXPECT_EQ(tiles[4], hot);
  EXPECT_EQ(tiles[5], cold);
  EXPECT_NE(tiles[6], cold);
  EXPECT_NE(tiles[6], hot);
  EXPECT_EQ(tiles[7], cold);
  EXPECT_EQ(tiles[8], colour_of(1)) << "a tile without heat is as it is without a heat map";
}

}  // namespace
