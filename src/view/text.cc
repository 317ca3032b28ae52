#include <tess/view/text.h>

#include "shown.h"

#include <tess/core/assert.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tess {

namespace {

/// The characters of a style; `partly` are for ever larger parts of a character's tiles blocked.
struct Glyphs {
  std::string_view path;
  std::string_view blocked;
  std::array<std::string_view, 3> partly;
  std::string_view searched;
  std::string_view unknown;
  std::string_view dear;
  std::string_view open;
};

constexpr Glyphs ascii{"*", "#", {":", "+", "%"}, "o", "?", "~", "."};
constexpr Glyphs unicode{"●", "█", {"░", "▒", "▓"}, "∘", "?", "~", "·"};

constexpr std::string_view digits = "0123456789";

/// What the tiles of one character are.
struct Cell {
  std::int32_t tiles = 0;
  std::int32_t blocked = 0;
  bool unknown = false;
  bool dear = false;
  bool searched = false;
  char mark = 0;  ///< '*', 'S' or 'G'
  int heat = -1;  ///< in tenths; -1 where there is none

  std::string_view glyph(const Glyphs& glyphs) const;
};

std::string_view Cell::glyph(const Glyphs& glyphs) const {
  if (mark == 'S') return "S";
  if (mark == 'G') return "G";
  if (mark == '*') return glyphs.path;
  if (heat >= 0 && 2 * blocked < tiles) return digits.substr(static_cast<std::size_t>(heat), 1);
  if (searched && 2 * blocked < tiles) return glyphs.searched;
  if (blocked == tiles) return glyphs.blocked;
  if (blocked != 0) return glyphs.partly[static_cast<std::size_t>(3.0 * blocked / tiles)];
  if (unknown) return glyphs.unknown;
  return dear ? glyphs.dear : glyphs.open;
}

/// The characters of a picture, and which one a tile is part of.
class TextCanvas {
 public:
  TextCanvas(const Box& box, std::int32_t max_width)
      : box_(box), columns_(box.size.width), rows_(box.size.height) {
    if (columns_ > max_width) {
      const double scale = 0.5 * max_width / columns_;
      columns_ = max_width;
      rows_ = std::clamp(static_cast<std::int32_t>(rows_ * scale + 0.5), 1, rows_);
    }
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }

  Cell& at(Coord c) {
    const std::int64_t column = (std::int64_t{c.x} - box_.min.x) * columns_ / box_.size.width;
    const std::int64_t row = (std::int64_t{c.y} - box_.min.y) * rows_ / box_.size.height;
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }

  void mark(Coord c, char mark) {
    if (box_.contains(c)) at(c).mark = mark;
  }

  void read(const NavMap& map);
  void draw(const Picture& picture);
  std::string text(const Glyphs& glyphs) const;

 private:
  Box box_;
  std::int32_t columns_;
  std::int32_t rows_;
  std::vector<Cell> cells_;
};

void TextCanvas::read(const NavMap& map) {
  for (std::int32_t y = 0; y < box_.size.height; ++y) {
    for (std::int32_t x = 0; x < box_.size.width; ++x) {
      const Coord c = box_.min + Coord{x, y, 0};
      const int cost = map.entry_cost(c);
      Cell& cell = at(c);
      ++cell.tiles;
      cell.blocked += cost == blocked;
      cell.unknown |= cost == unknown;
      cell.dear |= cost > 1 && cost <= max_entry_cost;
    }
  }
}

void TextCanvas::draw(const Picture& picture) {
  for (const Coord c : picture.searched) {
    if (box_.contains(c)) at(c).searched = true;
  }
  for (const TileHeat& hot : picture.heat) {
    if (!box_.contains(hot.tile)) continue;
    Cell& cell = at(hot.tile);
    cell.heat = std::max(cell.heat, detail::heat_step(hot.heat, 10));
  }
  for (const PathView& path : picture.paths) {
    for (const Coord c : path) mark(c, '*');
  }
  for (const PathView& path : picture.paths) {
    if (path.empty()) continue;
    mark(path.front(), 'S');
    mark(path.back(), 'G');
  }
  if (picture.start) mark(*picture.start, 'S');
  if (picture.goal) mark(*picture.goal, 'G');
}

std::string TextCanvas::text(const Glyphs& glyphs) const {
  std::string text;
  auto cell = cells_.begin();
  for (std::int32_t row = 0; row < rows_; ++row) {
    for (std::int32_t column = 0; column < columns_; ++column) text += (cell++)->glyph(glyphs);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string to_text(const NavMap& map, const Picture& picture, const TextOptions& options) {
  TESS_ASSERT(options.max_width >= 1, "a line holds at least one character");
  const Box box = detail::shown_box(map, picture);
  if (box.empty()) return {};
  TextCanvas canvas(box, options.max_width);
  canvas.read(map);
  canvas.draw(picture);
  return canvas.text(options.unicode ? unicode : ascii);
}

}  // namespace tess
