#include "astar.h"

#include <array>
#include <cstring>

namespace tess::detail {

namespace {

constexpr std::uint64_t not_found = ~std::uint64_t{0};

/// Octile ticks share a bucket by the 128: about a third of a step.
constexpr int bucket_shift(Steps steps) { return steps == Steps::octile ? 7 : 0; }

constexpr std::uint32_t step_ticks(std::size_t d, const StepLengths& length) {
  return d >= 4 && d < 8 ? length.diagonal : length.straight;
}

constexpr std::array<int, 8> tile_steps{1, 64, -1, -64, 65, 63, -65, -63};

const NavChunk& side_of(const NavChunk& chunk, int side) {
  return *chunk.side[static_cast<std::size_t>(side)];
}

/// Moves to the chunk that holds the tile (x, y), at most one chunk away, and makes x and y local.
const NavChunk* walk(const NavChunk* chunk, int& x, int& y) {
  if (x < 0) chunk = chunk->side[side_west];
  if (x > 63) chunk = chunk->side[side_east];
  if (y < 0) chunk = chunk->side[side_north];
  if (y > 63) chunk = chunk->side[side_south];
  x &= 63;
  y &= 63;
  return chunk;
}

}  // namespace

AStar::AStar(const Movement& movement) : steps_(movement), movement_(movement) {}

AStar::~AStar() {
  for (Page* page : pages_) delete page;
}

void AStar::touch(std::uint32_t slot) {
  if (pages_[slot] == nullptr) pages_[slot] = new Page{};
  touched_[slot] = 1;
  touched_slots_.push_back(slot);
}

void AStar::start(const SearchTask& task) {
  task_ = task;
  counters_ = {};
  pages_.resize(task.map->chunks().size());
  touched_.resize(pages_.size());
  for (const std::uint32_t slot : touched_slots_) touched_[slot] = 0;
  touched_slots_.clear();
  link_arrivals_.clear();
  unknown_slots_.clear();
  if (++search_ == 0) {
    for (Page* page : pages_) {
      if (page != nullptr) *page = Page{};
    }
    search_ = 1;
  }
  best_ = not_found;
  reached_ = task.goal;
  overflowed_ = false;
  open_.reset(bucket_shift(movement_.steps));
  const NavChunk& chunk = task.map->chunks()[task.start >> 12];
  reach(chunk, task.start & (chunk_tiles - 1), 0, at_start);
}

Progress AStar::advance(std::uint64_t expansions) {
  for (;;) {
    if (open_.empty() || open_.next_key() >= best_) {
      return best_ == not_found ? Progress::exhausted : Progress::found;
    }
    if (expansions == 0) return Progress::running;
    const NodeId node = open_.pop();
    ++counters_.heap_operations;
    Node& record = pages_[node >> 12]->nodes[node & (chunk_tiles - 1)];
    if (record.closed != 0) continue;
    if (best_ != not_found && record.cost + task_.estimate(task_.map->coord(node)) >= best_) {
      continue;
    }
    record.closed = 1;
    --expansions;
    ++counters_.expanded;
    expand(node);
  }
}

void AStar::expand(NodeId node) {
  const Node& record = pages_[node >> 12]->nodes[node & (chunk_tiles - 1)];
  const NavChunk& chunk = task_.map->chunks()[node >> 12];
  const Site site{&chunk, static_cast<int>(node & 63), static_cast<int>(node >> 6 & 63),
                  record.cost, record.arrival};
  if (site.x > 0 && site.x < 63 && site.y > 0 && site.y < 63) {
    expand_inner(site);
  } else {
    expand_border(site);
  }
  if (movement_.vertical == Vertical::steps) expand_vertical(site);
  if (chunk.has_links) expand_links(node, site.cost);
  if (task_.unknown == UnknownTiles::report && task_.map->has_unknown()) look_for_unknown(site);
}

BitWord AStar::open_row(const NavChunk& chunk, int y) const {
  const auto row = static_cast<std::size_t>(y);
  if (task_.unknown == UnknownTiles::enter && chunk.unknown != nullptr) {
    return chunk.rows[row] | chunk.unknown[row];
  }
  return chunk.rows[row];
}

std::uint8_t AStar::entry_cost(const NavChunk& chunk, std::uint32_t tile) const {
  if (chunk.costs != nullptr) {
    const std::uint8_t cost = chunk.costs[tile];
    return cost == unknown_byte ? task_.unknown_cost : cost;
  }
  return test_bit(chunk.rows[tile >> 6], static_cast<int>(tile & 63)) ? chunk.uniform_cost
                                                                      : task_.unknown_cost;
}

void AStar::expand_inner(const Site& site) {
  const NavChunk& chunk = *site.chunk;
  const int shift = site.x - 1;
  const auto around = static_cast<std::uint32_t>((open_row(chunk, site.y - 1) >> shift & 7) |
                                                 (open_row(chunk, site.y) >> shift & 7) << 3 |
                                                 (open_row(chunk, site.y + 1) >> shift & 7) << 6);
  const std::uint32_t certain = steps_.certain(site.arrival, around);
  std::uint32_t conditional = steps_.conditional(site.arrival, around);
  const StepLengths length = step_lengths(movement_.steps);
  const auto tile = static_cast<std::uint32_t>(site.y * 64 + site.x);
  const auto neighbour = [tile](std::size_t d) {
    return tile + static_cast<std::uint32_t>(tile_steps[d]);
  };
  const auto take = [&](std::size_t d) {
    const std::uint32_t to = neighbour(d);
    const std::uint64_t step = std::uint64_t{step_ticks(d, length)} * entry_cost(chunk, to);
    reach(chunk, to, site.cost + step, static_cast<std::uint8_t>(d));
  };
  for (std::uint32_t left = certain; left != 0; left &= left - 1) {
    take(static_cast<std::size_t>(lowest_bit(left)));
  }
  for (; conditional != 0; conditional &= conditional - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(conditional));
    const std::uint8_t here = entry_cost(chunk, tile);
    const std::uint8_t there = entry_cost(chunk, neighbour(d));
    const int detour = StepTable::detour(offsets[site.arrival], offsets[d]);
    const std::uint32_t by =
        tile + static_cast<std::uint32_t>((detour / 3 - 1) * 64 + detour % 3 - 1);
    if (worth(static_cast<int>(d), here, there, d >= 4 ? entry_cost(chunk, by) : std::uint8_t{0})) {
      take(d);
    }
  }
}

