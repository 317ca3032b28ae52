#include <tess/world/schedule.h>

#include "support/allocations.h"
#include "support/executors.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

using Value = std::uint16_t;

/// A system by chance: it mixes what it reads into what it writes.
struct Program {
  std::vector<std::size_t> read;
  std::vector<std::int32_t> reach;
  std::vector<std::size_t> written;
  std::uint32_t period = 1;
  std::uint32_t offset = 0;
  Value salt = 0;
};

struct RandomSchedule {
  WorldOptions world;
  std::size_t fields = 0;
  std::vector<Program> programs;
};

RandomSchedule make_schedule(std::uint64_t seed) {
  Random random(seed);
  RandomSchedule made;
  made.world = {.width = random.between(1, 200),
                .height = random.between(1, 200),
                .depth = random.chance(30) ? 2 : 1,
                .origin = {random.between(-100, 100), random.between(-100, 100), 0}};
  made.fields = static_cast<std::size_t>(random.between(1, 5));
  const auto field = [&] { return static_cast<std::size_t>(random.next() % made.fields); };
  for (int i = random.between(1, 6); i > 0; --i) {
    Program program;
    for (int reads = random.between(0, 3); reads > 0; --reads) {
      program.read.push_back(field());
      const std::int32_t reaches[] = {0, 0, 1, 2, 63, 64, 65, 100};
      program.reach.push_back(random.pick(reaches));
    }
    for (int writes = random.between(1, 2); writes > 0; --writes)
      program.written.push_back(field());
    program.period = static_cast<std::uint32_t>(random.between(1, 3));
    program.offset = static_cast<std::uint32_t>(random.next()) % program.period;
    program.salt = static_cast<Value>(random.next());
    made.programs.push_back(program);
  }
  return made;
}

/// Calls `work(x, y)` for some tiles of a chunk, its corners among them.
template <class Work>
void for_some_tiles(const Box& box, const Work& work) {
  const auto some = [](std::int32_t v, std::int32_t size) { return v % 21 == 0 || v == size - 1; };
  for (std::int32_t y = 0; y < box.size.height; ++y) {
    if (!some(y, box.size.height)) continue;
    for (std::int32_t x = 0; x < box.size.width; ++x) {
      if (some(x, box.size.width)) work(Coord{box.min.x + x, box.min.y + y, box.min.z});
    }
  }
}

/// What a program makes of one tile. `get` reads a field, 1 beyond the world; `set` writes one.
template <class Get, class Set>
void run_program(const Program& program, Coord c, const Get& get, const Set& set) {
  std::uint32_t mixed = program.salt;
  for (std::size_t i = 0; i < program.read.size(); ++i) {
    const std::int32_t r = program.reach[i];
    for (const Coord d : {Coord{0, 0, 0}, Coord{r, 0, 0}, Coord{-r, r, 0}, Coord{0, -r, 0}}) {
      mixed = mixed * 31U + std::uint32_t{get(program.read[i], c + d)};
    }
  }
  for (const std::size_t field : program.written) {
    set(field, static_cast<Value>(mixed * 7U + std::uint32_t{get(field, c)}));
    ++mixed;
  }
}

std::vector<std::vector<Value>> values_of(const World& world,
                                          const std::vector<Field<Value>>& fields) {
  std::vector<std::vector<Value>> all(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (const ChunkView chunk : world.chunks()) {
      const auto values = chunk.read(fields[i]);
      all[i].insert(all[i].end(), values.begin(), values.end());
    }
  }
  return all;
}

