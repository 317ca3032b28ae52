#include "nav_data.h"

#include <algorithm>

namespace tess::detail {

namespace {

constexpr std::uint8_t in_repriced = 1;
constexpr std::uint8_t in_undilated = 2;

constexpr std::size_t index_of(std::size_t x, std::size_t y) { return y * chunk_size + x; }

int area(EditBox box) { return (box.x1 - box.x0 + 1) * (box.y1 - box.y0 + 1); }

}  // namespace

NavData::NavData(const Storage& world, const Movement& movement, ErasedRule rule)
    : world_(world),
      movement_(movement),
      rule_(rule),
      steps_(movement),
      jumps_(movement, world.columns(), world.rows(), world.box().size.depth),
      bounds_(world.columns(), world.rows(), world.box().size.depth),
      regions_(movement) {
  TESS_ASSERT(movement.size >= 1 && movement.size <= chunk_size, "a mover's size is 1 to 64");
  build_chunks();
  for (std::uint32_t slot = 0; slot < world_.slot_count(); ++slot) compile(slot);
  seen_ = world_.clock();
  finish();
}

NavData::~NavData() {
  for (CostPage* page : pages_) page_pool_.give(page);
  for (WordRows* rows : unknown_) unknown_pool_.give(rows);
  rule_.destroy(rule_.rule);
}

void NavData::build_chunks() {
  const std::uint32_t count = world_.slot_count();
  chunks_.resize(std::size_t{count} + 1);
  pages_.resize(count);
  unknown_.resize(count);
  lowest_.resize(count);
  listed_.resize(count);
  compiled_at_.resize(count);
  if (movement_.size > 1) undilated_.resize(count);
  const std::int32_t columns = world_.columns();
  const std::int32_t rows = world_.rows();
  const std::int32_t depth = world_.box().size.depth;
  NavChunk& beyond = chunks_[count];
  beyond.slot = count;
  beyond.side.fill(&beyond);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    NavChunk& chunk = chunks_[slot];
    chunk.origin = world_.key(slot).origin();
    chunk.slot = slot;
    const auto at = [&](std::int32_t cx, std::int32_t cy, std::int32_t z) {
      const bool inside = cx >= 0 && cx < columns && cy >= 0 && cy < rows && z >= 0 && z < depth;
      return &chunks_[inside ? static_cast<std::uint32_t>((z * rows + cy) * columns + cx) : count];
    };
    const auto index = static_cast<std::int32_t>(slot);
    const std::int32_t cx = index % columns;
    const std::int32_t cy = index / columns % rows;
    const std::int32_t z = index / columns / rows;
    chunk.side = {at(cx + 1, cy, z), at(cx, cy + 1, z), at(cx - 1, cy, z),
                  at(cx, cy - 1, z), at(cx, cy, z - 1), at(cx, cy, z + 1)};
    count_chunk(slot, +1);
  }
}

void NavData::refresh() {
  const Revision now = world_.clock();
  if (seen_ == now) return;
  if (world_.journal_reaches(seen_)) {
    for (Revision r = seen_ + 1; r <= now; ++r) {
      const Edit& edit = world_.edit(r);
      if (compiled_at_[edit.slot] >= r) continue;
      if (area(edit.box) > chunk_tiles / 4) {
        compile(edit.slot);
        compiled_at_[edit.slot] = now;
      } else {
        patch(edit.slot, edit.box);
      }
    }
  } else {
    for (const Change& change : world_.changes(seen_)) {
      if (change.key != ChunkKey::none()) compile(world_.slot(change.key));
    }
  }
  seen_ = now;
  finish();
}

