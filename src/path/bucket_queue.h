#pragma once

#include <tess/core/bits.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// For the few functions of a search's innermost loop, where a call costs as much as the work.
#if defined(_MSC_VER)
#define TESS_ALWAYS_INLINE __forceinline
#else
#define TESS_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

namespace tess::detail {

/// A priority queue for whole numbers that hardly ever fall: a ring of buckets, each a stack, so
/// that pushing and popping take constant time and the newest of equals comes first (Dial 1969).
/// Buckets beyond the ring wait in an overflow list that is sorted into the ring when it runs
/// empty. What is pushed below the current bucket counts as in it.
///
/// A stack is a chain of blocks of 32 words, the first of which is the block below; `tops_` holds
/// the place of the next item, or 0 where the bucket is empty:
///
///     block   | below | item | item | ...  <- top      (block 0 is not used)
class BucketQueue {
 public:
  /// Empties the queue.
  void reset() {
    for (std::size_t word = 0; word < occupied_.size(); ++word) {
      for (BitWord bits = occupied_[word]; bits != 0; bits &= bits - 1) {
        tops_[word * 64 + static_cast<std::size_t>(lowest_bit(bits))] = 0;
      }
      occupied_[word] = 0;
    }
    words_.resize(block_size);
    free_ = 0;
    far_.clear();
    far_least_ = nowhere;
    cursor_ = 0;
  }

  TESS_ALWAYS_INLINE void push(std::uint64_t bucket, std::uint32_t item) {
    bucket = std::max(bucket, cursor_);
    if (bucket - cursor_ >= ring_size) [[unlikely]] {
      far_.push_back({bucket, item});
      far_least_ = std::min(far_least_, bucket);
      return;
    }
    put(bucket & (ring_size - 1), item);
  }

  /// Moves on to the least bucket; returns whether there is one.
  TESS_ALWAYS_INLINE bool seek() { return tops_[cursor_ & (ring_size - 1)] != 0 || seek_on(); }

  /// The bucket that `seek` found.
  std::uint64_t bucket() const { return cursor_; }

  /// Takes an item of the bucket that `seek` found.
  TESS_ALWAYS_INLINE std::uint32_t pop() {
    const std::size_t slot = cursor_ & (ring_size - 1);
    const std::uint32_t top = tops_[slot] - 1;
    const std::uint32_t item = words_[top];
    tops_[slot] = top;
    if ((top & (block_size - 1)) == 1) drop_block(slot, top - 1);
    return item;
  }

 private:
  static constexpr std::uint64_t ring_size = 4096;
  static constexpr std::uint32_t block_size = 32;
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  struct Far {
    std::uint64_t bucket;
    std::uint32_t item;
  };

  TESS_ALWAYS_INLINE void put(std::size_t slot, std::uint32_t item) {
    std::uint32_t top = tops_[slot];
    if ((top & (block_size - 1)) == 0) top = add_block(slot, top);
    words_[top] = item;
    tops_[slot] = top + 1;
  }

  /// Puts an empty block on a stack whose top block is full, or that has none.
  std::uint32_t add_block(std::size_t slot, std::uint32_t top) {
    std::uint32_t block = free_;
    if (block != 0) {
      free_ = words_[block];
    } else {
      block = static_cast<std::uint32_t>(words_.size());
      words_.resize(words_.size() + block_size);
    }
    words_[block] = top;
    occupied_[slot / 64] |= bit(static_cast<int>(slot % 64));
    return block + 1;
  }

  void drop_block(std::size_t slot, std::uint32_t block) {
    tops_[slot] = words_[block];
    if (words_[block] == 0) occupied_[slot / 64] &= ~bit(static_cast<int>(slot % 64));
    words_[block] = free_;
    free_ = block;
  }

  bool seek_on() {
    for (;;) {
      const std::size_t from = cursor_ & (ring_size - 1);
      std::size_t word = from / 64;
      BitWord bits = occupied_[word] & (all_bits << (from % 64));
      std::size_t left = occupied_.size();
      for (; bits == 0 && left != 0; --left) {
        word = (word + 1) % occupied_.size();
        bits = occupied_[word];
      }
      if (bits == 0) {
        if (far_.empty()) return false;
        cursor_ = far_least_;
        take_from_far();
        continue;
      }
      const std::size_t found = word * 64 + static_cast<std::size_t>(lowest_bit(bits));
      const std::uint64_t next = cursor_ + ((found - from) & (ring_size - 1));
      if (far_least_ > next) {
        cursor_ = next;
        return true;
      }
      // The ring has moved on to where some of the overflow belongs before the bucket found.
      take_from_far();
    }
  }

  /// Moves what the ring has room for out of the overflow list.
  void take_from_far() {
    std::size_t kept = 0;
    far_least_ = nowhere;
    for (const Far& far : far_) {
      if (far.bucket - cursor_ < ring_size) {
        put(far.bucket & (ring_size - 1), far.item);
      } else {
        far_least_ = std::min(far_least_, far.bucket);
        far_[kept++] = far;
      }
    }
    far_.resize(kept);
  }

  std::array<std::uint32_t, ring_size> tops_{};
  std::array<BitWord, ring_size / 64> occupied_{};
  std::vector<std::uint32_t> words_;
  std::vector<Far> far_;
  std::uint64_t far_least_ = nowhere;
  std::uint32_t free_ = 0;
  std::uint64_t cursor_ = 0;
};

}  // namespace tess::detail
