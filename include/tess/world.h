#pragma once

#include <tess/world/chunk.h>
#include <tess/world/field.h>
#include <tess/world/for_each_chunk.h>
#include <tess/world/schedule.h>
#include <tess/world/storage.h>
#include <tess/world/system.h>
#include <tess/world/tile_view.h>
#include <tess/world/world.h>
