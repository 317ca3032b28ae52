#include "jump_search.h"

#include <algorithm>

namespace tess::detail {

namespace {

constexpr std::uint64_t not_found = ~std::uint64_t{0};

/// More steps than a map has tiles in a line.
constexpr std::int64_t never = std::int64_t{1} << 40;

constexpr bool is_horizontal(int side) { return side == side_east || side == side_west; }
constexpr bool is_forward(int side) { return side == side_east || side == side_south; }
constexpr int side_dx(int side) { return offsets[static_cast<std::size_t>(side)].dx; }
constexpr int side_dy(int side) { return offsets[static_cast<std::size_t>(side)].dy; }

/// Whether a tile at most one step from a tile of the chunk is open.
bool open_at(const NavChunk* chunk, int x, int y) {
  if (((x | y) & ~63) != 0) {
    if (x < 0) chunk = chunk->side[side_west];
    if (x > 63) chunk = chunk->side[side_east];
    if (y < 0) chunk = chunk->side[side_north];
    if (y > 63) chunk = chunk->side[side_south];
  }
  return chunk->open(x & 63, y & 63);
}

bool test_tile(const WordRows& rows, int x, int y) {
  return test_bit(rows[static_cast<std::size_t>(y)], x);
}

}  // namespace

JumpSearch::JumpSearch(const Movement& movement) : movement_(movement) {}

JumpSearch::~JumpSearch() {
  for (Page* page : pages_) delete page;
}

void JumpSearch::start(const SearchTask& task) {
  task_ = task;
  counters_ = {};
  table_ = &task.map->jumps()[0];
  pages_.resize(task.map->chunks().size());
  nodes_.clear();
  const auto cost = static_cast<std::uint64_t>(task.map->uniform_cost());
  const StepLengths length = step_lengths(movement_.steps);
  straight_ = length.straight * cost;
  diagonal_ = length.diagonal * cost;
  best_ = not_found;
  const Coord start = task.map->coord(task.start);
  goal_ = task.map->coord(task.goal);
  level_ = start.z == goal_.z;
  overflowed_ = false;
  weighted_ = task.weight != SearchTask::unit_weight;
  open_.reset(task_.estimate(start), weighted_);
  const Place at{&task.map->chunks()[task.start >> 12], static_cast<int>(task.start & 63),
                 static_cast<int>(task.start >> 6 & 63)};
  if (movement_.steps == Steps::octile) {
    reach<Steps::octile>(at, 0, at_start);
  } else {
    reach<Steps::cardinal>(at, 0, at_start);
  }
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
    if (best_ != not_found && node.cost + bound<steps>(task_.map->coord(node.tile)) >= best_) {
      continue;
    }
    if (expansions == 0) {
      open_.put_back(index);
      --counters_.heap_operations;
      return Progress::running;
    }
    node.closed = 1;
    --expansions;
    ++counters_.expanded;
    current_ = index;
    const Place at{&task_.map->chunks()[node.tile >> 12], static_cast<int>(node.tile & 63),
                   static_cast<int>(node.tile >> 6 & 63)};
    if constexpr (steps == Steps::octile) {
      expand_octile(at, Node(node));
    } else {
      expand_cardinal(at, Node(node));
    }
  }
  return best_ == not_found ? Progress::exhausted : Progress::found;
}

void JumpSearch::expand_octile(const Place& at, const Node& node) {
  if (node.arrival == at_start) {
    for (int side = 0; side < 4; ++side) look<Steps::octile>(at, side, node.cost);
    for (const int vertical : {side_south, side_north}) {
      run_diagonal(at, side_east, vertical, node.cost);
      run_diagonal(at, side_west, vertical, node.cost);
    }
    return;
  }
  const int ahead = node.arrival;
  look<Steps::octile>(at, ahead, node.cost);
  for (const int side : {(ahead + 1) & 3, (ahead + 3) & 3}) {
    if (!forced(at, side, ahead)) continue;
    look<Steps::octile>(at, side, node.cost);
    if (is_horizontal(ahead)) {
      run_diagonal(at, ahead, side, node.cost);
    } else {
      run_diagonal(at, side, ahead, node.cost);
    }
  }
}

void JumpSearch::expand_cardinal(const Place& at, const Node& node) {
  const bool first = node.arrival == at_start;
  for (const int side : {side_south, side_north}) {
    if (first || side == node.arrival) look<Steps::cardinal>(at, side, node.cost);
  }
  for (const int side : {side_east, side_west}) {
    if (first || forced(at, side, node.arrival)) run_horizontal(at, side, node.cost);
  }
}

/// Whether the tile to the side is open and the one behind it, seen in the direction of travel, is
/// not: then no other way as short leads there.
bool JumpSearch::forced(const Place& at, int side, int ahead) const {
  const int x = at.x + side_dx(side);
  const int y = at.y + side_dy(side);
  return open_at(at.chunk, x, y) && !open_at(at.chunk, x - side_dx(ahead), y - side_dy(ahead));
}

