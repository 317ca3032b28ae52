#include <tess/view/svg.h>

#include "outline.h"
#include "shown.h"
#include "svg_text.h"
#include "text_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace tess {

namespace {

// A tile is a byte: what it is in the low bits, whether it was searched in the highest.
constexpr std::uint8_t kind_mask = 0x0F;
constexpr std::uint8_t searched_bit = 0x80;

/// What a tile is: open at cost 1 (0), open at 2, 4, 8, ... or more (1 to 7), unknown or blocked.
constexpr std::uint8_t unknown_kind = 8;
constexpr std::uint8_t blocked_kind = 9;

constexpr std::string_view open_colour = "#f6f3ea";
constexpr std::string_view searched_colour = "#3d9be9";
constexpr std::array<std::string_view, 10> colours{open_colour, "#ebe3c3", "#e2d3a1", "#d6c083",
                                                   "#c6a96a",   "#b39056", "#9c7746", "#825f39",
                                                   "#b79fd6",   "#353b45"};

// A tile's heat is a byte of its own: 0 where there is none, else 1 to `heat_steps`.
constexpr int heat_steps = 32;
constexpr std::uint8_t heat_mask = 0x3F;

constexpr std::array<std::string_view, 6> path_colours{"#d7263d", "#1b4dd8", "#0b8a4a",
                                                       "#8a2be2", "#d96c06", "#0a7f8c"};

std::uint8_t kind(int cost) {
  if (cost == blocked) return blocked_kind;
  if (cost == unknown) return unknown_kind;
  return static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(cost)) - 1);
}

