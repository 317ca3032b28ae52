#include <tess/nav/movement.h>

#include "support/print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace tess {
namespace {

TEST(Movement, DefaultsToOctileStepsThatNeverCutCorners) {
  constexpr Movement movement;
  EXPECT_EQ(movement.steps, Steps::octile);
  EXPECT_EQ(movement.corners, Corners::never_cut);
  EXPECT_EQ(movement.vertical, Vertical::separate);
  EXPECT_EQ(movement.size, 1);
  EXPECT_NE(movement, Movement{.size = 2});
}

TEST(Movement, OffsetsAreUnitStepsWithAnOpposite) {
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Offset step = offset(static_cast<Direction>(i));
    int opposites = 0;
    for (const Offset other : offsets) {
      opposites += other.dx == -step.dx && other.dy == -step.dy && other.dz == -step.dz ? 1 : 0;
    }
    EXPECT_EQ(opposites, 1) << i;
  }
  EXPECT_EQ(offset(Direction::east), (Offset{1, 0, 0}));
  EXPECT_EQ(offset(Direction::south), (Offset{0, 1, 0}));
  EXPECT_EQ(offset(Direction::north_east), (Offset{1, -1, 0}));
  EXPECT_EQ(offset(Direction::up), (Offset{0, 0, 1}));
}

TEST(Movement, DiagonalTicksAreCloseToTheSquareRootOfTwo) {
  constexpr StepLengths octile = step_lengths(Steps::octile);
  const double ratio = double{octile.diagonal} / double{octile.straight};
  EXPECT_GT(ratio, std::sqrt(2.0));
  EXPECT_LT(ratio, std::sqrt(2.0) * (1 + 1.6e-6));
}

TEST(Movement, OnlyDiagonalsOfOctileStepsAreLonger) {
  for (int i = 0; i < direction_count; ++i) {
    const auto direction = static_cast<Direction>(i);
    const bool diagonal = offset(direction).dx != 0 && offset(direction).dy != 0;
    EXPECT_EQ(step_length(Steps::octile, direction), diagonal ? 577U : 408U);
    EXPECT_EQ(step_length(Steps::cardinal, direction), 1U);
    EXPECT_EQ(step_length(Steps::hex, direction), 1U);
  }
}

}  // namespace
}  // namespace tess
