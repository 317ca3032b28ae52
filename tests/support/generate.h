#pragma once

#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_map.h>
#include <tess/world/world.h>

#include "support/print.h"
#include "support/random.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {

/// A small world made from a number: what tests run searches on.
struct Case {
  std::uint64_t seed = 0;
  Box box;
  Movement movement;

  /// What entering each tile costs: 1 to 254, 255 blocked, 256 unknown; by level, row, column.
  std::vector<std::uint16_t> costs;

  std::vector<Link> links;

  std::size_t index(Coord c) const {
    const auto width = static_cast<std::size_t>(box.size.width);
    const auto height = static_cast<std::size_t>(box.size.height);
    const Coord at = c - box.min;
    return (static_cast<std::size_t>(at.z) * height + static_cast<std::size_t>(at.y)) * width +
           static_cast<std::size_t>(at.x);
  }

  Coord coord(std::size_t i) const {
    const auto width = static_cast<std::size_t>(box.size.width);
    const auto height = static_cast<std::size_t>(box.size.height);
    return box.min + Coord{static_cast<std::int32_t>(i % width),
                           static_cast<std::int32_t>(i / width % height),
                           static_cast<std::int32_t>(i / (width * height))};
  }

  int cost(Coord c) const { return costs[index(c)]; }
};

namespace detail {

/// One level as it is being drawn.
struct Level {
  std::int32_t width;
  std::int32_t height;
  std::vector<bool> walls;

  Level(std::int32_t w, std::int32_t h)
      : width(w), height(h), walls(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}

