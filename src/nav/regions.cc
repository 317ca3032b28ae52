#include "regions.h"

#include <algorithm>
#include <numeric>

namespace tess::detail {

Regions::Regions(const Movement& movement) : finder_(movement) {}

void Regions::note_chunk(std::uint32_t slot) {
  if (!built_ || parts_[slot].changed) return;
  parts_[slot].changed = true;
  changed_.push_back(slot);
}

void Regions::refresh(Chunks chunks, std::span<const LinkEdge> edges) {
  if (current()) return;
  if (!built_) {
    built_ = true;
    parts_.resize(chunks.size());
    for (std::uint32_t slot = 0; slot + 1 < chunks.size(); ++slot) note_chunk(slot);
  }
  const bool linked =
      std::ranges::any_of(changed_, [this](std::uint32_t slot) { return parts_[slot].linked; });
  if (links_changed_ || linked || changed_.size() * 8 > chunks.size()) {
    relabel(chunks);
    unite_all(chunks, edges);
  } else if (!patch(chunks)) {
    unite_all(chunks, edges);
  }
  close_links();
  for (const std::uint32_t slot : changed_) parts_[slot].changed = false;
  changed_.clear();
  links_changed_ = false;
}

std::size_t Regions::bytes() const {
  std::size_t sum = parts_.capacity() * sizeof(ChunkParts) + up_.capacity() * sizeof up_[0];
  for (const ChunkParts& parts : parts_) {
    sum += parts.part_of_run.capacity() * sizeof(std::uint16_t);
    sum += parts.labels.capacity() * sizeof(std::uint32_t);
    for (const std::vector<Join>& joins : parts.joins) sum += joins.capacity() * sizeof(Join);
  }
  return sum;
}

/// The lesser label becomes the root: former ones before fresh ones.
std::uint32_t Regions::unite(std::uint32_t a, std::uint32_t b) {
  const auto find = [this](std::uint32_t label) {
    while (up_[label] != label) {
      up_[label] = up_[up_[label]];
      label = up_[label];
    }
    return label;
  };
  a = find(a);
  b = find(b);
  if (a < b) std::swap(a, b);
  up_[a] = b;
  return b;
}

std::uint32_t Regions::fresh_label() {
  const auto label = static_cast<std::uint32_t>(up_.size());
  up_.push_back(label);
  return label;
}

/// Finds the parts of the changed chunks, and all joins with them.
void Regions::relabel(Chunks chunks) {
  for (const std::uint32_t slot : changed_) finder_.find_parts(chunks[slot], parts_[slot]);
  for (const std::uint32_t slot : changed_) {
    const NavChunk& chunk = chunks[slot];
    for (std::size_t list = 0; list < join_lists; ++list) finder_.find_joins(chunk, list, parts_);
    const auto rejoin = [&](const NavChunk& neighbour, std::size_t list) {
      if (neighbour.slot + 1 == chunks.size() || parts_[neighbour.slot].changed) return;
      finder_.find_joins(neighbour, list, parts_);
    };
    const NavChunk& north = *chunk.side[side_north];
    rejoin(*chunk.side[side_west], join_east);
    rejoin(north, join_south);
    rejoin(*chunk.side[side_down], join_up);
    if (!finder_.corners()) continue;
    rejoin(*north.side[side_west], join_south);
    rejoin(*north.side[side_east], join_south);
  }
}

/// Gives every part its region's label, the regions being numbered in the order of their first
/// parts.
void Regions::unite_all(Chunks chunks, std::span<const LinkEdge> edges) {
  std::uint32_t count = 0;
  for (ChunkParts& parts : parts_) {
    std::ranges::generate(parts.labels, [&] { return count++; });
  }
  // Room for the labels of edits to come.
  up_.reserve(2 * std::size_t{count} + 1024);
  up_.resize(count);
  std::iota(up_.begin(), up_.end(), 0U);
  for (const ChunkParts& parts : parts_) {
    for (const std::vector<Join>& joins : parts.joins) {
      for (const Join& join : joins) {
        unite(parts.labels[join.part], parts_[join.slot].labels[join.other]);
      }
    }
  }
  unite_links(chunks, edges);
  // Roots are less than what lies below them, so that each is renumbered before it is needed.
  std::uint32_t regions = 0;
  for (std::uint32_t label = 0; label < count; ++label) {
    up_[label] = up_[label] == label ? regions++ : up_[up_[label]];
  }
  for (ChunkParts& parts : parts_) {
    for (std::uint32_t& label : parts.labels) label = up_[label];
  }
  up_.resize(regions);
  std::iota(up_.begin(), up_.end(), 0U);
}

void Regions::unite_links(Chunks chunks, std::span<const LinkEdge> edges) {
  link_joins_.clear();
  one_way_.clear();
  if (links_changed_) {
    for (ChunkParts& parts : parts_) parts.linked = false;
  }
  const auto is_open = [&](NodeId node) {
    return chunks[node >> 12].open(static_cast<int>(node & 63), static_cast<int>(node >> 6 & 63));
  };
  for (const LinkEdge& edge : edges) {
    parts_[edge.from >> 12].linked = true;
    parts_[edge.to >> 12].linked = true;
    if (!is_open(edge.from) || !is_open(edge.to)) continue;
    const PartId from = part_of(chunks, edge.from);
    const PartId to = part_of(chunks, edge.to);
    const auto back = std::ranges::lower_bound(edges, LinkEdge{edge.to, edge.from, 0});
    const bool two_way = back != edges.end() && back->from == edge.to && back->to == edge.from;
    (two_way ? link_joins_ : one_way_).emplace_back(from, to);
    if (two_way) unite(label(from), label(to));
  }
  std::ranges::sort(link_joins_);
}

void Regions::close_links() {
  one_way_roots_.clear();
  for (const auto& [from, to] : one_way_) {
    const std::uint32_t a = root(label(from));
    const std::uint32_t b = root(label(to));
    if (a != b) one_way_roots_.emplace_back(a, b);
  }
  closure_.build(one_way_roots_);
}

/// Calls `fn` with each part of the chunk and each part of another that it is joined to.
template <class Fn>
void Regions::for_each_join(const NavChunk& chunk, const Fn& fn) const {
  const std::uint32_t slot = chunk.slot;
  for (const std::vector<Join>& joins : parts_[slot].joins) {
    for (const Join& join : joins) fn(part_id(slot, join.part), part_id(join.slot, join.other));
  }
  const auto from = [&](const NavChunk& neighbour, std::size_t list) {
    for (const Join& join : parts_[neighbour.slot].joins[list]) {
      if (join.slot != slot) continue;
      fn(part_id(slot, join.other), part_id(neighbour.slot, join.part));
    }
  };
  const NavChunk& north = *chunk.side[side_north];
  from(*chunk.side[side_west], join_east);
  from(north, join_south);
  from(*chunk.side[side_down], join_up);
  if (!finder_.corners()) return;
  from(*north.side[side_west], join_south);
  from(*north.side[side_east], join_south);
}

template <class Fn>
void Regions::for_each_neighbour(const NavChunk& chunk, PartId part, const Fn& fn) const {
  for_each_join(chunk, [&](PartId here, PartId there) {
    if (here == part) fn(there);
  });
  if (!parts_[chunk.slot].linked) return;
  auto link = std::ranges::lower_bound(link_joins_, std::pair{part, PartId{0}});
  for (; link != link_joins_.end() && link->first == part; ++link) fn(link->second);
}

/// Follows the changes where it can; returns false where all labels must be given anew instead.
bool Regions::patch(Chunks chunks) {
  anchors_.clear();
  collect_anchors(chunks);
  relabel(chunks);
  collect_anchors(chunks);
  std::size_t needed = anchors_.size();
  for (const std::uint32_t slot : changed_) needed += parts_[slot].labels.size();
  if (up_.size() + needed > up_.capacity()) return false;

  const auto first = static_cast<std::uint32_t>(up_.size());
  label_anew();
  for (const std::uint32_t slot : changed_) {
    for_each_join(chunks[slot], [this](PartId a, PartId b) { unite(label(a), label(b)); });
  }
  if (find_contested(first)) settle_contested(chunks, first);
  for (const Anchor& anchor : anchors_) {
    if (!anchor.cut_off) unite(label(anchor.part), anchor.former);
  }
  return true;
}

/// Adds the parts of other chunks that are joined to parts of the changed ones; some of them twice.
void Regions::collect_anchors(Chunks chunks) {
  for (const std::uint32_t slot : changed_) {
    for_each_join(chunks[slot], [this](PartId, PartId there) {
      if (!parts_[there >> part_bits].changed) anchors_.push_back({there, 0, false});
    });
  }
}

/// Gives fresh labels to the parts of the changed chunks and to the anchors.
void Regions::label_anew() {
  const auto first = static_cast<std::uint32_t>(up_.size());
  for (const std::uint32_t slot : changed_) {
    for (std::uint32_t& label : parts_[slot].labels) label = fresh_label();
  }
  std::size_t kept = 0;
  for (const Anchor& anchor : anchors_) {
    std::uint32_t& own = label(anchor.part);
    if (own >= first) continue;  // it has one already
    anchors_[kept++] = {anchor.part, root(own), false};
    own = fresh_label();
  }
  anchors_.resize(kept);
}

/// Marks the groups that were of one region and are, as far as can be seen here, no longer joined.
/// Returns whether there are any.
bool Regions::find_contested(std::uint32_t first) {
  contested_.assign(up_.size() - first, 0);
  std::ranges::sort(anchors_, {}, &Anchor::former);
  bool any = false;
  for (std::size_t i = 1; i < anchors_.size(); ++i) {
    if (anchors_[i].former != anchors_[i - 1].former) continue;
    const std::uint32_t a = root(label(anchors_[i - 1].part));
    const std::uint32_t b = root(label(anchors_[i].part));
    if (a == b) continue;
    contested_[a - first] = 1;
    contested_[b - first] = 1;
    any = true;
  }
  return any;
}

/// Grows the contested groups a part at a time, in turn, until at most one is left that has not met
/// another and can grow. The others are regions by themselves.
void Regions::settle_contested(Chunks chunks, std::uint32_t first) {
  pending_.assign(contested_.size(), 0);
  queue_.clear();
  std::size_t growing = 0;
  for (const Anchor& anchor : anchors_) {
    const std::uint32_t group = root(label(anchor.part)) - first;
    if (contested_[group] == 0) continue;
    if (pending_[group]++ == 0) ++growing;
    queue_.push_back(anchor.part);
  }
  for (std::size_t head = 0; growing > 1; ++head) {
    const PartId part = queue_[head];
    for_each_neighbour(chunks[part >> part_bits], part, [&](PartId next) {
      const std::uint32_t mine = root(label(part));
      std::uint32_t& theirs = label(next);
      if (theirs < first) {
        theirs = mine;
        queue_.push_back(next);
        ++pending_[mine - first];
        return;
      }
      const std::uint32_t other = root(theirs);
      if (other == mine) return;
      const std::uint32_t sum = pending_[mine - first] + pending_[other - first];
      pending_[unite(mine, other) - first] = sum;
      --growing;
    });
    if (--pending_[root(label(part)) - first] == 0) --growing;
  }
  for (Anchor& anchor : anchors_) {
    const std::uint32_t group = root(label(anchor.part)) - first;
    anchor.cut_off = contested_[group] != 0 && pending_[group] == 0;
  }
}

}  // namespace tess::detail
