#pragma once

#include <tess/exec/executor.h>
#include <tess/nav/nav_map.h>
#include <tess/path/batch.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "batch_search.h"
#include "search_run.h"

namespace tess::detail {

/// Finds places of records by their hash, in memory that is kept: a table of indices with linear
/// probing.
class HashIndex {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Empties the table and makes room for so many records.
  void reset(std::size_t count);

  /// The index of the record for which `same` holds, or `fresh`, which is noted, where there is
  /// none.
  template <class Same>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t fresh, const Same& same) {
    std::size_t at = hash & mask_;
    while (slots_[at] != none) {
      if (same(slots_[at])) return slots_[at];
      at = (at + 1) & mask_;
    }
    slots_[at] = fresh;
    return fresh;
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
};

/// Answers many requests at once. Equal requests are asked once. Those to one goal make a group:
/// where that is cheaper, `BatchSearch` answers it in one search from the goal. Groups and single
/// requests are units of work, which workers take as they come; each keeps what it finds, and when
/// all are done the paths are gathered in the order of the requests. What is done for a unit does
/// not depend on the others, so that the answers are the same on every executor.
class Batch {
 public:
  explicit Batch(const NavMap& map);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  BatchResult run(std::span<const PathRequest> requests, ExecutorRef executor);

 private:
  /// Requests answered together: `members_[first]` and so on.
  struct Unit {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  /// Where a worker keeps the path of a result.
  struct Place {
    std::uint32_t worker = 0;
    std::size_t runs = 0;
    std::size_t landings = 0;
    std::size_t chunks = 0;
  };

  /// What one thread works with.
  struct Worker {
    explicit Worker(const NavMap& map) : search(map), group(map.movement()) {}

    Search search;
    BatchSearch group;
    PathBuilder builder;
    std::vector<NodeId> starts;
    std::vector<std::uint32_t> open;  // the requests of `starts`
    std::vector<PathRun> runs;
    std::vector<Coord> landings;
    std::vector<ChunkKey> chunks;
    BatchCounters counters;
  };

  void find_duplicates();
  void make_units();
  bool may_group(const PathRequest& request) const;
  void answer(const Unit& unit, std::uint32_t worker);
  void search_alone(std::uint32_t request, std::uint32_t worker);
  void answer_group(const Unit& unit, std::uint32_t worker);
  void take_group_answer(std::size_t start, std::uint32_t worker);
  void keep(std::uint32_t request, const PathResult& result, std::uint32_t worker);
  void gather();

  const NavMap& map_;
  std::vector<Worker*> workers_;
  std::span<const PathRequest> requests_;
  HashIndex index_;
  std::vector<std::uint32_t> first_;    // of each request: the first that equals it
  std::vector<std::uint32_t> members_;  // requests by units
  std::vector<std::uint32_t> group_of_;
  std::vector<Unit> units_;
  std::vector<Place> places_;
  std::vector<PathResult> results_;
  std::vector<PathRun> runs_;
  std::vector<Coord> landings_;
  std::vector<ChunkKey> chunks_;
  BatchCounters counters_;
};

}  // namespace tess::detail
