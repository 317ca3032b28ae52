/// The family `exec`: phases of many small pieces of work on one thread and on two.
///
/// A case on two threads runs the same phases on one thread as well, in turns, so that its counters
/// hold on a machine that others use too: `speedup` is the ratio of the medians. A time is that of
/// one phase. Beside our executors stand oneTBB (static partitioner) and OpenMP (static schedule)
/// where they were found when this was built.
///
/// `exec/dispatch` is a phase of two indices with next to no work, which our pool keeps to the
/// caller; `exec/dispatch_shared` one of two indices of 2 µs. `overhead_ns` is what a phase takes
/// beyond one index, and `shared` how many of the phases were shared. `exec/frame` is 20 phases of
/// 52 µs, 20 µs apart.
///
/// What a phase should have written is wiped and written once more after the clock has stopped, on
/// the executor of the case, and compared.

#include "exec_bench.h"

#include <tess/exec.h>
#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/failures.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#if defined(TESS_BENCH_TBB)
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#endif

namespace tess::bench {

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

double cpu_microseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

/// The sample below which that share of all lies. Sorts them.
double quantile(std::vector<double>& samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto last = static_cast<double>(samples.size() - 1);
  return samples[static_cast<std::size_t>(last * share)];
}

#if defined(TESS_BENCH_TBB)
/// oneTBB as an executor: it takes two threads in all, in equal parts. It does not number them, and
/// no callback here asks.
class Tbb {
 public:
  std::uint32_t worker_count() const { return 2; }
  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task) {
    const tbb::blocked_range<std::size_t> blocks(0, (count - 1) / grain + 1);
    tbb::parallel_for(
        blocks,
        [&](const tbb::blocked_range<std::size_t>& part) {
          task({part.begin() * grain, std::min(part.end() * grain, count)}, 0);
        },
        tbb::static_partitioner());
    return {2, true};
  }

 private:
  tbb::global_control limit_{tbb::global_control::max_allowed_parallelism, 2};
};
#endif

#if defined(_OPENMP)
/// OpenMP as an executor: two threads, in equal parts.
class OpenMp {
 public:
  std::uint32_t worker_count() const { return 2; }
  RunReport run_ranges(std::size_t count, std::size_t grain, RangeTask task) {
    const std::size_t blocks = (count - 1) / grain + 1;
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t begin = blocks * half / 2 * grain;
      const std::size_t end = std::min(blocks * (half + 1) / 2 * grain, count);
      if (begin < end) task({begin, end}, static_cast<std::uint32_t>(half));
    }
    return {2, true};
  }
};
#endif

/// An executor that the cases run on, made when it is first asked for.
ExecutorRef executor(const std::string& name) {
  static SerialExecutor serial;
  static WorkerPool pool2(2);
  if (name == "pool2") return pool2;
#if defined(TESS_BENCH_TBB)
  static Tbb tbb2;
  if (name == "tbb2") return tbb2;
#endif
#if defined(_OPENMP)
  static OpenMp openmp2;
  if (name == "openmp2") return openmp2;
#endif
  return serial;
}

std::vector<std::string> executor_names() {
  std::vector<std::string> names{"serial", "pool2"};
#if defined(TESS_BENCH_TBB)
  names.emplace_back("tbb2");
#endif
#if defined(_OPENMP)
  names.emplace_back("openmp2");
#endif
  return names;
}

/// Chunks of 4096 tiles, and what the phases do to them.
struct Tiles {
  static constexpr std::size_t chunk = 4096;

  explicit Tiles(std::size_t count) : values(count * chunk) {}

  void clear() { std::fill(values.begin(), values.end(), std::uint16_t{0}); }

  void touch(std::size_t key) { values[key * chunk] = static_cast<std::uint16_t>(key + 7); }

  void fill(std::size_t key) {
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(key * chunk), chunk,
                static_cast<std::uint16_t>(key + 1));
  }

  void compute(std::size_t key) {
    std::uint32_t x = static_cast<std::uint32_t>(key) * 2'654'435'761U + 1U;
    for (std::size_t i = key * chunk; i < (key + 1) * chunk; ++i) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
      values[i] = static_cast<std::uint16_t>(x);
    }
  }

  std::vector<std::uint16_t> values;
};

