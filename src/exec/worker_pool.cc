// A pool of threads for runs that last microseconds.
//
// The caller writes what the run is, gives each worker its share of the blocks (`BlockRange`),
// opens the gate and advances the signal that the workers wait for. A worker enters through the
// gate, which counts who is inside, and works until it finds no block anywhere. The caller does
// likewise, then shuts the gate and waits until nobody is inside. Shares and run are only written
// while the gate is shut and nobody inside, so a worker that wakes late can touch neither.
//
// Waiting workers look at the signal for 50 µs and then sleep on it. The caller shares a run where
// that is expected to end it sooner: with c the time of the work on n threads and w the time until
// the others begin, of which the caller spends s, that is where (c - w) (1 - 1/n) > s. Runs too
// short to wake anybody for may come in close order: when what waiting workers would have saved
// adds up to what waking them costs, they are woken (as who rents skis buys them when the rent has
// reached the price). Where other programs hold the processors, a shared run can take longer than
// one alone: the next few runs are then not shared, twice as many after each loss in a row.

#include <tess/exec/worker_pool.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "block_range.h"
#include "work_cost.h"

namespace tess {
namespace detail {

namespace {

constexpr double spin_ns = 50'000;
constexpr double awake_spin_ns = 10'000'000;

/// Work that is worth one look at the clock, and the least that is worth taking at once.
constexpr double piece_ns = 1'000;

/// Until other workers begin that are waiting, and what telling them takes.
constexpr double dispatch_ns = 400;

/// A shared run that takes longer than this does, alone, has not lost; and longer ones are shared
/// whatever came of earlier ones.
constexpr double loss_share = 1.1;
constexpr double long_ns = 2'000'000;
constexpr std::uint32_t most_runs_alone = 64;

/// Runs shorter than this that are not shared are measured now and then only: looking at the clock
/// takes too large a part of them.
constexpr double tiny_ns = 2'000;
constexpr std::uint32_t tiny_runs_between = 16;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
  asm volatile("yield");
#endif
}

/// The pool and the worker whose task the thread is in.
struct Inside {
  const Pool* pool = nullptr;
  std::uint32_t worker = 0;
};
thread_local Inside inside;

}  // namespace

class Pool {
 public:
  explicit Pool(std::uint32_t workers);
  ~Pool();

  std::uint32_t worker_count() const { return static_cast<std::uint32_t>(shares_.size()); }
  RunReport run(std::size_t count, std::size_t grain, RangeTask task);
  void keep_awake(bool awake);

 private:
  enum class Mode : std::uint32_t { normal, awake, rest };

  /// What the workers do in the current run.
  struct Run {
    RangeTask task{nullptr, nullptr};
    std::size_t count = 0;
    std::size_t unit = 1;     // indices a block
    std::uint32_t batch = 1;  // blocks taken at once
  };

  RunReport run_as_first(std::size_t count, std::size_t unit, RangeTask task);
  std::size_t run_alone(std::size_t count, std::size_t unit, RangeTask task,
                        WorkCosts::Entry& cost);
  bool is_tiny(std::size_t count, WorkCosts::Entry& cost);
  bool pays(double work_ns) const { return saves(work_ns, has_sleepers()) > 0; }
  double saves(double work_ns, bool sleeping) const;
  bool has_sleepers() const { return sleepers_.load(std::memory_order_relaxed) != 0; }
  void save_up(double begun, double ended);
  std::uint32_t share(std::size_t begin, Run run);
  void open(std::size_t begin);
  std::size_t work(std::uint32_t worker);
  bool steal(std::uint32_t worker);
  void join(std::uint32_t worker, std::size_t& done);
  void signal();
  void serve(std::uint32_t worker);
  bool enter();
  void leave();
  std::uint32_t wait_for_signal(std::uint32_t seen);
  void learn_wake(double begun, double told);
  void learn_loss(double taken, double alone);

  static constexpr std::uint32_t gate_open = 1U << 31;

