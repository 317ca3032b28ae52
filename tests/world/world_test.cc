#include <tess/world/world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace {

using tess::Box;
using tess::ChunkKey;
using tess::Coord;
using tess::ErrorCode;
using tess::World;
using tess::WorldOptions;

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

struct Tile {
  float height = 0;
  std::uint16_t owner = 0;

  friend bool operator==(const Tile&, const Tile&) = default;
};

enum class Ground : std::uint8_t { rock, grass, water };

void expect_refused(const WorldOptions& options, ErrorCode code, std::string_view part) {
  const tess::Result<World> world = World::create(options);
  ASSERT_FALSE(world) << part;
  EXPECT_EQ(world.error().code(), code) << world.error().message();
  EXPECT_NE(world.error().message().find(part), std::string_view::npos) << world.error().message();
}

TEST(WorldCreate, RefusesSizesThatAreNotPositive) {
  const ErrorCode code = ErrorCode::invalid_argument;
  expect_refused({}, code, "world width 0: expected at least 1");
  expect_refused({.width = 0, .height = 5}, code, "world width 0: expected at least 1");
  expect_refused({.width = -7, .height = 5}, code, "world width -7: expected at least 1");
  expect_refused({.width = 5, .height = 0}, code, "world height 0: expected at least 1");
  expect_refused({.width = 5, .height = lowest}, code, "world height -2147483648");
  expect_refused({.width = 5, .height = 5, .depth = 0}, code, "world depth 0");
  expect_refused({.width = 5, .height = 5, .depth = -1}, code, "world depth -1");
}

TEST(WorldCreate, RefusesToLeaveTheRangeOfCoordinates) {
  const ErrorCode code = ErrorCode::invalid_argument;
  expect_refused({.width = 2, .height = 1, .origin = {highest, 0, 0}}, code,
                 "world width 2 from 2147483647: expected to lie in [-2147483648, 2147483647]");
  expect_refused({.width = 1, .height = highest, .origin = {0, 2, 0}}, code,
                 "world height 2147483647 from 2");
  expect_refused({.width = 1, .height = 1, .depth = 2, .origin = {0, 0, tess::max_level}}, code,
                 "world depth 2 from 2046: expected to lie in [-2048, 2046]");
  expect_refused({.width = 1, .height = 1, .origin = {0, 0, tess::min_level - 1}}, code,
                 "world depth 1 from -2049");
  expect_refused({.width = 1, .height = 1, .depth = highest}, code, "world depth 2147483647");
  expect_refused({.width = 1, .height = 1, .origin = {0, 0, highest}}, code,
                 "world depth 1 from 2147483647");
}

TEST(WorldCreate, RefusesTooManyTiles) {
  const ErrorCode code = ErrorCode::too_large;
  expect_refused({.width = highest, .height = highest}, code,
                 "world of 2147483647 x 2147483647 x 1 tiles: expected at most 1048576 chunks");
  expect_refused({.width = highest, .height = highest, .depth = 2047, .origin = {lowest, 0, 0}},
                 code, "2147483647 x 2147483647 x 2047");
  expect_refused(
      {.width = highest, .height = highest, .depth = 4095, .origin = {lowest + 1, 1, -2048}}, code,
      "2147483647 x 2147483647 x 4095");
  expect_refused({.width = 65536, .height = 65537}, code, "65536 x 65537 x 1");
  expect_refused({.width = 65536, .height = 65536, .depth = 2}, code, "65536 x 65536 x 2");
  // Whole chunks count: moved by one tile, the same size meets one more column of chunks.
  expect_refused({.width = 65536, .height = 65536, .origin = {1, 0, 0}}, code, "65536 x 65536 x 1");
}

TEST(WorldCreate, AcceptsTheLargestAndTheMostDistant) {
  EXPECT_TRUE(World::create({.width = 65536, .height = 65536}));
  const tess::Result<World> corner =
      World::create({.width = 1, .height = 1, .origin = {highest, highest, tess::max_level}});
  ASSERT_TRUE(corner);
  EXPECT_TRUE(corner->contains({highest, highest, tess::max_level}));
  const tess::Result<World> levels = World::create(
      {.width = 1, .height = 1, .depth = 4095, .origin = {lowest, lowest, tess::min_level}});
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->chunks().size(), 4095u);
}

