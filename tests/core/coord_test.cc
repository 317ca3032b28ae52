#include <tess/core/coord.h>

#include <gtest/gtest.h>

namespace {

TEST(Coord, IsOrderedByLevelThenRowThenColumn) {
  EXPECT_LT((tess::Coord{9, 9, 0}), (tess::Coord{0, 0, 1}));
  EXPECT_LT((tess::Coord{9, 0, 0}), (tess::Coord{0, 1, 0}));
  EXPECT_LT((tess::Coord{0, 0, 0}), (tess::Coord{1, 0, 0}));
}

}  // namespace
