#pragma once

#include <tess/core/result.h>
#include <tess/nav/nav_map.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tess {

namespace detail {
class Film;
}

/// How an animation is drawn and played.
struct AnimationOptions {
  double pixels_per_tile = 0;   ///< as of `SvgOptions`
  double ticks_per_second = 8;  ///< how fast it is played, above 0
};

/// A moving picture of a level of a map as an SVG image, which any browser plays, again and again:
/// movers as circles that glide from tile to tile, and tiles that change.
///
///     tess::Animation film(walk);
///     for (int tick = 0; tick < 300; ++tick) {
///       colonists.tick(pool);
///       for (std::size_t i = 0; i < colonists.size(); ++i) film.mover(i,
///       colonists.positions()[i]); film.end_tick();
///     }
///     tess::write_svg("colony.svg", film);
///
/// The map is drawn as it is at first; what changes later is told by `tile`. A mover takes memory,
/// and some 20 bytes of the image, for each turn and stop it makes, not for each step. Colours are
/// those of CSS, "#19a34a" or "red": letters, digits, #, and what rgb(1, 2, 3) is written with.
class Animation {
 public:
  /// Draws the lowest level of the map. The map is not needed any more afterwards.
  explicit Animation(const NavMap& map, const AnimationOptions& options = {});
  ~Animation();
  Animation(const Animation&) = delete;
  Animation& operator=(const Animation&) = delete;

  /// Shows a mover in this tick; one that is not shown in a tick is hidden in it. Movers on other
  /// levels are hidden.
  void mover(std::uint64_t id, Coord at, std::string_view colour = "#d7263d");

  /// Paints a tile from this tick on; with no colour, it is again as the map was.
  void tile(Coord at, std::string_view colour);

  /// Ends a tick and begins the next.
  void end_tick();

  /// The number of ticks that have ended.
  std::size_t ticks() const;

  /// The image of all ticks that have ended.
  std::string svg() const;

 private:
  detail::Film* film_;
};

/// Writes the image to a file, which is replaced.
Result<void> write_svg(std::string_view path, const Animation& animation);

}  // namespace tess