TEST(World, HoldsEverySizeAndPlace) {
  for (const Coord origin : {Coord{0, 0, 0}, Coord{-1, -1, -1}, Coord{63, -64, 5},
                             Coord{-1000, 12345, -2000}, Coord{lowest, highest - 200, 0}}) {
    for (const std::int32_t width : {1, 2, 63, 64, 65, 130}) {
      for (const std::int32_t height : {1, 7, 64, 129}) {
        const std::int32_t depth = width == 65 ? 3 : 1;
        World world({width, height, depth, origin});
        ASSERT_EQ(world.box(), (Box{origin, {width, height, depth}}));
        const auto value = world.add_field<std::uint32_t>("value", 7);
        const Coord last = origin + Coord{width - 1, height - 1, depth - 1};
        for (const Coord c : {origin, last, Coord{last.x, origin.y, last.z}}) {
          ASSERT_TRUE(world.contains(c));
          ASSERT_EQ(world.get(value, c), 7u);
        }
        world.set(value, last, 8);
        ASSERT_EQ(world.get(value, last), 8u);
        if (last != origin) {
          ASSERT_EQ(world.get(value, origin), 7u);
        }
      }
    }
  }
}

TEST(World, KeepsATileOfItsOwnForEveryCoordinate) {
  World world({.width = 130, .height = 67, .depth = 3, .origin = {-66, -3, -1}});
  const auto value = world.add_field<std::int32_t>("value");
  const Box box = world.box();
  std::int32_t next = 0;
  for (std::int32_t z = 0; z < box.size.depth; ++z) {
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      for (std::int32_t x = 0; x < box.size.width; ++x) {
        world.set(value, box.min + Coord{x, y, z}, next++);
      }
    }
  }
  next = 0;
  for (std::int32_t z = 0; z < box.size.depth; ++z) {
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      for (std::int32_t x = 0; x < box.size.width; ++x) {
        ASSERT_EQ(world.get(value, box.min + Coord{x, y, z}), next++);
      }
    }
  }
}

TEST(World, HasItsChunksInOrder) {
  const World world({.width = 130, .height = 65, .depth = 2, .origin = {-1, 0, -1}});
  std::vector<ChunkKey> keys;
  std::int64_t tiles = 0;
  for (const tess::ChunkView chunk : world.chunks()) {
    keys.push_back(chunk.key());
    tiles += chunk.box().volume();
    EXPECT_TRUE(world.has_chunk(chunk.key()));
    EXPECT_EQ(world.chunk(chunk.key()).key(), chunk.key());
    EXPECT_EQ(chunk.revision(), 0u);
  }
  EXPECT_EQ(keys.size(), 4u * 2u * 2u);
  EXPECT_EQ(world.chunks().size(), keys.size());
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_EQ(std::set<ChunkKey>(keys.begin(), keys.end()).size(), keys.size());
  EXPECT_EQ(tiles, world.box().volume());
  EXPECT_FALSE(world.has_chunk(ChunkKey(-2, 0, 0)));
  EXPECT_FALSE(world.has_chunk(ChunkKey(3, 0, 0)));
  EXPECT_FALSE(world.has_chunk(ChunkKey(0, -1, 0)));
  EXPECT_FALSE(world.has_chunk(ChunkKey(0, 2, 0)));
  EXPECT_FALSE(world.has_chunk(ChunkKey(0, 0, -2)));
  EXPECT_FALSE(world.has_chunk(ChunkKey(0, 0, 1)));
  EXPECT_FALSE(world.has_chunk(ChunkKey()));
  EXPECT_FALSE(world.has_chunk(ChunkKey::none()));
}

