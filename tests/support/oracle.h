#pragma once

#include <tess/path/planner.h>

#include "support/print.h"
#include "support/reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tess::test {

/// One question to a planner, with the answers of the reference from its start.
struct Query {
  Coord from;
  Coord to;
  SearchOptions options;
};

inline std::string show(const Query& query) {
  const SearchOptions& options = query.options;
  std::string out = text(query.from) + " to " + text(query.to) + ", " + text(options.algorithm);
  if (options.heuristic_weight != 1.0F) {
    out += ", weight " + std::to_string(options.heuristic_weight);
  }
  if (options.max_expansions != std::numeric_limits<std::uint64_t>::max()) {
    out += ", at most " + std::to_string(options.max_expansions) + " expansions";
  }
  if (options.nearest) out += ", nearest";
  if (options.unknown == UnknownTiles::enter) {
    out += ", unknown tiles cost " + std::to_string(int{options.unknown_cost});
  }
  if (options.unknown == UnknownTiles::avoid) out += ", unknown tiles are blocked";
  return out;
}

inline std::string show(const PathResult& result) {
  std::string out = text(result.status) + " by " + text(result.algorithm) + ", cost " +
                    std::to_string(result.cost) + ", path " + text(result.path) + ", expanded " +
                    std::to_string(result.counters.expanded) + ", generated " +
                    std::to_string(result.counters.generated) + ", scanned " +
                    std::to_string(result.counters.scanned_words) + ", heap " +
                    std::to_string(result.counters.heap_operations);
  if (result.nearest) out += ", nearest";
  if (result.met_unknown) out += ", met unknown";
  if (result.restarted) out += ", restarted";
  for (const ChunkKey key : result.unknown_chunks) out += ", unknown " + text(key);
  return out;
}

/// What is wrong with how the path presents itself; empty where nothing is.
inline std::string check_view(const PathView& path) {
  std::vector<Coord> tiles;
  for (const Coord c : path) {
    tiles.push_back(c);
    if (tiles.size() > path.size()) return "iteration goes on past size()";
  }
  if (tiles.size() != path.size()) return "iteration ends before size()";
  if (tiles.empty()) return path.runs().empty() ? "" : "an empty path has runs";
  if (tiles.front() != path.front()) return "iteration does not begin at front()";
  if (tiles.back() != path.back()) return "iteration does not end at back()";
  std::vector<Coord> copied(path.size() + 1);
  if (path.copy_to(copied) != path.size()) return "copy_to returns another number than size()";
  copied.pop_back();
  if (copied != tiles) return "copy_to gives other tiles than iteration";
  for (std::size_t i = 1; i < path.runs().size(); ++i) {
    const PathRun& a = path.runs()[i - 1];
    const PathRun& b = path.runs()[i];
    if (!a.jump && !b.jump && a.dx == b.dx && a.dy == b.dy && a.dz == b.dz) {
      return "two runs in a row go the same way";
    }
  }
  return "";
}

/// The least costly of the reached tiles that are nearest to the goal: distance, then ticks.
struct Nearest {
  std::uint64_t distance = unreached;
  std::uint64_t ticks = unreached;
};

inline Nearest nearest_to(Coord goal, const Reference& reference, const Flood& flood) {
  Nearest best;
  for (std::size_t i = 0; i < flood.ticks.size(); ++i) {
    if (flood.ticks[i] == unreached) continue;
    const Nearest here{reference.bare_distance(reference.coord(i), goal), flood.ticks[i]};
    if (here.distance < best.distance ||
        (here.distance == best.distance && here.ticks < best.ticks)) {
      best = here;
    }
  }
  return best;
}

/// The status that an exact search of this query gives.
inline PathStatus expected_status(const Query& query, const Reference& reference,
                                  const Flood& flood) {
  const SearchOptions& options = query.options;
  const bool reports = options.unknown == UnknownTiles::report;
  if (!reference.box().contains(query.from) || !reference.box().contains(query.to)) {
    return PathStatus::out_of_bounds;
  }
  if (reference.entry(query.from, options) == 0) {
    const bool is_unknown = reports && reference.entry(query.from) == unknown_cost;
    return is_unknown ? PathStatus::unknown_tiles : PathStatus::blocked_start;
  }
  const std::uint64_t ticks = flood.ticks[reference.index(query.to)];
  if (ticks <= most_ticks) return PathStatus::found;
  if (ticks != unreached) return PathStatus::cost_overflow;
  if (options.nearest) {
    const bool fits = nearest_to(query.to, reference, flood).ticks <= most_ticks;
    return fits ? PathStatus::found : PathStatus::cost_overflow;
  }
  if (reference.entry(query.to, options) == 0) {
    const bool is_unknown = reports && reference.entry(query.to) == unknown_cost;
    return is_unknown ? PathStatus::unknown_tiles : PathStatus::blocked_goal;
  }
  return flood.unknown_chunks.empty() ? PathStatus::no_path : PathStatus::unknown_tiles;
}

