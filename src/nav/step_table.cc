#include "step_table.h"

namespace tess::detail {

namespace {

constexpr bool near_zero(int v) { return v >= -1 && v <= 1; }

class Neighbourhood {
 public:
  explicit Neighbourhood(std::uint32_t around) : around_(around) {}

  bool open(int x, int y) const {
    return near_zero(x) && near_zero(y) && (around_ >> (x + 1 + 3 * (y + 1)) & 1) != 0;
  }

  /// Whether one step leads from one open tile of the neighbourhood to another. False where that
  /// depends on a tile outside.
  bool step(const Movement& movement, int x, int y, int dx, int dy) const {
    if (!near_zero(dx) || !near_zero(dy) || (dx == 0 && dy == 0)) return false;
    if (!open(x, y) || !open(x + dx, y + dy)) return false;
    if (dx == 0 || dy == 0) return true;
    switch (movement.steps) {
      case Steps::cardinal: return false;
      case Steps::hex: return dx != dy;
      case Steps::octile: break;
    }
    const int sides = int{open(x + dx, y)} + int{open(x, y + dy)};
    return sides >= 2 - static_cast<int>(movement.corners);
  }

 private:
  std::uint32_t around_;
};

enum class Worth : std::uint8_t { never, depends, always };

Worth worth(const Movement& movement, const Neighbourhood& tiles, Offset arrival, Offset step) {
  const int px = -arrival.dx;
  const int py = -arrival.dy;
  const int dx = step.dx - px;
  const int dy = step.dy - py;
  if (dx == 0 && dy == 0) return Worth::never;
  const bool straight = step.dx == 0 || step.dy == 0;
  if (tiles.step(movement, px, py, dx, dy)) {
    const bool direct_straight = dx == 0 || dy == 0;
    const bool longer = movement.steps == Steps::octile && !direct_straight && straight;
    return longer ? Worth::depends : Worth::never;
  }
  const bool turn = arrival.dx != 0 && arrival.dy != 0 && !straight;
  if (movement.steps == Steps::octile && turn && (dx == 0 || dy == 0)) {
    const int x = dx == 0 ? step.dx : 0;
    const int y = dy == 0 ? step.dy : 0;
    if (tiles.open(x, y)) return Worth::depends;
  }
  return Worth::always;
}

}  // namespace

StepTable::StepTable(const Movement& movement) {
  for (std::uint32_t around = 0; around < 512; ++around) {
    if ((around & 16) == 0) continue;
    const Neighbourhood tiles(around);
    for (std::size_t arrival = 0; arrival < masks_.size(); ++arrival) {
      for (std::size_t d = 0; d < 8; ++d) {
        const Offset step = offsets[d];
        if (!tiles.step(movement, 0, 0, step.dx, step.dy)) continue;
        const Worth value =
            arrival < 8 ? worth(movement, tiles, offsets[arrival], step) : Worth::always;
        const auto mask = static_cast<std::uint8_t>(1U << d);
        if (value == Worth::always) masks_[arrival][around].certain |= mask;
        if (value == Worth::depends) masks_[arrival][around].conditional |= mask;
      }
    }
  }
}

}  // namespace tess::detail
