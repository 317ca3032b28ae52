#pragma once

#include <tess/exec/executor.h>
#include <tess/exec/worker_pool.h>

#include "support/random.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace tess::test {

/// An executor as an engine might have one, at its worst: it starts threads for each run, which
/// take the blocks in an order by chance.
class ShuffledThreads {
 public:
  explicit ShuffledThreads(std::uint32_t workers, std::uint64_t seed = 1)
      : workers_(workers), random_(seed) {}

  std::uint32_t worker_count() const { return workers_; }

  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task) {
    if (count == 0) return {};
    std::vector<std::size_t> blocks((count - 1) / grain + 1);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i] = i;
      std::swap(blocks[i], blocks[random_.next() % (i + 1)]);
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::uint32_t worker) {
      for (std::size_t i = next++; i < blocks.size(); i = next++) {
        task({blocks[i] * grain, std::min((blocks[i] + 1) * grain, count)}, worker);
      }
    };
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 1; worker < workers_; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
    return {workers_, true};
  }

 private:
  std::uint32_t workers_;
  Random random_;
};

/// Calls `test` with executors of many kinds and sizes.
template <class Test>
void for_each_executor(const Test& test) {
  SerialExecutor serial;
  test(ExecutorRef(serial));
  for (const std::uint32_t workers : {1U, 2U, 3U, 4U, 7U, 16U}) {
    WorkerPool pool(workers);
    test(ExecutorRef(pool));
  }
  ShuffledThreads shuffled(3);
  test(ExecutorRef(shuffled));
}

}  // namespace tess::test
