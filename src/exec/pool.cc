#include "pool.h"

#include <limits>

#include "clock.h"

namespace tess::detail {

namespace {

constexpr std::uint64_t open_bit = std::uint64_t{1} << 31;
constexpr std::uint64_t joined_mask = open_bit - 1;

constexpr std::uint32_t phase_of(std::uint64_t gate) {
  return static_cast<std::uint32_t>(gate >> 32);
}

/// How long threads stay awake between the runs of a tick.
constexpr std::int64_t scope_spin_ns = 1'000'000;

/// A run thought to be shorter is measured only now and then: the clock would be felt.
constexpr float short_run_ns = 2'000;
constexpr std::uint32_t short_runs_a_measurement = 8;

/// What a caller that is alone does at most before it decides anew.
constexpr float longest_step_ns = 16'000;
constexpr float first_step_ns = 2'000;

constexpr int looks_a_clock = 32;
constexpr std::int64_t wait_spin_ns = 20'000;
constexpr std::int64_t wait_yield_ns = 200'000;

std::uint32_t threads_of(const WorkerPoolOptions& options) {
  TESS_ASSERT(options.workers <= WorkerPool::max_workers, "a pool has at most 256 workers");
  const std::uint32_t asked =
      options.workers == 0 ? std::thread::hardware_concurrency() : options.workers;
  return std::clamp(asked, 1U, +WorkerPool::max_workers);
}

}  // namespace

Pool::Job::Job(std::size_t run_count, std::size_t grain, RangeTask run_task)
    : task(run_task), count(run_count), unit(grain) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  const std::size_t grains = (count - 1) / grain + 1;
  if (grains > most) unit = grain * ((grains - 1) / most + 1);
  blocks = static_cast<std::uint32_t>((count - 1) / unit + 1);
}

void Pool::Job::operator()(Blocks which, std::uint32_t worker) const {
  task({which.begin * unit, which.end == blocks ? count : which.end * unit}, worker);
}

