#include "jump_search.h"

#include <algorithm>

namespace tess::detail {

namespace {

constexpr std::uint64_t not_found = ~std::uint64_t{0};
constexpr std::uint8_t at_start = 4;

constexpr std::int32_t never = 0x7FFFFFFF;

/// The parts of a diagonal direction, less 4: its horizontal and its vertical side.
struct Diagonal {
  int horizontal;
  int vertical;
  int dx;
  int dy;
};
constexpr Diagonal diagonals[4] = {{side_east, side_south, 1, 1},
                                   {side_west, side_south, -1, 1},
                                   {side_west, side_north, -1, -1},
                                   {side_east, side_north, 1, -1}};

constexpr std::size_t diagonal_of(int horizontal, int vertical) {
  if (vertical == side_south) return horizontal == side_east ? 0 : 1;
  return horizontal == side_west ? 2 : 3;
}

constexpr bool is_horizontal(int side) { return side == side_east || side == side_west; }
constexpr int side_dx(int side) { return offsets[static_cast<std::size_t>(side)].dx; }
constexpr int side_dy(int side) { return offsets[static_cast<std::size_t>(side)].dy; }

/// Whether the tile at most one step from a tile of the chunk is open.
bool open_at(const NavChunk* chunk, int x, int y) {
  if (x < 0) chunk = chunk->side[side_west];
  if (x > 63) chunk = chunk->side[side_east];
  if (y < 0) chunk = chunk->side[side_north];
  if (y > 63) chunk = chunk->side[side_south];
  return chunk->open(x & 63, y & 63);
}

}  // namespace

JumpSearch::JumpSearch(const Movement& movement) : movement_(movement) {}

JumpSearch::~JumpSearch() {
  for (Page* page : pages_) delete page;
}

void JumpSearch::start(const SearchTask& task) {
  task_ = task;
  counters_ = {};
  pages_.resize(task.map->chunks().size());
  nodes_.clear();
  const auto cost = static_cast<std::uint64_t>(task.map->uniform_cost());
  const StepLengths length = step_lengths(movement_.steps);
  straight_ = length.straight * cost;
  diagonal_ = length.diagonal * cost;
  best_ = not_found;
  goal_ = task.map->coord(task.goal);
  overflowed_ = false;
  weighted_ = task.weight != SearchTask::unit_weight;
  open_.reset(task_.estimate(task.map->coord(task.start)), weighted_);
  reach(task.start, task.map->coord(task.start), 0, at_start);
}

Progress JumpSearch::advance(std::uint64_t expansions) {
  return movement_.steps == Steps::octile ? advance_as<Steps::octile>(expansions)
                                          : advance_as<Steps::cardinal>(expansions);
}

template <Steps steps>
Progress JumpSearch::advance_as(std::uint64_t expansions) {
  while (open_.seek<steps, false>(best_)) {
    const std::uint32_t index = open_.pop<false>();
    Node& node = nodes_[index];
    ++counters_.heap_operations;
    if (node.closed != 0) continue;
    const Coord at = task_.map->coord(node.tile);
    if (best_ != not_found && node.cost + task_.estimate(at) >= best_) continue;
    if (expansions == 0) {
      open_.put_back(index);
      --counters_.heap_operations;
      return Progress::running;
    }
    node.closed = 1;
    --expansions;
    ++counters_.expanded;
    expand(index);
  }
  return best_ == not_found ? Progress::exhausted : Progress::found;
}

void JumpSearch::expand(std::uint32_t index) {
  current_ = index;
  const Node node = nodes_[index];
  const Place at{&task_.map->chunks()[node.tile >> 12], static_cast<int>(node.tile & 63),
                 static_cast<int>(node.tile >> 6 & 63)};
  if (movement_.steps == Steps::octile) {
    expand_octile(at, node);
  } else {
    expand_cardinal(at, node);
  }
}

void JumpSearch::expand_octile(const Place& at, const Node& node) {
  if (node.arrival == at_start) {
    for (int side = 0; side < 4; ++side) look(at, side, node.cost);
    for (std::size_t d = 0; d < 4; ++d) run_diagonal(at, d, node.cost);
    return;
  }
  const int ahead = node.arrival;
  look(at, ahead, node.cost);
  for (const int side : {(ahead + 1) & 3, (ahead + 3) & 3}) {
    if (!forced(at, side, ahead)) continue;
    look(at, side, node.cost);
    const std::size_t d =
        is_horizontal(ahead) ? diagonal_of(ahead, side) : diagonal_of(side, ahead);
    run_diagonal(at, d, node.cost);
  }
}

void JumpSearch::expand_cardinal(const Place& at, const Node& node) {
  if (node.arrival == at_start) {
    for (int side = 0; side < 4; ++side) {
      if (is_horizontal(side)) {
        run_horizontal(at, side, node.cost);
      } else {
        look(at, side, node.cost);
      }
    }
    return;
  }
  look(at, node.arrival, node.cost);
  for (const int side : {side_east, side_west}) {
    if (forced(at, side, node.arrival)) run_horizontal(at, side, node.cost);
  }
}

/// Whether the tile to the side is open and the one behind it, seen in the direction of travel, is
/// not: then no other way as short leads there.
bool JumpSearch::forced(const Place& at, int side, int ahead) const {
  const int x = at.x + side_dx(side);
  const int y = at.y + side_dy(side);
  return open_at(at.chunk, x, y) && !open_at(at.chunk, x - side_dx(ahead), y - side_dy(ahead));
}

bool JumpSearch::goal_ahead(const Place& at, int side) const {
  const std::int32_t dx = goal_.x - (at.chunk->origin.x + at.x);
  const std::int32_t dy = goal_.y - (at.chunk->origin.y + at.y);
  if (goal_.z != at.chunk->origin.z) return false;
  switch (side) {
    case side_east: return dy == 0 && dx > 0;
    case side_south: return dx == 0 && dy > 0;
    case side_west: return dy == 0 && dx < 0;
    default: return dx == 0 && dy < 0;
  }
}

/// Looks straight from a place for the next node, or the goal before it.
void JumpSearch::look(Place at, int side, std::uint64_t cost) {
  const auto row = static_cast<std::size_t>(at.y);
  const bool sees = test_bit(jumps(at).sees[static_cast<std::size_t>(side)][row], at.x);
  const bool goal = goal_ahead(at, side);
  if (!sees && !goal) return;
  const Place from = at;
  std::uint32_t distance = 0;
  scan(at, side, distance);
  if (goal) {
    const std::int32_t dx = goal_.x - (from.chunk->origin.x + from.x);
    const std::int32_t dy = goal_.y - (from.chunk->origin.y + from.y);
    const auto to_goal = static_cast<std::uint32_t>(std::max({dx, -dx, dy, -dy}));
    if (to_goal < distance || (sees && to_goal == distance)) {
      reach_goal(cost + to_goal * straight_);
      return;
    }
    if (!sees) return;
  }
  const NodeId tile = at.chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(at.y * 64 + at.x);
  reach(tile, {at.chunk->origin.x + at.x, at.chunk->origin.y + at.y, at.chunk->origin.z},
        cost + distance * straight_, static_cast<std::uint8_t>(side));
}

/// Moves a place on to the next stop in a direction.
void JumpSearch::scan(Place& at, int side, std::uint32_t& distance) {
  const auto s = static_cast<std::size_t>(side);
  const bool horizontal = is_horizontal(side);
  const bool forward = side == side_east || side == side_south;
  int& along = horizontal ? at.x : at.y;
  const auto line = static_cast<std::size_t>(horizontal ? at.y : at.x);
  BitWord ahead = forward ? all_bits << along << 1 : low_bits(along);
  std::uint32_t passed = 0;
  const int from = along;
  for (;;) {
    ++counters_.scanned_words;
    const BitWord stops = jumps(at).stop[s][line] & ahead;
    if (stops != 0) {
      along = forward ? lowest_bit(stops) : highest_bit(stops);
      break;
    }
    at.chunk = at.chunk->side[s];
    passed += chunk_size;
    ahead = all_bits;
  }
  distance = passed + static_cast<std::uint32_t>(forward ? along - from : from - along);
}

void JumpSearch::run_diagonal(Place at, std::size_t diagonal, std::uint64_t cost) {
  const Diagonal& d = diagonals[diagonal];
  const auto h = static_cast<std::size_t>(d.horizontal);
  const auto v = static_cast<std::size_t>(d.vertical);
  if (!open_at(at.chunk, at.x + d.dx, at.y) || !open_at(at.chunk, at.x, at.y + d.dy) ||
      !open_at(at.chunk, at.x + d.dx, at.y + d.dy)) {
    return;
  }
  // The run crosses the goal's column and row after so many steps, where it does.
  std::int32_t to_column = (goal_.x - (at.chunk->origin.x + at.x)) * d.dx;
  std::int32_t to_row = (goal_.y - (at.chunk->origin.y + at.y)) * d.dy;
  if (to_column <= 0 || goal_.z != at.chunk->origin.z) to_column = never;
  if (to_row <= 0 || goal_.z != at.chunk->origin.z) to_row = never;
  const WordRows* turns = &jumps(at).turn[diagonal];
  for (;;) {
    at.x += d.dx;
    at.y += d.dy;
    if (((at.x | at.y) & ~63) != 0) {
      if (at.x != (at.x & 63)) at.chunk = at.chunk->side[h];
      if (at.y != (at.y & 63)) at.chunk = at.chunk->side[v];
      at.x &= 63;
      at.y &= 63;
      turns = &jumps(at).turn[diagonal];
    }
    cost += diagonal_;
    --to_column;
    --to_row;
    const auto row = static_cast<std::size_t>(at.y);
    const bool turn = test_bit((*turns)[row], at.x);
    if (!turn && to_column != 0 && to_row != 0) continue;
    if (to_column == 0 && to_row == 0) {
      reach_goal(cost);
      return;
    }
    if (cost >= best_) return;
    look(at, d.horizontal, cost);
    look(at, d.vertical, cost);
    if (!turn) continue;
    if (!open_at(at.chunk, at.x + d.dx, at.y) || !open_at(at.chunk, at.x, at.y + d.dy) ||
        !open_at(at.chunk, at.x + d.dx, at.y + d.dy)) {
      return;
    }
  }
}

void JumpSearch::run_horizontal(Place at, int side, std::uint64_t cost) {
  const auto s = static_cast<std::size_t>(side);
  const auto row = static_cast<std::size_t>(at.y);
  const bool forward = side == side_east;
  const std::int32_t start = at.chunk->origin.x + at.x;
  BitWord ahead = forward ? all_bits << at.x << 1 : low_bits(at.x);
  for (;;) {
    const JumpChunk& jump = jumps(at);
    const BitWord open = at.chunk->rows[row];
    ++counters_.scanned_words;
    BitWord pauses = ~open | jump.sees[side_south][row] | jump.sees[side_north][row];
    const std::int32_t goal_x = goal_.x - at.chunk->origin.x;
    if (goal_x >= 0 && goal_x < chunk_size) pauses |= bit(goal_x);
    pauses &= ahead;
    while (pauses != 0) {
      at.x = forward ? lowest_bit(pauses) : highest_bit(pauses);
      pauses &= ~bit(at.x);
      if (!test_bit(open, at.x)) return;
      const std::int32_t x = at.chunk->origin.x + at.x;
      const auto steps = static_cast<std::uint64_t>(forward ? x - start : start - x);
      const std::uint64_t here = cost + steps * straight_;
      if (here >= best_) return;
      if (x == goal_.x && at.chunk->origin.y + at.y == goal_.y && at.chunk->origin.z == goal_.z) {
        reach_goal(here);
        return;
      }
      look(at, side_south, here);
      look(at, side_north, here);
    }
    at.chunk = at.chunk->side[s];
    ahead = all_bits;
  }
}

void JumpSearch::reach(NodeId tile, Coord at, std::uint64_t cost, std::uint8_t arrival) {
  if (cost > max_cost) {
    overflowed_ = true;
    return;
  }
  Page*& page = pages_[tile >> 12];
  if (page == nullptr) page = new Page{};
  // An index is good only if the node it leads to knows the tile: so it needs no clearing
  // (Briggs and Torczon, "An Efficient Representation for Sparse Sets", 1993).
  std::uint32_t& index = page->index[tile & (chunk_tiles - 1)];
  const bool known = index < nodes_.size() && nodes_[index].tile == tile;
  // A weighted search keeps its bound without expanding a node twice.
  if (known && (nodes_[index].cost <= cost || (weighted_ && nodes_[index].closed != 0))) return;
  const std::uint64_t bound = task_.estimate(at);
  if (cost + bound >= best_) return;
  if (known) {
    nodes_[index] = {tile, static_cast<std::uint32_t>(cost), current_, arrival, 0};
  } else {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({tile, static_cast<std::uint32_t>(cost), current_, arrival, 0});
  }
  ++counters_.generated;
  if (movement_.steps == Steps::octile) {
    open_.push<Steps::octile, false>(cost + bound, bound, index);
  } else {
    open_.push<Steps::cardinal, false>(cost + bound, bound, index);
  }
  ++counters_.heap_operations;
}

void JumpSearch::reach_goal(std::uint64_t cost) {
  if (cost > max_cost) {
    overflowed_ = true;
    return;
  }
  if (cost >= best_) return;
  ++counters_.generated;
  best_ = cost;
  goal_parent_ = current_;
}

void JumpSearch::trace(PathBuilder& path) const {
  Coord to = goal_;
  std::uint32_t index = goal_parent_;
  for (;;) {
    const Node& node = nodes_[index];
    const Coord from = task_.map->coord(node.tile);
    const std::int32_t dx = to.x - from.x;
    const std::int32_t dy = to.y - from.y;
    Coord turn{to.x, from.y, from.z};
    if (movement_.steps == Steps::octile) {
      const std::int32_t slant = std::min(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
      turn = {from.x + (dx < 0 ? -slant : slant), from.y + (dy < 0 ? -slant : slant), from.z};
    }
    path.prepend_line(turn, to);
    path.prepend_line(from, turn);
    if (node.arrival == at_start) return;
    to = from;
    index = node.parent;
  }
}

void JumpSearch::append_expanded(std::vector<NodeId>& nodes) const {
  for (const Node& node : nodes_) {
    if (node.closed != 0) nodes.push_back(node.tile);
  }
}

}  // namespace tess::detail
