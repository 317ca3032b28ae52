#include "support/command_line.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <vector>

namespace example {

namespace {

bool parse_tile(std::string_view text, tess::Coord& tile) {
  const char* const end = text.data() + text.size();
  const auto [comma, bad_x] = std::from_chars(text.data(), end, tile.x);
  if (bad_x != std::errc{} || comma == end || *comma != ',') return false;
  const auto [rest, bad_y] = std::from_chars(comma + 1, end, tile.y);
  return bad_y == std::errc{} && rest == end;
}

/// How many letters to write, drop or replace to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string unknown_option(const CLI::App& app, const std::string& word) {
  const std::string written = word.substr(0, word.find('='));
  std::string nearest;
  std::size_t least = word.starts_with('-') ? 4 : 0;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (const std::size_t d = distance(written, name); d < least) {
      least = d;
      nearest = name;
    }
  }
  return fmt::format("unknown argument '{}'; {}", word,
                     nearest.empty() ? "see --help" : "did you mean '" + nearest + "'?");
}

}  // namespace

int refuse(std::string_view program, std::string_view reason) {
  fmt::print(stderr, "{}: {}\n", program, reason);
  return exit_refused;
}

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  app.allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    if (app.remaining_size() == 0) return refuse(app.get_name(), error.what());
  }
  if (app.remaining_size() == 0) return std::nullopt;
  return refuse(app.get_name(), unknown_option(app, app.remaining().front()));
}

CLI::Option* add_tile(CLI::App& app, const char* name, std::optional<tess::Coord>& tile,
                      const char* description) {
  const auto store = [&tile, name](const std::string& text) {
    if (!parse_tile(text, tile.emplace())) {
      throw CLI::ValidationError(fmt::format("{}: expected a tile as X,Y, found '{}'", name, text));
    }
  };
  return app.add_option_function<std::string>(name, store, description)->type_name("X,Y");
}

}  // namespace example
