#pragma once

#include <atomic>
#include <cstdint>
#include <new>

namespace tess::detail {

/// Blocks of a run: from `begin` up to, but not with, `end`.
struct Blocks {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
};

/// The share of one worker: its owner takes from the front, others from the back. Both ends are
/// one word, so that each taking is one compare-and-swap. The word is all there is to a share: one
/// that has gone and come back in between does no harm.
class alignas(128) BlockRange {
 public:
  /// Only for the owner, or while nobody runs.
  void give(Blocks blocks) { word_.store(pack(blocks), std::memory_order_release); }

  std::uint32_t left() const { return unpack(word_.load(std::memory_order_relaxed)).size(); }

  /// Takes up to `most` blocks from the front.
  Blocks take_front(std::uint32_t most) {
    std::uint64_t word = word_.load(std::memory_order_acquire);
    for (;;) {
      const Blocks have = unpack(word);
      if (have.size() == 0) return {};
      const Blocks taken{have.begin, have.begin + (have.size() < most ? have.size() : most)};
      if (word_.compare_exchange_weak(word, pack({taken.end, have.end}), std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
        return taken;
      }
    }
  }

  /// Takes half of the blocks, the larger one, from the back.
  Blocks take_back_half() {
    std::uint64_t word = word_.load(std::memory_order_acquire);
    for (;;) {
      const Blocks have = unpack(word);
      if (have.size() == 0) return {};
      const Blocks taken{have.begin + have.size() / 2, have.end};
      if (word_.compare_exchange_weak(word, pack({have.begin, taken.begin}),
                                      std::memory_order_acq_rel, std::memory_order_acquire)) {
        return taken;
      }
    }
  }

 private:
  static std::uint64_t pack(Blocks blocks) {
    return std::uint64_t{blocks.begin} << 32 | blocks.end;
  }
  static Blocks unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }

  std::atomic<std::uint64_t> word_{0};
};

}  // namespace tess::detail
