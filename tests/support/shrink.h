#pragma once

#include "support/trial.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {

/// Makes a failing trial smaller, as long as anything goes wrong in it, so that a person can read
/// it. Takes some hundreds of runs.
class Shrinker {
 public:
  explicit Shrinker(Trial trial) : best_(std::move(trial)) {}

  Trial shrink() {
    for (int pass = 0; pass < 4 && runs_left_ > 0; ++pass) {
      const int before = runs_left_;
      drop_actions();
      drop_links();
      crop();
      for (const std::uint16_t cost : {std::uint16_t{1}, std::uint16_t{255}}) simplify_tiles(cost);
      if (before - runs_left_ > 600) break;
    }
    return best_;
  }

 private:
  bool accept(const Trial& trial) {
    if (runs_left_-- <= 0) return false;
    if (problem_of(trial).empty()) return false;
    best_ = trial;
    return true;
  }

  void drop_actions() {
    TrialRun run(best_);
    if (run.run().empty()) return;
    best_.actions.resize(run.failed() + 1);
    for (std::size_t i = best_.actions.size(); i-- > 0;) {
      Trial fewer = best_;
      fewer.actions.erase(fewer.actions.begin() + static_cast<std::ptrdiff_t>(i));
      accept(fewer);
    }
  }

  void drop_links() {
    for (std::size_t i = best_.world.links.size(); i-- > 0;) {
      Trial fewer = best_;
      fewer.world.links.erase(fewer.world.links.begin() + static_cast<std::ptrdiff_t>(i));
      accept(fewer);
    }
  }

  static bool fits(const Trial& trial) {
    const Box& box = trial.world.box;
    for (const Link& link : trial.world.links) {
      if (!box.contains(link.from) || !box.contains(link.to)) return false;
    }
    for (const Action& action : trial.actions) {
      const bool asks = action.kind == Action::Kind::ask;
      if (asks && (!box.contains(action.query.from) || !box.contains(action.query.to)))
        return false;
      const bool writes = action.kind == Action::Kind::set || action.kind == Action::Kind::chunk ||
                          action.kind == Action::Kind::scatter;
      if (writes && intersection(action.box, box) != action.box) return false;
      const bool links = action.kind == Action::Kind::add_link;
      if (links && (!box.contains(action.link.from) || !box.contains(action.link.to))) return false;
    }
    return true;
  }

  bool crop_to(const Box& box) {
    Trial smaller = best_;
    smaller.world.box = box;
    smaller.world.costs.clear();
    for (std::int64_t i = 0; i < box.volume(); ++i) {
      const Coord c = smaller.world.coord(static_cast<std::size_t>(i));
      smaller.world.costs.push_back(best_.world.costs[best_.world.index(c)]);
    }
    return fits(smaller) && accept(smaller);
  }

  void crop() {
    for (const int side : {0, 1, 2, 3, 4, 5}) {
      for (std::int32_t step = 64; step > 0;) {
        Box box = best_.world.box;
        std::int32_t& size = side < 2   ? box.size.width
                             : side < 4 ? box.size.height
                                        : box.size.depth;
        std::int32_t& min = side < 2 ? box.min.x : side < 4 ? box.min.y : box.min.z;
        size -= step;
        if (side % 2 == 1) min += step;
        if (size < 1 || !crop_to(box)) step /= 2;
      }
    }
  }

  void simplify_tiles(std::uint16_t cost) {
    for (std::int32_t step = 32; step > 0; step /= 2) {
      const Box box = best_.world.box;
      for (std::int64_t i = 0; i < box.volume(); ++i) {
        const Coord c = best_.world.coord(static_cast<std::size_t>(i));
        const Coord at = c - box.min;
        if (at.x % step != 0 || at.y % step != 0) continue;
        Trial simpler = best_;
        bool changes = false;
        const Box part = intersection(box, {c, {step, step, 1}});
        for (std::int32_t k = 0; k < part.size.width * part.size.height; ++k) {
          const Coord t = part.min + Coord{k % part.size.width, k / part.size.width, 0};
          std::uint16_t& tile = simpler.world.costs[simpler.world.index(t)];
          changes = changes || (tile != cost && tile != 1);
          tile = cost;
        }
        if (changes) accept(simpler);
      }
    }
  }

  Trial best_;
  int runs_left_ = 3000;
};

/// A small trial in which something goes wrong as well, with what goes wrong, for a person.
inline std::string reproduction(const Trial& trial) {
  const Trial small = Shrinker(trial).shrink();
  return show(small) + "problem: " + problem_of(small) + '\n';
}

}  // namespace tess::test
