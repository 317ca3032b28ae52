#include <algorithm>
#include <limits>

#include "../path/heuristic.h"
#include "crowd.h"

// How agents make their steps, alone and among others.
//
// Where tiles are not shared, a tick is made of rounds of one step for everybody who has steps
// left. In a round each wants the next tile of its way; the one that goes before the others claims
// it. It goes if the tile is empty or its holder goes as well, which makes chains, and cycles in
// which all move at once.

namespace tess::detail {

/// The steps that an agent makes in this tick.
std::uint32_t Crowd::steps_due(std::size_t i) {
  Pace& pace = paces_[i];
  const std::uint32_t sum = std::uint32_t{pace.gone} + pace.speed;
  pace.gone = static_cast<std::uint16_t>(sum % whole_step);
  return sum / whole_step;
}

void Crowd::walk_freely(AgentTick& tick) {
  const std::size_t count = size();
  const bool even = uneven_ == 0;
  std::size_t steps = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Heading& heading = headings_[i];
    if (heading.left == 0) continue;
    const std::uint32_t due = even ? 1 : steps_due(i);
    for (std::uint32_t step = 0; step < due && heading.left != 0; ++step) {
      ++steps;
      if (heading.jump) {
        make_step(i, tick);
        continue;
      }
      positions_[i] = positions_[i] + Coord{heading.dx, heading.dy, heading.dz};
      if (--heading.left == 0) turn(i, tick);
    }
  }
  tick.steps += steps;
}

/// The tile that an agent on its way enters next.
Coord Crowd::next_tile(std::size_t i) const {
  Way way(*this, i);
  way.next();
  return way.at();
}

void Crowd::make_step(std::size_t i, AgentTick& tick) {
  positions_[i] = next_tile(i);
  Plan& plan = plans_[i];
  if (!plan.detour.empty()) {
    plan.detour.pop_back();
    if (plan.detour.empty() && headings_[i].left == 0) turn(i, tick);
    return;
  }
  if (--headings_[i].left == 0) turn(i, tick);
}

/// At the end of a run: goes on to the next, or is there.
void Crowd::turn(std::size_t i, AgentTick& tick) {
  Heading& heading = headings_[i];
  if (heading.run != heading.last) {
    const PathRun& run = *++heading.run;
    heading.dx = run.dx;
    heading.dy = run.dy;
    heading.dz = run.dz;
    heading.jump = run.jump;
    heading.left = run.jump ? 1 : run.length;
    return;
  }
  drop_route(i);
  states_[i] = AgentState::arrived;
  ++tick.arrivals;
  tell(i, AgentEvent::Kind::arrived);
}

void Crowd::walk_apart(AgentTick& tick) {
  const std::size_t count = size();
  due_.resize(count);
  wants_.resize(count);
  verdicts_.assign(count, Verdict::stays);
  walkers_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (states_[i] != AgentState::walking) continue;
    due_[i] = steps_due(i);
    if (due_[i] != 0) walkers_.push_back(static_cast<std::uint32_t>(i));
  }
  while (!walkers_.empty()) walk_round(tick);
}

void Crowd::walk_round(AgentTick& tick) {
  for (const std::uint32_t i : walkers_) {
    wants_[i] = next_tile(i);
    verdicts_[i] = Verdict::unknown_yet;
    std::uint32_t& claim = taken_.claim(node(wants_[i]));
    if (claim == nobody || goes_before(i, claim)) claim = i;
  }
  for (const std::uint32_t i : walkers_) settle(i);
  for (const std::uint32_t i : walkers_) {
    taken_.claim(node(wants_[i])) = nobody;
    if (verdicts_[i] == Verdict::goes) taken_.hold(node(positions_[i]), nobody);
  }
  std::size_t kept = 0;
  for (const std::uint32_t i : walkers_) {
    const bool goes = verdicts_[i] == Verdict::goes;
    verdicts_[i] = Verdict::stays;
    if (!goes) {
      ++tick.held_up;
      stand(i);
      continue;
    }
    plans_[i].waited = 0;
    plans_[i].look = options_.patience;
    taken_.hold(node(wants_[i]), i);
    ++tick.steps;
    make_step(i, tick);
    if (--due_[i] != 0 && states_[i] == AgentState::walking) walkers_[kept++] = i;
  }
  walkers_.resize(kept);
}

