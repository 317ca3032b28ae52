#include "map_changes.h"

#include <algorithm>

namespace tess::detail {

namespace {

/// So much less, but no less than that: beyond the range of coordinates lies nothing.
std::int32_t lowered(std::int32_t from, std::int32_t by, std::int32_t least) {
  return std::int64_t{from} - by < least ? least : from - by;
}

/// Tiles as they come, and the box around them.
struct Bounds {
  int x0 = chunk_size;
  int y0 = chunk_size;
  int x1 = -1;
  int y1 = -1;

  void add(int x, int y) {
    x0 = std::min(x0, x);
    y0 = std::min(y0, y);
    x1 = std::max(x1, x);
    y1 = std::max(y1, y);
  }

  /// The box in the world, wider by so many tiles, as far as the world goes.
  Box box(Coord origin, std::int32_t margin, const Box& world) const {
    if (x1 < 0) return {};
    const Coord first{lowered(origin.x + x0, margin, world.min.x),
                      lowered(origin.y + y0, margin, world.min.y), origin.z};
    const Coord last{origin.x + x1, origin.y + y1, origin.z};
    const Extent size{last.x - first.x + 1 + margin, last.y - first.y + 1 + margin, 1};
    return intersection({first, size}, world);
  }
};

bool is_open(std::uint8_t cost) { return cost != blocked_byte && cost != unknown_byte; }

}  // namespace

void MapChanges::update(const NavData& map) {
  if (map.version() == version_) return;
  version_ = map.version();
  const Storage& world = map.world();
  const Revision since = std::exchange(seen_, world.clock());
  if (costs_.empty()) {
    copy_all(map);
    return;
  }
  if (world.journal_reaches(since) && world.clock() - since <= max_single_edits) {
    for (Revision r = since + 1; r <= world.clock(); ++r) {
      compare(map, world.edit(r).slot, world.edit(r).box);
    }
  } else {
    for (const Change& change : world.changes(since)) {
      if (change.key != ChunkKey::none()) compare(map, world.slot(change.key), {});
    }
  }
  compare_links(map);
}

void MapChanges::copy_all(const NavData& map) {
  costs_.resize(map.world().slot_count());
  for (std::uint32_t slot = 0; slot < costs_.size(); ++slot) {
    for (std::uint32_t tile = 0; tile < chunk_tiles; ++tile) {
      costs_[slot][tile] = map.cost_byte(slot * NodeId{chunk_tiles} + tile);
    }
  }
  links_.assign(map.link_edges().begin(), map.link_edges().end());
}

/// Compares the tiles that an edit may have changed: for a mover of many tiles, also those where it
/// stands to the north or west.
void MapChanges::compare(const NavData& map, std::uint32_t slot, EditBox box) {
  const Box world = map.world().box();
  const Coord origin = map.world().key(slot).origin();
  const std::int32_t more = map.movement().size - 1;
  const Box edited = intersection({{origin.x + box.x0, origin.y + box.y0, origin.z},
                                   {box.x1 - box.x0 + 1, box.y1 - box.y0 + 1, 1}},
                                  world);
  if (edited.empty()) return;
  const Coord first{lowered(edited.min.x, more, world.min.x),
                    lowered(edited.min.y, more, world.min.y), origin.z};
  const Coord last{edited.min.x + (edited.size.width - 1), edited.min.y + (edited.size.height - 1),
                   origin.z};
  const Box tiles{first, {last.x - first.x + 1, last.y - first.y + 1, 1}};
  for (std::int32_t cy = first.y >> chunk_shift; cy <= last.y >> chunk_shift; ++cy) {
    for (std::int32_t cx = first.x >> chunk_shift; cx <= last.x >> chunk_shift; ++cx) {
      compare_chunk(map, intersection(ChunkKey(cx, cy, origin.z).box(), tiles));
    }
  }
}

/// Compares tiles of one chunk.
void MapChanges::compare_chunk(const NavData& map, const Box& tiles) {
  const ChunkKey key = ChunkKey::of(tiles.min);
  const std::uint32_t slot = map.world().slot(key);
  const Coord from = tiles.min - key.origin();
  Bounds changed;
  Bounds improved;
  bool reshaped = false;
  for (int y = from.y; y < from.y + tiles.size.height; ++y) {
    for (int x = from.x; x < from.x + tiles.size.width; ++x) {
      const auto tile = static_cast<std::uint32_t>(y * chunk_size + x);
      const std::uint8_t now = map.cost_byte(slot * NodeId{chunk_tiles} + tile);
      const std::uint8_t before = std::exchange(costs_[slot][tile], now);
      if (now == before || (!is_open(now) && !is_open(before))) continue;
      reshaped = reshaped || is_open(now) != is_open(before);
      changed.add(x, y);
      if (is_open(now) && (!is_open(before) || now < before)) improved.add(x, y);
    }
  }
  if (changed.x1 < 0) return;
  const Movement& movement = map.movement();
  const bool corners =
      reshaped && movement.steps == Steps::octile && movement.corners != Corners::cut_freely;
  const std::int32_t margin = corners ? 1 : 0;
  note({MapChange::Kind::tiles,
        changed.box(key.origin(), margin, map.world().box()),
        improved.box(key.origin(), margin, map.world().box()),
        {},
        {},
        0});
}

void MapChanges::compare_links(const NavData& map) {
  const auto now = map.link_edges();
  if (std::ranges::equal(now, links_)) return;
  const auto report = [&](const LinkEdge& edge, MapChange::Kind kind) {
    note({kind, {}, {}, map.coord(edge.from), map.coord(edge.to), edge.ticks});
  };
  // Both are sorted: what only one of them has came or went.
  auto before = links_.begin();
  for (const LinkEdge& edge : now) {
    for (; before != links_.end() && *before < edge; ++before) {
      report(*before, MapChange::Kind::lost_link);
    }
    if (before != links_.end() && *before == edge) {
      ++before;
    } else {
      report(edge, MapChange::Kind::new_link);
    }
  }
  for (; before != links_.end(); ++before) report(*before, MapChange::Kind::lost_link);
  links_.assign(now.begin(), now.end());
}

void MapChanges::note(const MapChange& change) {
  if (changes_.size() == max_remembered) {
    constexpr std::size_t forgotten = max_remembered / 2;
    changes_.erase(changes_.begin(), changes_.begin() + forgotten);
    first_ += forgotten;
  }
  changes_.push_back(change);
}

}  // namespace tess::detail
