// Finds paths on maps of the MovingAI collection: one, or all of a scenario, whose lengths it
// checks.

#include <tess/io.h>
#include <tess/tess.h>
#include <tess/view.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace {

constexpr int exit_different = 1;
constexpr int exit_refused = 2;

struct Arguments {
  std::string map;
  std::string scenario;
  std::optional<tess::Coord> from;
  std::optional<tess::Coord> to;
  tess::Steps steps = tess::Steps::octile;
  tess::Algorithm algorithm = tess::Algorithm::automatic;
  std::string svg;
  bool json = false;
};

int refuse(std::string_view reason) {
  fmt::print(stderr, "pathfind: {}\n", reason);
  return exit_refused;
}

// ---- Searching -------------------------------------------------------------------------------

/// One kind of mover on the map.
struct Mover {
  tess::NavMap map;
  tess::Planner planner;

  Mover(const tess::MovingAiWorld& loaded, tess::Steps steps, const tess::MovingAiMover& mover)
      : map(loaded.world, {.steps = steps}, tess::MovingAiRule{loaded.terrain, mover}),
        planner(map) {
    map.refresh();
  }
};

/// The length of a path as its steps are in the plane, not as ticks count them.
double length_of(const tess::PathView& path) {
  double straight = 0;
  double diagonal = 0;
  for (const tess::PathRun& run : path.runs()) {
    (run.dx != 0 && run.dy != 0 ? diagonal : straight) += run.length;
  }
  return straight + diagonal * std::numbers::sqrt2;
}

/// What a query was answered with. The result is valid until the next query.
struct Answer {
  tess::PathResult result;
  double length = 0;
  double microseconds = 0;
};

class Solver {
 public:
  Solver(const tess::MovingAiWorld& loaded, const Arguments& arguments)
      : loaded_(loaded),
        options_{.algorithm = arguments.algorithm},
        walker_(loaded, arguments.steps, tess::walker),
        swimmer_(loaded, arguments.steps, tess::swimmer) {}

  /// Water is passable from water only: what starts there swims.
  Mover& mover_at(tess::Coord start) {
    return loaded_.world.get(loaded_.terrain, start) == 'W' ? swimmer_ : walker_;
  }

  Answer solve(tess::Coord from, tess::Coord to) {
    using Clock = std::chrono::steady_clock;
    tess::Planner& planner = mover_at(from).planner;
    const Clock::time_point before = Clock::now();
    Answer answer{.result = planner.find(from, to, options_)};
    const std::chrono::duration<double, std::micro> took = Clock::now() - before;
    answer.microseconds = took.count();
    answer.length = length_of(answer.result.path);
    return answer;
  }

 private:
  const tess::MovingAiWorld& loaded_;
  tess::SearchOptions options_;
  Mover walker_;
  Mover swimmer_;
};

// ---- Scenarios -------------------------------------------------------------------------------

/// Says how far things are, where someone is looking.
class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total) {
#if __has_include(<unistd.h>)
    shown_ = isatty(STDERR_FILENO) == 1;
#endif
  }
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::size_t done) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    fmt::print(stderr, "\r{} of {} queries", done, total_);
    std::fflush(stderr);
  }

 private:
  std::size_t total_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

struct Report {
  std::size_t found = 0;
  std::size_t optimal = 0;
  std::uint64_t expanded = 0;
  std::vector<double> microseconds;  ///< of each query, in ascending order

  std::size_t queries() const { return microseconds.size(); }

  double mean() const {
    if (microseconds.empty()) return 0;
    return std::accumulate(microseconds.begin(), microseconds.end(), 0.0) /
           static_cast<double>(microseconds.size());
  }

