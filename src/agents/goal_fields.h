#pragma once

#include <tess/exec/executor.h>
#include <tess/nav/nav_map.h>
#include <tess/path/distance_field.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tess::detail {

/// Distance fields to single goals, one for all agents who go there. A field that nobody uses is
/// kept until its memory is wanted for another goal; then the one that was used longest ago goes.
class GoalFields {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Holds as many fields as fit into so many bytes, at least one.
  GoalFields(const NavMap& map, std::size_t max_bytes);

  /// The number of the goal's field, for one more user; `none` where all that fit are in use. It
  /// has its distances after the next `build`.
  std::uint32_t acquire(Coord goal);
  void release(std::uint32_t field);

  /// Builds the fields that were acquired for new goals, on all workers; returns the tiles looked
  /// at.
  std::uint64_t build(ExecutorRef executor);

  /// Brings all fields in use up to date.
  void refresh(ExecutorRef executor);

  DistanceField& operator[](std::uint32_t field) { return *entries_[field].field; }

 private:
  struct Entry {
    std::unique_ptr<DistanceField> field;
    Coord goal;
    std::uint32_t users = 0;
    std::uint64_t used = 0;  // when it was let go
  };

  struct Hash {
    std::size_t operator()(Coord c) const;
  };

  const NavMap& map_;
  std::size_t most_;
  std::vector<Entry> entries_;
  std::unordered_map<Coord, std::uint32_t, Hash> by_goal_;
  std::vector<std::uint32_t> unbuilt_;
  std::uint64_t clock_ = 0;
};

}  // namespace tess::detail
