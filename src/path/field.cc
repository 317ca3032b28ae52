#include "field.h"

#include <algorithm>

#include "neighbourhood.h"

namespace tess::detail {

void Field::open(std::uint32_t slot) {
  const NavChunk& chunk = data_->chunks()[slot];
  changed_in_[slot] = round_;
  grid_.open(slot, [&](std::size_t y) { return graph_.open_row(chunk, y); });
}

PathStatus Field::build(std::span<const Coord> goals, const FieldOptions& options) {
  TESS_ASSERT(options.unknown_cost >= 1 && options.unknown_cost <= max_entry_cost,
              "the cost of unknown tiles is 1 to 254");
  data_ = &map_.data();
  goals_.assign(goals.begin(), goals.end());
  until_.clear();
  for (const Coord c : options.until) {
    if (map_.box().contains(c)) until_.push_back(data_->node(c));
  }
  options_ = options;
  options_.until = {};
  limit_ = std::min(options.max_distance, FieldGrid::most) + 1;
  built_ = true;
  return rebuild();
}

PathStatus Field::rebuild() {
  const NavData& map = map_.data();
  version_ = map.version();
  seen_ = map.world().clock();
  graph_.aim(map, options_.unknown == UnknownTiles::enter, options_.unknown_cost);
  grid_.reset(map.chunks().size() - 1);
  changed_in_.resize(map.chunks().size());
  ++round_;
  expanded_ = 0;
  partial_ = false;
  flat_ = is_flat();
  wanted_ = until_;
  const PathStatus status = place_goals();
  if (!flat_) {
    buckets_.reset();
    for (const Waiting& goal : feed_) buckets_.push(goal.stamp >> shift_, goal.node);
    settle_all();
  } else if (map.movement().steps != Steps::octile && map.uniform_cost() != 0) {
    spread();
  } else {
    flood();
  }
  return status;
}

/// Gives the open goals the distance 0.
PathStatus Field::place_goals() {
  goal_nodes_.clear();
  feed_.clear();
  PathStatus status = PathStatus::no_path;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const bool inside = map_.box().contains(goals_[i]);
    const NodeId node = inside ? data_->node(goals_[i]) : 0;
    if (inside) goal_nodes_.push_back({node, static_cast<std::uint32_t>(i)});
    if (inside && graph_.open(node)) {
      if (at(node) == 1) continue;
      at(node) = 1;
      feed_.push_back({1, node});
    } else if (status == PathStatus::no_path) {
      status = PathStatus::blocked_goal;
      if (!inside) status = PathStatus::out_of_bounds;
      if (inside && data_->cost_byte(node) == unknown_byte) status = PathStatus::unknown_tiles;
    }
  }
  std::ranges::sort(goal_nodes_);
  const auto same = [](const Goal& a, const Goal& b) { return a.node == b.node; };
  goal_nodes_.erase(std::unique(goal_nodes_.begin(), goal_nodes_.end(), same), goal_nodes_.end());
  return feed_.empty() ? status : PathStatus::found;
}

/// Whether there is nothing but steps within a level over known tiles.
bool Field::is_flat() const {
  return data_->movement().vertical == Vertical::separate && !graph_.has_links() &&
         !graph_.into_unknown();
}

/// Whether every tile that was asked for has a lower stamp, or is closed.
bool Field::all_wanted_below(std::uint64_t stamp) {
  while (!wanted_.empty()) {
    const NodeId node = wanted_.back();
    const std::uint32_t known = grid_.stamp(node);
    if (known == FieldGrid::fresh ? graph_.open(node) : known >= stamp) return false;
    wanted_.pop_back();
  }
  return true;
}

/// Dijkstra's algorithm from what is in the buckets, on any map.
void Field::settle_all() {
  std::uint64_t last = 0;
  while (buckets_.seek()) {
    const std::uint64_t bucket = buckets_.bucket();
    if (bucket != last && !until_.empty() && all_wanted_below(bucket << shift_)) {
      partial_ = true;
      return;
    }
    last = bucket;
    const NodeId node = buckets_.pop();
    const std::uint32_t stamp = grid_.stamp(node);
    if (stamp >> shift_ != bucket) continue;  // it has been reached for less since
    ++expanded_;
    relax(node, stamp);
  }
}

/// Reaches the tiles from which one step or jump leads to this one.
void Field::relax(NodeId node, std::uint32_t stamp) {
  const std::uint64_t entry = graph_.entry_cost(node);
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.neighbours(node, found);
  for (std::size_t i = 0; i < count; ++i) reach(found[i].node, stamp + entry * found[i].length);
  if (!graph_.has_links()) return;
  for (const LinkEdge& link : graph_.links_to(node)) {
    if (graph_.open(link.from)) reach(link.from, std::uint64_t{stamp} + link.ticks);
  }
}

void Field::reach(NodeId node, std::uint64_t stamp) {
  if (stamp > limit_) return;
  std::uint32_t& stored = at(node);
  if (stored <= stamp) return;
  stored = static_cast<std::uint32_t>(stamp);
  buckets_.push(stamp >> shift_, node);
}

std::size_t Field::reached() const {
  std::size_t count = 0;
  for (const std::uint32_t slot : grid_.used()) {
    const std::uint32_t* stamps = grid_.stamps() + std::size_t{slot} * chunk_tiles;
    std::uint32_t here = 0;
    for (std::size_t i = 0; i < chunk_tiles; ++i) {
      here += stamps[i] - 1 < FieldGrid::fresh - 1 ? 1U : 0U;
    }
    count += here;
  }
  return count;
}

std::size_t Field::bytes() const {
  return grid_.used().size() * chunk_tiles * sizeof(std::uint32_t);
}

}  // namespace tess::detail
