#pragma once

#include <tess/io.h>

#include "arguments.h"

namespace pathfind {

/// Lets the first agents of a multi-agent scenario walk to their goals, no two on a tile. Returns
/// the code to exit with.
int run_mapf(const Arguments& arguments, const tess::MovingAiMap& map,
             const tess::MovingAiWorld& loaded);

}  // namespace pathfind
