#include <tess/io/moving_ai_scenario.h>

#include "text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace tess {

namespace {

constexpr std::int32_t max_number = std::numeric_limits<std::int32_t>::max();

/// A whole number of a query's line: what errors call it and the values it may have.
struct Number {
  std::string_view what;
  std::string_view text;
  std::int32_t least;
  std::int32_t end;  ///< the least value that is too large

  std::string expected() const {
    std::string result(what);
    result.append(" of ").append(std::to_string(least));
    if (end == max_number) return result + " or more";
    return result + " to " + std::to_string(end - 1);
  }
};

std::optional<Error> read_number(const detail::Place& place, const Number& number,
                                 std::int32_t& value) {
  if (detail::parse_number(number.text, value) && value >= number.least && value < number.end) {
    return {};
  }
  return detail::unexpected(place, number.expected(), detail::quoted(number.text));
}

std::optional<Error> read_version(const detail::Place& place, std::string_view line, bool at_end) {
  std::string_view rest = line;
  double version = 0;
  if (detail::take_first_field(rest) == "version" &&
      detail::parse_number(detail::trimmed(rest), version) && version == 1) {
    return {};
  }
  return detail::unexpected(place, "'version 1'",
                            at_end ? "the end of the file" : detail::quoted(line));
}

std::optional<Error> read_query(const detail::Place& place, std::string_view line,
                                MovingAiQuery& query) {
  // The name of the map is what is left when the fields before and after it are taken off, so that
  // it may hold blanks.
  std::string_view rest = line;
  const std::string_view bucket = detail::take_first_field(rest);
  std::array<std::string_view, 7> fields;
  for (std::size_t i = fields.size(); i-- > 0;) fields[i] = detail::take_last_field(rest);
  const std::string_view map = detail::trimmed(rest);
  if (map.empty()) {
    return detail::unexpected(
        place, "bucket, map, width, height, start x, start y, goal x, goal y, optimal length",
        detail::quoted(line));
  }
  std::optional<Error> error =
      read_number(place, {"a bucket", bucket, 0, max_number}, query.bucket);
  const auto read = [&](std::string_view what, std::size_t field, std::int32_t least,
                        std::int32_t end, std::int32_t& value) {
    if (!error) error = read_number(place, {what, fields[field], least, end}, value);
  };
  read("a map width", 0, 1, max_number, query.width);
  read("a map height", 1, 1, max_number, query.height);
  read("a start x", 2, 0, query.width, query.from.x);
  read("a start y", 3, 0, query.height, query.from.y);
  read("a goal x", 4, 0, query.width, query.to.x);
  read("a goal y", 5, 0, query.height, query.to.y);
  if (error) return error;
  const bool is_length = detail::parse_number(fields[6], query.optimal_length) &&
                         std::isfinite(query.optimal_length) && query.optimal_length >= 0;
  if (!is_length) {
    return detail::unexpected(place, "an optimal length of 0 or more", detail::quoted(fields[6]));
  }
  query.map = map;
  query.line = place.line;
  return {};
}

}  // namespace

Result<std::vector<MovingAiQuery>> parse_moving_ai_scenario(std::string_view text,
                                                            std::string_view name) {
  detail::LineReader lines(text);
  const bool at_end = !lines.next();
  std::optional<Error> error = read_version({name, lines.number()}, lines.line(), at_end);
  if (error) return *std::move(error);
  std::vector<MovingAiQuery> queries;
  while (lines.next()) {
    if (detail::trimmed(lines.line()).empty()) continue;
    MovingAiQuery query;
    error = read_query({name, lines.number()}, lines.line(), query);
    if (error) return *std::move(error);
    queries.push_back(std::move(query));
  }
  return queries;
}

Result<std::vector<MovingAiQuery>> read_moving_ai_scenario(std::string_view path) {
  const Result<std::string> text = detail::read_text_file(path);
  if (!text) return text.error();
  return parse_moving_ai_scenario(*text, path);
}

}  // namespace tess