/// From pale yellow over red to deep blue, so that neighbouring steps differ as much everywhere.
std::string heat_colour(int step) {
  struct Colour {
    double red, green, blue;
  };
  constexpr std::array<Colour, 5> stops{
      {{255, 243, 176}, {249, 168, 62}, {214, 64, 69}, {122, 33, 110}, {27, 20, 82}}};
  const double at = 4.0 * step / (heat_steps - 1);
  const auto first = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double part = at - static_cast<double>(first);
  std::string text = "#";
  for (const auto channel : {&Colour::red, &Colour::green, &Colour::blue}) {
    const double value =
        stops[first].*channel + part * (stops[first + 1].*channel - stops[first].*channel);
    const auto byte = static_cast<unsigned>(std::lround(value));
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}

class SvgWriter {
 public:
  SvgWriter(const NavMap& map, const Picture& picture, const SvgOptions& options)
      : map_(map), picture_(picture), box_(detail::shown_box(map, picture)) {
    longest_ = std::max(box_.size.width, box_.size.height);
    scale_ = options.pixels_per_tile > 0 ? options.pixels_per_tile
                                         : std::clamp(std::floor(1000.0 / longest_), 1.0, 16.0);
    // Lines keep to their tiles where those are large, and can be seen where they are not.
    line_ = std::max(0.3, longest_ / 400.0);
  }

  std::string write() && {
    if (box_.empty()) return {};
    begin();
    tiles();
    paths();
    marks();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  SvgWriter& text(std::string_view text) {
    out_ += text;
    return *this;
  }

  SvgWriter& number(double value) {
    detail::append_number(out_, value);
    return *this;
  }

  SvgWriter& attribute(std::string_view name, std::string_view value) {
    return text(" ").text(name).text("=\"").text(value).text("\"");
  }

  SvgWriter& attribute(std::string_view name, double value) {
    return text(" ").text(name).text("=\"").number(value).text("\"");
  }

  void begin() {
    text("<svg").attribute("xmlns", "http://www.w3.org/2000/svg");
    attribute("width", box_.size.width * scale_).attribute("height", box_.size.height * scale_);
    text(" viewBox=\"0 0 ")
        .number(box_.size.width)
        .text(" ")
        .number(box_.size.height)
        .text("\">\n");
    text("<rect").attribute("width", box_.size.width).attribute("height", box_.size.height);
    attribute("fill", open_colour).text("/>\n");
  }

  void tiles() {
    const auto width = static_cast<std::size_t>(box_.size.width);
    std::vector<std::uint8_t> grid(width * static_cast<std::size_t>(box_.size.height));
    unsigned kinds = 0;
    auto* tile = grid.data();
    for (std::int32_t y = 0; y < box_.size.height; ++y) {
      for (std::int32_t x = 0; x < box_.size.width; ++x) {
        *tile = kind(map_.entry_cost(box_.min + Coord{x, y, 0}));
        kinds |= 1U << *tile++;
      }
    }
    for (const Coord c : picture_.searched) {
      if (!box_.contains(c)) continue;
      grid[index(c)] |= searched_bit;
    }
    detail::Outliner outliner(grid, box_.size.width, box_.size.height);
    text("<g shape-rendering=\"crispEdges\">\n");
    for (std::uint8_t k = 1; k < colours.size(); ++k) {
      if ((kinds >> k & 1U) == 0) continue;
      outline(outliner, kind_mask, k).attribute("fill", colours[k]).text("/>\n");
    }
    if (!picture_.searched.empty()) {
      outline(outliner, searched_bit, searched_bit).attribute("fill", searched_colour);
      text(" fill-opacity=\".4\"/>\n");
    }
    heat(grid);
    text("</g>\n");
  }

  /// The open tiles that have a heat, over the grid of all tiles.
  void heat(std::vector<std::uint8_t>& grid) {
    if (picture_.heat.empty()) return;
    for (std::uint8_t& tile : grid) {
      const std::uint8_t tile_kind = tile & kind_mask;
      tile = tile_kind == unknown_kind || tile_kind == blocked_kind ? searched_bit : 0;
    }
    for (const TileHeat& hot : picture_.heat) {
      if (!box_.contains(hot.tile)) continue;
      std::uint8_t& tile = grid[index(hot.tile)];
      if (tile == searched_bit) continue;
      tile = static_cast<std::uint8_t>(1 + detail::heat_step(hot.heat, heat_steps));
    }
    detail::Outliner outliner(grid, box_.size.width, box_.size.height);
    std::uint64_t steps = 0;
    for (const std::uint8_t tile : grid) steps |= std::uint64_t{1} << (tile & heat_mask);
    for (int step = 0; step < heat_steps; ++step) {
      if ((steps >> (step + 1) & 1U) == 0) continue;
      outline(outliner, heat_mask, static_cast<std::uint8_t>(step + 1));
      attribute("fill", heat_colour(step)).text("/>\n");
    }
  }

  std::size_t index(Coord c) const {
    return static_cast<std::size_t>(c.y - box_.min.y) * static_cast<std::size_t>(box_.size.width) +
           static_cast<std::size_t>(c.x - box_.min.x);
  }

  SvgWriter& outline(detail::Outliner& outliner, std::uint8_t mask, std::uint8_t value) {
    text("<path d=\"");
    outliner.append(out_, mask, value);
    return text("\"");
  }

  void paths() {
    if (picture_.paths.empty()) return;
    text("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    attribute("stroke-width", line_).text(">\n");
    for (std::size_t i = 0; i < picture_.paths.size(); ++i) {
      const std::string_view colour = path_colours[i % path_colours.size()];
      path(picture_.paths[i], false, colour);
      path(picture_.paths[i], true, colour);
    }
    text("</g>\n");
  }

  /// Draws the runs of a path that are steps, or those that are jumps.
  void path(const PathView& path, bool jumps, std::string_view colour) {
    if (path.empty()) return;
    const std::size_t before = out_.size();
    text("<path d=\"");
    const std::size_t begin = out_.size();
    Coord at = path.front();
    bool pen_down = false;
    for (const PathRun& run : path.runs()) {
      const Coord from = at;
      at = run.jump ? path.landings()[run.length] : end_of(run, at);
      const bool drawn = run.jump == jumps && from.z == box_.min.z && at.z == box_.min.z;
      if (drawn && !pen_down) point('M', from);
      if (drawn) point('L', at);
      pen_down = drawn;
    }
    if (out_.size() == begin) return out_.resize(before);
    text("\"").attribute("stroke", colour);
    if (jumps) attribute("stroke-dasharray", line_ * 2);
    text("/>\n");
  }

  static Coord end_of(const PathRun& run, Coord at) {
    const auto length = static_cast<std::int32_t>(run.length);
    return at + Coord{run.dx * length, run.dy * length, run.dz * length};
  }

  void point(char command, Coord c) {
    out_ += command;
    number(0.5 + c.x - box_.min.x).text(" ").number(0.5 + c.y - box_.min.y);
  }

  void marks() {
    for (const PathView& path : picture_.paths) {
      if (path.empty()) continue;
      mark(path.front(), "#19a34a");
      mark(path.back(), "#b3001b");
    }
    if (picture_.start) mark(*picture_.start, "#19a34a");
    if (picture_.goal) mark(*picture_.goal, "#b3001b");
  }

  void mark(Coord c, std::string_view colour) {
    if (!box_.contains(c)) return;
    text("<circle").attribute("cx", c.x - box_.min.x + 0.5).attribute("cy", c.y - box_.min.y + 0.5);
    attribute("r", line_ * 1.4).attribute("fill", colour).attribute("stroke", "#fff");
    attribute("stroke-width", line_ * 0.4).text("/>\n");
  }

  const NavMap& map_;
  const Picture& picture_;
  Box box_;
  double longest_ = 0;
  double scale_ = 0;
  double line_ = 0;
  std::string out_;
};

}  // namespace

std::string to_svg(const NavMap& map, const Picture& picture, const SvgOptions& options) {
  return SvgWriter(map, picture, options).write();
}

Result<void> write_svg(std::string_view path, const NavMap& map, const Picture& picture,
                       const SvgOptions& options) {
  return detail::write_text_file(path, to_svg(map, picture, options));
}

}  // namespace tess