  alignas(128) std::atomic<std::uint32_t> signal_{0};
  std::atomic<Mode> mode_{Mode::normal};
  std::atomic<bool> ending_{false};
  alignas(128) std::atomic<std::uint32_t> gate_{0};
  alignas(128) std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<double> woken_at_{0};
  alignas(128) std::atomic<bool> busy_{false};
  alignas(128) Run run_;
  std::atomic<std::uint32_t> entered_{0};
  alignas(128) WorkCosts costs_;  // this and what follows: only who holds `busy_`
  double wake_ns_ = 50'000;       // until a sleeping worker begins
  double tell_ns_ = 5'000;        // what waking it takes
  double missed_ns_ = 0;          // what waiting workers would have saved of late
  double last_ended_ = 0;
  std::uint32_t losses_ = 0;      // the runs to do alone after the next loss, halved
  std::uint32_t runs_alone_ = 0;  // how many are left of them
  std::vector<BlockRange> shares_;
  std::vector<std::thread> threads_;
};

Pool::Pool(std::uint32_t workers) : shares_(workers) {
  threads_.reserve(workers - 1);
  for (std::uint32_t worker = 1; worker < workers; ++worker) {
    threads_.emplace_back([this, worker] { serve(worker); });
  }
}

Pool::~Pool() {
  ending_.store(true);
  signal();
  for (std::thread& thread : threads_) thread.join();
}

RunReport Pool::run(std::size_t count, std::size_t grain, RangeTask task) {
  if (count == 0) return {};
  const bool nested = inside.pool == this;
  if (nested || worker_count() == 1 || count <= grain ||
      busy_.exchange(true, std::memory_order_acquire)) {
    task({0, count}, nested ? inside.worker : 0);
    return {};
  }
  // More blocks than fit a word are taken several at a time.
  const std::size_t most = 0xFFFF'FFFE;
  const std::size_t blocks = (count - 1) / grain + 1;
  const std::size_t unit = blocks > most ? grain * ((blocks - 1) / most + 1) : grain;
  const Inside outer = std::exchange(inside, {this, 0});
  const RunReport report = run_as_first(count, unit, task);
  inside = outer;
  busy_.store(false, std::memory_order_release);
  return report;
}

RunReport Pool::run_as_first(std::size_t count, std::size_t unit, RangeTask task) {
  WorkCosts::Entry& cost = costs_.of(task.kind());
  if (runs_alone_ != 0) --runs_alone_;
  if (is_tiny(count, cost)) {
    task({0, count}, 0);
    return {};
  }
  const bool known = cost.ns_per_index > 0;
  std::size_t done = 0;
  if (!known || !pays(cost.ns_per_index * static_cast<double>(count))) {
    done = run_alone(count, unit, task, cost);
  }
  if (done == count) return {};
  // As many blocks at once as are worth a microsecond, and no more takings than matter.
  const double batch = piece_ns / (cost.ns_per_index * static_cast<double>(unit));
  const double least = static_cast<double>((count - done) / unit) / (worker_count() * 256.0);
  const auto blocks = static_cast<std::uint32_t>(std::clamp(std::max(batch, least), 1.0, 1e9));
  const std::uint32_t workers = share(done, {task, count, unit, blocks});
  return {workers, true};
}

/// Begins a run on the calling thread, in pieces that are long enough to look at the clock.
/// Returns where the rest is better shared, or the count.
std::size_t Pool::run_alone(std::size_t count, std::size_t unit, RangeTask task,
                            WorkCosts::Entry& cost) {
  std::size_t done = 0;
  std::size_t piece = unit;
  if (cost.ns_per_index > 0) {
    // What is known to be short is done at once; what may not be, as far as it is.
    const double affordable = (wake_ns_ + tell_ns_) / cost.ns_per_index;
    const auto indices = static_cast<std::size_t>(std::min(affordable, 1e18));
    piece = std::max(indices / unit, std::size_t{1}) * unit;
  }
  const double begun = now_in_ns();
  double before = begun;
  while (done < count) {
    const std::size_t end = count - done > piece ? done + piece : count;
    task({done, end}, 0);
    const double now = now_in_ns();
    cost.add(now - before, end - done);
    done = end;
    before = now;
    const auto left = static_cast<double>(count - done);
    if (pays(cost.ns_per_index * left)) break;
    if (piece <= count / 2) piece *= 2;
  }
  if (has_sleepers()) save_up(begun, before);
  return done;
}

bool Pool::is_tiny(std::size_t count, WorkCosts::Entry& cost) {
  const double expected = cost.ns_per_index * static_cast<double>(count);
  if (expected == 0 || expected > tiny_ns || pays(expected)) return false;
  return ++cost.unmeasured % tiny_runs_between != 0;
}

/// How much sooner work of that length, on one thread, ends when it is shared.
double Pool::saves(double work_ns, bool sleeping) const {
  if (runs_alone_ != 0 && work_ns < long_ns) return -1;
  const double wait = sleeping ? wake_ns_ : dispatch_ns;
  const double told = sleeping ? tell_ns_ : dispatch_ns;
  return (work_ns - wait) * (1.0 - 1.0 / worker_count()) - told;
}

/// Takes note of a run that would have been shared with waiting workers, and wakes them when it was
/// one too many. Time between runs counts against it: they would burn it.
void Pool::save_up(double begun, double ended) {
  const double gap = begun - last_ended_;
  last_ended_ = ended;
  missed_ns_ = gap > spin_ns ? 0 : std::max(0.0, missed_ns_ - gap / 4);
  missed_ns_ += std::max(0.0, saves(ended - begun, false));
  if (missed_ns_ < wake_ns_ + tell_ns_) return;
  missed_ns_ = 0;
  signal();
}

/// Does the indices from `begin` on with all workers that come; returns how many took part.
std::uint32_t Pool::share(std::size_t begin, Run run) {
  run_ = run;
  if (mode_.load(std::memory_order_relaxed) == Mode::rest) {
    mode_.store(Mode::normal, std::memory_order_relaxed);
  }
  const bool sleeping = has_sleepers();
  const double begun = now_in_ns();
  if (sleeping) woken_at_.store(0, std::memory_order_relaxed);
  open(begin);
  signal();
  const double told = sleeping ? now_in_ns() : begun;
  WorkCosts::Entry& cost = costs_.of(run.task.kind());
  const double alone = cost.ns_per_index * static_cast<double>(run.count - begin);
  std::size_t done = work(0);
  const double worked = now_in_ns();
  cost.add(worked - told, std::max(done, std::size_t{1}));
  join(0, done);
  learn_loss(now_in_ns() - begun, alone);
  if (sleeping) learn_wake(begun, told);
  return 1 + entered_.load(std::memory_order_relaxed);
}

/// Gives everyone a share and lets them in.
void Pool::open(std::size_t begin) {
  const std::size_t unit = run_.unit;
  const auto first = static_cast<std::uint32_t>(begin / unit);
  const auto end = static_cast<std::uint32_t>((run_.count - 1) / unit + 1);
  const std::uint64_t blocks = end - first;
  const std::uint64_t workers = shares_.size();
  for (std::uint64_t worker = 0; worker < workers; ++worker) {
    shares_[worker].give({first + static_cast<std::uint32_t>(blocks * worker / workers),
                          first + static_cast<std::uint32_t>(blocks * (worker + 1) / workers)});
  }
  entered_.store(0, std::memory_order_relaxed);
  gate_.store(gate_open, std::memory_order_release);
}

/// Works until there is no block left to take; returns how many indices it did.
std::size_t Pool::work(std::uint32_t worker) {
  std::size_t done = 0;
  do {
    for (;;) {
      const Blocks blocks = shares_[worker].take_front(run_.batch);
      if (blocks.size() == 0) break;
      const IndexRange range{blocks.begin * run_.unit,
                             std::min(blocks.end * run_.unit, run_.count)};
      run_.task(range, worker);
      done += range.size();
    }
  } while (steal(worker));
  return done;
}

/// Takes half of what the next worker that has something has left.
bool Pool::steal(std::uint32_t worker) {
  const std::uint32_t workers = worker_count();
  for (std::uint32_t i = 1; i < workers; ++i) {
    const Blocks taken = shares_[(worker + i) % workers].take_back_half();
    if (taken.size() == 0) continue;
    shares_[worker].give(taken);
    return true;
  }
  return false;
}

/// Shuts the gate and waits for those inside, helping where one has something to give.
void Pool::join(std::uint32_t worker, std::size_t& done) {
  std::uint32_t inside_now = gate_.fetch_and(~gate_open, std::memory_order_acq_rel) & ~gate_open;
  double since = 0;
  for (int spins = 0; inside_now != 0; ++spins) {
    if (steal(worker)) {
      done += work(worker);
      since = 0;
    }
    pause();
    if (spins % 64 == 63) {
      const double now = now_in_ns();
      if (since == 0) since = now;
      // A worker inside that makes no progress may be waiting for this very processor.
      if (now - since > spin_ns) std::this_thread::yield();
    }
    inside_now = gate_.load(std::memory_order_acquire);
  }
}

void Pool::signal() {
  signal_.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) != 0) signal_.notify_all();
}

