#pragma once

namespace tess::bench {

/// Registers the cases of the family `world`.
void register_world_cases();

}  // namespace tess::bench
