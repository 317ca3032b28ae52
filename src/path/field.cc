#include "field.h"

#include <algorithm>

#include "neighbourhood.h"

namespace tess::detail {

namespace {

/// Whether all eight neighbours lie in the same chunk.
constexpr bool is_inside(NodeId node) { return (node & 63) - 1 < 62 && (node >> 6 & 63) - 1 < 62; }

}  // namespace

Field::~Field() {
  for (Page* page : pages_) delete page;
}

Field::Page& Field::open(std::uint32_t slot) {
  if (pages_[slot] == nullptr) pages_[slot] = new Page;
  Page& page = *pages_[slot];
  const NavChunk& chunk = graph_.map().chunks()[slot];
  for (std::size_t y = 0; y < 64; ++y) {
    const BitWord row = graph_.open_row(chunk, y);
    for (std::size_t x = 0; x < 64; ++x) {
      page.distances[y * 64 + x] = 0 - static_cast<std::uint32_t>(row >> x & 1);
    }
  }
  live_[slot] = &page;
  used_.push_back(slot);
  return page;
}

PathStatus Field::build(std::span<const Coord> goals, const FieldOptions& options) {
  TESS_ASSERT(options.unknown_cost >= 1 && options.unknown_cost <= max_entry_cost,
              "the cost of unknown tiles is 1 to 254");
  goals_.assign(goals.begin(), goals.end());
  wanted_.clear();
  for (const Coord c : options.until) {
    if (map_.box().contains(c)) wanted_.push_back(map_.data().node(c));
  }
  until_ = wanted_;
  options_ = options;
  options_.until = {};
  bound_ = std::min(options.max_distance, max_cost);
  built_ = true;
  return rebuild();
}

PathStatus Field::rebuild() {
  const NavData& map = map_.data();
  version_ = map.version();
  seen_ = map.world().clock();
  graph_.aim(map, options_.unknown == UnknownTiles::enter, options_.unknown_cost);
  pages_.resize(map.chunks().size());
  live_.resize(map.chunks().size());
  for (const std::uint32_t slot : used_) live_[slot] = nullptr;
  used_.clear();
  reached_ = 0;
  expanded_ = 0;
  partial_ = false;
  wanted_ = until_;
  const PathStatus status = place_goals();
  if (is_even()) {
    spread();
  } else {
    buckets_.reset();
    for (const NodeId node : goal_nodes_) buckets_.push(0, node);
    settle_all();
  }
  return status;
}

/// Gives the open goals the distance 0.
PathStatus Field::place_goals() {
  goal_nodes_.clear();
  PathStatus status = PathStatus::no_path;
  for (const Coord c : goals_) {
    const bool inside = map_.box().contains(c);
    const NodeId node = inside ? graph_.map().node(c) : 0;
    if (inside && graph_.open(node)) {
      if (at(node) == 0) continue;
      at(node) = 0;
      ++reached_;
      goal_nodes_.push_back(node);
    } else if (status == PathStatus::no_path) {
      status = PathStatus::blocked_goal;
      if (!inside) status = PathStatus::out_of_bounds;
      if (inside && graph_.map().cost_byte(node) == unknown_byte)
        status = PathStatus::unknown_tiles;
    }
  }
  return goal_nodes_.empty() ? status : PathStatus::found;
}

/// Whether all distances are the number of steps times one cost.
bool Field::is_even() const {
  const NavData& map = graph_.map();
  return map.movement().steps == Steps::cardinal && map.uniform_cost() != 0 &&
         map.movement().vertical == Vertical::separate && !graph_.has_links() &&
         !graph_.into_unknown();
}

/// A breadth-first search: all tiles of one distance after the other.
void Field::spread() {
  const auto cost = static_cast<std::uint32_t>(graph_.map().uniform_cost());
  here_.assign(goal_nodes_.begin(), goal_nodes_.end());
  std::size_t count = here_.size();
  for (std::uint64_t distance = cost; count != 0 && distance <= bound_; distance += cost) {
    if (there_.size() < 4 * count + 4) there_.resize(8 * count + 64);
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      found = spread_from(here_[i], static_cast<std::uint32_t>(distance), found);
    }
    here_.swap(there_);
    expanded_ += count;
    reached_ += found;
    count = found;
    if (!until_.empty() && all_wanted_below(distance + 1)) {
      partial_ = true;
      return;
    }
  }
}

