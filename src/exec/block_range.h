#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tess::detail {

/// Blocks of work, by number, from `begin` up to `end`.
struct Blocks {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
  bool empty() const { return begin == end; }

  friend bool operator==(const Blocks&, const Blocks&) = default;
};

/// The blocks that one worker has still to do. Both ends are in one word: its owner takes from the
/// front, any other from the back, and the word says all there is to know, so that an exchange that
/// succeeds is right whatever happened in between.
class BlockRange {
 public:
  void assign(Blocks blocks) { word_.store(pack(blocks), std::memory_order_relaxed); }

  Blocks left() const { return unpack(word_.load(std::memory_order_relaxed)); }

  /// Takes up to `most` blocks from the front, but leaves half of them to others unless half is
  /// less than `least`. Empty where none is left.
  Blocks take_front(std::uint32_t most, std::uint32_t least) {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    for (;;) {
      const Blocks all = unpack(word);
      if (all.empty()) return {};
      const std::uint32_t fair = std::max(least, all.size() - all.size() / 2);
      const std::uint32_t middle = all.begin + std::min({all.size(), most, fair});
      if (replace(word, {middle, all.end})) return {all.begin, middle};
    }
  }

  /// Takes half from the back, rounded up. Empty where none is left.
  Blocks take_back() {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    for (;;) {
      const Blocks all = unpack(word);
      if (all.empty()) return {};
      const std::uint32_t middle = all.begin + all.size() / 2;
      if (replace(word, {all.begin, middle})) return {middle, all.end};
    }
  }

 private:
  static std::uint64_t pack(Blocks blocks) {
    return std::uint64_t{blocks.begin} << 32 | blocks.end;
  }
  static Blocks unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
  bool replace(std::uint64_t& word, Blocks blocks) {
    return word_.compare_exchange_weak(word, pack(blocks), std::memory_order_relaxed);
  }

  std::atomic<std::uint64_t> word_{0};
};

}  // namespace tess::detail
