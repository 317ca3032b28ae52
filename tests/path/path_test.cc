#include <tess/path/path.h>

#include "support/oracle.h"
#include "support/print.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <vector>

namespace tess {
namespace {

using test::check_view;

/// Three steps east, a jump, two steps south-west, one level up.
constexpr PathRun runs[] = {
    {1, 0, 0, false, 3}, {0, 0, 0, true, 0}, {-1, 1, 0, false, 2}, {0, 0, 1, false, 1}};
constexpr Coord landings[] = {{50, -7, 2}};

PathView example() { return {{0, 0, 0}, {48, -5, 3}, 8, runs, landings}; }

const std::vector<Coord> tiles{{0, 0, 0},   {1, 0, 0},   {2, 0, 0},   {3, 0, 0},
                               {50, -7, 2}, {49, -6, 2}, {48, -5, 2}, {48, -5, 3}};

TEST(PathView, EmptyByDefault) {
  const PathView path;
  EXPECT_TRUE(path.empty());
  EXPECT_EQ(path.size(), 0U);
  EXPECT_EQ(path.begin(), path.end());
  EXPECT_TRUE(path.runs().empty());
  std::vector<Coord> out(3);
  EXPECT_EQ(path.copy_to(out), 0U);
  EXPECT_EQ(path, PathView{});
}

TEST(PathView, IteratesAsTiles) {
  const PathView path = example();
  EXPECT_EQ(std::vector<Coord>(path.begin(), path.end()), tiles);
  EXPECT_EQ(path.front(), tiles.front());
  EXPECT_EQ(path.back(), tiles.back());
  EXPECT_EQ(path.size(), tiles.size());
  EXPECT_EQ(check_view(path), "");
  std::vector<Coord> looped;
  for (const Coord c : path) looped.push_back(c);
  EXPECT_EQ(looped, tiles);
}

TEST(PathView, IteratorsAreForwardIterators) {
  static_assert(std::forward_iterator<PathView::iterator>);
  const PathView path = example();
  PathView::iterator at = path.begin();
  const PathView::iterator first = at++;
  EXPECT_EQ(*first, tiles[0]);
  EXPECT_EQ(*at, tiles[1]);
  EXPECT_NE(first, at);
  EXPECT_EQ(++PathView::iterator(first), at);
  EXPECT_EQ(std::distance(path.begin(), path.end()), 8);
}

TEST(PathView, CopiesAsManyTilesAsThereIsRoomFor) {
  const PathView path = example();
  for (std::size_t room = 0; room <= 10; ++room) {
    std::vector<Coord> out(room, Coord{-1, -1, -1});
    const std::size_t count = path.copy_to(out);
    ASSERT_EQ(count, std::min(room, tiles.size()));
    for (std::size_t i = 0; i < room; ++i) {
      EXPECT_EQ(out[i], i < count ? tiles[i] : (Coord{-1, -1, -1}));
    }
  }
}

TEST(PathView, OfOneTile) {
  const PathView path({4, 5, 6}, {4, 5, 6}, 1, {}, {});
  EXPECT_EQ(std::vector<Coord>(path.begin(), path.end()), (std::vector<Coord>{{4, 5, 6}}));
  EXPECT_EQ(check_view(path), "");
}

TEST(PathView, ComparesByTilesAndPieces) {
  EXPECT_EQ(example(), example());
  const PathRun other[] = {
      {1, 0, 0, false, 3}, {0, 0, 0, true, 0}, {0, 0, 1, false, 1}, {-1, 1, 0, false, 2}};
  EXPECT_FALSE(example() == PathView({0, 0, 0}, {48, -5, 3}, 8, other, landings));
  const Coord elsewhere[] = {{51, -7, 2}};
  EXPECT_FALSE(example() == PathView({0, 0, 0}, {48, -5, 3}, 8, runs, elsewhere));
  EXPECT_FALSE(example() == PathView({1, 0, 0}, {48, -5, 3}, 8, runs, landings));
  EXPECT_FALSE(example() == PathView{});
}

TEST(Path, KeepsACopy) {
  Path kept;
  EXPECT_TRUE(kept.empty());
  EXPECT_EQ(kept.begin(), kept.end());
  {
    std::vector<PathRun> own(std::begin(runs), std::end(runs));
    std::vector<Coord> landing(std::begin(landings), std::end(landings));
    kept = Path(PathView{{0, 0, 0}, {48, -5, 3}, 8, own, landing});
    own.assign(4, {});
    landing.assign(1, {});
  }
  EXPECT_EQ(kept.view(), example());
  EXPECT_EQ(std::vector<Coord>(kept.begin(), kept.end()), tiles);
  EXPECT_EQ(kept.front(), tiles.front());
  EXPECT_EQ(kept.back(), tiles.back());
  EXPECT_EQ(kept.size(), tiles.size());
  const PathView converted = kept;
  EXPECT_EQ(converted, example());
}

TEST(Path, CanBeAssignedAnother) {
  Path kept(example());
  kept.assign({{1, 1, 1}, {1, 1, 1}, 1, {}, {}});
  EXPECT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept.front(), (Coord{1, 1, 1}));
  kept.assign({});
  EXPECT_TRUE(kept.empty());
  EXPECT_EQ(kept.begin(), kept.end());
}

#if TESS_ASSERTIONS && GTEST_HAS_DEATH_TEST
TEST(PathDeathTest, AnEmptyPathHasNoEnds) {
  EXPECT_DEATH(static_cast<void>(PathView{}.front()), "empty");
  EXPECT_DEATH(static_cast<void>(PathView{}.back()), "empty");
  EXPECT_DEATH(static_cast<void>(Path{}.front()), "empty");
}
#endif

}  // namespace
}  // namespace tess
