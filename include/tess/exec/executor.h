#pragma once

#include <tess/core/assert.h>
#include <tess/exec/block_loop.h>
#include <tess/exec/index_range.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tess {

/// How a run was carried out. What it computed does not depend on it.
struct RunReport {
  /// The threads that took part, the caller among them.
  std::uint32_t workers = 1;

  /// Whether the work was offered to other threads; false where it was too small to be worth it.
  bool pooled = false;

  /// What an index cost the calling thread, in nanoseconds: what an executor that measures decides
  /// from. 0 where it did not measure.
  float ns_per_index = 0;
};

/// A callback over ranges, as an executor sees it: borrowed, and cheap to copy. `run` makes it.
/// Calling it never throws.
class RangeTask {
 public:
  /// Does the work of a range; `context` is whatever the task was made with.
  using Call = void (*)(void* context, IndexRange range, std::uint32_t worker);

  /// A task of a function and its context. Tasks of one kind do the same work: where null, those of
  /// the same function.
  RangeTask(void* context, Call call, const void* kind = nullptr)
      : context_(context),
        call_(call),
        kind_(kind != nullptr ? kind : reinterpret_cast<const void*>(call)) {}

  /// Does the work of the range.
  void operator()(IndexRange range, std::uint32_t worker) const { call_(context_, range, worker); }

  /// Tells kinds of work apart, so that an executor can remember what an index of each costs. Never
  /// to be followed.
  const void* kind() const { return kind_; }

 private:
  void* context_;
  Call call_;
  const void* kind_;
};

/// What runs ranges of work: one of ours, or a few lines around an engine's own job system.
///
/// - `worker_count()`: how many threads may take part, at least 1; always the same.
/// - `run_ranges(count, grain, task)`: calls the task with ranges that cover 0 to `count` once,
///   each of which begins at a multiple of `grain` and ends at one or at `count`, in any order and
///   on any threads, and returns when all are done. `worker` is less than `worker_count()`, and no
///   two calls of one run that overlap in time have the same one. A run from within one of its own
///   tasks must work too; running it on the calling thread, as the same worker, is enough.
/// - `keep_awake(bool)`, where it has one: between true and false, runs follow each other closely.
template <class E>
concept Executor = requires(E& executor, std::size_t n, RangeTask task) {
  { executor.worker_count() } -> std::convertible_to<std::uint32_t>;
  { executor.run_ranges(n, n, task) } -> std::convertible_to<RunReport>;
};

/// Any executor, borrowed: what tess's algorithms take. Valid as long as the executor.
class ExecutorRef {
 public:
  /// Refers to the executor.
  template <Executor E>
  requires(!std::same_as<std::remove_const_t<E>, ExecutorRef>)
      ExecutorRef(E& executor)  // NOLINT(google-explicit-constructor): arguments convert
      : executor_(const_cast<std::remove_const_t<E>*>(&executor)),
        worker_count_(executor.worker_count()) {
    run_ = [](void* self, std::size_t count, std::size_t grain, RangeTask task) {
      return RunReport{static_cast<E*>(self)->run_ranges(count, grain, task)};
    };
    if constexpr (requires { executor.keep_awake(true); }) {
      keep_awake_ = [](void* self, bool awake) { static_cast<E*>(self)->keep_awake(awake); };
    }
  }

  /// As of `Executor`.
  std::uint32_t worker_count() const { return worker_count_; }
  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task) const {
    return run_(executor_, count, grain, task);
  }
  void keep_awake(bool awake) const {
    if (keep_awake_ != nullptr) keep_awake_(executor_, awake);
  }

 private:
  void* executor_;
  std::uint32_t worker_count_;
  RunReport (*run_)(void* self, std::size_t count, std::size_t grain, RangeTask task) = nullptr;
  void (*keep_awake_)(void* self, bool awake) = nullptr;
};

/// Says for as long as it lives that runs follow each other closely, as in one tick of a game: the
/// threads of a pool then stay awake between them, and sleep at its end. May be nested.
class [[nodiscard]] AwakeScope {
 public:
  /// Begins it. The executor must outlive this.
  explicit AwakeScope(ExecutorRef executor) : executor_(executor) { executor_.keep_awake(true); }
  ~AwakeScope() { executor_.keep_awake(false); }
  AwakeScope(const AwakeScope&) = delete;
  AwakeScope& operator=(const AwakeScope&) = delete;

 private:
  ExecutorRef executor_;
};

/// Runs everything on the calling thread, in order.
class SerialExecutor {
 public:
  /// As of `Executor`.
  std::uint32_t worker_count() const { return 1; }
  RunReport run_ranges(std::size_t count, std::size_t /*grain*/, RangeTask task) const {
    if (count != 0) task({0, count}, 0);
    return {};
  }
};

/// Calls `fn(range, worker)` for the indices from 0 to `count`, cut into ranges of `grain` (the
/// last may be shorter), and returns when all are done. The cuts are the same on every executor;
/// which thread does which range, and when, is not: ranges must not depend on each other. `worker`
/// is less than the executor's `worker_count()`, for scratch memory that threads must not share.
/// May be called from within `fn`.
///
///     tess::run(pool, particles.size(), 256, [&](tess::IndexRange range, std::uint32_t) {
///       for (std::size_t i = range.begin; i < range.end; ++i) move(particles[i]);
///     });
///
/// Where `fn` throws, the other ranges are run nevertheless, and the exception of the first range
/// is thrown again after all are done: the same one on every executor. Allocates nothing.
template <RangeFunction F>
RunReport run(ExecutorRef executor, std::size_t count, std::size_t grain, F&& fn) {
  TESS_ASSERT(grain >= 1, "the grain is at least 1");
  detail::BlockLoop<F> loop{fn, grain};
  const RunReport report =
      executor.run_ranges(count, grain, RangeTask(&loop, &detail::BlockLoop<F>::call));
  loop.rethrow();
  return report;
}

}  // namespace tess
