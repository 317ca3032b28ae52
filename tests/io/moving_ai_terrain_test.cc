#include <tess/io/moving_ai_terrain.h>

#include <gtest/gtest.h>

#include <string_view>

namespace {

using tess::MovingAiMover;
using tess::Terrain;

static_assert(tess::walker.entry_cost('.') == 1);
static_assert(tess::swimmer.entry_cost('W') == 1);

TEST(MovingAiTerrain, KnowsTheLettersOfTheFormatAndNoOthers) {
  EXPECT_EQ(tess::terrain_of('.'), Terrain::ground);
  EXPECT_EQ(tess::terrain_of('G'), Terrain::ground);
  EXPECT_EQ(tess::terrain_of('S'), Terrain::swamp);
  EXPECT_EQ(tess::terrain_of('W'), Terrain::water);
  EXPECT_EQ(tess::terrain_of('T'), Terrain::trees);
  EXPECT_EQ(tess::terrain_of('@'), Terrain::out_of_bounds);
  EXPECT_EQ(tess::terrain_of('O'), Terrain::out_of_bounds);
  int known = 0;
  for (int c = -128; c < 128; ++c) known += tess::terrain_of(static_cast<char>(c)).has_value();
  EXPECT_EQ(known, 7);
}

TEST(MovingAiTerrain, MoversEnterWhatTheCollectionSays) {
  constexpr std::string_view letters = ".GSWT@Ox";
  constexpr std::string_view walks = "yyynnnnn";
  constexpr std::string_view swims = "nnnynnnn";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    EXPECT_EQ(tess::walker.entry_cost(letters[i]), walks[i] == 'y' ? 1 : tess::blocked);
    EXPECT_EQ(tess::swimmer.entry_cost(letters[i]), swims[i] == 'y' ? 1 : tess::blocked);
  }
}

TEST(MovingAiTerrain, MoversPayWhatTheyAreToldTo) {
  constexpr MovingAiMover elk{.ground = 2, .swamp = 5, .water = 9, .trees = 254};
  EXPECT_EQ(elk.entry_cost('G'), 2);
  EXPECT_EQ(elk.entry_cost('S'), 5);
  EXPECT_EQ(elk.entry_cost('W'), 9);
  EXPECT_EQ(elk.entry_cost('T'), 254);
  EXPECT_EQ(elk.entry_cost('@'), tess::blocked);
  EXPECT_EQ(elk.entry_cost(Terrain::out_of_bounds), tess::blocked);
}

}  // namespace
