#include "route_store.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "box_bound.h"
#include "hash.h"
#include "search_task.h"

namespace tess::detail {

namespace {

Box around(Coord first, Coord last) {
  return {{std::min(first.x, last.x), std::min(first.y, last.y), std::min(first.z, last.z)},
          {std::abs(last.x - first.x) + 1, std::abs(last.y - first.y) + 1,
           std::abs(last.z - first.z) + 1}};
}

std::uint64_t link_ticks(const NavData& map, Coord from, Coord to) {
  std::uint64_t least = ~std::uint64_t{0};
  if (!map.has_link(from, to)) return least;
  for (const LinkEdge& edge : map.links_from(map.node(from))) {
    if (edge.to == map.node(to)) least = std::min<std::uint64_t>(least, edge.ticks);
  }
  return least;
}

Direction direction_of(const PathRun& run) {
  const auto found = std::ranges::find(offsets, Offset{run.dx, run.dy, run.dz});
  return static_cast<Direction>(found - offsets.begin());
}

/// Whether the tile lies on the run, and how many steps from its start.
bool covers(const RouteBlock& block, std::uint32_t run, Coord at, std::uint32_t& done) {
  const PathRun& steps = block.runs()[run];
  const Coord start = block.starts()[run].at;
  done = 0;
  if (steps.jump) return at == start;
  const std::int64_t dx = std::int64_t{at.x} - start.x;
  const std::int64_t dy = std::int64_t{at.y} - start.y;
  const std::int64_t dz = std::int64_t{at.z} - start.z;
  const std::int64_t n = steps.dx != 0   ? dx * steps.dx
                         : steps.dy != 0 ? dy * steps.dy
                                         : dz * steps.dz;
  if (n < 0 || n > steps.length) return false;
  if (dx != n * steps.dx || dy != n * steps.dy || dz != n * steps.dz) return false;
  done = static_cast<std::uint32_t>(n);
  return true;
}

/// The ticks of each of a run's steps, summed; 0 where one is not legal. `step` becomes the ticks
/// of each of them where all cost the same.
std::uint64_t price_run(const NavData& map, const PathRun& run, Coord& at, bool check,
                        std::uint32_t& step) {
  const Direction direction = direction_of(run);
  const std::uint32_t length = step_length(map.movement().steps, direction);
  if (!check && map.uniform_cost() != 0) {
    const auto n = static_cast<std::int32_t>(run.length);
    at = {at.x + n * run.dx, at.y + n * run.dy, at.z + n * run.dz};
    step = length * static_cast<std::uint32_t>(map.uniform_cost());
    return std::uint64_t{step} * run.length;
  }
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < run.length; ++i) {
    const Coord to = one_step(at, offset(direction));
    const std::uint32_t ticks =
        check ? map.step_cost(at, direction) : length * map.cost_byte(map.node(to));
    if (ticks == 0) return 0;
    if (i == 0) step = ticks;
    if (ticks != step) step = 0;
    sum += ticks;
    at = to;
  }
  return sum;
}

/// Finds what a path costs now, from the start of each run. Where `check` is set, returns whether
/// every step of it is legal.
bool price(const NavData& map, const PathView& path, bool check, std::vector<RunStart>& starts) {
  if (check && !(map.world().box().contains(path.front()) && map.open(map.node(path.front())))) {
    return false;
  }
  starts.clear();
  Coord at = path.front();
  std::uint32_t tiles = 0;
  std::uint64_t total = 0;
  for (const PathRun& run : path.runs()) {
    RunStart start{at, tiles, 0, 0};
    std::uint64_t ticks = 0;
    if (run.jump) {
      const Coord to = path.landings()[run.length];
      if (check && !map.has_link(at, to)) return false;
      ticks = link_ticks(map, at, to);
      at = to;
      ++tiles;
    } else {
      ticks = price_run(map, run, at, check, start.step);
      if (ticks == 0) return false;
      tiles += run.length;
    }
    start.rest = static_cast<std::uint32_t>(ticks);
    total += ticks;
    starts.push_back(start);
  }
  if (total > max_cost) return false;
  std::uint32_t rest = 0;
  for (std::size_t i = starts.size(); i-- > 0;) rest = starts[i].rest += rest;
  return true;
}

}  // namespace

RouteStore::RouteStore(const NavMap& map, const RouteCacheOptions& options)
    : map_(map), options_(options) {
  const Movement& movement = map.movement();
  lines_ = {Line::row, Line::column};
  if (movement.steps == Steps::octile) lines_.push_back(Line::slant);
  if (movement.steps != Steps::cardinal) lines_.push_back(Line::back_slant);
  if (movement.vertical == Vertical::steps) lines_.push_back(Line::upright);
}

RouteStore::~RouteStore() {
  clear();
  for (RouteBlock* block : held_) pool_.give(block);
}

