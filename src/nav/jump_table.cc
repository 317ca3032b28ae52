#include "jump_table.h"

#include <cstring>

namespace tess::detail {

namespace {

/// Rows of a chunk with one more row above and below, and the same shifted so that bit x tells of
/// the tile to the west or to the east of x.
struct PaddedRows {
  std::array<BitWord, 66> here;
  std::array<BitWord, 66> west;
  std::array<BitWord, 66> east;

  explicit PaddedRows(const NavChunk& chunk) {
    const NavChunk& north = *chunk.side[side_north];
    const NavChunk& south = *chunk.side[side_south];
    set(0, *north.side[side_west], north, *north.side[side_east], 63);
    for (std::size_t y = 0; y < 64; ++y) {
      set(y + 1, *chunk.side[side_west], chunk, *chunk.side[side_east], y);
    }
    set(65, *south.side[side_west], south, *south.side[side_east], 0);
  }

 private:
  void set(std::size_t to, const NavChunk& w, const NavChunk& c, const NavChunk& e, std::size_t y) {
    here[to] = c.rows[y];
    west[to] = (c.rows[y] << 1) | (w.rows[y] >> 63);
    east[to] = (c.rows[y] >> 1) | (e.rows[y] << 63);
  }
};

/// Spreads `seen` from each tile to the next lower one as long as that one is clear.
BitWord spread_west(BitWord seen, BitWord clear) {
  for (int step = 1; step < 64; step *= 2) {
    seen |= clear & (seen >> step);
    clear &= clear >> step;
  }
  return seen;
}

BitWord spread_east(BitWord seen, BitWord clear) {
  for (int step = 1; step < 64; step *= 2) {
    seen |= clear & (seen << step);
    clear &= clear << step;
  }
  return seen;
}

/// Turns rows into diagonals: word (y - x) & 63 or, rising, (y + x) & 63 gets bit x of row y. Each
/// column moves by as many rows as its number says, one bit of the number at a time.
void skew(WordRows& rows, bool rising) {
  BitWord moving = 0xAAAAAAAAAAAAAAAAu;
  for (std::size_t step = 1; step < 64; step *= 2) {
    const WordRows from = rows;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t other = (rising ? i - step : i + step) & 63;
      rows[i] = (from[i] & ~moving) | (from[other] & moving);
    }
    // The columns with the next bit of their number set: 1010..., 1100..., 11110000...
    const std::size_t next = 2 * step;
    moving = next < 64 ? ~(all_bits / (bit(static_cast<int>(next)) + 1)) : 0;
  }
}

/// Bit d stands for diagonal direction d + 4.
constexpr std::uint8_t all_diagonals = 0xF;

/// The diagonals whose runs look to each side.
constexpr std::array<std::uint8_t, 4> diagonals_by{0b1001, 0b0011, 0b0110, 0b1100};

constexpr int opposite(int side) { return side ^ 2; }

/// The row of a chunk that a scan towards that vertical side enters first.
constexpr std::size_t entry_row(int side) { return side == side_south ? 0 : 63; }

}  // namespace

JumpTable::JumpTable(const Movement& movement, std::int32_t columns, std::int32_t rows,
                     std::int32_t depth)
    : possible_(movement.vertical == Vertical::separate &&
                (movement.steps == Steps::cardinal ||
                 (movement.steps == Steps::octile && movement.corners == Corners::never_cut))),
      diagonal_(movement.steps == Steps::octile),
      count_(static_cast<std::uint32_t>(columns) * static_cast<std::uint32_t>(rows) *
             static_cast<std::uint32_t>(depth)) {}

