#include "scenario.h"

#include <tess/view.h>

#include "report.h"
#include "support/command_line.h"
#include "support/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pathfind {

namespace {

constexpr std::size_t max_complaints = 10;

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

/// Counts answers, and keeps those that are wrong.
class Checker {
 public:
  Checker(const Arguments& arguments, Report& report) : arguments_(arguments), report_(report) {
    if (arguments.steps != tess::Steps::octile) report.optimal.reset();
  }

  void operator()(const tess::MovingAiQuery& query, const Answer& answer) {
    ++report_.queries;
    if (answer.result) ++report_.found;
    if (!report_.optimal) return;
    if (is_optimal(answer, query.optimal_length)) {
      ++*report_.optimal;
    } else if (wrong_.size() < max_complaints) {
      wrong_.emplace_back(query, answer);
    }
  }

  /// Once nothing is shown of the progress any more.
  void complain_of_wrong() const {
    for (const auto& [query, answer] : wrong_) complain(arguments_, query, answer);
  }

 private:
  const Arguments& arguments_;
  Report& report_;
  std::vector<std::pair<tess::MovingAiQuery, Answer>> wrong_;
};

Report solve_each(const Arguments& arguments, Solver& solver,
                  const std::vector<tess::MovingAiQuery>& queries) {
  Report report;
  Checker check(arguments, report);
  {
    example::Progress progress(queries.size(), "queries");
    for (const tess::MovingAiQuery& query : queries) {
      const Answer answer = solver.solve(query.from, query.to);
      report.microseconds.push_back(answer.microseconds);
      report.expanded += answer.result.counters.expanded;
      check(query, answer);
      progress(report.queries);
    }
  }
  check.complain_of_wrong();
  std::sort(report.microseconds.begin(), report.microseconds.end());
  return report;
}

Report solve_batch(const Arguments& arguments, Solver& solver,
                   const std::vector<tess::MovingAiQuery>& queries) {
  Report report;
  Checker check(arguments, report);
  report.batch = solver.solve(queries);
  report.expanded = report.batch.counters.work.expanded;
  for (std::size_t i = 0; i < queries.size(); ++i) check(queries[i], report.batch.answers[i]);
  check.complain_of_wrong();
  report.batch.answers.clear();
  return report;
}

}  // namespace

int show_path(const Arguments& arguments, Solver& solver, tess::Coord from, tess::Coord to) {
  const Answer answer = solver.solve(from, to);
  const Mover& mover = solver.mover_at(from);
  std::vector<tess::Coord> searched;
  mover.planner.append_expanded(searched);
  const tess::Picture picture{
      .paths = {&answer.result.path, 1}, .searched = searched, .start = from, .goal = to};
  if (const int refused = write_picture(arguments, mover.map, picture)) return refused;
  const bool alone = arguments.scenario.empty();
  if (alone || (arguments.from && !arguments.json)) print_answer(arguments, answer);
  print_picture(arguments, mover.map, picture,
                fmt::format("{},{} to {},{}", from.x, from.y, to.x, to.y));
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
  const Report report = arguments.batch ? solve_batch(arguments, solver, *queries)
                                        : solve_each(arguments, solver, *queries);
  print_report(arguments, report);

  const auto longest = std::max_element(
      queries->begin(), queries->end(),
      [](const auto& a, const auto& b) { return a.optimal_length < b.optimal_length; });
  int refused = 0;
  if (arguments.from) {
    refused = show_path(arguments, solver, *arguments.from, *arguments.to);
  } else if (!arguments.svg.empty() && longest != queries->end()) {
    refused = show_path(arguments, solver, longest->from, longest->to);
  }
  if (refused != 0) return refused;
  return report.optimal && *report.optimal != report.queries ? example::exit_failed : 0;
}

}  // namespace pathfind
