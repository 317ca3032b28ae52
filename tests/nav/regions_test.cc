#include "../../src/nav/regions.h"

#include <tess/nav/nav_map.h>
#include <tess/path/planner.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/allocations.h"
#include "support/generate.h"
#include "support/print.h"
#include "support/random.h"
#include "support/reference.h"

namespace tess::test {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// The steps and links of a world as plain lists, and what breadth-first search makes of them.
class PlainGraph {
 public:
  explicit PlainGraph(const Reference& reference) : reference_(reference) {
    ways_.resize(reference.tile_count());
    for (std::uint32_t i = 0; i < ways_.size(); ++i) {
      const Coord at = reference.coord(i);
      if (reference.entry(at) >= blocked_cost) continue;
      for (const Offset step : offsets) {
        if (reference.step_ticks(at, step, {})) {
          ways_[i].push_back(index(at + Coord{step.dx, step.dy, step.dz}));
        }
      }
    }
    for (const Link& link : reference.links()) {
      if (reference.jump_ticks(link.from, link.to, {})) add(link.from, link.to);
      if (link.two_way && reference.jump_ticks(link.to, link.from, {})) add(link.to, link.from);
    }
  }

  /// Which tiles can be reached from that one.
  std::vector<bool> reached_from(std::uint32_t start) const {
    std::vector<bool> reached(ways_.size());
    for_all_from(start, false, [&](std::uint32_t i) { reached[i] = true; });
    return reached;
  }

  /// For each tile the first of those that are joined to it both ways; nowhere for closed tiles.
  std::vector<std::uint32_t> regions() const {
    std::vector<std::uint32_t> first(ways_.size(), nowhere);
    for (std::uint32_t start = 0; start < ways_.size(); ++start) {
      if (first[start] != nowhere || reference_.entry(reference_.coord(start)) >= blocked_cost) {
        continue;
      }
      for_all_from(start, true, [&](std::uint32_t i) { first[i] = start; });
    }
    return first;
  }

 private:
  std::uint32_t index(Coord c) const { return static_cast<std::uint32_t>(reference_.index(c)); }
  void add(Coord from, Coord to) { ways_[index(from)].push_back(index(to)); }

  bool leads(std::uint32_t from, std::uint32_t to) const {
    return std::ranges::find(ways_[from], to) != ways_[from].end();
  }

  template <class Fn>
  void for_all_from(std::uint32_t start, bool both_ways, const Fn& fn) const {
    std::vector<std::uint32_t> queue{start};
    std::vector<bool> seen(ways_.size());
    seen[start] = true;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t at = queue[head];
      fn(at);
      for (const std::uint32_t to : ways_[at]) {
        if (seen[to] || (both_ways && !leads(to, at))) continue;
        seen[to] = true;
        queue.push_back(to);
      }
    }
  }

  const Reference& reference_;
  std::vector<std::vector<std::uint32_t>> ways_;
};

/// Where the regions of a map differ from a flood fill of the same world; empty where nowhere.
std::string check_regions(const NavMap& map, const Case& world, Random& random) {
  const Reference reference(
      world.box, world.movement, [&](Coord c) { return world.cost(c); }, world.links);
  const PlainGraph graph(reference);
  const std::vector<std::uint32_t> expected = graph.regions();
  std::map<std::uint32_t, RegionId> names;
  std::map<RegionId, std::uint32_t> named;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const Coord c = reference.coord(i);
    const RegionId region = map.region_of(c);
    if ((region == no_region) != (expected[i] == nowhere)) return "region of " + text(c);
    if (region == no_region) continue;
    if (names.try_emplace(expected[i], region).first->second != region) {
      return "two regions where one is: " + text(c) + " and " + text(reference.coord(expected[i]));
    }
    if (const auto other = named.try_emplace(region, expected[i]).first->second;
        other != expected[i]) {
      return "one region where two are: " + text(c) + " and " + text(reference.coord(other));
    }
  }
  for (int k = 0; k < 3; ++k) {
    Coord from = random_tile(world.box, random);
    if (k != 0 && !world.links.empty()) from = random.pick(std::span(world.links)).from;
    const bool open = map.open(from);
    const std::vector<bool> reached =
        open ? graph.reached_from(static_cast<std::uint32_t>(reference.index(from)))
             : std::vector<bool>(expected.size());
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      if (map.reachable(from, reference.coord(i)) != reached[i]) {
        return "reachable from " + text(from) + " to " + text(reference.coord(i));
      }
    }
  }
  return "";
}

/// A world that is edited, and a map of it that follows.
class EditedWorld {
 public:
  EditedWorld(Case made, std::uint64_t seed)
      : now_(std::move(made)), random_(seed), built_(now_), map_(built_.make_map(now_.movement)) {
    for (const Link& link : now_.links) ids_.push_back(map_->add_link(link));
  }

  std::string follow(int rounds) {
    std::string problem = check_regions(*map_, now_, random_);
    for (int round = 0; problem.empty() && round < rounds; ++round) {
      for (int i = random_.between(1, 3); i > 0; --i) edit();
      problem = check_regions(*map_, now_, random_);
      if (!problem.empty()) problem = "round " + std::to_string(round) + ": " + problem;
    }
    return problem.empty() ? "" : problem + '\n' + show(now_);
  }

