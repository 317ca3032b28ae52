#pragma once

#include <tess/core/coord.h>
#include <tess/path/route_cache.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace tess {

/// Names an agent of one set, for good: an agent that is removed takes its id with it, and no later
/// one gets it again.
enum class AgentId : std::uint64_t {};

/// No agent has this id.
inline constexpr AgentId no_agent{(std::numeric_limits<std::uint64_t>::max)()};

/// A kind of mover in a set: which navigation map its agents walk on.
enum class MoverClass : std::uint8_t {};

/// What an agent is doing.
enum class AgentState : std::uint8_t {
  idle,         ///< it has no goal
  waiting,      ///< it has a goal, and a route to it is still to be found
  walking,      ///< it follows its route
  arrived,      ///< it stands on its goal
  unreachable,  ///< no route leads to its goal; tried again after edits
};

/// The name of the state, as it is spelled in the enumeration.
std::string_view name(AgentState state);

/// May two agents be on one tile?
enum class Conflicts : std::uint8_t {
  none,       ///< they walk through each other
  exclusive,  ///< no two on a tile: who cannot go on waits, then looks for a way around
  pibt,       ///< no two on a tile: who is in the way steps aside, by priority inheritance
};

/// May two agents that face each other change places, where no two may share a tile?
enum class Swaps : std::uint8_t {
  forbidden,    ///< never
  on_deadlock,  ///< once both have waited for as long as an agent is patient
  permitted,    ///< always
};

/// What an agent is made of.
struct AgentOptions {
  Coord position;                  ///< where it stands: an open tile of its map
  MoverClass mover = {};           ///< which kind it is
  std::uint16_t speed = 256;       ///< steps a tick, in 256ths: 128 is a step every other tick
  std::uint8_t priority = 0;       ///< who goes first where two want one tile: the greater
  std::optional<Coord> goal = {};  ///< where it goes
};

/// How a set behaves.
struct AgentSetOptions {
  Conflicts conflicts = Conflicts::none;      ///< whether tiles are shared
  Swaps swaps = Swaps::forbidden;             ///< whether places are exchanged
  Freshness freshness = Freshness::walkable;  ///< when a route is given up after an edit

  /// The nodes that searches may expand in a tick. They are made in waves of as many as are likely
  /// to fit, by what searches have taken before, eight at first; the last wave is finished. Whoever
  /// is left waits, and those who have waited longest come first.
  std::uint64_t max_expansions = (std::numeric_limits<std::uint64_t>::max)();

  /// For how many ticks an agent stands before another one until it looks for a way around, at
  /// least 1. It looks again after twice as many, and so on, up to 64 times as many.
  std::uint16_t patience = 4;

  /// What the shared routes of each kind of mover may take in memory.
  std::size_t route_bytes = std::size_t{4} << 20;

  /// With `pibt`, what the distance fields of each kind of mover may take in memory: 4 bytes a tile
  /// of the map for each goal at a time, at least one. Who goes to another goal waits until one is
  /// free.
  std::size_t field_bytes = std::size_t{256} << 20;
};

/// Something that happened to an agent in a tick.
struct AgentEvent {
  /// What happened.
  enum class Kind : std::uint8_t {
    arrived,      ///< it has come to its goal; with `pibt`, each time, for it may be pushed away
    obstructed,   ///< its patience ended before another agent, and there is no way around nearby
    unreachable,  ///< there is no route to its goal
    replanned,    ///< its route was broken by an edit, and it has a new one
  };

  AgentId agent = no_agent;   ///< to whom it happened; it may be removed by now
  Kind kind = Kind::arrived;  ///< and what

  friend constexpr bool operator==(const AgentEvent&, const AgentEvent&) = default;
};

/// The name of the event, as it is spelled in the enumeration.
std::string_view name(AgentEvent::Kind kind);

/// What a tick did. The same on every machine and executor.
struct AgentTick {
  std::size_t steps = 0;       ///< steps made, by all agents
  std::size_t arrivals = 0;    ///< agents that came to their goals
  std::size_t planned = 0;     ///< agents that were given a route, or told that there is none
  std::size_t deferred = 0;    ///< agents that still wait for one
  std::size_t held_up = 0;     ///< agents that had to stand because of others
  std::uint64_t expanded = 0;  ///< nodes that searches expanded
};

}  // namespace tess
