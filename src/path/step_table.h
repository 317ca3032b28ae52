#pragma once

#include <tess/nav/movement.h>

#include <array>
#include <cstdint>

namespace tess::detail {

/// Arrivals other than by one of the ten directions.
inline constexpr std::uint8_t by_link = 10;
inline constexpr std::uint8_t at_start = 11;

/// Which of the eight steps within a level are worth taking, by the 3 x 3 tiles around a tile and
/// the step by which it was reached. Bit dx + 1 + 3 * (dy + 1) of the neighbourhood is the tile at
/// (dx, dy), set where open; bit d of a mask is direction d.
///
/// A step is not worth taking where the tile before offers a way to the same tile that costs no
/// more, whatever the entry costs: the idea of jump point search (Harabor and Grastien 2011)
/// without the jumps. Where that depends on the costs, the step is *conditional*; `detour` tells
/// on which. Of two ways that cost the same, the one with the diagonal step first is kept.
class StepTable {
 public:
  explicit StepTable(const Movement& movement);

  /// The legal steps that no way from the tile before matches at any cost.
  std::uint8_t certain(std::uint8_t arrival, std::uint32_t around) const {
    return certain_[arrival][around];
  }

  /// The legal steps that a way from the tile before may match.
  std::uint8_t conditional(std::uint8_t arrival, std::uint32_t around) const {
    return conditional_[arrival][around];
  }

  /// The straight-straight way that replaces a turn from one diagonal step into another: the
  /// neighbour, as an index of the neighbourhood, that it goes by.
  static constexpr int detour(Offset arrival, Offset step) {
    // From (-ax, -ay) to (sx, sy), where one of the two coordinates stays the same.
    const int x = step.dx == -arrival.dx ? step.dx : 0;
    const int y = step.dy == -arrival.dy ? step.dy : 0;
    return x + 1 + 3 * (y + 1);
  }

 private:
  using Masks = std::array<std::uint8_t, 512>;

  std::array<Masks, 12> certain_{};
  std::array<Masks, 12> conditional_{};
};

}  // namespace tess::detail
