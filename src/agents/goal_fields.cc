#include "goal_fields.h"

#include <algorithm>

#include "../nav/nav_data.h"
#include "../path/hash.h"

namespace tess::detail {

std::size_t GoalFields::Hash::operator()(Coord c) const {
  return static_cast<std::size_t>(hash_of(c));
}

GoalFields::GoalFields(const NavMap& map, std::size_t max_bytes)
    : map_(map),
      most_(std::max<std::size_t>(
          max_bytes / (map.data().chunks().size() * chunk_tiles * sizeof(std::uint32_t)), 1)) {}

std::uint32_t GoalFields::acquire(Coord goal) {
  const auto known = by_goal_.find(goal);
  if (known != by_goal_.end()) {
    ++entries_[known->second].users;
    return known->second;
  }
  auto field = static_cast<std::uint32_t>(entries_.size());
  if (entries_.size() < most_) {
    entries_.push_back({std::make_unique<DistanceField>(map_), goal, 0, 0});
  } else {
    const auto longest = std::ranges::min_element(entries_, {}, [](const Entry& entry) {
      return entry.users == 0 ? entry.used : ~std::uint64_t{0};
    });
    if (longest->users != 0) return none;
    field = static_cast<std::uint32_t>(longest - entries_.begin());
    by_goal_.erase(longest->goal);
  }
  entries_[field].goal = goal;
  entries_[field].users = 1;
  by_goal_.emplace(goal, field);
  unbuilt_.push_back(field);
  return field;
}

void GoalFields::release(std::uint32_t field) {
  --entries_[field].users;
  entries_[field].used = ++clock_;
}

std::uint64_t GoalFields::build(ExecutorRef executor) {
  tess::run(executor, unbuilt_.size(), 1, [this](IndexRange range, std::uint32_t) {
    Entry& entry = entries_[unbuilt_[range.begin]];
    entry.field->build({&entry.goal, 1});
  });
  std::uint64_t expanded = 0;
  for (const std::uint32_t field : unbuilt_) expanded += entries_[field].field->expanded();
  unbuilt_.clear();
  return expanded;
}

void GoalFields::refresh(ExecutorRef executor) {
  tess::run(executor, entries_.size(), 1, [this](IndexRange range, std::uint32_t) {
    Entry& entry = entries_[range.begin];
    if (entry.users != 0) entry.field->refresh();
  });
}

}  // namespace tess::detail
