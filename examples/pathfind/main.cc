/// Finds paths on maps of the MovingAI collection: one, all of a scenario, whose lengths it checks,
/// or from everywhere to one tile.

#include <tess/io.h>

#include "arguments.h"
#include "field.h"
#include "mapf.h"
#include "scenario.h"
#include "solver.h"

#include <fmt/format.h>

namespace {

int run(const pathfind::Arguments& arguments) {
  using pathfind::refuse;
  const tess::Result<tess::MovingAiMap> map = tess::read_moving_ai_map(arguments.map);
  if (!map) return refuse(map.error().message());
  for (const auto& tile : {arguments.from, arguments.to, arguments.field}) {
    if (!tile || map->contains(*tile)) continue;
    return refuse(fmt::format("expected a tile of the map of {} x {}, found {},{}", map->width,
                              map->height, tile->x, tile->y));
  }
  const tess::Result<tess::MovingAiWorld> loaded = tess::make_world(*map);
  if (!loaded) return refuse(loaded.error().message());
  if (!arguments.mapf.empty()) return run_mapf(arguments, *map, *loaded);
  pathfind::Solver solver(*loaded, arguments);
  if (arguments.field) return run_field(arguments, solver);
  if (!arguments.scenario.empty()) return run_scenario(arguments, solver, *map);
  return show_path(arguments, solver, *arguments.from, *arguments.to);
}

}  // namespace

int main(int argc, char** argv) {
  pathfind::Arguments arguments;
  if (const auto code = parse(argc, argv, arguments)) return *code;
  return run(arguments);
}
