#include "batch_search.h"

#include <algorithm>

#include "neighbourhood.h"

namespace tess::detail {

namespace {

constexpr std::uint32_t tile_mask = chunk_tiles - 1;

}  // namespace

BatchSearch::BatchSearch(const Movement& movement) : movement_(movement) {}

BatchSearch::~BatchSearch() {
  for (Page* page : pages_) delete page;
}

void BatchSearch::run(const NavData& map, NodeId goal, std::span<const NodeId> starts,
                      std::uint64_t max_expansions) {
  map_ = &map;
  goal_ = goal;
  counters_ = {};
  pages_.resize(map.chunks().size());
  starts_.clear();
  link_arrivals_.clear();
  ++search_;
  exhausted_ = false;
  overflowed_ = false;
  list_links();
  const Coord end = map.coord(goal);
  for (const NodeId node : starts) {
    const Coord at = map.coord(node);
    starts_.push_back({node, at, distance_in_ticks(movement_.steps, at, end), 0, {}});
  }
  switch (movement_.steps) {
    case Steps::cardinal: run_as<Steps::cardinal>(max_expansions); break;
    case Steps::octile: run_as<Steps::octile>(max_expansions); break;
    case Steps::hex: run_as<Steps::hex>(max_expansions); break;
  }
}

void BatchSearch::list_links() {
  if (links_version_ == map_->version()) return;
  links_version_ = map_->version();
  links_.assign(map_->link_edges().begin(), map_->link_edges().end());
  std::ranges::sort(links_, {},
                    [](const LinkEdge& edge) { return std::uint64_t{edge.to} << 32 | edge.from; });
}

template <Steps steps>
void BatchSearch::run_as(std::uint64_t max_expansions) {
  bool first = true;
  while (choose_wanted()) {
    aim_at_wanted();
    if (first) {
      open_.reset(bound_(map_->coord(goal_)), false);
      reach<steps>(page(map_->chunks()[goal_ >> 12]), goal_ & tile_mask, 0, at_start);
      first = false;
    } else {
      reorder<steps>();
    }
    want(true);
    const bool done = search_wanted<steps>(max_expansions);
    want(false);
    if (!done) return;
    settle();
  }
}

/// Picks the starts to aim at next: the farthest open one, and those close to it.
bool BatchSearch::choose_wanted() {
  wanted_.clear();
  const Start* farthest = nullptr;
  for (const Start& start : starts_) {
    if (start.answer != Answer::undecided) continue;
    if (farthest == nullptr || start.distance > farthest->distance) farthest = &start;
  }
  if (farthest == nullptr || (exhausted_ && overflowed_)) return false;
  const std::uint64_t reach = farthest->distance / 8;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const Start& start = starts_[i];
    if (start.answer != Answer::undecided) continue;
    if (distance_in_ticks(movement_.steps, start.at, farthest->at) > reach) continue;
    wanted_.push_back(static_cast<std::uint32_t>(i));
  }
  return true;
}

void BatchSearch::aim_at_wanted() {
  Coord first = starts_[wanted_.front()].at;
  Coord last = first;
  for (const std::uint32_t i : wanted_) {
    const Coord at = starts_[i].at;
    first = {std::min(first.x, at.x), std::min(first.y, at.y), std::min(first.z, at.z)};
    last = {std::max(last.x, at.x), std::max(last.y, at.y), std::max(last.z, at.z)};
  }
  const Coord size = last - first;
  bound_.aim(*map_, {first, {size.x + 1, size.y + 1, size.z + 1}});
  ++aim_;
}

BatchSearch::Page& BatchSearch::open_page(const NavChunk& chunk) {
  Page*& page = pages_[chunk.slot];
  if (page == nullptr) page = new Page;
  if (page->search != search_) {
    page->search = search_;
    page->chunk = &chunk;
    page->costs.fill(no_cost);
    page->wanted = {};
    page->has_wanted = false;
    const auto to_chunk = [&](const LinkEdge& edge) { return edge.to >> 12 == chunk.slot; };
    page->has_links = std::ranges::any_of(links_, to_chunk);
  }
  page->aim = aim_;
  page->levels = bound_.levels(chunk.origin.z);
  for (std::int32_t i = 0; i < chunk_size; ++i) {
    page->across[static_cast<std::size_t>(i)] = bound_.across(chunk.origin.x + i);
    page->down[static_cast<std::size_t>(i)] = bound_.down(chunk.origin.y + i);
  }
  return *page;
}

/// Marks the starts that the bound aims at, or clears the marks.
void BatchSearch::want(bool wanted) {
  pending_ = 0;
  for (const std::uint32_t i : wanted_) {
    const NodeId node = starts_[i].node;
    const std::uint32_t tile = node & tile_mask;
    Page& page = this->page(map_->chunks()[node >> 12]);
    BitWord& row = page.wanted[tile >> 6];
    const BitWord mark = bit(static_cast<int>(tile & 63));
    row = wanted ? row | mark : row & ~mark;
    page.has_wanted = wanted;
    const bool closed = page.costs[tile] != no_cost &&
                        (static_cast<std::uint8_t>(page.states[tile]) & closed_bit) != 0;
    if (!closed) ++pending_;
  }
  limit_ = no_limit;
  if (pending_ == 0) update_limit();
}

