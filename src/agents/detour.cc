#include "detour.h"

#include <algorithm>
#include <functional>

namespace tess::detail {

void Detour::begin(Coord from) {
  centre_ = from;
  costs_.assign(std::size_t{side} * std::size_t{side}, unreached);
  arrivals_.resize(costs_.size());
  heap_.clear();
  costs_[index(from)] = 0;
  heap_.push_back(index(from));
}

/// The cheapest open tile.
std::optional<Coord> Detour::take() {
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_, std::greater<>{});
    const std::uint64_t top = heap_.back();
    heap_.pop_back();
    const auto at = static_cast<std::uint32_t>(top);
    if (costs_[at] != top >> 32) continue;  // it has been reached for less since
    return Coord{centre_.x - reach + static_cast<std::int32_t>(at % side),
                 centre_.y - reach + static_cast<std::int32_t>(at / side), centre_.z};
  }
  return std::nullopt;
}

void Detour::reach_tile(Coord from, Coord to, int direction, std::uint32_t ticks) {
  const std::uint64_t cost = std::uint64_t{costs_[index(from)]} + ticks;
  const std::size_t at = index(to);
  if (cost >= costs_[at]) return;
  costs_[at] = static_cast<std::uint32_t>(cost);
  arrivals_[at] = static_cast<std::uint8_t>(direction);
  heap_.push_back(cost << 32 | at);
  std::ranges::push_heap(heap_, std::greater<>{});
}

void Detour::trace(Coord to, std::vector<std::uint8_t>& directions) const {
  directions.clear();
  for (Coord at = to; at != centre_;) {
    const std::uint8_t direction = arrivals_[index(at)];
    directions.push_back(direction);
    at = at - Coord{offsets[direction].dx, offsets[direction].dy, 0};
  }
}

}  // namespace tess::detail