// ---- Asking ----------------------------------------------------------------------------------

const NavData& RouteStore::begin_call() {
  for (RouteBlock* block : held_) pool_.give(block);
  held_.clear();
  trim_pool();
  const NavData& map = map_.data();
  changes_.update(map);
  return map;
}

RouteResult RouteStore::find(Planner& planner, Coord from, Coord to) {
  TESS_ASSERT(&planner.map() == &map_, "the planner is one of the cache's map");
  const NavData& map = begin_call();
  RouteResult result;
  if (look_up(map, from, to, result)) return result;
  ++statistics_.misses;
  const PathResult found = planner.find(from, to);
  statistics_.work += found.counters;
  return take(map, found, true);
}

RouteResult RouteStore::recall(Coord from, Coord to) {
  const NavData& map = begin_call();
  RouteResult result;
  look_up(map, from, to, result);
  return result;
}

std::span<const RouteResult> RouteStore::find_all(Planner& planner,
                                                  std::span<const PathRequest> requests,
                                                  ExecutorRef executor) {
  TESS_ASSERT(&planner.map() == &map_, "the planner is one of the cache's map");
  const NavData& map = begin_call();
  results_.assign(requests.size(), {});
  missing_.clear();
  missing_at_.clear();
  for (std::uint32_t i = 0; i < requests.size(); ++i) {
    const PathRequest& request = requests[i];
    if (may_remember(request) && look_up(map, request.from, request.to, results_[i])) {
      hold(results_[i].route.block());
      continue;
    }
    missing_.push_back(request);
    missing_at_.push_back(i);
  }
  if (missing_.empty()) return results_;
  const BatchResult batch = planner.find_all(missing_, executor);
  statistics_.work += batch.counters.work;
  for (std::size_t k = 0; k < missing_.size(); ++k) {
    const PathRequest& request = missing_[k];
    RouteResult& result = results_[missing_at_[k]];
    const bool cached = may_remember(request);
    if (!cached || !look_up(map, request.from, request.to, result)) {
      ++statistics_.misses;
      result = take(map, batch.results[k], cached);
    }
    if (result) hold(result.route.block());
  }
  return results_;
}

bool RouteStore::may_remember(const PathRequest& request) const {
  return request.options == SearchOptions{};
}

bool RouteStore::look_up(const NavData& map, Coord from, Coord to, RouteResult& result) {
  if (from == to) return false;
  Position position = locate(from, to, none);
  while (position.entry != none && !refresh(map, position.entry)) {
    position = locate(from, to, none);
  }
  if (position.entry == none) return false;
  use(position.entry);
  result.status = PathStatus::found;
  result.met_unknown = entries_[position.entry].block->met_unknown;
  result.route = view(map, position);
  const bool whole = result.route.offset() == 0;
  result.source = whole ? RouteSource::cached : RouteSource::rest;
  ++(whole ? statistics_.hits : statistics_.rest_hits);
  return true;
}

/// Makes the answer of what a search found, and remembers the route where it is asked to and there
/// is room.
RouteResult RouteStore::take(const NavData& map, const PathResult& found, bool remember) {
  RouteResult result;
  result.status = found.status;
  result.met_unknown = found.met_unknown;
  result.unknown_chunks = found.unknown_chunks;
  result.counters = found.counters;
  if (!found) return result;
  remember = remember && found.path.size() > 1 && make_room(found.path);
  RouteBlock* block = make_block(found.path, found.met_unknown);
  if (remember) {
    price(map, found.path, false, starts_);
    set_prices(*block);
    add(block);
  } else {
    block->cost = found.cost;
    held_.push_back(block);
  }
  result.route = {block, block->path(), block->front, 0, 0, 0, found.cost};
  return result;
}

/// The place of a tile on a route to the goal, where there is one other than that one.
RouteStore::Position RouteStore::locate(Coord from, Coord to, std::uint32_t besides) const {
  const std::uint64_t goal = hash_of(to);
  Position position;
  for (const Line line : lines_) {
    const RouteIndex::Entry* found =
        index_.find(hash_line(goal, line, from), [&](const RouteIndex::Entry& entry) {
          const RouteBlock& block = *entries_[entry.route].block;
          return entry.route != besides && block.back == to &&
                 covers(block, entry.run, from, position.done);
        });
    if (found == nullptr) continue;
    position.entry = found->route;
    position.run = found->run;
    return position;
  }
  return position;
}

