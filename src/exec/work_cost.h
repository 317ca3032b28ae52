#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tess::detail {

/// A moment in nanoseconds, for differences only.
inline double now_in_ns() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

/// What an index of each kind of task costs, as measured in earlier runs. Kinds share places where
/// there are many; the later one wins.
class WorkCosts {
 public:
  struct Entry {
    const void* kind = nullptr;
    double ns_per_index = 0;       // 0: not known
    std::uint32_t unmeasured = 0;  // runs that were not worth a look at the clock

    /// Takes a measurement in: a rise at once, a fall by and by, so that a kind whose cost varies
    /// counts as a dear one.
    void add(double ns, std::size_t indices) {
      const double measured = std::max(ns, 1.0) / static_cast<double>(indices);
      const double kept = ns_per_index * 0.75 + measured * 0.25;
      ns_per_index = measured > ns_per_index ? measured : kept;
    }
  };

  Entry& of(const void* kind) {
    auto bits = reinterpret_cast<std::uintptr_t>(kind);
    bits ^= bits >> 12;
    Entry& entry = entries_[(bits >> 4) % entries_.size()];
    if (entry.kind != kind) entry = {kind, 0, 0};
    return entry;
  }

 private:
  std::array<Entry, 256> entries_{};
};

}  // namespace tess::detail
