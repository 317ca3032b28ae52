#include <tess/agents/agent_set.h>

#include <tess/tess.h>

#include "support/print.h"
#include "support/random.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

// Random crowds in random worlds that change while they walk. One set is ticked by one thread and
// its twin by two; after each tick they must be the same, and nobody may have broken a rule.

namespace tess::test {
namespace {

struct Plaza {
  World world;
  Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  NavMap map;

  Plaza(Extent size, Coord origin, const Movement& movement)
      : world({.width = size.width, .height = size.height, .origin = origin}),
        map(world, movement, [c = cost](TileView t) { return t[c] == 0 ? blocked : int{t[c]}; }) {}
};

class CrowdTrial {
 public:
  explicit CrowdTrial(std::uint64_t seed)
      : random_(seed ^ 0xc0ffeeU),
        plaza_({random_.between(1, 90), random_.between(1, 90)},
               {random_.between(-200, 200), random_.between(-200, 200)}, movement()),
        options_(options()),
        alone_(options_),
        together_(options_) {
    constexpr int parts[] = {0, 10, 25, 40};
    const int closed = random_.pick(parts);
    const Box& box = plaza_.world.box();
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      for (std::int32_t x = 0; x < box.size.width; ++x) {
        if (random_.chance(closed)) plaza_.world.set(plaza_.cost, box.min + Coord{x, y, 0}, 0);
      }
    }
    alone_.add_class(plaza_.map);
    together_.add_class(plaza_.map);
    for (int i = random_.between(0, 60); i > 0; --i) add();
  }

  /// The first thing that is wrong; empty where nothing is.
  std::string run() {
    for (int tick = 0; tick < 40; ++tick) {
      for (int i = random_.between(0, 3); i > 0; --i) change();
      const std::string problem = this->tick();
      if (!problem.empty()) return problem + " in tick " + std::to_string(tick);
    }
    return options_.conflicts == Conflicts::none ? settle() : "";
  }

 private:
  Movement movement() {
    const Steps steps[] = {Steps::cardinal, Steps::octile, Steps::hex};
    const Corners corners[] = {Corners::never_cut, Corners::cut_one, Corners::cut_freely};
    return {.steps = random_.pick(steps), .corners = random_.pick(corners)};
  }

  AgentSetOptions options() {
    AgentSetOptions options;
    options.conflicts = static_cast<Conflicts>(random_.between(0, 2));
    if (random_.chance(20)) options.field_bytes = 100'000;
    options.swaps = static_cast<Swaps>(random_.between(0, 2));
    if (random_.chance(30)) options.freshness = Freshness::optimal;
    if (random_.chance(40)) {
      options.max_expansions = static_cast<std::uint64_t>(random_.between(1, 2000));
    }
    options.patience = static_cast<std::uint16_t>(random_.between(1, 6));
    if (random_.chance(20)) options.route_bytes = 2000;
    return options;
  }

  Coord tile() {
    const Box& box = plaza_.world.box();
    return box.min + Coord{random_.between(0, box.size.width - 1),
                           random_.between(0, box.size.height - 1), 0};
  }

  void add() {
    AgentOptions agent{
        .position = tile(),
        .speed = static_cast<std::uint16_t>(random_.chance(70) ? 256 : random_.between(0, 256)),
        .priority = static_cast<std::uint8_t>(random_.between(0, 2))};
    if (random_.chance(80)) agent.goal = tile();
    const AgentId id = alone_.add(agent);
    if (together_.add(agent) != id) differ_ = true;
    if (id != no_agent) ++count_;
  }

  AgentId somebody() {
    const auto ids = alone_.ids();
    return ids.empty() ? no_agent
                       : ids[static_cast<std::size_t>(
                             random_.between(0, static_cast<int>(ids.size()) - 1))];
  }

  void change() {
    const AgentId agent = somebody();
    const Coord at = tile();
    switch (random_.between(0, 7)) {
      case 0: add(); break;
      case 1:
        if (alone_.remove(agent)) --count_;
        together_.remove(agent);
        break;
      case 2:
        alone_.clear_goal(agent);
        together_.clear_goal(agent);
        break;
      case 3:
        alone_.place(agent, at);
        together_.place(agent, at);
        break;
      case 4:
      case 5:
        alone_.set_goal(agent, at);
        together_.set_goal(agent, at);
        break;
      default:
        plaza_.world.fill(
            plaza_.cost, {at, {random_.between(1, 6), random_.between(1, 3)}},
            static_cast<std::uint8_t>(random_.chance(50) ? 0 : random_.between(1, 5)));
    }
  }

