#include <algorithm>
#include <limits>
#include <utility>

#include "crowd.h"

// Priority inheritance with backtracking (Okumura, Machida, Defago and Tamura, "Priority
// inheritance with backtracking for iterative multi-agent path finding", Artificial Intelligence
// 310, 2022).
//
// One after the other, who has been on the way longest first, agents take the best free tile beside
// them, by the distance to their goals. Who stands on it must go first, with the other's urgency:
// it looks for a tile in the same manner, but not that of the one who pushes. If it finds none it
// stays, and the one who pushed tries its next best tile. So the most urgent agent always gets on
// where two ways lead on, and in turn everybody becomes the most urgent.

namespace tess::detail {

void Crowd::walk_pushing(AgentTick& tick) {
  const std::size_t count = size();
  due_.resize(count);
  wants_.resize(count);
  verdicts_.resize(count);
  std::uint32_t rounds = 0;
  for (std::size_t i = 0; i < count; ++i) {
    due_[i] = steps_due(i);
    rounds = std::max(rounds, due_[i]);
  }
  walkers_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) walkers_[i] = i;
  std::ranges::sort(walkers_,
                    [this](std::uint32_t a, std::uint32_t b) { return goes_before(a, b); });
  for (std::uint32_t round = 0; round < rounds; ++round) push_round(round, tick);
  for (std::size_t i = 0; i < count; ++i) {
    Plan& plan = plans_[i];
    const bool on_its_way = states_[i] == AgentState::walking;
    if (!on_its_way) plan.waited = 0;
    if (on_its_way && plan.waited < std::numeric_limits<std::uint16_t>::max()) ++plan.waited;
  }
}

void Crowd::push_round(std::uint32_t round, AgentTick& tick) {
  // Who has no steps left keeps its tile.
  for (const std::uint32_t i : walkers_) {
    verdicts_[i] = due_[i] > round ? Verdict::unknown_yet : Verdict::stays;
    wants_[i] = positions_[i];
    if (verdicts_[i] == Verdict::stays) taken_.claim(node(positions_[i])) = i;
  }
  for (const std::uint32_t i : walkers_) {
    if (verdicts_[i] == Verdict::unknown_yet) find_place(i);
  }
  for (const std::uint32_t i : walkers_) {
    taken_.claim(node(wants_[i])) = nobody;
    if (wants_[i] != positions_[i]) taken_.hold(node(positions_[i]), nobody);
  }
  for (const std::uint32_t i : walkers_) {
    if (wants_[i] == positions_[i]) {
      if (states_[i] == AgentState::walking && due_[i] > round) ++tick.held_up;
      continue;
    }
    taken_.hold(node(wants_[i]), i);
    positions_[i] = wants_[i];
    ++tick.steps;
    note_distance(i, tick);
  }
}

/// Finds the next tile of an agent, and of those that it pushes.
void Crowd::find_place(std::uint32_t i) {
  pushes_.clear();
  begin_push(i, nobody);
  bool placed = true;  // whether the one pushed last has found a tile
  while (!pushes_.empty()) {
    Push& push = pushes_.back();
    const std::uint32_t agent = push.agent;
    if (push.waits && placed) {
      pushes_.pop_back();
      continue;
    }
    push.waits = false;
    const bool taken = take_next(push);
    if (!taken) {
      // It stays, and takes its tile back from whoever pushed it.
      wants_[agent] = positions_[agent];
      taken_.claim(node(positions_[agent])) = agent;
      verdicts_[agent] = Verdict::stays;
      placed = false;
      pushes_.pop_back();
      continue;
    }
    placed = true;
    const std::uint32_t holder = taken_.holder(node(wants_[agent]));
    if (holder == nobody || holder == agent || verdicts_[holder] != Verdict::unknown_yet) {
      pushes_.pop_back();
      continue;
    }
    push.waits = true;
    begin_push(holder, agent);
  }
}

