#include "field_graph.h"

#include <algorithm>

#include "neighbourhood.h"

namespace tess::detail {

void FieldGraph::aim(const NavData& map, bool into_unknown, std::uint8_t unknown_cost) {
  map_ = &map;
  into_unknown_ = into_unknown;
  unknown_cost_ = unknown_cost;
  if (!links_differ()) return;
  links_.assign(map.link_edges().begin(), map.link_edges().end());
  by_end_ = links_;
  std::ranges::sort(by_end_, [](const LinkEdge& a, const LinkEdge& b) {
    return a.to != b.to ? a.to < b.to : a < b;
  });
}

bool FieldGraph::links_differ() const { return !std::ranges::equal(links_, map_->link_edges()); }

std::span<const LinkEdge> FieldGraph::links_to(NodeId node) const {
  if (by_end_.empty()) return {};
  const auto begin = std::ranges::lower_bound(by_end_, node, {}, &LinkEdge::to);
  const auto end = std::ranges::upper_bound(by_end_, node, {}, &LinkEdge::to);
  return {begin, end};
}

std::size_t FieldGraph::neighbours(NodeId node, Neighbours& found) const {
  const NavChunk& middle = map_->chunks()[node >> 12];
  const Neighbourhood around(middle, node, [this](const NavChunk& chunk, int y) {
    return open_row(chunk, static_cast<std::size_t>(y));
  });
  const Steps steps = map_->movement().steps;
  std::size_t count = 0;
  for (std::uint32_t left = map_->steps().masks(at_start, around.open).certain; left != 0;
       left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const std::size_t to = Neighbourhood::index(offsets[d]);
    found[count++] = {around.chunks[to]->slot * NodeId{chunk_tiles} + around.tiles[to],
                      step_length(steps, static_cast<Direction>(d))};
  }
  if (map_->movement().vertical != Vertical::steps) return count;
  for (const Direction direction : {Direction::down, Direction::up}) {
    const int side = direction == Direction::down ? side_down : side_up;
    const NavChunk& chunk = *middle.side[static_cast<std::size_t>(side)];
    if (!test_bit(open_row(chunk, node >> 6 & 63), static_cast<int>(node & 63))) continue;
    found[count++] = {chunk.slot * NodeId{chunk_tiles} + (node & (chunk_tiles - 1)),
                      step_length(steps, direction)};
  }
  return count;
}

std::size_t FieldGraph::surroundings(NodeId node, Neighbours& found) const {
  const NavChunk& middle = map_->chunks()[node >> 12];
  std::size_t count = 0;
  for (const Offset step : offsets) {
    int x = static_cast<int>(node & 63) + step.dx;
    int y = static_cast<int>(node >> 6 & 63) + step.dy;
    const NavChunk* chunk = walk(&middle, x, y);
    if (step.dz < 0) chunk = middle.side[side_down];
    if (step.dz > 0) chunk = middle.side[side_up];
    if (!test_bit(open_row(*chunk, static_cast<std::size_t>(y)), x)) continue;
    found[count++] = {chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x),
                      0};
  }
  return count;
}

}  // namespace tess::detail
