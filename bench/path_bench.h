#pragma once

#include <string>

namespace tess::bench {

/// Registers the cases of the family `path`; those on real maps where the folder has any.
void register_path_cases(const std::string& maps_folder);

}  // namespace tess::bench
