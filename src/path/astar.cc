#include "astar.h"

#include <algorithm>

#include "neighbourhood.h"

namespace tess::detail {

namespace {

constexpr std::uint64_t not_found = ~std::uint64_t{0};
constexpr std::uint32_t tile_mask = chunk_tiles - 1;

/// No step costs more.
constexpr std::uint64_t max_step =
    std::uint64_t{step_lengths(Steps::octile).diagonal} * max_entry_cost;

/// Costs are less than this.
constexpr std::uint64_t max_span = max_cost + 1;

constexpr std::array<std::uint32_t, 8> octile_ticks = [] {
  std::array<std::uint32_t, 8> lengths{};
  for (std::size_t d = 0; d < 8; ++d) {
    lengths[d] = step_length(Steps::octile, static_cast<Direction>(d));
  }
  return lengths;
}();

/// The tiles of `StepTable::detour`, by arrival and step; 0 where there is none.
constexpr std::array<std::array<std::int8_t, 8>, 8> detours = [] {
  std::array<std::array<std::int8_t, 8>, 8> tiles{};
  for (std::size_t arrival = 4; arrival < 8; ++arrival) {
    for (std::size_t d = 4; d < 8; ++d) {
      const Offset by = StepTable::detour(offsets[arrival], offsets[d]);
      tiles[arrival][d] = static_cast<std::int8_t>(by.dy * chunk_size + by.dx);
    }
  }
  return tiles;
}();

template <Steps steps>
constexpr std::uint64_t ticks(std::size_t direction, std::uint8_t entry) {
  return std::uint64_t{step_length(steps, static_cast<Direction>(direction))} * entry;
}

/// Whether a conditional octile step is worth taking: see `StepTable`.
bool worth(std::size_t direction, std::uint32_t here, std::uint32_t there, std::uint32_t detour) {
  constexpr StepLengths length = step_lengths(Steps::octile);
  // A straight step after a straight one, against the one diagonal step that replaces both.
  if (direction < 4) return length.straight * (here + there) < length.diagonal * there;
  // A diagonal step after a diagonal one, against two straight ones by way of the detour.
  return length.diagonal * (here + there) < length.straight * (detour + there);
}

}  // namespace

AStar::AStar(const Movement& movement) : movement_(movement) {}

AStar::~AStar() {
  for (Page* page : pages_) delete page;
}

AStar::Page& AStar::open_page(const NavChunk& chunk) {
  Page*& page = pages_[chunk.slot];
  if (page == nullptr) {
    page = new Page;
    page->costs.fill(no_cost);
  }
  page->chunk = &chunk;
  page->search = searches_;
  page->levels = task_.heuristic.levels(chunk.origin.z);
  for (std::int32_t i = 0; i < chunk_size; ++i) {
    page->across[static_cast<std::size_t>(i)] = task_.heuristic.across(chunk.origin.x + i);
    page->down[static_cast<std::size_t>(i)] = task_.heuristic.down(chunk.origin.y + i);
  }
  opened_.push_back(chunk.slot);
  return *page;
}

/// Makes room for the costs of a search below those of the earlier ones. Most searches cost less
/// than a few times the bound; `widen_span` sees to the others.
void AStar::choose_base() {
  span_ = std::min(4 * task_.estimate(task_.map->coord(task_.start)) + 8 * max_step, max_span);
  if (base_ < span_) {
    for (Page* page : pages_) {
      if (page != nullptr) page->costs.fill(no_cost);
    }
    base_ = no_cost;
  }
  base_ -= span_;
}

/// Gives the current search all costs there are, by forgetting the earlier ones.
void AStar::widen_span() {
  for (Page* page : pages_) {
    if (page == nullptr) continue;
    for (std::uint32_t& cost : page->costs) {
      const std::uint64_t own = std::uint64_t{cost} - base_;
      cost = page->search == searches_ && own < span_ ? static_cast<std::uint32_t>(own) : no_cost;
    }
  }
  base_ = 0;
  span_ = max_span;
}

/// Notes a way to a tile where it is the first or the cheapest so far; returns whether it is.
template <Steps steps, bool plain>
TESS_ALWAYS_INLINE bool AStar::reach(Page& page, std::uint32_t tile, std::uint64_t cost,
                                     std::size_t arrival) {
  if (page.costs[tile] <= base_ + cost) {
    // Beyond the span, every stored cost looks cheaper.
    if (cost >= max_span) overflowed_ = true;
    return false;
  }
  // A weighted search keeps its bound without expanding a tile twice (Likhachev, Gordon and Thrun,
  // "ARA*", 2003).
  if (!plain && weighted_ && is_closed(page, tile)) return false;
  page.costs[tile] = static_cast<std::uint32_t>(base_ + cost);
  page.states[tile] = State{static_cast<std::uint8_t>(arrival)};
  ++counters_.generated;
  const NavChunk& chunk = *page.chunk;
  const NodeId node = chunk.slot * NodeId{chunk_tiles} + tile;
  const std::uint32_t x = tile & 63;
  const std::uint32_t y = tile >> 6;
  const Coord at{chunk.origin.x + static_cast<std::int32_t>(x),
                 chunk.origin.y + static_cast<std::int32_t>(y), chunk.origin.z};
  std::uint64_t bound = 0;
  if constexpr (plain) {
    if (node == task_.goal) return reach_goal(node, at, cost);
    bound = task_.heuristic.plain<steps>(page.across[x], page.down[y], at);
  } else {
    if ((node == task_.goal || task_.nearest) && reach_goal(node, at, cost)) return true;
    bound = task_.heuristic.combine<steps>(page.across[x], page.down[y], page.levels, at) *
            task_.weight / SearchTask::unit_weight;
  }
  if (cost + bound < best_) {
    open_.push<steps, plain>(cost + bound, bound, node);
    ++counters_.heap_operations;
  }
  return true;
}

/// Ends a way where it is at the goal, or at a tile near enough to it; returns whether it is.
bool AStar::reach_goal(NodeId node, Coord at, std::uint64_t cost) {
  if (task_.nearest && !task_.is_near_goal(at)) return false;
  if (cost < best_) {
    best_ = cost;
    reached_ = node;
  }
  return true;
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

/// The four neighbours of a tile within a chunk by their cost bytes alone.
template <bool plain>
TESS_ALWAYS_INLINE void AStar::expand_cardinal(const Site& site) {
  const std::uint8_t* costs = site.page->chunk->costs;
  for (std::size_t d = 0; d < 4; ++d) {
    const std::uint32_t to = beside(site.tile, d);
    // Less one, the bytes for blocked and unknown are the two greatest.
    if (static_cast<std::uint8_t>(costs[to] - 1) >= max_entry_cost) continue;
    reach<Steps::cardinal, plain>(*site.page, to, site.cost + costs[to], d);
  }
}

/// The same for a tile at the chunk's border, of any chunk.
template <bool plain>
void AStar::expand_cardinal_border(const Site& site) {
  const NavChunk& chunk = *site.page->chunk;
  for (std::size_t d = 0; d < 4; ++d) {
    const Offset step = offsets[d];
    int x = static_cast<int>(site.tile & 63) + step.dx;
    int y = static_cast<int>(site.tile >> 6) + step.dy;
    const NavChunk& next = *walk(&chunk, x, y);
    if (!test_bit(open_row(next, y), x)) continue;
    const auto to = static_cast<std::uint32_t>(y * chunk_size + x);
    reach<Steps::cardinal, plain>(page(next), to, site.cost + entry_cost(next, to), d);
  }
}

/// The eight neighbours of a tile within a chunk that has a cost page.
template <bool plain>
TESS_ALWAYS_INLINE void AStar::expand_octile(const Site& site) {
  const NavChunk& chunk = *site.page->chunk;
  const std::uint8_t* costs = chunk.costs;
  const std::uint32_t shift = (site.tile & 63) - 1;
  const BitWord* row = chunk.rows.data() + (site.tile >> 6);
  const auto around = static_cast<std::uint32_t>(
      (row[-1] >> shift & 7) | (row[0] >> shift & 7) << 3 | (row[1] >> shift & 7) << 6);
  const StepTable::Masks masks = task_.map->steps().masks(site.arrival, around);
  for (std::uint32_t left = masks.certain; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const std::uint32_t to = beside(site.tile, d);
    reach<Steps::octile, plain>(*site.page, to, site.cost + octile_ticks[d] * costs[to], d);
  }
  for (std::uint32_t left = masks.conditional; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const std::uint32_t to = beside(site.tile, d);
    const std::uint32_t by = site.tile + static_cast<std::uint32_t>(detours[site.arrival][d]);
    if (!worth(d, costs[site.tile], costs[to], costs[by])) continue;
    reach<Steps::octile, plain>(*site.page, to, site.cost + octile_ticks[d] * costs[to], d);
  }
}

/// The neighbours of any tile on any map, within the level.
template <Steps steps, bool plain>
void AStar::expand_any(const Site& site) {
  const Neighbourhood around(*site.page->chunk, site.tile,
                             [this](const NavChunk& chunk, int y) { return open_row(chunk, y); });
  const auto entry = [&](std::size_t at) {
    return entry_cost(*around.chunks[at], around.tiles[at]);
  };
  const StepTable::Masks masks = task_.map->steps().masks(site.arrival, around.open);
  for (std::uint32_t left = masks.certain | masks.conditional; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const std::size_t to = Neighbourhood::index(offsets[d]);
    const std::uint8_t there = entry(to);
    if ((masks.certain >> d & 1) == 0) {
      const std::size_t by =
          Neighbourhood::index(StepTable::detour(offsets[site.arrival], offsets[d]));
      if (!worth(d, entry(4), there, d < 4 ? std::uint8_t{0} : entry(by))) continue;
    }
    reach<steps, plain>(page(*around.chunks[to]), around.tiles[to],
                        site.cost + ticks<steps>(d, there), d);
  }
}

template <Steps steps>
void AStar::expand_vertical(const Site& site) {
  for (const Direction direction : {Direction::down, Direction::up}) {
    const int side = direction == Direction::down ? side_down : side_up;
    const NavChunk& chunk = *site.page->chunk->side[static_cast<std::size_t>(side)];
    const BitWord row = open_row(chunk, static_cast<int>(site.tile >> 6));
    if (!test_bit(row, static_cast<int>(site.tile & 63))) continue;
    const auto d = static_cast<std::size_t>(direction);
    reach<steps, false>(page(chunk), site.tile,
                        site.cost + ticks<steps>(d, entry_cost(chunk, site.tile)), d);
  }
}

template <Steps steps>
void AStar::expand_links(const Site& site) {
  const NodeId node = site.page->chunk->slot * NodeId{chunk_tiles} + site.tile;
  for (const LinkEdge& edge : task_.map->links_from(node)) {
    const NavChunk& chunk = task_.map->chunks()[edge.to >> 12];
    const BitWord row = open_row(chunk, static_cast<int>(edge.to >> 6 & 63));
    if (!test_bit(row, static_cast<int>(edge.to & 63))) {
      if (watches_unknown_) unknown_slots_.push_back(chunk.slot);
      continue;
    }
    const std::uint64_t cost = site.cost + edge.ticks;
    if (cost >= span_ && span_ != max_span) widen_span();
    if (reach<steps, false>(page(chunk), edge.to & tile_mask, cost, by_link)) {
      link_arrivals_.push_back({edge.to, node});
    }
  }
}

template <Steps steps, bool plain>
TESS_ALWAYS_INLINE void AStar::expand(const Site& site) {
  const std::uint32_t x = site.tile & 63;
  const std::uint32_t y = site.tile >> 6;
  const NavChunk& chunk = *site.page->chunk;
  const bool inner = x - 1 < 62 && y - 1 < 62;
  // The common cases have their own code.
  const bool paged = chunk.costs != nullptr && (plain || !enters_unknown_);
  if (steps == Steps::cardinal && paged && inner) {
    expand_cardinal<plain>(site);
  } else if (steps == Steps::cardinal) {
    expand_cardinal_border<plain>(site);
  } else if (steps == Steps::octile && paged && inner) {
    expand_octile<plain>(site);
  } else {
    expand_any<steps, plain>(site);
  }
  if constexpr (!plain) {
    if (movement_.vertical == Vertical::steps) expand_vertical<steps>(site);
    if (chunk.has_links) expand_links<steps>(site);
    if (watches_unknown_) look_for_unknown(site);
  }
}

void AStar::start(const SearchTask& task) {
  task_ = task;
  counters_ = {};
  pages_.resize(task.map->chunks().size());
  opened_.clear();
  link_arrivals_.clear();
  unknown_slots_.clear();
  ++searches_;
  best_ = not_found;
  reached_ = task.goal;
  overflowed_ = false;
  watches_unknown_ = task.unknown == UnknownTiles::report && task.map->has_unknown();
  enters_unknown_ = task.unknown == UnknownTiles::enter && task.map->has_unknown();
  weighted_ = task.weight != SearchTask::unit_weight;
  open_.reset(task_.estimate(task_.map->coord(task_.start)), weighted_);
  plain_ = movement_.vertical == Vertical::separate && task.map->link_edges().empty() &&
           !watches_unknown_ && !enters_unknown_ && !task.nearest && !weighted_ &&
           task.heuristic.is_plain();
  choose_base();
  Page& first = page(task.map->chunks()[task.start >> 12]);
  const std::uint32_t tile = task.start & tile_mask;
  switch (movement_.steps) {
    case Steps::cardinal: reach<Steps::cardinal, false>(first, tile, 0, at_start); break;
    case Steps::octile: reach<Steps::octile, false>(first, tile, 0, at_start); break;
    case Steps::hex: reach<Steps::hex, false>(first, tile, 0, at_start); break;
  }
}

Progress AStar::advance(std::uint64_t expansions) {
  switch (movement_.steps) {
    case Steps::cardinal:
      return plain_ ? advance_as<Steps::cardinal, true>(expansions)
                    : advance_as<Steps::cardinal, false>(expansions);
    case Steps::octile:
      return plain_ ? advance_as<Steps::octile, true>(expansions)
                    : advance_as<Steps::octile, false>(expansions);
    case Steps::hex: return advance_as<Steps::hex, false>(expansions);
  }
  return Progress::exhausted;
}

template <Steps steps, bool plain>
Progress AStar::advance_as(std::uint64_t expansions) {
  while (open_.seek<steps, plain>(best_)) {
    const NodeId node = open_.pop<plain>();
    Page& page = *pages_[node >> 12];
    const std::uint32_t tile = node & tile_mask;
    const auto state = static_cast<std::uint8_t>(page.states[tile]);
    ++counters_.heap_operations;
    if ((state & closed_bit) != 0) continue;
    const std::uint64_t cost = page.costs[tile] - base_;
    if (best_ != not_found && cost + task_.estimate(task_.map->coord(node)) >= best_) continue;
    if (expansions == 0) {
      open_.put_back(node);
      --counters_.heap_operations;
      return Progress::running;
    }
    page.states[tile] = State{static_cast<std::uint8_t>(state | closed_bit)};
    --expansions;
    ++counters_.expanded;
    if (cost + max_step >= span_ && span_ != max_span) [[unlikely]]
      widen_span();
    expand<steps, plain>({&page, tile, cost, state});
  }
  return best_ == not_found ? Progress::exhausted : Progress::found;
}

void AStar::look_for_unknown(const Site& site) {
  for (const Offset step : offsets) {
    if (step.dz != 0 && movement_.vertical == Vertical::separate) continue;
    const bool slanted = step.dx != 0 && step.dy != 0;
    if (slanted && movement_.steps == Steps::cardinal) continue;
    if (slanted && movement_.steps == Steps::hex && step.dx == step.dy) continue;
    int x = static_cast<int>(site.tile & 63) + step.dx;
    int y = static_cast<int>(site.tile >> 6) + step.dy;
    const NavChunk* chunk = walk(site.page->chunk, x, y);
    if (step.dz != 0) chunk = chunk->side[step.dz < 0 ? side_down : side_up];
    if (chunk->unknown == nullptr || !test_bit(chunk->unknown[y], x)) continue;
    if (unknown_slots_.empty() || unknown_slots_.back() != chunk->slot) {
      unknown_slots_.push_back(chunk->slot);
    }
  }
}

void AStar::trace(PathBuilder& path) const {
  NodeId node = reached_;
  while (node != task_.start) {
    const auto state = static_cast<std::uint8_t>(pages_[node >> 12]->states[node & tile_mask]);
    const std::size_t arrival = state & ~std::size_t{closed_bit};
    if (arrival == by_link) {
      // The last arrival of a node is the one that holds.
      std::size_t last = link_arrivals_.size() - 1;
      while (link_arrivals_[last].node != node) --last;
      path.prepend_jump(task_.map->coord(node));
      node = link_arrivals_[last].from;
      continue;
    }
    const Offset step = offsets[arrival];
    path.prepend(step, 1);
    int x = static_cast<int>(node & 63) - step.dx;
    int y = static_cast<int>(node >> 6 & 63) - step.dy;
    const NavChunk* chunk = walk(pages_[node >> 12]->chunk, x, y);
    if (step.dz != 0) chunk = chunk->side[step.dz < 0 ? side_up : side_down];
    node = chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x);
  }
}

void AStar::append_expanded(std::vector<NodeId>& nodes) const {
  for (const std::uint32_t slot : opened_) {
    for (std::uint32_t tile = 0; tile < chunk_tiles; ++tile) {
      if (is_closed(*pages_[slot], tile)) {
        nodes.push_back(slot * NodeId{chunk_tiles} + tile);
      }
    }
  }
}

}  // namespace tess::detail
