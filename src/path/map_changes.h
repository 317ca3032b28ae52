#pragma once

#include <tess/core/coord.h>
#include <tess/world/world.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../nav/nav_data.h"

namespace tess::detail {

/// One thing that became different on a map, as far as paths over known tiles are concerned.
struct MapChange {
  enum class Kind : std::uint8_t {
    tiles,      ///< tiles opened, closed or changed their cost
    new_link,   ///< a link came or became cheaper
    lost_link,  ///< a link went or became dearer
  };

  Kind kind = Kind::tiles;

  /// Holds every tile that changed, and the tiles from which a step by its corner could change.
  Box tiles;

  /// The same for those that opened or became cheaper; empty where there are none.
  Box improved;

  /// The new link.
  Coord from;
  Coord to;
  std::uint32_t ticks = 0;
};

/// Follows a map by comparing it with a copy of its costs, a byte a tile, so that edits without
/// effect are no changes, and it is known which made something cheaper. Remembers the last changes.
class MapChanges {
 public:
  /// Notes what changed since the last call; the first one copies the map.
  void update(const NavData& map);

  /// How many changes there have been.
  std::uint64_t count() const { return first_ + changes_.size(); }

  /// Whether all changes from that one on are remembered; a change.
  bool reaches(std::uint64_t number) const { return number >= first_; }
  const MapChange& operator[](std::uint64_t number) const { return changes_[number - first_]; }

 private:
  static constexpr std::size_t max_remembered = 512;
  static constexpr std::uint64_t max_single_edits = 64;

  void copy_all(const NavData& map);
  void compare(const NavData& map, std::uint32_t slot, EditBox box);
  void compare_chunk(const NavData& map, const Box& tiles);
  void compare_links(const NavData& map);
  void note(const MapChange& change);

  std::vector<CostPage> costs_;  // by slot
  std::vector<LinkEdge> links_;
  std::vector<MapChange> changes_;
  std::uint64_t first_ = 0;
  std::uint64_t version_ = 0;
  Revision seen_ = 0;
};

}  // namespace tess::detail
