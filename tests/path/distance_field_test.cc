#include <tess/path/distance_field.h>

#include <tess/path/flow_field.h>
#include <tess/path/planner.h>

#include "support/allocations.h"
#include "support/generate.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/reference.h"
#include "support/trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

/// A tile so far from another; one outside the box where coordinates end before it.
Coord moved(const Box& box, Coord from, int dx, int dy, int dz) {
  const std::int64_t x = std::int64_t{from.x} + dx;
  const std::int64_t y = std::int64_t{from.y} + dy;
  const bool inside = x >= box.min.x && x <= std::int64_t{box.min.x} + box.size.width - 1 &&
                      y >= box.min.y && y <= std::int64_t{box.min.y} + box.size.height - 1;
  if (!inside) return {box.min.x, box.min.y, max_level + 1};
  return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), from.z + dz};
}

/// What a field must hold, by a plain Dijkstra from the goals over reversed steps.
std::vector<std::uint64_t> reversed_flood(const Case& world, const Reference& reference,
                                          const std::vector<Coord>& goals,
                                          const SearchOptions& options) {
  using Entry = std::pair<std::uint64_t, std::size_t>;
  std::vector<std::uint64_t> ticks(reference.tile_count(), unreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto reach = [&](Coord c, std::uint64_t cost) {
    if (cost >= ticks[reference.index(c)]) return;
    ticks[reference.index(c)] = cost;
    queue.emplace(cost, reference.index(c));
  };
  for (const Coord goal : goals) {
    if (reference.box().contains(goal) && reference.entry(goal, options) != 0) reach(goal, 0);
  }
  while (!queue.empty()) {
    const auto [cost, index] = queue.top();
    queue.pop();
    if (cost != ticks[index]) continue;
    const Coord to = reference.coord(index);
    for (const Offset step : offsets) {
      const Coord from = moved(reference.box(), to, -step.dx, -step.dy, -step.dz);
      if (!reference.box().contains(from)) continue;
      if (const auto more = reference.step_ticks(from, step, options)) reach(from, cost + *more);
    }
    for (const Link& link : world.links) {
      for (const Coord from : {link.from, link.to}) {
        if (const auto more = reference.jump_ticks(from, to, options)) reach(from, cost + *more);
      }
    }
  }
  return ticks;
}

/// A world, a field on it, and the answers expected.
class FieldTrial {
 public:
  explicit FieldTrial(std::uint64_t seed)
      : random_(seed ^ 0xf1e1dU), now_(make_case(seed)), built_(now_) {
    map_ = built_.make_map(now_.movement);
    for (const Link& link : now_.links) ids_.push_back(map_->add_link(link));
    const bool hidden =
        std::find(now_.costs.begin(), now_.costs.end(), unknown_cost) != now_.costs.end();
    if (hidden && random_.chance(40)) {
      search_.unknown = UnknownTiles::enter;
      search_.unknown_cost = static_cast<std::uint8_t>(random_.between(1, 254));
    }
    for (int i = random_.chance(60) ? 1 : random_.between(2, 6); i > 0; --i) {
      goals_.push_back(random_tile(now_.box, random_));
    }
    if (random_.chance(3)) goals_.push_back(moved(now_.box, now_.box.min, -1, 0, 0));
    options_.unknown = search_.unknown;
    options_.unknown_cost = search_.unknown_cost;
    if (random_.chance(20))
      options_.max_distance = static_cast<std::uint64_t>(random_.between(0, 20'000));
  }

  /// The first thing that is wrong; empty where nothing is.
  std::string run() {
    DistanceField field(*map_);
    DistanceField fresh(*map_);
    FlowField flow(field);
    field.build(goals_, options_);
    std::string problem = check(field);
    for (int round = 0; round < 3 && problem.empty(); ++round) {
      for (int i = random_.between(1, 4); i > 0; --i) edit();
      problem = check(field);
      if (problem.empty()) problem = check_flow(field, flow);
      fresh.build(goals_, options_);
      if (problem.empty() && fresh.reached() != field.reached()) problem = "another number reached";
    }
    if (problem.empty()) problem = check_until();
    return problem.empty() ? "" : problem + "\n" + show(now_);
  }

 private:
  void edit() {
    if (random_.chance(15)) {
      if (!ids_.empty() && random_.chance(50)) {
        map_->remove_link(ids_.back());
        ids_.pop_back();
        now_.links.pop_back();
        return;
      }
      const Link link{random_tile(now_.box, random_), random_tile(now_.box, random_),
                      static_cast<std::uint32_t>(random_.between(0, 9)), random_.chance(50)};
      now_.links.push_back(link);
      ids_.push_back(map_->add_link(link));
      return;
    }
    const std::uint16_t values[] = {1, 1, 255, 255, 3, 254, 256};
    const std::uint16_t value = random_.pick(values);
    const Coord at = random_.chance(15) ? random_.pick(std::span<const Coord>(goals_))
                                        : random_tile(now_.box, random_);
    const Box box{at, {random_.chance(70) ? 1 : random_.between(1, 9), 1, 1}};
    for (std::int32_t x = 0; x < box.size.width; ++x) {
      const Coord c = moved(now_.box, at, x, 0, 0);
      if (!now_.box.contains(c)) continue;
      now_.costs[now_.index(c)] = value;
      built_.world.set(built_.cost, c, value);
    }
  }

  std::string check(DistanceField& field) {
    const Reference reference(
        now_.box, now_.movement, [this](Coord c) { return now_.cost(c); }, now_.links);
    const std::vector<std::uint64_t> expected = reversed_flood(now_, reference, goals_, search_);
    std::size_t reached = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Coord c = reference.coord(i);
      const bool left_out = expected[i] > options_.max_distance || expected[i] > most_ticks;
      const std::uint64_t least = left_out ? DistanceField::unreached : expected[i];
      if (field.distance(c) != least) {
        return "distance of " + text(c) + " is " + std::to_string(field.distance(c)) +
               ", expected " + std::to_string(least);
      }
      if (!left_out) ++reached;
    }
    if (field.reached() != reached) return "reached " + std::to_string(field.reached());
    for (int i = 0; i < 5; ++i) {
      const std::string problem = check_path(field, random_tile(now_.box, random_), reference);
      if (!problem.empty()) return problem;
    }
    return "";
  }

  /// A flow field says of every tile what the field's step says.
  std::string check_flow(DistanceField& field, FlowField& flow) {
    flow.refresh();
    const Box& box = now_.box;
    for (std::int32_t z = box.min.z; z < box.min.z + box.size.depth; ++z) {
      for (std::int32_t y = 0; y < box.size.height; ++y) {
        for (std::int32_t x = 0; x < box.size.width; ++x) {
          const Coord c{box.min.x + x, box.min.y + y, z};
          if (flow.at(c) != expected_flow(field, c)) return "flow: wrong at " + text(c);
        }
      }
    }
    return "";
  }

  static Flow expected_flow(DistanceField& field, Coord c) {
    if (field.distance(c) == DistanceField::unreached) return Flow::none;
    const auto step = field.step(c);
    if (!step) return Flow::goal;
    if (step->jump) return Flow::jump;
    const Coord d = step->to - c;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (Coord{offsets[i].dx, offsets[i].dy, offsets[i].dz} == d) return static_cast<Flow>(i);
    }
    return Flow::none;
  }

  std::string check_path(DistanceField& field, Coord from, const Reference& reference) {
    const std::uint32_t distance = field.distance(from);
    const PathView path = field.path_from(from);
    const auto goal = field.nearest_goal(from);
    if (distance == DistanceField::unreached) {
      return path.empty() && !goal && !field.step(from) ? "" : "a way from where there is none";
    }
    if (path.empty() || !goal) return "no way from " + text(from);
    if (const std::string problem = check_view(path); !problem.empty()) return problem;
    std::string problem;
    const auto cost = reference.path_cost(path, search_, &problem);
    if (!cost) return "illegal path: " + problem;
    if (*cost != distance) return "a path that costs " + std::to_string(*cost);
    if (path.back() != goals_[*goal]) return "the path leads to another goal";
    return "";
  }

  /// A field that ends early has right distances for what it was asked, and no wrong ones.
  std::string check_until() {
    DistanceField all(*map_);
    DistanceField some(*map_);
    std::vector<Coord> until;
    for (int i = random_.between(1, 3); i > 0; --i) until.push_back(random_tile(now_.box, random_));
    FieldOptions options = options_;
    options.until = until;
    all.build(goals_, options_);
    some.build(goals_, options);
    for (const Coord c : until) {
      if (some.distance(c) != all.distance(c)) return "until: wrong at " + text(c);
    }
    return some.reached() > all.reached() ? "until: reached more" : "";
  }

  Random random_;
  Case now_;
  Built built_;
  std::unique_ptr<NavMap> map_;
  std::vector<LinkId> ids_;
  std::vector<Coord> goals_;
  FieldOptions options_;
  SearchOptions search_;
};

TEST(DistanceField, IsThatOfThePlainDijkstraAfterAnyEdits) {
  const std::uint64_t first = number_from_environment("TESS_PROPERTY_SEED", 0);
  const std::uint64_t cases = number_from_environment("TESS_PROPERTY_CASES", 100);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const std::string problem = FieldTrial(seed).run();
    ASSERT_EQ(problem, "") << "seed " << seed;
  }
}

