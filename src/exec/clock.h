#pragma once

#include <chrono>
#include <cstdint>

namespace tess::detail {

/// Nanoseconds since some moment.
inline std::int64_t clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace tess::detail
