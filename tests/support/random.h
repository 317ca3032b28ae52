#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace tess::test {

/// Numbers by chance, the same from a seed with every compiler and library: splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t v = (state_ += 0x9e3779b97f4a7c15U);
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9U;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebU;
    return v ^ (v >> 31);
  }

  /// A number in [low, high].
  std::int32_t between(std::int32_t low, std::int32_t high) {
    const auto count = static_cast<std::uint64_t>(std::int64_t{high} - low + 1);
    return static_cast<std::int32_t>(std::int64_t{low} + static_cast<std::int64_t>(next() % count));
  }

  /// True in `percent` of 100 cases.
  bool chance(int percent) { return between(0, 99) < percent; }

  template <class T, std::size_t n>
  const T& pick(const T (&from)[n]) {
    return from[next() % n];
  }

  template <class T>
  const T& pick(std::span<const T> from) {
    return from[next() % from.size()];
  }

 private:
  std::uint64_t state_;
};

/// A number from the environment, or the fallback where it is not set.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  return std::strtoull(text, nullptr, 0);
}

}  // namespace tess::test