Pool::Pool(const WorkerPoolOptions& options)
    : others_(threads_of(options) - 1),
      spin_ns_(std::int64_t{options.spin_us} * 1'000),
      share_all_(options.share_all),
      cores_(std::thread::hardware_concurrency()),
      parts_(others_ + 1) {
  if (cores_ == 0) cores_ = others_ + 1;
  threads_.reserve(others_);
  for (std::uint32_t i = 1; i <= others_; ++i) threads_.emplace_back([this, i] { serve(i); });
}

Pool::~Pool() {
  TESS_ASSERT(caller_.load() == std::thread::id(), "no run is under way when a pool ends");
  stop_.store(true, std::memory_order_seq_cst);
  sleepers_.call(others_);
  for (std::thread& thread : threads_) thread.join();
}

void Pool::keep_awake(bool awake) {
  if (awake) {
    scopes_.fetch_add(1, std::memory_order_relaxed);
  } else {
    const std::uint32_t before = scopes_.fetch_sub(1, std::memory_order_relaxed);
    TESS_ASSERT(before != 0, "keep_awake(false) ends a keep_awake(true)");
    if (before == 1) ticks_.fetch_add(1, std::memory_order_relaxed);
  }
}

RunReport Pool::run(std::size_t count, std::size_t grain, RangeTask task) {
  if (count == 0) return {};
  const std::thread::id me = std::this_thread::get_id();
  std::thread::id nobody;
  if (!caller_.compare_exchange_strong(nobody, me, std::memory_order_acquire)) {
    return run_inside(count, task, nobody);
  }
  RunReport report;
  if (others_ == 0 || count <= grain) {
    task({0, count}, 0);
  } else {
    report = run_as_caller(Job(count, grain, task));
  }
  caller_.store(std::thread::id(), std::memory_order_release);
  return report;
}

/// A run while the pool is at work: for one of its own threads, which keeps its number, or for a
/// thread that has nothing to do with it.
RunReport Pool::run_inside(std::size_t count, RangeTask task, std::thread::id caller) const {
  const std::thread::id me = std::this_thread::get_id();
  std::uint32_t worker = 0;
  for (std::uint32_t i = 1; i <= others_ && caller != me; ++i) {
    if (threads_[i - 1].get_id() == me) worker = i;
  }
  task({0, count}, worker);
  return {};
}

RunReport Pool::run_as_caller(Job job) {
  const float known = costs_.find(job.task.kind(), job.count);
  const float whole = known * static_cast<float>(job.count);
  if (known > 0 && whole < short_run_ns && !share_all_ &&
      ++unmeasured_ % short_runs_a_measurement != 0) {
    job({0, job.blocks}, 0);
    return {.ns_per_index = known};
  }
  job.ns_per_block = known * static_cast<float>(job.unit);
  Progress progress{.now = clock_ns()};
  const bool in_scope = scopes_.load(std::memory_order_relaxed) != 0;
  policy_.begin(!in_scope && progress.now - last_end_ > spin_ns_,
                ticks_.load(std::memory_order_relaxed));

  const std::int64_t woken = woken_.exchange(0, std::memory_order_relaxed);
  if (woken > called_) policy_.arrival.learn(static_cast<float>(woken - called_));
  const Others before = others();
  Share share{share_all_, share_all_};
  if (!share_all_ && known > 0 && before.awake != 0) share = policy_.decide(whole, before);
  share = run_alone(job, share, progress);
  RunReport report;
  if (share.share) {
    report.pooled = true;
    report.workers += run_shared(job, share, progress);
  } else {
    policy_.unused();
  }
  const float ns_per_block = progress.ns_per_block();
  policy_.end(ns_per_block * static_cast<float>(job.blocks), before, share.wake);
  report.ns_per_index = ns_per_block / static_cast<float>(job.unit);
  costs_.learn(job.task.kind(), job.count, report.ns_per_index);
  last_end_ = progress.now;
  return report;
}

/// Begins a run on the calling thread, until its cost is known and says that the rest is to be
/// shared; or ends it there.
Share Pool::run_alone(const Job& job, Share share, Progress& progress) {
  std::uint32_t step = 1;
  if (job.ns_per_block > 0) {
    const float first = std::clamp(first_step_ns / job.ns_per_block, 1.0F, 1e9F);
    step = std::min(static_cast<std::uint32_t>(first), std::max(job.blocks / 4, 1U));
  }
  while (!share.share && progress.done != job.blocks) {
    const std::uint32_t end = progress.done + std::min(step, job.blocks - progress.done);
    job({progress.done, end}, 0);
    progress.add(end - progress.done, clock_ns());
    progress.done = end;
    const float cost = std::max(progress.ns_per_block(), 1e-3F);
    const float rest = cost * static_cast<float>(job.blocks - end);
    if (rest > 0) share = policy_.decide(rest, others());
    const float next = std::clamp(longest_step_ns / cost, 1.0F, 8.0F * static_cast<float>(step));
    step = static_cast<std::uint32_t>(next);
  }
  return share;
}

/// Shares the rest of a run. Returns how many others took part.
std::uint32_t Pool::run_shared(const Job& job, Share share, Progress& progress) {
  const Others before = others();
  const std::int64_t opened = progress.now;
  const std::uint64_t rest = job.blocks - progress.done;
  const std::uint64_t workers = others_ + 1;
  for (std::uint64_t i = 0; i < workers; ++i) {
    parts_[i].blocks.assign({progress.done + static_cast<std::uint32_t>(rest * i / workers),
                             progress.done + static_cast<std::uint32_t>(rest * (i + 1) / workers)});
  }
  job_ = job;
  if (progress.blocks != 0) job_.ns_per_block = progress.ns_per_block();
  job_.wake_most = before.wakeable > 1 ? 2 : 0;
  job_.wake_above = policy_.worth_waking_ns(before) / std::max(job_.ns_per_block, 1e-3F);
  left_.store(0, std::memory_order_relaxed);
  arrived_.store(0, std::memory_order_relaxed);
  const std::uint64_t phase = phase_of(gate_.load(std::memory_order_relaxed)) + 1U;
  gate_.store(phase << 32 | open_bit, std::memory_order_seq_cst);

  if (share.wake) wake_one(progress);
  work(0, progress);
  const std::uint64_t gate = gate_.fetch_and(~open_bit, std::memory_order_acq_rel);
  const auto joined = static_cast<std::uint32_t>(gate & joined_mask);
  if (joined != 0) wait_for_leavers(joined, progress);
  if (before.awake != 0) {
    const std::int64_t arrival = arrived_.load(std::memory_order_relaxed) - opened;
    progress.now = clock_ns();
    const float alone = job_.ns_per_block * static_cast<float>(rest);
    if (joined == 0 || static_cast<float>(progress.now - opened) > alone) {
      policy_.dispatch.longer();
    } else {
      policy_.dispatch.learn(2 * static_cast<float>(arrival));
    }
  }
  return joined;
}

/// Wakes one of the other threads, if any sleeps, and measures what that takes. When it arrives is
/// seen in a later run.
void Pool::wake_one(Progress& progress) {
  called_ = progress.now;
  woken_.store(0, std::memory_order_relaxed);
  if (sleepers_.call(1) == 0) return;
  progress.now = clock_ns();
  policy_.call.learn(static_cast<float>(progress.now - called_));
}

/// What the other threads do now.
Others Pool::others() const {
  const std::uint32_t asleep = sleepers_.count();
  const std::uint32_t coming = sleepers_.coming();
  Others result;
  result.awake = others_ - std::min(asleep + coming, others_);
  result.coming = coming;
  // More threads than cores would only stand in each other's way.
  const std::uint32_t busy = 1 + result.awake + coming;
  result.wakeable = busy < cores_ ? std::min(asleep, cores_ - busy) : 0;
  return result;
}

/// Waits for those that joined. One of them may have been about to put aside what it took from
/// another when nothing seemed left, so it looks out for work too.
void Pool::wait_for_leavers(std::uint32_t joined, Progress& progress) {
  const std::int64_t begin = progress.now;
  for (;;) {
    for (int i = 0; i < looks_a_clock; ++i) {
      if (left_.load(std::memory_order_acquire) == joined) return;
      pause();
    }
    progress.now = clock_ns();
    const std::int64_t waited = progress.now - begin;
    work(0, progress);
    if (waited > wait_yield_ns) break;
    if (waited > wait_spin_ns) std::this_thread::yield();
  }
  caller_sleeps_.store(true, std::memory_order_seq_cst);
  for (;;) {
    const std::uint32_t left = left_.load(std::memory_order_seq_cst);
    if (left == joined) break;
    left_.wait(left, std::memory_order_acquire);
  }
  caller_sleeps_.store(false, std::memory_order_relaxed);
}

/// The life of a thread.
void Pool::serve(std::uint32_t worker) {
  sleepers_.started();
  std::uint32_t seen = 0;
  bool slept = false;
  while (await_phase(seen, slept)) {
    std::uint64_t gate = gate_.load(std::memory_order_relaxed);
    seen = phase_of(gate);
    bool is_in = false;
    while (!is_in && (gate & open_bit) != 0 && phase_of(gate) == seen) {
      is_in = gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acquire);
    }
    if (!is_in) continue;
    Progress progress{.now = clock_ns()};
    if ((gate & joined_mask) == 0) arrived_.store(progress.now, std::memory_order_relaxed);
    if (slept && job_.wake_most != 0 && blocks_left() > job_.wake_above) {
      sleepers_.call(job_.wake_most);
    }
    work(worker, progress);
    left_.fetch_add(1, std::memory_order_seq_cst);
    if (caller_sleeps_.load(std::memory_order_seq_cst)) left_.notify_one();
  }
}

