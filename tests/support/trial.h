#pragma once

#include <tess/path/planner.h>

#include "support/generate.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/reference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace tess::test {

/// One thing done to a world or asked of a planner.
struct Action {
  enum class Kind : std::uint8_t { ask, set, scatter, fill, chunk, add_link, remove_link };

  Kind kind = Kind::ask;

  /// What is asked, with every algorithm.
  Query query;

  /// The tiles that an edit writes, and the cost that it writes there.
  Box box;
  std::uint16_t value = 0;

  Link link;

  /// Which link is removed, how many tiles are scattered, how slices are cut.
  std::uint64_t number = 0;
};

/// A world and what happens to it, in order: reproducible, and small enough to be read once shrunk.
struct Trial {
  Case world;
  std::vector<Action> actions;
};

inline std::string show(const Action& action) {
  switch (action.kind) {
    case Action::Kind::ask: return "ask " + show(action.query);
    case Action::Kind::set:
      return "set " + text(action.box.min) + " = " + std::to_string(action.value);
    case Action::Kind::scatter:
      return "scatter " + std::to_string(action.number) + " tiles of " +
             std::to_string(action.value) + " in " + text(action.box);
    case Action::Kind::fill:
      return "fill " + text(action.box) + " = " + std::to_string(action.value);
    case Action::Kind::chunk:
      return "edit the chunk of " + text(action.box.min) +
             ", a third of it = " + std::to_string(action.value);
    case Action::Kind::add_link: return "add link " + text(action.link);
    case Action::Kind::remove_link: return "remove a link, number " + std::to_string(action.number);
  }
  return "";
}

inline std::string show(const Trial& trial) {
  std::string out = show(trial.world);
  for (const Action& action : trial.actions) out += show(action) + '\n';
  return out;
}

/// Carries out a trial and says what went wrong.
class TrialRun {
 public:
  explicit TrialRun(const Trial& trial)
      : trial_(trial),
        now_(trial.world),
        built_(now_),
        map_(built_.make_map(now_.movement)),
        planner_(*map_),
        other_(*map_) {
    for (const Link& link : now_.links) ids_.push_back(map_->add_link(link));
  }

  /// The first thing that is wrong; empty where nothing is.
  std::string run() {
    for (std::size_t i = 0; i < trial_.actions.size(); ++i) {
      const Action& action = trial_.actions[i];
      const bool asks = action.kind == Action::Kind::ask;
      if (!asks) edit(action);
      const std::string problem = asks ? ask(action) : check_kept();
      if (!problem.empty()) {
        failed_ = i;
        return show(action) + ": " + problem;
      }
    }
    return "";
  }

  std::size_t failed() const { return failed_; }

  /// The world as it is after the edits so far.
  const Case& world() const { return now_; }

 private:
  const Reference& reference() {
    if (!reference_) {
      reference_ = std::make_unique<Reference>(
          now_.box, now_.movement, [this](Coord c) { return now_.cost(c); }, now_.links);
      floods_.clear();
    }
    return *reference_;
  }

  const Flood& flood(Coord from, const SearchOptions& options) {
    const Reference& plain = reference();
    const auto key = std::tuple(from, options.unknown, options.unknown_cost);
    auto found = floods_.find(key);
    if (found == floods_.end()) found = floods_.emplace(key, plain.flood(from, options)).first;
    return found->second;
  }

  void write(Coord c, std::uint16_t value) {
    now_.costs[now_.index(c)] = value;
    built_.world.set(built_.cost, c, value);
  }

  void edit(const Action& action) {
    reference_.reset();
    fresh_.reset();
    edited_ = true;
    Random random(action.number ^ 0x5eedU);
    switch (action.kind) {
      case Action::Kind::ask: break;
      case Action::Kind::set: write(action.box.min, action.value); break;
      case Action::Kind::scatter:
        for (std::uint64_t i = 0; i < action.number; ++i) {
          const Coord c = random_tile(action.box, random);
          write(c, random.chance(50) ? action.value : std::uint16_t{1});
        }
        break;
      case Action::Kind::fill: {
        built_.world.fill(built_.cost, action.box, action.value);
        const Box tiles = intersection(action.box, now_.box);
        for (std::size_t i = 0; i < now_.costs.size(); ++i) {
          if (tiles.contains(now_.coord(i))) now_.costs[i] = action.value;
        }
        break;
      }
      case Action::Kind::chunk: {
        ChunkEdit chunk = built_.world.edit(ChunkKey::of(action.box.min));
        const auto values = chunk.write(built_.cost);
        for (std::size_t i = 0; i < now_.costs.size(); ++i) {
          const Coord c = now_.coord(i);
          if (!chunk.box().contains(c) || !random.chance(33)) continue;
          now_.costs[i] = action.value;
          values[static_cast<std::size_t>(tile_index(c))] = action.value;
        }
        break;
      }
      case Action::Kind::add_link:
        now_.links.push_back(action.link);
        ids_.push_back(map_->add_link(action.link));
        break;
      case Action::Kind::remove_link: {
        if (ids_.empty()) break;
        const auto at = static_cast<std::ptrdiff_t>(action.number % ids_.size());
        map_->remove_link(ids_[static_cast<std::size_t>(at)]);
        ids_.erase(ids_.begin() + at);
        now_.links.erase(now_.links.begin() + at);
        kept_.clear();
        break;
      }
    }
  }