TEST(World, HoldsFieldsOfManyTypes) {
  World world({.width = 70, .height = 3});
  const auto flag = world.add_field<bool>("flag", true);
  const auto byte = world.add_field<std::int8_t>("byte", -5);
  const auto ground = world.add_field<Ground>("ground", Ground::grass);
  const auto tile = world.add_field<Tile>("tile", {1.5F, 9});
  const auto wide = world.add_field<std::uint64_t>("wide", ~std::uint64_t{0});
  const auto pointer = world.add_field<const char*>("pointer");
  const Coord c{69, 2, 0};
  EXPECT_TRUE(world.get(flag, c));
  EXPECT_EQ(world.get(byte, c), -5);
  EXPECT_EQ(world.get(ground, c), Ground::grass);
  EXPECT_EQ(world.get(tile, c), (Tile{1.5F, 9}));
  EXPECT_EQ(world.get(wide, c), ~std::uint64_t{0});
  EXPECT_EQ(world.get(pointer, c), nullptr);
  world.set(flag, c, false);
  world.set(tile, c, {2.5F, 10});
  world.set(ground, c, Ground::water);
  EXPECT_FALSE(world.get(flag, c));
  EXPECT_TRUE(world.get(flag, {68, 2, 0}));
  EXPECT_TRUE(world.get(flag, {69, 1, 0}));
  EXPECT_EQ(world.get(tile, c), (Tile{2.5F, 10}));
  EXPECT_EQ(world.get(ground, c), Ground::water);
  EXPECT_EQ(world.get(byte, c), -5);
}

TEST(World, FindsFieldsByNameAndType) {
  World world({.width = 1, .height = 1});
  const auto terrain = world.add_field<std::uint8_t>("terrain");
  const auto level = world.add_field<std::int16_t>("level");
  EXPECT_EQ(world.find_field<std::uint8_t>("terrain"), terrain);
  EXPECT_EQ(world.find_field<std::int16_t>("level"), level);
  EXPECT_EQ(terrain.index(), 0);
  EXPECT_EQ(level.index(), 1);
  EXPECT_FALSE(world.find_field<std::uint8_t>("terrai"));
  EXPECT_FALSE(world.find_field<std::uint8_t>(""));
  EXPECT_FALSE(world.find_field<std::int8_t>("terrain"));
  EXPECT_FALSE(world.find_field<bool>("terrain"));
  EXPECT_FALSE(world.find_field<std::uint16_t>("terrain"));
  EXPECT_FALSE(world.find_field<Tile>("terrain"));
}

TEST(World, AddingAFieldIsNoEdit) {
  World world({.width = 1, .height = 1});
  world.add_field<int>("value", 3);
  EXPECT_EQ(world.revision(), 0u);
  EXPECT_TRUE(world.changed_since(0).empty());
}

TEST(World, CountsAnEditForEverySet) {
  World world({.width = 100, .height = 100});
  const auto value = world.add_field<int>("value");
  world.set(value, {70, 70, 0}, 1);
  EXPECT_EQ(world.revision(), 1u);
  world.set(value, {70, 70, 0}, 1);
  EXPECT_EQ(world.revision(), 2u);
  EXPECT_FALSE(world.set_if_changed(value, {70, 70, 0}, 1));
  EXPECT_EQ(world.revision(), 2u);
  EXPECT_TRUE(world.set_if_changed(value, {70, 70, 0}, 2));
  EXPECT_EQ(world.revision(), 3u);
  EXPECT_EQ(world.chunk(ChunkKey(1, 1, 0)).revision(), 3u);
  EXPECT_EQ(world.chunk(ChunkKey(0, 0, 0)).revision(), 0u);
}

