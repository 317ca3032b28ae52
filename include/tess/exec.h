#pragma once

#include <tess/exec/block_loop.h>
#include <tess/exec/executor.h>
#include <tess/exec/index_range.h>
#include <tess/exec/worker_pool.h>
