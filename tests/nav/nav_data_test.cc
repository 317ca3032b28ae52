#include "../../src/nav/nav_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/generate.h"
#include "support/random.h"

namespace tess::test {
namespace {

using tess::detail::JumpChunk;
using tess::detail::NavChunk;
using tess::detail::NavData;

std::string chunk_difference(const NavChunk& a, const NavChunk& b) {
  if (a.rows != b.rows) return "rows";
  if (a.columns != b.columns) return "columns";
  if (a.costs == nullptr && a.uniform_cost != b.uniform_cost) return "uniform_cost";
  if (a.has_links != b.has_links) return "has_links";
  if ((a.costs == nullptr) != (b.costs == nullptr)) return "whether there are costs";
  if (a.costs != nullptr && !std::equal(a.costs, a.costs + chunk_tiles, b.costs)) return "costs";
  if ((a.unknown == nullptr) != (b.unknown == nullptr)) return "whether there are unknown tiles";
  if (a.unknown != nullptr && !std::equal(a.unknown, a.unknown + 64, b.unknown)) return "unknown";
  return "";
}

std::string jump_difference(const JumpChunk& a, const JumpChunk& b, bool diagonal) {
  if (a.stop != b.stop) return "stops";
  if (a.sees != b.sees) return "what is seen";
  if (a.vertical_stop != b.vertical_stop) return "vertical stops";
  if (diagonal && a.turn != b.turn) return "turns";
  if (diagonal && a.ends != b.ends) return "ends";
  return "";
}

/// Where what searches read of two maps of one world differs; empty where nowhere. A map must not
/// depend on the edits that led to it.
std::string data_difference(const NavMap& a, const NavMap& b) {
  const NavData& x = a.data();
  const NavData& y = b.data();
  if (x.uniform_cost() != y.uniform_cost()) return "uniform_cost";
  if (x.lowest_cost() != y.lowest_cost()) return "lowest_cost";
  if (x.has_unknown() != y.has_unknown()) return "has_unknown";
  if (x.has_jumps() != y.has_jumps()) return "has_jumps";
  const bool diagonal = a.movement().steps == Steps::octile;
  for (std::size_t slot = 0; slot < x.chunks().size(); ++slot) {
    const std::string where = " of chunk " + std::to_string(slot);
    const std::string chunk = chunk_difference(x.chunks()[slot], y.chunks()[slot]);
    if (!chunk.empty()) return chunk + where;
    if (!x.has_jumps()) continue;
    const auto index = static_cast<std::uint32_t>(slot);
    const std::string jumps = jump_difference(x.jumps()[index], y.jumps()[index], diagonal);
    if (!jumps.empty()) return jumps + where;
  }
  if (x.has_jumps() && x.jumps().cluttered() != y.jumps().cluttered()) return "cluttered";
  if (x.bounds().valid() != y.bounds().valid()) return "whether there are bounds";
  if (!x.bounds().valid()) return "";
  if (!std::ranges::equal(x.bounds().column_sums(), y.bounds().column_sums())) {
    return "the sums of columns";
  }
  return std::ranges::equal(x.bounds().row_sums(), y.bounds().row_sums()) ? "" : "the sums of rows";
}

/// An open world of several chunks with a few walls.
Case wide_case(const Movement& movement, Random& random) {
  Case made;
  made.movement = movement;
  made.box.size = {random.between(130, 300), random.between(130, 300), random.between(1, 2)};
  made.box.min = {random.between(-100, 100), random.between(-100, 100), 0};
  made.costs.assign(static_cast<std::size_t>(made.box.volume()), 1);
  for (int i = random.between(0, 60); i > 0; --i) {
    made.costs[made.index(random_tile(made.box, random))] = 255;
  }
  return made;
}

/// A tile that lies on a border of a chunk, or next to one, in half of all cases.
Coord edited_tile(const Box& box, Random& random) {
  Coord c = random_tile(box, random);
  if (random.chance(50)) {
    Coord near = c;
    if (random.chance(70)) near.x = (c.x & ~63) - random.between(0, 2) + 1;
    if (random.chance(70)) near.y = (c.y & ~63) - random.between(0, 2) + 1;
    if (box.contains(near)) c = near;
  }
  return c;
}

void edit(Built& built, const Box& box, int most_cost, Random& random) {
  const std::uint16_t value =
      static_cast<std::uint16_t>(random.chance(50)   ? 255
                                 : random.chance(97) ? random.between(1, most_cost)
                                                     : 256);
  const Coord at = edited_tile(box, random);
  const int kind = random.between(0, 9);
  if (kind < 6) {
    built.world.set(built.cost, at, value);
  } else if (kind < 9) {
    built.world.fill(built.cost, {at, {random.between(1, 70), random.between(1, 12), 1}}, value);
  } else {
    built.world.fill(built.cost, {at, {random.between(1, 12), random.between(1, 150), 2}}, 1);
  }
}

void follow_edits(const Movement& movement, int most_cost, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", " + text(movement));
  Random random(seed);
  const Case made = wide_case(movement, random);
  Built built(made);
  const std::vector<Link> links{random_link(made, random), random_link(made, random)};
  const std::unique_ptr<NavMap> map = built.make_map(movement, links);
  for (int round = 0; round < 25; ++round) {
    for (int i = random.between(1, 3); i > 0; --i) edit(built, made.box, most_cost, random);
    const std::unique_ptr<NavMap> fresh = built.make_map(movement, links);
    ASSERT_EQ(data_difference(*map, *fresh), "") << "round " << round;
  }
}

TEST(NavData, IsTheSameWhateverEditsLedToIt) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const int most_cost : {1, 9}) {
      follow_edits({.steps = Steps::cardinal}, most_cost, seed);
      follow_edits({.steps = Steps::octile}, most_cost, seed);
      follow_edits({.steps = Steps::hex, .size = 2}, most_cost, seed);
    }
  }
}

TEST(NavData, ComparisonsCanFail) {
  Random random(1);
  const Case made = wide_case({}, random);
  Built built(made);
  Built other(made);
  const auto map = built.make_map({});
  const auto same = other.make_map({});
  EXPECT_EQ(data_difference(*map, *same), "");
  other.world.set(other.cost, made.box.min + Coord{70, 70, 0}, 9);
  EXPECT_NE(data_difference(*map, *same), "");
}

}  // namespace
}  // namespace tess::test
