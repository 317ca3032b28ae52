#pragma once

#include <tess/core/bits.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tess::detail {

/// An open list for integer keys that hardly ever fall: a ring of buckets, each a stack, so that
/// pushing and popping take constant time and the newest of equals comes first (Dial 1969). Keys
/// in one bucket come out in no particular order. Keys beyond the ring wait in an overflow list
/// that is sorted into the ring when it runs empty. Keys below the current bucket count as in it.
class BucketQueue {
 public:
  /// Buckets hold keys that are equal but for the lowest `shift` bits.
  void reset(int shift) {
    occupied_.fill(0);
    entries_.clear();
    free_ = none;
    overflow_.clear();
    shift_ = shift;
    cursor_ = 0;
    size_ = 0;
    started_ = false;
  }

  bool empty() const { return size_ == 0 && overflow_.empty(); }

  void push(std::uint64_t key, std::uint32_t item) {
    std::uint64_t bucket = key >> shift_;
    if (!started_) {
      cursor_ = bucket;
      started_ = true;
    }
    bucket = std::max(bucket, cursor_);
    if (bucket - cursor_ >= ring_size) {
      overflow_.push_back({bucket, item});
      return;
    }
    put(bucket, item);
  }

  /// The least key that the next item can have. The queue must not be empty.
  std::uint64_t next_key() {
    seek();
    return cursor_ << shift_;
  }

  /// Takes an item of the least bucket; the queue must not be empty.
  std::uint32_t pop() {
    seek();
    const std::size_t slot = cursor_ & (ring_size - 1);
    const std::uint32_t top = heads_[slot];
    const Entry entry = entries_[top];
    heads_[slot] = entry.next;
    if (entry.next == none) occupied_[slot / 64] &= ~bit(static_cast<int>(slot % 64));
    entries_[top].next = free_;
    free_ = top;
    --size_;
    return entry.item;
  }

 private:
  static constexpr std::uint64_t ring_size = 4096;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Entry {
    std::uint32_t item;
    std::uint32_t next;
  };
  struct Far {
    std::uint64_t bucket;
    std::uint32_t item;
  };

  void put(std::uint64_t bucket, std::uint32_t item) {
    const std::size_t slot = bucket & (ring_size - 1);
    BitWord& word = occupied_[slot / 64];
    const BitWord mask = bit(static_cast<int>(slot % 64));
    const std::uint32_t below = (word & mask) != 0 ? heads_[slot] : none;
    word |= mask;
    if (free_ != none) {
      heads_[slot] = free_;
      free_ = entries_[free_].next;
      entries_[heads_[slot]] = {item, below};
    } else {
      heads_[slot] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({item, below});
    }
    ++size_;
  }

  void seek() {
    const std::size_t slot = cursor_ & (ring_size - 1);
    if ((occupied_[slot / 64] >> (slot % 64) & 1) != 0) return;
    if (size_ == 0) refill();
    const std::size_t from = cursor_ & (ring_size - 1);
    std::size_t word = from / 64;
    BitWord bits = occupied_[word] & (all_bits << (from % 64));
    while (bits == 0) {
      word = (word + 1) % occupied_.size();
      bits = occupied_[word];
    }
    const std::size_t found = word * 64 + static_cast<std::size_t>(lowest_bit(bits));
    cursor_ += (found - from) & (ring_size - 1);
  }

  /// Moves the ring on to the least key of the overflow list.
  void refill() {
    cursor_ = std::ranges::min_element(overflow_, {}, &Far::bucket)->bucket;
    std::size_t kept = 0;
    for (const Far& far : overflow_) {
      if (far.bucket - cursor_ < ring_size) {
        put(far.bucket, far.item);
      } else {
        overflow_[kept++] = far;
      }
    }
    overflow_.resize(kept);
  }

  std::array<std::uint32_t, ring_size> heads_;
  std::array<BitWord, ring_size / 64> occupied_{};
  std::vector<Entry> entries_;
  std::vector<Far> overflow_;
  std::uint32_t free_ = none;
  int shift_ = 0;
  std::uint64_t cursor_ = 0;
  std::size_t size_ = 0;
  bool started_ = false;
};

}  // namespace tess::detail
