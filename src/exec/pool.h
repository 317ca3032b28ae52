#pragma once

#include <tess/exec/worker_pool.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "block_range.h"
#include "cost_table.h"
#include "pace.h"
#include "share_policy.h"
#include "sleepers.h"

namespace tess::detail {

/// The threads of a `WorkerPool` and how they work together.
///
/// A run has blocks of one grain or a few, numbered from 0. A shared run is a phase: the caller
/// writes the job and each worker's part, then opens the gate, one word of
///
///     [ number of the phase : 32 | open : 1 | workers that joined : 31 ]
///
/// A worker joins by adding one to an open gate. The caller closes it when nothing is left to take,
/// and waits until all that joined have left; so whoever comes late finds the gate closed, and can
/// never see a part of a later phase with an earlier job, nor the other way round. Each takes from
/// the front of its own part, a few microseconds' worth at a time, then half from the back of the
/// part of whoever has most left.
class Pool {
 public:
  explicit Pool(const WorkerPoolOptions& options);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::uint32_t worker_count() const { return others_ + 1; }
  RunReport run(std::size_t count, std::size_t grain, RangeTask task);
  void keep_awake(bool awake);

 private:
  /// Two lines of 64 bytes, as processors fetch them in pairs.
  static constexpr std::size_t line = 128;

  struct Job {
    RangeTask task{nullptr, nullptr};
    std::size_t count = 0;
    std::size_t unit = 1;  ///< indices a block, a multiple of the grain
    std::uint32_t blocks = 0;
    float ns_per_block = 0;       ///< 0: not known
    std::uint32_t wake_most = 0;  ///< how many others a thread wakes that was woken itself
    float wake_above = 0;         ///< blocks that must be left for a woken thread to wake others

    Job() = default;
    Job(std::size_t count, std::size_t grain, RangeTask task);
    void operator()(Blocks which, std::uint32_t worker) const;
  };

  /// What the calling thread did of a run, and how long it took.
  struct Progress {
    std::int64_t now = 0;
    std::uint32_t done = 0;    ///< blocks, from the first on, before the rest was shared
    std::uint64_t blocks = 0;  ///< blocks in all
    std::int64_t ns = 0;

    float ns_per_block() const {
      return blocks == 0 ? 0 : static_cast<float>(ns) / static_cast<float>(blocks);
    }
    void add(std::uint32_t some, std::int64_t then) {
      blocks += some;
      ns += then - now;
      now = then;
    }
  };

  struct alignas(line) Part {
    BlockRange blocks;
  };

  RunReport run_as_caller(Job job);
  RunReport run_inside(std::size_t count, RangeTask task, std::thread::id caller) const;
  Share run_alone(const Job& job, Share share, Progress& progress);
  std::uint32_t run_shared(const Job& job, Share share, Progress& progress);
  Others others() const;
  void wake_one(Progress& progress);
  void wait_for_leavers(std::uint32_t joined, Progress& progress);

  void serve(std::uint32_t worker);
  bool await_phase(std::uint32_t seen, bool& slept);
  bool is_due(std::uint32_t seen) const;
  void work(std::uint32_t worker, Progress& progress);
  float blocks_left() const;
  Blocks take_from_others(std::uint32_t worker, std::uint32_t most);
  void pause() const;

  std::uint32_t others_;  ///< threads of the pool, without a caller
  std::int64_t spin_ns_;
  bool share_all_;
  std::uint32_t cores_;
  std::vector<Part> parts_;
  std::vector<std::thread> threads_;

  // What workers look at while they wait, and read at the beginning of a phase.
  alignas(line) std::atomic<std::uint64_t> gate_{0};
  std::atomic<std::uint32_t> scopes_{0};  ///< callers that said that runs follow closely
  std::atomic<std::uint32_t> ticks_{0};   ///< how often the last of them has ended
  std::atomic<bool> stop_{false};
  Job job_;

  // What workers write when they leave.
  alignas(line) std::atomic<std::uint32_t> left_{0};
  std::atomic<bool> caller_sleeps_{false};
  std::atomic<std::int64_t> arrived_{0};  ///< when the first worker joined
  std::atomic<std::int64_t> woken_{0};    ///< when the last one woke up

  alignas(line) Sleepers sleepers_{others_};

  // What belongs to whoever has the pool.
  alignas(line) std::atomic<std::thread::id> caller_{};
  SharePolicy policy_;
  std::int64_t last_end_ = 0;
  std::int64_t called_ = 0;  ///< when a thread was woken that has not been seen awake since
  std::uint32_t unmeasured_ = 0;
  CostTable costs_;
};

}  // namespace tess::detail
