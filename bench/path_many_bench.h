#pragma once

namespace tess::bench {

/// Registers the cases of `path/batch` and `path/cache`.
void register_path_many_cases();

}  // namespace tess::bench
