#include "../../src/path/bucket_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "support/random.h"

namespace tess::detail {
namespace {

/// A queue must give out buckets in order, each item once, however far apart the buckets lie; what
/// is pushed below the current bucket comes out with it.
void compare_with_map(std::uint64_t seed, std::uint64_t spread) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed << ", spread " << spread);
  test::Random random(seed);
  BucketQueue queue;
  for (int round = 0; round < 3; ++round) {
    queue.reset();
    std::map<std::uint64_t, std::vector<std::uint32_t>> model;
    std::uint64_t current = 0;
    std::uint32_t next = 1;
    for (int i = 0; i < 2000; ++i) {
      if (model.empty() || random.chance(60)) {
        std::uint64_t bucket = current + random.next() % spread;
        if (random.chance(12) && bucket > 10) bucket -= 10;
        queue.push(bucket, next);
        model[std::max(bucket, current)].push_back(next++);
        continue;
      }
      ASSERT_TRUE(queue.seek());
      current = model.begin()->first;
      ASSERT_EQ(queue.bucket(), current);
      const std::uint32_t item = queue.pop();
      std::vector<std::uint32_t>& items = model.begin()->second;
      const auto at = std::ranges::find(items, item);
      ASSERT_NE(at, items.end()) << "item " << item << " is not of bucket " << current;
      items.erase(at);
      if (items.empty()) model.erase(model.begin());
    }
  }
}

TEST(BucketQueue, GivesOutBucketsInOrder) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const std::uint64_t spread : {1U, 20U, 3000U, 5000U, 60000U, 3000000U}) {
      compare_with_map(seed, spread);
    }
  }
}

TEST(BucketQueue, IsEmptyAfterReset) {
  BucketQueue queue;
  EXPECT_FALSE(queue.seek());
  queue.push(7, 1);
  queue.push(100000, 2);
  queue.reset();
  EXPECT_FALSE(queue.seek());
}

}  // namespace
}  // namespace tess::detail