bool AStar::worth(int direction, std::uint8_t here, std::uint8_t there, std::uint8_t detour) {
  constexpr std::uint32_t straight = step_lengths(Steps::octile).straight;
  constexpr std::uint32_t diagonal = step_lengths(Steps::octile).diagonal;
  // A straight step after a straight one, against the one diagonal step that replaces both.
  if (direction < 4) return straight * here + straight * there < diagonal * there;
  // A diagonal step after a diagonal one, against two straight ones by way of the detour.
  return diagonal * (std::uint32_t{here} + there) < straight * (std::uint32_t{detour} + there);
}

void AStar::expand_border(const Site& site) {
  std::array<const NavChunk*, 9> chunks;
  std::array<std::uint32_t, 9> tiles;
  std::uint32_t around = 0;
  for (int i = 0; i < 9; ++i) {
    int x = site.x + i % 3 - 1;
    int y = site.y + i / 3 - 1;
    const auto at = static_cast<std::size_t>(i);
    chunks[at] = walk(site.chunk, x, y);
    tiles[at] = static_cast<std::uint32_t>(y * 64 + x);
    around |= static_cast<std::uint32_t>(open_row(*chunks[at], y) >> x & 1) << i;
  }
  const std::uint32_t certain = steps_.certain(site.arrival, around);
  const std::uint32_t conditional = steps_.conditional(site.arrival, around);
  const StepLengths length = step_lengths(movement_.steps);
  const std::uint8_t here = entry_cost(*chunks[4], tiles[4]);
  for (std::uint32_t left = certain | conditional; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const auto to = static_cast<std::size_t>(offsets[d].dx + 1 + 3 * (offsets[d].dy + 1));
    const std::uint8_t there = entry_cost(*chunks[to], tiles[to]);
    if ((certain >> d & 1) == 0) {
      const auto by =
          static_cast<std::size_t>(StepTable::detour(offsets[site.arrival], offsets[d]));
      const std::uint8_t detour = d >= 4 ? entry_cost(*chunks[by], tiles[by]) : std::uint8_t{0};
      if (!worth(static_cast<int>(d), here, there, detour)) continue;
    }
    reach(*chunks[to], tiles[to], site.cost + std::uint64_t{step_ticks(d, length)} * there,
          static_cast<std::uint8_t>(d));
  }
}

