#include "outline.h"

namespace tess::detail {

bool Outliner::has(std::int32_t x, std::int32_t y) const {
  return x >= 0 && y >= 0 && x < width_ && y < height_ && (grid_[index(x, y)] & mask_) == value_;
}

std::size_t Outliner::index(std::int32_t x, std::int32_t y) const {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
         static_cast<std::size_t>(x);
}

void Outliner::append(std::string& data, std::uint8_t mask, std::uint8_t value) {
  mask_ = mask;
  value_ = value;
  walked_.assign(grid_.size(), false);
  // "z" takes the pen back to where its outline began, which is what the next "m" counts from.
  Point pen;
  for (std::int32_t y = 0; y < height_; ++y) {
    for (std::int32_t x = 0; x < width_; ++x) {
      if (!has(x, y) || has(x, y - 1) || walked_[index(x, y)]) continue;
      data += 'm';
      data += std::to_string(x - pen.x);
      if (y >= pen.y) data += ' ';
      data += std::to_string(y - pen.y);
      pen = {x, y};
      walk(data, pen);
    }
  }
}

void Outliner::walk(std::string& data, Point start) {
  constexpr int east = 0;
  // East, south, west, north: turning right is one further.
  constexpr std::int32_t dx[] = {1, 0, -1, 0};
  constexpr std::int32_t dy[] = {0, 1, 0, -1};
  Point at = start;
  int direction = east;
  std::int32_t length = 0;
  const auto has_ahead = [&](int hand) {
    return has(at.x + (dx[direction] + dx[hand] - 1) / 2,
               at.y + (dy[direction] + dy[hand] - 1) / 2);
  };
  for (;;) {
    if (direction == east) walked_[index(at.x, at.y)] = true;
    at.x += dx[direction];
    at.y += dy[direction];
    ++length;
    const int left = (direction + 3) & 3;
    const int right = (direction + 1) & 3;
    const bool turns_left = has_ahead(left);
    if (!turns_left && has_ahead(right)) continue;
    const int next = turns_left ? left : right;
    if (next == east && at.x == start.x && at.y == start.y) break;
    data += (direction & 1) == 0 ? 'h' : 'v';
    data += std::to_string(direction < 2 ? length : -length);
    direction = next;
    length = 0;
  }
  data += 'z';
}

}  // namespace tess::detail
