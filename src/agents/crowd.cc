#include "crowd.h"

#include <algorithm>

namespace tess::detail {

namespace {

constexpr std::uint32_t slot_of(AgentId agent) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(agent));
}

constexpr std::uint32_t generation_of(AgentId agent) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(agent) >> 32);
}

constexpr AgentId id_of(std::uint32_t slot, std::uint32_t generation) {
  return AgentId{std::uint64_t{generation} << 32 | slot};
}

}  // namespace

Crowd::Crowd(const AgentSetOptions& options) : options_(options) {
  TESS_ASSERT(options.patience >= 1, "an agent is patient for at least one tick");
}

MoverClass Crowd::add_class(const NavMap& map) {
  TESS_ASSERT(movers_.size() < most_classes, "a set has at most 16 kinds of movers");
  TESS_ASSERT(shares_tiles() || map.movement().size == 1,
              "where tiles are not shared, movers cover one");
  TESS_ASSERT(tiles_ == nullptr || &tiles_->world() == &map.data().world(),
              "all maps of a set are of one world");
  const RouteCacheOptions cache{.max_bytes = options_.route_bytes, .freshness = options_.freshness};
  movers_.push_back(std::make_unique<Mover>(map, cache, options_.field_bytes));
  Mover& mover = *movers_.back();
  mover.changes.update(map.data());
  mover.version = map.version();
  mover.seen = mover.changes.count();
  if (tiles_ == nullptr) {
    tiles_ = &map.data();
    taken_.reset(tiles_->chunks().size());
  }
  return static_cast<MoverClass>(movers_.size() - 1);
}

bool Crowd::may_stand(MoverClass mover, Coord position) const {
  const NavMap& map = movers_[static_cast<std::size_t>(mover)]->map;
  if (!map.open(position)) return false;
  return shares_tiles() || taken_.holder(node(position)) == nobody;
}

AgentId Crowd::add(const AgentOptions& agent) {
  TESS_ASSERT(static_cast<std::size_t>(agent.mover) < movers_.size(),
              "the kind of mover is one of the set's");
  if (!may_stand(agent.mover, agent.position)) return no_agent;
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  const auto i = static_cast<std::uint32_t>(size());
  slots_[slot].index = i;
  ids_.push_back(id_of(slot, slots_[slot].generation));
  positions_.push_back(agent.position);
  states_.push_back(AgentState::idle);
  headings_.emplace_back();
  paces_.push_back({whole_step, 0});
  bounds_.emplace_back();
  kinds_.push_back(agent.mover);
  plans_.emplace_back();
  plans_.back().priority = agent.priority;
  plans_.back().look = options_.patience;
  set_speed(i, agent.speed);
  if (!shares_tiles()) taken_.hold(node(agent.position), i);
  if (agent.goal) set_goal(i, *agent.goal);
  return ids_.back();
}

bool Crowd::remove(AgentId agent) {
  const std::size_t i = index_of(agent);
  if (i == size()) return false;
  set_speed(i, whole_step);
  drop_route(i);
  if (!shares_tiles()) taken_.hold(node(positions_[i]), nobody);
  Slot& slot = slots_[slot_of(agent)];
  slot.index = nobody;
  // A slot whose generations are used up is never used again.
  if (++slot.generation != nobody) free_slots_.push_back(slot_of(agent));
  if (i + 1 != size()) {
    slots_[slot_of(ids_.back())].index = static_cast<std::uint32_t>(i);
    if (!shares_tiles()) taken_.hold(node(positions_.back()), static_cast<std::uint32_t>(i));
  }
  const auto close = [i](auto& column) {
    if (i + 1 != column.size()) column[i] = std::move(column.back());
    column.pop_back();
  };
  close(ids_), close(positions_), close(states_), close(headings_);
  close(paces_), close(bounds_), close(kinds_), close(plans_);
  return true;
}

