#pragma once

#include <tess/exec/executor.h>
#include <tess/world/system.h>
#include <tess/world/world.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace tess {

/// How one system did in a tick.
struct SystemReport {
  std::string_view name;   ///< valid as long as the schedule
  bool ran = false;        ///< whether it was its turn
  std::size_t chunks = 0;  ///< how many it was called for; 1 for a system over the whole world
};

/// How one phase went in a tick.
struct PhaseReport {
  std::span<const SystemId> systems;  ///< those of the phase, in declared order
  std::size_t steps = 0;              ///< runs of the executor, one after the other
  std::size_t chunks = 0;             ///< calls of systems for chunks
  double nanoseconds = 0;             ///< from its begin to its end
  bool pooled = false;                ///< whether a step was shared with other threads
};

/// How a tick went; valid until the next one.
struct TickReport {
  std::uint64_t tick = 0;                 ///< the number of ticks before
  std::span<const PhaseReport> phases;    ///< in order
  std::span<const SystemReport> systems;  ///< by `SystemId`
};

/// Systems that work on a world, tick by tick, each on many threads where nothing forbids it.
///
///     tess::Schedule schedule;
///     schedule.add({.name = "spread", .access = {tess::reads(heat, 1), tess::writes(heat)}},
///                  [=](tess::SystemChunk& chunk) { ... });
///     schedule.run(world, pool);
///
/// Two systems conflict where one writes a field that the other reads or writes. Conflicting ones
/// run in the order in which they were added; each of the others runs in the earliest phase that
/// this allows, and systems of one phase run at the same time. A system that reads beyond its chunk
/// a field that it writes would race with itself: its chunks are coloured, by their columns, rows
/// and levels modulo the reach in chunks plus one, and the colours are steps of the phase, one
/// after the other. It sees the values of earlier colours as they are after this tick, of later
/// ones as before: the same on every executor.
///
/// What systems write counts as edited at the end of each step, in key order. A tick allocates
/// nothing once warm. Not for several threads at once; a system must not run its schedule.
class Schedule {
 public:
  /// A schedule without systems.
  Schedule();
  ~Schedule();
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  /// Adds a system to the end of the order. `fn` takes a `SystemChunk&` and is called for each
  /// chunk, on several threads at once; or a `SystemWorld&`, and is called once, alone. All that it
  /// touches of the world must be declared.
  template <SystemFunction Fn>
  SystemId add(const SystemOptions& options, Fn fn) {
    Erased erased{new Fn(std::move(fn)), nullptr, nullptr,
                  [](void* typed) { delete static_cast<Fn*>(typed); }};
    if constexpr (std::invocable<Fn&, SystemChunk&>) {
      erased.call_chunk = [](void* typed, SystemChunk& chunk) {
        (*static_cast<Fn*>(typed))(chunk);
      };
    } else {
      erased.call_world = [](void* typed, SystemWorld& world) {
        (*static_cast<Fn*>(typed))(world);
      };
    }
    return add_erased(options, erased);
  }

  /// Lets a system with the cadence `on_trigger` run in the next tick.
  void trigger(SystemId system);

  /// One tick: runs the systems whose turn it is. The fields declared must be the world's. Keeps
  /// the executor's workers awake meanwhile. Where a system throws, its phase is finished, and the
  /// tick ends there.
  TickReport run(World& world, ExecutorRef executor);

  /// The phases, as they were derived; each a list of systems. Valid until the next `add`.
  std::span<const std::span<const SystemId>> phases() const;

  /// What a system is called; how many colours its chunks have, 1 where it needs none.
  std::string_view name(SystemId system) const;
  int colors(SystemId system) const;

  /// How many systems there are.
  std::size_t size() const;

 private:
  struct Erased {
    void* fn;
    void (*call_chunk)(void* fn, SystemChunk& chunk);
    void (*call_world)(void* fn, SystemWorld& world);
    void (*destroy)(void* fn);
  };
  struct Data;

  SystemId add_erased(const SystemOptions& options, Erased fn);

  Data* data_;
};

}  // namespace tess
