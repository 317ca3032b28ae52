#include <tess/core/assert.h>

#include <cstdio>
#include <cstdlib>

namespace tess::detail {

void assertion_failed(const char* condition, const char* message, const char* file,
                      int line) noexcept {
  std::fprintf(stderr, "%s:%d: tess assertion failed: %s (%s)\n", file, line, condition, message);
  std::abort();
}

}  // namespace tess::detail
