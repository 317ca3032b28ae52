#include <tess/world/for_each_chunk.h>

#include "support/allocations.h"
#include "support/executors.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

std::vector<ChunkKey> changed(const World& world, Revision since) {
  std::vector<ChunkKey> keys;
  for (const ChunkKey key : world.changed_since(since)) keys.push_back(key);
  return keys;
}

TEST(ForEachChunk, GivesEveryChunkOnce) {
  for_each_executor([](ExecutorRef executor) {
    World world({.width = 300, .height = 200, .depth = 2, .origin = {-70, -1, 3}});
    const auto field = world.add_field<std::uint16_t>("f");
    for_each_chunk(executor, world, [&](ChunkEdit chunk) {
      for (std::uint16_t& value : chunk.write(field)) ++value;
    });
    std::size_t chunks = 0;
    for (const ChunkView chunk : world.chunks()) {
      ++chunks;
      EXPECT_EQ(chunk.read(field)[0], 1);
      EXPECT_EQ(chunk.read(field)[4095], 1);
    }
    EXPECT_EQ(world.revision(), chunks);
  });
}

TEST(ForEachChunk, RecordsEditsInKeyOrderOnlyForWhatWasWritten) {
  for_each_executor([](ExecutorRef executor) {
    World world({.width = 640, .height = 640});
    const auto a = world.add_field<std::uint8_t>("a");
    const auto b = world.add_field<bool>("b");
    world.set(a, {1, 1}, 1);
    const Revision before = world.revision();
    for_each_chunk(executor, world, [&](ChunkEdit chunk) {
      if ((chunk.key().cx() + chunk.key().cy()) % 3 == 0) chunk.write(a)[7] = 9;
      if (chunk.key().cx() == 4) chunk.write(b)[0] = 1;
    });
    std::vector<ChunkKey> expected;
    for (const ChunkView chunk : world.chunks()) {
      const bool wrote_a = (chunk.key().cx() + chunk.key().cy()) % 3 == 0;
      const bool wrote_b = chunk.key().cx() == 4;
      if (wrote_a || wrote_b) expected.push_back(chunk.key());
      EXPECT_EQ(chunk.revision(a) > before, wrote_a);
      EXPECT_EQ(chunk.revision(b) > before, wrote_b);
      EXPECT_EQ(chunk.revision() > before, wrote_a || wrote_b);
    }
    EXPECT_EQ(changed(world, before), expected);
    EXPECT_EQ(world.revision(), before + expected.size());
    EXPECT_EQ(world.revision(a), world.chunk(ChunkKey(9, 9, 0)).revision(a));
  });
}

TEST(ForEachChunk, KeepsToTheSelection) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    World world({.width = random.between(1, 400),
                 .height = random.between(1, 400),
                 .depth = random.between(1, 3),
                 .origin = {random.between(-300, 300), random.between(-300, 300), -1}});
    const auto field = world.add_field<std::uint8_t>("f");
    const Box all = world.box();
    const auto tile = [&] {
      return Coord{all.min.x + random.between(0, all.size.width - 1),
                   all.min.y + random.between(0, all.size.height - 1),
                   all.min.z + random.between(0, all.size.depth - 1)};
    };
    for (int edit = 0; edit < 5; ++edit) world.set(field, tile(), 1);
    const Revision since = world.revision();
    for (int edit = random.between(0, 4); edit > 0; --edit) world.set(field, tile(), 2);
    ChunkSelection selection;
    if (random.chance(60)) selection.changed_since = since;
    if (random.chance(60)) {
      const Coord at = tile();
      selection.box = Box{{at.x - 10, at.y - 10, at.z - 1}, {random.between(0, 200), 90, 2}};
    }
    std::set<ChunkKey> expected;
    for (const ChunkView chunk : world.chunks()) {
      if (selection.changed_since && chunk.revision() <= since) continue;
      if (selection.box && intersection(chunk.box(), *selection.box).empty()) continue;
      expected.insert(chunk.key());
    }
    const Revision before = world.revision();
    WorkerPool pool(3);
    std::atomic<std::size_t> views{0};
    for_each_chunk(pool, std::as_const(world), selection, [&](ChunkView chunk) {
      EXPECT_EQ(expected.count(chunk.key()), 1U);
      ++views;
    });
    EXPECT_EQ(views, expected.size());
    for_each_chunk(pool, world, selection, [&](ChunkEdit chunk) { chunk.write(field)[0] = 3; });
    EXPECT_EQ(changed(world, before), std::vector<ChunkKey>(expected.begin(), expected.end()));
  }
}

