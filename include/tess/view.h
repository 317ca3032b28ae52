#pragma once

/// Pictures of maps and paths. Not part of `tess/tess.h`.

#include <tess/view/animation.h>
#include <tess/view/picture.h>
#include <tess/view/schedule_text.h>
#include <tess/view/svg.h>
#include <tess/view/text.h>
