#pragma once

#include <tess/path/path.h>
#include <tess/path/route_cache.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace tess::detail {

/// What is known of the place where a run begins.
struct RunStart {
  Coord at;
  std::uint32_t tiles = 0;  ///< of the path before it
  std::uint32_t rest = 0;   ///< ticks from there to the end
  std::uint32_t step = 0;   ///< ticks of each step of the run where all cost the same, 0 otherwise
};

/// A shared path with what a cache needs to know of it, in one piece of memory, counted by those
/// who hold it. Immutable once it is shared.
///
///     | RouteBlock | runs: 8 bytes each | landings: 12 bytes each | run starts: 24 bytes each |
struct RouteBlock {
  std::atomic<std::uint32_t> references{1};
  std::uint32_t run_count = 0;
  std::uint32_t landing_count = 0;
  std::uint32_t bytes = 0;
  Coord front;
  Coord back;
  Coord first;  ///< the corners of the box around it
  Coord last;
  std::size_t tiles = 0;
  std::uint64_t cost = 0;
  bool met_unknown = false;

  /// The memory of a block: a power of two, so that it fits others later.
  static std::size_t bytes_for(std::size_t runs, std::size_t landings) {
    return std::bit_ceil(sizeof(RouteBlock) + runs * (sizeof(PathRun) + sizeof(RunStart)) +
                         landings * sizeof(Coord));
  }

  static RouteBlock* make(void* memory, std::size_t bytes) {
    auto* block = new (memory) RouteBlock;
    block->bytes = static_cast<std::uint32_t>(bytes);
    return block;
  }

  PathRun* runs() { return reinterpret_cast<PathRun*>(this + 1); }
  const PathRun* runs() const { return reinterpret_cast<const PathRun*>(this + 1); }
  Coord* landings() { return reinterpret_cast<Coord*>(runs() + run_count); }
  const Coord* landings() const { return reinterpret_cast<const Coord*>(runs() + run_count); }
  RunStart* starts() { return reinterpret_cast<RunStart*>(landings() + landing_count); }
  const RunStart* starts() const {
    return reinterpret_cast<const RunStart*>(landings() + landing_count);
  }

  PathView path() const {
    return {front, back, tiles, {runs(), run_count}, {landings(), landing_count}};
  }

  void hold() { references.fetch_add(1, std::memory_order_relaxed); }

  /// Whether nobody holds it any more.
  bool let_go() { return references.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  static void destroy(RouteBlock* block) {
    block->~RouteBlock();
    ::operator delete(block);
  }
};

static_assert(sizeof(RunStart) == 24 && sizeof(RouteBlock) % alignof(PathRun) == 0);
static_assert(alignof(RunStart) <= alignof(Coord));

}  // namespace tess::detail
