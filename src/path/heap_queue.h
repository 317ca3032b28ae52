#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tess::detail {

/// An open list that gives out the least key, and of equals the newest: a binary heap. For searches
/// whose keys fall, where the order of buckets would not do.
class HeapQueue {
 public:
  void reset() {
    entries_.clear();
    pushed_ = 0;
  }

  bool empty() const { return entries_.empty(); }

  /// The least key; the queue must not be empty.
  std::uint64_t key() const { return entries_.front().key; }

  void push(std::uint64_t key, std::uint32_t item) {
    entries_.push_back({key, pushed_++, item});
    std::push_heap(entries_.begin(), entries_.end(), comes_after);
  }

  std::uint32_t pop() {
    std::pop_heap(entries_.begin(), entries_.end(), comes_after);
    const std::uint32_t item = entries_.back().item;
    entries_.pop_back();
    return item;
  }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint64_t number;
    std::uint32_t item;
  };

  static bool comes_after(const Entry& a, const Entry& b) {
    return a.key != b.key ? a.key > b.key : a.number < b.number;
  }

  std::vector<Entry> entries_;
  std::uint64_t pushed_ = 0;
};

}  // namespace tess::detail
