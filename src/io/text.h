#pragma once

#include <tess/core/result.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace tess::detail {

/// The content of a file of at most 256 MiB.
Result<std::string> read_text_file(std::string_view path);

/// Takes a text apart into lines. A line comes without its end, LF or CR LF.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Goes to the next line; false at the end of the text.
  bool next();

  std::string_view line() const { return line_; }

  /// The number of the line, from 1; at the end of the text, of the line that is missing.
  std::int32_t number() const { return number_; }

  /// What the text holds after the line.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::int32_t number_ = 0;
  bool at_end_ = false;
};

/// Without the blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// Cuts the first field off, up to a blank or a tab; empty where there is none.
std::string_view take_first_field(std::string_view& text);

/// Cuts the last field off.
std::string_view take_last_field(std::string_view& text);

/// Reads a number that is written in all of the text; returns whether it is one.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc{} && result.ptr == end && !text.empty();
}

/// A place in a file; the column counts from 1, and 0 is the whole line.
struct Place {
  std::string_view file;
  std::int32_t line = 0;
  std::int32_t column = 0;
};

/// "arena.map, line 7, column 3: expected ..., found ...".
Error unexpected(const Place& place, std::string_view expected, std::string_view found,
                 ErrorCode code = ErrorCode::bad_format);

/// The text in quotes, fit for a message: shortened, and with bytes that do not print escaped.
std::string quoted(std::string_view text);

}  // namespace tess::detail
