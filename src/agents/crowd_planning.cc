#include <algorithm>
#include <limits>
#include <utility>

#include "crowd.h"

// How agents come by their routes, and how edits take them away.

namespace tess::detail {

namespace {

/// So many agents are planned for in one batch at most.
constexpr std::uint64_t largest_wave = 4096;

/// And for so many in the first batch of a tick that has a budget.
constexpr std::uint64_t first_wave = 8;

Coord lesser(Coord a, Coord b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}

Coord greater(Coord a, Coord b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

Box box_of(Coord first, Coord last) {
  return {first, {last.x - first.x + 1, last.y - first.y + 1, last.z - first.z + 1}};
}

}  // namespace

/// Brings the maps up to date, and looks at the routes where one has changed.
void Crowd::catch_up(ExecutorRef executor) {
  for (std::size_t kind = 0; kind < movers_.size(); ++kind) {
    Mover& mover = *movers_[kind];
    if (mover.data.current() && mover.data.version() == mover.version) continue;
    mover.map.refresh();
    mover.version = mover.data.version();
    mover.changes.update(mover.data);
    if (mover.changes.count() == mover.seen) continue;
    if (pushes()) {
      mover.fields.refresh(executor);
      for (std::size_t i = 0; i < size(); ++i) {
        const bool own = static_cast<std::size_t>(kinds_[i]) == kind;
        if (own && plans_[i].field != GoalFields::none) look_at_field(i);
      }
    } else {
      look_at_routes(kind);
    }
    mover.seen = mover.changes.count();
  }
}

void Crowd::look_at_routes(std::size_t kind) {
  Mover& mover = *movers_[kind];
  for (std::size_t i = 0; i < size(); ++i) {
    if (static_cast<std::size_t>(kinds_[i]) != kind) continue;
    if (states_[i] == AgentState::unreachable) enqueue(i);
    if (states_[i] != AgentState::walking) continue;
    if (options_.freshness == Freshness::optimal) {
      const RouteResult known = mover.routes.recall(positions_[i], plans_[i].goal);
      const bool same = known && known.route.block() == plans_[i].route.view().block();
      if (same && plans_[i].detour.empty()) continue;
      if (known) {
        follow(i, known.route);
        continue;
      }
    } else if (!is_broken(i, mover)) {
      continue;
    }
    drop_route(i);
    plans_[i].broken = true;
    states_[i] = AgentState::waiting;
    enqueue(i);
  }
}

bool Crowd::is_broken(std::size_t i, const Mover& mover) const {
  return is_touched(bounds_[i], mover) && !is_route_legal(i, mover.map);
}

/// Whether what changed on the map may have to do with the tiles of a box.
bool Crowd::is_touched(const Bounds& bounds, const Mover& mover) const {
  if (!mover.changes.reaches(mover.seen)) return true;
  const Box box = box_of(bounds.first, bounds.last);
  for (std::uint64_t number = mover.seen; number < mover.changes.count(); ++number) {
    const MapChange& change = mover.changes[number];
    if (change.kind == MapChange::Kind::lost_link) return true;
    if (!intersection(box, change.tiles).empty()) return true;
  }
  return false;
}

/// Whether every step that is left can still be made; looks only at what a change touched.
bool Crowd::is_route_legal(std::size_t i, const NavMap& map) const {
  const Plan& plan = plans_[i];
  const PathView path = plan.route.view().whole();
  Coord at = positions_[i];
  for (std::size_t k = plan.detour.size(); k-- > 0;) {
    if (!is_line_legal(i, map, at, offsets[plan.detour[k]], 1)) return false;
  }
  const std::uint32_t first = run_of(i);
  for (std::uint32_t r = first; r < path.runs().size(); ++r) {
    const PathRun& run = path.runs()[r];
    const std::uint32_t whole = run.jump ? 1 : run.length;
    const std::uint32_t left = r == first ? headings_[i].left : whole;
    if (!run.jump) {
      if (!is_line_legal(i, map, at, {run.dx, run.dy, run.dz}, left)) return false;
    } else if (left != 0) {
      const Coord landing = path.landings()[run.length];
      if (!map.data().has_link(at, landing)) return false;
      at = landing;
    }
  }
  return true;
}

/// Whether so many equal steps can be made; moves on to where they end.
bool Crowd::is_line_legal(std::size_t i, const NavMap& map, Coord& at, Offset step,
                          std::uint32_t count) const {
  const auto n = static_cast<std::int32_t>(count);
  const Coord end = at + Coord{n * step.dx, n * step.dy, n * step.dz};
  if (is_touched({lesser(at, end), greater(at, end)}, mover_of(i))) {
    const auto direction =
        static_cast<Direction>(std::ranges::find(offsets, step) - offsets.begin());
    for (Coord c = at; c != end; c = c + Coord{step.dx, step.dy, step.dz}) {
      if (map.step_cost(c, direction) == 0) return false;
    }
  }
  at = end;
  return true;
}

void Crowd::drop_route(std::size_t i) {
  Plan& plan = plans_[i];
  if (plan.field != GoalFields::none) {
    mover_of(i).fields.release(std::exchange(plan.field, GoalFields::none));
  }
  plan.route = Route();
  plan.detour.clear();
  plan.waited = 0;
  plan.look = options_.patience;
  headings_[i] = {};
}

void Crowd::enqueue(std::size_t i) {
  if (plans_[i].queued) return;
  plans_[i].queued = true;
  queue_.push(ids_[i]);
}

/// Plans for those who have waited longest, in waves of as many as the budget is likely to allow.
void Crowd::plan(ExecutorRef executor, AgentTick& tick) {
  std::size_t waiting = queue_.size();  // those who come back to the queue wait for the next tick
  const bool bounded = options_.max_expansions != std::numeric_limits<std::uint64_t>::max();
  // Costs of the past may tell nothing of these searches: a wave that is no larger than all before
  // it cannot overrun the budget by much.
  std::uint64_t trusted = bounded ? first_wave : largest_wave;
  while (waiting != 0 && tick.expanded < options_.max_expansions) {
    const std::uint64_t left = options_.max_expansions - tick.expanded;
    const std::uint64_t affordable = std::clamp<std::uint64_t>(left / mean_cost_, 1, trusted);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(affordable, waiting));
    const std::uint64_t before = tick.expanded;
    plan_wave(count, executor, tick);
    const std::uint64_t each = (tick.expanded - before) / count;
    mean_cost_ = std::max<std::uint64_t>(1, (3 * mean_cost_ + each) / 4);
    waiting -= count;
    trusted = std::min(2 * trusted, largest_wave);
  }
  tick.deferred =
      static_cast<std::size_t>(std::ranges::count_if(queue_.waiting(), [this](AgentId agent) {
        const std::size_t i = index_of(agent);
        return i != size() && plans_[i].queued && plans_[i].has_goal;
      }));
}

void Crowd::plan_wave(std::size_t count, ExecutorRef executor, AgentTick& tick) {
  wave_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = index_of(queue_.pop());
    // It may have been removed, or lost its goal, since it was put there.
    if (i == size() || !plans_[i].queued) continue;
    plans_[i].queued = false;
    if (plans_[i].has_goal) wave_.push_back(static_cast<std::uint32_t>(i));
  }
  if (pushes()) {
    plan_fields(executor, tick);
    return;
  }
  for (std::size_t kind = 0; kind < movers_.size(); ++kind) {
    Mover& mover = *movers_[kind];
    requests_.clear();
    part_.clear();
    for (const std::uint32_t i : wave_) {
      if (static_cast<std::size_t>(kinds_[i]) != kind) continue;
      part_.push_back(i);
      requests_.push_back({.from = positions_[i], .to = plans_[i].goal});
    }
    if (part_.empty()) continue;
    const std::uint64_t before = mover.routes.statistics().work.expanded;
    const auto results = mover.routes.find_all(mover.planner, requests_, executor);
    tick.expanded += mover.routes.statistics().work.expanded - before;
    for (std::size_t k = 0; k < part_.size(); ++k) {
      ++tick.planned;
      take(part_[k], results[k]);
      if (states_[part_[k]] == AgentState::arrived) ++tick.arrivals;
    }
  }
}

