#pragma once

/// All of tess that a game links. The readers of map files (`tess/io.h`), the pictures
/// (`tess/view.h`) and the fmt formatters (`tess/format.h`) are included by themselves.

#include <tess/agents.h>
#include <tess/core.h>
#include <tess/exec.h>
#include <tess/nav.h>
#include <tess/path.h>
#include <tess/world.h>
