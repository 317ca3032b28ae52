#pragma once

#include <tess/agents/agent_set.h>
#include <tess/path/planner.h>
#include <tess/path/route_cache.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../path/map_changes.h"
#include "detour.h"
#include "goal_fields.h"
#include "occupancy.h"
#include "wait_queue.h"

namespace tess::detail {

/// What an agent set owns: its agents as columns, one vector for each thing that is known of an
/// agent, so that a tick in which all walk on reads only where they are and where they head.
///
/// A route is followed by its runs: a heading is the step of the current run and how many are left
/// of it; when none is left, the next run is looked up. A detour, some single steps around others
/// and back to the route, goes before the route.
class Crowd {
 public:
  explicit Crowd(const AgentSetOptions& options);

  MoverClass add_class(const NavMap& map);
  AgentId add(const AgentOptions& agent);
  bool remove(AgentId agent);
  std::size_t index_of(AgentId agent) const;
  void set_goal(std::size_t i, Coord goal);
  void clear_goal(std::size_t i);
  void set_speed(std::size_t i, std::uint16_t speed);
  bool place(std::size_t i, Coord position);
  AgentTick tick(ExecutorRef executor);

  std::size_t size() const { return ids_.size(); }
  const std::vector<AgentId>& ids() const { return ids_; }
  const std::vector<Coord>& positions() const { return positions_; }
  const std::vector<AgentState>& states() const { return states_; }
  std::optional<Coord> goal_of(std::size_t i) const;
  const std::vector<AgentEvent>& events() const { return events_; }
  std::size_t copy_way(std::size_t i, std::span<Coord> tiles) const;
  std::size_t bytes() const;

 private:
  static constexpr std::size_t most_classes = 16;
  static constexpr std::uint32_t nobody = Occupancy::nobody;
  static constexpr std::uint32_t whole_step = 256;

  /// One kind of mover: its map, and what finds and keeps routes on it.
  struct Mover {
    Mover(const NavMap& on, const RouteCacheOptions& options, std::size_t field_bytes)
        : map(on), data(on.data()), planner(on), routes(on, options), fields(on, field_bytes) {}

    const NavMap& map;
    const NavData& data;  // of the map
    Planner planner;
    RouteCache routes;
    GoalFields fields;  // only where agents push each other
    MapChanges changes;
    std::uint64_t version = 0;  // of the map, when it was looked at last
    std::uint64_t seen = 0;     // the changes that routes have been looked at against
  };

  /// The step that an agent makes next, how many of it, and the runs of its route: the current one,
  /// or with a detour the one where that ends, and the last.
  struct Heading {
    std::int8_t dx = 0;
    std::int8_t dy = 0;
    std::int8_t dz = 0;
    bool jump = false;
    std::uint32_t left = 0;
    const PathRun* run = nullptr;
    const PathRun* last = nullptr;
  };

  /// How fast an agent is, and how much of a step it has gone.
  struct Pace {
    std::uint16_t speed = whole_step;
    std::uint16_t gone = 0;
  };

  /// What is looked at only when something happens to an agent.
  struct Plan {
    Coord goal;
    std::uint8_t priority = 0;
    bool has_goal = false;
    bool broken = false;  // an edit broke the last route
    bool queued = false;
    std::uint16_t waited = 0;  // ticks before others
    std::uint16_t look = 0;    // after how many it looks for a way around
    std::uint32_t field = GoalFields::none;
    Route route;
    std::vector<std::uint8_t> detour;  // directions, the last first
  };

  /// The box around a route.
  struct Bounds {
    Coord first;
    Coord last;
  };

  /// Goes along the tiles that an agent is about to enter: its detour, then the rest of its route.
  class Way {
   public:
    /// From where the agent stands, or, with `after_detour`, from where its detour ends.
    Way(const Crowd& crowd, std::size_t i, bool after_detour = false);

    /// Moves on to the next tile; returns whether there is one.
    bool next();

    Coord at() const { return at_; }
    bool jumped() const { return jumped_; }  ///< whether it came there by a jump
    std::uint32_t run() const { return run_; }
    std::uint32_t left() const { return left_; }  ///< steps of the run after that tile

   private:
    PathView path_;
    std::span<const std::uint8_t> detour_;
    Coord at_;
    std::uint32_t run_;
    std::uint32_t left_;
    bool jumped_ = false;
  };

  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t index = nobody;
  };

