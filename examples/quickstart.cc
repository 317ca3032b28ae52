#include <tess/tess.h>
#include <tess/view.h>

#include <cstdint>
#include <cstdio>

int main() {
  // A world of 48 x 16 tiles with a number each, 1 to begin with.
  tess::World world({.width = 48, .height = 16});
  const auto terrain = world.add_field<std::uint8_t>("terrain", 1);

  // Two walls with a gap at opposite ends, and mud that is slow to cross.
  world.fill(terrain, {.min = {16, 0}, .size = {1, 13}}, 0);
  world.fill(terrain, {.min = {32, 3}, .size = {1, 13}}, 0);
  world.fill(terrain, {.min = {20, 5}, .size = {9, 6}}, 4);

  // What a walker makes of a tile: 0 cannot be entered, any other number is the cost.
  const tess::NavMap walk(world, {.steps = tess::Steps::octile}, [=](tess::TileView tile) {
    return tile[terrain] == 0 ? tess::blocked : int{tile[terrain]};
  });

  tess::Planner planner(walk);
  const auto show = [&](const tess::PathResult& way) {
    std::printf("%zu tiles in %zu straight pieces, cost %.2f\n%s\n", way.path.size(),
                way.path.runs().size(), way.cost_in_tiles,
                tess::to_text(walk, {.paths = {&way.path, 1}}).c_str());
  };
  const tess::PathResult around = planner.find({2, 8}, {45, 8});
  if (!around) return 1;
  show(around);

  // An edit needs no second call: whatever depends on the world catches up when it is next used.
  const double before = around.cost_in_tiles;
  world.set(terrain, {16, 8}, 1);
  world.set(terrain, {32, 8}, 1);
  const tess::PathResult through = planner.find({2, 8}, {45, 8});
  if (!through) return 1;
  show(through);
  return through.cost_in_tiles < before ? 0 : 1;
}
