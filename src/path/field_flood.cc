#include <utility>

#include "field.h"
#include "field_kernel.h"
#include "neighbourhood.h"

// The searches of level maps: the innermost loops of a build.

namespace tess::detail {

namespace {

/// The directions of straight steps within a level.
template <Steps steps>
constexpr auto straight_directions = std::array<std::size_t, 4>{0, 1, 2, 3};
template <>
constexpr auto straight_directions<Steps::hex> = std::array<std::size_t, 6>{0, 1, 2, 3, 5, 7};

}  // namespace

/// Opens the chunks around one.
const FieldGrid::Surroundings& Field::surround(std::uint32_t slot) {
  FieldGrid::Surroundings chunks;
  for (int i = 0; i < 9; ++i) {
    int x = (i % 3 - 1) * chunk_size;
    int y = (i / 3 - 1) * chunk_size;
    const std::uint32_t other = walk(&data_->chunks()[slot], x, y)->slot;
    if (!grid_.is_opened(other)) open(other);
    chunks[static_cast<std::size_t>(i)] = other * NodeId{chunk_tiles};
  }
  return *grid_.surround(slot, chunks);
}

/// The tiles around any tile, by direction.
TESS_ALWAYS_INLINE std::array<NodeId, 8> Field::around(NodeId node) {
  const FieldGrid::Surroundings* known = grid_.surroundings(node >> 12);
  const FieldGrid::Surroundings& chunks = known != nullptr ? *known : surround(node >> 12);
  const std::uint32_t x = node & 63;
  const std::uint32_t y = node >> 6 & 63;
  std::array<NodeId, 8> tiles;
  for (std::size_t d = 0; d < 8; ++d) {
    // Counted from the chunk to the north-west.
    const std::uint32_t to_x = x + chunk_size + static_cast<std::uint32_t>(offsets[d].dx);
    const std::uint32_t to_y = y + chunk_size + static_cast<std::uint32_t>(offsets[d].dy);
    tiles[d] = chunks[(to_y >> 6) * 3 + (to_x >> 6)] + (to_y & 63) * 64 + (to_x & 63);
  }
  return tiles;
}

/// A breadth-first search, where all steps cost the same: all tiles of one distance after the
/// other.
template <Steps steps>
void Field::spread_as() {
  constexpr auto& directions = straight_directions<steps>;
  constexpr bool four = directions.size() == 4;
  const auto cost = static_cast<std::uint32_t>(data_->uniform_cost());
  std::uint32_t* const stamps = grid_.stamps();
  if (here_.size() < feed_.size()) here_.resize(feed_.size());
  std::size_t count = feed_.size();
  for (std::size_t i = 0; i < count; ++i) here_[i] = feed_[i].node;
  for (std::uint64_t next = 1 + cost; count != 0 && next <= limit_; next += cost) {
    const auto stamp = static_cast<std::uint32_t>(next);
    const std::size_t most = directions.size() * count + 8;
    if (there_.size() < most) there_.resize(2 * most);
    NodeList found{there_.data(), 0};
    const NodeId* const last = here_.data() + count;
    for (const NodeId* at = here_.data(); at != last; ++at) {
      const NodeId node = *at;
      if (four && is_inside(node)) {
        reach_straight(stamps, node, stamp, found);
        continue;
      }
      const std::array<NodeId, 8> tiles = around(node);
      for (const std::size_t d : directions) {
        reach_tile(stamps, tiles[d], stamps[tiles[d]], stamp, found);
      }
    }
    expanded_ += count;
    count = found.count;
    here_.swap(there_);
    if (!until_.empty() && all_wanted_below(next + 1)) {
      partial_ = true;
      return;
    }
  }
}

void Field::spread() {
  if (data_->movement().steps == Steps::hex) return spread_as<Steps::hex>();
  spread_as<Steps::cardinal>();
}

/// Reaches the tiles around one by steps that end on it. A tile's own stamp is never 0, and so its
/// neighbours see it open.
template <Steps steps, Corners corners>
TESS_ALWAYS_INLINE void Field::expand(NodeId node, std::uint32_t straight, std::uint32_t diagonal) {
  constexpr int shift = steps == Steps::octile ? octile_shift : 0;
  const auto near = [&](const auto& write) { ring_[straight >> shift].extend(write); };
  const auto far = [&](const auto& write) { ring_[diagonal >> shift].extend(write); };
  if (steps == Steps::hex || !is_inside(node)) {
    expand_border<steps, corners>(node, straight, diagonal);
  } else if constexpr (steps == Steps::octile) {
    reach_around<corners>(grid_.stamps(), node, straight, diagonal, near, far);
  } else {
    near([&](NodeList& list) { reach_straight(grid_.stamps(), node, straight, list); });
  }
}

/// The same for any tile.
template <Steps steps, Corners corners>
void Field::expand_border(NodeId node, std::uint32_t straight, std::uint32_t diagonal) {
  constexpr int shift = steps == Steps::octile ? octile_shift : 0;
  const std::array<NodeId, 8> tiles = around(node);
  std::uint32_t* const stamps = grid_.stamps();
  std::array<std::uint32_t, 8> before;
  ring_[straight >> shift].extend([&](NodeList& list) {
    for (const std::size_t d : straight_directions<steps>) {
      before[d] = stamps[tiles[d]];
      reach_tile(stamps, tiles[d], before[d], straight, list);
    }
  });
  if constexpr (steps != Steps::octile) return;
  ring_[diagonal >> shift].extend([&](NodeList& list) {
    for (std::size_t d = 4; d < 8; ++d) {
      // South-east lies between east and south, and so on.
      const std::uint32_t bar = barred<corners>(before[d - 4], before[(d - 3) & 3]);
      reach_tile(stamps, tiles[d], stamps[tiles[d]], diagonal | bar, list);
    }
  });
}

/// Reaches the tiles around those of a list, which are settled.
template <Steps steps, Corners corners, bool even>
void Field::expand_list(const NodeId* first, const NodeId* last) {
  constexpr StepLengths length = step_lengths(steps);
  const std::uint32_t* const stamps = grid_.stamps();
  std::uint64_t entry = static_cast<std::uint64_t>(data_->uniform_cost());
  for (const NodeId* at = first; at != last; ++at) {
    const NodeId node = *at;
    changed_in_[node >> 12] = round_;
    if constexpr (!even) {
      const NavChunk& chunk = data_->chunks()[node >> 12];
      entry = chunk.costs != nullptr ? chunk.costs[node & (chunk_tiles - 1)] : chunk.uniform_cost;
    }
    const std::uint64_t straight = stamps[node] + entry * length.straight;
    if (straight > limit_) continue;
    // A diagonal step beyond the limit reaches nothing.
    const std::uint64_t diagonal = stamps[node] + entry * length.diagonal;
    const std::uint64_t reached = diagonal > limit_ ? FieldGrid::fresh : diagonal;
    expand<steps, corners>(node, static_cast<std::uint32_t>(straight),
                           static_cast<std::uint32_t>(reached));
  }
}

/// Dijkstra's algorithm from the tiles of the feed, which have their stamps.
template <Steps steps, Corners corners, bool even>
void Field::flood_as() {
  constexpr int shift = steps == Steps::octile ? octile_shift : 0;
  std::uint32_t* const stamps = grid_.stamps();
  std::size_t next = 0;  // of the feed
  std::uint64_t bucket = 0;
  std::size_t empty = FieldRing::size;  // so many lists in a row were
  for (;; ++bucket) {
    if (empty == FieldRing::size) {
      if (next == feed_.size()) break;
      bucket = feed_[next].stamp >> shift;
    }
    FieldRing::List& here = ring_[bucket];
    for (; next != feed_.size() && feed_[next].stamp >> shift == bucket; ++next) {
      here.push(feed_[next].node);
    }
    empty = here.count == 0 ? empty + 1 : 0;
    if (here.count == 0) continue;
    if (!until_.empty() && all_wanted_below(bucket << shift)) {
      partial_ = true;
      ring_.clear();
      return;
    }
    // Some have been reached for less since, and belong to earlier lists.
    const std::uint32_t settled =
        FieldRing::filter(here, [=](NodeId node) { return stamps[node] >> shift == bucket; });
    expanded_ += settled;
    const NodeId* const first = here.items.get();
    expand_list<steps, corners, even>(first, first + settled);
    here.count = 0;
  }
}

template <Steps steps, Corners corners>
void Field::flood_any() {
  if (data_->uniform_cost() != 0) {
    flood_as<steps, corners, true>();
  } else {
    flood_as<steps, corners, false>();
  }
}

void Field::flood() {
  const Movement& movement = data_->movement();
  if (movement.steps == Steps::cardinal) return flood_any<Steps::cardinal, Corners::never_cut>();
  if (movement.steps == Steps::hex) return flood_any<Steps::hex, Corners::never_cut>();
  switch (movement.corners) {
    case Corners::never_cut: return flood_any<Steps::octile, Corners::never_cut>();
    case Corners::cut_one: return flood_any<Steps::octile, Corners::cut_one>();
    case Corners::cut_freely: return flood_any<Steps::octile, Corners::cut_freely>();
  }
}

}  // namespace tess::detail