  /// An agent that looks for its next tile, among those beside it.
  struct Push {
    struct Place {
      std::uint32_t distance;
      bool held;  // by somebody else
      std::uint8_t order;
      Coord at;
      friend constexpr bool operator<(const Place& a, const Place& b) {
        if (a.distance != b.distance) return a.distance < b.distance;
        return a.held != b.held ? b.held : a.order < b.order;
      }
    };

    std::uint32_t agent = 0;
    std::uint32_t pusher = 0;
    std::uint8_t count = 0;
    std::uint8_t next = 0;
    bool waits = false;  // for the one that it pushes
    std::array<Place, direction_count + 2> places;
  };

  enum class Verdict : std::uint8_t { unknown_yet, asked, goes, stays };

  bool may_stand(MoverClass mover, Coord position) const;
  bool pushes() const { return options_.conflicts == Conflicts::pibt; }
  bool shares_tiles() const { return options_.conflicts == Conflicts::none; }
  NodeId node(Coord c) const { return tiles_->node(c); }
  Mover& mover_of(std::size_t i) const { return *movers_[static_cast<std::size_t>(kinds_[i])]; }
  void tell(std::size_t i, AgentEvent::Kind kind) { events_.push_back({ids_[i], kind}); }

  void catch_up(ExecutorRef executor);
  void look_at_routes(std::size_t kind);
  bool is_broken(std::size_t i, const Mover& mover) const;
  bool is_touched(const Bounds& bounds, const Mover& mover) const;
  bool is_route_legal(std::size_t i, const NavMap& map) const;
  bool is_line_legal(std::size_t i, const NavMap& map, Coord& at, Offset step,
                     std::uint32_t count) const;
  void drop_route(std::size_t i);
  void enqueue(std::size_t i);
  void plan(ExecutorRef executor, AgentTick& tick);
  void plan_wave(std::size_t count, ExecutorRef executor, AgentTick& tick);
  void take(std::size_t i, const RouteResult& result);
  void follow(std::size_t i, const RouteView& route);
  void head_along(std::size_t i, std::uint32_t run, std::uint32_t left);
  std::uint32_t run_of(std::size_t i) const;

  void walk_freely(AgentTick& tick);
  void walk_apart(AgentTick& tick);
  void walk_round(AgentTick& tick);
  std::uint32_t steps_due(std::size_t i);
  Coord next_tile(std::size_t i) const;
  bool goes_before(std::uint32_t a, std::uint32_t b) const;
  void settle(std::uint32_t i);
  void settle_cycle(std::size_t first);
  void make_step(std::size_t i, AgentTick& tick);
  void turn(std::size_t i, AgentTick& tick);
  void walk_pushing(AgentTick& tick);
  void push_round(std::uint32_t round, AgentTick& tick);
  void find_place(std::uint32_t i);
  void begin_push(std::uint32_t agent, std::uint32_t pusher);
  bool take_next(Push& push);
  std::uint32_t goal_distance(std::size_t i, Coord c);
  std::optional<Coord> landing_of(std::size_t i);
  void note_distance(std::size_t i, AgentTick& tick);
  void plan_fields(ExecutorRef executor, AgentTick& tick);
  void look_at_field(std::size_t i);
  std::size_t copy_field_way(std::size_t i, std::span<Coord> tiles) const;
  void stand(std::size_t i);
  bool find_detour(std::size_t i);

  AgentSetOptions options_;
  std::vector<std::unique_ptr<Mover>> movers_;
  const NavData* tiles_ = nullptr;  // numbers the tiles

  // Columns, by index.
  std::vector<AgentId> ids_;
  std::vector<Coord> positions_;
  std::vector<AgentState> states_;
  std::vector<Heading> headings_;
  std::vector<Pace> paces_;
  std::vector<Bounds> bounds_;
  std::vector<MoverClass> kinds_;
  std::vector<Plan> plans_;
  std::size_t uneven_ = 0;  // agents that do not make one step a tick

  std::vector<Slot> slots_;  // by the lower half of an id
  std::vector<std::uint32_t> free_slots_;
  WaitQueue queue_;
  std::uint64_t mean_cost_ = 1000;  // of a search, in expansions

  Occupancy taken_;
  std::vector<std::uint32_t> walkers_;  // those with steps left in this tick
  std::vector<std::uint32_t> due_;      // how many, by index
  std::vector<Coord> wants_;            // the next tile, by index
  std::vector<Verdict> verdicts_;       // by index
  std::vector<std::uint32_t> chain_;
  std::vector<Push> pushes_;
  Detour detour_;

  std::vector<PathRequest> requests_;
  std::vector<std::uint32_t> wave_;
  std::vector<std::uint32_t> part_;
  std::vector<AgentEvent> events_;
};

}  // namespace tess::detail
