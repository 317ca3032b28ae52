#include "chunk_parts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tess::detail {

namespace {

constexpr std::uint16_t nothing = std::numeric_limits<std::uint16_t>::max();

/// Calls `fn` with the numbers of each two runs, of `row` and of the row above it, that touch: a
/// run of `row` reaches that many columns further to either side.
template <class Fn>
void for_touching_runs(BitWord above, BitWord row, int reach_west, int reach_east, const Fn& fn) {
  BitWord starts = run_starts(row);
  BitWord ends = run_ends(row);
  BitWord above_starts = run_starts(above);
  BitWord above_ends = run_ends(above);
  std::uint16_t run = 0;
  std::uint16_t above_run = 0;
  while (starts != 0 && above_starts != 0) {
    const int first = lowest_bit(starts) - reach_west;
    const int last = lowest_bit(ends) + reach_east;
    const int above_last = lowest_bit(above_ends);
    if (first <= above_last && lowest_bit(above_starts) <= last) fn(run, above_run);
    if (last <= above_last) {
      starts &= starts - 1;
      ends &= ends - 1;
      ++run;
    } else {
      above_starts &= above_starts - 1;
      above_ends &= above_ends - 1;
      ++above_run;
    }
  }
}

}  // namespace

// Only corners that are cut freely need the diagonals: at any other diagonal step one of the two
// tiles that it passes is open, and leads to the same tile in two cardinal steps.
PartFinder::PartFinder(const Movement& movement)
    : reach_east_(movement.steps == Steps::hex || (movement.steps == Steps::octile &&
                                                   movement.corners == Corners::cut_freely)
                      ? 1
                      : 0),
      reach_west_(movement.steps == Steps::hex ? 0 : reach_east_),
      vertical_(movement.vertical == Vertical::steps) {}

std::uint16_t PartFinder::root(std::uint16_t run) {
  while (up_[run] != run) {
    up_[run] = up_[up_[run]];
    run = up_[run];
  }
  return run;
}

/// The earlier run becomes the root, so that no run lies above a later one.
void PartFinder::unite(std::uint16_t a, std::uint16_t b) {
  a = root(a);
  b = root(b);
  if (a < b) std::swap(a, b);
  up_[a] = b;
}

void PartFinder::find_parts(const NavChunk& chunk, ChunkParts& parts) {
  std::uint16_t first = 0;
  std::uint16_t above_first = 0;
  BitWord above = 0;
  for (std::size_t y = 0; y < chunk.rows.size(); ++y) {
    const BitWord row = chunk.rows[y];
    const auto end = static_cast<std::uint16_t>(first + count_bits(run_starts(row)));
    parts.first_run[y] = first;
    for (std::uint16_t run = first; run < end; ++run) up_[run] = run;
    for_touching_runs(above, row, reach_west_, reach_east_,
                      [&](std::uint16_t run, std::uint16_t above_run) {
                        unite(static_cast<std::uint16_t>(first + run),
                              static_cast<std::uint16_t>(above_first + above_run));
                      });
    above = row;
    above_first = first;
    first = end;
  }
  parts.first_run[64] = first;
  number_parts(parts);
}

void PartFinder::number_parts(ChunkParts& parts) {
  const std::size_t runs = parts.first_run[64];
  parts.part_of_run.resize(runs);
  std::uint16_t count = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    const std::uint16_t up = up_[run];
    parts.part_of_run[run] = up == run ? count++ : parts.part_of_run[up];
  }
  parts.labels.resize(count);
}

void PartFinder::find_joins(const NavChunk& chunk, std::size_t list, std::span<ChunkParts> parts) {
  ChunkParts& own = parts[chunk.slot];
  own.joins[list].clear();
  std::fill_n(last_.begin(), own.labels.size(), nothing);
  switch (list) {
    case join_east: join_columns(chunk, parts); break;
    case join_south: join_rows(chunk, parts); break;
    default: join_levels(chunk, parts); break;
  }
}

void PartFinder::join_columns(const NavChunk& chunk, std::span<ChunkParts> parts) {
  ChunkParts& own = parts[chunk.slot];
  const NavChunk& east = *chunk.side[side_east];
  const ChunkParts& others = parts[east.slot];
  const BitWord here = chunk.columns[63];
  const BitWord there = east.columns[0];
  const auto join_where = [&](BitWord touching, int down) {
    // Tiles one below the other are of one part on both sides.
    for (BitWord starts = run_starts(touching); starts != 0; starts &= starts - 1) {
      const int y = lowest_bit(starts);
      const int beside = y + down;
      add(own.joins[join_east], own.last_of_row(static_cast<std::size_t>(y)), east,
          others.first_of_row(static_cast<std::size_t>(beside)));
    }
  };
  join_where(here & there, 0);
  if (reach_east_ != 0) join_where(here & there << 1, -1);
  if (reach_west_ != 0) join_where(here & there >> 1, 1);
}

void PartFinder::join_rows(const NavChunk& chunk, std::span<ChunkParts> parts) {
  ChunkParts& own = parts[chunk.slot];
  const NavChunk& south = *chunk.side[side_south];
  const ChunkParts& others = parts[south.slot];
  std::vector<Join>& joins = own.joins[join_south];
  for_touching_runs(chunk.rows[63], south.rows[0], reach_west_, reach_east_,
                    [&](std::uint16_t run, std::uint16_t above_run) {
                      add(joins, own.part_of_run[own.first_run[63] + std::size_t{above_run}], south,
                          others.part_of_run[run]);
                    });
  const NavChunk& south_west = *south.side[side_west];
  if (reach_east_ != 0 && chunk.open(0, 63) && south_west.open(63, 0)) {
    add(joins, own.first_of_row(63), south_west, parts[south_west.slot].last_of_row(0));
  }
  const NavChunk& south_east = *south.side[side_east];
  if (reach_west_ != 0 && chunk.open(63, 63) && south_east.open(0, 0)) {
    add(joins, own.last_of_row(63), south_east, parts[south_east.slot].first_of_row(0));
  }
}

void PartFinder::join_levels(const NavChunk& chunk, std::span<ChunkParts> parts) {
  if (!vertical_) return;
  ChunkParts& own = parts[chunk.slot];
  const NavChunk& upper = *chunk.side[side_up];
  const ChunkParts& others = parts[upper.slot];
  for (std::size_t y = 0; y < chunk.rows.size(); ++y) {
    for_touching_runs(
        chunk.rows[y], upper.rows[y], 0, 0, [&](std::uint16_t run, std::uint16_t own_run) {
          add(own.joins[join_up], own.part_of_run[own.first_run[y] + std::size_t{own_run}], upper,
              others.part_of_run[others.first_run[y] + std::size_t{run}]);
        });
  }
}

/// Most joins repeat the part's last one.
void PartFinder::add(std::vector<Join>& joins, std::uint32_t part, const NavChunk& other,
                     std::uint32_t other_part) {
  const auto there = static_cast<std::uint16_t>(other_part);
  if (last_[part] == there && joins.back().slot == other.slot) return;
  last_[part] = there;
  joins.push_back({static_cast<std::uint16_t>(part), there, other.slot});
}

}  // namespace tess::detail
