/// An engine's own job system as the executor: tess then starts no thread of its own. The job
/// system here is a plain pool of threads with one queue, as many engines have one; the executor
/// around it are the few lines of `JobExecutor`.

#include <tess/tess.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <latch>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

/// What an engine has: threads that take jobs from a queue.
class JobSystem {
 public:
  explicit JobSystem(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~JobSystem() {
    {
      const std::scoped_lock lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  JobSystem(const JobSystem&) = delete;
  JobSystem& operator=(const JobSystem&) = delete;

  unsigned thread_count() const { return static_cast<unsigned>(threads_.size()); }

  void add(std::function<void()> job) {
    {
      const std::scoped_lock lock(mutex_);
      jobs_.push(std::move(job));
    }
    wake_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop();
      lock.unlock();
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  bool ending_ = false;
};

/// The job system as tess sees it: each of its threads gets one share, and the caller one.
class JobExecutor {
 public:
  explicit JobExecutor(JobSystem& jobs) : jobs_(&jobs) {}

  std::uint32_t worker_count() const { return jobs_->thread_count() + 1; }

  tess::RunReport run_ranges(std::size_t count, std::size_t grain, tess::RangeTask task) {
    const std::size_t blocks = count == 0 ? 0 : (count - 1) / grain + 1;
    const std::uint32_t workers = worker_count();
    // A nested run stays on its thread: waiting for jobs within a job could wait for itself.
    if (worker_ != no_worker || blocks < 2) {
      if (count != 0) task({0, count}, worker_ == no_worker ? 0 : worker_);
      return {};
    }
    const auto share = [&](std::uint32_t worker) {
      const std::size_t begin = blocks * worker / workers * grain;
      const std::size_t end = std::min(blocks * (worker + 1) / workers * grain, count);
      worker_ = worker;
      if (begin < end) task({begin, end}, worker);
      worker_ = no_worker;
    };
    std::latch done(workers - 1);
    for (std::uint32_t worker = 1; worker < workers; ++worker) {
      jobs_->add([&, worker] {
        share(worker);
        done.count_down();
      });
    }
    share(0);
    done.wait();
    return {workers, true};
  }

 private:
  static constexpr std::uint32_t no_worker = 0xFFFF'FFFF;
  static thread_local std::uint32_t worker_;
  JobSystem* jobs_;
};

thread_local std::uint32_t JobExecutor::worker_ = JobExecutor::no_worker;

/// Some simulation: each chunk's tiles are mixed with what they held before. Returns a sum of all.
std::uint64_t simulate(tess::ExecutorRef executor) {
  tess::World world({.width = 1024, .height = 1024});
  const auto field = world.add_field<std::uint32_t>("field", 1);
  for (int tick = 0; tick < 10; ++tick) {
    tess::for_each_chunk(executor, world, [&](tess::ChunkEdit chunk) {
      std::uint32_t carry = static_cast<std::uint32_t>(chunk.key().value() & 0xFFFF);
      for (std::uint32_t& value : chunk.write(field)) carry = value = value * 31 + carry;
    });
  }
  std::uint64_t sum = world.revision();
  for (const tess::ChunkView chunk : world.chunks()) {
    for (const std::uint32_t value : chunk.read(field)) sum = sum * 3 + value;
  }
  return sum;
}

}  // namespace

int main() {
  tess::SerialExecutor serial;
  JobSystem jobs(3);
  JobExecutor executor(jobs);
  const std::uint64_t alone = simulate(serial);
  const std::uint64_t together = simulate(executor);
  std::printf("one thread: %016llx\njob system: %016llx\n", static_cast<unsigned long long>(alone),
              static_cast<unsigned long long>(together));
  return alone == together ? 0 : 1;
}
