#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tess::detail {

/// A hash table of runs of routes, by a hash that several may share: open addressing with linear
/// probing, at most three quarters full, without marks where something was erased.
class RouteIndex {
 public:
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t route = none;
    std::uint32_t run = 0;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Entries take at most this much: the table is doubled when it is three quarters full.
  static constexpr std::size_t bytes_an_entry = sizeof(Entry) * 8 / 3;

  RouteIndex() : entries_(16) {}

  /// Empties the table; keeps its memory.
  void clear() {
    if (count_ != 0) std::fill(entries_.begin(), entries_.end(), Entry{});
    count_ = 0;
  }

  void add(const Entry& entry) {
    if ((count_ + 1) * 4 > entries_.size() * 3) grow();
    put(entry);
    ++count_;
  }

  /// Erases the entry of that run of that route.
  void erase(const Entry& entry) {
    std::size_t at = entry.hash & mask();
    while (entries_[at].route != entry.route || entries_[at].run != entry.run) at = next(at);
    // Entries behind move up where that brings them no farther up than their hash.
    for (std::size_t from = next(at); entries_[from].route != none; from = next(from)) {
      const std::size_t home = entries_[from].hash & mask();
      if (((from - home) & mask()) < ((from - at) & mask())) continue;
      entries_[at] = entries_[from];
      at = from;
    }
    entries_[at] = {};
    --count_;
  }

  /// The first entry with that hash for which `is_it` holds; null where there is none.
  template <class IsIt>
  const Entry* find(std::uint32_t hash, const IsIt& is_it) const {
    for (std::size_t at = hash & mask(); entries_[at].route != none; at = next(at)) {
      if (entries_[at].hash == hash && is_it(entries_[at])) return &entries_[at];
    }
    return nullptr;
  }

 private:
  std::size_t mask() const { return entries_.size() - 1; }
  std::size_t next(std::size_t at) const { return (at + 1) & mask(); }

  void put(const Entry& entry) {
    std::size_t at = entry.hash & mask();
    while (entries_[at].route != none) at = next(at);
    entries_[at] = entry;
  }

  void grow() {
    std::vector<Entry> before(entries_.size() * 2);
    before.swap(entries_);
    for (const Entry& entry : before) {
      if (entry.route != none) put(entry);
    }
  }

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace tess::detail
