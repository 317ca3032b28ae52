#include <tess/core/assert.h>

#include <gtest/gtest.h>

namespace {

TEST(Assert, IsAnExpressionThatLetsTruthPass) {
  const int value = (TESS_ASSERT(1 + 1 == 2, "arithmetic"), 5);
  EXPECT_EQ(value, 5);
}

#if TESS_ASSERTIONS
TEST(AssertDeathTest, SaysWhatFailedAndWhere) {
  const int left = 3;
  EXPECT_DEATH(TESS_ASSERT(left == 4, "left must be four"),
               "assert_test.cc:.*tess assertion failed: left == 4 .left must be four.");
}
#else
TEST(Assert, EvaluatesNothingWhereAssertionsAreOff) {
  int evaluated = 0;
  TESS_ASSERT(++evaluated > 0, "never looked at");
  EXPECT_EQ(evaluated, 0);
}
#endif

}  // namespace