  /// The least time that so large a part of the queries did not exceed.
  double percentile(double part) const {
    if (microseconds.empty()) return 0;
    const double rank = std::ceil(part * static_cast<double>(microseconds.size()));
    return microseconds[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  }
};

bool is_optimal(const Answer& answer, double stated) {
  return answer.result && std::abs(answer.length - stated) <= 0.01 + 0.00001 * stated;
}

void complain(const Arguments& arguments, const tess::MovingAiQuery& query, const Answer& answer) {
  fmt::print(stderr, "{}, line {}: {},{} to {},{}: expected length {:.5f}, found ",
             arguments.scenario, query.line, query.from.x, query.from.y, query.to.x, query.to.y,
             query.optimal_length);
  if (answer.result) {
    fmt::print(stderr, "{:.5f}\n", answer.length);
  } else {
    fmt::print(stderr, "{}\n", tess::name(answer.result.status));
  }
}

Report solve_all(const Arguments& arguments, Solver& solver,
                 const std::vector<tess::MovingAiQuery>& queries, bool compare) {
  constexpr std::size_t max_complaints = 10;
  Report report;
  std::vector<tess::MovingAiQuery> wrong;
  {
    Progress progress(queries.size());
    for (const tess::MovingAiQuery& query : queries) {
      const Answer answer = solver.solve(query.from, query.to);
      report.microseconds.push_back(answer.microseconds);
      report.expanded += answer.result.counters.expanded;
      if (answer.result) ++report.found;
      if (is_optimal(answer, query.optimal_length)) {
        ++report.optimal;
      } else if (compare && wrong.size() < max_complaints) {
        wrong.push_back(query);
      }
      progress(report.queries());
    }
  }
  for (const tess::MovingAiQuery& query : wrong) {
    complain(arguments, query, solver.solve(query.from, query.to));
  }
  std::sort(report.microseconds.begin(), report.microseconds.end());
  return report;
}

// ---- Output ----------------------------------------------------------------------------------

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// The members that every object printed has; `optimal` is null where there is nothing to compare
/// with.
std::string json_members(const Arguments& arguments, const Report& report, bool compared) {
  return fmt::format(
      R"("map": {}, "queries": {}, "optimal": {}, "mean_us": {:.3f}, "p50_us": {:.3f}, )"
      R"("p99_us": {:.3f}, "expanded": {})",
      json_string(arguments.map), report.queries(),
      compared ? fmt::to_string(report.optimal) : "null", report.mean(), report.percentile(0.5),
      report.percentile(0.99), report.expanded);
}

void print_report(const Arguments& arguments, const Report& report, bool compared) {
  if (arguments.json) {
    fmt::print("{{{}}}\n", json_members(arguments, report, compared));
    return;
  }
  fmt::print("map        {}\nscenario   {}\n", arguments.map, arguments.scenario);
  fmt::print("queries    {}\nfound      {}\n", report.queries(), report.found);
  if (compared) {
    fmt::print("optimal    {}\n", report.optimal);
  } else {
    fmt::print("optimal    not compared: the scenario's lengths are those of octile steps\n");
  }
  fmt::print("time       mean {:.2f} us, median {:.2f} us, 99th percentile {:.2f} us\n",
             report.mean(), report.percentile(0.5), report.percentile(0.99));
  fmt::print("expanded   {}\n", report.expanded);
}

void print_answer(const Arguments& arguments, const Answer& answer) {
  const tess::PathResult& result = answer.result;
  const std::size_t turns = result.path.runs().empty() ? 0 : result.path.runs().size() - 1;
  if (arguments.json) {
    const Report one{.found = 0,
                     .optimal = 0,
                     .expanded = result.counters.expanded,
                     .microseconds = {answer.microseconds}};
    fmt::print(R"({{{}, "status": "{}", "cost": {:.5f}, "length": {:.5f}, "turns": {}}})"
               "\n",
               json_members(arguments, one, false), tess::name(result.status), result.cost_in_tiles,
               answer.length, turns);
    return;
  }
  fmt::print("status     {}\n", tess::name(result.status));
  if (result) {
    fmt::print("cost       {:.5f} tiles, {} ticks\nlength     {:.5f}\nturns      {}\n",
               result.cost_in_tiles, result.cost, answer.length, turns);
  }
  fmt::print("expanded   {} by {}\ntime       {:.2f} us\n", result.counters.expanded,
             tess::name(result.algorithm), answer.microseconds);
}

// ---- The two ways to run ---------------------------------------------------------------------

/// Answers one query, for its own sake or for the picture of a scenario.
int show(const Arguments& arguments, Solver& solver, tess::Coord from, tess::Coord to) {
  const Answer answer = solver.solve(from, to);
  const Mover& mover = solver.mover_at(from);
  std::vector<tess::Coord> searched;
  mover.planner.append_expanded(searched);
  const tess::Picture picture{
      .paths = {&answer.result.path, 1}, .searched = searched, .start = from, .goal = to};
  if (!arguments.svg.empty()) {
    const tess::Result<void> written = tess::write_svg(arguments.svg, mover.map, picture);
    if (!written) return refuse(written.error().message());
  }
  const bool alone = arguments.scenario.empty();
  if (alone || (arguments.from && !arguments.json)) print_answer(arguments, answer);
  if (arguments.json) return 0;
  if (arguments.svg.empty()) {
    fmt::print("{}", tess::to_text(mover.map, picture));
  } else {
    fmt::print("picture    {}: {},{} to {},{}\n", arguments.svg, from.x, from.y, to.x, to.y);
  }
  return 0;
}

int run_scenario(const Arguments& arguments, Solver& solver, const tess::MovingAiMap& map) {
  const auto queries = tess::read_moving_ai_scenario(arguments.scenario);
  if (!queries) return refuse(queries.error().message());
  for (const tess::MovingAiQuery& query : *queries) {
    if (query.width == map.width && query.height == map.height) continue;
    return refuse(fmt::format("{}, line {}: expected a query on a map of {} x {}, found {} x {}",
                              arguments.scenario, query.line, map.width, map.height, query.width,
                              query.height));
  }
  const bool compare = arguments.steps == tess::Steps::octile;
  const Report report = solve_all(arguments, solver, *queries, compare);
  print_report(arguments, report, compare);

  const auto longest = std::max_element(
      queries->begin(), queries->end(),
      [](const auto& a, const auto& b) { return a.optimal_length < b.optimal_length; });
  int refused = 0;
  if (arguments.from) {
    refused = show(arguments, solver, *arguments.from, *arguments.to);
  } else if (!arguments.svg.empty() && longest != queries->end()) {
    refused = show(arguments, solver, longest->from, longest->to);
  }
  if (refused != 0) return refused;
  return compare && report.optimal != report.queries() ? exit_different : 0;
}

int run(const Arguments& arguments) {
  const tess::Result<tess::MovingAiMap> map = tess::read_moving_ai_map(arguments.map);
  if (!map) return refuse(map.error().message());
  for (const std::optional<tess::Coord>& end : {arguments.from, arguments.to}) {
    if (!end || map->contains(*end)) continue;
    return refuse(fmt::format("expected a tile of the map of {} x {}, found {},{}", map->width,
                              map->height, end->x, end->y));
  }
  const tess::Result<tess::MovingAiWorld> loaded = tess::make_world(*map);
  if (!loaded) return refuse(loaded.error().message());
  Solver solver(*loaded, arguments);
  if (!arguments.scenario.empty()) return run_scenario(arguments, solver, *map);
  return show(arguments, solver, *arguments.from, *arguments.to);
}

// ---- The command line ------------------------------------------------------------------------

bool parse_tile(std::string_view text, tess::Coord& tile) {
  const char* const end = text.data() + text.size();
  const auto [comma, bad_x] = std::from_chars(text.data(), end, tile.x);
  if (bad_x != std::errc{} || comma == end || *comma != ',') return false;
  const auto [rest, bad_y] = std::from_chars(comma + 1, end, tile.y);
  return bad_y == std::errc{} && rest == end;
}

/// An option of the form X,Y.
CLI::Option* add_tile(CLI::App& app, const char* name, std::optional<tess::Coord>& tile,
                      const char* description) {
  const auto store = [&tile, name](const std::string& text) {
    if (!parse_tile(text, tile.emplace())) {
      throw CLI::ValidationError(fmt::format("{}: expected a tile as X,Y, found '{}'", name, text));
    }
  };
  return app.add_option_function<std::string>(name, store, description)->type_name("X,Y");
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

/// An option with names for its values.
template <class T>
void add_choice(CLI::App& app, const char* name, T& value, const std::map<std::string, T>& choices,
                const char* description) {
  std::string names;
  for (const auto& [choice, meaning] : choices) names += (names.empty() ? "" : "|") + choice;
  const auto store = [&value, choices, names, name](const std::string& text) {
    const auto found = choices.find(text);
    if (found == choices.end()) {
      throw CLI::ValidationError(fmt::format("{}: expected {}, found '{}'", name, names, text));
    }
    value = found->second;
  };
  app.add_option_function<std::string>(name, store, description)->type_name(names);
}

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("--map", arguments.map, "the map, a .map file")->type_name("FILE")->required();
  app.add_option("--scen", arguments.scenario,
                 "find the paths of a .scen file, check their lengths")
      ->type_name("FILE");
  CLI::Option* from = add_tile(app, "--from", arguments.from, "find one path from this tile");
  CLI::Option* to = add_tile(app, "--to", arguments.to, "to this one");
  from->needs(to);
  to->needs(from);
  add_choice<tess::Steps>(app, "--steps", arguments.steps,
                          {{"octile", tess::Steps::octile}, {"cardinal", tess::Steps::cardinal}},
                          "8 neighbours without cutting corners (the default), or 4");
  add_choice<tess::Algorithm>(app, "--algorithm", arguments.algorithm,
                              {{"auto", tess::Algorithm::automatic},
                               {"astar", tess::Algorithm::astar},
                               {"jps", tess::Algorithm::jump_point},
                               {"wave", tess::Algorithm::wave}},
                              "how to search; by default what suits the map");
  app.add_option("--svg", arguments.svg, "draw the one path, or the scenario's longest")
      ->type_name("FILE");
  app.add_flag("--json", arguments.json, "print one JSON object instead of text");
  app.allow_extras();
  app.footer(
      "Walkers enter . G S; what starts on W swims and enters only W; T @ O are blocked.\n"
      "Times are of the search alone. A scenario's lengths are those of octile steps: with\n"
      "cardinal steps nothing is compared, and 'optimal' is null in JSON, as for one path.\n"
      "\n"
      "Exit status: 0 done; 1 a path of the scenario was not found, or its length differs by\n"
      "more than 0.01 + 0.00001 x length; 2 bad arguments or files.");
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Finds shortest paths on maps of the MovingAI collection.", "pathfind");
  try {
    declare(app, arguments);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    if (app.remaining_size() == 0) return refuse(error.what());
  }
  if (app.remaining_size() != 0) return refuse(unknown_option(app, app.remaining().front()));
  if (arguments.scenario.empty() && !arguments.from) {
    return refuse("expected --scen, or --from and --to; see --help");
  }
  return run(arguments);
}
