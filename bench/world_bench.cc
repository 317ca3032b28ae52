/// The family `world`: walking chunks and tiles, and finding what changed. Every sum is compared
/// with one that is known without the loop.

#include "world_bench.h"

#include <benchmark/benchmark.h>

#include "support/allocations.h"
#include "support/failures.h"

#include <tess/tess.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tess::bench {

namespace {

constexpr std::int32_t chunks_a_side = 16;  // 1024 x 1024 tiles

struct Ground {
  World world{{.width = chunks_a_side * chunk_size, .height = chunks_a_side * chunk_size}};
  Field<std::uint16_t> terrain = world.add_field<std::uint16_t>("terrain", 1);
  Field<float> height = world.add_field<float>("height");
};

constexpr std::uint64_t all_chunks = chunks_a_side * chunks_a_side;

std::uint64_t visit(ChunkEdit& chunk, const Ground& ground) {
  const auto tiles = chunk.write(ground.terrain);
  tiles[0] = 2;
  return tiles[0] + chunk.revision() + static_cast<std::uint64_t>(chunk_size);
}

/// The value that `visit` gives for a chunk that is not edited in between.
std::uint64_t expected(const World& world) {
  std::uint64_t sum = 0;
  for (const ChunkView chunk : world.chunks()) sum += 2 + chunk.revision() + chunk_size;
  return sum;
}

/// A write to each chunk, each counted as an edit of its own when it begins and when it ends.
void run_edit_each(benchmark::State& state) {
  Ground ground;
  std::vector<ChunkKey> keys;
  for (const ChunkView chunk : ground.world.chunks()) keys.push_back(chunk.key());
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum = 0;
    for (const ChunkKey key : keys) {
      ChunkEdit chunk = ground.world.edit(key);
      sum += visit(chunk, ground);
    }
  }
  // What is read within an edit is the revision that its end advances.
  if (sum + all_chunks != expected(ground.world)) fail(state, "a wrong sum");
}

/// The same as a phase on one thread, whose edits are counted at its end.
void run_phase(benchmark::State& state) {
  Ground ground;
  SerialExecutor serial;
  for_each_chunk(serial, ground.world, [&](ChunkEdit chunk) { visit(chunk, ground); });
  std::uint64_t sum = 0;
  std::uint64_t revisions = 0;
  for (auto _ : state) {
    const std::uint64_t before = ground.world.revision();
    sum = 0;
    for_each_chunk(serial, ground.world, [&](ChunkEdit chunk) { sum += visit(chunk, ground); });
    revisions = ground.world.revision() - before;
  }
  // Within the phase, a chunk's revision is that of the phase before.
  if (revisions != all_chunks || sum + all_chunks * all_chunks != expected(ground.world)) {
    fail(state, "a wrong sum");
  }
}

void run_tiles(benchmark::State& state) {
  Ground ground;
  std::uint64_t sum = 0;
  for (auto _ : state) {
    ChunkEdit chunk = ground.world.edit(ChunkKey(1, 1, 0));
    const auto tiles = chunk.write(ground.terrain);
    std::uint32_t total = 0;
    for (std::uint32_t y = 0; y < chunk_size; ++y) {
      for (std::uint32_t x = 0; x < chunk_size; ++x) {
        const std::uint32_t i = y * chunk_size + x;
        tiles[i] = static_cast<std::uint16_t>(i + x + y);
        total += tiles[i];
      }
    }
    sum = total;
  }
  constexpr std::uint64_t n = chunk_size * chunk_size;
  if (sum != n * (n - 1) / 2 + n * (chunk_size - 1)) fail(state, "a wrong sum");
}