/// Reaches the neighbours of a tile; returns how many tiles of that distance there are now.
TESS_ALWAYS_INLINE std::size_t Field::spread_from(NodeId node, std::uint32_t distance,
                                                  std::size_t found) {
  NodeId* const there = there_.data();
  if (is_inside(node)) {
    std::uint32_t* const own = live_[node >> 12]->distances.data() + (node & (chunk_tiles - 1));
    for (std::size_t d = 0; d < 4; ++d) {
      const std::uint32_t before = own[tile_steps[d]];
      const bool fresh = before == unreached;
      own[tile_steps[d]] = fresh ? distance : before;
      there[found] = beside(node, d);
      found += fresh ? 1 : 0;
    }
    return found;
  }
  const NavChunk& chunk = graph_.map().chunks()[node >> 12];
  for (std::size_t d = 0; d < 4; ++d) {
    int x = static_cast<int>(node & 63) + offsets[d].dx;
    int y = static_cast<int>(node >> 6 & 63) + offsets[d].dy;
    const NavChunk& next = *walk(&chunk, x, y);
    if (!next.open(x, y)) continue;
    const NodeId to = next.slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x);
    std::uint32_t& stored = at(to);
    if (stored != unreached) continue;
    stored = distance;
    there[found++] = to;
  }
  return found;
}

/// Whether every tile that was asked for has a distance below that, or is closed.
bool Field::all_wanted_below(std::uint64_t distance) {
  while (!wanted_.empty()) {
    const NodeId node = wanted_.back();
    const bool known = stored(node) != unreached ? stored(node) < distance : !graph_.open(node);
    if (!known) return false;
    wanted_.pop_back();
  }
  return true;
}

/// Dijkstra's algorithm from what is in the buckets.
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
    const std::uint32_t distance = stored(node);
    if (distance >> shift_ != bucket) continue;  // it has been reached for less since
    ++expanded_;
    relax(node, distance);
  }
}

/// Reaches the tiles from which one step or jump leads to this one.
void Field::relax(NodeId node, std::uint32_t distance) {
  const NavData& map = graph_.map();
  const NavChunk& chunk = map.chunks()[node >> 12];
  const bool level = map.movement().vertical == Vertical::separate;
  if (is_inside(node) && level && !graph_.into_unknown()) {
    relax_inside(chunk, node, distance);
  } else {
    const std::uint64_t entry = graph_.entry_cost(node);
    FieldGraph::Neighbours found;
    const std::size_t count = graph_.neighbours(node, found);
    for (std::size_t i = 0; i < count; ++i) {
      reach(found[i].node, distance + entry * found[i].length);
    }
  }
  if (!graph_.has_links()) return;
  for (const LinkEdge& link : graph_.links_to(node)) {
    if (graph_.open(link.from)) reach(link.from, std::uint64_t{distance} + link.ticks);
  }
}

void Field::relax_inside(const NavChunk& chunk, NodeId node, std::uint32_t distance) {
  const std::uint32_t tile = node & (chunk_tiles - 1);
  const std::uint64_t entry = chunk.costs != nullptr ? chunk.costs[tile] : chunk.uniform_cost;
  const Steps steps = graph_.map().movement().steps;
  const StepLengths lengths = step_lengths(steps);
  const std::uint64_t straight = distance + entry * lengths.straight;
  const std::uint64_t diagonal = distance + entry * lengths.diagonal;
  std::uint32_t* const own = live_[node >> 12]->distances.data() + tile;
  const auto reach_own = [&](std::size_t d, std::uint64_t reached) {
    if (own[tile_steps[d]] <= reached || reached > bound_) return;
    if (own[tile_steps[d]] == unreached) ++reached_;
    own[tile_steps[d]] = static_cast<std::uint32_t>(reached);
    buckets_.push(reached >> shift_, beside(node, d));
  };
  for (std::size_t d = 0; d < 4; ++d) reach_own(d, straight);
  if (steps == Steps::cardinal) return;
  const std::uint32_t shift = (tile & 63) - 1;
  const BitWord* row = chunk.rows.data() + (tile >> 6);
  const auto around = static_cast<std::uint32_t>(
      (row[-1] >> shift & 7) | (row[0] >> shift & 7) << 3 | (row[1] >> shift & 7) << 6);
  const std::uint32_t legal = graph_.map().steps().masks(at_start, around).certain;
  for (std::uint32_t left = legal >> 4; left != 0; left &= left - 1) {
    const int d = lowest_bit(left) + 4;
    reach_own(static_cast<std::size_t>(d), diagonal);
  }
}

