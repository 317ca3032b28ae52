#include <tess/tess.h>

std::size_t tiles_of_path(const tess::NavMap& map) {
  tess::Planner planner(map);
  return planner.find({0, 0}, {99, 99}).path.size();
}