struct Outcome {
  std::vector<std::vector<Value>> values;
  std::vector<ChunkKey> changed;
  std::vector<Revision> revisions;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr int ticks = 3;

Outcome run_schedule(const RandomSchedule& made, ExecutorRef executor) {
  World world(made.world);
  std::vector<Field<Value>> fields;
  for (std::size_t i = 0; i < made.fields; ++i) {
    fields.push_back(world.add_field<Value>(std::to_string(i), static_cast<Value>(i)));
  }
  Schedule schedule;
  for (const Program& program : made.programs) {
    // Accesses are a braced list in users' code; here they are a list of at most five.
    std::vector<FieldAccess> list;
    for (std::size_t i = 0; i < program.read.size(); ++i) {
      list.push_back(reads(fields[program.read[i]], program.reach[i]));
    }
    for (const std::size_t field : program.written) list.push_back(writes(fields[field]));
    while (list.size() < 5) list.push_back(list.back());
    schedule.add({.name = "program",
                  .access = {list[0], list[1], list[2], list[3], list[4]},
                  .cadence = every(program.period, program.offset)},
                 [&fields, program](SystemChunk& chunk) {
                   for_some_tiles(chunk.box(), [&](Coord c) {
                     run_program(
                         program, c,
                         [&](std::size_t field, Coord at) {
                           return chunk.get_or(fields[field], at, Value{1});
                         },
                         [&](std::size_t field, Value value) {
                           chunk.write(fields[field])[static_cast<std::size_t>(tile_index(c))] =
                               value;
                         });
                   });
                 });
  }
  for (int tick = 0; tick < ticks; ++tick) schedule.run(world, executor);
  Outcome outcome{values_of(world, fields), {}, {}};
  for (const ChunkKey key : world.changed_since(0)) outcome.changed.push_back(key);
  for (const ChunkView chunk : world.chunks()) {
    outcome.revisions.push_back(chunk.revision());
    for (const auto field : fields) outcome.revisions.push_back(chunk.revision(field));
  }
  return outcome;
}

/// The same by the book: system after system as they were added, chunk after chunk by colour.
std::vector<std::vector<Value>> run_by_the_book(const RandomSchedule& made) {
  World world(made.world);
  std::vector<Field<Value>> fields;
  for (std::size_t i = 0; i < made.fields; ++i) {
    fields.push_back(world.add_field<Value>(std::to_string(i), static_cast<Value>(i)));
  }
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    for (const Program& program : made.programs) {
      if (tick % program.period != program.offset) continue;
      std::int32_t reach = 0;
      for (std::size_t i = 0; i < program.read.size(); ++i) {
        for (const std::size_t written : program.written) {
          if (written == program.read[i]) reach = std::max(reach, program.reach[i]);
        }
      }
      const std::int32_t side = (reach + 63) / 64 + 1;
      const std::int32_t levels = std::min(reach + 1, made.world.depth);
      const auto color = [&](ChunkKey key) {
        const auto modulo = [](std::int32_t v, std::int32_t n) { return ((v % n) + n) % n; };
        return std::vector<std::int32_t>{modulo(key.z(), levels), modulo(key.cy(), side),
                                         modulo(key.cx(), side)};
      };
      std::vector<ChunkKey> keys;
      for (const ChunkView chunk : world.chunks()) keys.push_back(chunk.key());
      std::sort(keys.begin(), keys.end(), [&](ChunkKey a, ChunkKey b) {
        return std::pair(color(a), a) < std::pair(color(b), b);
      });
      for (const ChunkKey key : keys) {
        for_some_tiles(world.chunk(key).box(), [&](Coord c) {
          run_program(
              program, c,
              [&](std::size_t field, Coord at) {
                return world.contains(at) ? world.get(fields[field], at) : Value{1};
              },
              [&](std::size_t field, Value value) { world.set(fields[field], c, value); });
        });
      }
    }
  }
  return values_of(world, fields);
}

TEST(Schedule, GivesTheSameOnEveryExecutorAndByTheBook) {
  const std::uint64_t cases = number_from_environment("TESS_SCHEDULE_CASES", 25);
  SerialExecutor serial;
  std::vector<WorkerPool*> pools;
  for (const std::uint32_t workers : {1U, 2U, 3U, 4U, 7U, 16U}) {
    pools.push_back(new WorkerPool(workers));
  }
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    const RandomSchedule made = make_schedule(seed);
    const Outcome alone = run_schedule(made, serial);
    ASSERT_EQ(alone.values, run_by_the_book(made)) << "seed " << seed;
    for (WorkerPool* pool : pools) {
      ASSERT_TRUE(run_schedule(made, *pool) == alone)
          << "seed " << seed << ", " << pool->worker_count() << " workers";
    }
    ShuffledThreads shuffled(3, seed);
    ASSERT_TRUE(run_schedule(made, shuffled) == alone) << "seed " << seed;
  }
  for (const WorkerPool* pool : pools) delete pool;
}

