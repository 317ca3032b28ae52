#include "support/reference.h"

#include "support/generate.h"
#include "support/oracle.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tess::test {
namespace {

/// A reference over a picture: '#' blocked, '?' unknown, digits are costs; rows end at blanks.
Reference over(std::string_view picture, const Movement& movement, std::vector<Link> links = {},
               std::int32_t depth = 1) {
  const auto width = static_cast<std::int32_t>(std::min(picture.find(' '), picture.size()));
  std::string tiles(picture);
  std::erase(tiles, ' ');
  const auto count = static_cast<std::int32_t>(tiles.size());
  const Box box{{}, {width, count / width / depth, depth}};
  const std::int32_t height = box.size.height;
  return Reference(
      box, movement,
      [&](Coord c) {
        const char tile = tiles[static_cast<std::size_t>((c.z * height + c.y) * width + c.x)];
        return tile == '#' ? blocked_cost : tile == '?' ? unknown_cost : tile - '0';
      },
      std::move(links));
}

std::uint64_t cost(const Reference& reference, Coord from, Coord to,
                   const SearchOptions& options = {}) {
  return reference.flood(from, options).ticks[reference.index(to)];
}

constexpr Movement cardinal{.steps = Steps::cardinal};
constexpr Movement octile{};
constexpr Movement hex{.steps = Steps::hex};

TEST(Reference, CardinalStepsPayTheTileEntered) {
  EXPECT_EQ(cost(over("111 1#1 111", cardinal), {0, 0}, {2, 0}), 2U);
  EXPECT_EQ(cost(over("191 1#1 111", cardinal), {0, 0}, {2, 0}), 6U);
  EXPECT_EQ(cost(over("123 456 789", cardinal), {0, 0}, {2, 2}), 2U + 3 + 6 + 9);
  EXPECT_EQ(cost(over("1#1 1#1 1#1", cardinal), {0, 0}, {2, 2}), unreached);
}

TEST(Reference, OctileStepsAndCorners) {
  const auto with = [](Corners corners) { return Movement{.corners = corners}; };
  EXPECT_EQ(cost(over("11 11", octile), {0, 0}, {1, 1}), 577U);
  EXPECT_EQ(cost(over("13 12", octile), {0, 0}, {1, 1}), 2U * 577);
  EXPECT_EQ(cost(over("1# 11", with(Corners::never_cut)), {0, 0}, {1, 1}), 816U);
  EXPECT_EQ(cost(over("1# 11", with(Corners::cut_one)), {0, 0}, {1, 1}), 577U);
  EXPECT_EQ(cost(over("1# #1", with(Corners::cut_one)), {0, 0}, {1, 1}), unreached);
  EXPECT_EQ(cost(over("1# #1", with(Corners::cut_freely)), {0, 0}, {1, 1}), 577U);
  EXPECT_EQ(cost(over("1? ?1", with(Corners::cut_one)), {0, 0}, {1, 1}), unreached);
  EXPECT_EQ(
      cost(over("1? #1", with(Corners::cut_one)), {0, 0}, {1, 1}, {.unknown = UnknownTiles::enter}),
      577U);
}

TEST(Reference, HexStepsAreTheSixOfAxialCoordinates) {
  const Reference reference = over("11111 11111 11111 11111 11111", hex);
  EXPECT_EQ(cost(reference, {2, 2}, {3, 1}), 1U);
  EXPECT_EQ(cost(reference, {2, 2}, {1, 3}), 1U);
  EXPECT_EQ(cost(reference, {2, 2}, {3, 3}), 2U);
  EXPECT_EQ(cost(reference, {2, 2}, {1, 1}), 2U);
  EXPECT_EQ(cost(reference, {0, 4}, {4, 0}), 4U);
  EXPECT_EQ(cost(reference, {0, 0}, {4, 4}), 8U);
  EXPECT_EQ(cost(over("#1 1#", hex), {0, 1}, {1, 0}), 1U);
  EXPECT_EQ(reference.bare_distance({0, 4}, {4, 0}), 4U);
  EXPECT_EQ(reference.bare_distance({0, 4}, {3, 0}), 4U);
  EXPECT_EQ(reference.bare_distance({0, 0}, {4, 3}), 7U);
}

TEST(Reference, LevelsAreApartUnlessStepsJoinThem) {
  const Movement stairs{.vertical = Vertical::steps};
  EXPECT_EQ(cost(over("1 1", octile, {}, 2), {0, 0, 0}, {0, 0, 1}), unreached);
  EXPECT_EQ(cost(over("1 3", stairs, {}, 2), {0, 0, 0}, {0, 0, 1}), 3U * 408);
  EXPECT_EQ(cost(over("1 3", stairs, {}, 2), {0, 0, 1}, {0, 0, 0}), 408U);
}

TEST(Reference, LargeMoversCoverTiles) {
  const Movement two{.steps = Steps::cardinal, .size = 2};
  const Reference reference = over("1111 1511 11#1 1???", two);
  EXPECT_EQ(reference.entry({0, 0}), 5);
  EXPECT_EQ(reference.entry({1, 0}), 5);
  EXPECT_EQ(reference.entry({2, 0}), 1);
  EXPECT_EQ(reference.entry({3, 0}), blocked_cost);
  EXPECT_EQ(reference.entry({1, 1}), blocked_cost);
  EXPECT_EQ(reference.entry({0, 2}), unknown_cost);
  EXPECT_EQ(reference.entry({1, 2}), blocked_cost);
  EXPECT_EQ(cost(reference, {0, 0}, {2, 0}), 6U);
}

TEST(Reference, LinksJoinOpenTiles) {
  const std::vector<Link> links{{{0, 0}, {2, 0}, 7, false}, {{0, 0}, {1, 0}, 0, true}};
  const Reference reference = over("1#9", cardinal, links);
  EXPECT_EQ(cost(reference, {0, 0}, {2, 0}), 7U);
  EXPECT_EQ(cost(reference, {2, 0}, {0, 0}), unreached);
  EXPECT_EQ(cost(over("1#9", octile, {{{2, 0}, {0, 0}, 3, true}}), {0, 0}, {2, 0}), 3U * 408);
  EXPECT_EQ(cost(over("19", cardinal, {{{0, 0}, {1, 0}, 0, true}}), {0, 0}, {1, 0}), 0U);
}

TEST(Reference, UnknownTilesAreWhatTheOptionsSay) {
  const Reference reference = over("1?1", cardinal);
  const Flood flood = reference.flood({0, 0}, {});
  EXPECT_EQ(flood.ticks[2], unreached);
  EXPECT_EQ(flood.unknown_chunks.size(), 1U);
  const SearchOptions open{.unknown = UnknownTiles::enter, .unknown_cost = 4};
  EXPECT_EQ(cost(reference, {0, 0}, {2, 0}, open), 5U);
  EXPECT_TRUE(reference.flood({0, 0}, {.unknown = UnknownTiles::avoid}).unknown_chunks.empty());
}

TEST(Reference, ChecksPathsStepByStep) {
  const Reference reference = over("11# 111 119", octile, {{{0, 0}, {2, 1}, 2, false}});
  const PathRun diagonal[] = {{1, 1, 0, false, 2}};
  EXPECT_EQ(reference.path_cost({{0, 0}, {2, 2}, 3, diagonal, {}}), 577U + 9 * 577);
  const PathRun cut[] = {{1, 0, 0, false, 1}, {1, 1, 0, false, 1}};
  EXPECT_FALSE(reference.path_cost({{0, 0}, {2, 1}, 3, cut, {}}));
  const PathRun jump[] = {{0, 0, 0, true, 0}, {0, 1, 0, false, 1}};
  const Coord landing[] = {{2, 1}};
  EXPECT_EQ(reference.path_cost({{0, 0}, {2, 2}, 3, jump, landing}), 2U * 408 + 9 * 408);
  EXPECT_FALSE(reference.path_cost({{0, 0}, {2, 2}, 4, jump, landing}));
  EXPECT_FALSE(reference.path_cost({{0, 0}, {2, 1}, 3, jump, landing}));
  EXPECT_FALSE(reference.path_cost({}));
  EXPECT_EQ(reference.path_cost({{0, 0}, {0, 0}, 1, {}, {}}), 0U);
}

TEST(Reference, AgreesWithTheDistanceOnOpenMaps) {
  for (const Steps steps : {Steps::cardinal, Steps::octile, Steps::hex}) {
    const Movement movement{.steps = steps, .vertical = Vertical::steps};
    const Reference reference({{-9, 4, -1}, {20, 15, 2}}, movement, [](Coord) { return 1; });
    const Flood flood = reference.flood({-3, 9, 0}, {});
    for (std::size_t i = 0; i < reference.tile_count(); ++i) {
      ASSERT_EQ(flood.ticks[i], reference.bare_distance({-3, 9, 0}, reference.coord(i)));
    }
  }
}

TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.next(), 0x910a2dec89025cc1U);
  EXPECT_EQ(random.next(), 0xbeeb8da1658eec67U);
}

