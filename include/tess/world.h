#pragma once

#include <tess/world/chunk.h>
#include <tess/world/field.h>
#include <tess/world/storage.h>
#include <tess/world/tile_view.h>
#include <tess/world/world.h>