/// Whether there is a phase that the worker has not seen, or it is to end.
bool Pool::is_due(std::uint32_t seen) const {
  const std::uint64_t gate = gate_.load(std::memory_order_seq_cst);
  return ((gate & open_bit) != 0 && phase_of(gate) != seen) || stop_.load();
}

/// Waits for the next phase: awake at first, then asleep. False where there is none any more.
bool Pool::await_phase(std::uint32_t seen, bool& slept) {
  const std::uint32_t ticks = ticks_.load(std::memory_order_relaxed);
  const std::int64_t begin = clock_ns();
  slept = false;
  for (;;) {
    for (int i = 0; i < looks_a_clock; ++i) {
      if (is_due(seen)) return !stop_.load();
      pause();
    }
    const bool in_scope = scopes_.load(std::memory_order_relaxed) != 0;
    if (ticks_.load(std::memory_order_relaxed) == ticks &&
        clock_ns() - begin < (in_scope ? scope_spin_ns : spin_ns_)) {
      continue;
    }
    sleepers_.lie_down();
    if (is_due(seen)) {
      sleepers_.get_up();
    } else {
      sleepers_.sleep();
      woken_.store(clock_ns(), std::memory_order_relaxed);
      slept = true;
    }
    return !stop_.load();
  }
}

float Pool::blocks_left() const {
  std::uint64_t left = 0;
  for (const Part& part : parts_) left += part.blocks.left().size();
  return static_cast<float>(left);
}

/// Works until nothing is left to take.
void Pool::work(std::uint32_t worker, Progress& progress) {
  Pace pace(job_.ns_per_block);
  for (;;) {
    Blocks mine = parts_[worker].blocks.take_front(pace.most(), pace.least());
    if (mine.empty()) {
      mine = take_from_others(worker, pace.most());
      if (mine.empty()) return;
    }
    job_(mine, worker);
    const std::int64_t then = clock_ns();
    pace.took(then - progress.now);
    progress.add(mine.size(), then);
  }
}

/// Takes half of what is left to whoever has most; returns the first blocks of it and puts the
/// others aside as the worker's own.
Blocks Pool::take_from_others(std::uint32_t worker, std::uint32_t most) {
  for (;;) {
    std::uint32_t richest = 0;
    std::uint32_t left = 0;
    for (std::uint32_t i = 0; i <= others_; ++i) {
      const std::uint32_t size = parts_[i].blocks.left().size();
      if (size > left && i != worker) {
        left = size;
        richest = i;
      }
    }
    if (left == 0) return {};
    const Blocks taken = parts_[richest].blocks.take_back();
    if (taken.empty()) continue;
    const std::uint32_t middle = taken.begin + std::min(taken.size(), most);
    parts_[worker].blocks.assign({middle, taken.end});
    return {taken.begin, middle};
  }
}

void Pool::pause() const {
  // Where there are more threads than cores, who waits lets others run.
  if (others_ >= cores_) {
    std::this_thread::yield();
  } else {
    relax();
  }
}

}  // namespace tess::detail
