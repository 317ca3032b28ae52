#include <tess/io.h>
#include <tess/nav/nav_map.h>

#include <gtest/gtest.h>

#include <string>

namespace {

using tess::Coord;

tess::MovingAiMap patterned_map(std::int32_t width, std::int32_t height) {
  tess::MovingAiMap map{width, height, {}};
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      map.letters.push_back(".GSWT@O"[static_cast<std::size_t>(x * 3 + y * 5) % 7]);
    }
  }
  return map;
}

TEST(MovingAiWorld, HoldsEveryLetter) {
  for (const auto& [width, height] : {std::pair{1, 1}, {63, 64}, {65, 130}, {200, 3}}) {
    const tess::MovingAiMap map = patterned_map(width, height);
    const tess::Result<tess::MovingAiWorld> loaded = tess::make_world(map);
    ASSERT_TRUE(loaded) << loaded.error().message();
    EXPECT_EQ(loaded->world.box(), (tess::Box{{}, {width, height, 1}}));
    EXPECT_EQ(loaded->world.find_field<std::uint8_t>("terrain"), loaded->terrain);
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        ASSERT_EQ(loaded->world.get(loaded->terrain, {x, y}), map.letter({x, y}));
      }
    }
  }
}

TEST(MovingAiWorld, RefusesAnEmptyMap) {
  const tess::Result<tess::MovingAiWorld> loaded = tess::make_world({});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code(), tess::ErrorCode::invalid_argument);
}

TEST(MovingAiWorld, RuleFollowsTheLetters) {
  tess::Result<tess::MovingAiWorld> loaded = tess::make_world(patterned_map(70, 5));
  ASSERT_TRUE(loaded);
  auto& [world, terrain] = *loaded;
  const tess::NavMap walk(world, {}, tess::MovingAiRule{terrain});
  const tess::NavMap swim(world, {}, tess::MovingAiRule{terrain, tess::swimmer});
  const tess::NavMap wade(world, {}, tess::MovingAiRule{terrain, {.ground = 2, .swamp = 7}});
  for (std::int32_t x = 0; x < 70; ++x) {
    const Coord c{x, 3};
    const char letter = static_cast<char>(world.get(terrain, c));
    EXPECT_EQ(walk.open(c), std::string(".GS").find(letter) != std::string::npos) << letter;
    EXPECT_EQ(swim.open(c), letter == 'W');
    EXPECT_EQ(wade.entry_cost(c), letter == 'S' ? 7
                                  : std::string(".G").find(letter) != std::string::npos
                                      ? 2
                                      : tess::blocked);
  }
  world.set(terrain, {10, 3}, 'T');
  EXPECT_FALSE(walk.open({10, 3}));
  world.set(terrain, {10, 3}, 'S');
  EXPECT_TRUE(walk.open({10, 3}));
  world.set(terrain, {10, 3}, 'x');
  EXPECT_FALSE(walk.open({10, 3}));
}

}  // namespace