/// Looks straight from a place for the goal and the next node.
template <Steps steps>
void JumpSearch::look(const Place& at, int side, std::uint64_t cost) {
  const Coord way = to_goal(at);
  if (((way.x == 0) | (way.y == 0)) && level_) look_for_goal(at, side, cost);
  if (test_tile(jumps(at).sees[static_cast<std::size_t>(side)], at.x, at.y)) {
    jump_to<steps>(at, side, cost);
  }
}

/// Reaches the goal where it lies straight ahead and nothing stops the way there.
void JumpSearch::look_for_goal(const Place& at, int side, std::uint64_t cost) {
  const Coord way = to_goal(at);
  const int along = is_horizontal(side) ? way.x * side_dx(side) : way.y * side_dy(side);
  if ((is_horizontal(side) ? way.y : way.x) != 0 || along <= 0) return;
  Place stop = at;
  std::uint64_t distance = 0;
  switch (side) {
    case side_east: distance = scan<side_east>(stop); break;
    case side_south: distance = scan<side_south>(stop); break;
    case side_west: distance = scan<side_west>(stop); break;
    default: distance = scan<side_north>(stop); break;
  }
  // An open stop before the goal is a node, which will see it.
  const auto steps = static_cast<std::uint64_t>(along);
  if (steps <= distance) reach_goal(cost + steps * straight_);
}

template <Steps steps>
void JumpSearch::jump_to(const Place& at, int side, std::uint64_t cost) {
  switch (side) {
    case side_east: jump<steps, side_east>(at, cost); break;
    case side_south: jump<steps, side_south>(at, cost); break;
    case side_west: jump<steps, side_west>(at, cost); break;
    default: jump<steps, side_north>(at, cost); break;
  }
}

/// Goes straight from a place that sees to the node that is seen.
template <Steps steps, int side>
TESS_ALWAYS_INLINE void JumpSearch::jump(Place at, std::uint64_t cost) {
  const std::uint64_t distance = scan<side>(at);
  reach<steps>(at, cost + distance * straight_, side);
}

/// Moves a place on to the next stop in a direction; returns how far that is.
template <int side>
TESS_ALWAYS_INLINE std::uint64_t JumpSearch::scan(Place& at) {
  constexpr auto s = static_cast<std::size_t>(side);
  int& along = is_horizontal(side) ? at.x : at.y;
  const auto line = static_cast<std::size_t>(is_horizontal(side) ? at.y : at.x);
  const int from = along;
  BitWord stops = jumps(at).stop[s][line];
  stops &= is_forward(side) ? all_bits << along << 1 : low_bits(along);
  std::uint64_t passed = 0;
  ++counters_.scanned_words;
  while (stops == 0) {
    at.chunk = at.chunk->side[s];
    stops = jumps(at).stop[s][line];
    passed += chunk_size;
    ++counters_.scanned_words;
  }
  along = is_forward(side) ? lowest_bit(stops) : highest_bit(stops);
  return passed + static_cast<std::uint64_t>(
                      static_cast<std::int64_t>(is_forward(side) ? along - from : from - along));
}

void JumpSearch::run_diagonal(const Place& at, int horizontal, int vertical, std::uint64_t cost) {
  if (vertical == side_south) {
    horizontal == side_east ? run_diagonal<0>(at, cost) : run_diagonal<1>(at, cost);
  } else {
    horizontal == side_west ? run_diagonal<2>(at, cost) : run_diagonal<3>(at, cost);
  }
}