  bool inside(std::int32_t x, std::int32_t y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  std::size_t at(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  bool wall(std::int32_t x, std::int32_t y) const { return !inside(x, y) || walls[at(x, y)]; }
  void set(std::int32_t x, std::int32_t y, bool wall) {
    if (inside(x, y)) walls[at(x, y)] = wall;
  }
};

inline void draw_noise(Level& level, Random& random, int percent) {
  for (std::size_t i = 0; i < level.walls.size(); ++i) level.walls[i] = random.chance(percent);
}

/// Rooms with a door or none in each wall.
inline void draw_rooms(Level& level, Random& random, std::int32_t side) {
  const std::int32_t door = random.between(1, 2);
  for (std::int32_t y = 0; y < level.height; ++y) {
    for (std::int32_t x = 0; x < level.width; ++x) {
      level.set(x, y, x % side == 0 || y % side == 0);
    }
  }
  for (std::int32_t y = 0; y < level.height; y += side) {
    for (std::int32_t x = 0; x < level.width; x += side) {
      const std::int32_t along = random.between(1, side - 1);
      const std::int32_t across = random.between(1, side - 1);
      for (std::int32_t i = 0; i < door; ++i) {
        if (random.chance(90)) level.set(x + along + i, y, false);
        if (random.chance(90)) level.set(x, y + across + i, false);
      }
    }
  }
}

/// Noise, smoothed until it looks like caves.
inline void draw_caves(Level& level, Random& random) {
  draw_noise(level, random, 45);
  for (int pass = 0; pass < 3; ++pass) {
    const Level before = level;
    for (std::int32_t y = 0; y < level.height; ++y) {
      for (std::int32_t x = 0; x < level.width; ++x) {
        int walls = 0;
        for (int d = 0; d < 9; ++d) walls += before.wall(x + d % 3 - 1, y + d / 3 - 1) ? 1 : 0;
        level.set(x, y, walls >= 5);
      }
    }
  }
}

/// Corridors of one width, one way between any two of their cells, and a few walls torn down.
inline void draw_maze(Level& level, Random& random, std::int32_t corridor) {
  const std::int32_t pitch = corridor + 1;
  const std::int32_t columns = std::max(1, level.width / pitch);
  const std::int32_t rows = std::max(1, level.height / pitch);
  std::fill(level.walls.begin(), level.walls.end(), true);
  const auto open = [&](std::int32_t x, std::int32_t y, std::int32_t w, std::int32_t h) {
    for (std::int32_t i = 0; i < w * h; ++i) level.set(x + i % w, y + i / w, false);
  };
  std::vector<bool> seen(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  std::vector<std::pair<std::int32_t, std::int32_t>> stack{{0, 0}};
  seen[0] = true;
  open(0, 0, corridor, corridor);
  constexpr std::int32_t dx[] = {1, 0, -1, 0};
  constexpr std::int32_t dy[] = {0, 1, 0, -1};
  while (!stack.empty()) {
    const auto [x, y] = stack.back();
    const std::int32_t first = random.between(0, 3);
    bool went = false;
    for (std::int32_t i = 0; i < 4 && !went; ++i) {
      const std::int32_t d = (first + i) % 4;
      const std::int32_t nx = x + dx[d];
      const std::int32_t ny = y + dy[d];
      if (nx < 0 || ny < 0 || nx >= columns || ny >= rows) continue;
      const auto cell = static_cast<std::size_t>(ny * columns + nx);
      if (seen[cell]) continue;
      seen[cell] = true;
      open(std::min(x, nx) * pitch, std::min(y, ny) * pitch, dx[d] != 0 ? pitch + 1 : corridor,
           dy[d] != 0 ? pitch + 1 : corridor);
      open(nx * pitch, ny * pitch, corridor, corridor);
      stack.emplace_back(nx, ny);
      went = true;
    }
    if (!went) stack.pop_back();
  }
  for (std::int32_t i = random.between(0, 4); i > 0; --i) {
    const std::int32_t x = random.between(0, level.width - 1);
    const std::int32_t y = random.between(0, level.height - 1);
    level.set(x, y, false);
  }
}

/// Walls right across with one gap each.
inline void draw_stripes(Level& level, Random& random) {
  const std::int32_t pitch = random.between(2, 9);
  const bool upright = random.chance(50);
  const bool alternate = random.chance(50);
  const std::int32_t length = upright ? level.height : level.width;
  for (std::int32_t i = pitch - 1; i < (upright ? level.width : level.height); i += pitch) {
    const std::int32_t gap =
        alternate ? (i / pitch % 2 == 0 ? 0 : length - 1) : random.between(0, length - 1);
    for (std::int32_t k = 0; k < length; ++k) {
      level.set(upright ? i : k, upright ? k : i, k != gap);
    }
  }
}

/// Rectangles thrown about.
inline void draw_blocks(Level& level, Random& random) {
  for (std::int32_t i = random.between(1, 30); i > 0; --i) {
    const std::int32_t x = random.between(0, level.width - 1);
    const std::int32_t y = random.between(0, level.height - 1);
    const std::int32_t w = random.between(1, 12);
    const std::int32_t h = random.between(1, 12);
    for (std::int32_t k = 0; k < w * h; ++k) level.set(x + k % w, y + k / w, true);
  }
}

inline Level draw_level(std::int32_t width, std::int32_t height, std::int32_t mover,
                        Random& random) {
  Level level(width, height);
  const std::int32_t style = random.between(0, 99);
  if (style < 25) {
    draw_noise(level, random, random.between(0, 60) / (mover * mover));
  } else if (style < 40) {
    draw_rooms(level, random, random.between(3, 16) + 2 * mover);
  } else if (style < 52) {
    draw_caves(level, random);
  } else if (style < 66) {
    draw_maze(level, random, random.chance(70) ? mover : mover + random.between(0, 3));
  } else if (style < 76) {
    draw_stripes(level, random);
  } else if (style < 90) {
    draw_blocks(level, random);
  } else if (style < 91) {
    std::fill(level.walls.begin(), level.walls.end(), true);
  }
  return level;
}

inline std::int32_t draw_side(Random& random) {
  const std::int32_t kind = random.between(0, 9);
  if (kind < 4) return random.between(1, 20);
  if (kind < 8) return random.between(10, 70);
  return random.between(60, 130);
}

/// Mostly near zero, so that chunk borders lie anywhere; at times at the ends of the range.
inline std::int32_t draw_origin(Random& random, std::int32_t size) {
  const std::int32_t kind = random.between(0, 99);
  if (kind < 30) return 0;
  if (kind < 90) return random.between(-200, 200);
  if (kind < 96) return random.between(-1'000'000'000, 1'000'000'000);
  if (kind < 98) return std::numeric_limits<std::int32_t>::min();
  return std::numeric_limits<std::int32_t>::max() - size + 1;
}

inline Movement draw_movement(Random& random) {
  Movement movement;
  movement.steps = random.pick({Steps::cardinal, Steps::octile, Steps::octile, Steps::hex});
  movement.corners =
      random.pick({Corners::never_cut, Corners::never_cut, Corners::cut_one, Corners::cut_freely});
  movement.vertical = random.chance(50) ? Vertical::steps : Vertical::separate;
  movement.size = random.chance(85) ? 1 : random.between(2, 5);
  return movement;
}

/// Costs of open tiles: all 1, all one number, patches, noise of two ranges.
inline void draw_costs(Case& made, Random& random) {
  const std::int32_t style = random.between(0, 99);
  const std::int32_t most = style < 85 ? 9 : 254;
  const std::int32_t base = style < 40 ? 1 : random.between(1, most);
  for (std::uint16_t& cost : made.costs) {
    if (cost == 255) continue;
    cost = static_cast<std::uint16_t>(style < 70 ? base : random.between(1, most));
  }
  if (style < 50 || style >= 70) return;
  for (std::int32_t i = random.between(1, 8); i > 0; --i) {
    const auto cost = static_cast<std::uint16_t>(random.between(1, most));
    const std::int32_t x = random.between(0, made.box.size.width - 1);
    const std::int32_t y = random.between(0, made.box.size.height - 1);
    const std::int32_t z = random.between(0, made.box.size.depth - 1);
    const Box patch = intersection(made.box, {made.box.min + Coord{x, y, z},
                                              {random.between(1, 25), random.between(1, 25), 1}});
    for (std::int32_t k = 0; k < patch.size.width * patch.size.height; ++k) {
      std::uint16_t& tile =
          made.costs[made.index(patch.min + Coord{k % patch.size.width, k / patch.size.width, 0})];
      if (tile != 255) tile = cost;
    }
  }
}

inline void draw_unknown(Case& made, Random& random) {
  if (random.chance(50)) {
    const int percent = random.between(1, 10);
    for (std::uint16_t& cost : made.costs) {
      if (random.chance(percent)) cost = 256;
    }
    return;
  }
  // As if a chunk had not been loaded.
  const std::int32_t x = random.between(0, made.box.size.width - 1);
  const std::int32_t y = random.between(0, made.box.size.height - 1);
  const ChunkKey missing = ChunkKey::of(made.box.min + Coord{x, y, 0});
  for (std::size_t i = 0; i < made.costs.size(); ++i) {
    if (ChunkKey::of(made.coord(i)) == missing) made.costs[i] = 256;
  }
}

}  // namespace detail

/// Any tile of the box.
inline Coord random_tile(const Box& box, Random& random) {
  return box.min + Coord{random.between(0, box.size.width - 1),
                         random.between(0, box.size.height - 1),
                         random.between(0, box.size.depth - 1)};
}

inline Link random_link(const Case& in, Random& random) {
  Link link{random_tile(in.box, random), random_tile(in.box, random), 1, random.chance(60)};
  for (int i = 0; i < 20 && in.cost(link.from) >= 255; ++i) link.from = random_tile(in.box, random);
  for (int i = 0; i < 20 && in.cost(link.to) >= 255; ++i) link.to = random_tile(in.box, random);
  if (random.chance(10)) link.to = random_tile(in.box, random);
  if (random.chance(5)) link.to = link.from;
  link.cost = static_cast<std::uint32_t>(random.pick({0, 0, 1, 1, 2, 3, 7, 30, 200, 5000}));
  if (random.chance(2)) link.cost = 0xFFFFFFFFU;
  return link;
}

/// The world of a seed: every kind of movement, map, cost and link that the library knows.
inline Case make_case(std::uint64_t seed) {
  Random random(seed);
  Case made;
  made.seed = seed;
  made.movement = detail::draw_movement(random);
  Extent size{detail::draw_side(random), detail::draw_side(random), 1};
  if (random.chance(2)) size.width = size.height = 1;
  if (random.chance(30)) size.depth = random.between(2, 3);
  made.box.size = size;
  made.box.min.x = detail::draw_origin(random, size.width);
  made.box.min.y = detail::draw_origin(random, size.height);
  made.box.min.z = random.chance(60) ? 0 : random.between(-5, 5);
  if (random.chance(2)) made.box.min.z = min_level;
  if (random.chance(2)) made.box.min.z = max_level - size.depth + 1;
  for (std::int32_t z = 0; z < size.depth; ++z) {
    const detail::Level level =
        detail::draw_level(size.width, size.height, made.movement.size, random);
    for (const bool wall : level.walls) made.costs.push_back(wall ? 255 : 1);
  }
  detail::draw_costs(made, random);
  if (random.chance(12)) detail::draw_unknown(made, random);
  const bool linked = random.chance(size.depth > 1 ? 70 : 20);
  for (std::int32_t i = linked ? random.between(1, 6) : 0; i > 0; --i) {
    made.links.push_back(random.chance(10) && !made.links.empty() ? made.links.back()
                                                                  : random_link(made, random));
  }
  return made;
}

/// A case as a world: one field that holds the costs.
struct Built {
  explicit Built(const Case& from)
      : world({from.box.size.width, from.box.size.height, from.box.size.depth, from.box.min}),
        cost(world.add_field<std::uint16_t>("cost")) {
    for (const ChunkView chunk : world.chunks()) {
      ChunkEdit edit = world.edit(chunk.key());
      const auto values = edit.write(cost);
      const Box tiles = edit.box();
      for (std::int32_t k = 0; k < tiles.size.width * tiles.size.height; ++k) {
        const Coord c = tiles.min + Coord{k % tiles.size.width, k / tiles.size.width, 0};
        values[static_cast<std::size_t>(tile_index(c))] = from.costs[from.index(c)];
      }
    }
  }

  /// A navigation map of the world, with the links in their order.
  std::unique_ptr<NavMap> make_map(const Movement& movement,
                                   const std::vector<Link>& links = {}) const {
    auto made = std::make_unique<NavMap>(world, movement,
                                         [field = cost](TileView t) { return int{t[field]}; });
    for (const Link& link : links) made->add_link(link);
    return made;
  }

  World world;
  Field<std::uint16_t> cost;
};

/// The case for a person to read; the map only where it fits a screen.
inline std::string show(const Case& shown) {
  std::string out = "seed " + std::to_string(shown.seed) + ": " + text(shown.box) + ", " +
                    text(shown.movement) + '\n';
  for (const Link& link : shown.links) out += "link " + text(link) + '\n';
  if (shown.box.volume() > 4800) return out;
  const bool digits = std::none_of(shown.costs.begin(), shown.costs.end(),
                                   [](std::uint16_t cost) { return cost > 9 && cost < 255; });
  for (std::size_t i = 0; i < shown.costs.size(); ++i) {
    const auto width = static_cast<std::size_t>(shown.box.size.width);
    const auto height = static_cast<std::size_t>(shown.box.size.height);
    if (i % (width * height) == 0) out += "level " + std::to_string(i / (width * height)) + '\n';
    const std::uint16_t cost = shown.costs[i];
    std::string cell = cost == 255 ? "#" : cost == 256 ? "?" : std::to_string(cost);
    if (!digits) cell.insert(0, 4 - cell.size(), ' ');
    out += cell;
    if (i % width == width - 1) out += '\n';
  }
  return out;
}

}  // namespace tess::test
