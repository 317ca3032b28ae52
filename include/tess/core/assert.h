#pragma once

#include <tess/core/config.h>

namespace tess::detail {

/// Prints the failed condition to the standard error stream and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file,
                                   int line) noexcept;

}  // namespace tess::detail

/// Checks what only a programmer's error can break. `message` says what was expected.
#if !defined(TESS_ASSERT)
#if TESS_ASSERTIONS
#define TESS_ASSERT(condition, message) \
  ((condition) ? void(0)                \
               : ::tess::detail::assertion_failed(#condition, message, __FILE__, __LINE__))
#else
#define TESS_ASSERT(condition, message) void(sizeof((condition) ? 1 : 0))
#endif
#endif
