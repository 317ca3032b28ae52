#include <tess/world/schedule.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../exec/clock.h"

namespace tess {

using detail::FieldSet;
using detail::Storage;
using Slots = std::span<const std::uint32_t>;

namespace {

std::int32_t in_chunks(std::int32_t tiles) { return (tiles + chunk_size - 1) / chunk_size; }

}  // namespace

struct Schedule::Data {
  struct System {
    std::string name;
    detail::SystemAccess access;
    Cadence cadence;
    Erased fn;
    std::int32_t reach = 0;  // how far it reads at most
    std::int32_t color_reach =
        -1;  // how far it reads what it writes; -1: no further than its chunk
    bool triggered = false;

    // For the world at hand.
    Revision seen = 0;
    int colors = 1;
    std::vector<std::uint32_t> all;  // the slots by color, then key
    std::vector<std::size_t> all_ends;
    std::vector<std::uint32_t> some;  // likewise, those of this tick where it is not all
    std::vector<std::size_t> some_ends;
    std::vector<FieldSet> written;  // by slot

    // For this tick.
    Slots slots;
    std::span<const std::size_t> ends;

    Slots of_color(std::size_t color) const {
      if (color >= ends.size()) return {};
      const std::size_t begin = color == 0 ? 0 : ends[color - 1];
      return slots.subspan(begin, ends[color] - begin);
    }
  };

  /// The part of a step that is one system's.
  struct Part {
    System* system;
    Slots slots;
  };

  ~Data() {
    for (const auto& system : systems) system->fn.destroy(system->fn.fn);
  }

  static bool conflict(const System& a, const System& b) {
    return (a.access.write & (b.access.read | b.access.write)) != 0 ||
           (b.access.write & a.access.read) != 0;
  }

  void place(std::uint32_t added);
  void bind(Storage& storage);
  int color_of(const System& system, ChunkKey key) const;
  void sort_by_color(const System& system, std::vector<std::uint32_t>& slots,
                     std::vector<std::size_t>& ends);
  bool is_due(System& system);
  void choose_chunks(System& system);
  void add_around(std::uint32_t slot, std::int32_t reach);
  void run_phase(std::size_t phase, World& world, ExecutorRef executor);
  bool run_step(std::size_t color, PhaseReport& report, ExecutorRef executor);
  void record(std::size_t calls);

  std::vector<std::unique_ptr<System>> systems;
  std::vector<std::vector<SystemId>> phases;
  std::vector<std::size_t> phase_of;
  std::vector<std::span<const SystemId>> phase_spans;

