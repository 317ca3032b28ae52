#include "support/real_maps.h"

#include <tess/io/moving_ai_map.h>
#include <tess/io/moving_ai_scenario.h>
#include <tess/io/moving_ai_terrain.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace tess::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t cardinal_checks = 10;

template <class T>
T value_or_exit(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().c_str());
    std::exit(1);
  }
  return *std::move(result);
}

/// The map that a scenario is for lies beside it and is named in each of its lines.
std::string map_of(const fs::path& scenario) {
  const auto queries = value_or_exit(read_moving_ai_scenario(scenario.string()));
  if (queries.empty()) return {};
  const fs::path map = scenario.parent_path() / fs::path(queries.front().map).filename();
  return fs::exists(map) ? map.string() : std::string{};
}

}  // namespace

std::vector<RealMap> find_real_maps(const std::string& folder) {
  std::vector<RealMap> maps;
  if (folder.empty() || !fs::is_directory(folder)) return maps;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".scen") continue;
    const std::string map = map_of(entry.path());
    if (map.empty()) continue;
    const std::string name =
        entry.path().parent_path().filename().string() + "_" + fs::path(map).stem().string();
    maps.push_back({name, map, entry.path().string()});
  }
  std::ranges::sort(maps, {}, &RealMap::scenario_file);
  const auto same = [](const RealMap& a, const RealMap& b) { return a.name == b.name; };
  maps.erase(std::unique(maps.begin(), maps.end(), same), maps.end());
  return maps;
}

Problem read_real_map(const RealMap& map, Steps steps) {
  const MovingAiMap letters = value_or_exit(read_moving_ai_map(map.map_file));
  Problem problem{Grid(letters.width, letters.height), steps, {}};
  for (std::size_t i = 0; i < letters.letters.size(); ++i) {
    const int cost = walker.entry_cost(letters.letters[i]);
    problem.grid.costs[i] = static_cast<std::uint8_t>(cost == blocked ? 0 : cost);
  }
  const bool octile = steps == Steps::octile;
  for (const MovingAiQuery& query : value_or_exit(read_moving_ai_scenario(map.scenario_file))) {
    const double length = query.optimal_length;
    problem.queries.push_back({query.from, query.to, length, 0.01 + 0.00001 * length});
  }
  std::ranges::sort(problem.queries, [](const Query& a, const Query& b) {
    if (a.length != b.length) return a.length < b.length;
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  if (octile) return problem;
  for (Query& query : problem.queries) {
    query.length = std::numeric_limits<double>::quiet_NaN();
    query.tolerance = 0;
  }
  for (std::size_t i = 0; i < cardinal_checks; ++i) {
    Query& query = problem.queries[i * problem.queries.size() / cardinal_checks];
    query.length =
        length_in_tiles(reference_cost(problem.grid, steps, query.from, query.to), steps);
  }
  return problem;
}

}  // namespace tess::bench
