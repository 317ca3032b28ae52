#pragma once

#include <tess/exec/executor.h>

#include <cstddef>
#include <cstdint>

namespace tess {

namespace detail {
class Pool;
}

/// Threads that share the work of a run with the thread that calls it.
///
///     tess::WorkerPool pool;  // one worker for each thread that the machine runs at once
///     tess::run(pool, count, 64, [&](tess::IndexRange range, std::uint32_t worker) { ... });
///
/// Each worker gets one contiguous share and takes pieces from its front; one that runs dry takes
/// half of what another has left. The pool remembers what the work of each kind of callback costs,
/// and keeps a run to the calling thread where sharing it would take longer than doing it.
///
/// Workers wait for the next run in a loop for 50 µs and then sleep, so that an idle pool costs
/// nothing. Waking them takes tens of microseconds; dispatching to waiting ones less than one.
/// `keep_awake` spares a tick of many runs the waking.
///
/// Runs may be nested: the inner one stays on its thread, as the same worker. Where several threads
/// run at once, the first has the workers, and the others do theirs alone. Running allocates
/// nothing and takes no lock.
class WorkerPool {
 public:
  /// The largest number of workers.
  static constexpr std::uint32_t max_workers = 256;

  /// Starts the threads: `workers` in all, the caller's own among them, 1 to 256. 0 is as many as
  /// the machine runs at once. More than that works too.
  explicit WorkerPool(std::uint32_t workers = 0);

  /// Waits for the threads to end. No run may be going on.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// As of `Executor`.
  std::uint32_t worker_count() const;
  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task);

  /// Between true and false, workers that wait do not fall asleep, unless nothing comes for 10 ms;
  /// after false they sleep at once. For runs that follow each other closely, as those of one tick
  /// do. Does not nest.
  void keep_awake(bool awake);

 private:
  detail::Pool* pool_;
};

/// Keeps the workers of an executor awake as long as it lives.
class AwakeScope {
 public:
  /// Wakes them. The executor must outlive this.
  explicit AwakeScope(ExecutorRef executor) : executor_(executor) { executor_.keep_awake(true); }
  ~AwakeScope() { executor_.keep_awake(false); }
  AwakeScope(const AwakeScope&) = delete;
  AwakeScope& operator=(const AwakeScope&) = delete;

 private:
  ExecutorRef executor_;
};

}  // namespace tess
