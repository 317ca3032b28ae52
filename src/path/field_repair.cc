#include <algorithm>
#include <functional>

#include "field.h"

namespace tess::detail {

namespace {

/// A build is cheaper than to repair after more edited tiles than this.
constexpr std::int64_t most_changes = 4096;

}  // namespace

void Field::refresh() {
  if (!built_ || current()) return;
  if (map_.version() == version_) {
    seen_ = data_->world().clock();
    return;
  }
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
  if (partial_ || !world.journal_reaches(seen_)) return false;
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
  if (graph_.links_differ()) add_changed_links();
  std::ranges::sort(changed_);
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  return true;
}

/// A link that came or went is a change of the tile that it leads from.
void Field::add_changed_links() {
  graph_.for_each_difference([this](const LinkEdge& link) { changed_.push_back(link.from); });
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
  version_ = data_->version();
  seen_ = data_->world().clock();
  graph_.aim(*data_, options_.unknown == UnknownTiles::enter, options_.unknown_cost);
  flat_ = is_flat();
  expanded_ = 0;
  ++round_;
  doubted_.clear();
  raised_.clear();
  for (const NodeId node : changed_) take_in(node);
  for (const NodeId node : changed_) doubt_around(node, 0);
  raise();
  lower();
}

/// Makes what is stored of a tile agree with whether it is open.
void Field::take_in(NodeId node) {
  if (!grid_.is_opened(node >> 12)) return;
  std::uint32_t& stored = at(node);
  if (!graph_.open(node)) {
    stored = FieldGrid::closed;
  } else if (stored == FieldGrid::closed) {
    stored = FieldGrid::fresh;
    raised_.push_back(node);
  }
}

/// Puts a tile on the list of those that may have lost their way.
void Field::doubt(NodeId node, std::uint32_t least) {
  const std::uint32_t stamp = grid_.stamp(node);
  if (stamp == FieldGrid::fresh || stamp <= least) return;
  doubted_.push_back({stamp, node});
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
    if (grid_.stamp(waiting.node) != waiting.stamp) continue;
    ++expanded_;
    const std::uint64_t now = best(waiting.node);
    if (now == waiting.stamp) continue;
    raised_.push_back(waiting.node);
    if (now < waiting.stamp) continue;
    at(waiting.node) = FieldGrid::fresh;
    doubt_around(waiting.node, waiting.stamp);
  }
}

/// What an open tile's stamp is by those of the tiles around it.
std::uint64_t Field::best(NodeId node) const {
  if (goal_at(node) != nullptr) return 1;
  std::uint64_t least = ~std::uint64_t{0};
  const auto take = [&](NodeId to, std::uint64_t ticks) {
    const std::uint32_t there = grid_.stamp(to);
    if (there != FieldGrid::fresh) least = std::min(least, there + ticks);
  };
  FieldGraph::Neighbours found;
  const std::size_t count = graph_.neighbours(node, found);
  for (std::size_t i = 0; i < count; ++i) {
    take(found[i].node, std::uint64_t{graph_.entry_cost(found[i].node)} * found[i].length);
  }
  for (const LinkEdge& link : graph_.links_from(node)) {
    if (graph_.open(link.to)) take(link.to, link.ticks);
  }
  return least;
}

/// Gives stamps to what has none, and lower ones to what can have them.
void Field::lower() {
  // What has changed is looked at again even where its own stamp stays: entering it may cost less.
  feed_.clear();
  const auto offer = [this](NodeId node, std::uint64_t stamp) {
    if (stamp > limit_) return;
    at(node) = static_cast<std::uint32_t>(stamp);
    feed_.push_back({static_cast<std::uint32_t>(stamp), node});
  };
  for (const NodeId node : changed_) {
    if (graph_.open(node)) offer(node, std::min<std::uint64_t>(best(node), grid_.stamp(node)));
  }
  for (const NodeId node : raised_) {
    if (!graph_.open(node)) continue;
    const std::uint64_t now = best(node);
    if (now < grid_.stamp(node)) offer(node, now);
  }
  std::ranges::sort(feed_);
  if (flat_) {
    flood();
    return;
  }
  buckets_.reset();
  for (const auto [stamp, node] : feed_) buckets_.push(stamp >> shift_, node);
  settle_all();
}

}  // namespace tess::detail
