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

  struct Masks {
    std::uint8_t certain = 0;      ///< legal, and no way from the tile before matches it
    std::uint8_t conditional = 0;  ///< legal, and a way from the tile before may match it
  };

  const Masks& masks(std::uint8_t arrival, std::uint32_t around) const {
    return masks_[arrival][around];
  }

  /// The straight-straight way that replaces a turn from one diagonal step into another: the
  /// neighbour that it goes by.
  static constexpr Offset detour(Offset arrival, Offset step) {
    // From (-ax, -ay) to (sx, sy), where one of the two coordinates stays the same.
    const bool same_column = step.dx == -arrival.dx;
    return {same_column ? step.dx : std::int8_t{0}, same_column ? std::int8_t{0} : step.dy, 0};
  }

 private:
  std::array<std::array<Masks, 512>, 12> masks_{};
};

}  // namespace tess::detail