TEST(Generate, MakesTheSameOfASeedEverywhere) {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t number) { hash = Random(hash ^ number).next(); };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Trial made = make_trial(seed);
    for (const char letter : show(made)) add(static_cast<unsigned char>(letter));
    for (const std::uint16_t cost : made.world.costs) add(cost);
  }
  EXPECT_EQ(hash, 5048425344486471228U);
}

TEST(Generate, MakesEveryKindOfCase) {
  int linked = 0;
  int with_unknown = 0;
  int weighted = 0;
  int high = 0;
  int large = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case made = make_case(seed);
    ASSERT_EQ(made.costs.size(), static_cast<std::size_t>(made.box.volume()));
    linked += made.links.empty() ? 0 : 1;
    with_unknown += std::count(made.costs.begin(), made.costs.end(), 256) != 0 ? 1 : 0;
    std::uint16_t first = 0;
    for (const std::uint16_t cost : made.costs) {
      if (cost >= 255) continue;
      if (first == 0) first = cost;
      if (cost == first) continue;
      ++weighted;
      break;
    }
    high += made.box.size.depth > 1 ? 1 : 0;
    large += made.movement.size > 1 ? 1 : 0;
  }
  EXPECT_GT(linked, 60);
  EXPECT_GT(with_unknown, 20);
  EXPECT_GT(weighted, 60);
  EXPECT_GT(high, 60);
  EXPECT_GT(large, 20);
}

}  // namespace
}  // namespace tess::test
