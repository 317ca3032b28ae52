#include "wave_search.h"

#include <algorithm>
#include <utility>

#include "bucket_queue.h"

namespace tess::detail {

namespace {

/// Spreads seeds, which are open, to the east over the runs of open bits.
BitWord fill_east(BitWord seeds, BitWord open) {
  // Adding a seed to its run carries up to the run's end; the bits that change are those above it.
  return seeds | (open & ~(open + seeds));
}

BitWord fill_west(BitWord seeds, BitWord open) {
  for (int step = 1; step < 64; step *= 2) {
    seeds |= open & (seeds >> step);
    open &= open >> step;
  }
  return seeds;
}

std::int64_t span(std::int64_t a, std::int64_t b) { return a < b ? b - a : a - b; }

}  // namespace

WaveSearch::~WaveSearch() {
  for (Page* page : pages_) delete page;
}

void WaveSearch::start(const SearchTask& task) {
  task_ = task;
  counters_ = {};
  ++searches_;
  pages_.resize(task.map->chunks().size());
  opened_.clear();
  const Storage& world = task.map->world();
  lists_.assign(static_cast<std::size_t>(world.columns()) + static_cast<std::size_t>(world.rows()),
                nullptr);
  goal_ = task.map->coord(task.goal);
  cost_ = static_cast<std::uint64_t>(task.map->uniform_cost());
  const Coord start = task.map->coord(task.start);
  level_ = static_cast<std::uint64_t>(span(start.x, goal_.x) + span(start.y, goal_.y));
  debt_ = 0;
  now_ = 0;
  later_ = 0;
  farthest_ = 0;
  current_ = nullptr;
  found_ = false;
  overflowed_ = level_ * cost_ > max_cost;
  if (overflowed_) return;
  Page& page = *open_page(task.map->chunks()[task.start >> 12]);
  const auto y = static_cast<int>(task.start >> 6 & 63);
  page.down[static_cast<std::size_t>(y)] = bit(static_cast<int>(task.start & 63));
  page.pending = bit(y);
  distance_ = 0;
  list(page);
  now_ = std::exchange(later_, 0);
  distance_ = farthest_ + 1;
  farthest_ = 0;
}

Progress WaveSearch::advance(std::uint64_t expansions) {
  for (;;) {
    const std::uint64_t paid = std::min(debt_, expansions);
    debt_ -= paid;
    expansions -= paid;
    counters_.expanded += paid;
    counters_.generated += paid;
    if (debt_ != 0) return Progress::running;
    if (found_) return Progress::found;
    if (now_ == 0 && !next_level()) return Progress::exhausted;
    settle(*next_page());
  }
}

bool WaveSearch::next_level() {
  if (later_ == 0) return false;
  level_ += 2;
  if (cost() > max_cost) {
    overflowed_ = true;
    later_ = 0;
    return false;
  }
  now_ = std::exchange(later_, 0);
  distance_ = std::exchange(farthest_, 0) + 1;
  return true;
}

WaveSearch::Page* WaveSearch::next_page() {
  while (current_ == nullptr) current_ = std::exchange(lists_[--distance_], nullptr);
  Page* page = std::exchange(current_, current_->next);
  page->listed = false;
  --now_;
  ++counters_.heap_operations;
  return page;
}

WaveSearch::Page* WaveSearch::open_page(const NavChunk& chunk) {
  Page*& page = pages_[chunk.slot];
  if (page == nullptr) page = new Page{};
  if (page->search == searches_) return page;
  page->reached.fill(0);
  page->across.fill(0);
  page->down.fill(0);
  page->pending = 0;
  page->entered.fill(0);
  page->columns.fill(0);
  page->chunk = &chunk;
  page->search = searches_;
  page->distance = distance(chunk);
  page->listed = false;
  opened_.push_back(page);
  return page;
}

std::size_t WaveSearch::distance(const NavChunk& chunk) const {
  constexpr int shift = 6;
  return static_cast<std::size_t>(span(chunk.origin.x >> shift, goal_.x >> shift) +
                                  span(chunk.origin.y >> shift, goal_.y >> shift));
}

void WaveSearch::list(Page& page) {
  if (page.listed) return;
  page.listed = true;
  page.next = std::exchange(lists_[page.distance], &page);
  if (page.distance < distance_) {
    ++now_;
  } else {
    ++later_;
    farthest_ = std::max(farthest_, page.distance);
  }
}

/// Notes tiles next to a side of a chunk that were entered over it.
void WaveSearch::enter(const NavChunk& chunk, std::size_t side, BitWord tiles) {
  if (tiles == 0) return;
  switch (side) {
    case side_east: tiles &= chunk.columns[63]; break;
    case side_south: tiles &= chunk.rows[63]; break;
    case side_west: tiles &= chunk.columns[0]; break;
    default: tiles &= chunk.rows[0]; break;
  }
  if (tiles == 0) return;
  Page& page = *open_page(chunk);
  switch (side) {
    case side_east: tiles &= ~page.columns[1]; break;
    case side_south: tiles &= ~page.reached[63]; break;
    case side_west: tiles &= ~page.columns[0]; break;
    default: tiles &= ~page.reached[0]; break;
  }
  if (tiles == 0) return;
  page.entered[side] |= tiles;
  list(page);
}

/// Settles the tiles of a row that are due, and those they lead to within the row. `vertical` are
/// the tiles entered from the row before; of the tiles that were entered vertically, those in
/// `southwards` were so by a step to the south. Returns what is new.
template <WaveSearch::Side side>
TESS_ALWAYS_INLINE BitWord WaveSearch::visit(Site& site, int row, BitWord vertical,
                                             BitWord southwards) {
  Page& page = *site.page;
  const auto y = static_cast<std::size_t>(row);
  const BitWord room = site.chunk->rows[y] & ~page.reached[y];
  const BitWord from_west = (site.entered[0] >> y & 1) & room;
  const BitWord from_east = (site.entered[1] >> y << 63) & room;
  BitWord away = page.across[y] & room;
  if (side == Side::west) away |= from_east;
  if (side == Side::east) away |= from_west;
  vertical = (vertical | page.down[y]) & room;
  page.down[y] = 0;
  ++site.visits;
  const BitWord seeds = vertical | away | from_west | from_east;
  BitWord fresh;
  BitWord east;  // entered by a step to the east, where not vertically
  if constexpr (side == Side::west) {
    fresh = fill_east(seeds, room);
    east = ~away;
  } else if constexpr (side == Side::east) {
    fresh = fill_west(seeds, room);
    east = away;
  } else {
    const BitWord west_room = room & site.west;
    const BitWord eastwards = fill_east(seeds & west_room, west_room);
    fresh = seeds | eastwards | fill_west(seeds & site.east, room & site.east);
    east = (eastwards & ~from_east & ~away) | (away & ~site.west);
  }
  page.reached[y] |= fresh;
  page.vertical[y] = (page.vertical[y] & ~fresh) | vertical;
  page.forward[y] =
      (page.forward[y] & ~fresh) | (vertical & southwards) | (fresh & ~vertical & east);
  BitWord next = 0;
  if (side != Side::east) next |= (fresh & site.west) >> 1;
  if (side != Side::west) next |= (fresh & site.east) << 1;
  next &= room & ~fresh;
  page.across[y] = next;
  site.pending |= BitWord{next != 0} << y;
  site.columns[0] |= (fresh & 1) << y;
  site.columns[1] |= fresh >> 63 << y;
  site.settled += static_cast<std::uint64_t>(count_bits(fresh));
  return fresh;
}

/// Keeps the tiles that a row leads to by vertical steps away from the goal.
TESS_ALWAYS_INLINE void WaveSearch::leave(Site& site, int row, BitWord from) {
  const auto y = static_cast<std::size_t>(row);
  const BitWord tiles = from & site.chunk->rows[y] & ~site.page->reached[y];
  site.page->down[y] = tiles;
  site.pending |= BitWord{tiles != 0} << y;
}

template <WaveSearch::Side side>
void WaveSearch::sweep(Site& result) {
  // A copy that nothing else points to can stay in registers.
  Site site = result;
  Page& page = *site.page;
  const std::int64_t row = std::int64_t{goal_.y} - site.chunk->origin.y;
  const auto above = static_cast<int>(std::clamp<std::int64_t>(row, 0, chunk_size));
  const auto below = static_cast<int>(std::clamp<std::int64_t>(row + 1, 0, chunk_size));
  BitWord south = page.entered[side_north];
  BitWord north = page.entered[side_south];
  BitWord due = page.pending | site.entered[0] | site.entered[1];
  page.entered.fill(0);
  // Over the sides that face the goal only steps away come in.
  if (above == chunk_size) {
    page.down[63] |= north;
    due |= BitWord{north != 0} << 63;
    north = 0;
  }
  if (below == 0) {
    page.down[0] |= south;
    due |= BitWord{south != 0};
    south = 0;
  }
  BitWord rows = due & low_bits(above);
  for (int y = 0; y < above && (south | rows) != 0; ++y) {
    if (south == 0) y = lowest_bit(rows);
    rows &= ~bit(y);
    south = visit<side>(site, y, south, south);
    if (y > 0) leave(site, y - 1, south);
  }
  rows = due & ~low_bits(below);
  for (int y = 63; y >= below && (north | rows) != 0; --y) {
    if (north == 0) y = highest_bit(rows);
    rows &= ~bit(y);
    north = visit<side>(site, y, north, ~north);
    if (y < 63) leave(site, y + 1, north);
  }
  if (above != below && ((north | south) != 0 || test_bit(due, above))) {
    const BitWord fresh = visit<side>(site, above, north | south, south);
    if (above > 0) leave(site, above - 1, fresh);
    if (above < 63) leave(site, above + 1, fresh);
  }
  result = site;
}

/// Visits what is due in a chunk in this level.
void WaveSearch::settle(Page& page) {
  const NavChunk& chunk = *page.chunk;
  const std::int64_t column = std::int64_t{goal_.x} - chunk.origin.x;
  Site site{&page, &chunk, all_bits, all_bits, {page.entered[side_west], page.entered[side_east]},
            {},    0,      0,        0};
  const BitWord first = page.reached[0];
  const BitWord last = page.reached[63];
  if (column >= chunk_size) {
    sweep<Side::west>(site);
  } else if (column < 0) {
    sweep<Side::east>(site);
  } else {
    site.west = low_bits(static_cast<int>(column) + 1);
    site.east = all_bits << column;
    sweep<Side::around>(site);
  }
  page.columns[0] |= site.columns[0];
  page.columns[1] |= site.columns[1];
  page.pending = site.pending;
  debt_ += site.settled;
  counters_.scanned_words += site.visits;
  if (site.pending != 0) list(page);
  enter(*chunk.side[side_east], side_west, site.columns[1]);
  enter(*chunk.side[side_west], side_east, site.columns[0]);
  enter(*chunk.side[side_south], side_north, page.reached[63] & ~last);
  enter(*chunk.side[side_north], side_south, page.reached[0] & ~first);
  found_ = chunk.slot == task_.goal >> 12 &&
           test_bit(page.reached[task_.goal >> 6 & 63], static_cast<int>(task_.goal & 63));
}

void WaveSearch::trace(PathBuilder& path) const {
  const Page* page = pages_[task_.goal >> 12];
  NodeId tile = task_.goal;
  while (tile != task_.start) {
    auto x = static_cast<int>(tile & 63);
    auto y = static_cast<int>(tile >> 6 & 63);
    const bool vertical = test_bit(page->vertical[static_cast<std::size_t>(y)], x);
    const bool forward = test_bit(page->forward[static_cast<std::size_t>(y)], x);
    const int side =
        vertical ? (forward ? side_south : side_north) : (forward ? side_east : side_west);
    const Offset step = offsets[static_cast<std::size_t>(side)];
    path.prepend(step, 1);
    x -= step.dx;
    y -= step.dy;
    if (((x | y) & ~63) != 0) {
      page = pages_[page->chunk->side[static_cast<std::size_t>(side ^ 2)]->slot];
      x &= 63;
      y &= 63;
    }
    tile = page->chunk->slot * NodeId{chunk_tiles} + static_cast<NodeId>(y * chunk_size + x);
  }
}

void WaveSearch::append_expanded(std::vector<NodeId>& nodes) const {
  for (const Page* page : opened_) {
    for (NodeId y = 0; y < chunk_size; ++y) {
      for (BitWord row = page->reached[y]; row != 0; row &= row - 1) {
        nodes.push_back(page->chunk->slot * NodeId{chunk_tiles} + y * chunk_size +
                        static_cast<NodeId>(lowest_bit(row)));
      }
    }
  }
}

}  // namespace tess::detail