/// An index's work of about that many nanoseconds: a chain of multiplications.
class Spin {
 public:
  Spin(std::size_t count, double ns) : values_(count) {
    constexpr std::uint64_t probe = 1'000'000;
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
      const Clock::time_point before = Clock::now();
      benchmark::DoNotOptimize(chain(static_cast<std::uint64_t>(i), probe));
      best = std::min(best, nanoseconds(Clock::now() - before) / static_cast<double>(probe));
    }
    rounds_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(ns / best + 0.5));
  }

  void operator()(std::size_t i) { values_[i] = chain(i, rounds_); }

  bool is_right() const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] != chain(i, rounds_)) return false;
    }
    return true;
  }
  void clear() { std::fill(values_.begin(), values_.end(), 0); }

 private:
  static std::uint64_t chain(std::uint64_t x, std::uint64_t rounds) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      x = x * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    }
    return x;
  }

  std::vector<std::uint64_t> values_;
  std::uint64_t rounds_ = 1;
};

/// Times phases on the executor, in turns with the same on one thread.
template <class Work>
void measure_phases(benchmark::State& state, ExecutorRef executor, std::size_t count,
                    std::size_t grain, Work& work) {
  constexpr int turn = 64;
  const auto phase = [&](ExecutorRef on) {
    return run(on, count, grain, [&](IndexRange range, std::uint32_t) {
      for (std::size_t i = range.begin; i < range.end; ++i) work(i);
    });
  };
  // By name, so that the compiler knows no more of it than of the others.
  const ExecutorRef serial = tess::bench::executor("serial");
  std::vector<double> alone;
  std::vector<double> together;
  alone.reserve(1'000'000);
  together.reserve(1'000'000);
  phase(executor);
  RunReport report;
  std::uint64_t pooled = 0;
  const std::uint64_t before = allocations();
  while (state.KeepRunningBatch(turn)) {
    for (int i = 0; i < turn / 4; ++i) phase(executor);
    double sum = 0;
    for (int i = 0; i < turn; ++i) {
      const Clock::time_point begin = Clock::now();
      report = phase(executor);
      const double time = nanoseconds(Clock::now() - begin);
      if (together.size() < together.capacity()) together.push_back(time);
      sum += time;
      pooled += report.pooled ? 1 : 0;
    }
    state.SetIterationTime(sum * 1e-9);
    if (executor.worker_count() == 1) continue;
    for (int i = 0; i < turn; ++i) {
      const Clock::time_point begin = Clock::now();
      phase(serial);
      if (alone.size() < alone.capacity()) alone.push_back(nanoseconds(Clock::now() - begin));
    }
  }
  state.counters["allocations"] = static_cast<double>(allocations() - before);
  work.clear();
  phase(executor);
  const double median = quantile(together, 0.5);
  state.counters["median_ns"] = median;
  if (alone.empty()) return;
  state.counters["serial_ns"] = quantile(alone, 0.5);
  state.counters["speedup"] = quantile(alone, 0.5) / median;
  state.counters["shared"] = static_cast<double>(pooled) / static_cast<double>(together.size());
}

void tile_case(benchmark::State& state, const std::string& name, void (Tiles::*work)(std::size_t),
               std::size_t chunks) {
  struct Call {
    Tiles tiles;
    void (Tiles::*work)(std::size_t);
    void operator()(std::size_t key) { (tiles.*work)(key); }
    void clear() { tiles.clear(); }
  };
  Call call{Tiles(chunks), work};
  measure_phases(state, executor(name), chunks, 1, call);
  Tiles expected(chunks);
  for (std::size_t key = 0; key < chunks; ++key) (expected.*work)(key);
  if (expected.values != call.tiles.values) fail(state, "the chunks hold other values");
}

void spin_case(benchmark::State& state, const std::string& name, double ns) {
  Spin spin(4096, ns);
  measure_phases(state, executor(name), 4096, 1, spin);
  if (!spin.is_right()) fail(state, "an index was left out");
}

