#include <tess/exec/worker_pool.h>

#include "support/allocations.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

namespace tess::test {
namespace {

/// Work that the compiler cannot leave out.
std::uint64_t spin(std::uint64_t x, int rounds) {
  for (int i = 0; i < rounds; ++i) x = x * 6'364'136'223'846'793'005U + 1;
  return x;
}

/// Runs that are long enough for every worker to take part.
std::vector<std::uint64_t> long_run(WorkerPool& pool, std::size_t count = 2000) {
  std::vector<std::uint64_t> values(count);
  run(pool, count, 1,
      [&](IndexRange range, std::uint32_t) { values[range.begin] = spin(range.begin, 2000); });
  return values;
}

TEST(WorkerPool, HasTheWorkersAskedFor) {
  EXPECT_EQ(WorkerPool(1).worker_count(), 1U);
  EXPECT_EQ(WorkerPool(5).worker_count(), 5U);
  EXPECT_GE(WorkerPool().worker_count(), 1U);
  EXPECT_EQ(WorkerPool(WorkerPool::max_workers).worker_count(), WorkerPool::max_workers);
}

TEST(WorkerPool, SharesLongRuns) {
  WorkerPool pool(4);
  bool shared = false;
  std::vector<std::atomic<int>> calls(4);
  for (int i = 0; i < 50; ++i) {
    const RunReport report = run(pool, 400, 1, [&](IndexRange range, std::uint32_t worker) {
      calls[worker] += spin(range.begin, 20'000) == 0 ? 2 : 1;
    });
    shared = shared || report.pooled;
    EXPECT_GE(report.workers, 1U);
    EXPECT_LE(report.workers, 4U);
  }
  EXPECT_TRUE(shared);
  int others = 0;
  for (std::size_t worker = 1; worker < 4; ++worker) others += calls[worker];
  EXPECT_GT(others, 0);
}

TEST(WorkerPool, KeepsShortRunsToTheCaller) {
  WorkerPool pool(2);
  const std::thread::id caller = std::this_thread::get_id();
  int elsewhere = 0;
  for (int i = 0; i < 1000; ++i) {
    const RunReport report = run(pool, 2, 1, [&](IndexRange, std::uint32_t) {
      if (std::this_thread::get_id() != caller) ++elsewhere;
    });
    EXPECT_TRUE(report.pooled || report.workers == 1);
  }
  // A run that was interrupted counts as long for a while.
  EXPECT_LT(elsewhere, 500);
}

TEST(WorkerPool, GivesTheSameResultForAnyNumberOfWorkers) {
  WorkerPool one(1);
  const std::vector<std::uint64_t> expected = long_run(one);
  for (const std::uint32_t workers : {2U, 3U, 4U, 7U, 16U}) {
    WorkerPool pool(workers);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(long_run(pool), expected) << workers;
  }
}

TEST(WorkerPool, NeverHasTwoCallsOfOneWorkerAtATime) {
  WorkerPool pool(7);
  std::vector<std::atomic<int>> busy(7);
  std::atomic<int> overlaps{0};
  for (int i = 0; i < 20; ++i) {
    run(pool, 3000, 1, [&](IndexRange range, std::uint32_t worker) {
      if (busy[worker]++ != 0) ++overlaps;
      if (spin(range.begin, 300) == 1) ++overlaps;
      --busy[worker];
    });
  }
  EXPECT_EQ(overlaps, 0);
}

TEST(WorkerPool, RunsEveryIndexOfRandomPhases) {
  Random random(7);
  for (const std::uint32_t workers : {2U, 3U, 16U}) {
    WorkerPool pool(workers);
    for (int i = 0; i < 300; ++i) {
      const auto count = static_cast<std::size_t>(random.between(1, 3000));
      const auto grain = static_cast<std::size_t>(random.between(1, 40));
      const int rounds = random.between(1, 100);
      std::vector<std::uint8_t> seen(count, 0);
      run(pool, count, grain, [&](IndexRange range, std::uint32_t) {
        for (std::size_t at = range.begin; at < range.end; ++at) {
          seen[at] = static_cast<std::uint8_t>(seen[at] + 1 + (spin(at, rounds) == 77 ? 1 : 0));
        }
      });
      ASSERT_EQ(seen, std::vector<std::uint8_t>(count, 1)) << count << " by " << grain;
      if (random.chance(3)) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
}

TEST(WorkerPool, BalancesUnevenWork) {
  WorkerPool pool(2);
  std::vector<std::uint64_t> values(1000, 0);
  for (int i = 0; i < 10; ++i) {
    run(pool, values.size(), 1, [&](IndexRange range, std::uint32_t) {
      values[range.begin] = spin(range.begin, range.begin < 20 ? 100'000 : 10);
    });
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], spin(i, i < 20 ? 100'000 : 10));
  }
}

// Every run is shared, however short: what can go wrong between threads goes wrong here.
TEST(WorkerPool, SharesTheShortestRunsRightly) {
  Random random(11);
  for (const std::uint32_t workers : {2U, 3U, 7U}) {
    WorkerPool pool({.workers = workers, .spin_us = 20, .share_all = true});
    std::vector<std::uint32_t> seen(200, 0);
    std::size_t shared = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto count = static_cast<std::size_t>(random.between(2, 200));
      const auto grain = static_cast<std::size_t>(random.between(1, 3));
      const auto mark = static_cast<std::uint32_t>(i);
      const RunReport report = run(pool, count, grain, [&](IndexRange range, std::uint32_t worker) {
        if (worker >= workers) std::abort();
        for (std::size_t at = range.begin; at < range.end; ++at) seen[at] += mark;
      });
      for (std::size_t at = 0; at < count; ++at) {
        ASSERT_EQ(seen[at], mark) << "run " << i;
        seen[at] = 0;
      }
      shared += report.pooled ? 1 : 0;
      if (random.chance(2)) std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    EXPECT_GT(shared, 2900U);
  }
}

TEST(WorkerPool, TellsWhatAnIndexCosts) {
  WorkerPool pool(2);
  std::vector<std::uint64_t> values(100);
  RunReport report;
  for (int i = 0; i < 3; ++i) {
    report = run(pool, values.size(), 1,
                 [&](IndexRange range, std::uint32_t) { values[range.begin] = spin(1, 20'000); });
  }
  EXPECT_GT(report.ns_per_index, 1'000);
  EXPECT_LT(report.ns_per_index, 10'000'000);
}

TEST(WorkerPool, KeepsAwakeInNestedScopes) {
  WorkerPool pool({.workers = 2, .share_all = true});
  const auto use = [&] { EXPECT_EQ(long_run(pool, 100)[99], spin(99, 2000)); };
  {
    const AwakeScope tick(pool);
    use();
    {
      const AwakeScope system(pool);
      use();
    }
    use();
  }
  use();
}

TEST(WorkerPool, TakesAGrainBeyondAWord) {
  WorkerPool pool({.workers = 3, .share_all = true});
  const std::size_t grain = std::size_t{1} << 31;
  const std::size_t count = 9 * grain + 5;
  std::vector<std::atomic<int>> calls(10);
  run(pool, count, grain, [&](IndexRange range, std::uint32_t) {
    EXPECT_EQ(range.begin % grain, 0U);
    EXPECT_EQ(range.end, std::min(range.begin + grain, count));
    ++calls[range.begin / grain];
  });
  for (const std::atomic<int>& times : calls) EXPECT_EQ(times, 1);
}

TEST(WorkerPool, TakesMoreBlocksThanFitAWord) {
  WorkerPool pool(2);
  const std::size_t count = std::size_t{1} << 34;
  std::atomic<std::size_t> sum{0};
  std::atomic<int> calls{0};
  // Called with ranges as the pool hands them out, before they are cut by the grain.
  auto add = [&](IndexRange range) {
    sum += range.size();
    ++calls;
  };
  using Add = decltype(add);
  const RangeTask task(&add, [](void* context, IndexRange range, std::uint32_t) {
    (*static_cast<Add*>(context))(range);
  });
  pool.run_ranges(count, 1, task);
  EXPECT_EQ(sum, count);
  EXPECT_LT(calls, 1'000'000);
}

TEST(WorkerPool, TakesAGrainLargerThanTheCount) {
  WorkerPool pool(2);
  int calls = 0;
  run(pool, 5, std::size_t{1} << 40, [&](IndexRange range, std::uint32_t) {
    EXPECT_EQ(range, (IndexRange{0, 5}));
    ++calls;
  });
  EXPECT_EQ(calls, 1);
}

TEST(WorkerPool, RunsNestedRunsOnTheSameWorker) {
  WorkerPool pool({.workers = 4, .share_all = true});
  std::vector<std::atomic<int>> calls(4);
  for (int i = 0; i < 50; ++i) {
    std::vector<std::uint64_t> values(400, 0);
    std::atomic<int> strayed{0};
    run(pool, 20, 1, [&](IndexRange outer, std::uint32_t worker) {
      const std::thread::id thread = std::this_thread::get_id();
      ++calls[worker];
      const RunReport report = run(pool, 20, 1, [&](IndexRange inner, std::uint32_t same) {
        if (same != worker || std::this_thread::get_id() != thread) ++strayed;
        values[outer.begin * 20 + inner.begin] = spin(1, 1000);
      });
      if (report.pooled) ++strayed;
    });
    EXPECT_EQ(strayed, 0);
    EXPECT_EQ(values, std::vector<std::uint64_t>(400, spin(1, 1000)));
  }
  EXPECT_GT(calls[1] + calls[2] + calls[3], 0);
}

TEST(WorkerPool, RunsInAnotherPoolFromWithin) {
  WorkerPool outer(2);
  WorkerPool inner(2);
  std::atomic<int> calls{0};
  run(outer, 50, 1, [&](IndexRange, std::uint32_t) {
    run(inner, 50, 1,
        [&](IndexRange range, std::uint32_t) { calls += spin(range.begin, 100) == 1 ? 2 : 1; });
  });
  EXPECT_EQ(calls, 2500);
}

TEST(WorkerPool, ServesSeveralThreads) {
  WorkerPool pool(3);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        std::vector<std::uint64_t> values(200);
        run(pool, values.size(), 3, [&](IndexRange range, std::uint32_t) {
          for (std::size_t at = range.begin; at < range.end; ++at) values[at] = spin(at, 100);
        });
        for (std::size_t at = 0; at < values.size(); ++at) {
          if (values[at] != spin(at, 100)) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(WorkerPool, ComesAndGoes) {
  for (int i = 0; i < 1000; ++i) {
    WorkerPool pool({.workers = static_cast<std::uint32_t>(1 + i % 5),
                     .spin_us = static_cast<std::uint32_t>(i % 4 * 10),
                     .share_all = i % 2 == 0});
    if (i % 3 == 0) continue;
    std::vector<std::uint64_t> values(64);
    run(pool, values.size(), 1, [&](IndexRange range, std::uint32_t) {
      values[range.begin] = spin(range.begin, i % 2 == 0 ? 500 : 1);
    });
    ASSERT_EQ(values[63], spin(63, i % 2 == 0 ? 500 : 1));
    if (i % 7 == 0) pool.keep_awake(true);  // and never ended
  }
}

TEST(WorkerPool, AllocatesNothingOnceMade) {
  WorkerPool pool(3);
  std::vector<std::uint64_t> values(500);
  const auto phases = [&] {
    for (int i = 0; i < 50; ++i) {
      run(pool, values.size(), 1,
          [&](IndexRange range, std::uint32_t) { values[range.begin] = spin(range.begin, 300); });
    }
  };
  phases();
  EXPECT_EQ(count_allocations(phases), 0U);
}

TEST(WorkerPool, SharesAfterHavingSlept) {
  WorkerPool pool(2);
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(long_run(pool, 500)[499], spin(499, 2000));
  }
}

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

TEST(WorkerPool, BurnsNothingWhileIdle) {
  WorkerPool pool(4);
  long_run(pool);
  pool.keep_awake(true);  // forgotten
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double before = cpu_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(cpu_seconds() - before, 0.05);
}

#if TESS_ASSERTIONS
TEST(WorkerPoolDeathTest, RefusesAnEndWithoutABeginning) {
  EXPECT_DEATH(
      {
        WorkerPool pool(1);
        pool.keep_awake(false);
      },
      "keep_awake");
}

TEST(WorkerPoolDeathTest, RefusesTooManyWorkers) { EXPECT_DEATH(WorkerPool(257), "256 workers"); }
#endif

}  // namespace
}  // namespace tess::test