/// A world of 3 x 2 chunks with a few fields, and a schedule of systems that do nothing.
struct Small {
  World world{{.width = 192, .height = 128}};
  Field<Value> a = world.add_field<Value>("a");
  Field<Value> b = world.add_field<Value>("b");
  Field<Value> c = world.add_field<Value>("c");
  Schedule schedule;
  SerialExecutor serial;

  static void nothing(SystemChunk&) {}

  std::vector<std::vector<std::uint32_t>> phases() const {
    std::vector<std::vector<std::uint32_t>> all;
    for (const std::span<const SystemId> phase : schedule.phases()) {
      all.emplace_back();
      for (const SystemId id : phase) all.back().push_back(static_cast<std::uint32_t>(id));
    }
    return all;
  }
};

TEST(Schedule, PutsSystemsWithoutConflictIntoOnePhase) {
  Small s;
  s.schedule.add({.name = "0", .access = {reads(s.a), writes(s.b)}}, &Small::nothing);
  s.schedule.add({.name = "1", .access = {reads(s.a), writes(s.c)}}, &Small::nothing);
  s.schedule.add({.name = "2", .access = {reads(s.b)}}, &Small::nothing);
  s.schedule.add({.name = "3", .access = {reads(s.a, 64)}}, &Small::nothing);
  s.schedule.add({.name = "4", .access = {writes(s.b)}}, &Small::nothing);
  s.schedule.add({.name = "5"}, &Small::nothing);
  EXPECT_EQ(s.phases(), (std::vector<std::vector<std::uint32_t>>{{0, 1, 3, 5}, {2}, {4}}));
}

TEST(Schedule, ColorsWhatReadsItsNeighbors) {
  Small s;
  const SystemId own = s.schedule.add({.name = "own", .access = {writes(s.a)}}, &Small::nothing);
  const SystemId other =
      s.schedule.add({.name = "other", .access = {reads(s.b, 1), writes(s.a)}}, &Small::nothing);
  const SystemId next =
      s.schedule.add({.name = "next", .access = {reads(s.a, 1), writes(s.a)}}, &Small::nothing);
  const SystemId two =
      s.schedule.add({.name = "two", .access = {reads(s.a, 65), writes(s.a)}}, &Small::nothing);
  const TickReport report = s.schedule.run(s.world, s.serial);
  EXPECT_EQ(s.schedule.colors(own), 1);
  EXPECT_EQ(s.schedule.colors(other), 1);
  EXPECT_EQ(s.schedule.colors(next), 4);
  EXPECT_EQ(s.schedule.colors(two), 9);
  ASSERT_EQ(report.phases.size(), 4U);
  EXPECT_EQ(report.phases[2].steps, 4U);
  EXPECT_EQ(report.phases[3].steps, 6U);  // as many as there are chunks
  for (const PhaseReport& phase : report.phases) EXPECT_EQ(phase.chunks, 6U);
  EXPECT_EQ(s.schedule.name(two), "two");
}

TEST(Schedule, NeverRunsTwoNeighborsOfOneColorAtOnce) {
  World world({.width = 640, .height = 640, .origin = {-300, -300, 0}});
  const auto field = world.add_field<Value>("f");
  for (const std::int32_t reach : {1, 64, 65, 130}) {
    Schedule schedule;
    std::mutex mutex;
    std::set<ChunkKey> running;
    int clashes = 0;
    const std::int32_t apart = (reach + 63) / 64;
    schedule.add({.name = "s", .access = {reads(field, reach), writes(field)}},
                 [&](SystemChunk& chunk) {
                   const ChunkKey key = chunk.key();
                   {
                     const std::scoped_lock lock(mutex);
                     for (const ChunkKey other : running) {
                       if (std::abs(other.cx() - key.cx()) <= apart &&
                           std::abs(other.cy() - key.cy()) <= apart) {
                         ++clashes;
                       }
                     }
                     running.insert(key);
                   }
                   std::this_thread::yield();
                   const std::scoped_lock lock(mutex);
                   running.erase(key);
                 });
    ShuffledThreads threads(4, 9);
    schedule.run(world, threads);
    EXPECT_EQ(clashes, 0) << reach;
  }
}

