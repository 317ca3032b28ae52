#pragma once

namespace tess::bench {

/// Registers the cases of the family `nav`.
void register_nav_cases();

}  // namespace tess::bench
