#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

#include "route_block.h"

namespace tess::detail {

/// The memory of route blocks that nobody holds any more, kept for others of their size.
class RoutePool {
 public:
  RoutePool() = default;
  ~RoutePool() { trim(0); }
  RoutePool(const RoutePool&) = delete;
  RoutePool& operator=(const RoutePool&) = delete;

  /// The memory that is kept.
  std::size_t bytes() const { return bytes_; }

  /// A block of that size, a power of two, held once.
  RouteBlock* take(std::size_t bytes) {
    auto& spares = of(bytes);
    if (spares.empty()) return RouteBlock::make(::operator new(bytes), bytes);
    RouteBlock* block = spares.back();
    spares.pop_back();
    bytes_ -= bytes;
    return RouteBlock::make(block, bytes);
  }

  /// Lets go of a block; keeps its memory where nobody else holds it.
  void give(RouteBlock* block) {
    if (!block->let_go()) return;
    bytes_ += block->bytes;
    of(block->bytes).push_back(block);
  }

  /// Frees memory, that of the largest blocks first, until no more than that is kept.
  void trim(std::size_t most) {
    for (std::size_t i = spares_.size(); i-- > 0;) {
      while (!spares_[i].empty() && bytes_ > most) {
        bytes_ -= spares_[i].back()->bytes;
        RouteBlock::destroy(spares_[i].back());
        spares_[i].pop_back();
      }
    }
  }

 private:
  std::vector<RouteBlock*>& of(std::size_t bytes) {
    return spares_[static_cast<std::size_t>(std::countr_zero(bytes))];
  }

  std::array<std::vector<RouteBlock*>, 40> spares_;  // by the logarithm of their size
  std::size_t bytes_ = 0;
};

}  // namespace tess::detail