void NavData::evaluate(std::uint32_t slot, EditBox box, std::uint8_t* costs) const {
  const Box tiles = intersection(world_.key(slot).box(), world_.box());
  const Coord from = tiles.min - chunks_[slot].origin;
  const int x0 = std::max<int>(box.x0, from.x);
  const int x1 = std::min<int>(box.x1, from.x + tiles.size.width - 1);
  const int y0 = std::max<int>(box.y0, from.y);
  const int y1 = std::min<int>(box.y1, from.y + tiles.size.height - 1);
  if (x0 > x1) return;
  for (int y = y0; y <= y1; ++y) {
    const auto tile = static_cast<std::uint32_t>(y * chunk_size + x0);
    rule_.evaluate(rule_.rule, world_, slot, tile, static_cast<std::uint32_t>(x1 - x0 + 1),
                   costs + tile);
  }
}

void NavData::compile(std::uint32_t slot) {
  if (movement_.size > 1) {
    undilated_[slot].fill(blocked_byte);
    evaluate(slot, {}, undilated_[slot].data());
    note_undilated(slot);
    return;
  }
  CostPage costs;
  costs.fill(blocked_byte);
  evaluate(slot, {}, costs.data());
  set_page(slot, costs);
}

void NavData::patch(std::uint32_t slot, EditBox box) {
  if (movement_.size > 1) {
    evaluate(slot, box, undilated_[slot].data());
    note_undilated(slot);
    return;
  }
  CostPage costs;
  for (std::size_t y = box.y0; y <= box.y1; ++y) {
    std::fill(costs.data() + index_of(box.x0, y), costs.data() + index_of(box.x1, y) + 1,
              blocked_byte);
  }
  evaluate(slot, box, costs.data());
  count_chunk(slot, -1);
  for (std::size_t y = box.y0; y <= box.y1; ++y) {
    for (std::size_t x = box.x0; x <= box.x1; ++x) set_tile(slot, x, y, costs[index_of(x, y)]);
  }
  settle(slot);
  count_chunk(slot, +1);
}

/// Changes one tile. Leaves a cost page behind where there was none and costs came to differ.
void NavData::set_tile(std::uint32_t slot, std::size_t x, std::size_t y, std::uint8_t cost) {
  NavChunk& chunk = chunks_[slot];
  const auto column = static_cast<int>(x);
  const auto row = static_cast<int>(y);
  const std::uint8_t before = cost_byte(chunk, x, y);
  if (before == cost) return;
  note_change(slot);
  const bool opens = cost != blocked_byte && cost != unknown_byte;
  if (opens != chunk.open(column, row)) {
    chunk.rows[y] ^= bit(column);
    chunk.columns[x] ^= bit(row);
    note_shape(slot, {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                      static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)});
  }
  if (opens && chunk.costs == nullptr && cost != chunk.uniform_cost) {
    if (chunk.uniform_cost == 0) {
      chunk.uniform_cost = cost;
    } else {
      chunk.rows[y] &= ~bit(column);  // the page is filled from the tiles as they were
      give_page(slot);
      chunk.rows[y] |= bit(column);
    }
  }
  if (chunk.costs != nullptr) (*pages_[slot])[index_of(x, y)] = cost;
  if (cost == unknown_byte && unknown_[slot] == nullptr) {
    unknown_[slot] = unknown_pool_.take();
    chunk.unknown = unknown_[slot]->data();
  }
  if (unknown_[slot] != nullptr) {
    BitWord& word = (*unknown_[slot])[y];
    word = cost == unknown_byte ? word | bit(column) : word & ~bit(column);
  }
}

void NavData::give_page(std::uint32_t slot) {
  NavChunk& chunk = chunks_[slot];
  if (pages_[slot] == nullptr) pages_[slot] = page_pool_.take();
  CostPage& page = *pages_[slot];
  for (std::size_t y = 0; y < chunk_size; ++y) {
    for (std::size_t x = 0; x < chunk_size; ++x) page[index_of(x, y)] = cost_byte(chunk, x, y);
  }
  chunk.costs = page.data();
}