void run_boundary(benchmark::State& state) {
  Ground ground;
  std::uint32_t boundary = 0;
  std::uint32_t inner = 0;
  std::uint32_t sum = 0;
  for (auto _ : state) {
    ChunkEdit chunk = ground.world.edit(ChunkKey(1, 1, 0));
    boundary = inner = sum = 0;
    for (std::size_t y = 0; y < chunk_size; ++y) {
      const auto row = chunk.write(ground.terrain).subspan(y * chunk_size, chunk_size);
      const bool edge = y == 0 || y == chunk_size - 1;
      std::ranges::fill(row, static_cast<std::uint16_t>(edge ? 1 : 2));
      row.front() = row.back() = 1;
      for (const std::uint16_t tile : row) {
        boundary += tile == 1 ? 1 : 0;
        inner += tile == 2 ? 1 : 0;
        sum += tile;
      }
    }
    benchmark::DoNotOptimize(boundary + inner + sum);
  }
  constexpr std::uint32_t edges = 4 * (chunk_size - 1);
  if (boundary != edges || inner != 4096 - edges || sum != edges + 2 * inner) {
    fail(state, "a wrong count");
  }
}

void run_chunks(benchmark::State& state) {
  const Ground ground;
  std::uint64_t sum = 0;
  for (auto _ : state) {
    sum = 0;
    for (const ChunkView chunk : ground.world.chunks()) sum += chunk.key().value();
    benchmark::DoNotOptimize(sum + 0);
  }
  std::uint64_t right = 0;
  for (std::int32_t cy = 0; cy < chunks_a_side; ++cy) {
    for (std::int32_t cx = 0; cx < chunks_a_side; ++cx) right += ChunkKey(cx, cy, 0).value();
  }
  if (sum != right) fail(state, "a wrong sum");
}

/// What has changed of so many chunks a side, every so manieth edited.
void run_changed(benchmark::State& state, std::int32_t chunks, std::size_t step) {
  World world({.width = chunks * chunk_size, .height = chunks * chunk_size});
  const auto field = world.add_field<bool>("mark");
  std::vector<ChunkKey> keys;
  for (const ChunkView chunk : world.chunks()) keys.push_back(chunk.key());
  // All have been edited before, and a reader has seen it.
  for (const ChunkKey key : keys) world.set(field, key.origin(), true);
  const Revision seen = world.revision();
  std::vector<ChunkKey> expected;
  for (std::size_t i = 0; i < keys.size(); i += step) {
    world.set(field, keys[i].origin(), false);
    expected.push_back(keys[i]);
  }
  std::vector<ChunkKey> changed(keys.size(), ChunkKey::none());
  std::size_t count = 0;
  std::uint64_t sum = 0;
  const std::uint64_t before = allocations();
  for (auto _ : state) {
    count = 0;
    sum = 0;
    for (const ChunkKey key : world.changed_since(seen)) {
      changed[count++] = key;
      sum += key.value();
    }
    benchmark::DoNotOptimize(sum + 0);
  }
  state.counters["allocations"] = static_cast<double>(allocations() - before);
  state.counters["changed"] = static_cast<double>(count);
  changed.resize(count);
  if (changed != expected) fail(state, "not the chunks that were edited");
}

/// A tile edited, and its chunk found.
void run_set(benchmark::State& state) {
  Ground ground;
  std::int32_t i = 0;
  for (auto _ : state) {
    ground.world.set(ground.terrain, {i & 1023, i >> 10 & 1023}, 3);
    ++i;
  }
  if (ground.world.get(ground.terrain, {0, 0}) != 3) fail(state, "not written");
}

}  // namespace

void register_world_cases() {
  const auto add = [](const char* name, auto run) {
    return benchmark::RegisterBenchmark(name, run)->Unit(benchmark::kNanosecond);
  };
  add("world/context_iteration_2d/edits", run_edit_each);
  add("world/context_iteration_2d/phase", run_phase);
  add("world/chunk_tile_iteration_2d", run_tiles);
  add("world/chunk_boundary_scan_2d", run_boundary);
  add("world/chunks_iteration", run_chunks);
  add("world/dirty_chunks_iteration",
      [](benchmark::State& state) { run_changed(state, chunks_a_side, 3); });
  add("world/dirty_chunks_iteration/16k",
      [](benchmark::State& state) { run_changed(state, 128, 3); });
  add("world/dirty_chunks_iteration/1_of_16k",
      [](benchmark::State& state) { run_changed(state, 128, 16384); });
  add("world/set", run_set);
}

}  // namespace tess::bench
