#pragma once

/// Readers of map files. Not part of `tess/tess.h`.

#include <tess/io/moving_ai_map.h>
#include <tess/io/moving_ai_scenario.h>
#include <tess/io/moving_ai_terrain.h>
#include <tess/io/moving_ai_world.h>