std::size_t Crowd::index_of(AgentId agent) const {
  const std::uint32_t slot = slot_of(agent);
  const bool known = slot < slots_.size() && slots_[slot].generation == generation_of(agent) &&
                     slots_[slot].index != nobody;
  return known ? slots_[slot].index : size();
}

void Crowd::set_goal(std::size_t i, Coord goal) {
  Plan& plan = plans_[i];
  if (plan.has_goal && plan.goal == goal) return;
  drop_route(i);
  plan.goal = goal;
  plan.has_goal = true;
  plan.broken = false;
  states_[i] = AgentState::waiting;
  enqueue(i);
}

void Crowd::clear_goal(std::size_t i) {
  drop_route(i);
  plans_[i].has_goal = false;
  states_[i] = AgentState::idle;
}

void Crowd::set_speed(std::size_t i, std::uint16_t speed) {
  if (paces_[i].speed != whole_step) --uneven_;
  if (speed != whole_step) ++uneven_;
  paces_[i] = {speed, 0};
}

bool Crowd::place(std::size_t i, Coord position) {
  if (position == positions_[i]) return true;
  if (!may_stand(kinds_[i], position)) return false;
  if (!shares_tiles()) {
    taken_.hold(node(positions_[i]), nobody);
    taken_.hold(node(position), static_cast<std::uint32_t>(i));
  }
  positions_[i] = position;
  if (!plans_[i].has_goal) return true;
  drop_route(i);
  states_[i] = AgentState::waiting;
  enqueue(i);
  return true;
}

std::optional<Coord> Crowd::goal_of(std::size_t i) const {
  if (!plans_[i].has_goal) return std::nullopt;
  return plans_[i].goal;
}

AgentTick Crowd::tick(ExecutorRef executor) {
  AgentTick tick;
  events_.clear();
  catch_up(executor);
  if (!queue_.empty()) plan(executor, tick);
  switch (options_.conflicts) {
    case Conflicts::none: walk_freely(tick); break;
    case Conflicts::exclusive: walk_apart(tick); break;
    case Conflicts::pibt: walk_pushing(tick); break;
  }
  return tick;
}

std::size_t Crowd::copy_way(std::size_t i, std::span<Coord> tiles) const {
  if (states_[i] != AgentState::walking) return 0;
  if (pushes()) return copy_field_way(i, tiles);
  std::size_t count = 0;
  for (Way way(*this, i); count < tiles.size() && way.next();) tiles[count++] = way.at();
  return count;
}

std::size_t Crowd::bytes() const {
  const auto of = [](const auto& column) { return column.capacity() * sizeof(column[0]); };
  return of(ids_) + of(positions_) + of(states_) + of(headings_) + of(paces_) + of(bounds_) +
         of(kinds_) + of(plans_) + of(slots_) + of(free_slots_) + of(walkers_) + of(due_) +
         of(wants_) + of(verdicts_) + of(events_);
}

Crowd::Way::Way(const Crowd& crowd, std::size_t i, bool after_detour)
    : path_(crowd.plans_[i].route.view().whole()),
      detour_(crowd.plans_[i].detour),
      at_(crowd.positions_[i]),
      run_(crowd.run_of(i)),
      left_(crowd.headings_[i].left) {
  while (after_detour && !detour_.empty()) next();
}

bool Crowd::Way::next() {
  jumped_ = false;
  if (!detour_.empty()) {
    const Offset step = offsets[detour_.back()];
    at_ = at_ + Coord{step.dx, step.dy, step.dz};
    detour_ = detour_.first(detour_.size() - 1);
    return true;
  }
  if (left_ == 0) {
    if (run_ + 1 >= path_.runs().size()) return false;
    const PathRun& following = path_.runs()[++run_];
    left_ = following.jump ? 1 : following.length;
  }
  const PathRun& run = path_.runs()[run_];
  jumped_ = run.jump;
  at_ = run.jump ? path_.landings()[run.length] : at_ + Coord{run.dx, run.dy, run.dz};
  --left_;
  return true;
}

}  // namespace tess::detail
