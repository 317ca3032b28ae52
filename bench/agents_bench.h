#pragma once

namespace tess::bench {

/// Registers the cases of the family `agents`.
void register_agents_cases();

}  // namespace tess::bench