/// Runs along a diagonal until it is blocked, and looks to both sides where that finds something.
template <std::size_t diagonal>
void JumpSearch::run_diagonal(Place at, std::uint64_t cost) {
  constexpr Offset step = offsets[diagonal + 4];
  constexpr int dx = step.dx;
  constexpr int dy = step.dy;
  constexpr int horizontal = dx > 0 ? side_east : side_west;
  constexpr int vertical = dy > 0 ? side_south : side_north;
  if (test_tile(jumps(at).ends[diagonal], at.x, at.y)) return;
  // The run crosses the goal's column and row after so many steps, where it does.
  const Coord way = to_goal(at);
  std::int64_t to_column = std::int64_t{way.x} * dx;
  std::int64_t to_row = std::int64_t{way.y} * dy;
  if (to_column <= 0 || !level_) to_column = never;
  if (to_row <= 0 || !level_) to_row = never;
  for (;;) {
    // One step that may leave the chunk, then on within the chunk to the next pause.
    at.x += dx;
    at.y += dy;
    if (((at.x | at.y) & ~63) != 0) {
      if (at.x != (at.x & 63)) at.chunk = at.chunk->side[horizontal];
      if (at.y != (at.y & 63)) at.chunk = at.chunk->side[vertical];
      at.x &= 63;
      at.y &= 63;
    }
    const JumpChunk& jump_chunk = jumps(at);
    const auto line = static_cast<std::size_t>((dx == dy ? at.y - at.x : at.y + at.x) & 63);
    const BitWord turns = jump_chunk.turn[diagonal][line];
    ++counters_.scanned_words;
    const int room = std::min(dx > 0 ? 63 - at.x : at.x, dy > 0 ? 63 - at.y : at.y);
    // A zero has 64 leading and trailing zeros: no turn before the chunk's border.
    const int clear = dx > 0 ? lowest_bit(turns >> at.x) : 63 - highest_bit(turns << (63 - at.x));
    const std::int64_t goal_line = std::min(to_column, to_row) - 1;
    const auto on = static_cast<int>(std::min<std::int64_t>(std::min(room, clear), goal_line));
    at.x += on * dx;
    at.y += on * dy;
    cost += static_cast<std::uint64_t>(on + 1) * diagonal_;
    if (cost >= best_) return;
    to_column -= on + 1;
    to_row -= on + 1;
    if (on == goal_line) {
      if (to_column == to_row) {
        reach_goal(cost);
        return;
      }
      if (to_column == 0) to_column = never;
      if (to_row == 0) to_row = never;
      look_for_goal(at, horizontal, cost);
      look_for_goal(at, vertical, cost);
    }
    if (on != clear) continue;
    if (test_tile(jump_chunk.sees[horizontal], at.x, at.y)) {
      jump<Steps::octile, horizontal>(at, cost);
    }
    if (test_tile(jump_chunk.sees[vertical], at.x, at.y)) jump<Steps::octile, vertical>(at, cost);
    if (test_tile(jump_chunk.ends[diagonal], at.x, at.y)) return;
  }
}

/// Runs along a row until it is blocked, and looks up and down where that finds something.
void JumpSearch::run_horizontal(Place at, int side, std::uint64_t cost) {
  const auto s = static_cast<std::size_t>(side);
  const auto row = static_cast<std::size_t>(at.y);
  const bool forward = side == side_east;
  const std::int32_t start = at.chunk->origin.x + at.x;
  BitWord ahead = forward ? all_bits << at.x << 1 : low_bits(at.x);
  for (;;) {
    const JumpChunk& jump_chunk = jumps(at);
    const BitWord open = at.chunk->rows[row];
    ++counters_.scanned_words;
    BitWord pauses = ~open | jump_chunk.sees[side_south][row] | jump_chunk.sees[side_north][row];
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
      if (at.x == goal_x && at.chunk->origin.y + at.y == goal_.y && level_) {
        reach_goal(here);
        return;
      }
      look<Steps::cardinal>(at, side_south, here);
      look<Steps::cardinal>(at, side_north, here);
    }
    at.chunk = at.chunk->side[s];
    ahead = all_bits;
  }
}

/// The bound of `Heuristic` on a map of one cost without links.
template <Steps steps>
std::uint64_t JumpSearch::bound(Coord at) const {
  const std::int64_t dx = std::int64_t{goal_.x} - at.x;
  const std::int64_t dy = std::int64_t{goal_.y} - at.y;
  const auto x = static_cast<std::uint64_t>(dx < 0 ? -dx : dx);
  const auto y = static_cast<std::uint64_t>(dy < 0 ? -dy : dy);
  const std::uint64_t straight = x > y ? x - y : y - x;
  const std::uint64_t ticks = steps == Steps::octile
                                  ? straight * straight_ + std::min(x, y) * diagonal_
                                  : (x + y) * straight_;
  return weighted_ ? ticks * task_.weight / SearchTask::unit_weight : ticks;
}

template <Steps steps>
void JumpSearch::reach(const Place& at, std::uint64_t cost, int arrival) {
  const auto in_chunk = static_cast<std::uint32_t>(at.y * chunk_size + at.x);
  const NodeId tile = at.chunk->slot * NodeId{chunk_tiles} + in_chunk;
  Page*& page = pages_[at.chunk->slot];
  if (page == nullptr) page = new Page{};
  std::uint32_t& index = page->index[in_chunk];
  const bool known = index < nodes_.size() && nodes_[index].tile == tile;
  // A weighted search keeps its bound without expanding a node twice.
  if (known && (nodes_[index].cost <= cost || (weighted_ && nodes_[index].closed != 0))) return;
  if (cost > max_cost) {
    overflowed_ = true;
    return;
  }
  const std::uint64_t rest =
      bound<steps>({at.chunk->origin.x + at.x, at.chunk->origin.y + at.y, 0});
  if (cost + rest >= best_) return;
  const Node node{tile, static_cast<std::uint32_t>(cost), current_,
                  static_cast<std::uint8_t>(arrival), 0};
  if (known) {
    nodes_[index] = node;
  } else {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
  }
  ++counters_.generated;
  ++counters_.heap_operations;
  open_.push<steps, false>(cost + rest, rest, index);
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
