#pragma once

#include <tess/exec/executor.h>

#include <cstddef>
#include <cstdint>

namespace tess {

namespace detail {
class Pool;
}

/// How a `WorkerPool` is made.
struct WorkerPoolOptions {
  /// How many threads work, the calling one among them; 0 is one for each core of the machine.
  std::uint32_t workers = 0;

  /// How long a thread without work looks out for the next run before it sleeps, in microseconds.
  std::uint32_t spin_us = 50;

  /// Whether to offer even the smallest runs to the other threads; for tests and measurements.
  bool share_all = false;
};

/// Threads that run ranges together with the thread that calls.
///
///     tess::WorkerPool pool(4);
///     tess::run(pool, world_size, 16, [&](tess::IndexRange range, std::uint32_t worker) { ... });
///
/// Each thread has a contiguous part of the indices, the same in every run of the same size, and
/// takes half of what another has left when it is done with its own. A run that is too small to be
/// worth it is done by the caller alone; the pool measures what callbacks cost and what it takes to
/// get other threads to work, and the report says what it chose.
///
/// Waking a sleeping thread takes tens of microseconds. Threads stay awake for `spin_us` after a
/// run, and for a millisecond where an `AwakeScope` says that more runs follow; then they sleep.
///
/// Any thread may call. The first gets the pool; a run that is called meanwhile, from within a
/// callback or from another thread, is done by the calling thread alone: from within a callback as
/// the same worker, elsewhere as worker 0. A warm run takes no lock and allocates nothing.
class WorkerPool {
 public:
  /// The largest number of workers.
  static constexpr std::uint32_t max_workers = 256;

  /// Starts the threads but the calling one; 0 is one for each core. At most 256. Where the
  /// system refuses to start a thread, so does `std::thread`, in its way.
  explicit WorkerPool(std::uint32_t workers = 0);
  explicit WorkerPool(const WorkerPoolOptions& options);

  /// Joins the threads. No run may be under way.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// As of `Executor`.
  std::uint32_t worker_count() const;
  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task);

  /// Between true and false, threads without work stay awake for up to a millisecond; at the
  /// outermost false they go to sleep at once. See `AwakeScope`.
  void keep_awake(bool awake);

 private:
  detail::Pool* pool_;
};

}  // namespace tess
