#include "field.h"

#include <tess/view.h>

#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace pathfind {

namespace {

/// The distances of all tiles that are reached, the farthest as the hottest.
std::vector<tess::TileHeat> heat_of(tess::DistanceField& field, const tess::Box& box,
                                    std::uint32_t& farthest) {
  std::vector<tess::TileHeat> tiles;
  std::vector<std::uint32_t> distances;
  for (std::int32_t y = 0; y < box.size.height; ++y) {
    for (std::int32_t x = 0; x < box.size.width; ++x) {
      const tess::Coord c = box.min + tess::Coord{x, y, 0};
      const std::uint32_t distance = field.distance(c);
      if (distance == tess::DistanceField::unreached) continue;
      tiles.push_back({.tile = c});
      distances.push_back(distance);
      farthest = std::max(farthest, distance);
    }
  }
  for (std::size_t i = 0; i < tiles.size() && farthest != 0; ++i) {
    tiles[i].heat = static_cast<float>(distances[i]) / static_cast<float>(farthest);
  }
  return tiles;
}

}  // namespace

int run_field(const Arguments& arguments, Solver& solver) {
  const tess::Coord goal = *arguments.field;
  Mover& mover = solver.mover_at(goal);
  tess::DistanceField field(mover.map);
  tess::PathStatus status{};
  const double microseconds = timed([&] { status = field.build({&goal, 1}); });
  std::uint32_t farthest = 0;
  const std::vector<tess::TileHeat> heat = heat_of(field, mover.map.box(), farthest);
  const double far_in_tiles =
      static_cast<double>(farthest) / tess::step_lengths(mover.map.movement().steps).straight;
  tess::PathView way;
  if (arguments.from) way = field.path_from(*arguments.from);

  const tess::Picture picture{
      .paths = {&way, way.empty() ? 0U : 1U}, .start = arguments.from, .goal = goal, .heat = heat};
  if (const int refused = write_picture(arguments, mover.map, picture)) return refused;
  if (arguments.json) {
    fmt::print(
        R"({{"map": {}, "status": "{}", "reached": {}, "farthest": {:.5f}, "field_us": {:.3f}, )"
        R"("expanded": {}, "way_tiles": {}}})"
        "\n",
        json_string(arguments.map), tess::name(status), field.reached(), far_in_tiles, microseconds,
        field.expanded(), way.size());
  } else {
    fmt::print("status     {}\nreached    {} tiles, the farthest at {:.2f} tiles\n",
               tess::name(status), field.reached(), far_in_tiles);
    fmt::print("time       {:.2f} us, {:.2f} ns a tile\n", microseconds,
               1000 * microseconds / static_cast<double>(std::max<std::size_t>(heat.size(), 1)));
    if (arguments.from && way.empty()) fmt::print("way        none from there\n");
    if (!way.empty()) fmt::print("way        {} tiles, read from the field\n", way.size());
  }
  print_picture(arguments, mover.map, picture,
                fmt::format("the distances to {},{}", goal.x, goal.y));
  return 0;
}

}  // namespace pathfind