/// An open world of 200 x 150 tiles.
struct Open {
  World world{{.width = 200, .height = 150}};
  Field<std::uint8_t> cost = world.add_field<std::uint8_t>("cost", 1);
  NavMap map{world, {.steps = Steps::cardinal}, [c = cost](TileView t) {
               return t[c] == 0 ? blocked : int{t[c]};
             }};
};

TEST(DistanceField, TellsWhatIsWrongWithTheGoals) {
  Open open;
  open.world.set(open.cost, {5, 5}, 0);
  DistanceField field(open.map);
  EXPECT_EQ(field.distance({1, 1}), DistanceField::unreached);
  EXPECT_EQ(field.reached(), 0U);
  EXPECT_EQ(field.build({}), PathStatus::no_path);
  const std::vector<Coord> closed{{5, 5}};
  EXPECT_EQ(field.build(closed), PathStatus::blocked_goal);
  const std::vector<Coord> outside{{-1, 5}};
  EXPECT_EQ(field.build(outside), PathStatus::out_of_bounds);
  EXPECT_EQ(field.distance({-1, 5}), DistanceField::unreached);
  const std::vector<Coord> both{{5, 5}, {7, 7}};
  EXPECT_EQ(field.build(both), PathStatus::found);
  EXPECT_EQ(field.nearest_goal({8, 8}), 1U);
  open.world.set(open.cost, {5, 5}, 1);
  EXPECT_EQ(field.nearest_goal({4, 4}), 0U);
}

