#pragma once

#include <tess/io.h>

#include "arguments.h"
#include "solver.h"

namespace pathfind {

/// Answers all queries of the scenario and checks their lengths. Returns the code to exit with.
int run_scenario(const Arguments& arguments, Solver& solver, const tess::MovingAiMap& map);

/// Answers one query, for its own sake or for the picture of a scenario.
int show_path(const Arguments& arguments, Solver& solver, tess::Coord from, tess::Coord to);

}  // namespace pathfind
