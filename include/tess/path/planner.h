#pragma once

#include <tess/exec/executor.h>
#include <tess/nav/nav_map.h>
#include <tess/path/batch.h>
#include <tess/path/path.h>
#include <tess/path/search.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tess {

namespace detail {
class Batch;
class Search;
}  // namespace detail

/// Finds paths over a navigation map. It owns the memory of its searches, which grows to what the
/// largest one needed; once warm, a search allocates nothing.
///
///     tess::Planner planner(walk);
///     const tess::PathResult r = planner.find({0, 0}, {511, 511});
///     if (r) for (tess::Coord c : r.path) ...
///
/// Every path is the cheapest one unless an option says otherwise, and the same on every machine.
/// A planner belongs to one thread at a time; any number of planners may share a current map. The
/// map must outlive the planner.
class Planner {
 public:
  /// Makes a planner for that map; allocates little until the first search.
  explicit Planner(const NavMap& map);
  ~Planner();
  Planner(Planner&& other) noexcept;
  Planner& operator=(Planner&& other) noexcept;

  /// Searches for the cheapest path between two tiles. What it returns is valid until the next
  /// search of this planner. Ends a sliced search.
  PathResult find(Coord from, Coord to, const SearchOptions& options = {});

  /// Answers all requests, on all workers of the executor. Each answer has the status and the cost
  /// that `find` gives; the path may be another one of that cost. Equal requests are asked once,
  /// and requests to one goal are answered by one search from there where that is cheaper. The same
  /// on every executor. What it returns is valid until the planner's next `find_all`. Each worker
  /// has memory of its own, which grows as that of a planner. A sliced search is not disturbed.
  BatchResult find_all(std::span<const PathRequest> requests, ExecutorRef executor);

  /// Begins a sliced search; ends the former one.
  void start(const PathRequest& request);

  /// Goes on with the sliced search for that many expansions; the status is `searching` until it
  /// is done, and the same result is given again afterwards. Where the map has changed since the
  /// last slice, the search begins anew and the result says so. The final result equals that of
  /// `find`. Asserts that there was a `start`, and that no `find` came in between.
  PathResult advance(std::uint64_t expansions);

  /// Whether each step and jump of the path is still legal. Looks only at pieces in chunks edited
  /// after `since` (0: at all), a moment at which the path was legal.
  bool walkable(const PathView& path, Revision since = 0) const;

  /// Appends the tiles that the last search expanded, in key order of their chunks; for pictures
  /// and statistics.
  void append_expanded(std::vector<Coord>& tiles) const;

  /// The map it plans on.
  const NavMap& map() const { return *map_; }

 private:
  const NavMap* map_;
  detail::Search* search_;
  detail::Batch* batch_ = nullptr;  // made by the first `find_all`
};

}  // namespace tess