/// Brings a chunk into the one form that its tiles have: a page only where costs differ, unknown
/// words only where there are unknown tiles. So a map is the same whatever edits led to it.
void NavData::settle(std::uint32_t slot) {
  NavChunk& chunk = chunks_[slot];
  if (chunk.unknown != nullptr &&
      std::ranges::all_of(*unknown_[slot], [](BitWord word) { return word == 0; })) {
    chunk.unknown = nullptr;
    unknown_pool_.give(std::exchange(unknown_[slot], nullptr));
  }
  BitWord any = 0;
  for (const BitWord row : chunk.rows) any |= row;
  if (chunk.costs == nullptr) {
    if (any == 0) chunk.uniform_cost = 0;
    lowest_[slot] = chunk.uniform_cost;
    return;
  }
  std::uint8_t least = blocked_byte;
  std::uint8_t greatest = 0;
  for (const std::uint8_t cost : *pages_[slot]) {
    // Less one, unknown becomes the greatest byte and blocked the one before it.
    const auto rank = static_cast<std::uint8_t>(cost - 1);
    least = std::min(least, rank);
    greatest = std::max(greatest, rank >= 254 ? std::uint8_t{0} : rank);
  }
  lowest_[slot] = any == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(least + 1);
  if (any != 0 && least != greatest) return;
  chunk.costs = nullptr;
  chunk.uniform_cost = lowest_[slot];
  page_pool_.give(std::exchange(pages_[slot], nullptr));
}

void NavData::set_page(std::uint32_t slot, const CostPage& costs) {
  NavChunk& chunk = chunks_[slot];
  WordRows rows;
  WordRows unknowns;
  BitWord any_unknown = 0;
  for (std::size_t y = 0; y < chunk_size; ++y) {
    BitWord open = 0;
    BitWord hidden = 0;
    for (std::size_t x = 0; x < chunk_size; ++x) {
      const std::uint8_t cost = costs[index_of(x, y)];
      open |= BitWord{cost != blocked_byte && cost != unknown_byte} << x;
      hidden |= BitWord{cost == unknown_byte} << x;
    }
    rows[y] = open;
    unknowns[y] = hidden;
    any_unknown |= hidden;
  }
  if (same_costs(slot, costs, rows, unknowns)) return;
  count_chunk(slot, -1);
  note_change(slot);
  if (rows != chunk.rows) {
    note_shape(slot, {});
    chunk.rows = rows;
    chunk.columns = rows;
    transpose(chunk.columns);
  }
  if (any_unknown != 0) {
    if (unknown_[slot] == nullptr) unknown_[slot] = unknown_pool_.take();
    *unknown_[slot] = unknowns;
    chunk.unknown = unknown_[slot]->data();
  } else if (unknown_[slot] != nullptr) {
    unknown_[slot]->fill(0);
  }
  if (pages_[slot] == nullptr) pages_[slot] = page_pool_.take();
  *pages_[slot] = costs;
  chunk.costs = pages_[slot]->data();
  settle(slot);
  count_chunk(slot, +1);
}

bool NavData::same_costs(std::uint32_t slot, const CostPage& costs, const WordRows& rows,
                         const WordRows& unknowns) const {
  const NavChunk& chunk = chunks_[slot];
  if (rows != chunk.rows) return false;
  if (chunk.costs != nullptr) return costs == *pages_[slot];
  for (std::size_t y = 0; y < chunk_size; ++y) {
    if (unknowns[y] != (chunk.unknown != nullptr ? chunk.unknown[y] : 0)) return false;
    for (std::size_t x = 0; x < chunk_size; ++x) {
      if (test_bit(rows[y], static_cast<int>(x)) && costs[index_of(x, y)] != chunk.uniform_cost) {
        return false;
      }
    }
  }
  return true;
}

