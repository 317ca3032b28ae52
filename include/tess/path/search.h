#pragma once

#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>
#include <tess/nav/movement.h>
#include <tess/path/path.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace tess {

/// How a search ended.
enum class PathStatus : std::uint8_t {
  found,          ///< there is a path; the shortest, unless an option allowed a longer one
  no_path,        ///< both ends are open and nothing joins them
  blocked_start,  ///< the mover cannot stand on the start
  blocked_goal,   ///< the mover cannot stand on the goal
  out_of_bounds,  ///< the start or the goal lies outside the world
  unknown_tiles,  ///< no path over known tiles; one over unknown tiles may exist
  out_of_budget,  ///< stopped at the bound on expansions
  cost_overflow,  ///< every path costs more than 2^32 - 2 ticks
  searching,      ///< a sliced search has more to do
};

/// The name of the status, as it is spelled in the enumeration.
std::string_view name(PathStatus status);

/// How to search.
enum class Algorithm : std::uint8_t {
  automatic,   ///< what suits the map
  astar,       ///< A*: works on every map
  jump_point,  ///< jump point search: on maps of one cost; A* elsewhere
  wave,        ///< bit-parallel A*: cardinal steps on maps of one cost; A* elsewhere
};

/// The name of the algorithm, as it is spelled in the enumeration.
std::string_view name(Algorithm algorithm);

/// What a search makes of unknown tiles.
enum class UnknownTiles : std::uint8_t {
  report,  ///< never enters them; says `unknown_tiles` where it found no path without them
  avoid,   ///< takes them for blocked
  enter,   ///< takes them for open, at the cost `SearchOptions::unknown_cost`
};

/// How one search differs from the plain exact one.
struct SearchOptions {
  Algorithm algorithm = Algorithm::automatic;

  /// Above 1, the search hurries towards the goal: the path costs at most this times the shortest
  /// one's cost. 1 to 16, in steps of 1/256.
  float heuristic_weight = 1.0F;

  /// The search gives up with `out_of_budget` when it has expanded this many nodes.
  std::uint64_t max_expansions = (std::numeric_limits<std::uint64_t>::max)();

  /// Where the goal is blocked or cannot be reached, go to the reachable tile nearest to it: least
  /// distance to the goal as if nothing were in the way (a level counts as a cardinal step), then
  /// least cost from the start.
  bool nearest = false;

  /// What unknown tiles mean to the search.
  UnknownTiles unknown = UnknownTiles::report;

  /// The entry cost of unknown tiles where they count as open, 1 to 254.
  std::uint8_t unknown_cost = 1;

  friend constexpr bool operator==(const SearchOptions&, const SearchOptions&) = default;
};

/// The work a search did. The same on every machine.
struct SearchCounters {
  std::uint64_t expanded = 0;         ///< nodes whose successors were looked at
  std::uint64_t generated = 0;        ///< successors that were new, or reached at less cost
  std::uint64_t scanned_words = 0;    ///< words of 64 tiles read by jumps and floods
  std::uint64_t heap_operations = 0;  ///< pushes to and pops from the open list

  /// Adds the work of another search.
  constexpr SearchCounters& operator+=(const SearchCounters& more) {
    expanded += more.expanded;
    generated += more.generated;
    scanned_words += more.scanned_words;
    heap_operations += more.heap_operations;
    return *this;
  }
};

/// What a search found. The path and the chunks are borrowed from the planner: valid until its
/// next search.
struct PathResult {
  PathStatus status = PathStatus::no_path;

  /// The search that was used; never `automatic`.
  Algorithm algorithm = Algorithm::astar;

  /// Whether the path ends at the reachable tile nearest to the goal instead of at the goal.
  bool nearest = false;

  /// Whether the search was kept from looking further by unknown tiles, so that a found path may
  /// not be the shortest.
  bool met_unknown = false;

  /// Whether a sliced search began anew because the map had changed.
  bool restarted = false;

  /// The cost of the path in ticks; see `StepLengths`.
  std::uint64_t cost = 0;

  /// The cost of the path in cardinal steps over tiles of cost 1.
  double cost_in_tiles = 0;

  /// The path, the start first; empty where none was found.
  PathView path;

  /// The chunks whose unknown tiles the search met, in key order.
  std::span<const ChunkKey> unknown_chunks;

  /// The work of the search; of a sliced one, so far.
  SearchCounters counters;

  /// Whether there is a path.
  explicit operator bool() const { return status == PathStatus::found; }
};

/// A start and a goal.
struct PathRequest {
  Coord from;
  Coord to;
  SearchOptions options = {};
};

}  // namespace tess
