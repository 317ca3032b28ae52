#include <tess/path/planner.h>

#include "support/generate.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

namespace tess::test {
namespace {

/// FNV-1a over 64-bit numbers, byte by byte.
class Hash {
 public:
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) {
      value_ = (value_ ^ (number >> (8 * i) & 0xFF)) * 0x100000001b3U;
    }
  }

  void add(Coord c) {
    add(static_cast<std::uint64_t>(std::int64_t{c.x}));
    add(static_cast<std::uint64_t>(std::int64_t{c.y}));
    add(static_cast<std::uint64_t>(std::int64_t{c.z}));
  }

  void add(const PathResult& result) {
    add(static_cast<std::uint64_t>(result.status));
    add(static_cast<std::uint64_t>(result.algorithm));
    add((result.nearest ? 1U : 0U) + (result.met_unknown ? 2U : 0U));
    add(result.cost);
    add(std::bit_cast<std::uint64_t>(result.cost_in_tiles));
    add(result.path.size());
    for (const PathRun& run : result.path.runs()) {
      add(static_cast<std::uint64_t>(run.dx + 3 * run.dy + 9 * run.dz + 100 * (run.jump ? 1 : 0)));
      add(run.length);
    }
    for (const Coord landing : result.path.landings()) add(landing);
    for (const ChunkKey key : result.unknown_chunks) add(key.value());
    add(result.counters.expanded);
    add(result.counters.generated);
    add(result.counters.scanned_words);
    add(result.counters.heap_operations);
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// Every byte that generated queries are answered with. It is the same with every compiler, on
/// every machine; a change of the searches that changes an answer or its cost changes it.
constexpr std::uint64_t expected = 0xb533d9929d275cfaU;

TEST(Determinism, AnswersAreTheSameBytesEverywhere) {
  Hash hash;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Trial trial = make_trial(seed);
    const Built built(trial.world);
    const auto map = built.make_map(trial.world.movement, trial.world.links);
    Planner planner(*map);
    for (const Action& action : trial.actions) {
      if (action.kind != Action::Kind::ask) continue;
      SearchOptions options = action.query.options;
      for (const Algorithm algorithm :
           {Algorithm::automatic, Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
        options.algorithm = algorithm;
        hash.add(planner.find(action.query.from, action.query.to, options));
      }
    }
  }
  EXPECT_EQ(hash.value(), expected) << std::hex << "0x" << hash.value();
}

}  // namespace
}  // namespace tess::test
