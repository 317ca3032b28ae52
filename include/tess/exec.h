#pragma once

#include <tess/exec/executor.h>
