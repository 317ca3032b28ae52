#pragma once

#include <tess/nav/movement.h>

#include <cstdint>

#include "bucket_queue.h"
#include "heap_queue.h"

namespace tess::detail {

/// The open list of a search, by f = cost + bound.
///
/// It is a bucket queue. With octile ticks, a bucket spans 128 of them, about a third of a step.
/// With the small whole costs of other steps, many nodes have one f: there the bound orders them
/// roughly, eight buckets an f, so that the search does not wander among nodes that are as good as
/// the goal and far from it. For a weighted heuristic, with which f falls along a path, a heap
/// keeps the exact order.
class OpenList {
 public:
  /// Empties the list. `bound` is that of the start, the greatest that matters.
  void reset(std::uint64_t bound, bool exact) {
    exact_ = exact;
    scale_ = 0;
    while (bound >> scale_ > nearness_mask) ++scale_;
    if (exact) {
      heap_.reset();
    } else {
      buckets_.reset();
    }
  }

  /// `plain` says that the order is not the exact one.
  template <Steps steps, bool plain>
  TESS_ALWAYS_INLINE void push(std::uint64_t f, std::uint64_t bound, std::uint32_t node) {
    if (!plain && exact_) {
      heap_.push(f, node);
    } else if constexpr (steps == Steps::octile) {
      buckets_.push(f >> octile_shift, node);
    } else {
      const std::uint64_t nearness = bound >> scale_;
      buckets_.push(f << nearness_bits | (nearness > nearness_mask ? nearness_mask : nearness),
                    node);
    }
  }

  /// Moves on to the next node; returns whether there is one with f less than `limit`.
  template <Steps steps, bool plain>
  TESS_ALWAYS_INLINE bool seek(std::uint64_t limit) {
    if (!plain && exact_) return !heap_.empty() && heap_.key() < limit;
    if (!buckets_.seek()) return false;
    const std::uint64_t bucket = buckets_.bucket();
    const bool octile = steps == Steps::octile;
    return (octile ? bucket << octile_shift : bucket >> nearness_bits) < limit;
  }

  /// Takes the node that `seek` found.
  template <bool plain>
  TESS_ALWAYS_INLINE std::uint32_t pop() {
    if (!plain && exact_) {
      last_key_ = heap_.key();
      return heap_.pop();
    }
    return buckets_.pop();
  }

  /// Puts the node just taken back in its place.
  void put_back(std::uint32_t node) {
    if (exact_) {
      heap_.push(last_key_, node);
    } else {
      buckets_.push(buckets_.bucket(), node);
    }
  }

 private:
  static constexpr int octile_shift = 7;
  static constexpr int nearness_bits = 3;
  static constexpr std::uint64_t nearness_mask = 7;

  BucketQueue buckets_;
  HeapQueue heap_;
  std::uint64_t last_key_ = 0;
  int scale_ = 0;
  bool exact_ = false;
};

}  // namespace tess::detail
