#pragma once

#include <string>

namespace tess::bench {

/// Registers the cases of `path/field`: on generated maps, and on the maps below the folder.
void register_path_field_cases(const std::string& maps_folder);

}  // namespace tess::bench
