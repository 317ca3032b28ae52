#pragma once

#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/path/path.h>
#include <tess/path/search.h>

#include "support/print.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {

/// The cost of a tile that no path reaches.
inline constexpr std::uint64_t unreached = std::numeric_limits<std::uint64_t>::max();

/// The costliest path that a search may report.
inline constexpr std::uint64_t most_ticks = 0xFFFFFFFEU;

inline constexpr int blocked_cost = 255;
inline constexpr int unknown_cost = 256;

/// The least cost of every tile from one start.
struct Flood {
  Coord from;
  std::vector<std::uint64_t> ticks;

  /// The chunks of unknown tiles that are next to a tile that can be reached at a cost that counts.
  std::set<ChunkKey> unknown_chunks;
};

/// Dijkstra's algorithm as plainly as it can be written, from the documentation of movements,
/// links and searches, and without anything of the library but its plain types.
class Reference {
 public:
  /// `cost_of(Coord)` gives what entering a tile of the box costs: 1 to 254, 255 blocked, 256
  /// unknown.
  template <class CostOf>
  Reference(const Box& box, const Movement& movement, const CostOf& cost_of,
            std::vector<Link> links = {})
      : box_(box), movement_(movement), links_(std::move(links)) {
    std::vector<int> tiles(static_cast<std::size_t>(box.volume()));
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = cost_of(coord(i));
    entry_ = tiles;
    for (std::size_t i = 0; movement.size > 1 && i < tiles.size(); ++i) {
      entry_[i] = covered_cost(tiles, coord(i));
    }
    has_unknown_ = std::find(entry_.begin(), entry_.end(), unknown_cost) != entry_.end();
    if (!links_.empty()) links_of_.resize(tiles.size());
    for (std::size_t k = 0; k < links_.size(); ++k) {
      links_of_[index(links_[k].from)].push_back(k);
      if (links_[k].two_way) links_of_[index(links_[k].to)].push_back(k);
    }
  }

  const Box& box() const { return box_; }
  const Movement& movement() const { return movement_; }
  const std::vector<Link>& links() const { return links_; }

  std::size_t tile_count() const { return entry_.size(); }

  Coord coord(std::size_t i) const {
    const auto width = static_cast<std::size_t>(box_.size.width);
    const auto height = static_cast<std::size_t>(box_.size.height);
    return {box_.min.x + static_cast<std::int32_t>(i % width),
            box_.min.y + static_cast<std::int32_t>(i / width % height),
            box_.min.z + static_cast<std::int32_t>(i / (width * height))};
  }

  std::size_t index(Coord c) const {
    const std::int64_t x = std::int64_t{c.x} - box_.min.x;
    const std::int64_t y = std::int64_t{c.y} - box_.min.y;
    const std::int64_t z = std::int64_t{c.z} - box_.min.z;
    return static_cast<std::size_t>((z * box_.size.height + y) * box_.size.width + x);
  }

  /// What the mover pays to stand there: 1 to 254, 255 blocked (also outside), 256 unknown.
  int entry(Coord c) const { return box_.contains(c) ? entry_[index(c)] : blocked_cost; }

  /// The same with what the options make of unknown tiles; 0 where the mover cannot stand.
  int entry(Coord c, const SearchOptions& options) const {
    const int cost = entry(c);
    if (cost == blocked_cost) return 0;
    if (cost != unknown_cost) return cost;
    return options.unknown == UnknownTiles::enter ? int{options.unknown_cost} : 0;
  }

  std::uint64_t straight_ticks() const { return movement_.steps == Steps::octile ? 408 : 1; }

  /// What a step costs in ticks; nothing where it is not legal.
  std::optional<std::uint64_t> step_ticks(Coord from, Offset step,
                                          const SearchOptions& options) const {
    if (!is_step(step)) return std::nullopt;
    const std::optional<Coord> to = moved(from, step.dx, step.dy, step.dz);
    if (!to || entry(from, options) == 0 || entry(*to, options) == 0) return std::nullopt;
    const auto cost = static_cast<std::uint64_t>(entry(*to, options));
    if (movement_.steps != Steps::octile || step.dx == 0 || step.dy == 0) {
      return cost * straight_ticks();
    }
    const std::optional<Coord> side = moved(from, step.dx, 0, 0);
    const std::optional<Coord> front = moved(from, 0, step.dy, 0);
    const int open_corners = (side && entry(*side, options) != 0 ? 1 : 0) +
                             (front && entry(*front, options) != 0 ? 1 : 0);
    if (open_corners < corners_needed()) return std::nullopt;
    return cost * 577;
  }

