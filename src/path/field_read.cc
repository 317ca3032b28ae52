#include <algorithm>

#include "field.h"
#include "neighbourhood.h"

namespace tess::detail {

namespace {

constexpr std::size_t no_step = direction_count;

}  // namespace

const Field::Goal* Field::goal_at(NodeId node) const {
  const auto found = std::ranges::lower_bound(goal_nodes_, node, {}, &Goal::node);
  const bool is_goal = found != goal_nodes_.end() && found->node == node;
  return is_goal ? &*found : nullptr;
}

std::optional<FieldStep> Field::step(Coord c) const {
  if (distance(c) == DistanceField::unreached) return std::nullopt;
  const NodeId node = data_->node(c);
  const std::uint32_t stamp = grid_.stamp(node);
  if (stamp == 1 && goal_at(node) != nullptr) return std::nullopt;
  if (flat_) {
    const NodeId to = neighbour(node, flat_step(node, stamp));
    return FieldStep{data_->coord(to), stamp - grid_.stamp(to), false};
  }
  if (const auto found = real_step(node, stamp)) return found;
  return free_jump(node, stamp);
}

/// A step or jump that costs something.
std::optional<FieldStep> Field::real_step(NodeId node, std::uint32_t stamp) const {
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.neighbours(node, found);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t cost = std::uint64_t{graph_.entry_cost(found[i].node)} * found[i].length;
    if (cost + grid_.stamp(found[i].node) != stamp) continue;
    return FieldStep{data_->coord(found[i].node), static_cast<std::uint32_t>(cost), false};
  }
  for (const LinkEdge& link : graph_.links_from(node)) {
    if (link.ticks == 0 || !graph_.open(link.to)) continue;
    if (std::uint64_t{link.ticks} + grid_.stamp(link.to) != stamp) continue;
    return FieldStep{data_->coord(link.to), link.ticks, true};
  }
  return std::nullopt;
}

/// The first of the fewest jumps that cost nothing to a tile from which the way goes on.
std::optional<FieldStep> Field::free_jump(NodeId node, std::uint32_t stamp) const {
  struct Hop {
    NodeId node;
    NodeId first;
  };
  std::vector<Hop> hops{{node, node}};
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const Hop at = hops[i];
    if (i != 0 && (goal_at(at.node) != nullptr || real_step(at.node, stamp))) {
      return FieldStep{data_->coord(at.first), 0, true};
    }
    for (const LinkEdge& link : graph_.links_from(at.node)) {
      if (link.ticks != 0 || !graph_.open(link.to) || grid_.stamp(link.to) != stamp) continue;
      const bool seen = std::ranges::any_of(hops, [&](Hop hop) { return hop.node == link.to; });
      if (!seen) hops.push_back({link.to, i == 0 ? link.to : at.first});
    }
  }
  return std::nullopt;
}

/// The tile one step on within the level; `no_node` beyond the map's edge.
NodeId Field::neighbour(NodeId node, std::size_t direction) const {
  int x = static_cast<int>(node & 63) + offsets[direction].dx;
  int y = static_cast<int>(node >> 6 & 63) + offsets[direction].dy;
  if ((x | y) < 64 && (x | y) >= 0) return beside(node, direction);
  const std::uint32_t slot = walk(&data_->chunks()[node >> 12], x, y)->slot;
  if (slot == data_->chunks().size() - 1) return no_node;
  return slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x);
}

/// Whether a diagonal step may pass the corners at its sides.
bool Field::may_pass(NodeId node, std::size_t direction) const {
  const Movement& movement = data_->movement();
  if (movement.steps == Steps::hex || movement.corners == Corners::cut_freely) return true;
  int open = 0;
  for (const std::size_t d : {direction - 4, (direction - 3) & 3}) {
    const NodeId side = neighbour(node, d);
    open += side != no_node && data_->open(side) ? 1 : 0;
  }
  return open == 2 || (open == 1 && movement.corners == Corners::cut_one);
}

