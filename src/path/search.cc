#include <tess/path/search.h>

namespace tess {

std::string_view name(PathStatus status) {
  switch (status) {
    case PathStatus::found: return "found";
    case PathStatus::no_path: return "no_path";
    case PathStatus::blocked_start: return "blocked_start";
    case PathStatus::blocked_goal: return "blocked_goal";
    case PathStatus::out_of_bounds: return "out_of_bounds";
    case PathStatus::unknown_tiles: return "unknown_tiles";
    case PathStatus::out_of_budget: return "out_of_budget";
    case PathStatus::cost_overflow: return "cost_overflow";
    case PathStatus::searching: return "searching";
  }
  return "unknown";
}

std::string_view name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::automatic: return "automatic";
    case Algorithm::astar: return "astar";
    case Algorithm::jump_point: return "jump_point";
    case Algorithm::wave: return "wave";
  }
  return "unknown";
}

}  // namespace tess
