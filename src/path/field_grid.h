#pragma once

#include <tess/core/assert.h>
#include <tess/core/bits.h>
#include <tess/nav/nav_map.h>
#include <tess/path/search.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "field_kernel.h"

namespace tess::detail {

/// The stamps of a field's tiles, by node: 0 where the tile is closed, `fresh` where no goal is
/// reached, otherwise the distance and one. So one comparison tells whether a tile may be reached
/// for less, and a closed one never is.
///
///     stamps -> | slot 0: 4096 stamps | slot 1: 4096 stamps | ...
///
/// The array is as long as the map, but a chunk's part of it is not touched before the chunk is
/// opened, so that it takes no memory before.
class FieldGrid {
 public:
  static constexpr std::uint32_t closed = 0;
  static constexpr std::uint32_t fresh = ~std::uint32_t{0};

  /// The greatest distance that has a stamp.
  static constexpr std::uint64_t most = fresh - 2;

  /// The first nodes of a chunk and of those around it, row by row, all of which are open. Beyond
  /// the map's edge lies a chunk of closed tiles.
  using Surroundings = std::array<NodeId, 9>;

  /// Closes all chunks. `slots` is always the same.
  void reset(std::size_t slots) {
    if (stamps_ == nullptr) {
      TESS_ASSERT(slots < std::size_t{1} << 20, "the map holds less than 2^32 tiles");
      // Rows are read four stamps at a time, the last of them beyond the last tile.
      const std::size_t count = (slots + 1) * chunk_tiles + 4;
      stamps_ = std::unique_ptr<std::uint32_t[]>(new std::uint32_t[count]);
      std::fill_n(stamps_.get() + slots * chunk_tiles, chunk_tiles + 4, closed);
      states_.resize(slots + 1);
      surroundings_.resize(slots);
      used_.reserve(slots);
    }
    for (const std::uint32_t slot : used_) states_[slot] = State::untouched;
    used_.clear();
    states_[slots] = State::opened;
  }

  bool is_opened(std::uint32_t slot) const { return states_[slot] != State::untouched; }

  /// Gives the tiles of a chunk their first stamps; `row_of(y)` tells which of a row are open.
  template <class RowOf>
  void open(std::uint32_t slot, const RowOf& row_of) {
    states_[slot] = State::opened;
    used_.push_back(slot);
    std::uint32_t* out = stamps_.get() + std::size_t{slot} * chunk_tiles;
    for (std::size_t y = 0; y < chunk_size; ++y) {
      BitWord row = row_of(y);
      for (std::size_t x = 0; x < chunk_size; x += 4, out += 4, row >>= 4) {
        const std::array<std::uint32_t, 4>& four = by_bits[row & 15];
        std::copy_n(four.data(), 4, out);
      }
    }
  }

  /// The surroundings of an open chunk; null where `surround` has not been called for it.
  const Surroundings* surroundings(std::uint32_t slot) const {
    return states_[slot] == State::surrounded ? &surroundings_[slot] : nullptr;
  }
  const Surroundings* surround(std::uint32_t slot, const Surroundings& chunks) {
    states_[slot] = State::surrounded;
    surroundings_[slot] = chunks;
    return &surroundings_[slot];
  }

  /// The stamp of a tile; `fresh` in chunks that are not open.
  std::uint32_t stamp(NodeId node) const { return is_opened(node >> 12) ? stamps_[node] : fresh; }

  /// All stamps; only those of open chunks may be used.
  std::uint32_t* stamps() { return stamps_.get(); }
  const std::uint32_t* stamps() const { return stamps_.get(); }

  /// The chunks that are open, in the order of their opening.
  const std::vector<std::uint32_t>& used() const { return used_; }

  static constexpr std::uint32_t distance(std::uint32_t stamp) {
    // What is closed wraps to the number that stands for unreached.
    return stamp == fresh ? fresh : stamp - 1;
  }

 private:
  enum class State : std::uint8_t { untouched, opened, surrounded };

  static constexpr std::array<std::array<std::uint32_t, 4>, 16> by_bits = [] {
    std::array<std::array<std::uint32_t, 4>, 16> table{};
    for (std::size_t bits = 0; bits < 16; ++bits) {
      for (std::size_t i = 0; i < 4; ++i) table[bits][i] = (bits >> i & 1) != 0 ? fresh : closed;
    }
    return table;
  }();

  std::unique_ptr<std::uint32_t[]> stamps_;
  std::vector<State> states_;
  std::vector<Surroundings> surroundings_;
  std::vector<std::uint32_t> used_;
};

/// A ring of lists of nodes, one for each of the next distances, for searches that reach several
/// tiles at one distance at a time: a list is written without a look at its end.
class FieldRing {
 public:
  static constexpr std::size_t size = 1024;

  struct List {
    std::unique_ptr<NodeId[]> items;
    std::uint32_t count = 0;
    std::uint32_t capacity = 0;

    /// Lets the function write up to eight more behind those there are.
    template <class Write>
    void extend(const Write& write) {
      if (capacity - count < 8) [[unlikely]]
        grow();
      NodeList list{items.get(), count};
      write(list);
      count = static_cast<std::uint32_t>(list.count);
    }
    void push(NodeId node) {
      extend([node](NodeList& list) { list.items[list.count++] = node; });
    }

   private:
    void grow() {
      const std::uint32_t more = capacity * 2 + 64;
      std::unique_ptr<NodeId[]> larger(new NodeId[more]);
      std::copy_n(items.get(), count, larger.get());
      items = std::move(larger);
      capacity = more;
    }
  };

  /// Keeps those of a list for which it holds, without a branch; returns how many.
  template <class Keep>
  static std::uint32_t filter(List& list, const Keep& keep) {
    NodeId* const items = list.items.get();
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < list.count; ++i) {
      const NodeId node = items[i];
      items[kept] = node;
      kept += keep(node) ? 1U : 0U;
    }
    return kept;
  }

  List& operator[](std::uint64_t bucket) { return lists_[bucket & (size - 1)]; }

  void clear() {
    for (List& list : lists_) list.count = 0;
  }

 private:
  std::array<List, size> lists_;
};

}  // namespace tess::detail
