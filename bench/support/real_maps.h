#pragma once

#include "support/course.h"

#include <string>
#include <vector>

namespace tess::bench {

/// A map file with its file of queries.
struct RealMap {
  std::string name;  ///< folder and map: "dao_arena2"
  std::string map_file;
  std::string scenario_file;
};

/// The maps below the folder that have a scenario, by name. None where there is no folder.
std::vector<RealMap> find_real_maps(const std::string& folder);

/// Reads a map with its queries, the shortest first. The lengths are the file's for octile steps;
/// for cardinal steps the file has none, and ten of them are found by the reference search. Ends
/// the program where a file cannot be read.
Problem read_real_map(const RealMap& map, Steps steps);

}  // namespace tess::bench