/// Phases of two indices of that much work: one after the other, and after a millisecond.
void dispatch_case(benchmark::State& state, const std::string& name, double ns) {
  const ExecutorRef on = executor(name);
  Spin spin(2, ns);
  std::uint64_t shared = 0;
  const auto phase = [&] {
    const Clock::time_point begin = Clock::now();
    const RunReport report =
        run(on, 2, 1, [&](IndexRange range, std::uint32_t) { spin(range.begin); });
    const double time = nanoseconds(Clock::now() - begin);
    shared += report.pooled ? 1 : 0;
    return time;
  };
  std::vector<double> close;
  close.reserve(10'000'000);
  for (auto _ : state) {
    const double time = phase();
    state.SetIterationTime(time * 1e-9);
    if (close.size() < close.capacity()) close.push_back(time);
  }
  state.counters["shared"] = static_cast<double>(shared) / static_cast<double>(state.iterations());
  std::vector<double> idle;
  for (int i = 0; i < 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    idle.push_back(phase());
  }
  std::vector<double> alone;
  for (int i = 0; i < 1000; ++i) {
    const Clock::time_point begin = Clock::now();
    spin(0);
    alone.push_back(nanoseconds(Clock::now() - begin));
  }
  state.counters["median_ns"] = quantile(close, 0.5);
  state.counters["p99_ns"] = quantile(close, 0.99);
  state.counters["idle_median_ns"] = quantile(idle, 0.5);
  state.counters["idle_p99_ns"] = quantile(idle, 0.99);
  state.counters["overhead_ns"] = quantile(close, 0.5) - quantile(alone, 0.5);
  spin.clear();
  phase();
  if (!spin.is_right()) fail(state, "an index was left out");
}

/// A game's frame: phases of 52 µs in all, 20 µs apart.
void frame_case(benchmark::State& state, const std::string& name) {
  constexpr int phases = 20;
  const ExecutorRef on = executor(name);
  Spin spin(64, 52'000.0 / 64);
  const auto phase = [&] {
    run(on, 64, 1, [&](IndexRange range, std::uint32_t) { spin(range.begin); });
  };
  std::vector<double> phase_times;
  std::vector<double> cpu_times;
  phase();
  for (auto _ : state) {
    const double cpu = cpu_microseconds();
    double in_phases = 0;
    on.keep_awake(true);
    for (int i = 0; i < phases; ++i) {
      const Clock::time_point begin = Clock::now();
      phase();
      const Clock::time_point end = Clock::now();
      in_phases += nanoseconds(end - begin);
      while (nanoseconds(Clock::now() - end) < 20'000) {
      }
    }
    on.keep_awake(false);
    phase_times.push_back(in_phases * 1e-3);
    state.SetIterationTime(in_phases * 1e-9);
    // What other threads burn is known when they have gone to sleep.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    cpu_times.push_back(cpu_microseconds() - cpu);
  }
  state.counters["phases_us"] = quantile(phase_times, 0.5);
  state.counters["cpu_us"] = quantile(cpu_times, 0.5);
  spin.clear();
  phase();
  if (!spin.is_right()) fail(state, "an index was left out");
}

}  // namespace

void register_exec_cases() {
  const auto add = [](const std::string& name, const auto& body) {
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  };
  struct Work {
    const char* name;
    void (Tiles::*work)(std::size_t);
  };
  const Work works[] = {
      {"touch", &Tiles::touch}, {"fill", &Tiles::fill}, {"compute", &Tiles::compute}};
  for (const std::string name : {"serial", "pool2"}) {
    for (const Work& work : works) {
      for (const std::size_t chunks : {std::size_t{256}, std::size_t{4096}}) {
        add(std::string("exec/") + work.name + "/" + std::to_string(chunks) + "/" + name,
            [=](benchmark::State& state) { tile_case(state, name, work.work, chunks); });
      }
    }
  }
  for (const std::string& name : executor_names()) {
    for (const int ns : {2, 12, 45, 100, 1000}) {
      add("exec/spin/" + std::to_string(ns) + "/" + name,
          [=](benchmark::State& state) { spin_case(state, name, ns); });
    }
    add("exec/dispatch/" + name, [=](benchmark::State& state) {
      if (name == "pool2") state.SetLabel("too little to share: the caller does it");
      dispatch_case(state, name, 1);
    });
    add("exec/dispatch_shared/" + name,
        [=](benchmark::State& state) { dispatch_case(state, name, 2000); });
    add("exec/frame/" + name, [=](benchmark::State& state) { frame_case(state, name); });
  }
}

}  // namespace tess::bench