  Storage* storage = nullptr;
  std::uint64_t tick = 0;
  std::vector<PhaseReport> phase_reports;
  std::vector<SystemReport> system_reports;
  std::vector<System*> active;
  std::vector<Part> parts;
  std::vector<std::uint8_t> listed;
  std::vector<std::uint32_t> scratch;
  bool running = false;
};

Schedule::Schedule() : data_(new Data) {}
Schedule::~Schedule() { delete data_; }

SystemId Schedule::add_erased(const SystemOptions& options, Erased fn) {
  TESS_ASSERT(options.cadence.period >= 1, "a period is at least one tick");
  TESS_ASSERT(options.cadence.offset < options.cadence.period, "an offset is less than the period");
  auto system = std::make_unique<Data::System>();
  system->name = options.name;
  system->access.name = system->name;
  system->cadence = options.cadence;
  system->fn = fn;
  for (const FieldAccess& access : options.access) {
    TESS_ASSERT(access.field < detail::max_fields, "the field is one of a world's");
    TESS_ASSERT(access.reach >= 0, "a reach is not negative");
    const FieldSet field = FieldSet{1} << access.field;
    system->access.read |= field;
    if (access.written) system->access.write |= field;
    std::int32_t& reach = system->access.reach[access.field];
    reach = std::max(reach, access.reach);
    system->reach = std::max(system->reach, access.reach);
  }
  for (std::size_t field = 0; field < detail::max_fields; ++field) {
    const std::int32_t reach = system->access.reach[field];
    if ((system->access.write >> field & 1) == 0 || reach == 0) continue;
    system->color_reach = std::max(system->color_reach, reach);
  }
  const auto id = static_cast<SystemId>(data_->systems.size());
  data_->systems.push_back(std::move(system));
  data_->place(static_cast<std::uint32_t>(id));
  data_->storage = nullptr;
  return id;
}

/// Puts a system into the earliest phase after those of the systems that it conflicts with.
void Schedule::Data::place(std::uint32_t added) {
  std::size_t phase = 0;
  for (std::uint32_t earlier = 0; earlier < added; ++earlier) {
    if (!conflict(*systems[earlier], *systems[added])) continue;
    phase = std::max(phase, phase_of[earlier] + 1);
  }
  phase_of.push_back(phase);
  if (phase == phases.size()) phases.emplace_back();
  phases[phase].push_back(static_cast<SystemId>(added));
  phase_spans.assign(phases.begin(), phases.end());
}

void Schedule::trigger(SystemId system) {
  const auto index = static_cast<std::size_t>(system);
  TESS_ASSERT(index < size(), "the system is one of the schedule's");
  data_->systems[index]->triggered = true;
}

std::span<const std::span<const SystemId>> Schedule::phases() const { return data_->phase_spans; }

std::string_view Schedule::name(SystemId system) const {
  return data_->systems[static_cast<std::size_t>(system)]->name;
}

int Schedule::colors(SystemId system) const {
  return data_->systems[static_cast<std::size_t>(system)]->colors;
}

std::size_t Schedule::size() const { return data_->systems.size(); }

/// Makes the lists that depend on the world's chunks.
void Schedule::Data::bind(Storage& world) {
  if (storage == &world && listed.size() == world.slot_count()) return;
  const bool other = storage != nullptr && storage != &world;
  storage = &world;
  listed.assign(world.slot_count(), 0);
  system_reports.resize(systems.size());
  for (const auto& system : systems) {
    if (other || system->seen > world.clock()) system->seen = 0;
    system->colors = 1;
    if (system->color_reach > 0) {
      const std::int32_t side = in_chunks(system->color_reach) + 1;
      const std::int32_t levels = std::min(system->color_reach, world.box().size.depth - 1) + 1;
      system->colors = side * side * levels;
    }
    system->written.assign(world.slot_count(), 0);
    system->all.resize(world.slot_count());
    for (std::uint32_t slot = 0; slot < world.slot_count(); ++slot) system->all[slot] = slot;
    sort_by_color(*system, system->all, system->all_ends);
  }
}

int Schedule::Data::color_of(const System& system, ChunkKey key) const {
  if (system.colors == 1) return 0;
  const auto modulo = [](std::int32_t v, std::int32_t n) { return ((v % n) + n) % n; };
  const std::int32_t side = in_chunks(system.color_reach) + 1;
  const std::int32_t levels = system.colors / (side * side);
  return (modulo(key.z(), levels) * side + modulo(key.cy(), side)) * side + modulo(key.cx(), side);
}

void Schedule::Data::sort_by_color(const System& system, std::vector<std::uint32_t>& slots,
                                   std::vector<std::size_t>& ends) {
  ends.assign(static_cast<std::size_t>(system.colors), 0);
  if (system.colors == 1) {
    ends[0] = slots.size();
    return;
  }
  const auto color = [&](std::uint32_t slot) { return color_of(system, storage->key(slot)); };
  for (const std::uint32_t slot : slots) ++ends[static_cast<std::size_t>(color(slot))];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::ranges::sort(slots, [&](std::uint32_t a, std::uint32_t b) {
    const int first = color(a);
    const int second = color(b);
    return first != second ? first < second : a < b;
  });
}

/// Whether it is the system's turn; if so, it has its chunks.
bool Schedule::Data::is_due(System& system) {
  switch (system.cadence.kind) {
    case Cadence::Kind::ticks:
      if (tick % system.cadence.period != system.cadence.offset) return false;
      break;
    case Cadence::Kind::trigger:
      if (!system.triggered) return false;
      system.triggered = false;
      break;
    case Cadence::Kind::changed:
      TESS_ASSERT(system.cadence.field < storage->planes().size(),
                  "the field belongs to another world");
      if (storage->planes()[system.cadence.field].revision <= system.seen) return false;
      choose_chunks(system);
      return true;
  }
  system.slots = system.all;
  system.ends = system.all_ends;
  return true;
}

/// Lists the chunks in which the field changed, and those from which that can be seen.
void Schedule::Data::choose_chunks(System& system) {
  const Storage& world = *storage;
  const std::vector<Revision>& revisions = world.planes()[system.cadence.field].revisions;
  scratch.clear();
  for (const detail::Change& change : world.changes(system.seen)) {
    if (change.key == ChunkKey::none()) continue;
    const std::uint32_t slot = world.slot(change.key);
    if (revisions[slot] > system.seen) add_around(slot, system.access.reach[system.cadence.field]);
  }
  system.some.assign(scratch.begin(), scratch.end());
  for (const std::uint32_t slot : scratch) listed[slot] = 0;
  std::ranges::sort(system.some);
  sort_by_color(system, system.some, system.some_ends);
  system.slots = system.some;
  system.ends = system.some_ends;
  system.seen = world.clock();
}

void Schedule::Data::add_around(std::uint32_t slot, std::int32_t reach) {
  const ChunkKey middle = storage->key(slot);
  const std::int32_t side = in_chunks(reach);
  const std::int32_t levels = std::min(reach, storage->box().size.depth - 1);
  for (std::int32_t z = -levels; z <= levels; ++z) {
    for (std::int32_t y = -side; y <= side; ++y) {
      for (std::int32_t x = -side; x <= side; ++x) {
        const ChunkKey key(middle.cx() + x, middle.cy() + y, middle.z() + z);
        if (!storage->has(key)) continue;
        const std::uint32_t found = storage->slot(key);
        if (listed[found] != 0) continue;
        listed[found] = 1;
        scratch.push_back(found);
      }
    }
  }
}

TickReport Schedule::run(World& world, ExecutorRef executor) {
  Data& data = *data_;
  TESS_ASSERT(!data.running, "a system must not run its schedule");
  struct Running {
    explicit Running(Data& of) : data(of) { data.running = true; }
    ~Running() {
      data.running = false;
      ++data.tick;
    }
    Data& data;
  };
  data.bind(world.storage());
  data.phase_reports.resize(data.phases.size());
  for (std::size_t i = 0; i < data.systems.size(); ++i) {
    data.system_reports[i] = {data.systems[i]->name, false, 0};
  }
  const std::uint64_t tick = data.tick;
  const Running running(data);
  const AwakeScope awake(executor);
  for (std::size_t phase = 0; phase < data.phases.size(); ++phase) {
    data.run_phase(phase, world, executor);
  }
  return {tick, data.phase_reports, data.system_reports};
}

void Schedule::Data::run_phase(std::size_t phase, World& world, ExecutorRef executor) {
  PhaseReport& report = phase_reports[phase];
  report = {phase_spans[phase], 0, 0, 0, false};
  active.clear();
  std::size_t steps = 0;
  for (const SystemId id : phases[phase]) {
    System& system = *systems[static_cast<std::size_t>(id)];
    if (!is_due(system)) continue;
    const bool serial = system.fn.call_world != nullptr;
    system_reports[static_cast<std::size_t>(id)].ran = true;
    system_reports[static_cast<std::size_t>(id)].chunks = serial ? 1 : system.slots.size();
    active.push_back(&system);
    if (!serial) steps = std::max(steps, system.ends.size());
  }
  if (active.empty()) return;
  const std::int64_t begun = detail::clock_ns();
  for (std::size_t color = 0; color < steps; ++color) {
    if (run_step(color, report, executor)) ++report.steps;
  }
  for (System* system : active) {
    if (system->fn.call_world == nullptr) continue;
    SystemWorld view(world, system->access);
    system->fn.call_world(system->fn.fn, view);
    ++report.steps;
  }
  report.nanoseconds = static_cast<double>(detail::clock_ns() - begun);
}

/// Runs the chunks of one color of all systems of the phase; whether there were any.
bool Schedule::Data::run_step(std::size_t color, PhaseReport& report, ExecutorRef executor) {
  parts.clear();
  std::size_t calls = 0;
  for (System* system : active) {
    if (system->fn.call_world != nullptr) continue;
    const Slots slots = system->of_color(color);
    if (slots.empty()) continue;
    parts.push_back({system, slots});
    calls += slots.size();
  }
  if (calls == 0) return false;
  const auto call = [this](IndexRange range, std::uint32_t) {
    std::size_t index = range.begin;
    const Part* part = parts.data();
    for (; index >= part->slots.size(); ++part) index -= part->slots.size();
    System& system = *part->system;
    const std::uint32_t slot = part->slots[index];
    SystemChunk chunk(*storage, slot, system.access, &system.written[slot]);
    system.fn.call_chunk(system.fn.fn, chunk);
  };
  using Loop = detail::BlockLoop<const decltype(call)>;
  Loop loop{call, 1};
  const void* kind = parts.size() == 1 ? static_cast<const void*>(parts[0].system) : &report;
  storage->begin_phase();
  const RunReport ran = executor.run_ranges(calls, 1, RangeTask(&loop, &Loop::call, kind));
  storage->end_phase();
  report.pooled = report.pooled || ran.pooled;
  report.chunks += calls;
  record(calls);
  loop.rethrow();
  return true;
}

/// Records what the systems of the step wrote as edits, in key order.
void Schedule::Data::record(std::size_t calls) {
  const bool list = calls < storage->slot_count() / 8;
  scratch.clear();
  std::vector<FieldSet>& written = storage->written();
  for (const Part& part : parts) {
    for (const std::uint32_t slot : part.slots) {
      FieldSet& by_system = part.system->written[slot];
      if (by_system == 0) continue;
      written[slot] |= by_system;
      by_system = 0;
      if (list) scratch.push_back(slot);
    }
  }
  if (list) {
    std::ranges::sort(scratch);
    for (const std::uint32_t slot : scratch) storage->mark_written(slot);
    return;
  }
  for (std::uint32_t slot = 0; slot < storage->slot_count(); ++slot) storage->mark_written(slot);
}

}  // namespace tess
