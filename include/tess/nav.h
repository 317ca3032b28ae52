#pragma once

#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_chunk.h>
#include <tess/nav/nav_map.h>