void Field::reach(NodeId node, std::uint64_t distance) {
  if (distance > bound_) return;
  std::uint32_t& stored = at(node);
  if (stored <= distance) return;
  reached_ += stored == unreached ? 1 : 0;
  stored = static_cast<std::uint32_t>(distance);
  buckets_.push(distance >> shift_, node);
}

std::uint32_t Field::distance(Coord c) const {
  if (!built_ || !map_.box().contains(c)) return unreached;
  const NodeId node = graph_.map().node(c);
  return distance_of(node);
}

std::uint32_t Field::distance_of(NodeId node) const {
  const std::uint32_t found = stored(node);
  return found == 0 && !graph_.open(node) ? unreached : found;
}

std::optional<FieldStep> Field::step(Coord c) const {
  const std::uint32_t distance = this->distance(c);
  if (distance == unreached) return std::nullopt;
  const NodeId node = graph_.map().node(c);
  if (distance == 0 && is_goal(node)) return std::nullopt;
  if (const auto found = real_step(node, distance)) return found;
  return free_jump(node, distance);
}

bool Field::is_goal(NodeId node) const {
  return std::ranges::find(goal_nodes_, node) != goal_nodes_.end();
}

/// A step or jump that costs something.
std::optional<FieldStep> Field::real_step(NodeId node, std::uint32_t distance) const {
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.neighbours(node, found);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t cost = std::uint64_t{graph_.entry_cost(found[i].node)} * found[i].length;
    if (cost + distance_of(found[i].node) != distance) continue;
    return FieldStep{graph_.map().coord(found[i].node), static_cast<std::uint32_t>(cost), false};
  }
  for (const LinkEdge& link : graph_.links_from(node)) {
    if (link.ticks == 0 || !graph_.open(link.to)) continue;
    if (std::uint64_t{link.ticks} + distance_of(link.to) != distance) continue;
    return FieldStep{graph_.map().coord(link.to), link.ticks, true};
  }
  return std::nullopt;
}

/// The first of the fewest jumps that cost nothing to a tile from which the way goes on.
std::optional<FieldStep> Field::free_jump(NodeId node, std::uint32_t distance) const {
  struct Hop {
    NodeId node;
    NodeId first;
  };
  std::vector<Hop> hops{{node, node}};
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const Hop at = hops[i];
    if (i != 0 && (is_goal(at.node) || real_step(at.node, distance))) {
      return FieldStep{graph_.map().coord(at.first), 0, true};
    }
    for (const LinkEdge& link : graph_.links_from(at.node)) {
      if (link.ticks != 0 || !graph_.open(link.to) || distance_of(link.to) != distance) continue;
      const bool seen = std::ranges::any_of(hops, [&](Hop hop) { return hop.node == link.to; });
      if (!seen) hops.push_back({link.to, i == 0 ? link.to : at.first});
    }
  }
  return std::nullopt;
}

PathView Field::path_from(Coord c) {
  builder_.clear();
  way_.clear();
  if (distance(c) == unreached) return {};
  Coord at = c;
  while (const auto next = step(at)) {
    way_.push_back(*next);
    at = next->to;
  }
  for (std::size_t i = way_.size(); i-- > 0;) {
    const Coord from = i == 0 ? c : way_[i - 1].to;
    if (way_[i].jump) {
      builder_.prepend_jump(way_[i].to);
    } else {
      builder_.prepend_line(from, way_[i].to);
    }
  }
  return builder_.finish(c, at);
}

std::optional<std::size_t> Field::nearest_goal(Coord c) const {
  if (distance(c) == unreached) return std::nullopt;
  Coord at = c;
  while (const auto next = step(at)) at = next->to;
  return static_cast<std::size_t>(std::ranges::find(goals_, at) - goals_.begin());
}

}  // namespace tess::detail
