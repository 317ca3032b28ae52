#pragma once

#include <tess/path/batch.h>
#include <tess/path/distance_field.h>
#include <tess/path/flow_field.h>
#include <tess/path/path.h>
#include <tess/path/planner.h>
#include <tess/path/route_cache.h>
#include <tess/path/search.h>
