#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tess::detail {

/// What an index of each kind of run cost lately, in nanoseconds. A kind is the type of the
/// callback and the magnitude of the count. Kinds may push each other out; each entry is one word,
/// so that threads may read and write it as they like.
class CostTable {
 public:
  /// What is remembered; 0 where nothing is.
  float find(const void* kind, std::size_t count) const {
    const std::uint32_t key = key_of(kind, count);
    for (std::size_t i = 0; i < ways; ++i) {
      const std::uint64_t word = entry(key, i).load(std::memory_order_relaxed);
      if (word >> 32 == key) return std::bit_cast<float>(static_cast<std::uint32_t>(word));
    }
    return 0;
  }

  /// Remembers what a run cost. Follows a rise at once, so that work that has grown is shared, but
  /// no more than eightfold, as a thread may have lost its core; and a fall slowly.
  void learn(const void* kind, std::size_t count, float ns) {
    const float known = find(kind, count);
    const float now = std::max(ns, 1e-3F);
    float next = now;
    if (known > 0) next = now > known ? std::min(now, 8 * known) : known + (now - known) / 4;
    const std::uint32_t key = key_of(kind, count);
    place(key).store(std::uint64_t{key} << 32 | std::bit_cast<std::uint32_t>(next),
                     std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t ways = 4;
  static constexpr std::size_t sets = 64;

  static std::uint32_t key_of(const void* kind, std::size_t count) {
    std::uint64_t hash = std::bit_cast<std::uintptr_t>(kind);
    hash = (hash ^ static_cast<std::uint64_t>(std::bit_width(count)) << 56) * 0x9e3779b97f4a7c15U;
    return static_cast<std::uint32_t>(hash >> 32) | 1U;
  }

  static std::size_t set_of(std::uint32_t key) { return (key >> 26) % sets; }

  std::atomic<std::uint64_t>& entry(std::uint32_t key, std::size_t way) {
    return entries_[set_of(key) * ways + way];
  }
  const std::atomic<std::uint64_t>& entry(std::uint32_t key, std::size_t way) const {
    return entries_[set_of(key) * ways + way];
  }

  /// The entry of the key, or a free one, or one that has to go.
  std::atomic<std::uint64_t>& place(std::uint32_t key) {
    std::size_t chosen = (key >> 1) % ways;
    for (std::size_t i = 0; i < ways; ++i) {
      const std::uint64_t word = entry(key, i).load(std::memory_order_relaxed);
      if (word >> 32 == key) return entry(key, i);
      if (word == 0) chosen = i;
    }
    return entry(key, chosen);
  }

  std::array<std::atomic<std::uint64_t>, ways * sets> entries_{};
};

}  // namespace tess::detail