void AStar::expand_vertical(const Site& site) {
  const StepLengths length = step_lengths(movement_.steps);
  const auto tile = static_cast<std::uint32_t>(site.y * 64 + site.x);
  for (const auto& [side, direction] :
       {std::pair{side_down, Direction::down}, std::pair{side_up, Direction::up}}) {
    const NavChunk& chunk = side_of(*site.chunk, side);
    if (!test_bit(open_row(chunk, site.y), site.x)) continue;
    reach(chunk, tile, site.cost + std::uint64_t{length.straight} * entry_cost(chunk, tile),
          static_cast<std::uint8_t>(direction));
  }
}

void AStar::expand_links(NodeId node, std::uint64_t cost) {
  for (const LinkEdge& edge : task_.map->links_from(node)) {
    const std::uint64_t generated = counters_.generated;
    reach(task_.map->chunks()[edge.to >> 12], edge.to & (chunk_tiles - 1), cost + edge.ticks,
          by_link);
    if (counters_.generated != generated) link_arrivals_.push_back({edge.to, node});
  }
}

void AStar::reach(const NavChunk& chunk, std::uint32_t tile, std::uint64_t cost,
                  std::uint8_t arrival) {
  Node& record = page(chunk.slot).nodes[tile];
  if (record.search == search_ && record.cost <= cost) return;
  if (cost > max_cost) {
    overflowed_ = true;
    return;
  }
  const Coord at{chunk.origin.x + static_cast<std::int32_t>(tile & 63),
                 chunk.origin.y + static_cast<std::int32_t>(tile >> 6), chunk.origin.z};
  ++counters_.generated;
  record = {static_cast<std::uint32_t>(cost), search_, arrival, 0};
  const NodeId node = chunk.slot * NodeId{chunk_tiles} + tile;
  if (task_.nearest ? task_.is_near_goal(at) : node == task_.goal) {
    if (cost < best_) {
      best_ = cost;
      reached_ = node;
    }
    return;
  }
  const std::uint64_t total = cost + task_.estimate(at);
  if (total >= best_) return;
  open_.push(total, node);
  ++counters_.heap_operations;
}

void AStar::look_for_unknown(const Site& site) {
  for (std::size_t d = 0; d < direction_count; ++d) {
    const Offset step = offsets[d];
    if (step.dz != 0 && movement_.vertical == Vertical::separate) continue;
    const bool slanted = step.dx != 0 && step.dy != 0;
    if (slanted && movement_.steps == Steps::cardinal) continue;
    if (slanted && movement_.steps == Steps::hex && step.dx == step.dy) continue;
    int x = site.x + step.dx;
    int y = site.y + step.dy;
    const NavChunk* chunk = walk(site.chunk, x, y);
    if (step.dz != 0) chunk = chunk->side[step.dz < 0 ? side_down : side_up];
    if (chunk->unknown == nullptr || !test_bit(chunk->unknown[y], x)) continue;
    if (unknown_slots_.empty() || unknown_slots_.back() != chunk->slot) {
      unknown_slots_.push_back(chunk->slot);
    }
  }
}

void AStar::trace(PathBuilder& path) const {
  NodeId node = reached_;
  std::size_t arrivals = link_arrivals_.size();
  while (node != task_.start) {
    const Node& record = pages_[node >> 12]->nodes[node & (chunk_tiles - 1)];
    if (record.arrival == by_link) {
      // The last arrival of a node is the one that holds.
      while (link_arrivals_[arrivals - 1].node != node) --arrivals;
      path.prepend_jump(task_.map->coord(node));
      node = link_arrivals_[arrivals - 1].from;
      arrivals = link_arrivals_.size();
      continue;
    }
    const Offset step = offsets[record.arrival];
    path.prepend(step, 1);
    int x = static_cast<int>(node & 63) - step.dx;
    int y = static_cast<int>(node >> 6 & 63) - step.dy;
    const NavChunk* chunk = walk(&task_.map->chunks()[node >> 12], x, y);
    if (step.dz != 0) chunk = chunk->side[step.dz < 0 ? side_up : side_down];
    node = chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * 64 + x);
  }
}

void AStar::append_expanded(std::vector<NodeId>& nodes) const {
  for (const std::uint32_t slot : touched_slots_) {
    for (std::uint32_t tile = 0; tile < chunk_tiles; ++tile) {
      const Node& record = pages_[slot]->nodes[tile];
      if (record.search == search_ && record.closed != 0) {
        nodes.push_back(slot * NodeId{chunk_tiles} + tile);
      }
    }
  }
}

}  // namespace tess::detail
