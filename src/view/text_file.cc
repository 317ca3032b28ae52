#include "text_file.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace tess::detail {

namespace {

Error file_error(ErrorCode code, std::string_view path, std::string_view what) {
  std::string message(path);
  message.append(what).append(std::generic_category().message(errno));
  return {code, message};
}

}  // namespace

Result<void> write_text_file(std::string_view path, std::string_view text) {
  std::FILE* file = std::fopen(std::string(path).c_str(), "wb");
  if (file == nullptr) return file_error(ErrorCode::file_not_found, path, ": cannot be opened: ");
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  // The last bytes may fail to get to the file as late as here.
  if (std::fclose(file) != 0 || !written) {
    return file_error(ErrorCode::file_unreadable, path, ": cannot be written: ");
  }
  return {};
}

}  // namespace tess::detail
