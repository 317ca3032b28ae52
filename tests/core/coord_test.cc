#include <tess/core/coord.h>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace {

using tess::Box;
using tess::Coord;
using tess::Extent;

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

TEST(Coord, IsOrderedByLevelThenRowThenColumn) {
  EXPECT_LT((Coord{9, 9, 0}), (Coord{0, 0, 1}));
  EXPECT_LT((Coord{9, 0, 0}), (Coord{0, 1, 0}));
  EXPECT_LT((Coord{0, 0, 0}), (Coord{1, 0, 0}));
  EXPECT_LT((Coord{lowest, 0, 0}), (Coord{highest, 0, 0}));
  EXPECT_LT((Coord{0, 0, -1}), (Coord{0, 0, 0}));
  EXPECT_EQ((Coord{1, 2, 3}), (Coord{1, 2, 3}));
}

TEST(Coord, DefaultsToTheOriginAndToLevelZero) {
  EXPECT_EQ(Coord{}, (Coord{0, 0, 0}));
  EXPECT_EQ((Coord{4, 5}).z, 0);
  EXPECT_EQ((Extent{4, 5}).depth, 1);
}

TEST(Coord, AddsAndSubtracts) {
  EXPECT_EQ((Coord{1, 2, 3} + Coord{-4, 5, -6}), (Coord{-3, 7, -3}));
  EXPECT_EQ((Coord{1, 2, 3} - Coord{-4, 5, -6}), (Coord{5, -3, 9}));
}

TEST(Box, HoldsItsFirstTileAndNotTheOneBehindItsLast) {
  constexpr Box box{{-3, 5, 1}, {4, 2, 3}};
  static_assert(box.contains({-3, 5, 1}));
  EXPECT_TRUE(box.contains({0, 6, 3}));
  EXPECT_FALSE(box.contains({1, 6, 3}));
  EXPECT_FALSE(box.contains({0, 7, 3}));
  EXPECT_FALSE(box.contains({0, 6, 4}));
  EXPECT_FALSE(box.contains({-4, 5, 1}));
  EXPECT_FALSE(box.contains({-3, 4, 1}));
  EXPECT_FALSE(box.contains({-3, 5, 0}));
  EXPECT_EQ(box.volume(), 24);
}

TEST(Box, IsEmptyWhereASizeIsNotPositive) {
  EXPECT_TRUE(Box{}.empty());
  for (const Extent size : {Extent{0, 1, 1}, Extent{1, 0, 1}, Extent{1, 1, 0}, Extent{-1, 1, 1},
                            Extent{1, lowest, 1}, Extent{1, 1, -5}}) {
    const Box box{{0, 0, 0}, size};
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(box.volume(), 0);
    EXPECT_FALSE(box.contains({0, 0, 0}));
    EXPECT_TRUE(intersection(box, {{-5, -5, -5}, {10, 10, 10}}).empty());
  }
}

TEST(Box, WorksAtTheEndsOfTheRangeOfCoordinates) {
  constexpr Box last{{highest, highest, highest}, {1, 1, 1}};
  EXPECT_TRUE(last.contains({highest, highest, highest}));
  EXPECT_FALSE(last.contains({lowest, highest, highest}));

  constexpr Box half{{lowest, lowest, 0}, {highest, highest, 1}};
  EXPECT_TRUE(half.contains({lowest, lowest, 0}));
  EXPECT_TRUE(half.contains({-2, -2, 0}));
  EXPECT_FALSE(half.contains({-1, -1, 0}));
  EXPECT_FALSE(half.contains({highest, highest, 0}));
  EXPECT_EQ(half.volume(), std::int64_t{highest} * highest);

  // A box may reach over the end; the tiles that exist are inside.
  constexpr Box over{{highest - 1, 0, 0}, {100, 1, 1}};
  EXPECT_TRUE(over.contains({highest, 0, 0}));
  EXPECT_FALSE(over.contains({lowest, 0, 0}));
}

TEST(Intersection, WorksAtTheEndsOfTheRangeOfCoordinates) {
  constexpr Box west{{lowest, 0, 0}, {highest, 1, 1}};
  constexpr Box east{{-2, 0, 0}, {highest, 1, 1}};
  EXPECT_EQ(intersection(west, east), (Box{{-2, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(intersection(east, west), (Box{{-2, 0, 0}, {1, 1, 1}}));

  constexpr Box first{{lowest, lowest, lowest}, {1, 1, 1}};
  constexpr Box last{{highest, highest, highest}, {1, 1, 1}};
  EXPECT_TRUE(intersection(first, last).empty());
  EXPECT_EQ(intersection(last, last), last);
  EXPECT_EQ(intersection(first, first), first);
}

TEST(Intersection, HoldsExactlyTheTilesOfBoth) {
  std::mt19937 random(7);
  std::uniform_int_distribution<std::int32_t> place(-4, 4);
  std::uniform_int_distribution<std::int32_t> size(-1, 5);
  for (int round = 0; round < 300; ++round) {
    const auto make = [&] {
      return Box{{place(random), place(random), place(random)},
                 {size(random), size(random), size(random)}};
    };
    const Box a = make();
    const Box b = make();
    const Box both = intersection(a, b);
    std::int64_t common = 0;
    for (std::int32_t z = -5; z < 10; ++z) {
      for (std::int32_t y = -5; y < 10; ++y) {
        for (std::int32_t x = -5; x < 10; ++x) {
          const Coord c{x, y, z};
          const bool expected = a.contains(c) && b.contains(c);
          ASSERT_EQ(both.contains(c), expected);
          common += expected ? 1 : 0;
        }
      }
    }
    ASSERT_EQ(both.volume(), common);
  }
}

}  // namespace