void Pool::learn_wake(double begun, double told) {
  tell_ns_ = 0.75 * tell_ns_ + 0.25 * (told - begun);
  const double woken = woken_at_.load(std::memory_order_relaxed);
  // Nobody came: it takes longer than the run did.
  const double wake = woken > begun ? woken - begun : std::max(wake_ns_, now_in_ns() - begun);
  wake_ns_ = std::min(0.75 * wake_ns_ + 0.25 * wake, 1'000'000.0);
}

void Pool::learn_loss(double taken, double alone) {
  if (taken <= alone * loss_share + dispatch_ns) {
    losses_ = 0;
    return;
  }
  losses_ = std::clamp(losses_ * 2, 1U, most_runs_alone);
  runs_alone_ = losses_;
}

void Pool::keep_awake(bool awake) {
  mode_.store(awake ? Mode::awake : Mode::rest, std::memory_order_relaxed);
  if (awake && has_sleepers()) signal();
}

/// The life of a worker's thread.
void Pool::serve(std::uint32_t worker) {
  inside = {this, worker};
  std::uint32_t seen = 0;
  for (;;) {
    seen = wait_for_signal(seen);
    if (ending_.load(std::memory_order_relaxed)) return;
    if (!enter()) continue;
    work(worker);
    leave();
  }
}

