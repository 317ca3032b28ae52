#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace tess::detail {

/// Appends a number with at most so many digits behind the point, as few as say the same.
inline void append_number(std::string& text, double value, int precision = 2) {
  char digits[64];
  const auto end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::fixed, precision)
          .ptr;
  std::string_view shortest(digits, static_cast<std::size_t>(end - digits));
  if (precision > 0) {
    while (shortest.ends_with('0')) shortest.remove_suffix(1);
    if (shortest.ends_with('.')) shortest.remove_suffix(1);
  }
  text += shortest;
}

}  // namespace tess::detail
