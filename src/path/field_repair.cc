#include <algorithm>
#include <functional>

#include "field.h"

namespace tess::detail {

namespace {

/// A build is cheaper than to repair after more edited tiles than this.
constexpr std::int64_t most_changes = 4096;

}  // namespace

void Field::refresh() {
  if (!built_ || map_.version() == version_) return;
  if (can_repair()) {
    repair();
  } else {
    rebuild();
  }
}

/// Lists the tiles that edits may have changed for the mover; whether they are few, and nothing
/// else stands in the way.
bool Field::can_repair() {
  const NavData& map = map_.data();
  const Storage& world = map.world();
  if (partial_ || !world.journal_reaches(seen_) || graph_.links_differ()) return false;
  const bool free = std::ranges::any_of(map.link_edges(), [](LinkEdge e) { return e.ticks == 0; });
  if (free) return false;
  changed_.clear();
  std::int64_t count = 0;
  for (Revision revision = seen_ + 1; revision <= world.clock(); ++revision) {
    const Edit& edit = world.edit(revision);
    count += std::int64_t{edit.box.x1 - edit.box.x0 + 1} * (edit.box.y1 - edit.box.y0 + 1);
    if (count > most_changes) return false;
    add_changes(world.key(edit.slot), edit.box);
  }
  std::ranges::sort(changed_);
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  return true;
}

/// A tile counts for the movers to its north-west that cover it, and as a corner for those beside
/// it.
void Field::add_changes(ChunkKey key, EditBox box) {
  const Box& all = map_.box();
  const std::int32_t size = map_.movement().size;
  const auto from = [&](std::int64_t v, std::int32_t least) {
    return std::max<std::int64_t>(v - size, least);
  };
  const auto to = [](std::int64_t v, std::int64_t least, std::int32_t length) {
    return std::min<std::int64_t>(v + 1, least + length - 1);
  };
  const Coord corner = key.origin();
  const std::int64_t last_x = to(std::int64_t{corner.x} + box.x1, all.min.x, all.size.width);
  const std::int64_t last_y = to(std::int64_t{corner.y} + box.y1, all.min.y, all.size.height);
  for (std::int64_t y = from(std::int64_t{corner.y} + box.y0, all.min.y); y <= last_y; ++y) {
    for (std::int64_t x = from(std::int64_t{corner.x} + box.x0, all.min.x); x <= last_x; ++x) {
      changed_.push_back(graph_.map().node(
          {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), corner.z}));
    }
  }
}

void Field::repair() {
  const NavData& map = map_.data();
  version_ = map.version();
  seen_ = map.world().clock();
  expanded_ = 0;
  doubted_.clear();
  raised_.clear();
  for (const NodeId node : changed_) take_in(node);
  for (const NodeId node : changed_) doubt_around(node, 0);
  raise();
  lower();
}

/// Makes what is stored of a tile agree with whether it is open.
void Field::take_in(NodeId node) {
  if (live_[node >> 12] == nullptr) return;
  std::uint32_t& stored = at(node);
  const bool was_goal = stored == 0 && is_goal(node);
  const bool was_closed = stored == 0 && !was_goal;
  if (graph_.open(node)) {
    if (was_closed) {
      stored = unreached;
      raised_.push_back(node);
    }
    return;
  }
  if (was_closed) return;
  if (stored != unreached) --reached_;
  stored = closed;
  std::erase(goal_nodes_, node);
}

/// Puts a tile on the list of those that may have lost their way.
void Field::doubt(NodeId node, std::uint32_t least) {
  const std::uint32_t distance = stored(node);
  if (distance == unreached || distance <= least) return;
  if (!graph_.open(node)) return;
  doubted_.push_back({distance, node});
  std::ranges::push_heap(doubted_, std::greater<>{});
}

/// The same for a tile and those from which a step or jump leads to it.
void Field::doubt_around(NodeId node, std::uint32_t least) {
  doubt(node, least);
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.surroundings(node, found);
  for (std::size_t i = 0; i < count; ++i) doubt(found[i].node, least);
  for (const LinkEdge& link : graph_.links_to(node)) doubt(link.from, least);
}

/// Takes the distances of all that have lost their way.
void Field::raise() {
  while (!doubted_.empty()) {
    std::ranges::pop_heap(doubted_, std::greater<>{});
    const Waiting waiting = doubted_.back();
    doubted_.pop_back();
    if (stored(waiting.node) != waiting.distance) continue;
    ++expanded_;
    const std::uint64_t now = best(waiting.node);
    if (now == waiting.distance) continue;
    raised_.push_back(waiting.node);
    if (now < waiting.distance) continue;
    at(waiting.node) = unreached;
    --reached_;
    doubt_around(waiting.node, waiting.distance);
  }
}

/// What a tile's distance is by those of the tiles around it.
std::uint64_t Field::best(NodeId node) const {
  std::uint64_t least = ~std::uint64_t{0};
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.neighbours(node, found);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t there = distance_of(found[i].node);
    if (there == unreached) continue;
    const std::uint64_t step = std::uint64_t{graph_.entry_cost(found[i].node)} * found[i].length;
    least = std::min(least, there + step);
  }
  for (const LinkEdge& link : graph_.links_from(node)) {
    if (!graph_.open(link.to) || distance_of(link.to) == unreached) continue;
    least = std::min(least, std::uint64_t{distance_of(link.to)} + link.ticks);
  }
  return least;
}

/// Gives distances to what has none, and lower ones to what can have them.
void Field::lower() {
  buckets_.reset();
  for (const Coord c : goals_) {
    if (!map_.box().contains(c) || !graph_.open(graph_.map().node(c))) continue;
    const NodeId node = graph_.map().node(c);
    if (distance_of(node) == 0) continue;
    std::uint32_t& stored = at(node);
    reached_ += stored == unreached ? 1 : 0;
    stored = 0;
    goal_nodes_.push_back(node);
    buckets_.push(0, node);
  }
  // In the order of their new distances, since the buckets only move on. What has changed is
  // looked at again even where its own distance stays: entering it may cost less.
  for (const NodeId node : changed_) {
    if (!graph_.open(node)) continue;
    const std::uint64_t now = std::min<std::uint64_t>(best(node), stored(node));
    if (now <= bound_) doubted_.push_back({static_cast<std::uint32_t>(now), node});
  }
  for (const NodeId node : raised_) {
    const std::uint64_t now = best(node);
    if (now > bound_ || now >= stored(node)) continue;
    doubted_.push_back({static_cast<std::uint32_t>(now), node});
  }
  std::ranges::sort(doubted_);
  for (const auto [distance, node] : doubted_) {
    if (stored(node) == distance) {
      buckets_.push(distance >> shift_, node);
    } else {
      reach(node, distance);
    }
  }
  doubted_.clear();
  settle_all();
}

}  // namespace tess::detail
