#include "text.h"

#include <cerrno>
#include <cstdio>

namespace tess::detail {

namespace {

constexpr std::size_t max_file_bytes = std::size_t{256} << 20;
constexpr std::size_t max_quoted_bytes = 40;
constexpr std::string_view blanks = " \t";

Error file_error(ErrorCode code, std::string_view path, std::string_view what, int reason = 0) {
  std::string message(path);
  message.append(": ").append(what);
  if (reason != 0) message.append(": ").append(std::generic_category().message(reason));
  return {code, message};
}

}  // namespace

Result<std::string> read_text_file(std::string_view path) {
  const std::string terminated(path);
  std::FILE* file = std::fopen(terminated.c_str(), "rb");
  if (file == nullptr) {
    return file_error(ErrorCode::file_not_found, path, "cannot be opened", errno);
  }
  std::string text;
  char block[65536];
  std::size_t got = 0;
  while (text.size() <= max_file_bytes && (got = std::fread(block, 1, sizeof(block), file)) != 0) {
    text.append(block, got);
  }
  const int reason = std::ferror(file) != 0 ? errno : 0;
  std::fclose(file);
  if (reason != 0) return file_error(ErrorCode::file_unreadable, path, "cannot be read", reason);
  if (text.size() > max_file_bytes) {
    return file_error(ErrorCode::too_large, path, "expected at most 256 MiB, found more");
  }
  return text;
}

bool LineReader::next() {
  if (at_end_) return false;
  ++number_;
  if (rest_.empty()) {
    line_ = {};
    at_end_ = true;
    return false;
  }
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view take_first_field(std::string_view& text) {
  const std::string_view whole = trimmed(text);
  const std::string_view field = whole.substr(0, whole.find_first_of(blanks));
  text = whole.substr(field.size());
  return field;
}

std::string_view take_last_field(std::string_view& text) {
  const std::string_view whole = trimmed(text);
  const std::size_t blank = whole.find_last_of(blanks);
  const std::string_view field = blank == std::string_view::npos ? whole : whole.substr(blank + 1);
  text = whole.substr(0, whole.size() - field.size());
  return field;
}

Error unexpected(const Place& place, std::string_view expected, std::string_view found,
                 ErrorCode code) {
  std::string message(place.file);
  message.append(", line ").append(std::to_string(place.line));
  if (place.column != 0) message.append(", column ").append(std::to_string(place.column));
  message.append(": expected ").append(expected).append(", found ").append(found);
  return {code, message};
}

std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result = "'";
  for (const char c : text.substr(0, max_quoted_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      result += c;
    } else {
      result.append("\\x") += digits[byte >> 4];
      result += digits[byte & 15];
    }
  }
  if (text.size() > max_quoted_bytes) result += "...";
  result += '\'';
  return result;
}

}  // namespace tess::detail
