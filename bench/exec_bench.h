#pragma once

namespace tess::bench {

/// Registers the cases of the family `exec`.
void register_exec_cases();

}  // namespace tess::bench
