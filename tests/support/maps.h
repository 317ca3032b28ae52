#pragma once

#include <tess/io/moving_ai_map.h>
#include <tess/io/moving_ai_scenario.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace tess::test {

/// A map file and the file of its queries.
struct MapFiles {
  std::string name;  ///< folder and map, without an ending
  std::string map;
  std::string scenario;
};

/// The folder of the real maps: from the environment, or the one that was configured; may be empty.
inline std::string maps_folder() {
  const char* set = std::getenv("TESS_MAPS_DIR");
  return set != nullptr ? set : TESS_MAPS_DIR;
}

/// All maps under the folder that have queries beside them, by name.
inline std::vector<MapFiles> real_maps() {
  std::vector<MapFiles> found;
  std::error_code error;
  const std::filesystem::path root = maps_folder();
  if (root.empty()) return found;
  for (std::filesystem::recursive_directory_iterator at(root, error), end; at != end && !error;
       at.increment(error)) {
    const std::filesystem::path& map = at->path();
    if (map.extension() != ".map") continue;
    std::filesystem::path scenario = map;
    scenario += ".scen";
    if (!std::filesystem::exists(scenario)) {
      scenario = map.parent_path() / (map.stem().string() + "-random-1.scen");
    }
    if (!std::filesystem::exists(scenario)) continue;
    found.push_back({map.parent_path().filename().string() + '/' + map.stem().string(),
                     map.string(), scenario.string()});
  }
  std::sort(found.begin(), found.end(),
            [](const MapFiles& a, const MapFiles& b) { return a.name < b.name; });
  return found;
}

}  // namespace tess::test
