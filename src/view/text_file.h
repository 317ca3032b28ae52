#pragma once

#include <tess/core/result.h>

#include <string_view>

namespace tess::detail {

/// Writes a text to a file, which is replaced.
Result<void> write_text_file(std::string_view path, std::string_view text);

}  // namespace tess::detail
