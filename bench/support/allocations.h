#pragma once

#include <cstdint>

namespace tess::bench {

/// How often the program has asked for memory so far, on any thread.
std::uint64_t allocations();

}  // namespace tess::bench
