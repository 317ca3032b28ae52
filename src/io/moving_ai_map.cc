#include <tess/io/moving_ai_map.h>

#include "text.h"

#include <optional>
#include <string>

namespace tess {

namespace {

/// One file being read: its name for errors and how far the reading is.
struct MapReader {
  std::string_view name;
  detail::LineReader lines;

  Error error(std::string_view expected, std::string_view found, std::int32_t column = 0) const {
    return detail::unexpected({name, lines.number(), column}, expected, found);
  }

  Error error_at_line(std::string_view expected, bool at_end) const {
    return error(expected, at_end ? "the end of the file" : detail::quoted(lines.line()));
  }
};

std::optional<Error> expect_line(MapReader& reader, std::string_view first, std::string_view second,
                                 std::string_view expected) {
  const bool at_end = !reader.lines.next();
  std::string_view rest = reader.lines.line();
  if (detail::take_first_field(rest) == first && detail::trimmed(rest) == second) return {};
  return reader.error_at_line(expected, at_end);
}

std::optional<Error> read_side(MapReader& reader, std::string_view key, std::int32_t& side) {
  const bool at_end = !reader.lines.next();
  std::string_view rest = reader.lines.line();
  std::string expected("'");
  expected.append(key).append("' and a number from 1 to ");
  expected.append(std::to_string(max_moving_ai_side));
  if (detail::take_first_field(rest) != key) return reader.error_at_line(expected, at_end);
  const std::string_view digits = detail::trimmed(rest);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return reader.error_at_line(expected, at_end);
  }
  if (!detail::parse_number(digits, side) || side > max_moving_ai_side) {
    return detail::unexpected({reader.name, reader.lines.number()}, expected,
                              detail::quoted(reader.lines.line()), ErrorCode::too_large);
  }
  if (side < 1) return reader.error_at_line(expected, at_end);
  return {};
}

std::string tiles(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " tile" : " tiles");
}

std::optional<Error> check_row(const MapReader& reader, std::size_t width) {
  const std::string_view row = reader.lines.line();
  if (row.size() != width) return reader.error("a row of " + tiles(width), tiles(row.size()));
  for (std::size_t x = 0; x < row.size(); ++x) {
    if (!terrain_of(row[x])) {
      return reader.error("a terrain letter (. G S W T @ O)", detail::quoted(row.substr(x, 1)),
                          static_cast<std::int32_t>(x) + 1);
    }
  }
  return {};
}

std::optional<Error> read_rows(MapReader& reader, MovingAiMap& map) {
  const auto width = static_cast<std::size_t>(map.width);
  const auto height = static_cast<std::size_t>(map.height);
  // The size is a claim until the text is as long: a file of a few bytes must not get a large map.
  if (reader.lines.rest().size() / width >= height) map.letters.reserve(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    if (!reader.lines.next()) {
      return reader.error("row " + std::to_string(y + 1) + " of " + std::to_string(height),
                          "the end of the file");
    }
    if (std::optional<Error> error = check_row(reader, width)) return error;
    map.letters.insert(map.letters.end(), reader.lines.line().begin(), reader.lines.line().end());
  }
  while (reader.lines.next()) {
    if (!detail::trimmed(reader.lines.line()).empty()) {
      return reader.error("the end of the file after row " + std::to_string(height),
                          detail::quoted(reader.lines.line()));
    }
  }
  return {};
}

}  // namespace

Result<MovingAiMap> parse_moving_ai_map(std::string_view text, std::string_view name) {
  MapReader reader{name, detail::LineReader(text)};
  MovingAiMap map;
  std::optional<Error> error = expect_line(reader, "type", "octile", "'type octile'");
  if (!error) error = read_side(reader, "height", map.height);
  if (!error) error = read_side(reader, "width", map.width);
  if (!error) error = expect_line(reader, "map", "", "'map'");
  if (!error) error = read_rows(reader, map);
  if (error) return *std::move(error);
  return map;
}

Result<MovingAiMap> read_moving_ai_map(std::string_view path) {
  const Result<std::string> text = detail::read_text_file(path);
  if (!text) return text.error();
  return parse_moving_ai_map(*text, path);
}

}  // namespace tess