 private:
  void edit() {
    const int kind = random_.between(0, 99);
    if (kind < 60) {
      // A door opens or shuts.
      const Coord c = random_tile(now_.box, random_);
      fill({c, {1, 1, 1}}, now_.cost(c) == 255 ? 1 : 255);
    } else if (kind < 75) {
      fill({random_tile(now_.box, random_), {random_.between(1, 9), random_.between(1, 9), 1}},
           static_cast<std::uint16_t>(random_.pick({1, 3, 255, 255, 256})));
    } else if (kind < 85) {
      // A wall across everything, or a way.
      const bool upright = random_.chance(70);
      const Coord c = random_tile(now_.box, random_);
      fill({upright ? Coord{c.x, now_.box.min.y, c.z} : Coord{now_.box.min.x, c.y, c.z},
            {upright ? 1 : now_.box.size.width, upright ? now_.box.size.height : 1, 1}},
           random_.chance(60) ? 255 : 1);
    } else if (kind < 90) {
      for (int i = 0; i < 40; ++i) {
        fill({random_tile(now_.box, random_), {1, 1, 1}}, random_.chance(50) ? 1 : 255);
      }
    } else if (kind < 96 || ids_.empty()) {
      now_.links.push_back(random_link(now_, random_));
      ids_.push_back(map_->add_link(now_.links.back()));
    } else {
      const auto at = random_.between(0, static_cast<std::int32_t>(ids_.size()) - 1);
      map_->remove_link(ids_[static_cast<std::size_t>(at)]);
      ids_.erase(ids_.begin() + at);
      now_.links.erase(now_.links.begin() + at);
    }
  }

  void fill(const Box& box, std::uint16_t value) {
    const Box tiles = intersection(box, now_.box);
    built_.world.fill(built_.cost, tiles, value);
    for (std::int32_t k = 0; k < tiles.size.width * tiles.size.height; ++k) {
      const Coord c = tiles.min + Coord{k % tiles.size.width, k / tiles.size.width, 0};
      now_.costs[now_.index(c)] = value;
    }
  }

  Case now_;
  Random random_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  std::vector<LinkId> ids_;
};

/// A world of many chunks and few tiles: a ribbon along the borders of chunks.
Case ribbon_case(std::uint64_t seed) {
  Random random(seed ^ 0x726962U);
  Case made = make_case(seed);
  made.box.size = {random.between(300, 700), random.between(1, 8), random.chance(70) ? 1 : 2};
  made.box.min = {random.between(-100, 100), -random.between(0, 8), 0};
  if (random.chance(30)) {
    std::swap(made.box.size.width, made.box.size.height);
    std::swap(made.box.min.x, made.box.min.y);
  }
  const int walls = random.pick({0, 2, 10, 30, 35, 45, 60});
  made.costs.assign(static_cast<std::size_t>(made.box.volume()), 1);
  for (std::uint16_t& cost : made.costs) {
    if (random.chance(walls)) cost = random.chance(3) ? 256 : 255;
  }
  made.links.clear();
  for (int i = random.chance(50) ? random.between(1, 12) : 0; i > 0; --i) {
    made.links.push_back(random_link(made, random));
  }
  return made;
}

// TESS_PROPERTY_CASES and TESS_PROPERTY_SEED as for searches.
TEST(Regions, AreWhatAFloodFillFinds) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 1);
  const std::uint64_t count = number_from_environment("TESS_PROPERTY_CASES", 250) / 20;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    EXPECT_EQ(EditedWorld(make_case(seed), seed).follow(2), "") << "seed " << seed;
    EXPECT_EQ(EditedWorld(ribbon_case(seed), seed).follow(10), "") << "seed " << seed;
    if (testing::Test::HasFailure()) break;
  }
}

/// The bytes that the regions of a map of 512 x 512 tiles take for a chunk.
std::size_t bytes_a_chunk(int walls) {
  World world({.width = 512, .height = 512});
  const auto closed = world.add_field<bool>("closed");
  Random random(3);
  for (std::int32_t y = 0; y < 512; ++y) {
    for (std::int32_t x = 0; x < 512; ++x) world.set(closed, {x, y}, random.chance(walls));
  }
  const NavMap map(world, {}, [closed](TileView tile) { return !tile[closed]; });
  return map.regions().bytes() / 64;
}

TEST(Regions, TakeNoMoreMemoryThanStated) {
  EXPECT_LE(bytes_a_chunk(0), 512U);
  EXPECT_LE(bytes_a_chunk(30), 3072U);
  EXPECT_LE(bytes_a_chunk(70), 9216U);
}

#if TESS_TEST_COUNTS_ALLOCATIONS
TEST(Regions, AllocateNothingOnceWarm) {
  World world({.width = 512, .height = 512});
  const auto closed = world.add_field<bool>("closed");
  world.fill(closed, {{256, 0}, {1, 512, 1}}, true);
  const NavMap map(world, {}, [closed](TileView tile) { return !tile[closed]; });
  // A door that opens and shuts joins two halves and parts them.
  const auto toggle = [&] {
    for (int i = 0; i < 3000; ++i) {
      world.set(closed, {256, 100}, i % 2 != 0);
      EXPECT_EQ(map.reachable({0, 0}, {511, 511}), i % 2 == 0);
    }
  };
  toggle();
  EXPECT_EQ(count_allocations(toggle), 0U);
}
#endif

}  // namespace
}  // namespace tess::test
