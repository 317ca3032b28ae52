#pragma once

#include <tess/core/assert.h>
#include <tess/core/bits.h>
#include <tess/core/chunk_key.h>
#include <tess/core/config.h>
#include <tess/core/coord.h>
#include <tess/core/result.h>