  std::string ask(const Action& action) {
    static const Flood nothing;
    Query query = action.query;
    const bool inside = now_.box.contains(query.from);
    const Flood& least = inside ? flood(query.from, query.options) : nothing;
    for (const Algorithm algorithm :
         {Algorithm::automatic, Algorithm::astar, Algorithm::jump_point, Algorithm::wave}) {
      query.options.algorithm = algorithm;
      std::string problem = ask_once(query, least);
      if (problem.empty()) problem = ask_in_slices(query, action.number);
      if (problem.empty()) problem = ask_within_budget(query);
      if (problem.empty() && edited_) problem = ask_afresh(query);
      if (!problem.empty()) {
        return text(algorithm) + ": " + problem + "\n  got " +
               show(planner_.find(query.from, query.to, query.options));
      }
    }
    return "";
  }

  std::string ask_once(const Query& query, const Flood& least) {
    const PathResult result = planner_.find(query.from, query.to, query.options);
    const std::string problem = check_answer(query, result, reference(), least);
    if (problem.empty() && result && query.options.unknown != UnknownTiles::enter) {
      kept_.push_back({Path(result.path), built_.world.revision()});
      if (kept_.size() > 8) kept_.erase(kept_.begin());
    }
    return problem;
  }

  std::string ask_in_slices(const Query& query, std::uint64_t seed) {
    Random random(seed);
    const PathResult expected = other_.find(query.from, query.to, query.options);
    planner_.start({query.from, query.to, query.options});
    for (std::uint64_t slices = 0; slices <= expected.counters.expanded + 3; ++slices) {
      const auto budget = static_cast<std::uint64_t>(random.chance(10) ? random.between(1, 3)
                                                                       : random.between(5, 400));
      const PathResult result = planner_.advance(budget);
      if (result.status == PathStatus::searching) {
        if (result || !result.path.empty()) return "an unfinished search has a path";
        continue;
      }
      const std::string problem = difference(result, expected);
      if (!problem.empty()) return "in slices and at once " + problem;
      const std::string again = difference(planner_.advance(1), expected);
      return again.empty() ? "" : "asked again after the last slice " + again;
    }
    return "the sliced search does not end";
  }

  std::string ask_within_budget(Query query) {
    const PathResult expected = other_.find(query.from, query.to, query.options);
    const std::uint64_t needed = expected.counters.expanded;
    query.options.max_expansions = needed;
    if (needed != 0) {
      const PathResult same = planner_.find(query.from, query.to, query.options);
      const std::string problem = difference(same, expected);
      if (!problem.empty()) return "with as many expansions as needed " + problem;
    }
    if (needed < 2) return "";
    query.options.max_expansions = 1 + needed / 2 % (needed - 1);
    const PathResult stopped = planner_.find(query.from, query.to, query.options);
    if (stopped.status != PathStatus::out_of_budget) {
      return "with " + std::to_string(query.options.max_expansions) + " of " +
             std::to_string(needed) + " expansions: " + show(stopped);
    }
    if (stopped.counters.expanded > query.options.max_expansions) return "exceeded the budget";
    return stopped.path.empty() ? "" : "out of budget and yet a path";
  }

  /// A map and a planner that know nothing of former states answer the same.
  std::string ask_afresh(const Query& query) {
    if (!fresh_) {
      fresh_map_ = built_.make_map(now_.movement, now_.links);
      fresh_ = std::make_unique<Planner>(*fresh_map_);
    }
    const PathResult expected = fresh_->find(query.from, query.to, query.options);
    const PathResult result = planner_.find(query.from, query.to, query.options);
    const std::string problem = difference(result, expected);
    return problem.empty() ? "" : "to a fresh map " + problem + "\n  fresh " + show(expected);
  }

