#include <tess/world/world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <vector>

namespace {

using tess::Box;
using tess::ChunkKey;
using tess::Coord;
using tess::Revision;
using tess::World;

std::vector<ChunkKey> changed(const World& world, Revision since) {
  std::vector<ChunkKey> keys;
  for (const ChunkKey key : world.changed_since(since)) keys.push_back(key);
  EXPECT_EQ(world.changed_since(since).empty(), keys.empty());
  return keys;
}

Box united(const Box& a, const Box& b) {
  if (a.empty()) return b;
  const auto least = [](std::int32_t i, std::int32_t j) { return i < j ? i : j; };
  const auto most = [](std::int32_t i, std::int32_t j) { return i > j ? i : j; };
  const Coord from{least(a.min.x, b.min.x), least(a.min.y, b.min.y), a.min.z};
  return {from,
          {most(a.min.x + a.size.width, b.min.x + b.size.width) - from.x,
           most(a.min.y + a.size.height, b.min.y + b.size.height) - from.y, 1}};
}

/// What a world should say of its changes, remembered edit by edit.
class History {
 public:
  void add(ChunkKey key, const Box& box) { edits_.push_back({key, box}); }

  Revision revision() const { return edits_.size(); }

  std::vector<ChunkKey> changed(Revision since) const {
    std::vector<ChunkKey> keys;
    for (std::size_t i = edits_.size(); i > since; --i) {
      const ChunkKey key = edits_[i - 1].key;
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
    std::reverse(keys.begin(), keys.end());
    return keys;
  }

  Box changed_box(ChunkKey key, Revision since) const {
    Box all;
    for (std::size_t i = since; i < edits_.size(); ++i) {
      if (edits_[i].key == key) all = united(all, edits_[i].box);
    }
    return all;
  }

 private:
  struct Edit {
    ChunkKey key;
    Box box;
  };
  std::vector<Edit> edits_;
};

/// A world of random size and a plain model of it, edited in the same ways.
class Edited {
 public:
  explicit Edited(std::uint32_t seed)
      : random_(seed),
        world_({.width = number(1, 200),
                .height = number(1, 200),
                .depth = number(1, 3),
                .origin = {number(-150, 150), number(-150, 150), number(-3, 3)}}),
        value_(world_.add_field<std::uint16_t>("value", 3)),
        flag_(world_.add_field<bool>("flag", true)),
        values_(static_cast<std::size_t>(world_.box().volume()), 3),
        flags_(values_.size(), true) {}

  void edit() {
    const auto value = static_cast<std::uint16_t>(number(0, 5));
    switch (number(0, 6)) {
      case 0: fill(value); break;
      case 1: rewrite_chunk(value); break;
      case 2: set_if_changed(value); break;
      case 3: set_flag(value % 2 == 0); break;
      default: set(value); break;
    }
  }

  void compare_values() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      ASSERT_EQ(world_.get(value_, at(i)), values_[i]);
      ASSERT_EQ(world_.get(flag_, at(i)), flags_[i]);
    }
  }

  void compare_changes() {
    ASSERT_EQ(world_.revision(), history_.revision());
    const auto newest = static_cast<std::int32_t>(world_.revision());
    const Revision near = static_cast<Revision>(number(std::max(0, newest - 10), newest));
    for (const Revision since : {static_cast<Revision>(number(0, newest)), near, world_.revision(),
                                 world_.revision() + 5}) {
      const std::vector<ChunkKey> keys = changed(world_, since);
      ASSERT_EQ(keys, history_.changed(since)) << since << " of " << newest;
      for (const tess::ChunkView chunk : world_.chunks()) {
        compare_box(chunk, since);
      }
    }
  }

 private:
  std::int32_t number(std::int32_t from, std::int32_t to) {
    return std::uniform_int_distribution<std::int32_t>(from, to)(random_);
  }

  Coord at(std::size_t i) const {
    const Box& box = world_.box();
    const auto n = static_cast<std::int32_t>(i);
    const std::int32_t row = n / box.size.width;
    return box.min + Coord{n % box.size.width, row % box.size.height, row / box.size.height};
  }

  std::size_t any_tile() {
    return static_cast<std::size_t>(number(0, static_cast<std::int32_t>(values_.size()) - 1));
  }

  void add(Coord c) { history_.add(ChunkKey::of(c), {c, {1, 1, 1}}); }

  void set(std::uint16_t value) {
    const std::size_t i = any_tile();
    world_.set(value_, at(i), value);
    values_[i] = value;
    add(at(i));
  }

  void set_if_changed(std::uint16_t value) {
    const std::size_t i = any_tile();
    const bool differs = values_[i] != value;
    EXPECT_EQ(world_.set_if_changed(value_, at(i), value), differs);
    values_[i] = value;
    if (differs) add(at(i));
  }

  void set_flag(bool flag) {
    const std::size_t i = any_tile();
    world_.set(flag_, at(i), flag);
    flags_[i] = flag;
    add(at(i));
  }

