#include <tess/agents/agent_set.h>

#include "crowd.h"

namespace tess {

std::string_view name(AgentState state) {
  switch (state) {
    case AgentState::idle: return "idle";
    case AgentState::waiting: return "waiting";
    case AgentState::walking: return "walking";
    case AgentState::arrived: return "arrived";
    case AgentState::unreachable: return "unreachable";
  }
  return "";
}

std::string_view name(AgentEvent::Kind kind) {
  switch (kind) {
    case AgentEvent::Kind::arrived: return "arrived";
    case AgentEvent::Kind::obstructed: return "obstructed";
    case AgentEvent::Kind::unreachable: return "unreachable";
    case AgentEvent::Kind::replanned: return "replanned";
  }
  return "";
}

AgentSet::AgentSet(const AgentSetOptions& options) : crowd_(new detail::Crowd(options)) {}

AgentSet::~AgentSet() { delete crowd_; }

MoverClass AgentSet::add_class(const NavMap& map) { return crowd_->add_class(map); }

AgentId AgentSet::add(const AgentOptions& agent) { return crowd_->add(agent); }

bool AgentSet::remove(AgentId agent) { return crowd_->remove(agent); }

bool AgentSet::contains(AgentId agent) const { return index_of(agent) != size(); }

bool AgentSet::set_goal(AgentId agent, Coord goal) {
  if (!contains(agent)) return false;
  crowd_->set_goal(index_of(agent), goal);
  return true;
}

bool AgentSet::clear_goal(AgentId agent) {
  if (!contains(agent)) return false;
  crowd_->clear_goal(index_of(agent));
  return true;
}

bool AgentSet::set_speed(AgentId agent, std::uint16_t speed) {
  if (!contains(agent)) return false;
  crowd_->set_speed(index_of(agent), speed);
  return true;
}

bool AgentSet::place(AgentId agent, Coord position) {
  return contains(agent) && crowd_->place(index_of(agent), position);
}

AgentTick AgentSet::tick(ExecutorRef executor) { return crowd_->tick(executor); }

std::size_t AgentSet::size() const { return crowd_->size(); }

std::span<const AgentId> AgentSet::ids() const { return crowd_->ids(); }

std::span<const Coord> AgentSet::positions() const { return crowd_->positions(); }

std::span<const AgentState> AgentSet::states() const { return crowd_->states(); }

std::size_t AgentSet::index_of(AgentId agent) const { return crowd_->index_of(agent); }

std::optional<Coord> AgentSet::goal_of(AgentId agent) const {
  if (!contains(agent)) return std::nullopt;
  return crowd_->goal_of(index_of(agent));
}

std::span<const AgentEvent> AgentSet::events() const { return crowd_->events(); }

std::size_t AgentSet::copy_way(AgentId agent, std::span<Coord> tiles) const {
  return contains(agent) ? crowd_->copy_way(index_of(agent), tiles) : 0;
}

std::size_t AgentSet::bytes() const { return crowd_->bytes(); }

}  // namespace tess