RouteView RouteStore::view(const NavData& map, const Position& position) const {
  RouteBlock& block = *entries_[position.entry].block;
  const PathView path = block.path();
  std::uint32_t run = position.run;
  std::uint32_t done = position.done;
  // The last tile of a run is the first of the next.
  if (!block.runs()[run].jump && done == block.runs()[run].length) {
    ++run;
    done = 0;
  }
  const RunStart& start = block.starts()[run];
  const PathRun& steps = block.runs()[run];
  Coord at = start.at;
  std::uint64_t passed = std::uint64_t{start.step} * done;
  if (start.step == 0 && done != 0) {
    const Offset step{steps.dx, steps.dy, steps.dz};
    for (std::uint32_t i = 0; i < done; ++i) {
      at = one_step(at, step);
      passed += map.cost_byte(map.node(at));
    }
    passed *= step_length(map.movement().steps, direction_of(steps));
  } else {
    const auto n = static_cast<std::int32_t>(done);
    at = {at.x + n * steps.dx, at.y + n * steps.dy, at.z + n * steps.dz};
  }
  return {&block, path, at, std::size_t{start.tiles} + done, run, done, start.rest - passed};
}

// ---- Keeping up with the map -----------------------------------------------------------------

/// Looks at what changed since the route was looked at last; returns whether it is still good.
/// Otherwise it is gone.
bool RouteStore::refresh(const NavData& map, std::uint32_t entry) {
  Entry& cached = entries_[entry];
  const std::uint64_t since = std::exchange(cached.checked, changes_.count());
  if (since == changes_.count()) return true;
  const bool known = changes_.reaches(since);
  const bool optimal = options_.freshness == Freshness::optimal;
  bool good = !optimal || (known && is_still_best(map, *cached.block, since));
  if (good && (!known || is_touched(*cached.block, since))) {
    good = price(map, cached.block->path(), true, starts_);
    if (good && !has_same_prices(*cached.block)) {
      if (optimal) {
        good = false;
      } else {
        RouteBlock* now = make_block(cached.block->path(), cached.block->met_unknown);
        set_prices(*now);
        pool_.give(std::exchange(cached.block, now));
        trim_pool();
      }
    }
  }
  if (good) return true;
  ++statistics_.drops;
  remove(entry);
  return false;
}

/// Whether none of the changes can have made a cheaper way. One would have to lead over something
/// that opened or became cheaper, and no way does for less than the bounds to there and from there.
bool RouteStore::is_still_best(const NavData& map, const RouteBlock& block,
                               std::uint64_t since) const {
  BoxBound from_start;
  from_start.aim(map, around(block.front, block.front));
  const std::uint64_t direct = from_start(block.back);
  if (direct >= block.cost) return true;
  for (std::uint64_t i = since; i < changes_.count(); ++i) {
    const MapChange& change = changes_[i];
    BoxBound onward;
    std::uint64_t least = ~std::uint64_t{0};
    if (change.kind == MapChange::Kind::new_link) {
      onward.aim(map, around(change.to, change.to));
      least = from_start(change.from) + change.ticks + onward(block.back);
    } else if (!change.improved.empty()) {
      onward.aim(map, change.improved);
      least = from_start(change.improved) + onward(block.back);
    }
    if (least < block.cost) return false;
  }
  return true;
}

/// Whether a change may have touched the steps of the route.
bool RouteStore::is_touched(const RouteBlock& block, std::uint64_t since) const {
  const auto meet = [](const Box& a, const Box& b) { return !intersection(a, b).empty(); };
  const Box all = around(block.first, block.last);
  for (std::uint64_t i = since; i < changes_.count(); ++i) {
    const MapChange& change = changes_[i];
    if (change.kind == MapChange::Kind::lost_link && block.landing_count != 0) return true;
    if (change.kind == MapChange::Kind::new_link && block.landing_count != 0) return true;
    if (!meet(all, change.tiles)) continue;
    for (std::uint32_t run = 0; run < block.run_count; ++run) {
      const bool last = run + 1 == block.run_count;
      const Coord end = last ? block.back : block.starts()[run + 1].at;
      const Coord start = block.starts()[run].at;
      // A jump touches its ends only, which other runs or the ends of the path hold as well.
      const bool jump = block.runs()[run].jump;
      if (meet(around(start, jump ? start : end), change.tiles)) return true;
      if (jump && meet(around(end, end), change.tiles)) return true;
    }
  }
  return false;
}

bool RouteStore::has_same_prices(const RouteBlock& block) const {
  return std::equal(
      starts_.begin(), starts_.end(), block.starts(),
      [](const RunStart& a, const RunStart& b) { return a.rest == b.rest && a.step == b.step; });
}

// ---- Memory ----------------------------------------------------------------------------------

/// A block that holds the path; its prices are to be set.
RouteBlock* RouteStore::make_block(const PathView& path, bool met_unknown) {
  RouteBlock* block = pool_.take(RouteBlock::bytes_for(path.runs().size(), path.landings().size()));
  block->run_count = static_cast<std::uint32_t>(path.runs().size());
  block->landing_count = static_cast<std::uint32_t>(path.landings().size());
  block->front = path.front();
  block->back = path.back();
  block->tiles = path.size();
  block->met_unknown = met_unknown;
  std::ranges::copy(path.runs(), block->runs());
  std::ranges::copy(path.landings(), block->landings());
  return block;
}