  std::string tick() {
    const std::vector<AgentId> ids(alone_.ids().begin(), alone_.ids().end());
    const std::vector<Coord> before(alone_.positions().begin(), alone_.positions().end());
    const AgentTick tick = alone_.tick(serial_);
    const AgentTick other = together_.tick(pool_);
    if (differ_ || !same(tick, other)) return "two workers did something else than one";
    if (alone_.size() != count_ || ids.size() != count_) return "an agent was lost or found";
    std::size_t steps = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (alone_.ids()[i] != ids[i]) return "the order of the agents has changed";
      if (alone_.positions()[i] == before[i]) continue;
      ++steps;
      if (!is_step(before[i], alone_.positions()[i])) {
        return "an illegal step from " + text(before[i]) + " to " + text(alone_.positions()[i]);
      }
    }
    if (steps != tick.steps) return "the steps were counted wrongly";
    const bool waits_for_fields = options_.conflicts == Conflicts::pibt;
    if (tick.deferred != 0 && tick.expanded < options_.max_expansions && !waits_for_fields) {
      return "agents were deferred within the budget";
    }
    return options_.conflicts == Conflicts::none ? "" : check_tiles(before);
  }

  bool same(const AgentTick& a, const AgentTick& b) const {
    const auto equal = [](auto first, auto second) { return std::ranges::equal(first, second); };
    return a.steps == b.steps && a.arrivals == b.arrivals && a.planned == b.planned &&
           a.deferred == b.deferred && a.held_up == b.held_up && a.expanded == b.expanded &&
           equal(alone_.ids(), together_.ids()) &&
           equal(alone_.positions(), together_.positions()) &&
           equal(alone_.states(), together_.states()) && equal(alone_.events(), together_.events());
  }

  bool is_step(Coord from, Coord to) const {
    for (int d = 0; d < direction_count; ++d) {
      const Offset step = offsets[static_cast<std::size_t>(d)];
      if (from + Coord{step.dx, step.dy, step.dz} != to) continue;
      return plaza_.map.step_cost(from, static_cast<Direction>(d)) != 0;
    }
    return false;
  }

  std::string check_tiles(const std::vector<Coord>& before) const {
    const auto now = alone_.positions();
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::size_t j = i + 1; j < now.size(); ++j) {
        if (now[i] == now[j]) return "two agents on " + text(now[i]);
        const bool swapped = now[i] == before[j] && now[j] == before[i];
        const bool may_swap =
            options_.swaps != Swaps::forbidden && options_.conflicts == Conflicts::exclusive;
        if (swapped && !may_swap) return "two changed places";
      }
    }
    return "";
  }

  /// Without others in the way, everybody comes to a goal that can be reached, and nobody is told
  /// of a way that there is not.
  std::string settle() {
    for (int i = 0; i < 12'000 && alone_.tick(serial_).deferred != 0; ++i) {
    }
    for (const AgentId agent : std::vector<AgentId>(alone_.ids().begin(), alone_.ids().end())) {
      alone_.set_speed(agent, 65'535);
    }
    for (int i = 0; i < 40; ++i) alone_.tick(serial_);
    for (std::size_t i = 0; i < alone_.size(); ++i) {
      const auto goal = alone_.goal_of(alone_.ids()[i]);
      if (!goal) continue;
      const bool there = alone_.states()[i] == AgentState::arrived;
      if (there != (alone_.positions()[i] == *goal)) return "arrived elsewhere";
      const bool way = there || plaza_.map.reachable(alone_.positions()[i], *goal);
      if (way != there) return "not on its goal: " + text(*goal);
      if (!way && alone_.states()[i] != AgentState::unreachable) return "walks to nowhere";
    }
    return "";
  }

  Random random_;
  Plaza plaza_;
  AgentSetOptions options_;
  AgentSet alone_;
  AgentSet together_;
  SerialExecutor serial_;
  WorkerPool pool_{2};
  std::size_t count_ = 0;
  bool differ_ = false;
};

TEST(Crowd, KeepsItsRulesWhateverHappens) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 0);
  const std::uint64_t cases = number_from_environment("TESS_PROPERTY_CASES", 100) / 3 + 1;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const std::string problem = CrowdTrial(seed).run();
    ASSERT_EQ(problem, "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace tess::test
