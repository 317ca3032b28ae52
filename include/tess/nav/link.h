#pragma once

#include <tess/core/coord.h>

#include <cstdint>

namespace tess {

/// A step between tiles that are not neighbours: stairs, a ladder, a teleporter, a jump.
struct Link {
  Coord from;
  Coord to;

  /// What taking it costs, in cardinal steps over tiles of cost 1. The entry cost of the tile
  /// arrived at is not added.
  std::uint32_t cost = 1;

  /// Whether it can be taken from `to` to `from` as well.
  bool two_way = true;
};

/// Names a link of one navigation map.
enum class LinkId : std::uint32_t {};

}  // namespace tess