bool Pool::enter() {
  std::uint32_t gate = gate_.load(std::memory_order_relaxed);
  while ((gate & gate_open) != 0) {
    if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel)) {
      entered_.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

void Pool::leave() { gate_.fetch_sub(1, std::memory_order_release); }

/// Waits until the signal is another one, and returns it.
std::uint32_t Pool::wait_for_signal(std::uint32_t seen) {
  double since = 0;
  for (int spins = 0;; ++spins) {
    const std::uint32_t now = signal_.load(std::memory_order_acquire);
    if (now != seen) return now;
    pause();
    if (spins % 64 != 63) continue;
    const Mode mode = mode_.load(std::memory_order_relaxed);
    const double time = now_in_ns();
    if (since == 0) since = time;
    const double limit = mode == Mode::awake ? awake_spin_ns : spin_ns;
    if (mode != Mode::rest && time - since < limit) continue;
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    signal_.wait(seen, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
    double none = 0;
    woken_at_.compare_exchange_strong(none, now_in_ns(), std::memory_order_relaxed);
    spins = 0;
    since = 0;
  }
}

}  // namespace detail

WorkerPool::WorkerPool(std::uint32_t workers) {
  TESS_ASSERT(workers <= max_workers, "a pool has at most 256 workers");
  if (workers == 0) workers = std::thread::hardware_concurrency();
  pool_ = new detail::Pool(std::clamp(workers, 1U, max_workers));
}

WorkerPool::~WorkerPool() { delete pool_; }

std::uint32_t WorkerPool::worker_count() const { return pool_->worker_count(); }

RunReport WorkerPool::run_ranges(std::size_t count, std::size_t grain, RangeTask task) {
  return pool_->run(count, grain, task);
}

void WorkerPool::keep_awake(bool awake) { pool_->keep_awake(awake); }

}  // namespace tess
