#pragma once

#include <algorithm>
#include <cstdint>

namespace tess::detail {

/// Between two looks at a word that another thread will write.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// How many blocks a worker takes at once: so many that taking them costs little beside the work,
/// and so few that others find something to take. Begins small, as the blocks at hand may be dearer
/// than those before.
class Pace {
 public:
  /// `ns_per_block` is what they are thought to cost; 0 where nobody knows.
  explicit Pace(float ns_per_block) {
    if (ns_per_block > 0) {
      batch_ = static_cast<std::uint32_t>(std::clamp(first_ns / ns_per_block, 1.0F, 1e9F));
    }
  }

  std::uint32_t most() const { return batch_; }
  std::uint32_t least() const { return std::max(batch_ / 8, 1U); }

  /// What was taken last took that long.
  void took(std::int64_t ns) {
    if (ns < short_ns && batch_ < 1U << 30) batch_ *= 2;
    if (ns > long_ns) batch_ = std::max(batch_ / 4, 1U);
  }

 private:
  static constexpr float first_ns = 125;
  static constexpr std::int64_t short_ns = 4'000;
  static constexpr std::int64_t long_ns = 16'000;

  std::uint32_t batch_ = 1;
};

}  // namespace tess::detail