/// Lists the tiles that an agent may go to, the best first.
void Crowd::begin_push(std::uint32_t agent, std::uint32_t pusher) {
  verdicts_[agent] = Verdict::asked;
  Push push;
  push.agent = agent;
  push.pusher = pusher;
  const Coord at = positions_[agent];
  const Mover& mover = mover_of(agent);
  const auto add = [&](Coord c) {
    const std::uint32_t holder = taken_.holder(node(c));
    push.places[push.count] = {goal_distance(agent, c), holder != nobody && holder != agent,
                               push.count, c};
    ++push.count;
  };
  add(at);
  for (int d = 0; d < direction_count; ++d) {
    const auto direction = static_cast<Direction>(d);
    if (mover.map.step_cost(at, direction) == 0) continue;
    const Offset step = offset(direction);
    add(at + Coord{step.dx, step.dy, step.dz});
  }
  if (const std::optional<Coord> landing = landing_of(agent)) add(*landing);
  std::sort(push.places.begin(), push.places.begin() + push.count);
  pushes_.push_back(push);
}

/// Takes the next tile that nobody has claimed; returns whether there is one.
bool Crowd::take_next(Push& push) {
  while (push.next != push.count) {
    const Coord c = push.places[push.next++].at;
    if (push.pusher != nobody && c == positions_[push.pusher]) continue;
    std::uint32_t& claim = taken_.claim(node(c));
    if (claim != nobody) continue;
    claim = push.agent;
    wants_[push.agent] = c;
    return true;
  }
  return false;
}

/// How far a tile is from an agent's goal; from where it stands, where it has none.
std::uint32_t Crowd::goal_distance(std::size_t i, Coord c) {
  if (plans_[i].field == GoalFields::none) return c == positions_[i] ? 0 : 1;
  return mover_of(i).fields[plans_[i].field].distance(c);
}

/// Where the link leads to that an agent takes next.
std::optional<Coord> Crowd::landing_of(std::size_t i) {
  Mover& mover = mover_of(i);
  if (plans_[i].field == GoalFields::none || mover.map.data().link_edges().empty()) return {};
  const auto step = mover.fields[plans_[i].field].step(positions_[i]);
  if (!step || !step->jump) return {};
  return step->to;
}

/// Tells where an agent with a goal has come to.
void Crowd::note_distance(std::size_t i, AgentTick& tick) {
  if (plans_[i].field == GoalFields::none) return;
  if (positions_[i] == plans_[i].goal) {
    states_[i] = AgentState::arrived;
    ++tick.arrivals;
    tell(i, AgentEvent::Kind::arrived);
  } else if (goal_distance(i, positions_[i]) != DistanceField::unreached) {
    states_[i] = AgentState::walking;
  }
}

/// Gives fields to those for whose goals there is room, and tells who cannot get there.
void Crowd::plan_fields(ExecutorRef executor, AgentTick& tick) {
  part_.clear();
  for (const std::uint32_t i : wave_) {
    plans_[i].field = mover_of(i).fields.acquire(plans_[i].goal);
    if (plans_[i].field != GoalFields::none) {
      part_.push_back(i);
    } else {
      enqueue(i);
    }
  }
  for (const auto& mover : movers_) tick.expanded += mover->fields.build(executor);
  for (const std::uint32_t i : part_) {
    ++tick.planned;
    look_at_field(i);
    if (states_[i] == AgentState::arrived) ++tick.arrivals;
  }
}

void Crowd::look_at_field(std::size_t i) {
  const bool there = positions_[i] == plans_[i].goal;
  const bool way = there || goal_distance(i, positions_[i]) != DistanceField::unreached;
  const AgentState now = there ? AgentState::arrived
                         : way ? AgentState::walking
                               : AgentState::unreachable;
  const AgentState before = std::exchange(states_[i], now);
  if (now == before) return;
  if (there) tell(i, AgentEvent::Kind::arrived);
  if (!way) tell(i, AgentEvent::Kind::unreachable);
}

std::size_t Crowd::copy_field_way(std::size_t i, std::span<Coord> tiles) const {
  DistanceField& field = mover_of(i).fields[plans_[i].field];
  std::size_t count = 0;
  Coord at = positions_[i];
  while (count < tiles.size()) {
    const auto step = field.step(at);
    if (!step) break;
    tiles[count++] = at = step->to;
  }
  return count;
}

}  // namespace tess::detail
