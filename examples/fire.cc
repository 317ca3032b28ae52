/// Fire in a forest of 1024 x 1024 tiles: heat spreads to neighbours, what is hot burns, what has
/// burnt cools. Two systems on a schedule, run by one thread and by all that the machine has; both
/// end with the same forest.
///
///     fire --ticks 300 --svg fire.svg

#include <tess/tess.h>
#include <tess/view.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "support/command_line.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int size = 1024;
constexpr int kindling = 260;  // the heat at which wood catches fire
constexpr int flame = 4000;    // the heat of burning wood

/// The heat of a chunk and of the tiles around it; 0 outside the world.
using Padded = std::array<std::array<std::uint16_t, tess::chunk_size + 2>, tess::chunk_size + 2>;

struct Forest {
  tess::World world{{.width = size, .height = size}};
  tess::Field<std::uint8_t> wood = world.add_field<std::uint8_t>("wood");
  tess::Field<std::uint16_t> heat = world.add_field<std::uint16_t>("heat");
  tess::Schedule schedule;

  Forest() {
    plant();
    schedule.add(
        {.name = "spread", .access = {tess::reads(wood), tess::reads(heat, 1), tess::writes(heat)}},
        [this](tess::SystemChunk& chunk) { spread(chunk); });
    schedule.add({.name = "burn", .access = {tess::reads(heat), tess::writes(wood)}},
                 [this](tess::SystemChunk& chunk) { burn(chunk); });
  }

  /// Wood of different age, with roads and a lake, and a fire in the middle.
  void plant() {
    std::uint32_t state = 1;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        state = state * 1'664'525 + 1'013'904'223;
        const bool road = (x + y / 3) % 190 < 3 && y % 160 > 12;
        const int dx = x - 640;
        const int dy = y - 480;
        const bool lake = dx * dx + 3 * dy * dy < 9000;
        world.set(wood, {x, y}, road || lake ? 0 : static_cast<std::uint8_t>(20 + (state >> 27)));
      }
    }
    world.fill(heat, {.min = {500, 500}, .size = {8, 8}}, flame);
  }

  Padded heat_around(const tess::SystemChunk& chunk) const {
    Padded padded;
    const auto own = chunk.read(heat);
    const tess::Coord corner = chunk.key().origin();
    for (int y = -1; y <= tess::chunk_size; ++y) {
      const bool inside = y >= 0 && y < tess::chunk_size;
      auto& row = padded[static_cast<std::size_t>(y + 1)];
      for (int x = -1; x <= tess::chunk_size; x += inside ? tess::chunk_size + 1 : 1) {
        row[static_cast<std::size_t>(x + 1)] = chunk.get_or(heat, corner + tess::Coord{x, y, 0}, 0);
      }
      for (std::size_t x = 0; inside && x < tess::chunk_size; ++x) {
        row[x + 1] = own[static_cast<std::size_t>(y) * tess::chunk_size + x];
      }
    }
    return padded;
  }

  void spread(tess::SystemChunk& chunk) const {
    const Padded around = heat_around(chunk);
    const auto fuel = chunk.read(wood);
    const auto out = chunk.write(heat);
    for (std::size_t y = 0; y < tess::chunk_size; ++y) {
      for (std::size_t x = 0; x < tess::chunk_size; ++x) {
        const int beside =
            around[y][x + 1] + around[y + 2][x + 1] + around[y + 1][x] + around[y + 1][x + 2];
        const int mixed = (4 * around[y + 1][x + 1] + beside) / 8;
        const std::size_t tile = y * tess::chunk_size + x;
        const bool burns = fuel[tile] != 0 && mixed > kindling;
        out[tile] = static_cast<std::uint16_t>(burns ? flame : mixed * 15 / 16);
      }
    }
  }

  void burn(tess::SystemChunk& chunk) const {
    const auto hot = chunk.read(heat);
    const auto fuel = chunk.write(wood);
    for (std::size_t tile = 0; tile < fuel.size(); ++tile) {
      if (hot[tile] == flame) --fuel[tile];
    }
  }

  std::uint64_t hash() const {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 1'099'511'628'211U; };
    for (const tess::ChunkView chunk : world.chunks()) {
      for (const std::uint8_t value : chunk.read(wood)) add(value);
      for (const std::uint16_t value : chunk.read(heat)) add(value);
    }
    return hash;
  }
};

/// Lets a forest burn and says what it took.
std::uint64_t burn_down(Forest& forest, int ticks, tess::ExecutorRef executor, const char* name) {
  double spreading = 0;
  std::size_t pooled = 0;
  const Clock::time_point begin = Clock::now();
  for (int tick = 0; tick < ticks; ++tick) {
    const tess::TickReport report = forest.schedule.run(forest.world, executor);
    for (const tess::PhaseReport& phase : report.phases) pooled += phase.pooled ? 1 : 0;
    spreading += report.phases[0].nanoseconds;
  }
  const double all = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  std::printf(
      "%-8s %u worker(s): %6.2f ms a tick, %4.2f of it spreading; %zu of %d phases shared\n", name,
      executor.worker_count(), all / ticks, spreading * 1e-6 / ticks, pooled, 2 * ticks);
  return forest.hash();
}

}  // namespace

int main(int argc, char** argv) {
  int ticks = 300;
  std::string picture = "fire.svg";
  CLI::App app("Burns a forest on one thread and on all, and checks that both end alike.", "fire");
  app.add_option("--ticks", ticks, "how long it burns")->check(CLI::Range(1, 100'000));
  app.add_option("--svg", picture, "where the picture of the end goes")->type_name("FILE");
  app.footer("Exit status: 0 done; 1 the forests differ; 2 bad arguments or files.");
  if (const auto code = example::parse(app, argc, argv)) return *code;

  Forest alone;
  Forest together;
  const int planted = alone.world.get(alone.wood, {504, 504});
  tess::SerialExecutor serial;
  tess::WorkerPool pool;
  const std::uint64_t first = burn_down(alone, ticks, serial, "serial");
  const std::uint64_t second = burn_down(together, ticks, pool, "pool");
  std::printf("%s", tess::to_text(alone.schedule).c_str());
  std::printf("the forest afterwards: %016llx and %016llx\n",
              static_cast<unsigned long long>(first), static_cast<unsigned long long>(second));

  // As a map: what cannot burn is dark, what burns violet, the rest the darker the more wood.
  const tess::NavMap map(alone.world, {}, [&](tess::TileView tile) {
    if (tile[alone.heat] == flame) return tess::unknown;
    const int wood = tile[alone.wood];
    return wood == 0 ? tess::blocked : 1 + wood / 4;
  });
  const tess::Result<void> written = tess::write_svg(picture, map);
  if (!written) return example::refuse("fire", written.error().message());
  std::printf("a picture of it: %s\n", picture.c_str());

  // It must have burnt where it began, and left the far corner alone.
  const bool burnt = alone.world.get(alone.wood, {504, 504}) < planted;
  const bool standing = alone.world.get(alone.heat, {3, 3}) == 0;
  return first == second && burnt && standing ? 0 : example::exit_failed;
}
