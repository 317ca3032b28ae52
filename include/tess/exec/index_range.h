#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace tess {

/// Indices from `begin` up to, but not with, `end`.
struct IndexRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  /// How many there are.
  constexpr std::size_t size() const { return end - begin; }

  friend constexpr bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// A callback for `run`: `fn(range, worker)`.
template <class F>
concept RangeFunction = requires(F& fn, IndexRange range, std::uint32_t worker) {
  fn(range, worker);
};

}  // namespace tess