/// What is wrong with a found path whose least cost is known.
inline std::string check_found(const Query& query, const PathResult& result,
                               const Reference& reference, std::uint64_t least) {
  if (const std::string problem = check_view(result.path); !problem.empty()) return problem;
  std::string problem;
  const auto cost = reference.path_cost(result.path, query.options, &problem);
  if (!cost) return "illegal path: " + problem;
  if (result.path.front() != query.from) return "the path does not begin at the start";
  if (!result.nearest && result.path.back() != query.to) return "the path does not end at the goal";
  if (*cost != result.cost) return "the steps of the path cost " + std::to_string(*cost);
  const double weight = static_cast<double>(query.options.heuristic_weight);
  const auto most = static_cast<std::uint64_t>(static_cast<double>(least) * weight + 1e-6);
  if (result.cost < least || result.cost > most) {
    return "expected a cost of " + std::to_string(least) + " to " + std::to_string(most);
  }
  const double tiles =
      static_cast<double>(result.cost) / static_cast<double>(reference.straight_ticks());
  if (std::abs(result.cost_in_tiles - tiles) > 1e-9 * tiles) return "cost_in_tiles differs";
  return "";
}

/// What is wrong with the answer to a query whose flood is from its start and with its options;
/// empty where nothing is.
inline std::string check_answer(const Query& query, const PathResult& result,
                                const Reference& reference, const Flood& flood) {
  const PathStatus status = expected_status(query, reference, flood);
  if (result.status != status) return "expected status " + text(status);
  if (result.algorithm == Algorithm::automatic) return "the result names no algorithm";
  if (result.restarted) return "said to have begun anew";
  if (!std::is_sorted(result.unknown_chunks.begin(), result.unknown_chunks.end())) {
    return "the unknown chunks are not in key order";
  }
  for (const ChunkKey key : result.unknown_chunks) {
    if (query.options.unknown != UnknownTiles::report) return "unknown chunks are named";
    if (!result.met_unknown) return "unknown chunks are named though none were met";
    static_cast<void>(key);
  }
  if (status == PathStatus::unknown_tiles && result.unknown_chunks.empty()) {
    return "no unknown chunk is named";
  }
  if (status != PathStatus::found) {
    if (!result.path.empty() || !result.path.runs().empty()) return "there is a path";
    return result.cost == 0 ? "" : "there is a cost";
  }
  const std::uint64_t ticks = flood.ticks[reference.index(query.to)];
  const bool is_nearest = ticks > most_ticks;
  if (result.nearest != is_nearest) return "nearest is not as expected";
  if (is_nearest) {
    const Nearest best = nearest_to(query.to, reference, flood);
    const std::uint64_t distance = reference.bare_distance(result.path.back(), query.to);
    if (distance != best.distance) {
      return "expected to end " + std::to_string(best.distance) + " ticks from the goal, not " +
             std::to_string(distance);
    }
    return check_found(query, result, reference, best.ticks);
  }
  return check_found(query, result, reference, ticks);
}

/// How two results that must be one and the same differ; empty where they do not.
inline std::string difference(const PathResult& a, const PathResult& b) {
  if (a.status != b.status) return "the statuses differ";
  if (a.algorithm != b.algorithm) return "the algorithms differ";
  if (a.cost != b.cost || a.cost_in_tiles != b.cost_in_tiles) return "the costs differ";
  if (a.nearest != b.nearest || a.met_unknown != b.met_unknown) return "the flags differ";
  if (!(a.path == b.path)) return "the paths differ";
  if (!std::equal(a.unknown_chunks.begin(), a.unknown_chunks.end(), b.unknown_chunks.begin(),
                  b.unknown_chunks.end())) {
    return "the unknown chunks differ";
  }
  const auto counters = [](const SearchCounters& c) {
    return std::array{c.expanded, c.generated, c.scanned_words, c.heap_operations};
  };
  if (counters(a.counters) != counters(b.counters)) return "the counters differ";
  return "";
}

}  // namespace tess::test