/// Takes over what `price` found.
void RouteStore::set_prices(RouteBlock& block) const {
  std::ranges::copy(starts_, block.starts());
  block.cost = starts_.front().rest;
  block.first = block.last = block.back;
  for (const RunStart& start : starts_) {
    const Coord at = start.at;
    block.first = {std::min(block.first.x, at.x), std::min(block.first.y, at.y),
                   std::min(block.first.z, at.z)};
    block.last = {std::max(block.last.x, at.x), std::max(block.last.y, at.y),
                  std::max(block.last.z, at.z)};
  }
}

/// Keeps no more spare memory than there is room for.
void RouteStore::trim_pool() {
  pool_.trim(options_.max_bytes > bytes_ ? options_.max_bytes - bytes_ : 0);
}

/// What a route takes in memory, with what grows beside it.
std::size_t RouteStore::bytes_of(std::size_t block_bytes, std::size_t indexed) {
  constexpr std::size_t growth = 2;  // of vectors, at most
  return block_bytes + growth * (sizeof(Entry) + sizeof(std::uint32_t)) +
         indexed * RouteIndex::bytes_an_entry;
}

/// Forgets routes until there is room for the path; returns whether there can be.
bool RouteStore::make_room(const PathView& path) {
  const std::size_t runs = path.runs().size();
  const std::size_t need = bytes_of(RouteBlock::bytes_for(runs, path.landings().size()), runs);
  if (need > options_.max_bytes) return false;
  while (bytes_ + need > options_.max_bytes) {
    ++statistics_.evictions;
    remove(oldest_);
  }
  return true;
}

/// Remembers a route for which there is room.
void RouteStore::add(RouteBlock* block) {
  std::uint32_t entry = 0;
  if (free_.empty()) {
    entry = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    entry = free_.back();
    free_.pop_back();
  }
  entries_[entry] = {block, changes_.count(), 0, none, none};
  ++count_;
  index(entry);
  bytes_ += bytes_of(block->bytes, entries_[entry].indexed);
  link(entry);
  trim_pool();
}

/// Puts the runs into the index up to the first whose start another route answers for.
void RouteStore::index(std::uint32_t entry) {
  const RouteBlock& block = *entries_[entry].block;
  const std::uint64_t goal = hash_of(block.back);
  std::uint32_t run = 0;
  for (; run < block.run_count; ++run) {
    const Coord at = block.starts()[run].at;
    if (run != 0 && locate(at, block.back, entry).entry != none) break;
    index_.add({hash_line(goal, line_of(block.runs()[run]), at), entry, run});
  }
  entries_[entry].indexed = run;
}

void RouteStore::remove(std::uint32_t entry) {
  RouteBlock& block = *entries_[entry].block;
  const std::uint64_t goal = hash_of(block.back);
  for (std::uint32_t run = 0; run < entries_[entry].indexed; ++run) {
    index_.erase({hash_line(goal, line_of(block.runs()[run]), block.starts()[run].at), entry, run});
  }
  bytes_ -= bytes_of(block.bytes, entries_[entry].indexed);
  --count_;
  unlink(entry);
  free_.push_back(entry);
  entries_[entry].block = nullptr;
  pool_.give(&block);
}

void RouteStore::clear() {
  for (std::uint32_t entry = newest_; entry != none; entry = entries_[entry].older) {
    RouteBlock* block = std::exchange(entries_[entry].block, nullptr);
    bytes_ -= bytes_of(block->bytes, entries_[entry].indexed);
    pool_.give(block);
  }
  entries_.clear();
  free_.clear();
  index_.clear();
  newest_ = oldest_ = none;
  count_ = 0;
}

void RouteStore::use(std::uint32_t entry) {
  if (entry == newest_) return;
  unlink(entry);
  link(entry);
}

void RouteStore::link(std::uint32_t entry) {
  entries_[entry].newer = none;
  entries_[entry].older = newest_;
  if (newest_ != none) entries_[newest_].newer = entry;
  newest_ = entry;
  if (oldest_ == none) oldest_ = entry;
}

void RouteStore::unlink(std::uint32_t entry) {
  const Entry& gone = entries_[entry];
  (gone.newer != none ? entries_[gone.newer].older : newest_) = gone.older;
  (gone.older != none ? entries_[gone.older].newer : oldest_) = gone.newer;
}

/// Keeps a block until the next call.
void RouteStore::hold(RouteBlock* block) {
  block->hold();
  held_.push_back(block);
}

}  // namespace tess::detail