/// The direction of the first step that leads on at the least cost, on a level map.
std::size_t Field::flat_step(NodeId node, std::uint32_t stamp) const {
  const Steps steps = data_->movement().steps;
  const StepLengths lengths = step_lengths(steps);
  const auto uniform = static_cast<std::uint32_t>(data_->uniform_cost());
  const bool inside = is_inside(node);
  const std::size_t directions = steps == Steps::cardinal ? 4 : 8;
  for (std::size_t d = 0; d < directions; ++d) {
    if (steps == Steps::hex && (d == 4 || d == 6)) continue;
    const NodeId to = inside ? beside(node, d) : neighbour(node, d);
    if (to == no_node) continue;
    const std::uint32_t there = inside ? grid_.stamps()[to] : grid_.stamp(to);
    if (there == FieldGrid::closed || there >= stamp) continue;
    const std::uint32_t entry = uniform != 0 ? uniform : graph_.entry_cost(to);
    const std::uint64_t length = d < 4 ? lengths.straight : lengths.diagonal;
    if (there + entry * length == stamp && (d < 4 || may_pass(node, d))) return d;
  }
  return no_step;
}

bool Field::changed_around(std::uint32_t slot, std::uint64_t round) const {
  const NavChunk& chunk = data_->chunks()[slot];
  for (int i = 0; i < 9; ++i) {
    int x = (i % 3 - 1) * chunk_size;
    int y = (i / 3 - 1) * chunk_size;
    if (changed_in_[walk(&chunk, x, y)->slot] > round) return true;
  }
  return changed_in_[chunk.side[side_down]->slot] > round ||
         changed_in_[chunk.side[side_up]->slot] > round || graph_.has_links();
}

Flow Field::flow_at(NodeId node) const {
  const std::uint32_t stamp = grid_.stamp(node);
  if (FieldGrid::distance(stamp) == DistanceField::unreached) return Flow::none;
  if (stamp == 1 && goal_at(node) != nullptr) return Flow::goal;
  if (flat_) return static_cast<Flow>(flat_step(node, stamp));
  const FieldStep step = *this->step(data_->coord(node));
  if (step.jump) return Flow::jump;
  const Coord d = step.to - data_->coord(node);
  const auto found = std::ranges::find(
      offsets, Offset{static_cast<std::int8_t>(d.x), static_cast<std::int8_t>(d.y),
                      static_cast<std::int8_t>(d.z)});
  return static_cast<Flow>(found - offsets.begin());
}

void Field::write_flow(std::uint32_t slot, std::span<std::uint8_t> bytes) const {
  NodeId node = slot * NodeId{chunk_tiles};
  for (std::uint8_t& byte : bytes) {
    const auto even = static_cast<unsigned>(flow_at(node));
    const auto odd = static_cast<unsigned>(flow_at(node + 1));
    byte = static_cast<std::uint8_t>(even | odd << 4);
    node += 2;
  }
}

/// Follows the steps to a goal and notes them; returns it.
NodeId Field::follow(NodeId node) {
  runs_.clear();
  landings_.clear();
  steps_ = 0;
  const auto append = [this](Offset step) {
    ++steps_;
    if (!runs_.empty() && !runs_.back().jump &&
        step == Offset{runs_.back().dx, runs_.back().dy, runs_.back().dz}) {
      ++runs_.back().length;
    } else {
      runs_.push_back({step.dx, step.dy, step.dz, false, 1});
    }
  };
  if (flat_) {
    for (std::uint32_t stamp = grid_.stamp(node); stamp != 1; stamp = grid_.stamp(node)) {
      const std::size_t direction = flat_step(node, stamp);
      append(offsets[direction]);
      node = neighbour(node, direction);
    }
    return node;
  }
  Coord at = data_->coord(node);
  while (const auto next = step(at)) {
    if (next->jump) {
      ++steps_;
      runs_.push_back({0, 0, 0, true, static_cast<std::uint32_t>(landings_.size())});
      landings_.push_back(next->to);
    } else {
      const Coord d = next->to - at;
      append({static_cast<std::int8_t>(d.x), static_cast<std::int8_t>(d.y),
              static_cast<std::int8_t>(d.z)});
    }
    at = next->to;
  }
  return data_->node(at);
}

PathView Field::path_from(Coord c) {
  if (distance(c) == DistanceField::unreached) return {};
  const NodeId goal = follow(data_->node(c));
  return {c, data_->coord(goal), steps_ + 1, runs_, landings_};
}

std::optional<std::size_t> Field::nearest_goal(Coord c) {
  if (distance(c) == DistanceField::unreached) return std::nullopt;
  return goal_at(follow(data_->node(c)))->place;
}

}  // namespace tess::detail
