#include "report.h"

#include <tess/view.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pathfind {

namespace {

/// A number of microseconds, or null where it was not measured.
std::string json_time(bool measured, double microseconds) {
  return measured ? fmt::format("{:.3f}", microseconds) : "null";
}

/// The members that every object of queries has; `optimal` is null where there is nothing to
/// compare with, and the percentiles where queries were not timed one by one.
std::string json_members(const Arguments& arguments, const Report& report) {
  const bool each = report.batch.workers == 0;
  return fmt::format(R"("map": {}, "queries": {}, "optimal": {}, "mean_us": {:.3f}, "p50_us": {}, )"
                     R"("p99_us": {}, "expanded": {})",
                     json_string(arguments.map), report.queries,
                     report.optimal ? fmt::to_string(*report.optimal) : "null", report.mean(),
                     json_time(each, report.percentile(0.5)),
                     json_time(each, report.percentile(0.99)), report.expanded);
}

std::string json_batch(const BatchAnswer& batch) {
  const tess::BatchCounters& counters = batch.counters;
  return fmt::format(
      R"(, "workers": {}, "batch_us": {:.3f}, "duplicates": {}, "groups": {}, "grouped": {}, )"
      R"("searches": {})",
      batch.workers, batch.microseconds, counters.duplicates, counters.groups, counters.grouped,
      counters.searches);
}

void print_batch(const Report& report) {
  const tess::BatchCounters& counters = report.batch.counters;
  fmt::print("time       {:.2f} us in all on {} worker(s), {:.2f} us a query\n",
             report.batch.microseconds, report.batch.workers, report.mean());
  fmt::print("reused     {} equal an earlier one; {} shared {} searches from their goals\n",
             counters.duplicates, counters.grouped, counters.groups);
  fmt::print("searches   {}\n", counters.searches);
}

}  // namespace

double Report::mean() const {
  if (queries == 0) return 0;
  const double sum = std::accumulate(microseconds.begin(), microseconds.end(), batch.microseconds);
  return sum / static_cast<double>(queries);
}

double Report::percentile(double part) const {
  if (microseconds.empty()) return 0;
  const double rank = std::ceil(part * static_cast<double>(microseconds.size()));
  return microseconds[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

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

void print_report(const Arguments& arguments, const Report& report) {
  const bool batch = report.batch.workers != 0;
  if (arguments.json) {
    fmt::print("{{{}{}}}\n", json_members(arguments, report),
               batch ? json_batch(report.batch) : std::string());
    return;
  }
  fmt::print("map        {}\nscenario   {}\n", arguments.map, arguments.scenario);
  fmt::print("queries    {}\nfound      {}\n", report.queries, report.found);
  if (report.optimal) {
    fmt::print("optimal    {}\n", *report.optimal);
  } else {
    fmt::print("optimal    not compared: the scenario's lengths are those of octile steps\n");
  }
  if (batch) {
    print_batch(report);
  } else {
    fmt::print("time       mean {:.2f} us, median {:.2f} us, 99th percentile {:.2f} us\n",
               report.mean(), report.percentile(0.5), report.percentile(0.99));
  }
  fmt::print("expanded   {}\n", report.expanded);
}

void print_answer(const Arguments& arguments, const Answer& answer) {
  const tess::PathResult& result = answer.result;
  const std::size_t turns = result.path.runs().empty() ? 0 : result.path.runs().size() - 1;
  if (arguments.json) {
    Report one{.queries = 1,
               .found = 0,
               .optimal = std::nullopt,
               .expanded = result.counters.expanded,
               .microseconds = {answer.microseconds},
               .batch = {}};
    fmt::print(R"({{{}, "status": "{}", "cost": {:.5f}, "length": {:.5f}, "turns": {}}})"
               "\n",
               json_members(arguments, one), tess::name(result.status), result.cost_in_tiles,
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

int write_picture(const Arguments& arguments, const tess::NavMap& map,
                  const tess::Picture& picture) {
  if (arguments.svg.empty()) return 0;
  const tess::Result<void> written = tess::write_svg(arguments.svg, map, picture);
  return written ? 0 : refuse(written.error().message());
}

void print_picture(const Arguments& arguments, const tess::NavMap& map,
                   const tess::Picture& picture, std::string_view what) {
  if (arguments.json) return;
  if (arguments.svg.empty()) {
    fmt::print("{}", tess::to_text(map, picture));
  } else {
    fmt::print("picture    {}: {}\n", arguments.svg, what);
  }
}

}  // namespace pathfind