  /// What the cheapest usable link between the tiles costs in ticks; nothing where there is none.
  std::optional<std::uint64_t> jump_ticks(Coord from, Coord to,
                                          const SearchOptions& options) const {
    if (entry(from, options) == 0 || entry(to, options) == 0) return std::nullopt;
    std::optional<std::uint64_t> least;
    for (const Link& link : links_) {
      const bool there = link.from == from && link.to == to;
      const bool back = link.two_way && link.from == to && link.to == from;
      if (!there && !back) continue;
      const std::uint64_t ticks = link.cost * straight_ticks();
      if (!least || ticks < *least) least = ticks;
    }
    return least;
  }

  /// The least costs from a tile on which the mover can stand: of all tiles, or of those that are
  /// not farther than `stop_at`.
  Flood flood(Coord from, const SearchOptions& options,
              std::optional<Coord> stop_at = std::nullopt) const {
    Flood result{from, std::vector<std::uint64_t>(tile_count(), unreached), {}};
    using Entry = std::pair<std::uint64_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    if (entry(from, options) != 0) {
      result.ticks[index(from)] = 0;
      queue.emplace(0, index(from));
    }
    while (!queue.empty()) {
      const std::uint64_t ticks = queue.top().first;
      const std::size_t i = queue.top().second;
      queue.pop();
      if (ticks != result.ticks[i]) continue;
      const Coord at = coord(i);
      if (stop_at && at == *stop_at) break;
      if (ticks <= most_ticks) note_unknown(at, options, result.unknown_chunks);
      const auto reach = [&](Coord to, std::uint64_t cost) {
        const std::uint64_t sum = ticks + cost;
        if (sum >= result.ticks[index(to)]) return;
        result.ticks[index(to)] = sum;
        queue.emplace(sum, index(to));
      };
      for (const Offset step : all_steps) {
        if (const auto cost = step_ticks(at, step, options)) {
          reach(*moved(at, step.dx, step.dy, step.dz), *cost);
        }
      }
      for (const std::size_t k : links_at(i)) {
        const Coord to = links_[k].from == at ? links_[k].to : links_[k].from;
        if (const auto cost = jump_ticks(at, to, options)) reach(to, *cost);
      }
    }
    return result;
  }

  /// The cost of the path in ticks, if it is legal; otherwise nothing, and what is wrong with it.
  std::optional<std::uint64_t> path_cost(const PathView& path, const SearchOptions& options = {},
                                         std::string* problem = nullptr) const {
    const auto wrong = [problem](const std::string& what) {
      if (problem != nullptr) *problem = what;
      return std::nullopt;
    };
    if (path.empty()) return wrong("the path is empty");
    Coord at = path.front();
    if (entry(at, options) == 0) return wrong("the mover cannot stand on the start");
    std::uint64_t total = 0;
    std::size_t tiles = 1;
    for (const PathRun& run : path.runs()) {
      const std::uint32_t steps = run.jump ? 1 : run.length;
      if (steps == 0) return wrong("a run is empty");
      for (std::uint32_t i = 0; i < steps; ++i) {
        Coord to = at;
        std::optional<std::uint64_t> ticks;
        if (run.jump) {
          if (run.length >= path.landings().size()) return wrong("a jump has no landing");
          to = path.landings()[run.length];
          ticks = jump_ticks(at, to, options);
        } else {
          ticks = step_ticks(at, {run.dx, run.dy, run.dz}, options);
          if (ticks) to = *moved(at, run.dx, run.dy, run.dz);
        }
        if (!ticks) return wrong("not a legal step: " + text(run) + " at " + text(at));
        total += *ticks;
        at = to;
        ++tiles;
      }
    }
    if (at != path.back()) return wrong("the runs end at " + text(at));
    if (tiles != path.size()) return wrong("the runs have " + std::to_string(tiles) + " tiles");
    return total;
  }

