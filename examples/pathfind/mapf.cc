#include "mapf.h"

#include <tess/tess.h>

#include "report.h"
#include "solver.h"
#include "support/command_line.h"
#include "support/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pathfind {

namespace {

/// What became of the agents.
struct Outcome {
  std::size_t agents = 0;
  std::size_t arrived = 0;  ///< have been on their goals
  std::size_t there = 0;    ///< are on them at the end
  std::size_t longest = 0;  ///< steps of the longest way of one alone
  std::size_t ticks = 0;
  double milliseconds = 0;
};

/// The steps of the longest of the shortest ways.
std::size_t longest_way(tess::Planner& planner, std::span<const tess::MovingAiQuery> queries,
                        tess::ExecutorRef executor) {
  std::vector<tess::PathRequest> requests;
  for (const tess::MovingAiQuery& query : queries) {
    requests.push_back({.from = query.from, .to = query.to});
  }
  std::size_t longest = 0;
  for (const tess::PathResult& result : planner.find_all(requests, executor).results) {
    longest = std::max(longest, result.path.size());
  }
  return longest;
}

/// Ticks until all are on their goals at once, for at most five times as long as the longest way.
Outcome walk(tess::AgentSet& agents, std::span<const tess::AgentId> ids, std::size_t longest,
             tess::ExecutorRef executor) {
  Outcome outcome{.agents = ids.size(), .longest = longest};
  std::vector<bool> arrived(ids.size());
  const std::size_t limit = 5 * longest;
  example::Progress progress(limit, "ticks");
  double microseconds = 0;
  while (outcome.ticks < limit && outcome.there < ids.size()) {
    microseconds += timed([&] { agents.tick(executor); });
    ++outcome.ticks;
    outcome.there = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (agents.states()[agents.index_of(ids[i])] != tess::AgentState::arrived) continue;
      arrived[i] = true;
      ++outcome.there;
    }
    progress(outcome.ticks);
  }
  outcome.arrived = static_cast<std::size_t>(std::ranges::count(arrived, true));
  outcome.milliseconds = microseconds / 1000;
  return outcome;
}

void print(const Arguments& arguments, const Outcome& outcome) {
  const double each =
      outcome.ticks == 0 ? 0 : outcome.milliseconds / static_cast<double>(outcome.ticks);
  if (arguments.json) {
    fmt::print(
        R"({{"map": {}, "agents": {}, "arrived": {}, "there": {}, "longest": {}, "ticks": {}, )"
        R"("total_ms": {:.3f}, "tick_ms": {:.4f}}})"
        "\n",
        json_string(arguments.map), outcome.agents, outcome.arrived, outcome.there, outcome.longest,
        outcome.ticks, outcome.milliseconds, each);
    return;
  }
  const auto percent = [&](std::size_t part) {
    const double all = static_cast<double>(std::max<std::size_t>(outcome.agents, 1));
    return 100 * static_cast<double>(part) / all;
  };
  fmt::print("map        {}\nscenario   {}\nagents     {}\n", arguments.map, arguments.mapf,
             outcome.agents);
  fmt::print("arrived    {} ({:.1f} %), of them {} on their goals at the end\n", outcome.arrived,
             percent(outcome.arrived), outcome.there);
  fmt::print("ticks      {}; the longest way of one alone has {} tiles\n", outcome.ticks,
             outcome.longest);
  fmt::print("time       {:.2f} ms in all, {:.4f} ms a tick\n", outcome.milliseconds, each);
}

}  // namespace

int run_mapf(const Arguments& arguments, const tess::MovingAiMap& map,
             const tess::MovingAiWorld& loaded) {
  const auto queries = tess::read_moving_ai_scenario(arguments.mapf);
  if (!queries) return refuse(queries.error().message());
  const auto wanted = static_cast<std::size_t>(arguments.agents);
  if (queries->size() < wanted) {
    return refuse(fmt::format("{}: expected at least {} agents, found {}", arguments.mapf, wanted,
                              queries->size()));
  }
  Mover mover(loaded, arguments.steps, tess::walker);
  tess::WorkerPool pool;
  tess::AgentSet agents({.conflicts = arguments.conflicts});
  const tess::MoverClass walkers = agents.add_class(mover.map);
  std::vector<tess::AgentId> ids;
  for (const tess::MovingAiQuery& query : std::span(*queries).first(wanted)) {
    if (!map.contains(query.from) || !map.contains(query.to)) {
      return refuse(fmt::format("{}, line {}: expected tiles of the map of {} x {}", arguments.mapf,
                                query.line, map.width, map.height));
    }
    ids.push_back(agents.add({.position = query.from, .mover = walkers, .goal = query.to}));
    if (ids.back() != tess::no_agent) continue;
    return refuse(fmt::format("{}, line {}: expected a free tile to start from, found {},{}",
                              arguments.mapf, query.line, query.from.x, query.from.y));
  }
  const std::size_t longest = longest_way(mover.planner, std::span(*queries).first(wanted), pool);
  const Outcome outcome = walk(agents, ids, longest, pool);
  print(arguments, outcome);
  return outcome.arrived == outcome.agents ? 0 : example::exit_failed;
}

}  // namespace pathfind
