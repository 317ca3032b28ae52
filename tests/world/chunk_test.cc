#include <tess/world/chunk.h>
#include <tess/world/world.h>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

using tess::Box;
using tess::ChunkEdit;
using tess::ChunkKey;
using tess::World;

TEST(ChunkView, ReadsRowByRow) {
  World world({.width = 100, .height = 100, .origin = {0, 0, 3}});
  const auto value = world.add_field<std::uint16_t>("value", 1);
  const auto flag = world.add_field<bool>("flag");
  world.set(value, {66, 67, 3}, 9);
  world.set(flag, {66, 67, 3}, true);
  const tess::ChunkView chunk = world.chunk(ChunkKey(1, 1, 3));
  const std::span<const std::uint16_t, 4096> values = chunk.read(value);
  EXPECT_EQ(values[3 * 64 + 2], 9);
  EXPECT_EQ(values[3 * 64 + 3], 1);
  const std::span<const tess::BitWord, 64> rows = chunk.read(flag);
  EXPECT_EQ(rows[3], tess::bit(2));
  EXPECT_EQ(rows[2], 0u);
  EXPECT_EQ(chunk.box(), (Box{{64, 64, 3}, {36, 36, 1}}));
  EXPECT_EQ(chunk.revision(), 2u);
}

TEST(ChunkView, LiesInTheWorldAtEveryEdge) {
  const World world({.width = 100, .height = 70, .origin = {-10, 60, 0}});
  EXPECT_EQ(world.chunk(ChunkKey(-1, 0, 0)).box(), (Box{{-10, 60, 0}, {10, 4, 1}}));
  EXPECT_EQ(world.chunk(ChunkKey(0, 1, 0)).box(), (Box{{0, 64, 0}, {64, 64, 1}}));
  EXPECT_EQ(world.chunk(ChunkKey(1, 2, 0)).box(), (Box{{64, 128, 0}, {26, 2, 1}}));
}

TEST(ChunkEdit, IsAnEditOnceItWrites) {
  World world({.width = 100, .height = 100});
  const auto value = world.add_field<int>("value");
  const auto flag = world.add_field<bool>("flag");
  const ChunkKey key(1, 0, 0);
  {
    ChunkEdit edit = world.edit(key);
    EXPECT_EQ(edit.key(), key);
    EXPECT_EQ(edit.box(), world.chunk(key).box());
    EXPECT_EQ(edit.read(value)[0], 0);
  }
  EXPECT_EQ(world.revision(), 0u);
  {
    ChunkEdit edit = world.edit(key);
    edit.write(value)[70] = 5;
    edit.write(flag)[2] |= tess::bit(4);
    EXPECT_GT(edit.revision(), 0u);
    EXPECT_EQ(edit.read(value)[70], 5);
  }
  EXPECT_EQ(world.get(value, {70, 1, 0}), 5);
  EXPECT_TRUE(world.get(flag, {68, 2, 0}));
  EXPECT_EQ(world.chunk(key).revision(), world.revision());
  EXPECT_EQ(world.changed_box(key, 0), world.chunk(key).box());
}

TEST(ChunkEdit, IsSeenByThoseWhoLookedWhileItWasOpen) {
  World world({.width = 64, .height = 64});
  const auto value = world.add_field<int>("value");
  tess::Revision seen = 0;
  {
    ChunkEdit edit = world.edit(ChunkKey(0, 0, 0));
    const auto values = edit.write(value);
    seen = world.revision();
    values[0] = 1;
  }
  EXPECT_FALSE(world.changed_since(seen).empty());
}

TEST(ChunkEdit, StaysWhereItIs) {
  static_assert(!std::is_copy_constructible_v<ChunkEdit>);
  static_assert(!std::is_move_constructible_v<ChunkEdit>);
  static_assert(!std::is_copy_assignable_v<ChunkEdit>);
}

}  // namespace
