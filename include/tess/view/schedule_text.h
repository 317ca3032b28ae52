#pragma once

#include <tess/world/schedule.h>

#include <string>

namespace tess {

/// Writes the phases that were derived for a schedule, a line each: its systems, and the number of
/// colors where a system's chunks are split (known once the schedule has run). Allocates the text.
///
///     phase 1: spread (4 colors), grow
///     phase 2: burn
std::string to_text(const Schedule& schedule);

}  // namespace tess