  /// The cost in ticks between two tiles as if every tile were open at cost 1 and there were no
  /// links; levels count as steps.
  std::uint64_t bare_distance(Coord a, Coord b) const {
    const std::int64_t dx = std::int64_t{b.x} - a.x;
    const std::int64_t dy = std::int64_t{b.y} - a.y;
    const auto ax = static_cast<std::uint64_t>(dx < 0 ? -dx : dx);
    const auto ay = static_cast<std::uint64_t>(dy < 0 ? -dy : dy);
    const auto az = static_cast<std::uint64_t>(a.z < b.z ? b.z - a.z : a.z - b.z);
    const std::uint64_t levels = az * straight_ticks();
    const std::uint64_t less = std::min(ax, ay);
    const std::uint64_t more = std::max(ax, ay);
    switch (movement_.steps) {
      case Steps::cardinal: return ax + ay + levels;
      case Steps::octile: return less * 577 + (more - less) * 408 + levels;
      case Steps::hex: return ((dx < 0) != (dy < 0) ? more : ax + ay) + levels;
    }
    return 0;
  }

 private:
  static constexpr Offset all_steps[] = {{1, 0, 0},  {0, 1, 0},  {-1, 0, 0},  {0, -1, 0},
                                         {1, 1, 0},  {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0},
                                         {0, 0, -1}, {0, 0, 1}};

  bool is_step(Offset step) const {
    if (std::find(std::begin(all_steps), std::end(all_steps), step) == std::end(all_steps)) {
      return false;
    }
    if (step.dz != 0) return movement_.vertical == Vertical::steps;
    if (step.dx == 0 || step.dy == 0) return true;
    if (movement_.steps == Steps::hex) return step.dx != step.dy;
    return movement_.steps == Steps::octile;
  }

  int corners_needed() const {
    switch (movement_.corners) {
      case Corners::never_cut: return 2;
      case Corners::cut_one: return 1;
      case Corners::cut_freely: return 0;
    }
    return 2;
  }

  /// The tile that many steps away; nothing where it lies outside.
  std::optional<Coord> moved(Coord from, int dx, int dy, int dz) const {
    const std::int64_t x = std::int64_t{from.x} + dx - box_.min.x;
    const std::int64_t y = std::int64_t{from.y} + dy - box_.min.y;
    const std::int64_t z = std::int64_t{from.z} + dz - box_.min.z;
    if (x < 0 || y < 0 || z < 0 || x >= box_.size.width || y >= box_.size.height ||
        z >= box_.size.depth) {
      return std::nullopt;
    }
    return Coord{from.x + dx, from.y + dy, from.z + dz};
  }

  int covered_cost(const std::vector<int>& tiles, Coord at) const {
    int most = 0;
    bool is_unknown = false;
    for (int dy = 0; dy < movement_.size; ++dy) {
      for (int dx = 0; dx < movement_.size; ++dx) {
        const std::optional<Coord> c = moved(at, dx, dy, 0);
        if (!c || tiles[index(*c)] == blocked_cost) return blocked_cost;
        is_unknown = is_unknown || tiles[index(*c)] == unknown_cost;
        most = std::max(most, tiles[index(*c)]);
      }
    }
    return is_unknown ? unknown_cost : most;
  }

  const std::vector<std::size_t>& links_at(std::size_t i) const {
    static const std::vector<std::size_t> none;
    return links_.empty() ? none : links_of_[i];
  }

  void note_unknown(Coord at, const SearchOptions& options, std::set<ChunkKey>& chunks) const {
    if (!has_unknown_ || options.unknown != UnknownTiles::report) return;
    const auto note = [&](Coord c) {
      if (entry(c) == unknown_cost) chunks.insert(ChunkKey::of(c));
    };
    for (const Offset step : all_steps) {
      if (!is_step(step)) continue;
      if (const std::optional<Coord> to = moved(at, step.dx, step.dy, step.dz)) note(*to);
    }
    for (const std::size_t k : links_at(index(at))) {
      note(links_[k].from);
      note(links_[k].to);
    }
  }

  Box box_;
  Movement movement_;
  std::vector<Link> links_;
  std::vector<int> entry_;
  bool has_unknown_ = false;
  std::vector<std::vector<std::size_t>> links_of_;
};

}  // namespace tess::test
