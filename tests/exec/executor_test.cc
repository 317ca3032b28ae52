#include <tess/exec/executor.h>
#include <tess/exec/worker_pool.h>

#include "support/allocations.h"
#include "support/executors.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tess::test {
namespace {

static_assert(Executor<SerialExecutor>);
static_assert(Executor<WorkerPool>);
static_assert(Executor<ExecutorRef>);
static_assert(Executor<ShuffledThreads>);
static_assert(!Executor<int>);

TEST(SerialExecutor, RunsTheRangesInOrder) {
  SerialExecutor serial;
  std::vector<IndexRange> seen;
  const RunReport report = run(serial, 10, 4, [&](IndexRange range, std::uint32_t worker) {
    EXPECT_EQ(worker, 0U);
    seen.push_back(range);
  });
  EXPECT_EQ(seen, (std::vector<IndexRange>{{0, 4}, {4, 8}, {8, 10}}));
  EXPECT_EQ(report.workers, 1U);
  EXPECT_FALSE(report.pooled);
}

TEST(SerialExecutor, RunsNothingForNoIndices) {
  SerialExecutor serial;
  run(serial, 0, 4, [](IndexRange, std::uint32_t) { FAIL(); });
}

TEST(Run, CutsByTheGrainOnEveryExecutor) {
  for_each_executor([](ExecutorRef executor) {
    for (const std::size_t count : {1U, 2U, 3U, 63U, 64U, 65U, 1000U}) {
      for (const std::size_t grain : {1U, 2U, 7U, 64U, 1000U, 5000U}) {
        std::vector<std::uint8_t> seen(count, 0);
        std::vector<std::uint8_t> cuts((count - 1) / grain + 1, 0);
        run(executor, count, grain, [&](IndexRange range, std::uint32_t worker) {
          EXPECT_LT(worker, executor.worker_count());
          EXPECT_EQ(range.begin % grain, 0U);
          EXPECT_EQ(range.end, std::min(range.begin + grain, count));
          ++cuts[range.begin / grain];
          for (std::size_t i = range.begin; i < range.end; ++i) ++seen[i];
        });
        EXPECT_EQ(seen, std::vector<std::uint8_t>(count, 1)) << count << " by " << grain;
        EXPECT_EQ(cuts, std::vector<std::uint8_t>(cuts.size(), 1)) << count << " by " << grain;
      }
    }
  });
}

TEST(Run, GoesThroughAReference) {
  WorkerPool pool(2);
  const ExecutorRef first = pool;
  ExecutorRef second = first;
  std::vector<int> seen(100, 0);
  run(second, 100, 1, [&](IndexRange range, std::uint32_t) { ++seen[range.begin]; });
  EXPECT_EQ(seen, std::vector<int>(100, 1));
  EXPECT_EQ(second.worker_count(), 2U);
  second.keep_awake(true);
  second.keep_awake(false);
}

TEST(Run, TakesAnExecutorThatKnowsNoKeepAwake) {
  SerialExecutor serial;
  const AwakeScope scope(serial);
  int calls = 0;
  run(serial, 1, 1, [&](IndexRange, std::uint32_t) { ++calls; });
  EXPECT_EQ(calls, 1);
}

#if defined(__cpp_exceptions)

TEST(Run, ThrowsTheExceptionOfTheFirstRangeAfterAllAreDone) {
  for_each_executor([](ExecutorRef executor) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<std::uint8_t> seen(200, 0);
      std::string caught;
      try {
        run(executor, 200, 2, [&](IndexRange range, std::uint32_t) {
          ++seen[range.begin];
          if (range.begin >= 30 && range.begin % 3 == 0) throw std::to_string(range.begin);
          ++seen[range.begin + 1];
        });
      } catch (const std::string& text) {
        caught = text;
      }
      EXPECT_EQ(caught, "30");
      for (std::size_t i = 0; i < seen.size(); ++i) {
        const bool thrown = i % 2 == 1 && i > 30 && (i - 1) % 3 == 0;
        EXPECT_EQ(seen[i], thrown ? 0 : 1) << i;
      }
    }
  });
}

TEST(Run, WorksOnAfterAnException) {
  WorkerPool pool(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    EXPECT_THROW(run(pool, 1000, 1,
                     [](IndexRange range, std::uint32_t) {
                       if (range.begin == 999) throw 1;
                     }),
                 int);
    std::vector<int> seen(1000, 0);
    run(pool, 1000, 1, [&](IndexRange range, std::uint32_t) { ++seen[range.begin]; });
    EXPECT_EQ(seen, std::vector<int>(1000, 1));
  }
}

#endif

#if TESS_ASSERTIONS
TEST(RunDeathTest, NeedsAGrain) {
  SerialExecutor serial;
  EXPECT_DEATH(run(serial, 1, 0, [](IndexRange, std::uint32_t) {}), "grain");
}
#endif

}  // namespace
}  // namespace tess::test