/// Takes a chunk into the map's totals (+1), or out of them before it changes (-1).
void NavData::count_chunk(std::uint32_t slot, int change) {
  const NavChunk& chunk = chunks_[slot];
  const auto step = static_cast<std::uint32_t>(change);
  if (chunk.costs != nullptr) {
    mixed_chunks_ += step;
  } else {
    uniform_chunks_[chunk.uniform_cost] += step;
  }
  if (chunk.unknown != nullptr) unknown_chunks_ += step;
  lowest_chunks_[lowest_[slot]] += step;
}

void NavData::note_change(std::uint32_t slot) {
  if ((listed_[slot] & in_repriced) != 0) return;
  listed_[slot] |= in_repriced;
  repriced_.push_back(slot);
}

void NavData::note_shape(std::uint32_t slot, EditBox box) {
  if (!reshaped_.empty() && reshaped_.back().slot == slot) {
    EditBox& all = reshaped_.back().box;
    all = {std::min(all.x0, box.x0), std::min(all.y0, box.y0), std::max(all.x1, box.x1),
           std::max(all.y1, box.y1)};
    return;
  }
  reshaped_.push_back({slot, box});
}

void NavData::note_undilated(std::uint32_t slot) {
  if ((listed_[slot] & in_undilated) != 0) return;
  listed_[slot] |= in_undilated;
  undilated_changes_.push_back(slot);
}

void NavData::finish() {
  dilate_changes();
  if (repriced_.empty() && version_ != 0) return;
  ++version_;
  int uniform = 0;
  if (mixed_chunks_ == 0) {
    int kinds = 0;
    for (int cost = 1; cost <= max_entry_cost; ++cost) {
      if (uniform_chunks_[static_cast<std::size_t>(cost)] == 0) continue;
      uniform = cost;
      ++kinds;
    }
    if (kinds != 1) uniform = 0;
  }
  uniform_cost_ = uniform;
  lowest_cost_ = 1;
  for (int cost = 1; cost <= max_entry_cost; ++cost) {
    if (lowest_chunks_[static_cast<std::size_t>(cost)] == 0) continue;
    lowest_cost_ = cost;
    break;
  }
  if (uniform != 0 && jumps_.possible()) {
    jumps_.update(chunks_, reshaped_);
  } else {
    jumps_.invalidate();
  }
  if (uniform == 0) {
    bounds_.update(chunks_, repriced_, lowest_cost_);
  } else {
    bounds_.invalidate();
  }
  for (const NavChange& change : reshaped_) regions_.note_chunk(change.slot);
  for (const std::uint32_t slot : repriced_) listed_[slot] = 0;
  repriced_.clear();
  reshaped_.clear();
  update_edges();
}

void NavData::dilate_changes() {
  for (const std::uint32_t slot : undilated_changes_) {
    listed_[slot] &= static_cast<std::uint8_t>(~in_undilated);
    // A mover that stands to the north or west may cover tiles of this chunk.
    const NavChunk& chunk = chunks_[slot];
    dilate(slot);
    dilate(chunk.side[side_west]->slot);
    dilate(chunk.side[side_north]->slot);
    dilate(chunk.side[side_north]->side[side_west]->slot);
  }
  undilated_changes_.clear();
}

