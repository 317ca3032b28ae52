#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tess::detail {

/// Threads that sleep until they are called. Each that lies down is either called once or gets up
/// by itself, never both: a call is a token, and a thread that was called takes one.
///
/// Who lies down looks for work once more afterwards, and who calls makes the work visible before:
/// as both are sequentially consistent, one of them sees the other.
class Sleepers {
 public:
  /// `starting`: threads that will say `started`; until then they count as called.
  explicit Sleepers(std::uint32_t starting) : coming_(starting) {}

  void started() { coming_.fetch_sub(1, std::memory_order_relaxed); }

  /// How many sleep, or are about to, and were not called yet.
  std::uint32_t count() const { return asleep_.load(std::memory_order_seq_cst); }

  /// How many were started or called and do not run yet.
  std::uint32_t coming() const { return coming_.load(std::memory_order_relaxed); }

  /// First half of going to sleep.
  void lie_down() { asleep_.fetch_add(1, std::memory_order_seq_cst); }

  /// Undoes `lie_down`, or takes the call that came in between.
  void get_up() {
    if (remove(1) == 0) sleep();
  }

  /// Second half of going to sleep: returns when called.
  void sleep() {
    for (;;) {
      std::uint32_t calls = calls_.load(std::memory_order_acquire);
      while (calls != 0) {
        if (calls_.compare_exchange_weak(calls, calls - 1, std::memory_order_acquire)) {
          coming_.fetch_sub(1, std::memory_order_relaxed);
          return;
        }
      }
      calls_.wait(0, std::memory_order_acquire);
    }
  }

  /// Calls up to `most` threads; returns how many.
  std::uint32_t call(std::uint32_t most) {
    const std::uint32_t called = remove(most);
    if (called == 0) return 0;
    coming_.fetch_add(called, std::memory_order_relaxed);
    calls_.fetch_add(called, std::memory_order_seq_cst);
    for (std::uint32_t i = 0; i < called; ++i) calls_.notify_one();
    return called;
  }

 private:
  std::uint32_t remove(std::uint32_t most) {
    std::uint32_t asleep = asleep_.load(std::memory_order_seq_cst);
    for (;;) {
      const std::uint32_t removed = std::min(asleep, most);
      if (removed == 0) return 0;
      if (asleep_.compare_exchange_weak(asleep, asleep - removed, std::memory_order_seq_cst)) {
        return removed;
      }
    }
  }

  std::atomic<std::uint32_t> asleep_{0};
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<std::uint32_t> coming_;
};

}  // namespace tess::detail