TEST(World, FillsTheTilesOfABoxThatItHas) {
  World world({.width = 100, .height = 100, .depth = 2});
  const auto value = world.add_field<int>("value");
  const auto flag = world.add_field<bool>("flag");
  world.fill(value, {{-10, 60, 0}, {80, 10, 1}}, 4);
  EXPECT_EQ(world.revision(), 4u);
  EXPECT_EQ(world.get(value, {0, 60, 0}), 4);
  EXPECT_EQ(world.get(value, {69, 69, 0}), 4);
  EXPECT_EQ(world.get(value, {70, 69, 0}), 0);
  EXPECT_EQ(world.get(value, {0, 59, 0}), 0);
  EXPECT_EQ(world.get(value, {0, 60, 1}), 0);
  world.fill(flag, {{lowest, lowest, 0}, {highest, highest, 5}}, true);
  EXPECT_EQ(world.revision(), 4u);
  world.fill(flag, {{lowest / 2, lowest / 2, -5}, {highest, highest, 50}}, true);
  EXPECT_EQ(world.revision(), 12u);
  EXPECT_TRUE(world.get(flag, {99, 99, 1}));
}

TEST(World, FillingNothingIsNoEdit) {
  World world({.width = 10, .height = 10});
  const auto value = world.add_field<int>("value");
  world.fill(value, {{10, 0, 0}, {5, 5, 1}}, 1);
  world.fill(value, {{0, 0, 1}, {5, 5, 1}}, 1);
  world.fill(value, {{0, 0, 0}, {0, 5, 1}}, 1);
  world.fill(value, {{5, 5, 0}, {-5, -5, 1}}, 1);
  world.fill(value, {}, 1);
  EXPECT_EQ(world.revision(), 0u);
  EXPECT_EQ(world.get(value, {0, 0, 0}), 0);
}

TEST(World, KeepsItsViewsWhenItMoves) {
  World first({.width = 10, .height = 10});
  const auto value = first.add_field<int>("value", 1);
  const tess::ChunkView view = first.chunk(ChunkKey(0, 0, 0));
  World second = std::move(first);
  second.set(value, {3, 0, 0}, 5);
  EXPECT_EQ(view.read(value)[3], 5);
  EXPECT_EQ(view.revision(), 1u);

  World third({.width = 1, .height = 1});
  third = std::move(second);
  third.set(value, {4, 0, 0}, 6);
  EXPECT_EQ(view.read(value)[4], 6);
  EXPECT_EQ(third.box(), (Box{{0, 0, 0}, {10, 10, 1}}));
}

TEST(World, HoldsValuesThatEqualNothing) {
  World world({.width = 2, .height = 1});
  const auto value = world.add_field<float>("value", std::nanf(""));
  EXPECT_TRUE(std::isnan(world.get(value, {1, 0, 0})));
  EXPECT_TRUE(world.set_if_changed(value, {1, 0, 0}, std::nanf("")));
  EXPECT_EQ(world.revision(), 1u);
}

#if TESS_ASSERTIONS
TEST(WorldDeathTest, RefusesMisuse) {
  EXPECT_DEATH(World({.width = 0, .height = 1}), "World::create accepts");
  World world({.width = 10, .height = 10, .origin = {-5, -5, 0}});
  const auto value = world.add_field<int>("value");
  EXPECT_DEATH(world.get(value, {5, 0, 0}), "the tile lies outside the world");
  EXPECT_DEATH(world.get(value, {0, 0, 1}), "the tile lies outside the world");
  EXPECT_DEATH(world.set(value, {0, -6, 0}, 1), "the tile lies outside the world");
  EXPECT_DEATH(world.chunk(ChunkKey(1, 0, 0)), "the chunk lies outside the world");
  EXPECT_DEATH(world.edit(ChunkKey(0, 0, 1)), "the chunk lies outside the world");
  EXPECT_DEATH(world.add_field<float>("value"), "the world has a field of this name");
}

TEST(WorldDeathTest, RefusesForeignFields) {
  World small({.width = 1, .height = 1});
  World large({.width = 1, .height = 1});
  const auto own = small.add_field<int>("own");
  large.add_field<std::uint8_t>("other");
  const auto foreign = large.add_field<int>("foreign");
  EXPECT_DEATH(small.get(foreign, {0, 0, 0}), "the field belongs to another world");
  EXPECT_DEATH(large.get(own, {0, 0, 0}), "the field belongs to another world");
  EXPECT_DEATH(small.get(tess::Field<int>(), {0, 0, 0}), "the field belongs to another world");
}
#endif

}  // namespace
