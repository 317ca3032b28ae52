#pragma once

#include "arguments.h"
#include "solver.h"

namespace pathfind {

/// Finds how far everything is from the tile of `--field`, and the way there from that of `--from`.
/// Returns the code to exit with.
int run_field(const Arguments& arguments, Solver& solver);

}  // namespace pathfind
