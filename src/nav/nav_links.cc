#include <algorithm>
#include <limits>

#include "nav_data.h"

namespace tess::detail {

std::span<const LinkEdge> NavData::links_from(NodeId node) const {
  const auto first = std::ranges::lower_bound(edges_, node, {}, &LinkEdge::from);
  auto last = first;
  while (last != edges_.end() && last->from == node) ++last;
  return {first, last};
}

bool NavData::has_link(Coord from, Coord to) const {
  if (!world_.box().contains(from) || !world_.box().contains(to)) return false;
  if (!open(node(from)) || !open(node(to))) return false;
  return std::ranges::any_of(links_from(node(from)),
                             [to = node(to)](const LinkEdge& edge) { return edge.to == to; });
}

LinkId NavData::add_link(const Link& link) {
  TESS_ASSERT(world_.box().contains(link.from) && world_.box().contains(link.to),
              "both ends of a link lie in the world");
  refresh();
  links_.push_back({link, true});
  relink();
  return static_cast<LinkId>(links_.size() - 1);
}

bool NavData::remove_link(LinkId id) {
  const auto index = static_cast<std::size_t>(id);
  if (index >= links_.size() || !links_[index].alive) return false;
  refresh();
  links_[index].alive = false;
  relink();
  return true;
}

void NavData::relink() {
  ++version_;
  update_edges();
}

/// Lists the links of which neither end is blocked, by the tile they start from.
void NavData::update_edges() {
  if (links_.empty()) return;
  const std::uint64_t straight = step_lengths(movement_.steps).straight;
  for (const LinkEdge& edge : edges_) chunks_[edge.from >> 12].has_links = false;
  former_edges_.swap(edges_);
  edges_.clear();
  for (const StoredLink& stored : links_) {
    if (!stored.alive) continue;
    const NodeId from = node(stored.link.from);
    const NodeId to = node(stored.link.to);
    if (cost_byte(from) == blocked_byte || cost_byte(to) == blocked_byte) continue;
    const std::uint64_t ticks = std::min<std::uint64_t>(stored.link.cost * straight,
                                                        std::numeric_limits<std::uint32_t>::max());
    edges_.push_back({from, to, static_cast<std::uint32_t>(ticks)});
    if (stored.link.two_way) edges_.push_back({to, from, static_cast<std::uint32_t>(ticks)});
  }
  std::ranges::sort(edges_);
  for (const LinkEdge& edge : edges_) chunks_[edge.from >> 12].has_links = true;
  if (edges_ != former_edges_) regions_.note_links();
}

}  // namespace tess::detail