void JumpTable::update(std::span<const NavChunk> chunks, std::span<const NavChange> changed) {
  if (!valid_) {
    build(chunks);
    valid_ = true;
    return;
  }
  for (const NavChange& change : changed) mark_around(chunks[change.slot], change.box);
  restopped_ = affected_;
  for (const std::uint32_t slot : restopped_) find_stops(chunks[slot]);
  for (int side = 0; side < 4; ++side) {
    work_ = restopped_;
    while (!work_.empty()) {
      const NavChunk& chunk = chunks[work_.back()];
      work_.pop_back();
      if (!find_seen(chunk, side)) continue;
      mark(chunk.slot, diagonals_by[static_cast<std::size_t>(side)]);
      const NavChunk& behind = *chunk.side[static_cast<std::size_t>(opposite(side))];
      if (behind.slot != count_) work_.push_back(behind.slot);
    }
  }
  for (const std::uint32_t slot : affected_) {
    if (diagonal_) find_turns(slot, marked_[slot]);
    marked_[slot] = 0;
  }
  affected_.clear();
}

void JumpTable::build(std::span<const NavChunk> chunks) {
  jumps_.resize(std::size_t{count_} + 1);
  tallies_.resize(count_);
  marked_.assign(std::size_t{count_} + 1, 0);
  for (auto* list : {&work_, &affected_, &restopped_}) list->reserve(count_);
  JumpChunk& beyond = jumps_[count_];
  for (WordRows& rows : beyond.stop) rows.fill(all_bits);
  for (WordRows& rows : beyond.sees) rows.fill(0);
  for (WordRows& rows : beyond.turn) rows.fill(all_bits);
  for (WordRows& rows : beyond.ends) rows.fill(all_bits);
  for (WordRows& rows : beyond.vertical_stop) rows.fill(all_bits);
  for (std::uint32_t slot = 0; slot < count_; ++slot) find_stops(chunks[slot]);
  // Slots go by rows from the north-west, so each order meets the chunk ahead first.
  for (std::uint32_t slot = count_; slot-- != 0;) {
    find_seen(chunks[slot], side_east);
    find_seen(chunks[slot], side_south);
  }
  for (std::uint32_t slot = 0; slot < count_; ++slot) {
    find_seen(chunks[slot], side_west);
    find_seen(chunks[slot], side_north);
  }
  if (!diagonal_) return;
  for (std::uint32_t slot = 0; slot < count_; ++slot) find_turns(slot, all_diagonals);
}

/// Lists a chunk as one in which these diagonals must be found anew.
void JumpTable::mark(std::uint32_t slot, std::uint8_t diagonals) {
  if (slot == count_) return;
  if (marked_[slot] == 0) affected_.push_back(slot);
  marked_[slot] |= diagonals;
}

void JumpTable::mark_around(const NavChunk& chunk, EditBox box) {
  // A tile's stops depend on its eight neighbours, so a change at a border reaches the next chunk.
  const bool west = box.x0 == 0;
  const bool east = box.x1 == chunk_size - 1;
  const auto mark_row = [&](const NavChunk& middle) {
    mark(middle.slot, all_diagonals);
    if (west) mark(middle.side[side_west]->slot, all_diagonals);
    if (east) mark(middle.side[side_east]->slot, all_diagonals);
  };
  mark_row(chunk);
  if (box.y0 == 0) mark_row(*chunk.side[side_north]);
  if (box.y1 == chunk_size - 1) mark_row(*chunk.side[side_south]);
}

void JumpTable::find_stops(const NavChunk& chunk) {
  const PaddedRows open(chunk);
  JumpChunk& jump = jumps_[chunk.slot];
  // The tile at i is entered from the one at `behind`: forced where i is open and that one is not.
  const auto forced = [](BitWord ahead, BitWord behind) { return ahead & ~behind; };
  for (std::size_t y = 0; y < 64; ++y) {
    const std::size_t i = y + 1;
    const BitWord closed = ~open.here[i];
    jump.stop[side_east][y] = closed | forced(open.here[i - 1], open.west[i - 1]) |
                              forced(open.here[i + 1], open.west[i + 1]);
    jump.stop[side_west][y] = closed | forced(open.here[i - 1], open.east[i - 1]) |
                              forced(open.here[i + 1], open.east[i + 1]);
    jump.vertical_stop[0][y] =
        closed | forced(open.west[i], open.west[i - 1]) | forced(open.east[i], open.east[i - 1]);
    jump.vertical_stop[1][y] =
        closed | forced(open.west[i], open.west[i + 1]) | forced(open.east[i], open.east[i + 1]);
  }
  if (diagonal_) {
    for (std::size_t y = 0; y < 64; ++y) {
      const std::size_t i = y + 1;
      jump.ends[0][y] = ~(open.east[i] & open.here[i + 1] & open.east[i + 1]);
      jump.ends[1][y] = ~(open.west[i] & open.here[i + 1] & open.west[i + 1]);
      jump.ends[2][y] = ~(open.west[i] & open.here[i - 1] & open.west[i - 1]);
      jump.ends[3][y] = ~(open.east[i] & open.here[i - 1] & open.east[i - 1]);
    }
  }
  jump.stop[side_south] = jump.vertical_stop[0];
  jump.stop[side_north] = jump.vertical_stop[1];
  transpose(jump.stop[side_south]);
  transpose(jump.stop[side_north]);
  if (!diagonal_) count(chunk);
}