TEST(DistanceField, RepairsInProportionToWhatChanged) {
  for (const std::uint8_t dear : {std::uint8_t{1}, std::uint8_t{3}}) {
    Open open;
    open.world.set(open.cost, {150, 100}, dear);
    DistanceField field(open.map);
    const std::vector<Coord> goals{{0, 0}};
    field.build(goals);
    const std::uint64_t built = field.expanded();
    EXPECT_GE(built, 29'000U);
    open.world.set(open.cost, {190, 140}, 0);
    EXPECT_EQ(field.distance({191, 140}), 331U);
    EXPECT_LT(field.expanded(), built / 20);
  }
}

TEST(DistanceField, AllocatesNothingOnceWarm) {
  Open open;
  DistanceField field(open.map);
  const std::vector<Coord> goals{{3, 3}, {190, 140}};
  std::uint8_t value = 0;
  const auto use = [&] {
    field.build(goals);
    value = value == 0 ? 7 : 0;
    open.world.set(open.cost, {50, 50}, value);
    open.world.set(open.cost, {5, 5}, static_cast<std::uint8_t>(7 - value));
    std::size_t tiles = field.path_from({100, 70}).size();
    open.world.set(open.cost, {50, 50}, 1);
    tiles += field.path_from({100, 70}).size();
    return tiles;
  };
  for (int i = 0; i < 6; ++i) use();
  EXPECT_EQ(count_allocations(use), 0U);
}

TEST(DistanceField, RepairsAfterALinkCameOrWent) {
  Open open;
  open.world.fill(open.cost, {{100, 0}, {1, 150}}, 0);
  DistanceField field(open.map);
  const std::vector<Coord> goals{{0, 0}};
  field.build(goals);
  EXPECT_EQ(field.distance({110, 5}), DistanceField::unreached);
  const LinkId door = open.map.add_link({{102, 5}, {98, 5}, 4});
  EXPECT_EQ(field.distance({110, 5}), 8U + 4U + 103U);
  open.map.remove_link(door);
  EXPECT_EQ(field.distance({110, 5}), DistanceField::unreached);
  EXPECT_EQ(field.distance({98, 5}), 103U);
}

TEST(DistanceField, TakesSixteenKilobytesAChunk) {
  Open open;  // 4 x 3 chunks
  DistanceField field(open.map);
  EXPECT_EQ(field.bytes(), 0U);
  const std::vector<Coord> goals{{32, 32}};
  field.build(goals, {.max_distance = 20});
  EXPECT_EQ(field.bytes(), 16U * 1024U);
  field.build(goals);
  EXPECT_EQ(field.bytes(), 12U * 16U * 1024U);
}

TEST(FlowField, IsACopyThatCatchesUpWhenAsked) {
  Open open;
  DistanceField field(open.map);
  FlowField flow(field);
  flow.refresh();
  EXPECT_EQ(flow.at({5, 5}), Flow::none);
  EXPECT_TRUE(flow.bytes(ChunkKey::of({5, 5})).empty());
  const std::vector<Coord> goals{{50, 50}};
  field.build(goals);
  EXPECT_EQ(flow.at({5, 5}), Flow::none);
  flow.refresh();
  EXPECT_EQ(flow.at({5, 50}), Flow::east);
  EXPECT_EQ(flow.at({50, 50}), Flow::goal);
  EXPECT_EQ(flow.at({-1, 0}), Flow::none);
  EXPECT_EQ(flow.at({200, 0}), Flow::none);
  EXPECT_EQ(flow.step({50, 60}), Direction::north);
  EXPECT_FALSE(flow.step({50, 50}));
  const auto bytes = flow.bytes(ChunkKey::of({0, 0}));
  ASSERT_EQ(bytes.size(), 2048U);
  EXPECT_EQ(bytes[50 * 32 + 5 / 2] >> 4, static_cast<int>(Flow::east));
  open.world.set(open.cost, {6, 50}, 0);
  EXPECT_EQ(flow.at({5, 50}), Flow::east) << "until it is refreshed";
  flow.refresh();
  EXPECT_EQ(flow.at({5, 50}), Flow::south) << "north is as good and comes later";
  EXPECT_EQ(flow.at({6, 50}), Flow::none);
}

TEST(FlowField, AllocatesNothingOnceWarm) {
  Open open;
  DistanceField field(open.map);
  FlowField flow(field);
  const std::vector<Coord> goals{{50, 50}};
  std::uint8_t value = 0;
  const auto use = [&] {
    field.build(goals);
    flow.refresh();
    value = value == 0 ? 7 : 0;
    open.world.set(open.cost, {70, 50}, value);
    flow.refresh();
    return flow.at({100, 50});
  };
  for (int i = 0; i < 6; ++i) use();
  EXPECT_EQ(count_allocations(use), 0U);
}

}  // namespace
}  // namespace tess::test