/// Gives each tile the costliest of the tiles that a mover there covers. Costs less one rank as
/// bytes, with unknown above all costs and blocked above that.
void NavData::dilate(std::uint32_t slot) {
  if (slot == world_.slot_count()) return;
  constexpr std::size_t wide = 2 * chunk_size;
  const auto rank = [](std::uint8_t cost) {
    return cost == blocked_byte   ? blocked_byte
           : cost == unknown_byte ? std::uint8_t{254}
                                  : static_cast<std::uint8_t>(cost - 1);
  };
  const NavChunk& chunk = chunks_[slot];
  const NavChunk& south = *chunk.side[side_south];
  std::vector<std::uint8_t>& ranks = dilation_;
  ranks.assign(wide * wide, blocked_byte);
  const auto copy = [&](std::uint32_t from, std::size_t x0, std::size_t y0) {
    if (from == world_.slot_count()) return;
    for (std::size_t y = 0; y < chunk_size; ++y) {
      for (std::size_t x = 0; x < chunk_size; ++x) {
        ranks[(y0 + y) * wide + x0 + x] = rank(undilated_[from][index_of(x, y)]);
      }
    }
  };
  copy(slot, 0, 0);
  copy(chunk.side[side_east]->slot, chunk_size, 0);
  copy(south.slot, 0, chunk_size);
  copy(south.side[side_east]->slot, chunk_size, chunk_size);
  const auto size = static_cast<std::size_t>(movement_.size);
  for (std::size_t y = 0; y < chunk_size + size - 1; ++y) {
    std::uint8_t* row = ranks.data() + y * wide;
    for (std::size_t x = 0; x < chunk_size; ++x) {
      row[x] = *std::max_element(row + x, row + x + size);
    }
  }
  CostPage costs;
  for (std::size_t y = 0; y < chunk_size; ++y) {
    for (std::size_t x = 0; x < chunk_size; ++x) {
      std::uint8_t worst = 0;
      for (std::size_t k = 0; k < size; ++k) worst = std::max(worst, ranks[(y + k) * wide + x]);
      costs[index_of(x, y)] = worst == blocked_byte ? blocked_byte
                              : worst == 254        ? unknown_byte
                                                    : static_cast<std::uint8_t>(worst + 1);
    }
  }
  set_page(slot, costs);
}

std::uint8_t NavData::cost_byte(const NavChunk& chunk, std::size_t x, std::size_t y) {
  if (chunk.costs != nullptr) return chunk.costs[index_of(x, y)];
  if (test_bit(chunk.rows[y], static_cast<int>(x))) return chunk.uniform_cost;
  const bool hidden = chunk.unknown != nullptr && test_bit(chunk.unknown[y], static_cast<int>(x));
  return hidden ? unknown_byte : blocked_byte;
}

std::uint8_t NavData::cost_byte(NodeId node) const {
  return cost_byte(chunks_[node >> 12], node & 63, (node >> 6) & 63);
}

std::uint32_t NavData::step_cost(Coord from, Direction direction) const {
  const auto open_at = [this](Coord c) { return world_.box().contains(c) && open(node(c)); };
  const Offset step = offset(direction);
  const Coord to = one_step(from, step);
  if (!open_at(from) || !open_at(to)) return 0;
  if (step.dz != 0 && movement_.vertical == Vertical::separate) return 0;
  if (step.dx != 0 && step.dy != 0) {
    if (movement_.steps == Steps::cardinal) return 0;
    if (movement_.steps == Steps::hex) {
      if (step.dx == step.dy) return 0;
    } else {
      const int sides = int{open_at({to.x, from.y, from.z})} + int{open_at({from.x, to.y, from.z})};
      if (sides < 2 - static_cast<int>(movement_.corners)) return 0;
    }
  }
  return step_length(movement_.steps, direction) * cost_byte(node(to));
}

bool NavData::step_unchanged(Coord from, Coord to, Revision since) const {
  if (since == 0) return false;
  // The mover covers tiles to the south-east of where it stands, and a diagonal step looks at both
  // corners; all of them lie in the chunks of this box's corners.
  const auto [x0, x1] = std::minmax(from.x, to.x);
  const auto [y0, y1] = std::minmax(from.y, to.y);
  const std::int32_t more = movement_.size - 1;
  for (const std::int32_t z : {from.z, to.z}) {
    for (const Coord corner : {Coord{x0, y0, z}, Coord{x1 + more, y0, z}, Coord{x0, y1 + more, z},
                               Coord{x1 + more, y1 + more, z}}) {
      if (!world_.box().contains(corner)) return false;
      if (world_.revision(world_.slot(corner)) > since) return false;
    }
  }
  return true;
}

}  // namespace tess::detail