/// The search may end when no open tile leads to a wanted start for less than the dearest of them
/// costs.
void BatchSearch::update_limit() {
  limit_ = 0;
  for (const std::uint32_t i : wanted_) {
    const NodeId node = starts_[i].node;
    limit_ = std::max<std::uint64_t>(limit_, pages_[node >> 12]->costs[node & tile_mask]);
  }
}

/// Gives the answers that are certain.
void BatchSearch::settle() {
  for (Start& start : starts_) {
    if (start.answer != Answer::undecided) continue;
    const Page* page = pages_[start.node >> 12];
    const bool reached = page != nullptr && page->search == search_ &&
                         page->costs[start.node & tile_mask] != no_cost;
    if (!reached) {
      if (exhausted_ && !overflowed_) start.answer = Answer::no_path;
      continue;
    }
    start.cost = page->costs[start.node & tile_mask];
    if (exhausted_ || start.cost + bound_(start.at) <= limit_) start.answer = Answer::found;
  }
}

/// Puts the open list in the order of a new bound.
template <Steps steps>
void BatchSearch::reorder() {
  reordered_.clear();
  while (open_.seek<steps, true>(no_limit)) {
    const NodeId node = open_.pop<true>();
    const auto state = static_cast<std::uint8_t>(pages_[node >> 12]->states[node & tile_mask]);
    if ((state & closed_bit) == 0) reordered_.push_back(node);
  }
  open_.reset(bound_(map_->coord(goal_)), false);
  for (const NodeId node : reordered_) {
    Page& page = this->page(map_->chunks()[node >> 12]);
    push<steps>(page, node & tile_mask, page.costs[node & tile_mask]);
  }
}

/// Searches until the wanted starts are settled; returns whether it did not give up.
template <Steps steps>
bool BatchSearch::search_wanted(std::uint64_t max_expansions) {
  while (open_.seek<steps, true>(limit_)) {
    const NodeId node = open_.pop<true>();
    Page& page = this->page(map_->chunks()[node >> 12]);
    const std::uint32_t tile = node & tile_mask;
    const auto state = static_cast<std::uint8_t>(page.states[tile]);
    ++counters_.heap_operations;
    if ((state & closed_bit) != 0) continue;
    if (counters_.expanded == max_expansions) return false;
    page.states[tile] = State{static_cast<std::uint8_t>(state | closed_bit)};
    ++counters_.expanded;
    if (page.has_wanted) close(page, tile);
    constexpr StepLengths length = step_lengths(steps);
    const std::uint64_t cost = page.costs[tile];
    const std::uint64_t entry = entry_cost(page, tile);
    expand<steps>({&page, tile, cost + length.straight * entry, cost + length.diagonal * entry});
  }
  exhausted_ = !open_.seek<steps, true>(no_limit);
  return true;
}

void BatchSearch::close(const Page& page, std::uint32_t tile) {
  if (!test_bit(page.wanted[tile >> 6], static_cast<int>(tile & 63))) return;
  if (pending_ != 0) --pending_;
  if (pending_ == 0) update_limit();
}

template <Steps steps>
void BatchSearch::push(Page& page, std::uint32_t tile, std::uint64_t cost) {
  const NavChunk& chunk = *page.chunk;
  const std::uint32_t x = tile & 63;
  const std::uint32_t y = tile >> 6;
  const Coord at{chunk.origin.x + static_cast<std::int32_t>(x),
                 chunk.origin.y + static_cast<std::int32_t>(y), chunk.origin.z};
  const std::uint64_t bound = bound_.combine<steps>(page.across[x], page.down[y], page.levels, at);
  open_.push<steps, true>(cost + bound, bound, chunk.slot * NodeId{chunk_tiles} + tile);
  ++counters_.heap_operations;
}

/// Notes a way from a tile where it is the first or the cheapest so far; returns whether it is.
template <Steps steps>
TESS_ALWAYS_INLINE bool BatchSearch::reach(Page& page, std::uint32_t tile, std::uint64_t cost,
                                           std::size_t arrival) {
  if (page.costs[tile] <= cost) {
    if (cost > max_cost) overflowed_ = true;
    return false;
  }
  page.costs[tile] = static_cast<std::uint32_t>(cost);
  page.states[tile] = State{static_cast<std::uint8_t>(arrival)};
  ++counters_.generated;
  push<steps>(page, tile, cost);
  return true;
}

