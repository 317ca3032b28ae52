#include <tess/path/planner.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "batch_run.h"
#include "search_run.h"

namespace tess {

Planner::Planner(const NavMap& map) : map_(&map), search_(new detail::Search(map)) {}

Planner::~Planner() {
  delete search_;
  delete batch_;
}

Planner::Planner(Planner&& other) noexcept
    : map_(other.map_),
      search_(std::exchange(other.search_, nullptr)),
      batch_(std::exchange(other.batch_, nullptr)) {}

Planner& Planner::operator=(Planner&& other) noexcept {
  std::swap(map_, other.map_);
  std::swap(search_, other.search_);
  std::swap(batch_, other.batch_);
  return *this;
}

PathResult Planner::find(Coord from, Coord to, const SearchOptions& options) {
  search_->start({from, to, options}, false);
  return search_->advance(std::numeric_limits<std::uint64_t>::max());
}

BatchResult Planner::find_all(std::span<const PathRequest> requests, ExecutorRef executor) {
  if (batch_ == nullptr) batch_ = new detail::Batch(*map_);
  return batch_->run(requests, executor);
}

void Planner::start(const PathRequest& request) { search_->start(request, true); }

PathResult Planner::advance(std::uint64_t expansions) {
  TESS_ASSERT(search_->is_sliced(), "advance comes after start, without a find in between");
  return search_->advance(expansions);
}

bool Planner::walkable(const PathView& path, Revision since) const {
  const detail::NavData& map = map_->data();
  if (path.empty() || !map_->open(path.front())) return false;
  Coord at = path.front();
  for (const PathRun& run : path.runs()) {
    if (run.jump) {
      const Coord to = path.landings()[run.length];
      if (!map.has_link(at, to)) return false;
      at = to;
      continue;
    }
    const auto found = std::ranges::find(offsets, Offset{run.dx, run.dy, run.dz});
    if (found == offsets.end()) return false;
    const auto direction = static_cast<Direction>(found - offsets.begin());
    for (std::uint32_t i = 0; i < run.length; ++i) {
      const Coord to = detail::one_step(at, *found);
      if (!map.step_unchanged(at, to, since) && map.step_cost(at, direction) == 0) return false;
      at = to;
    }
  }
  return true;
}

void Planner::append_expanded(std::vector<Coord>& tiles) const { search_->append_expanded(tiles); }

}  // namespace tess