void JumpTable::count(const NavChunk& chunk) {
  const WordRows& stops = jumps_[chunk.slot].vertical_stop[0];
  std::uint32_t tiles = 0;
  std::uint32_t open_stops = 0;
  for (std::size_t y = 0; y < 64; ++y) {
    tiles += static_cast<std::uint32_t>(count_bits(chunk.rows[y]));
    open_stops += static_cast<std::uint32_t>(count_bits(chunk.rows[y] & stops[y]));
  }
  Tally& tally = tallies_[chunk.slot];
  open_tiles_ += tiles - std::uint64_t{tally.tiles};
  open_stops_ += open_stops - std::uint64_t{tally.stops};
  tally = {static_cast<std::uint16_t>(tiles), static_cast<std::uint16_t>(open_stops)};
}

bool JumpTable::find_seen(const NavChunk& chunk, int side) {
  const auto s = static_cast<std::size_t>(side);
  JumpChunk& jump = jumps_[chunk.slot];
  const NavChunk& next_chunk = *chunk.side[s];
  const JumpChunk& next = jumps_[next_chunk.slot];
  WordRows& sees = jump.sees[s];
  const WordRows before = sees;
  if (side == side_east || side == side_west) {
    for (std::size_t y = 0; y < 64; ++y) {
      const BitWord stop = jump.stop[s][y];
      const BitWord goal = stop & chunk.rows[y];
      const BitWord next_goal = next.stop[s][y] & next_chunk.rows[y];
      const BitWord next_seen = next_goal | (~next.stop[s][y] & next.sees[s][y]);
      if (side == side_east) {
        sees[y] = spread_west((goal >> 1) | (next_seen << 63), ~stop >> 1);
      } else {
        sees[y] = spread_east((goal << 1) | (next_seen >> 63), ~stop << 1);
      }
    }
  } else {
    const std::size_t v = side == side_south ? 0 : 1;
    const std::size_t first = entry_row(side);
    const BitWord next_stop = next.vertical_stop[v][first];
    BitWord seen = (next_stop & next_chunk.rows[first]) | (~next_stop & next.sees[s][first]);
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t y = side == side_south ? 63 - i : i;
      sees[y] = seen;
      const BitWord stop = jump.vertical_stop[v][y];
      seen = (stop & chunk.rows[y]) | (~stop & seen);
    }
  }
  return std::memcmp(&before, &sees, sizeof(before)) != 0;
}

void JumpTable::find_turns(std::uint32_t slot, std::uint8_t diagonals) {
  JumpChunk& jump = jumps_[slot];
  for (std::size_t d = 0; d < 4; ++d) {
    if ((diagonals >> d & 1) == 0) continue;
    const Offset step = offsets[d + 4];
    const WordRows& across = jump.sees[step.dx > 0 ? side_east : side_west];
    const WordRows& along = jump.sees[step.dy > 0 ? side_south : side_north];
    for (std::size_t y = 0; y < 64; ++y) {
      jump.turn[d][y] = across[y] | along[y] | jump.ends[d][y];
    }
    skew(jump.turn[d], step.dx != step.dy);
  }
}

}  // namespace tess::detail
