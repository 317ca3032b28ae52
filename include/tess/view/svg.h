#pragma once

#include <tess/core/result.h>
#include <tess/nav/nav_map.h>
#include <tess/view/picture.h>

#include <string>
#include <string_view>

namespace tess {

/// How an SVG picture is drawn.
struct SvgOptions {
  /// The size of a tile; 0 makes the longer side of the picture about 1000 pixels, with tiles of 1
  /// to 16 pixels.
  double pixels_per_tile = 0;
};

/// Draws a level of a map as an SVG image of one unit a tile, with (0, 0) at the picture's
/// north-west corner: blocked tiles dark, unknown ones violet, dear ones the darker the more it
/// costs to enter them (in seven steps, by powers of two), searched ones blue; those with a heat
/// from yellow over red to blue in 32 steps; paths as lines, jumps of a path dashed, starts green
/// and goals red. Tiles of one kind are one outline, so that the size goes with the corners of the
/// map, not with its tiles: some 3 bytes a corner. A picture without a tile is empty. Allocates
/// about a byte for each tile shown, and the image.
std::string to_svg(const NavMap& map, const Picture& picture = {}, const SvgOptions& options = {});

/// Draws to a file, which is replaced.
Result<void> write_svg(std::string_view path, const NavMap& map, const Picture& picture = {},
                       const SvgOptions& options = {});

}  // namespace tess
