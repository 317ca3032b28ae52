#pragma once

#include <tess/path/route_cache.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "map_changes.h"
#include "route_block.h"
#include "route_index.h"
#include "route_line.h"
#include "route_pool.h"

namespace tess::detail {

/// What a cache owns.
///
/// The index leads from a goal and a line (a row, a column, a diagonal at a height) to the runs of
/// routes to that goal on that line, so that a tile on any of them is found by one look for each
/// kind of line, and a route costs memory by its turns. A run is left out where its first tile lies
/// on a route to the same goal already: from there on that one answers. So on any line no two
/// entries begin at one tile.
///
/// A route is looked at when it is asked for: against what changed since it was looked at last.
class RouteStore {
 public:
  RouteStore(const NavMap& map, const RouteCacheOptions& options);
  ~RouteStore();
  RouteStore(const RouteStore&) = delete;
  RouteStore& operator=(const RouteStore&) = delete;

  RouteResult find(Planner& planner, Coord from, Coord to);
  RouteResult recall(Coord from, Coord to);
  std::span<const RouteResult> find_all(Planner& planner, std::span<const PathRequest> requests,
                                        ExecutorRef executor);
  void clear();

  std::size_t route_count() const { return count_; }
  std::size_t bytes() const { return bytes_ + pool_.bytes(); }
  const RouteCacheStatistics& statistics() const { return statistics_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A cached route; a member of the list by last use.
  struct Entry {
    RouteBlock* block = nullptr;
    std::uint64_t checked = 0;  // the changes that it has been looked at against
    std::uint32_t indexed = 0;  // how many runs are in the index
    std::uint32_t newer = none;
    std::uint32_t older = none;
  };

  struct Position {
    std::uint32_t entry = none;
    std::uint32_t run = 0;
    std::uint32_t done = 0;  // steps of the run
  };

  const NavData& begin_call();
  bool may_remember(const PathRequest& request) const;
  bool look_up(const NavData& map, Coord from, Coord to, RouteResult& result);
  RouteResult take(const NavData& map, const PathResult& found, bool remember);
  Position locate(Coord from, Coord to, std::uint32_t besides) const;
  RouteView view(const NavData& map, const Position& position) const;

  bool refresh(const NavData& map, std::uint32_t entry);
  bool is_still_best(const NavData& map, const RouteBlock& block, std::uint64_t since) const;
  bool is_touched(const RouteBlock& block, std::uint64_t since) const;
  bool has_same_prices(const RouteBlock& block) const;

  RouteBlock* make_block(const PathView& path, bool met_unknown);
  void set_prices(RouteBlock& block) const;
  void trim_pool();

  static std::size_t bytes_of(std::size_t block_bytes, std::size_t indexed);
  bool make_room(const PathView& path);
  void add(RouteBlock* block);
  void index(std::uint32_t entry);
  void remove(std::uint32_t entry);
  void use(std::uint32_t entry);
  void link(std::uint32_t entry);
  void unlink(std::uint32_t entry);
  void hold(RouteBlock* block);

  const NavMap& map_;
  RouteCacheOptions options_;
  MapChanges changes_;
  RouteIndex index_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  std::uint32_t newest_ = none;
  std::uint32_t oldest_ = none;
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
  RoutePool pool_;
  std::vector<RouteBlock*> held_;  // until the next call
  std::vector<PathRequest> missing_;
  std::vector<std::uint32_t> missing_at_;
  std::vector<RouteResult> results_;
  std::vector<RunStart> starts_;  // of the path that was priced last
  std::vector<Line> lines_;       // the kinds of lines on which steps lead
  RouteCacheStatistics statistics_;
};

}  // namespace tess::detail
