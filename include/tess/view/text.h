#pragma once

#include <tess/nav/nav_map.h>
#include <tess/view/picture.h>

#include <cstdint>
#include <string>

namespace tess {

/// How a text picture is drawn.
struct TextOptions {
  /// The most characters in a line, at least 1. A wider map is scaled down to this width, and to
  /// half as many lines a tile, since characters are about twice as high as wide.
  std::int32_t max_width = 80;

  /// Whether to draw with block characters, in UTF-8, instead of ASCII.
  bool unicode = true;
};

/// Draws a level of a map as lines of characters, one a tile where the map is not too wide. What
/// comes first in this list hides what comes later:
///
///     S G     S G     start and goal
///     *       ●       path
///     #       █       blocked; of a scaled map % + : or ▓ ▒ ░ where only some tiles are
///     0-9     0-9     the heat, in tenths; of a scaled map the greatest
///     o       ∘       searched
///     ?       ?       unknown
///     ~       ~       open at a cost of 2 or more
///     .       ·       open
///
/// Heat and searched tiles hide blocked ones where those are less than half. A picture without a
/// tile is empty. Allocates 12 bytes a character, and the text.
std::string to_text(const NavMap& map, const Picture& picture = {},
                    const TextOptions& options = {});

}  // namespace tess
