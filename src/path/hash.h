#pragma once

#include <tess/core/coord.h>

#include <cstdint>

namespace tess::detail {

/// Stirs a value into a hash.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32);
}

/// Two coordinates as one word.
constexpr std::uint64_t pair_of(std::int32_t a, std::int32_t b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

constexpr std::uint64_t hash_of(Coord c) { return mix(mix(1, pair_of(c.x, c.y)), pair_of(c.z, 0)); }

}  // namespace tess::detail
