#pragma once

/// What the command lines of the examples share: options with tiles and with names for values, and
/// refusals of one line that say what was expected.

#include <tess/core/coord.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace example {

/// Exit codes of every program: 0 is done.
inline constexpr int exit_failed = 1;   ///< it ran, and its own checks failed
inline constexpr int exit_refused = 2;  ///< bad arguments or files

/// Prints "program: reason" as one line on the error stream; returns `exit_refused`.
int refuse(std::string_view program, std::string_view reason);

/// Parses the command line. Returns a code to exit with where there is nothing more to do: after
/// `--help`, or when something was refused.
std::optional<int> parse(CLI::App& app, int argc, char** argv);

/// An option of the form X,Y.
CLI::Option* add_tile(CLI::App& app, const char* name, std::optional<tess::Coord>& tile,
                      const char* description);

/// An option with names for its values.
template <class T>
CLI::Option* add_choice(CLI::App& app, const char* name, T& value,
                        const std::map<std::string, T>& choices, const char* description) {
  std::string names;
  for (const auto& [choice, meaning] : choices) names += (names.empty() ? "" : "|") + choice;
  const auto store = [&value, choices, names, name](const std::string& text) {
    const auto found = choices.find(text);
    if (found == choices.end()) {
      throw CLI::ValidationError(fmt::format("{}: expected {}, found '{}'", name, names, text));
    }
    value = found->second;
  };
  return app.add_option_function<std::string>(name, store, description)->type_name(names);
}

}  // namespace example