TEST(Schedule, KeepsToTheCadence) {
  Small s;
  std::vector<int> calls(4, 0);
  const auto count = [&calls](std::size_t i) { return [&calls, i](SystemWorld&) { ++calls[i]; }; };
  s.schedule.add({.name = "every"}, count(0));
  s.schedule.add({.name = "third", .cadence = every(3, 1)}, count(1));
  const SystemId asked = s.schedule.add({.name = "asked", .cadence = on_trigger()}, count(2));
  s.schedule.add({.name = "changed", .access = {reads(s.a)}, .cadence = when_changed(s.a)},
                 count(3));
  for (int tick = 0; tick < 10; ++tick) {
    if (tick == 4) s.schedule.trigger(asked);
    if (tick == 6) s.world.set(s.a, {1, 1}, 1);
    if (tick == 7) s.world.set(s.b, {1, 1}, 1);
    const TickReport report = s.schedule.run(s.world, s.serial);
    EXPECT_EQ(report.tick, static_cast<std::uint64_t>(tick));
    EXPECT_EQ(report.systems[1].ran, tick % 3 == 1);
    EXPECT_EQ(report.systems[2].ran, tick == 4);
    EXPECT_EQ(report.systems[3].ran, tick == 6);
  }
  EXPECT_EQ(calls, (std::vector<int>{10, 3, 1, 1}));
}