/// Takes the answer of a search.
void Crowd::take(std::size_t i, const RouteResult& result) {
  Plan& plan = plans_[i];
  const bool broken = plan.broken;
  plan.broken = false;
  if (positions_[i] == plan.goal) {
    states_[i] = AgentState::arrived;
    tell(i, AgentEvent::Kind::arrived);
    return;
  }
  if (!result) {
    if (states_[i] != AgentState::unreachable) tell(i, AgentEvent::Kind::unreachable);
    states_[i] = AgentState::unreachable;
    return;
  }
  follow(i, result.route);
  if (broken) tell(i, AgentEvent::Kind::replanned);
}

void Crowd::follow(std::size_t i, const RouteView& route) {
  Plan& plan = plans_[i];
  drop_route(i);
  plan.route = Route(route);
  const std::span<const PathRun> runs = route.whole().runs();
  std::uint32_t run = 0;
  auto done = static_cast<std::uint32_t>(route.offset());
  const auto steps = [&](std::uint32_t r) { return runs[r].jump ? 1U : runs[r].length; };
  for (; done >= steps(run); ++run) done -= steps(run);
  head_along(i, run, steps(run) - done);
  states_[i] = AgentState::walking;
  // Turns are enough for the box, and what a jump lands on.
  Bounds bounds{positions_[i], positions_[i]};
  Coord at = positions_[i];
  for (std::uint32_t r = run; r < runs.size(); ++r) {
    const auto n = static_cast<std::int32_t>(r == run ? headings_[i].left : runs[r].length);
    at = runs[r].jump ? route.whole().landings()[runs[r].length]
                      : at + Coord{n * runs[r].dx, n * runs[r].dy, n * runs[r].dz};
    bounds = {lesser(bounds.first, at), greater(bounds.last, at)};
  }
  bounds_[i] = bounds;
}

/// Sets out along a run of the route of which so many steps are left.
void Crowd::head_along(std::size_t i, std::uint32_t run, std::uint32_t left) {
  const std::span<const PathRun> runs = plans_[i].route.view().whole().runs();
  const PathRun& steps = runs[run];
  headings_[i] = {steps.dx, steps.dy, steps.dz, steps.jump, left, &steps, &runs.back()};
}

/// The current run of an agent's route.
std::uint32_t Crowd::run_of(std::size_t i) const {
  return static_cast<std::uint32_t>(headings_[i].run -
                                    plans_[i].route.view().whole().runs().data());
}

}  // namespace tess::detail
