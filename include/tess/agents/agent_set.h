#pragma once

#include <tess/agents/agent.h>
#include <tess/exec/executor.h>
#include <tess/nav/nav_map.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tess {

namespace detail {
class Crowd;
}

/// Many walkers on the maps of one world. Each keeps its route, and steps along it once a tick;
/// routes that an edit broke, or that a new goal needs, are planned in batches within a budget.
///
///     tess::AgentSet colonists({.conflicts = tess::Conflicts::exclusive});
///     const tess::MoverClass walkers = colonists.add_class(walk);
///     const tess::AgentId smith = colonists.add({.position = {3, 4}, .mover = walkers});
///     colonists.set_goal(smith, {40, 12});
///     colonists.tick(pool);
///     for (const tess::AgentEvent& event : colonists.events()) ...
///
/// A tick makes each agent's steps in the order of the set, which `positions` and the other spans
/// show: additions go to the end, a removal moves the last agent to the place that becomes free.
/// All that happens is a function of the calls made, whatever the executor. A tick without plans
/// and turns takes some nanoseconds an agent and allocates nothing. Memory: at most 320 bytes an
/// agent, and the routes, which all agents on one way share. The maps must outlive the set.
class AgentSet {
 public:
  /// An empty set.
  explicit AgentSet(const AgentSetOptions& options = {});
  ~AgentSet();
  AgentSet(const AgentSet&) = delete;
  AgentSet& operator=(const AgentSet&) = delete;

  /// Adds a kind of mover, at most 16. All maps of a set are of one world; where tiles are not
  /// shared, their movers cover one tile.
  MoverClass add_class(const NavMap& map);

  /// Adds an agent. Returns `no_agent` where it cannot stand: the tile is closed to it or outside,
  /// or another one's where tiles are not shared.
  AgentId add(const AgentOptions& agent);

  /// Removes an agent; returns whether it was there.
  bool remove(AgentId agent);

  /// Whether the agent is in the set.
  bool contains(AgentId agent) const;

  /// Sends the agent to a tile, or stops it; whether it was there. A goal that cannot be reached is
  /// told by the next ticks. The same goal again changes nothing.
  bool set_goal(AgentId agent, Coord goal);
  bool clear_goal(AgentId agent);

  /// Changes the agent's speed, in 256ths of a step a tick; whether it was there.
  bool set_speed(AgentId agent, std::uint16_t speed);

  /// Puts the agent elsewhere; whether it was there and could be put there, as for `add`.
  bool place(AgentId agent, Coord position);

  /// Makes one tick: catches up with the maps, plans, moves. Ends the spans of the last one.
  AgentTick tick(ExecutorRef executor);

  /// The agents, in the order of the set: their number, and one value each. Valid until the next
  /// call that changes the set.
  std::size_t size() const;
  std::span<const AgentId> ids() const;
  std::span<const Coord> positions() const;
  std::span<const AgentState> states() const;

  /// The place of an agent in these spans; `size()` where it is not in the set.
  std::size_t index_of(AgentId agent) const;

  /// The agent's goal, where it has one.
  std::optional<Coord> goal_of(AgentId agent) const;

  /// What happened in the last tick, in the order in which it did. Valid until the next one.
  std::span<const AgentEvent> events() const;

  /// Writes the tiles that the agent is about to enter, as many as there is room for; returns how
  /// many.
  std::size_t copy_way(AgentId agent, std::span<Coord> tiles) const;

  /// The memory that the set has for agents, without routes and searches.
  std::size_t bytes() const;

 private:
  detail::Crowd* crowd_;
};

}  // namespace tess
