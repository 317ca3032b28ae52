#include <tess/tess.h>

#include <cstdio>

std::size_t tiles_of_path(const tess::NavMap& map);

// A game in two files that both use tess.
int main() {
  tess::World world({.width = 100, .height = 100});
  const auto wall = world.add_field<bool>("wall");
  const tess::NavMap walk(world, {.steps = tess::Steps::cardinal},
                          [=](tess::TileView tile) { return !tile[wall]; });
  if (tiles_of_path(walk) != 199) return std::puts("the open path is wrong"), 1;
  world.fill(wall, {{50, 0, 0}, {1, 100, 1}}, true);
  if (tiles_of_path(walk) != 0) return std::puts("the wall was not seen"), 1;
  return 0;
}
