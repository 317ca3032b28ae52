#include "settlement.h"

namespace colony {

namespace {

/// What a colonist makes of a tile.
struct Rule {
  tess::Field<std::uint8_t> ground;
  bool has_keys;

  int operator()(tess::TileView tile) const {
    switch (static_cast<Ground>(tile[ground])) {
      case Ground::grass: return 1;
      case Ground::mud: return 3;
      case Ground::door_open: return 1;
      case Ground::door_shut: return has_keys ? 2 : tess::blocked;
      case Ground::wall: break;
    }
    return tess::blocked;
  }
};

constexpr tess::Movement on_foot{.steps = tess::Steps::octile};

}  // namespace

Settlement::Settlement(std::uint64_t seed)
    : state_(seed),
      haulers_(world_, on_foot, Rule{ground_, false}),
      builders_(world_, on_foot, Rule{ground_, true}) {
  for (int i = 0; i < 12; ++i) {
    const tess::Coord corner{static_cast<std::int32_t>(chance(width - 8)),
                             static_cast<std::int32_t>(chance(height - 6))};
    world_.fill(ground_, {corner, {8, 5}}, static_cast<std::uint8_t>(Ground::mud));
  }
  for (std::int32_t y = 4; y + 14 < height; y += 20) {
    for (std::int32_t x = 6; x + 18 < width; x += 24) build_room({x, y}, {17, 13});
  }
}

/// Four walls with a door in two of them.
void Settlement::build_room(tess::Coord corner, tess::Extent size) {
  world_.fill(ground_, {corner, size}, static_cast<std::uint8_t>(Ground::wall));
  const tess::Box inside{corner + tess::Coord{1, 1, 0}, {size.width - 2, size.height - 2}};
  world_.fill(ground_, inside, static_cast<std::uint8_t>(Ground::grass));
  rooms_.push_back(inside);
  const tess::Coord sides[] = {corner + tess::Coord{size.width / 2, 0, 0},
                               corner + tess::Coord{size.width / 2, size.height - 1, 0},
                               corner + tess::Coord{0, size.height / 2, 0},
                               corner + tess::Coord{size.width - 1, size.height / 2, 0}};
  const std::uint32_t first = chance(4);
  for (const std::uint32_t side : {first, (first + 1 + chance(3)) % 4}) {
    doors_.push_back(sides[side]);
    set(sides[side], Ground::door_open);
  }
}

std::uint32_t Settlement::chance(std::uint32_t count) {
  state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
  return static_cast<std::uint32_t>(state_ >> 33) % count;
}

tess::Coord Settlement::open_tile() {
  for (;;) {
    const tess::Coord c{static_cast<std::int32_t>(chance(width)),
                        static_cast<std::int32_t>(chance(height))};
    if (at(c) == Ground::grass || at(c) == Ground::mud) return c;
  }
}

tess::Coord Settlement::workplace() {
  for (;;) {
    const tess::Box& room = rooms_[chance(static_cast<std::uint32_t>(rooms_.size()))];
    const tess::Coord c =
        room.min +
        tess::Coord{static_cast<std::int32_t>(chance(static_cast<std::uint32_t>(room.size.width))),
                    static_cast<std::int32_t>(chance(static_cast<std::uint32_t>(room.size.height))),
                    0};
    if (at(c) == Ground::grass || at(c) == Ground::mud) return c;
  }
}

}  // namespace colony
