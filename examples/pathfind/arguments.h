#pragma once

#include <tess/agents/agent.h>
#include <tess/core/coord.h>
#include <tess/nav/movement.h>
#include <tess/path/search.h>

#include <optional>
#include <string>
#include <string_view>

namespace pathfind {

/// What the command line says.
struct Arguments {
  std::string map;
  std::string scenario;
  std::optional<tess::Coord> from;
  std::optional<tess::Coord> to;
  std::optional<tess::Coord> field;
  tess::Steps steps = tess::Steps::octile;
  tess::Algorithm algorithm = tess::Algorithm::automatic;
  bool batch = false;
  std::string mapf;
  int agents = 100;
  tess::Conflicts conflicts = tess::Conflicts::pibt;
  std::string svg;
  bool json = false;
};

/// Fills the arguments; returns a code to exit with where there is nothing more to do.
std::optional<int> parse(int argc, char** argv, Arguments& arguments);

/// Prints "pathfind: reason" on the error stream; returns the code of a refusal.
int refuse(std::string_view reason);

}  // namespace pathfind
