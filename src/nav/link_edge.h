#pragma once

#include <compare>
#include <cstdint>

namespace tess::detail {

/// A node of a search: a tile of a navigation map, as slot * 4096 + y * 64 + x.
using NodeId = std::uint32_t;

/// One direction of a link. Its ends are open or unknown.
struct LinkEdge {
  NodeId from = 0;
  NodeId to = 0;
  std::uint32_t ticks = 0;

  friend constexpr auto operator<=>(const LinkEdge&, const LinkEdge&) = default;
};

}  // namespace tess::detail
