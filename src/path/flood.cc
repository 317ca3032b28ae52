#include "flood.h"

#include <algorithm>
#include <limits>

namespace tess::detail {

namespace {

/// Spreads bits over the runs of open bits that hold them.
BitWord fill_run(BitWord seeds, BitWord open) {
  seeds &= open;
  // Adding a seed to its run carries up to the run's end; the bits that change are the run above
  // it.
  BitWord filled = seeds | (open & ~(open + seeds));
  BitWord clear = open;
  for (int step = 1; step < 64; step *= 2) {
    filled |= clear & (filled >> step);
    clear &= clear >> step;
  }
  return filled;
}

}  // namespace

void Flood::run(const SearchTask& task) {
  map_ = task.map;
  into_unknown_ = task.unknown == UnknownTiles::enter;
  scanned_words_ = 0;
  const std::size_t count = map_->chunks().size();
  reached_.assign(count, WordRows{});
  listed_.assign(count, 0);
  work_.clear();
  const NavChunk& first = map_->chunks()[task.start >> 12];
  enter_bit(first, static_cast<int>(task.start & 63), static_cast<int>(task.start >> 6 & 63));
  while (!work_.empty()) {
    const std::uint32_t slot = work_.back();
    work_.pop_back();
    listed_[slot] = 0;
    spread(map_->chunks()[slot]);
  }
}

void Flood::list(std::uint32_t slot) {
  if (listed_[slot] != 0) return;
  listed_[slot] = 1;
  work_.push_back(slot);
}

WordRows Flood::open_rows(const NavChunk& chunk) const {
  WordRows rows = chunk.rows;
  if (into_unknown_ && chunk.unknown != nullptr) {
    for (std::size_t y = 0; y < rows.size(); ++y) rows[y] |= chunk.unknown[y];
  }
  return rows;
}

void Flood::enter(const NavChunk& chunk, const WordRows& rows) {
  WordRows& reached = reached_[chunk.slot];
  const WordRows open = open_rows(chunk);
  BitWord added = 0;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    const BitWord fresh = rows[y] & open[y] & ~reached[y];
    reached[y] |= fresh;
    added |= fresh;
  }
  if (added != 0) list(chunk.slot);
}

void Flood::enter_bit(const NavChunk& chunk, int x, int y) {
  WordRows rows{};
  rows[static_cast<std::size_t>(y)] = bit(x);
  enter(chunk, rows);
}

/// One pass down and one up over the rows of a chunk; returns whether anything was added.
bool Flood::spread_rows(const NavChunk& chunk) {
  const Movement& movement = map_->movement();
  // A diagonal step that does not cut freely has a cardinal way around it.
  const bool slants = movement.steps == Steps::octile && movement.corners == Corners::cut_freely;
  const bool hex = movement.steps == Steps::hex;
  const WordRows open = open_rows(chunk);
  WordRows& reached = reached_[chunk.slot];
  const WordRows before = reached;
  for (std::size_t y = 0; y < 64; ++y) {
    BitWord from = reached[y];
    if (y > 0) {
      const BitWord above = reached[y - 1];
      from |= above;
      if (slants) from |= above << 1;
      if (slants || hex) from |= above >> 1;
    }
    reached[y] = fill_run(from, open[y]);
  }
  for (std::size_t y = 64; y-- != 0;) {
    BitWord from = reached[y];
    if (y < 63) {
      const BitWord below = reached[y + 1];
      from |= below;
      if (slants) from |= below >> 1;
      if (slants || hex) from |= below << 1;
    }
    reached[y] = fill_run(from, open[y]);
  }
  scanned_words_ += 128;
  return before != reached;
}

void Flood::spread(const NavChunk& chunk) {
  while (spread_rows(chunk)) {
  }
  const Movement& movement = map_->movement();
  const bool slants = movement.steps == Steps::octile && movement.corners == Corners::cut_freely;
  const bool hex = movement.steps == Steps::hex;
  const WordRows rows = reached_[chunk.slot];
  WordRows out{};
  out[0] = rows[63] | (slants ? rows[63] << 1 : 0) | (slants || hex ? rows[63] >> 1 : 0);
  enter(*chunk.side[side_south], out);
  out = {};
  out[63] = rows[0] | (slants ? rows[0] >> 1 : 0) | (slants || hex ? rows[0] << 1 : 0);
  enter(*chunk.side[side_north], out);
  WordRows east{};
  WordRows west{};
  for (std::size_t y = 0; y < 64; ++y) {
    east[y] = rows[y] >> 63;
    west[y] = rows[y] << 63;
    if (y > 0) {
      if (slants) east[y] |= rows[y - 1] >> 63;
      if (slants || hex) west[y] |= rows[y - 1] << 63;
    }
    if (y < 63) {
      if (slants || hex) east[y] |= rows[y + 1] >> 63;
      if (slants) west[y] |= rows[y + 1] << 63;
    }
  }
  enter(*chunk.side[side_east], east);
  enter(*chunk.side[side_west], west);
  if (slants || hex) {
    if (test_bit(rows[0], 63)) enter_bit(*chunk.side[side_north]->side[side_east], 0, 63);
    if (test_bit(rows[63], 0)) enter_bit(*chunk.side[side_south]->side[side_west], 63, 0);
  }
  if (slants) {
    if (test_bit(rows[0], 0)) enter_bit(*chunk.side[side_north]->side[side_west], 63, 63);
    if (test_bit(rows[63], 63)) enter_bit(*chunk.side[side_south]->side[side_east], 0, 0);
  }
  if (movement.vertical == Vertical::steps) {
    enter(*chunk.side[side_down], rows);
    enter(*chunk.side[side_up], rows);
  }
  if (!chunk.has_links) return;
  for (const LinkEdge& edge : map_->link_edges()) {
    if (edge.from >> 12 != chunk.slot) continue;
    if (!test_bit(rows[edge.from >> 6 & 63], static_cast<int>(edge.from & 63))) continue;
    enter_bit(map_->chunks()[edge.to >> 12], static_cast<int>(edge.to & 63),
              static_cast<int>(edge.to >> 6 & 63));
  }
}

std::uint64_t Flood::nearest_distance(Coord goal) const {
  const Steps steps = map_->movement().steps;
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t slot = 0; slot + 1 < reached_.size(); ++slot) {
    const Coord origin = map_->chunks()[slot].origin;
    for (std::size_t y = 0; y < 64; ++y) {
      BitWord row = reached_[slot][y];
      if (row == 0) continue;
      const std::int32_t at = origin.y + static_cast<std::int32_t>(y);
      // No tile of the row is nearer than the one in the goal's column.
      if (distance_in_ticks(steps, {goal.x, at, origin.z}, goal) >= best && steps != Steps::hex) {
        continue;
      }
      for (; row != 0; row &= row - 1) {
        const Coord tile{origin.x + lowest_bit(row), at, origin.z};
        best = std::min(best, distance_in_ticks(steps, tile, goal));
      }
    }
  }
  return best;
}

}  // namespace tess::detail
