#pragma once

#include <tess/path/search.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "../nav/nav_data.h"

namespace tess::detail {

/// A navigation map as a graph, read backwards: steps can be taken both ways, and cost what the
/// tile costs that they end on; links are listed by both of their ends.
class FieldGraph {
 public:
  /// A neighbour, and the length of the step there and back.
  struct Neighbour {
    NodeId node;
    std::uint32_t length;
  };
  using Neighbours = std::array<Neighbour, direction_count>;

  void aim(const NavData& map, bool into_unknown, std::uint8_t unknown_cost);

  const NavData& map() const { return *map_; }

  bool open(NodeId node) const {
    return map_->open(node) || (into_unknown_ && map_->cost_byte(node) == unknown_byte);
  }

  /// What entering an open tile costs.
  std::uint32_t entry_cost(NodeId node) const {
    const std::uint8_t cost = map_->cost_byte(node);
    return cost == unknown_byte ? unknown_cost_ : cost;
  }

  /// The tiles one step away from an open tile, by direction; returns how many.
  std::size_t neighbours(NodeId node, Neighbours& found) const;

  /// The same for a tile that may be closed: all open tiles around it, by no order, whatever the
  /// rule for corners.
  std::size_t surroundings(NodeId node, Neighbours& found) const;

  std::span<const LinkEdge> links_from(NodeId node) const { return map_->links_from(node); }
  std::span<const LinkEdge> links_to(NodeId node) const;
  bool has_links() const { return !links_.empty(); }

  /// Whether the links are other ones than they were at `aim`.
  bool links_differ() const;

  /// Calls the function for each link that has come or gone since `aim`.
  template <class Fn>
  void for_each_difference(const Fn& fn) const {
    const std::span<const LinkEdge> now = map_->link_edges();
    auto was = links_.begin();
    auto is = now.begin();
    while (was != links_.end() || is != now.end()) {
      if (is == now.end() || (was != links_.end() && *was < *is)) {
        fn(*was++);
      } else if (was == links_.end() || *is < *was) {
        fn(*is++);
      } else {
        ++was, ++is;
      }
    }
  }

  bool into_unknown() const { return into_unknown_; }
  BitWord open_row(const NavChunk& chunk, std::size_t y) const {
    const bool both = into_unknown_ && chunk.unknown != nullptr;
    return both ? chunk.rows[y] | chunk.unknown[y] : chunk.rows[y];
  }

 private:
  const NavData* map_ = nullptr;
  std::vector<LinkEdge> links_;
  std::vector<LinkEdge> by_end_;
  bool into_unknown_ = false;
  std::uint8_t unknown_cost_ = 1;
};

}  // namespace tess::detail