TEST(Schedule, RunsForChangedChunksAndThoseThatSeeThem) {
  Small s;
  std::vector<ChunkKey> seen;
  s.schedule.add({.name = "own", .access = {reads(s.a)}, .cadence = when_changed(s.a)},
                 [&seen](SystemChunk& chunk) { seen.push_back(chunk.key()); });
  s.schedule.run(s.world, s.serial);
  EXPECT_TRUE(seen.empty());
  s.world.set(s.a, {100, 100}, 1);
  s.world.set(s.b, {0, 0}, 1);
  s.schedule.run(s.world, s.serial);
  EXPECT_EQ(seen, (std::vector<ChunkKey>{ChunkKey(1, 1, 0)}));
  seen.clear();
  s.schedule.run(s.world, s.serial);
  EXPECT_TRUE(seen.empty());
  s.schedule.add({.name = "around", .access = {reads(s.c, 3)}, .cadence = when_changed(s.c)},
                 [&seen](SystemChunk& chunk) { seen.push_back(chunk.key()); });
  s.world.set(s.c, {0, 0}, 1);
  const TickReport report = s.schedule.run(s.world, s.serial);
  EXPECT_EQ(seen, (std::vector<ChunkKey>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
  EXPECT_EQ(report.systems[1].chunks, 4U);
}

TEST(Schedule, RunsOverTheWholeWorld) {
  Small s;
  s.schedule.add({.name = "w", .access = {reads(s.a), writes(s.b)}}, [&s](SystemWorld& world) {
    world.set(s.b, {1, 2}, static_cast<Value>(world.get(s.a, {3, 4}) + 1));
    world.fill(s.b, {{10, 10, 0}, {2, 2, 1}}, 7);
    world.write(s.b, ChunkKey(1, 1, 0))[0] = world.read(s.a, ChunkKey(0, 0, 0))[0];
  });
  s.world.set(s.a, {3, 4}, 41);
  s.schedule.run(s.world, s.serial);
  EXPECT_EQ(s.world.get(s.b, {1, 2}), 42);
  EXPECT_EQ(s.world.get(s.b, {11, 11}), 7);
}

TEST(Schedule, ReadsNeighborsByChunk) {
  Small s;
  s.world.set(s.a, {64, 5}, 9);
  int found = 0;
  s.schedule.add({.name = "n", .access = {reads(s.a, 1)}}, [&](SystemChunk& chunk) {
    if (!chunk.has_neighbor(1, 0)) return;
    if (chunk.read_neighbor(s.a, {1, 0, 0})[5 * 64] == 9) ++found;
    EXPECT_FALSE(chunk.has_neighbor(0, 0, 1));
  });
  s.schedule.run(s.world, s.serial);
  EXPECT_EQ(found, 1);
}

TEST(Schedule, WorksOnOneWorldAfterAnother) {
  Small s;
  int calls = 0;
  s.schedule.add({.name = "s", .access = {writes(s.a)}}, [&](SystemChunk& chunk) {
    ++calls;
    chunk.write(s.a)[0] = 1;
  });
  s.schedule.run(s.world, s.serial);
  World other({.width = 64, .height = 64});
  static_cast<void>(other.add_field<Value>("a"));
  s.schedule.run(other, s.serial);
  s.schedule.run(s.world, s.serial);
  EXPECT_EQ(calls, 13);
}

TEST(Schedule, AllocatesNothingOnceWarm) {
  Small s;
  s.schedule.add({.name = "0", .access = {reads(s.a, 1), writes(s.a)}},
                 [&s](SystemChunk& chunk) { ++chunk.write(s.a)[0]; });
  s.schedule.add(
      {.name = "1", .access = {reads(s.a, 1), writes(s.b)}, .cadence = when_changed(s.a)},
      [&s](SystemChunk& chunk) { ++chunk.write(s.b)[0]; });
  WorkerPool pool(2);
  for (int i = 0; i < 5; ++i) s.schedule.run(s.world, pool);
  EXPECT_EQ(count_allocations([&] { s.schedule.run(s.world, pool); }), 0U);
}

#if defined(__cpp_exceptions)
TEST(Schedule, EndsATickAtAnException) {
  Small s;
  int later = 0;
  s.schedule.add({.name = "0", .access = {writes(s.a)}}, [&s](SystemChunk& chunk) {
    chunk.write(s.a)[0] = 1;
    if (chunk.key().cx() == 1) throw chunk.key().cy();
  });
  s.schedule.add({.name = "1", .access = {reads(s.a)}}, [&later](SystemWorld&) { ++later; });
  for (int i = 0; i < 2; ++i) {
    try {
      s.schedule.run(s.world, s.serial);
      FAIL();
    } catch (std::int32_t row) {
      EXPECT_EQ(row, 0);
    }
  }
  EXPECT_EQ(later, 0);
  EXPECT_EQ(s.world.revision(), 12U);
}
#endif

#if TESS_ASSERTIONS
TEST(ScheduleDeathTest, NamesTheSystemAndTheFieldOfAnUndeclaredAccess) {
  Small s;
  s.schedule.add({.name = "reader", .access = {reads(s.a)}},
                 [&s](SystemChunk& chunk) { static_cast<void>(chunk.read(s.b)); });
  EXPECT_DEATH(s.schedule.run(s.world, s.serial), "\"reader\" reads the field \"b\"");
  Schedule writer;
  writer.add({.name = "writer", .access = {reads(s.a)}},
             [&s](SystemChunk& chunk) { static_cast<void>(chunk.write(s.a)); });
  EXPECT_DEATH(writer.run(s.world, s.serial), "\"writer\" writes the field \"a\"");
  Schedule looker;
  looker.add({.name = "looker", .access = {reads(s.a, 2)}}, [&s](SystemChunk& chunk) {
    const Coord corner = chunk.box().min;
    static_cast<void>(chunk.get_or(s.a, corner + Coord{66, 0, 0}, 0));
  });
  EXPECT_DEATH(looker.run(s.world, s.serial), "\"looker\" reads from too far the field \"a\"");
  Schedule whole;
  whole.add({.name = "whole"}, [&s](SystemWorld& world) { world.set(s.c, {0, 0}, 1); });
  EXPECT_DEATH(whole.run(s.world, s.serial), "\"whole\" writes the field \"c\"");
}

TEST(ScheduleDeathTest, RefusesWhatMakesNoSense) {
  Small s;
  EXPECT_DEATH(s.schedule.add({.name = "p", .cadence = every(0)}, &Small::nothing), "period");
  EXPECT_DEATH(s.schedule.add({.name = "o", .cadence = every(2, 2)}, &Small::nothing), "offset");
  EXPECT_DEATH(s.schedule.add({.name = "r", .access = {reads(s.a, -1)}}, &Small::nothing), "reach");
  EXPECT_DEATH(s.schedule.trigger(static_cast<SystemId>(0)), "schedule's");
}
#endif

}  // namespace
}  // namespace tess::test
