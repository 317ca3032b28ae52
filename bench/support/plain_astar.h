#pragma once

/// The baseline that a user could write instead: a textbook A* over an array of bytes. A binary
/// heap with lazy deletion, an epoch in place of clearing, the Manhattan or octile distance times
/// the cheapest cost as the bound, ties to the greater cost from the start. Its memory is kept
/// between searches.

#include <tess/nav/movement.h>
#include <tess/path/search.h>

#include "support/grid.h"
#include "support/reference.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace tess::bench {

class PlainAStar {
 public:
  PlainAStar(const Grid& grid, Steps steps)
      : grid_(&grid),
        directions_(steps == Steps::octile ? 8 : 4),
        lengths_(step_lengths(steps)),
        nodes_(grid.costs.size()) {
    for (const std::uint8_t cost : grid.costs) {
      if (cost != 0) cheapest_ = std::min<std::uint32_t>(cheapest_, cost);
    }
  }

  /// The cost of the cheapest path in ticks, or `no_route`.
  std::uint64_t find(Coord from, Coord to) {
    ++epoch_;
    counters_ = {};
    heap_.clear();
    path_.clear();
    if (!grid_->open(from.x, from.y) || !grid_->open(to.x, to.y)) return no_route;
    goal_ = to;
    const std::uint32_t start = index(from.x, from.y);
    nodes_[start] = {epoch_, 0, start, false};
    push({bound(from.x, from.y), 0, start});
    while (!heap_.empty()) {
      const Open top = pop();
      Node& node = nodes_[top.tile];
      if (node.closed) continue;
      node.closed = true;
      if (top.tile == index(to.x, to.y)) return walk_back(start, top.tile), node.cost;
      expand(top.tile);
    }
    return no_route;
  }

  /// The tiles of the last path, the start first.
  std::span<const Coord> path() const { return path_; }

  const SearchCounters& counters() const { return counters_; }

 private:
  struct Node {
    std::uint32_t epoch = 0;
    std::uint32_t cost = 0;
    std::uint32_t parent = 0;
    bool closed = false;
  };

  struct Open {
    std::uint32_t estimate;
    std::uint32_t cost;
    std::uint32_t tile;

    /// For a heap whose top is the least estimate.
    friend bool operator<(const Open& a, const Open& b) {
      return a.estimate != b.estimate ? a.estimate > b.estimate : a.cost < b.cost;
    }
  };

  std::uint32_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::uint32_t>(grid_->index(x, y));
  }

  std::uint32_t bound(std::int32_t x, std::int32_t y) const {
    const auto dx = static_cast<std::uint32_t>(std::abs(x - goal_.x));
    const auto dy = static_cast<std::uint32_t>(std::abs(y - goal_.y));
    if (directions_ == 4) return (dx + dy) * cheapest_;
    const std::uint32_t both = std::min(dx, dy);
    const std::uint32_t rest = std::max(dx, dy) - both;
    return (both * lengths_.diagonal + rest * lengths_.straight) * cheapest_;
  }

  void push(const Open& open) {
    ++counters_.heap_operations;
    heap_.push_back(open);
    std::push_heap(heap_.begin(), heap_.end());
  }

  Open pop() {
    ++counters_.heap_operations;
    std::pop_heap(heap_.begin(), heap_.end());
    const Open top = heap_.back();
    heap_.pop_back();
    return top;
  }

  void expand(std::uint32_t tile) {
    ++counters_.expanded;
    const auto width = static_cast<std::uint32_t>(grid_->width);
    const auto x = static_cast<std::int32_t>(tile % width);
    const auto y = static_cast<std::int32_t>(tile / width);
    for (int d = 0; d < directions_; ++d) {
      const auto [dx, dy, dz] = offsets[static_cast<std::size_t>(d)];
      if (!grid_->open(x + dx, y + dy)) continue;
      if (d >= 4 && !(grid_->open(x + dx, y) && grid_->open(x, y + dy))) continue;
      const std::uint32_t next = index(x + dx, y + dy);
      const std::uint32_t length = d < 4 ? lengths_.straight : lengths_.diagonal;
      const std::uint32_t cost = nodes_[tile].cost + length * grid_->costs[next];
      Node& node = nodes_[next];
      if (node.epoch == epoch_ && (node.closed || node.cost <= cost)) continue;
      node = {epoch_, cost, tile, false};
      ++counters_.generated;
      push({cost + bound(x + dx, y + dy), cost, next});
    }
  }

  void walk_back(std::uint32_t start, std::uint32_t tile) {
    const auto width = static_cast<std::uint32_t>(grid_->width);
    while (true) {
      path_.push_back(
          {static_cast<std::int32_t>(tile % width), static_cast<std::int32_t>(tile / width)});
      if (tile == start) break;
      tile = nodes_[tile].parent;
    }
    std::reverse(path_.begin(), path_.end());
  }

  const Grid* grid_;
  int directions_;
  StepLengths lengths_;
  std::uint32_t cheapest_ = 255;
  std::uint32_t epoch_ = 0;
  Coord goal_;
  SearchCounters counters_;
  std::vector<Node> nodes_;
  std::vector<Open> heap_;
  std::vector<Coord> path_;
};

}  // namespace tess::bench
