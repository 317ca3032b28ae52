#pragma once

#include <tess/exec/executor.h>
#include <tess/nav/nav_map.h>
#include <tess/path/path.h>
#include <tess/path/planner.h>
#include <tess/path/search.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tess {

namespace detail {
struct RouteBlock;
class RouteStore;
}  // namespace detail

/// A route from a cache, borrowed: a whole path, or the rest of one from some tile of it on.
/// Iterates as tiles. Valid until the next call to the cache; make a `Route` of it to keep it.
class RouteView {
 public:
  RouteView() = default;

  /// Made by caches: the rest of a block's path from the tile that is `done` steps into a run.
  RouteView(detail::RouteBlock* block, const PathView& whole, Coord front, std::size_t offset,
            std::size_t run, std::uint32_t done, std::uint64_t cost)
      : block_(block),
        whole_(whole),
        front_(front),
        offset_(offset),
        run_(run),
        done_(done),
        cost_(cost) {}

  /// The number of tiles, both ends included; 0 where there is no route.
  std::size_t size() const { return whole_.size() - offset_; }
  bool empty() const { return whole_.empty(); }

  /// The first and the last tile; the route must not be empty.
  Coord front() const { return TESS_ASSERT(!empty(), "the route is empty"), front_; }
  Coord back() const { return whole_.back(); }

  /// What it costs in ticks from its first tile.
  std::uint64_t cost() const { return cost_; }

  /// The tiles from the first to the last.
  PathView::iterator begin() const {
    return {whole_.runs().data() + run_, whole_.landings().data(), front_, size(), done_};
  }
  PathView::iterator end() const { return {}; }

  /// Writes the first tiles, as many as there is room for; returns how many.
  std::size_t copy_to(std::span<Coord> tiles) const;

  /// The path that this is the rest of, and how many tiles of it come before.
  const PathView& whole() const { return whole_; }
  std::size_t offset() const { return offset_; }

  /// What holds the path in memory.
  detail::RouteBlock* block() const { return block_; }

 private:
  detail::RouteBlock* block_ = nullptr;
  PathView whole_;
  Coord front_;
  std::size_t offset_ = 0;
  std::size_t run_ = 0;
  std::uint32_t done_ = 0;
  std::uint64_t cost_ = 0;
};

/// A route of one's own, shared and immutable: all who hold the same path hold one copy of it, with
/// the cache or without. May outlive the cache. Different threads may copy and destroy routes that
/// share a path; allocates nothing.
class Route {
 public:
  Route() = default;

  /// Holds the route of a result.
  explicit Route(const RouteView& view);
  ~Route();
  Route(const Route& other);
  Route(Route&& other) noexcept;
  Route& operator=(Route other) noexcept;

  /// The route, borrowed: valid until this one is assigned to, moved from or destroyed.
  const RouteView& view() const { return view_; }

  /// As in `RouteView`.
  std::size_t size() const { return view_.size(); }
  bool empty() const { return view_.empty(); }
  Coord front() const { return view_.front(); }
  Coord back() const { return view_.back(); }
  std::uint64_t cost() const { return view_.cost(); }
  PathView::iterator begin() const { return view_.begin(); }
  PathView::iterator end() const { return view_.end(); }

 private:
  RouteView view_;
};

/// When a cached route is still good after the map has changed.
enum class Freshness : std::uint8_t {
  /// As long as it is certain that it is the cheapest: dropped when a change breaks it, changes its
  /// cost, or might have made a cheaper way.
  optimal,

  /// As long as it can be walked: dropped only when a change breaks it. Its cost is always what it
  /// costs now.
  walkable,
};

/// The options of a cache.
struct RouteCacheOptions {
  /// What the routes may take in memory, with all that leads to them. Not counted: one byte for
  /// each tile of the map, and routes that only others still hold.
  std::size_t max_bytes = std::size_t{1} << 20;

  Freshness freshness = Freshness::optimal;  ///< when a route is dropped
};

/// Where an answer came from.
enum class RouteSource : std::uint8_t {
  search,  ///< the planner searched
  cached,  ///< the same ends were asked for before
  rest,    ///< the start lies on a cached route to the same goal
};

/// What a cache was asked and what it did, since it was made.
struct RouteCacheStatistics {
  std::uint64_t hits = 0;       ///< answered by a whole route
  std::uint64_t rest_hits = 0;  ///< answered by the rest of a route
  std::uint64_t misses = 0;     ///< searched for
  std::uint64_t evictions = 0;  ///< routes that made room for others
  std::uint64_t drops = 0;      ///< routes that a change of the map made useless
  SearchCounters work;          ///< the work of the searches
};

/// What a cache was asked for. The route is borrowed from the cache: valid until the next call.
struct RouteResult {
  PathStatus status = PathStatus::no_path;   ///< as of `Planner::find`
  RouteSource source = RouteSource::search;  ///< where it came from
  bool met_unknown = false;                  ///< as of `PathResult`, when it was found
  RouteView route;                           ///< empty where there is none
  std::span<const ChunkKey> unknown_chunks;  ///< of a search, borrowed from the planner
  SearchCounters counters;                   ///< the work of the search, if there was one

  /// Whether there is a route.
  explicit operator bool() const { return status == PathStatus::found; }
};

/// Remembers routes of one map, so that a path that was found once is not searched for again: not
/// for the same ends, and not from any tile of it to the same goal. Keeps up with edits by itself;
/// what is dropped after them is up to the `Freshness`. Works on every kind of map.
///
///     tess::RouteCache cache(walk, {.max_bytes = 1 << 20});
///     const tess::RouteResult r = cache.find(planner, {0, 0}, {511, 511});
///     if (r) guard.route = tess::Route(r.route);
///
/// A hit takes time in proportion to the kinds of steps, after edits to the edits since the route
/// was last looked at. Memory: 96 bytes a turn and 350 a route at most, until `max_bytes`;
/// then the least recently used make room. Once warm, hits allocate nothing, and misses where
/// routes of such a length have gone before. Belongs to one thread at a time. The map must outlive
/// the cache; routes need not be given back.
class RouteCache {
 public:
  /// Makes an empty cache for routes on that map.
  explicit RouteCache(const NavMap& map, const RouteCacheOptions& options = {});
  ~RouteCache();
  RouteCache(RouteCache&& other) noexcept;
  RouteCache& operator=(RouteCache&& other) noexcept;

  /// The cheapest route between two tiles (under `walkable`: a route that was the cheapest), from
  /// memory or by a search of the planner, which must be one of this map. Ends a sliced search of
  /// the planner where it searches.
  RouteResult find(Planner& planner, Coord from, Coord to);

  /// The same from memory only: a status other than `found` says that nothing is remembered.
  RouteResult recall(Coord from, Coord to);

  /// The same for many, in their order; what is not remembered is searched for as one batch.
  /// Requests with options are searched for and not remembered. Valid until the next call to the
  /// cache, and where searches failed, to `Planner::find_all`.
  std::span<const RouteResult> find_all(Planner& planner, std::span<const PathRequest> requests,
                                        ExecutorRef executor);

  /// Forgets all routes; those that others hold stay good.
  void clear();

  /// The routes that are remembered, and the memory they take, no more than `max_bytes`.
  std::size_t route_count() const;
  std::size_t bytes() const;

  /// What it did so far.
  const RouteCacheStatistics& statistics() const;

 private:
  detail::RouteStore* store_;
};

}  // namespace tess
