#include <tess/nav/nav_map.h>

#include "nav_data.h"

namespace tess {

NavMap::NavMap(const World& world, const Movement& movement, detail::ErasedRule rule)
    : data_(new detail::NavData(world.storage(), movement, rule)) {}

NavMap::~NavMap() { delete data_; }

const Movement& NavMap::movement() const { return data_->movement(); }

const Box& NavMap::box() const { return data_->world().box(); }

bool NavMap::open(Coord c) const {
  if (!box().contains(c)) return false;
  const detail::NavData& map = data();
  return map.open(map.node(c));
}

int NavMap::entry_cost(Coord c) const {
  if (!box().contains(c)) return blocked;
  const detail::NavData& map = data();
  const int cost = map.cost_byte(map.node(c));
  return cost == detail::unknown_byte ? unknown : cost;
}

std::uint32_t NavMap::step_cost(Coord from, Direction direction) const {
  return data().step_cost(from, direction);
}

int NavMap::uniform_cost() const { return data().uniform_cost(); }

LinkId NavMap::add_link(const Link& link) { return data_->add_link(link); }

bool NavMap::remove_link(LinkId id) { return data_->remove_link(id); }

RegionId NavMap::region_of(Coord c) const {
  if (!open(c)) return no_region;
  return RegionId{data_->refresh_regions().region(data_->chunks(), data_->node(c))};
}

bool NavMap::reachable(Coord from, Coord to) const {
  if (!open(from) || !open(to)) return false;
  const detail::Regions& regions = data_->refresh_regions();
  return regions.reachable(data_->chunks(), data_->node(from), data_->node(to));
}

void NavMap::refresh() const {
  data_->refresh();
  data_->refresh_regions();
}

void NavMap::catch_up() const { data_->refresh(); }

const detail::Regions& NavMap::regions() const {
  data_->refresh();
  return data_->refresh_regions();
}

std::uint64_t NavMap::version() const { return data().version(); }

}  // namespace tess
