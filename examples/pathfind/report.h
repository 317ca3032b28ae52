#pragma once

#include <tess/nav/nav_map.h>
#include <tess/view/picture.h>

#include "arguments.h"
#include "solver.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pathfind {

/// What became of a scenario's queries.
struct Report {
  std::size_t queries = 0;
  std::size_t found = 0;
  std::optional<std::size_t> optimal = 0;  ///< nothing where the lengths are not comparable
  std::uint64_t expanded = 0;
  std::vector<double> microseconds;  ///< of each query, in ascending order; none in a batch
  BatchAnswer batch;                 ///< where it was one, without its answers

  /// The mean time of a query.
  double mean() const;

  /// The least time that so large a part of the queries did not exceed.
  double percentile(double part) const;
};

std::string json_string(std::string_view text);

void print_report(const Arguments& arguments, const Report& report);
void print_answer(const Arguments& arguments, const Answer& answer);

/// Draws to the file of `--svg`, if there is one. Returns the code of a refusal, or 0.
int write_picture(const Arguments& arguments, const tess::NavMap& map,
                  const tess::Picture& picture);

/// Says what the file shows, or prints the picture where there is none; nothing with `--json`.
void print_picture(const Arguments& arguments, const tess::NavMap& map,
                   const tess::Picture& picture, std::string_view what);

}  // namespace pathfind
