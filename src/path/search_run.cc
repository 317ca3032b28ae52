#include "search_run.h"

#include <algorithm>

#include "../nav/nav_data.h"

namespace tess::detail {

namespace {

std::uint64_t fixed_point(float weight) {
  return static_cast<std::uint64_t>(weight * static_cast<float>(SearchTask::unit_weight) + 0.5F);
}

}  // namespace

Search::Search(const NavMap& map) : map_(map), astar_(map.movement()), jump_(map.movement()) {}

void Search::start(const PathRequest& request, bool sliced) {
  const SearchOptions& options = request.options;
  TESS_ASSERT(options.heuristic_weight >= 1.0F && options.heuristic_weight <= 16.0F,
              "the heuristic's weight is 1 to 16");
  TESS_ASSERT(options.unknown_cost >= 1 && options.unknown_cost <= max_entry_cost,
              "the cost of unknown tiles is 1 to 254");
  request_ = request;
  sliced_ = sliced;
  stage_ = Stage::requested;
  result_ = {};
}

PathResult Search::advance(std::uint64_t expansions) {
  if (stage_ != Stage::requested && stage_ != Stage::done && map_.version() != version_) {
    stage_ = Stage::requested;
    result_ = {};
    result_.restarted = true;
  }
  if (stage_ == Stage::requested) begin();
  if (stage_ == Stage::searching || stage_ == Stage::nearest) run(expansions);
  return result_;
}

void Search::begin() {
  const NavData& map = map_.data();
  version_ = map.version();
  earlier_ = {};
  unknown_chunks_.clear();
  builder_.clear();
  engine_ = Algorithm::automatic;
  result_.algorithm = Algorithm::astar;
  if (!map_.box().contains(request_.from) || !map_.box().contains(request_.to)) {
    finish(PathStatus::out_of_bounds);
    return;
  }
  const SearchOptions& options = request_.options;
  const bool into_unknown = options.unknown == UnknownTiles::enter && map.has_unknown();
  task_ = {};
  task_.map = &map;
  task_.start = map.node(request_.from);
  task_.goal = map.node(request_.to);
  task_.goal_coord = request_.to;
  task_.weight = fixed_point(options.heuristic_weight);
  task_.unknown = options.unknown;
  task_.unknown_cost = options.unknown_cost;
  const int lowest =
      into_unknown ? std::min<int>(map.lowest_cost(), options.unknown_cost) : map.lowest_cost();
  task_.heuristic.aim(map, request_.to, lowest, !into_unknown);
  if (!look_at_ends() || go_straight()) return;
  result_.algorithm = chosen_algorithm();
  if (!is_cut_off()) begin_search();
}

/// Whether the search may begin; otherwise it has its result.
bool Search::look_at_ends() {
  for (const NodeId node : {task_.start, task_.goal}) {
    if (can_stand(node)) continue;
    const bool hidden =
        task_.map->cost_byte(node) == unknown_byte && task_.unknown == UnknownTiles::report;
    if (hidden) unknown_chunks_.assign(1, task_.map->world().key(node >> 12));
    if (node != task_.start && request_.options.nearest) {
      begin_nearest();
    } else if (hidden) {
      finish(PathStatus::unknown_tiles);
    } else if (node == task_.start) {
      finish(PathStatus::blocked_start);
    } else {
      finish(PathStatus::blocked_goal);
    }
    return false;
  }
  if (task_.start != task_.goal) return true;
  finish_path(request_.to, 0);
  return false;
}

bool Search::can_stand(NodeId node) const {
  if (task_.map->open(node)) return true;
  return task_.unknown == UnknownTiles::enter && task_.map->cost_byte(node) == unknown_byte;
}

/// Takes the way along the start's row and the goal's column, or the other way round, where it is
/// open and as cheap as any way can be.
bool Search::go_straight() {
  const NavData& map = *task_.map;
  const Coord from = request_.from;
  const Coord to = request_.to;
  if (map.movement().steps != Steps::cardinal || from.z != to.z || map.uniform_cost() == 0 ||
      request_.options.algorithm != Algorithm::automatic) {
    return false;
  }
  const std::uint64_t cost =
      distance_in_ticks(Steps::cardinal, from, to) * static_cast<std::uint64_t>(map.uniform_cost());
  if (cost != task_.heuristic(from) || cost > max_cost) return false;
  for (const bool row_first : {true, false}) {
    const Coord turn = row_first ? Coord{to.x, from.y, from.z} : Coord{from.x, to.y, from.z};
    const bool open = row_first ? row_is_open(from, turn) && column_is_open(turn, to)
                                : column_is_open(from, turn) && row_is_open(turn, to);
    if (!open) continue;
    builder_.prepend_line(turn, to);
    builder_.prepend_line(from, turn);
    result_.algorithm = Algorithm::jump_point;
    finish_path(to, cost);
    return true;
  }
  return false;
}

bool Search::row_is_open(Coord from, Coord to) {
  const auto [west, east] = std::minmax(from.x, to.x);
  const NavChunk* chunk = &task_.map->chunks()[task_.map->node({west, from.y, from.z}) >> 12];
  const auto row = static_cast<std::size_t>(from.y & (chunk_size - 1));
  for (std::int32_t x = west;; chunk = chunk->side[side_east]) {
    const int first = x - chunk->origin.x;
    const int last = std::min(east - chunk->origin.x, chunk_size - 1);
    ++earlier_.scanned_words;
    if ((~chunk->rows[row] & bit_range(first, last - first + 1)) != 0) return false;
    if (east - chunk->origin.x <= last) return true;
    x = chunk->origin.x + chunk_size;
  }
}

bool Search::column_is_open(Coord from, Coord to) {
  const auto [north, south] = std::minmax(from.y, to.y);
  const NavChunk* chunk = &task_.map->chunks()[task_.map->node({from.x, north, from.z}) >> 12];
  const auto column = static_cast<std::size_t>(from.x & (chunk_size - 1));
  for (std::int32_t y = north;; chunk = chunk->side[side_south]) {
    const int first = y - chunk->origin.y;
    const int last = std::min(south - chunk->origin.y, chunk_size - 1);
    ++earlier_.scanned_words;
    if ((~chunk->columns[column] & bit_range(first, last - first + 1)) != 0) return false;
    if (south - chunk->origin.y <= last) return true;
    y = chunk->origin.y + chunk_size;
  }
}

/// Whether the regions say that no path leads to the goal; then the search has its result, or goes
/// for the nearest tile. Of unknown tiles they know nothing: those that a search would enter, or
/// tell of, leave it to the search.
bool Search::is_cut_off() {
  const NavData& map = *task_.map;
  if (map.has_unknown() && task_.unknown != UnknownTiles::avoid) return false;
  if (map_.regions().reachable(map.chunks(), task_.start, task_.goal)) return false;
  if (request_.options.nearest) {
    begin_nearest();
  } else {
    finish(PathStatus::no_path);
  }
  return true;
}

/// The search that suits the map and the request.
Algorithm Search::chosen_algorithm() const {
  const NavData& map = *task_.map;
  const bool known = !map.has_unknown() || task_.unknown == UnknownTiles::avoid;
  if (!map.has_jumps() || !known || !map.link_edges().empty()) return Algorithm::astar;
  const bool cardinal = map.movement().steps == Steps::cardinal;
  switch (request_.options.algorithm) {
    case Algorithm::automatic:
      return cardinal && map.jumps().cluttered() ? Algorithm::wave : Algorithm::jump_point;
    case Algorithm::wave: return cardinal ? Algorithm::wave : Algorithm::astar;
    default: return request_.options.algorithm;
  }
}

void Search::begin_search() {
  engine_ = result_.algorithm;
  switch (engine_) {
    case Algorithm::wave: wave_.start(task_); break;
    case Algorithm::jump_point: jump_.start(task_); break;
    default: astar_.start(task_); break;
  }
  result_.status = PathStatus::searching;
  stage_ = Stage::searching;
}

void Search::begin_nearest() {
  earlier_ = counters();
  flood_.run(task_);
  earlier_.scanned_words += flood_.scanned_words();
  task_.nearest = true;
  task_.nearest_distance = flood_.nearest_distance(request_.to);
  task_.heuristic.aim_around(*task_.map, task_.nearest_distance);
  result_.nearest = true;
  result_.algorithm = Algorithm::astar;
  result_.status = PathStatus::searching;
  engine_ = Algorithm::astar;
  astar_.start(task_);
  stage_ = Stage::nearest;
}

void Search::run(std::uint64_t expansions) {
  while (stage_ == Stage::searching || stage_ == Stage::nearest) {
    const std::uint64_t done = counters().expanded;
    const std::uint64_t left = request_.options.max_expansions - done;
    const std::uint64_t slice = std::min(expansions, left);
    const Progress progress = advance_engine(slice);
    expansions -= counters().expanded - done;
    if (progress == Progress::running) {
      result_.counters = counters();
      if (slice == left) finish(PathStatus::out_of_budget);
      return;
    }
    if (progress == Progress::exhausted) {
      fail();
      continue;
    }
    finish_engine();
  }
}

Progress Search::advance_engine(std::uint64_t expansions) {
  switch (engine_) {
    case Algorithm::wave: return wave_.advance(expansions);
    case Algorithm::jump_point: return jump_.advance(expansions);
    default: return astar_.advance(expansions);
  }
}

/// Takes the engine's path for the result.
void Search::finish_engine() {
  switch (engine_) {
    case Algorithm::wave:
      wave_.trace(builder_);
      finish_path(request_.to, wave_.cost());
      break;
    case Algorithm::jump_point:
      jump_.trace(builder_);
      finish_path(request_.to, jump_.cost());
      break;
    default:
      astar_.trace(builder_);
      finish_path(task_.map->coord(astar_.reached()), astar_.cost());
      break;
  }
}

/// Says why the engine found nothing, or goes on to the nearest tile.
void Search::fail() {
  bool overflowed = false;
  switch (engine_) {
    case Algorithm::wave: overflowed = wave_.overflowed(); break;
    case Algorithm::jump_point: overflowed = jump_.overflowed(); break;
    default: overflowed = astar_.overflowed(); break;
  }
  collect_unknown();
  // The flood has found the nearest tile: the way there can only be too dear.
  if (overflowed && (stage_ == Stage::nearest || goal_is_connected())) {
    finish(PathStatus::cost_overflow);
  } else if (request_.options.nearest && stage_ == Stage::searching) {
    begin_nearest();
  } else if (!unknown_chunks_.empty()) {
    finish(PathStatus::unknown_tiles);
  } else {
    finish(PathStatus::no_path);
  }
}

bool Search::goal_is_connected() {
  flood_.run(task_);
  return flood_.nearest_distance(request_.to) == 0;
}

void Search::finish(PathStatus status) {
  collect_unknown();
  result_.status = status;
  result_.counters = counters();
  result_.unknown_chunks = unknown_chunks_;
  result_.met_unknown = !unknown_chunks_.empty();
  stage_ = Stage::done;
}

void Search::finish_path(Coord back, std::uint64_t cost) {
  result_.path = builder_.finish(request_.from, back);
  result_.cost = cost;
  result_.cost_in_tiles = static_cast<double>(cost) /
                          static_cast<double>(step_lengths(task_.map->movement().steps).straight);
  finish(PathStatus::found);
}

void Search::collect_unknown() {
  if (engine_ != Algorithm::astar) return;
  for (const std::uint32_t slot : astar_.unknown_slots()) {
    unknown_chunks_.push_back(task_.map->world().key(slot));
  }
  std::ranges::sort(unknown_chunks_);
  unknown_chunks_.erase(std::unique(unknown_chunks_.begin(), unknown_chunks_.end()),
                        unknown_chunks_.end());
}

SearchCounters Search::counters() const {
  SearchCounters sum = earlier_;
  switch (engine_) {
    case Algorithm::jump_point: return sum += jump_.counters();
    case Algorithm::astar: return sum += astar_.counters();
    case Algorithm::wave: return sum += wave_.counters();
    case Algorithm::automatic: break;
  }
  return sum;
}

void Search::append_expanded(std::vector<Coord>& tiles) const {
  std::vector<NodeId> nodes;
  if (engine_ == Algorithm::jump_point) jump_.append_expanded(nodes);
  if (engine_ == Algorithm::astar) astar_.append_expanded(nodes);
  if (engine_ == Algorithm::wave) wave_.append_expanded(nodes);
  std::ranges::sort(nodes);
  for (const NodeId node : nodes) tiles.push_back(task_.map->coord(node));
}

}  // namespace tess::detail
