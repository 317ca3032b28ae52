#include "batch_run.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "../nav/nav_data.h"
#include "hash.h"

namespace tess::detail {

namespace {

/// Fewer requests to one goal are searched for one by one.
constexpr std::size_t least_group = 3;

}  // namespace

void HashIndex::reset(std::size_t count) {
  mask_ = std::bit_ceil(2 * count + 1) - 1;
  slots_.assign(mask_ + 1, none);
}

Batch::Batch(const NavMap& map) : map_(map) {}

Batch::~Batch() {
  for (Worker* worker : workers_) delete worker;
}

BatchResult Batch::run(std::span<const PathRequest> requests, ExecutorRef executor) {
  map_.refresh();
  requests_ = requests;
  counters_ = {};
  results_.resize(requests.size());
  places_.resize(requests.size());
  while (workers_.size() < executor.worker_count()) workers_.push_back(new Worker(map_));
  for (Worker* worker : workers_) {
    worker->runs.clear();
    worker->landings.clear();
    worker->chunks.clear();
    worker->counters = {};
  }
  find_duplicates();
  make_units();
  tess::run(executor, units_.size(), 1, [this](IndexRange range, std::uint32_t worker) {
    for (std::size_t i = range.begin; i < range.end; ++i) answer(units_[i], worker);
  });
  gather();
  return {results_, counters_};
}

void Batch::find_duplicates() {
  const auto count = static_cast<std::uint32_t>(requests_.size());
  first_.resize(count);
  index_.reset(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PathRequest& request = requests_[i];
    first_[i] = index_.find_or_add(
        mix(hash_of(request.from), hash_of(request.to)), i, [&](std::uint32_t other) {
          return requests_[other].from == request.from && requests_[other].to == request.to &&
                 requests_[other].options == request.options;
        });
    if (first_[i] != i) ++counters_.duplicates;
  }
}

/// Whether a search for many may answer the request: only the plain exact question.
bool Batch::may_group(const PathRequest& request) const {
  SearchOptions plain;
  plain.unknown = request.options.unknown;
  plain.unknown_cost = request.options.unknown_cost;
  const bool known = !map_.data().has_unknown() || plain.unknown == UnknownTiles::avoid;
  return known && request.options == plain;
}

/// Sorts the requests by goals, the larger groups first, so that no worker is left with one at the
/// end.
void Batch::make_units() {
  units_.clear();
  members_.clear();
  group_of_.resize(requests_.size());
  index_.reset(requests_.size());
  const auto count = static_cast<std::uint32_t>(requests_.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (first_[i] != i) continue;
    const PathRequest& request = requests_[i];
    const bool alone = !may_group(request);
    const auto fresh = static_cast<std::uint32_t>(units_.size());
    std::uint32_t group = fresh;
    if (!alone) {
      group = index_.find_or_add(hash_of(request.to), fresh, [&](std::uint32_t unit) {
        return requests_[units_[unit].first].to == request.to;
      });
    }
    if (group == fresh) units_.push_back({i, 0});
    ++units_[group].count;
    group_of_[i] = group;
  }
  std::uint32_t end = 0;
  for (Unit& unit : units_) {
    unit.first = end;
    end += std::exchange(unit.count, 0);
  }
  members_.resize(end);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (first_[i] != i) continue;
    Unit& unit = units_[group_of_[i]];
    members_[unit.first + unit.count++] = i;
  }
  std::ranges::sort(units_, [](const Unit& a, const Unit& b) {
    return a.count != b.count ? a.count > b.count : a.first < b.first;
  });
}

/// Where the map has jumps, requests to one goal are searched for one by one.
void Batch::answer(const Unit& unit, std::uint32_t worker) {
  if (unit.count >= least_group && !map_.data().has_jumps()) {
    answer_group(unit, worker);
    return;
  }
  for (std::uint32_t i = 0; i < unit.count; ++i) search_alone(members_[unit.first + i], worker);
}

void Batch::search_alone(std::uint32_t request, std::uint32_t worker) {
  Worker& mine = *workers_[worker];
  mine.search.start(requests_[request], false);
  const PathResult result = mine.search.advance(std::numeric_limits<std::uint64_t>::max());
  ++mine.counters.searches;
  mine.counters.work += result.counters;
  keep(request, result, worker);
}

