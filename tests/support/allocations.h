#pragma once

#include <cstddef>

// Sanitizers replace the global operators themselves.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TESS_TEST_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TESS_TEST_COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(TESS_TEST_COUNTS_ALLOCATIONS)
#define TESS_TEST_COUNTS_ALLOCATIONS 1
#endif

namespace tess::test {

/// How often the program has asked for memory so far, on any thread; always 0 where it is not
/// counted.
std::size_t allocations();

/// How many allocations the work makes.
template <class Work>
std::size_t count_allocations(const Work& work) {
  const std::size_t before = allocations();
  work();
  return allocations() - before;
}

}  // namespace tess::test
