#include "arguments.h"

#include "support/command_line.h"

namespace pathfind {

namespace {

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("--map", arguments.map, "the map, a .map file")->type_name("FILE")->required();
  CLI::Option* scenario = app.add_option("--scen", arguments.scenario,
                                         "find the paths of a .scen file, check their lengths")
                              ->type_name("FILE");
  app.add_flag("--batch", arguments.batch,
               "all paths of the scenario as one batch, on all processors")
      ->needs(scenario);
  example::add_tile(app, "--from", arguments.from, "find one path from this tile");
  CLI::Option* to = example::add_tile(app, "--to", arguments.to, "to this one");
  example::add_tile(app, "--field", arguments.field,
                    "how far everything is from this tile; with --from, the way from there")
      ->excludes(scenario)
      ->excludes(to);
  CLI::Option* mapf =
      app.add_option("--mapf", arguments.mapf,
                     "let the agents of a multi-agent .scen file walk, no two on a tile")
          ->type_name("FILE")
          ->excludes(scenario);
  app.add_option("--agents", arguments.agents, "how many of them, by default 100")
      ->check(CLI::Range(1, 1'000'000))
      ->needs(mapf);
  example::add_choice<tess::Conflicts>(
      app, "--conflicts", arguments.conflicts,
      {{"pibt", tess::Conflicts::pibt}, {"exclusive", tess::Conflicts::exclusive}},
      "who is in the way steps aside (the default), or is walked around")
      ->needs(mapf);
  example::add_choice<tess::Steps>(
      app, "--steps", arguments.steps,
      {{"octile", tess::Steps::octile}, {"cardinal", tess::Steps::cardinal}},
      "8 neighbours without cutting corners (the default), or 4");
  example::add_choice<tess::Algorithm>(app, "--algorithm", arguments.algorithm,
                                       {{"auto", tess::Algorithm::automatic},
                                        {"astar", tess::Algorithm::astar},
                                        {"jps", tess::Algorithm::jump_point},
                                        {"wave", tess::Algorithm::wave}},
                                       "how to search; by default what suits the map");
  app.add_option("--svg", arguments.svg,
                 "draw the one path, the scenario's longest, or the field as a heat map")
      ->type_name("FILE");
  app.add_flag("--json", arguments.json, "print one JSON object instead of text");
  app.footer(
      "Walkers enter . G S; what starts on W swims and enters only W; T @ O are blocked.\n"
      "Times are of the search alone. A scenario's lengths are those of octile steps: with\n"
      "cardinal steps nothing is compared, and 'optimal' is null in JSON, as for one path.\n"
      "Agents walk until all are on their goals, for at most five times the longest way.\n"
      "A batch answers equal queries once, and many starts of one goal by one search.\n"
      "\n"
      "Exit status: 0 done; 1 a path of the scenario was not found, or its length differs by\n"
      "more than 0.01 + 0.00001 x length, or an agent did not arrive; 2 bad arguments or files.");
}

}  // namespace

int refuse(std::string_view reason) { return example::refuse("pathfind", reason); }

std::optional<int> parse(int argc, char** argv, Arguments& arguments) {
  CLI::App app("Finds shortest paths on maps of the MovingAI collection.", "pathfind");
  declare(app, arguments);
  if (const auto code = example::parse(app, argc, argv)) return code;
  if (arguments.to && !arguments.from) return refuse("--to requires --from");
  if (arguments.from && !arguments.to && !arguments.field) {
    return refuse("--from requires --to or --field");
  }
  const bool whole = !arguments.scenario.empty() || !arguments.mapf.empty();
  if (!whole && !arguments.from && !arguments.field) {
    return refuse("expected --scen, --mapf, --field, or --from and --to; see --help");
  }
  return std::nullopt;
}

}  // namespace pathfind