  /// Whether `walkable` tells which of the paths found before still hold.
  std::string check_kept() {
    std::vector<Kept> holding;
    for (Kept& kept : kept_) {
      std::string why;
      const bool legal = reference().path_cost(kept.path, {}, &why).has_value();
      const std::string of = " of an older path: " + text(kept.path.view()) + ' ' + why;
      if (planner_.walkable(kept.path) != legal) return "walkable says the wrong thing" + of;
      if (planner_.walkable(kept.path, kept.since) != legal) {
        return "walkable since " + std::to_string(kept.since) + " says the wrong thing" + of;
      }
      if (legal) holding.push_back(std::move(kept));
    }
    kept_ = std::move(holding);
    return "";
  }

  struct Kept {
    Path path;
    Revision since;
  };

  const Trial& trial_;
  Case now_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  std::vector<LinkId> ids_;
  Planner planner_;

  /// Holds what is expected of the first.
  Planner other_;

  /// Made anew after each edit.
  std::unique_ptr<NavMap> fresh_map_;
  std::unique_ptr<Planner> fresh_;

  std::unique_ptr<Reference> reference_;
  std::map<std::tuple<Coord, UnknownTiles, std::uint8_t>, Flood> floods_;
  std::vector<Kept> kept_;
  bool edited_ = false;
  std::size_t failed_ = 0;
};

/// What goes wrong in a trial; empty where nothing does.
inline std::string problem_of(const Trial& trial) { return TrialRun(trial).run(); }

namespace detail {

inline Coord random_end(const Case& world, const Reference& reference, Random& random) {
  Coord c = random_tile(world.box, random);
  if (random.chance(2)) return c + Coord{0, 0, random.chance(50) ? -3 : 3};
  if (random.chance(8)) return c;
  for (int i = 0; i < 40 && reference.entry(c) >= blocked_cost; ++i) {
    c = random_tile(world.box, random);
  }
  return c;
}

inline SearchOptions random_options(bool has_unknown, Random& random) {
  SearchOptions options;
  if (random.chance(20)) options.heuristic_weight = random.pick({1.25F, 1.5F, 2.0F, 5.0F, 16.0F});
  options.nearest = random.chance(20);
  if (has_unknown) {
    options.unknown = random.pick({UnknownTiles::report, UnknownTiles::avoid, UnknownTiles::enter});
    options.unknown_cost = static_cast<std::uint8_t>(random.pick({1, 1, 3, 254}));
  }
  return options;
}

inline Action random_edit(const Case& world, Random& random) {
  Action action;
  action.kind = random.pick({Action::Kind::set, Action::Kind::set, Action::Kind::fill,
                             Action::Kind::fill, Action::Kind::scatter, Action::Kind::chunk,
                             Action::Kind::add_link, Action::Kind::remove_link});
  action.box.min = random_tile(world.box, random);
  action.box.size = {random.between(1, 30), random.between(1, 30), random.between(1, 2)};
  action.box = intersection(action.box, world.box);
  const int kind = random.between(0, 99);
  action.value = static_cast<std::uint16_t>(kind < 40   ? 255
                                            : kind < 80 ? 1
                                            : kind < 97 ? random.between(1, 9)
                                                        : 256);
  action.number = static_cast<std::uint64_t>(random.between(1, random.chance(5) ? 1500 : 40));
  if (action.kind == Action::Kind::add_link) action.link = random_link(world, random);
  return action;
}

}  // namespace detail

/// The trial of a seed: questions to a world, and in half of them edits in between.
inline Trial make_trial(std::uint64_t seed) {
  Trial trial{make_case(seed), {}};
  Random random(seed ^ 0x7269616cU);
  const Case& world = trial.world;
  const Reference reference(world.box, world.movement, [&](Coord c) { return world.cost(c); });
  const bool has_unknown =
      std::find(world.costs.begin(), world.costs.end(), unknown_cost) != world.costs.end();
  const auto ask = [&](int goals) {
    Action action;
    action.query.from = detail::random_end(world, reference, random);
    for (int i = 0; i < goals; ++i) {
      action.query.to =
          random.chance(3) ? action.query.from : detail::random_end(world, reference, random);
      action.query.options = detail::random_options(has_unknown, random);
      action.number = random.next();
      trial.actions.push_back(action);
    }
  };
  ask(3);
  ask(2);
  if (random.chance(50)) return trial;
  for (int round = random.between(1, 4); round > 0; --round) {
    for (int i = random.between(1, 3); i > 0; --i) {
      trial.actions.push_back(detail::random_edit(world, random));
    }
    ask(2);
  }
  return trial;
}

}  // namespace tess::test
