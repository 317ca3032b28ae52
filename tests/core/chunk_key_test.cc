#include <tess/core/chunk_key.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

namespace {

using tess::ChunkKey;
using tess::Coord;

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

std::vector<ChunkKey> corner_and_random_keys() {
  std::vector<ChunkKey> keys;
  const std::int32_t end = 1 << 25;
  for (const std::int32_t z : {tess::min_level, -1, 0, 1, tess::max_level}) {
    for (const std::int32_t cy : {-end, -1, 0, 1, end - 1}) {
      for (const std::int32_t cx : {-end, -1, 0, 1, end - 1}) keys.emplace_back(cx, cy, z);
    }
  }
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int32_t> place(-end, end - 1);
  std::uniform_int_distribution<std::int32_t> level(tess::min_level, tess::max_level);
  for (int i = 0; i < 300; ++i) keys.emplace_back(place(random), place(random), level(random));
  return keys;
}

TEST(ChunkKey, KeepsItsParts) {
  const std::int32_t end = 1 << 25;
  for (const std::int32_t z : {tess::min_level, -1, 0, 1, tess::max_level}) {
    for (const std::int32_t cy : {-end, -1, 0, 1, end - 1}) {
      for (const std::int32_t cx : {-end, -1, 0, 1, end - 1}) {
        const ChunkKey key(cx, cy, z);
        EXPECT_EQ(key.cx(), cx);
        EXPECT_EQ(key.cy(), cy);
        EXPECT_EQ(key.z(), z);
      }
    }
  }
}

TEST(ChunkKey, IsThatOfTheChunkWhichHoldsTheTile) {
  EXPECT_EQ(ChunkKey::of({0, 0, 0}), ChunkKey(0, 0, 0));
  EXPECT_EQ(ChunkKey::of({63, 64, 5}), ChunkKey(0, 1, 5));
  EXPECT_EQ(ChunkKey::of({-1, -64, -5}), ChunkKey(-1, -1, -5));
  EXPECT_EQ(ChunkKey::of({-65, -128, 0}), ChunkKey(-2, -2, 0));
  EXPECT_EQ(ChunkKey::of({lowest, highest, tess::min_level}),
            ChunkKey(-(1 << 25), (1 << 25) - 1, tess::min_level));
}

TEST(ChunkKey, GivesItsOriginAndBox) {
  EXPECT_EQ(ChunkKey(2, -3, 7).origin(), (Coord{128, -192, 7}));
  EXPECT_EQ(ChunkKey(2, -3, 7).box(), (tess::Box{{128, -192, 7}, {64, 64, 1}}));
  EXPECT_EQ(ChunkKey::of({lowest, lowest, 0}).origin(), (Coord{lowest, lowest, 0}));
  EXPECT_TRUE(ChunkKey::of({highest, highest, 0}).box().contains({highest, highest, 0}));
}

TEST(ChunkKey, IsOrderedByLevelThenRowThenColumn) {
  const std::vector<ChunkKey> keys = corner_and_random_keys();
  const auto parts = [](ChunkKey key) { return std::tuple(key.z(), key.cy(), key.cx()); };
  for (const ChunkKey a : keys) {
    EXPECT_LT(a, ChunkKey::none());
    EXPECT_GE(a, ChunkKey());
    for (const ChunkKey b : keys) {
      ASSERT_EQ(a < b, parts(a) < parts(b));
      ASSERT_EQ(a == b, parts(a) == parts(b));
      ASSERT_EQ(a < b, a.value() < b.value());
    }
  }
}

TEST(TileIndex, RunsRowByRow) {
  EXPECT_EQ(static_cast<int>(tess::tile_index({0, 0, 0})), 0);
  EXPECT_EQ(static_cast<int>(tess::tile_index({63, 0, 9})), 63);
  EXPECT_EQ(static_cast<int>(tess::tile_index({64, 1, 0})), 64);
  EXPECT_EQ(static_cast<int>(tess::tile_index({-1, -1, -1})), 4095);
  EXPECT_EQ(static_cast<int>(tess::tile_index({highest, lowest, 0})), 63);
}

TEST(TileIndex, LeadsBackToTheTile) {
  for (const ChunkKey key : corner_and_random_keys()) {
    for (int i = 0; i < tess::chunk_tiles; i += 61) {
      const auto tile = static_cast<tess::TileIndex>(i);
      const Coord c = tess::tile_at(key, tile);
      ASSERT_TRUE(key.box().contains(c));
      ASSERT_EQ(tess::tile_index(c), tile);
      ASSERT_EQ(ChunkKey::of(c), key);
    }
  }
}

#if TESS_ASSERTIONS
TEST(ChunkKeyDeathTest, RefusesPartsOutOfRange) {
  EXPECT_DEATH(ChunkKey(1 << 25, 0, 0), "a chunk has a column");
  EXPECT_DEATH(ChunkKey(0, -(1 << 25) - 1, 0), "a chunk has a column");
  EXPECT_DEATH(ChunkKey(0, 0, tess::max_level + 1), "a chunk has a column");
  EXPECT_DEATH(ChunkKey::of({0, 0, tess::min_level - 1}), "a chunk has a column");
}
#endif

}  // namespace