TEST(ForEachChunk, AllocatesNothingOnceWarm) {
  World world({.width = 512, .height = 512});
  const auto field = world.add_field<std::uint8_t>("f");
  WorkerPool pool(2);
  const auto phases = [&] {
    const Revision before = world.revision();
    world.set(field, {5, 5}, 1);
    world.set(field, {300, 5}, 1);
    for_each_chunk(pool, world, [&](ChunkEdit chunk) { ++chunk.write(field)[0]; });
    for_each_chunk(pool, world, {.changed_since = before},
                   [&](ChunkEdit chunk) { ++chunk.write(field)[0]; });
  };
  for (int i = 0; i < 10; ++i) phases();
  EXPECT_EQ(count_allocations(phases), 0U);
}

#if defined(__cpp_exceptions)
TEST(ForEachChunk, RecordsWhatWasWrittenBesideAnException) {
  World world({.width = 256, .height = 64});
  const auto field = world.add_field<std::uint8_t>("f");
  WorkerPool pool(2);
  EXPECT_THROW(for_each_chunk(pool, world,
                              [&](ChunkEdit chunk) {
                                chunk.write(field)[0] = 1;
                                if (chunk.key().cx() == 1) throw 1;
                              }),
               int);
  EXPECT_EQ(world.revision(), 4U);
  world.set(field, {0, 0}, 2);
  EXPECT_EQ(world.revision(), 5U);
}
#endif

#if TESS_ASSERTIONS
TEST(ForEachChunkDeathTest, RefusesEditsOfTheWorldMeanwhile) {
  World world({.width = 64, .height = 64});
  const auto field = world.add_field<std::uint8_t>("f");
  SerialExecutor serial;
  EXPECT_DEATH(for_each_chunk(serial, world,
                              [&](ChunkEdit) {
                                world.set(field, {1, 1}, 1);
                              }),
               "within a phase");
}
#endif

TEST(FieldRevision, FollowsEachWayToEdit) {
  World world({.width = 130, .height = 64});
  const auto a = world.add_field<std::uint8_t>("a");
  const auto b = world.add_field<std::uint8_t>("b");
  EXPECT_EQ(world.revision(a), 0U);
  world.set(a, {1, 1}, 1);
  EXPECT_EQ(world.revision(a), 1U);
  EXPECT_EQ(world.revision(b), 0U);
  world.fill(b, world.box(), 2);
  EXPECT_EQ(world.revision(b), 4U);
  EXPECT_EQ(world.chunk(ChunkKey(1, 0, 0)).revision(a), 0U);
  EXPECT_EQ(world.chunk(ChunkKey(1, 0, 0)).revision(b), 3U);
  {
    ChunkEdit edit = world.edit(ChunkKey(1, 0, 0));
    edit.write(a)[0] = 1;
    EXPECT_EQ(edit.revision(a), 5U);
    edit.write(a)[1] = 1;
    EXPECT_EQ(edit.revision(a), 5U);
    edit.write(b)[1] = 1;
    EXPECT_EQ(edit.revision(b), 6U);
  }
  EXPECT_EQ(world.revision(a), 7U);
  EXPECT_EQ(world.revision(b), 7U);
}

#if TESS_ASSERTIONS
TEST(FieldDeathTest, AreAtMost64) {
  World world({.width = 1, .height = 1});
  for (int i = 0; i < 64; ++i) world.add_field<bool>(std::to_string(i));
  EXPECT_DEATH(world.add_field<bool>("one more"), "at most 64 fields");
}
#endif

}  // namespace
}  // namespace tess::test