/// Who may enter a tile that both want: by priority, then by how long they have stood, then by who
/// was added first.
bool Crowd::goes_before(std::uint32_t a, std::uint32_t b) const {
  const Plan& first = plans_[a];
  const Plan& second = plans_[b];
  if (first.priority != second.priority) return first.priority > second.priority;
  if (first.waited != second.waited) return first.waited > second.waited;
  return ids_[a] < ids_[b];
}

/// Finds whether a walker goes, by following who stands in whose way.
void Crowd::settle(std::uint32_t i) {
  chain_.clear();
  Verdict verdict = Verdict::stays;
  for (std::uint32_t at = i;;) {
    if (verdicts_[at] == Verdict::asked) {
      settle_cycle(static_cast<std::size_t>(std::ranges::find(chain_, at) - chain_.begin()));
      verdict = verdicts_[at];
      break;
    }
    if (verdicts_[at] != Verdict::unknown_yet) {
      verdict = verdicts_[at];
      break;
    }
    verdicts_[at] = Verdict::asked;
    chain_.push_back(at);
    if (taken_.claim(node(wants_[at])) != at) break;
    const std::uint32_t holder = taken_.holder(node(wants_[at]));
    if (holder == nobody) {
      verdict = Verdict::goes;
      break;
    }
    at = holder;
  }
  for (std::size_t k = chain_.size(); k-- > 0;) {
    Verdict& own = verdicts_[chain_[k]];
    if (own == Verdict::asked) own = verdict;
    verdict = own;
  }
}

/// All of a cycle go; two that face each other only where they may change places.
void Crowd::settle_cycle(std::size_t first) {
  Verdict verdict = Verdict::goes;
  if (chain_.size() - first == 2) {
    const auto patient = [this](std::uint32_t i) { return plans_[i].waited < options_.patience; };
    const bool stuck = !patient(chain_[first]) && !patient(chain_[first + 1]);
    const bool swaps =
        options_.swaps == Swaps::permitted || (options_.swaps == Swaps::on_deadlock && stuck);
    if (!swaps) verdict = Verdict::stays;
  }
  for (std::size_t k = first; k < chain_.size(); ++k) verdicts_[chain_[k]] = verdict;
}

/// Somebody is in the way.
void Crowd::stand(std::size_t i) {
  constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
  Plan& plan = plans_[i];
  if (plan.waited < most) ++plan.waited;
  if (plan.waited < plan.look) return;
  const std::uint32_t later = std::min<std::uint32_t>(
      plan.look + std::min<std::uint32_t>(plan.look, 64U * options_.patience), most);
  plan.look = static_cast<std::uint16_t>(later);
  if (!find_detour(i)) tell(i, AgentEvent::Kind::obstructed);
}

/// Looks for a way around those who stand nearby, back to a later tile of the route: the one for
/// which the detour costs least more than the route.
bool Crowd::find_detour(std::size_t i) {
  const NavMap& map = mover_of(i).map;
  const Coord from = positions_[i];
  detour_.flood(map, from, [this](Coord c) {
    const std::uint32_t holder = taken_.holder(node(c));
    return holder == nobody ||
           (states_[holder] == AgentState::walking && plans_[holder].waited == 0);
  });
  std::optional<Way> best;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t along = 0;
  Way way(*this, i, true);
  for (Coord at = way.at(); way.next() && !way.jumped() && Detour::nearby(from, way.at());
       at = way.at()) {
    along += std::max(map.entry_cost(way.at()), 1) *
             static_cast<std::int64_t>(distance_in_ticks(map.movement().steps, at, way.at()));
    if (!detour_.reached(way.at())) continue;
    const std::int64_t more = std::int64_t{detour_.cost(way.at())} - along;
    if (more >= least) continue;
    least = more;
    best = way;
  }
  if (!best) return false;
  Plan& plan = plans_[i];
  detour_.trace(best->at(), plan.detour);
  head_along(i, best->run(), best->left());
  Coord at = from;
  for (std::size_t k = plan.detour.size(); k-- > 0;) {
    const Offset step = offsets[plan.detour[k]];
    at = at + Coord{step.dx, step.dy, step.dz};
    Bounds& bounds = bounds_[i];
    // The rest of the route may be on other levels.
    bounds.first = {std::min(bounds.first.x, at.x), std::min(bounds.first.y, at.y),
                    std::min(bounds.first.z, at.z)};
    bounds.last = {std::max(bounds.last.x, at.x), std::max(bounds.last.y, at.y),
                   std::max(bounds.last.z, at.z)};
  }
  return true;
}

}  // namespace tess::detail