void Batch::answer_group(const Unit& unit, std::uint32_t worker) {
  Worker& mine = *workers_[worker];
  const NavData& map = map_.data();
  mine.open.clear();
  mine.starts.clear();
  std::size_t farthest = 0;
  std::uint64_t distance = 0;
  for (std::uint32_t i = 0; i < unit.count; ++i) {
    const std::uint32_t request = members_[unit.first + i];
    const Coord from = requests_[request].from;
    const Coord to = requests_[request].to;
    if (from == to || !map_.open(from) || !map_.open(to)) {
      search_alone(request, worker);
      continue;
    }
    const std::uint64_t here = distance_in_ticks(map.movement().steps, from, to);
    if (here > distance) {
      distance = here;
      farthest = mine.open.size();
    }
    mine.open.push_back(request);
    mine.starts.push_back(map.node(from));
  }
  if (mine.open.empty()) return;
  const std::uint32_t probe = mine.open[farthest];
  search_alone(probe, worker);
  const std::uint64_t work = results_[probe].counters.expanded;
  mine.open.erase(mine.open.begin() + static_cast<std::ptrdiff_t>(farthest));
  mine.starts.erase(mine.starts.begin() + static_cast<std::ptrdiff_t>(farthest));
  if (mine.open.size() + 1 >= least_group) {
    mine.group.run(map, map.node(requests_[probe].to), mine.starts, work * mine.open.size());
    ++mine.counters.searches;
    ++mine.counters.groups;
    mine.counters.work += mine.group.counters();
    for (std::size_t i = 0; i < mine.open.size(); ++i) take_group_answer(i, worker);
    return;
  }
  for (const std::uint32_t request : mine.open) search_alone(request, worker);
}

void Batch::take_group_answer(std::size_t start, std::uint32_t worker) {
  Worker& mine = *workers_[worker];
  PathResult result;
  switch (mine.group.answer(start)) {
    case BatchSearch::Answer::undecided: search_alone(mine.open[start], worker); return;
    case BatchSearch::Answer::no_path: break;
    case BatchSearch::Answer::found:
      result.status = PathStatus::found;
      result.path = mine.group.trace(start);
      result.cost = mine.group.cost(start);
      result.cost_in_tiles = static_cast<double>(result.cost) /
                             static_cast<double>(step_lengths(map_.movement().steps).straight);
      break;
  }
  ++mine.counters.grouped;
  keep(mine.open[start], result, worker);
}

/// Keeps an answer until all are there: the spans in it are set by `gather`.
void Batch::keep(std::uint32_t request, const PathResult& result, std::uint32_t worker) {
  Worker& mine = *workers_[worker];
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  places_[request] = {worker, mine.runs.size(), mine.landings.size(), mine.chunks.size()};
  results_[request] = result;
  append(mine.runs, result.path.runs());
  append(mine.landings, result.path.landings());
  append(mine.chunks, result.unknown_chunks);
}

/// Lays all paths one behind the other, in the order of the requests.
void Batch::gather() {
  std::size_t runs = 0;
  std::size_t landings = 0;
  std::size_t chunks = 0;
  for (const Worker* worker : workers_) {
    runs += worker->runs.size();
    landings += worker->landings.size();
    chunks += worker->chunks.size();
    counters_.groups += worker->counters.groups;
    counters_.grouped += worker->counters.grouped;
    counters_.searches += worker->counters.searches;
    counters_.work += worker->counters.work;
  }
  runs_.resize(runs);
  landings_.resize(landings);
  chunks_.resize(chunks);
  runs = landings = chunks = 0;
  const auto move = [](auto& to, std::size_t& end, const auto& from, std::size_t at,
                       std::size_t count) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(at), count,
                to.begin() + static_cast<std::ptrdiff_t>(end));
    end += count;
    return std::span(to).subspan(end - count, count);
  };
  for (std::size_t i = 0; i < results_.size(); ++i) {
    PathResult& result = results_[i];
    if (first_[i] != i) {
      result = results_[first_[i]];
      continue;
    }
    const Place& place = places_[i];
    const Worker& from = *workers_[place.worker];
    const PathView& path = result.path;
    const auto own_runs = move(runs_, runs, from.runs, place.runs, path.runs().size());
    const auto own_landings =
        move(landings_, landings, from.landings, place.landings, path.landings().size());
    result.unknown_chunks =
        move(chunks_, chunks, from.chunks, place.chunks, result.unknown_chunks.size());
    if (path.empty()) continue;
    result.path = {path.front(), path.back(), path.size(), own_runs, own_landings};
  }
}

}  // namespace tess::detail
