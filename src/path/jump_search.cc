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

/// The diagonal direction, less 4, between two sides at a right angle.
constexpr std::size_t diagonal_between(int a, int b) {
  const int dx = side_dx(a) + side_dx(b);
  const int dy = side_dy(a) + side_dy(b);
  if (dy > 0) return dx > 0 ? 0 : 1;
  return dx < 0 ? 2 : 3;
}

/// Whether a tile at most one step from a tile of the chunk is open.
TESS_ALWAYS_INLINE bool open_at(const NavChunk* chunk, int x, int y) {
  if (((x | y) & ~63) != 0) [[unlikely]] {
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
  switch (node.arrival) {
    case side_east: go_on<side_east>(at, node.cost); break;
    case side_south: go_on<side_south>(at, node.cost); break;
    case side_west: go_on<side_west>(at, node.cost); break;
    case side_north: go_on<side_north>(at, node.cost); break;
    default:
      look<Steps::octile, side_east>(at, node.cost);
      look<Steps::octile, side_south>(at, node.cost);
      look<Steps::octile, side_west>(at, node.cost);
      look<Steps::octile, side_north>(at, node.cost);
      run_diagonal<0>(at, node.cost);
      run_diagonal<1>(at, node.cost);
      run_diagonal<2>(at, node.cost);
      run_diagonal<3>(at, node.cost);
      break;
  }
}

/// Expands a node that was reached straight: on in the same direction, and to each side on which it
/// has a forced neighbour.
template <int ahead>
void JumpSearch::go_on(const Place& at, std::uint64_t cost) {
  constexpr int right = (ahead + 1) & 3;
  constexpr int left = (ahead + 3) & 3;
  look<Steps::octile, ahead>(at, cost);
  if (forced(at, right, ahead)) {
    look<Steps::octile, right>(at, cost);
    run_diagonal<diagonal_between(ahead, right)>(at, cost);
  }
  if (forced(at, left, ahead)) {
    look<Steps::octile, left>(at, cost);
    run_diagonal<diagonal_between(ahead, left)>(at, cost);
  }
}

void JumpSearch::expand_cardinal(const Place& at, const Node& node) {
  const bool first = node.arrival == at_start;
  if (first || node.arrival == side_south) look<Steps::cardinal, side_south>(at, node.cost);
  if (first || node.arrival == side_north) look<Steps::cardinal, side_north>(at, node.cost);
  for (const int side : {side_east, side_west}) {
    if (first || forced(at, side, node.arrival)) run_horizontal(at, side, node.cost);
  }
}

/// Whether the tile to the side is open and the one behind it, seen in the direction of travel, is
/// not: then no other way as short leads there.
TESS_ALWAYS_INLINE bool JumpSearch::forced(const Place& at, int side, int ahead) const {
  const int x = at.x + side_dx(side);
  const int y = at.y + side_dy(side);
  return open_at(at.chunk, x, y) && !open_at(at.chunk, x - side_dx(ahead), y - side_dy(ahead));
}

/// Looks straight from a place for the goal and the next node.
template <Steps steps, int side>
TESS_ALWAYS_INLINE void JumpSearch::look(const Place& at, std::uint64_t cost) {
  look_for_goal<side>(at, cost);
  if (test_tile(jumps(at).sees[side], at.x, at.y)) jump<steps, side>(at, cost);
}

/// Reaches the goal where it lies straight ahead and nothing stops the way there.
template <int side>
TESS_ALWAYS_INLINE void JumpSearch::look_for_goal(const Place& at, std::uint64_t cost) {
  const Coord way = to_goal(at);
  if ((is_horizontal(side) ? way.y : way.x) != 0 || !level_) return;
  const int along = is_horizontal(side) ? way.x * side_dx(side) : way.y * side_dy(side);
  if (along <= 0) return;
  Place stop = at;
  const std::uint64_t distance = scan<side>(stop);
  // An open stop before the goal is a node, which will see it.
  const auto steps = static_cast<std::uint64_t>(along);
  if (steps <= distance) reach_goal(cost + steps * straight_);
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

/// Runs along a diagonal until it is blocked, and looks to both sides where that finds something.
template <std::size_t diagonal>
void JumpSearch::run_diagonal(Place at, std::uint64_t cost) {
  constexpr int horizontal = diagonal == 0 || diagonal == 3 ? side_east : side_west;
  constexpr int vertical = diagonal < 2 ? side_south : side_north;
  constexpr int dx = side_dx(horizontal);
  constexpr int dy = side_dy(vertical);
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
      look_for_goal<horizontal>(at, cost);
      look_for_goal<vertical>(at, cost);
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
      look<Steps::cardinal, side_south>(at, here);
      look<Steps::cardinal, side_north>(at, here);
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