template <Steps steps>
TESS_ALWAYS_INLINE void BatchSearch::expand(const Site& site) {
  const std::uint32_t x = site.tile & 63;
  const std::uint32_t y = site.tile >> 6;
  if (x - 1 < 62 && y - 1 < 62) {
    const std::uint32_t shift = x - 1;
    const BitWord* row = site.page->chunk->rows.data() + y;
    const auto around = static_cast<std::uint32_t>(
        (row[-1] >> shift & 7) | (row[0] >> shift & 7) << 3 | (row[1] >> shift & 7) << 6);
    std::uint32_t left = map_->steps().masks(at_start, around).certain;
    for (; left != 0; left &= left - 1) {
      const auto d = static_cast<std::size_t>(lowest_bit(left));
      reach<steps>(*site.page, beside(site.tile, d),
                   d < 4 || steps != Steps::octile ? site.straight : site.diagonal, d);
    }
  } else {
    expand_border<steps>(site);
  }
  if (movement_.vertical == Vertical::steps || site.page->has_links) expand_between<steps>(site);
}

/// The neighbours of a tile next to another chunk, within the level.
template <Steps steps>
void BatchSearch::expand_border(const Site& site) {
  const Neighbourhood around(*site.page->chunk, site.tile, [](const NavChunk& chunk, int y) {
    return chunk.rows[static_cast<std::size_t>(y)];
  });
  std::uint32_t left = map_->steps().masks(at_start, around.open).certain;
  for (; left != 0; left &= left - 1) {
    const auto d = static_cast<std::size_t>(lowest_bit(left));
    const std::size_t to = Neighbourhood::index(offsets[d]);
    reach<steps>(page(*around.chunks[to]), around.tiles[to],
                 d < 4 || steps != Steps::octile ? site.straight : site.diagonal, d);
  }
}

/// The tiles above and below, and those from which links lead here.
template <Steps steps>
void BatchSearch::expand_between(const Site& site) {
  const NavChunk& here = *site.page->chunk;
  if (movement_.vertical == Vertical::steps) {
    for (const Direction direction : {Direction::down, Direction::up}) {
      const int side = direction == Direction::down ? side_down : side_up;
      const NavChunk& chunk = *here.side[static_cast<std::size_t>(side)];
      if (!chunk.open(static_cast<int>(site.tile & 63), static_cast<int>(site.tile >> 6))) continue;
      reach<steps>(page(chunk), site.tile, site.straight, static_cast<std::size_t>(direction));
    }
  }
  if (!site.page->has_links) return;
  const NodeId node = here.slot * NodeId{chunk_tiles} + site.tile;
  const std::uint64_t cost = site.page->costs[site.tile];
  auto edge = std::ranges::lower_bound(links_, node, {}, &LinkEdge::to);
  for (; edge != links_.end() && edge->to == node; ++edge) {
    const NavChunk& chunk = map_->chunks()[edge->from >> 12];
    const std::uint32_t tile = edge->from & tile_mask;
    if (!chunk.open(static_cast<int>(tile & 63), static_cast<int>(tile >> 6))) continue;
    if (reach<steps>(page(chunk), tile, cost + edge->ticks, by_link)) {
      link_arrivals_.push_back({edge->from, node});
    }
  }
}

PathView BatchSearch::trace(std::size_t start) {
  runs_.clear();
  landings_.clear();
  std::size_t tiles = 1;
  NodeId node = starts_[start].node;
  for (; node != goal_; ++tiles) {
    const Page& page = *pages_[node >> 12];
    const auto state = static_cast<std::uint8_t>(page.states[node & tile_mask]);
    const std::size_t arrival = state & ~std::size_t{closed_bit};
    if (arrival == by_link) {
      std::size_t last = link_arrivals_.size() - 1;
      while (link_arrivals_[last].node != node) --last;
      node = link_arrivals_[last].next;
      runs_.push_back({0, 0, 0, true, static_cast<std::uint32_t>(landings_.size())});
      landings_.push_back(map_->coord(node));
      continue;
    }
    const auto back = [](std::int8_t d) { return static_cast<std::int8_t>(-d); };
    const Offset step{back(offsets[arrival].dx), back(offsets[arrival].dy),
                      back(offsets[arrival].dz)};
    if (!runs_.empty() && !runs_.back().jump &&
        step == Offset{runs_.back().dx, runs_.back().dy, runs_.back().dz}) {
      ++runs_.back().length;
    } else {
      runs_.push_back({step.dx, step.dy, step.dz, false, 1});
    }
    int x = static_cast<int>(node & 63) + step.dx;
    int y = static_cast<int>(node >> 6 & 63) + step.dy;
    const NavChunk* chunk = walk(page.chunk, x, y);
    if (step.dz != 0) chunk = chunk->side[step.dz < 0 ? side_down : side_up];
    node = chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x);
  }
  return {starts_[start].at, map_->coord(goal_), tiles, runs_, landings_};
}

}  // namespace tess::detail