  void fill(std::uint16_t value) {
    const Coord from = at(any_tile()) - Coord{number(0, 20), number(0, 20), number(0, 1)};
    const Box box{from, {number(0, 90), number(0, 90), number(1, 2)}};
    if (value % 2 == 0) {
      world_.fill(value_, box, value);
    } else {
      world_.fill(flag_, box, value == 1);
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!box.contains(at(i))) continue;
      if (value % 2 == 0) {
        values_[i] = value;
      } else {
        flags_[i] = value == 1;
      }
    }
    for (const tess::ChunkView chunk : world_.chunks()) {
      const Box part = intersection(chunk.box(), box);
      if (!part.empty()) history_.add(chunk.key(), part);
    }
  }

  void rewrite_chunk(std::uint16_t value) {
    const ChunkKey key = ChunkKey::of(at(any_tile()));
    tess::ChunkEdit edit = world_.edit(key);
    for (std::uint16_t& v : edit.write(value_)) v = value;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (key.box().contains(at(i))) values_[i] = value;
    }
    history_.add(key, edit.box());  // when it begins to write
    history_.add(key, edit.box());  // when it ends
  }

  void compare_box(const tess::ChunkView& chunk, Revision since) {
    const Box box = world_.changed_box(chunk.key(), since);
    const Box exact = history_.changed_box(chunk.key(), since);
    if (exact.empty()) {
      ASSERT_TRUE(box.empty());
    } else if (world_.revision() - since <= 1024) {
      ASSERT_EQ(box, exact);
    } else {
      ASSERT_EQ(box, chunk.box());
    }
  }

  std::mt19937 random_;
  World world_;
  tess::Field<std::uint16_t> value_;
  tess::Field<bool> flag_;
  std::vector<std::uint16_t> values_;
  std::vector<bool> flags_;
  History history_;
};

TEST(Changes, AgreeWithAModelOverThousandsOfEdits) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Edited edited(seed);
    for (int i = 0; i < 1500; ++i) {
      edited.edit();
      if (i % 100 == 7) {
        ASSERT_NO_FATAL_FAILURE(edited.compare_changes());
      }
    }
    ASSERT_NO_FATAL_FAILURE(edited.compare_changes());
    ASSERT_NO_FATAL_FAILURE(edited.compare_values());
  }
}

TEST(Changes, ComeInTheOrderOfTheLastEdits) {
  World world({.width = 256, .height = 64});
  const auto value = world.add_field<int>("value");
  for (const std::int32_t x : {0, 64, 128, 0, 64, 64}) world.set(value, {x, 0, 0}, 1);
  EXPECT_EQ(changed(world, 0),
            (std::vector<ChunkKey>{ChunkKey(2, 0, 0), ChunkKey(0, 0, 0), ChunkKey(1, 0, 0)}));
  EXPECT_EQ(changed(world, 3), (std::vector<ChunkKey>{ChunkKey(0, 0, 0), ChunkKey(1, 0, 0)}));
  EXPECT_EQ(changed(world, 5), (std::vector<ChunkKey>{ChunkKey(1, 0, 0)}));
  EXPECT_TRUE(changed(world, 6).empty());
  EXPECT_TRUE(changed(world, 7).empty());
}

TEST(Changes, CostNoMoreThanTheEditsSince) {
  World world({.width = 8192, .height = 8192});
  ASSERT_EQ(world.chunks().size(), 16384u);
  const auto value = world.add_field<bool>("value");
  world.fill(value, world.box(), true);
  world.fill(value, world.box(), false);
  const Revision before = world.revision();
  EXPECT_EQ(world.storage().changes(before).size(), 0u);
  world.set(value, {5000, 5000, 0}, true);
  EXPECT_EQ(world.storage().changes(before).size(), 1u);
  for (int i = 0; i < 50; ++i) world.set(value, {5000, 5000, 0}, i % 2 == 0);
  EXPECT_EQ(world.storage().changes(before).size(), 1u);
  world.set(value, {0, 0, 0}, true);
  world.set(value, {5000, 5000, 0}, true);
  EXPECT_LE(world.storage().changes(before).size(), 3u);
  EXPECT_EQ(changed(world, before).size(), 2u);
}

TEST(Changes, StayBoundedHoweverManyEditsThereAre) {
  World world({.width = 256, .height = 64});
  const auto value = world.add_field<int>("value");
  for (int i = 0; i < 100000; ++i) world.set(value, {64 * (i % 4), 0, 0}, i);
  EXPECT_LE(world.storage().changes(0).size(), 2 * world.chunks().size() + 64);
  EXPECT_EQ(changed(world, 0).size(), 4u);
  EXPECT_EQ(changed(world, world.revision() - 2).size(), 2u);
}

TEST(ChangedBox, IsExactForTheLast1024EditsAndTheWholeChunkBeyond) {
  World world({.width = 100, .height = 64});
  const auto value = world.add_field<int>("value");
  const ChunkKey here(0, 0, 0);
  world.set(value, {5, 6, 0}, 1);
  world.set(value, {9, 2, 0}, 1);
  const Box both{{5, 2, 0}, {5, 5, 1}};
  EXPECT_EQ(world.changed_box(here, 0), both);
  EXPECT_EQ(world.changed_box(here, 1), (Box{{9, 2, 0}, {1, 1, 1}}));
  EXPECT_TRUE(world.changed_box(here, 2).empty());
  EXPECT_TRUE(world.changed_box(ChunkKey(1, 0, 0), 0).empty());
  while (world.revision() < 1024) world.set(value, {64, 0, 0}, 1);
  EXPECT_EQ(world.changed_box(here, 0), both);
  world.set(value, {64, 0, 0}, 1);
  EXPECT_EQ(world.changed_box(here, 0), (Box{{0, 0, 0}, {64, 64, 1}}));
  EXPECT_EQ(world.changed_box(here, 1), (Box{{9, 2, 0}, {1, 1, 1}}));
  world.set(value, {64, 0, 0}, 1);
  world.set(value, {64, 0, 0}, 1);
  EXPECT_TRUE(world.changed_box(here, 2).empty());
  EXPECT_EQ(world.changed_box(here, 1), (Box{{0, 0, 0}, {64, 64, 1}}));
}

}  // namespace
