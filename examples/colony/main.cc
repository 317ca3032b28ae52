/// A colony: haulers fetch from one room and carry to another, builders put up walls and take them
/// down again, doors open and shut. Nobody shares a tile with anybody; who stands in the way steps
/// aside. The whole is written as a picture that a browser plays.
///
///     colony --ticks 400 --svg colony.svg

#include <tess/tess.h>
#include <tess/view.h>

#include "settlement.h"
#include "support/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

using colony::Ground;

struct Arguments {
  int ticks = 400;
  int colonists = 240;
  std::uint64_t seed = 7;
  std::string svg = "colony.svg";
};

/// A colonist and its errand.
struct Colonist {
  tess::AgentId agent;
  bool builds = false;
  bool carries = false;                  // a hauler on the second half of its errand
  std::optional<tess::Coord> wall = {};  // what a builder has put up
  int errands = 0;
};

class Colony {
 public:
  explicit Colony(const Arguments& arguments)
      : land_(arguments.seed), film_(land_.builders()), arguments_(arguments) {
    const tess::MoverClass haulers = people_.add_class(land_.haulers());
    const tess::MoverClass builders = people_.add_class(land_.builders());
    for (int i = 0; i < arguments.colonists; ++i) {
      const bool builds = i % 8 == 0;
      const std::uint16_t speed = i % 5 == 4 ? 128 : 256;  // some are slow
      tess::AgentId agent = tess::no_agent;
      while (agent == tess::no_agent) {
        agent = people_.add(
            {.position = land_.open_tile(), .mover = builds ? builders : haulers, .speed = speed});
      }
      colonists_.push_back({.agent = agent, .builds = builds});
      send(colonists_.back());
    }
    for (const tess::Coord door : land_.doors()) film_.tile(door, door_colour(Ground::door_open));
  }

  /// Lets the colony live for a tick; what went wrong, if anything.
  std::string tick(tess::ExecutorRef executor) {
    const auto begin = std::chrono::steady_clock::now();
    const tess::AgentTick tick = people_.tick(executor);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    milliseconds_.push_back(took.count());
    planned_ += tick.planned;
    steps_ += tick.steps;
    arrivals_ += tick.arrivals;
    std::string wrong = check();
    for (Colonist& colonist : colonists_) {
      if (people_.states()[people_.index_of(colonist.agent)] == tess::AgentState::arrived) {
        finish(colonist);
      }
    }
    record();
    if (++ticks_ % 12 == 0) swing_doors();
    return wrong;
  }

  /// The first rule that is broken.
  std::string check() {
    std::vector<tess::Coord> taken(people_.positions().begin(), people_.positions().end());
    std::ranges::sort(taken);
    if (std::adjacent_find(taken.begin(), taken.end()) != taken.end()) {
      return "two colonists share a tile";
    }
    for (const tess::Coord c : taken) {
      if (land_.at(c) == Ground::wall)
        return fmt::format("somebody is in a wall at {},{}", c.x, c.y);
    }
    return "";
  }

  /// Opens all doors and lets everybody finish; those who do not.
  std::size_t go_home(tess::ExecutorRef executor) {
    for (const tess::Coord door : land_.doors()) shut(door, false);
    std::vector<bool> home(colonists_.size());
    for (int tick = 0; tick < 1000; ++tick) {
      people_.tick(executor);
      for (std::size_t i = 0; i < home.size(); ++i) {
        const std::size_t at = people_.index_of(colonists_[i].agent);
        home[i] = home[i] || people_.states()[at] == tess::AgentState::arrived;
        if (home[i]) people_.clear_goal(colonists_[i].agent);
      }
    }
    return static_cast<std::size_t>(std::ranges::count(home, false));
  }

  void print() {
    std::ranges::sort(milliseconds_);
    double sum = 0;
    for (const double ms : milliseconds_) sum += ms;
    const auto n = static_cast<double>(milliseconds_.size());
    const auto late = static_cast<std::size_t>(0.99 * (n - 1) + 0.5);
    std::size_t errands = 0;
    for (const Colonist& colonist : colonists_)
      errands += static_cast<std::size_t>(colonist.errands);
    fmt::print("colonists  {}, {} of them builders\n", colonists_.size(),
               std::ranges::count(colonists_, true, &Colonist::builds));
    fmt::print("ticks      {}\nsteps      {}\narrivals   {}\nerrands    {}\n", ticks_, steps_,
               arrivals_, errands);
    fmt::print("planned    {}\nwalls      {} built, {} taken down; doors swung {} times\n",
               planned_, built_, taken_down_, swung_);
    fmt::print("a tick     mean {:.3f} ms, 99th percentile {:.3f} ms\n", sum / n,
               milliseconds_[late]);
    fmt::print("state      {:016x}\n", hash());
  }

  const tess::Animation& film() const { return film_; }

 private:
  static std::string_view door_colour(Ground door) {
    return door == Ground::door_shut ? "#a0522d" : "#deb887";
  }

  std::string_view colour(const Colonist& colonist) const {
    if (colonist.builds) return "#1b4dd8";
    return colonist.carries ? "#d7263d" : "#0b8a4a";
  }

  /// Gives a colonist somewhere to go.
  void send(Colonist& colonist) {
    people_.set_goal(colonist.agent,
                     colonist.wall ? *colonist.wall + tess::Coord{0, 1, 0} : land_.workplace());
  }

  void finish(Colonist& colonist) {
    ++colonist.errands;
    if (colonist.builds) {
      build(colonist);
    } else {
      colonist.carries = !colonist.carries;
    }
    send(colonist);
  }

  /// A builder puts up a wall to its north where nobody is or is wanted, or takes down its last
  /// one.
  void build(Colonist& colonist) {
    if (colonist.wall) {
      land_.set(*colonist.wall, Ground::grass);
      film_.tile(*colonist.wall, "");
      colonist.wall.reset();
      ++taken_down_;
      return;
    }
    const tess::Coord site =
        people_.positions()[people_.index_of(colonist.agent)] + tess::Coord{0, -1, 0};
    if (site.y < 0 || land_.at(site) != Ground::grass || is_wanted(site)) return;
    land_.set(site, Ground::wall);
    film_.tile(site, "#353b45");
    colonist.wall = site;
    ++built_;
  }

  bool is_wanted(tess::Coord c) const {
    if (std::ranges::find(people_.positions(), c) != people_.positions().end()) return true;
    return std::ranges::any_of(
        colonists_, [&](const Colonist& other) { return people_.goal_of(other.agent) == c; });
  }

  void swing_doors() {
    const auto count = static_cast<std::uint32_t>(land_.doors().size());
    const tess::Coord door = land_.doors()[land_.chance(count)];
    shut(door, land_.at(door) == Ground::door_open);
  }

  /// Opens or shuts a door in which nobody stands.
  void shut(tess::Coord door, bool shut) {
    if (std::ranges::find(people_.positions(), door) != people_.positions().end()) return;
    const Ground now = shut ? Ground::door_shut : Ground::door_open;
    if (land_.at(door) == now) return;
    land_.set(door, now);
    film_.tile(door, door_colour(now));
    ++swung_;
  }

  void record() {
    for (std::size_t i = 0; i < colonists_.size(); ++i) {
      const tess::Coord at = people_.positions()[people_.index_of(colonists_[i].agent)];
      film_.mover(i, at, colour(colonists_[i]));
    }
    film_.end_tick();
  }

  std::uint64_t hash() const {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const tess::Coord c : people_.positions()) {
      for (const std::int32_t v : {c.x, c.y}) {
        hash = (hash ^ static_cast<std::uint32_t>(v)) * 1'099'511'628'211U;
      }
    }
    return hash;
  }

  colony::Settlement land_;
  tess::AgentSet people_{{.conflicts = tess::Conflicts::pibt}};
  std::vector<Colonist> colonists_;
  tess::Animation film_;
  Arguments arguments_;
  std::vector<double> milliseconds_;
  std::size_t ticks_ = 0;
  std::size_t steps_ = 0;
  std::size_t arrivals_ = 0;
  std::size_t planned_ = 0;
  std::size_t built_ = 0;
  std::size_t taken_down_ = 0;
  std::size_t swung_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Colonists who fetch, carry and build, in a village whose doors swing.", "colony");
  app.add_option("--ticks", arguments.ticks, "how long they live")->check(CLI::Range(1, 100'000));
  app.add_option("--colonists", arguments.colonists, "how many")->check(CLI::Range(1, 1000));
  app.add_option("--seed", arguments.seed, "another village for each");
  app.add_option("--svg", arguments.svg, "where the picture goes that a browser plays")
      ->type_name("FILE");
  app.footer("Exit status: 0 done; 1 a rule was broken; 2 bad arguments or files.");
  if (const auto code = example::parse(app, argc, argv)) return *code;

  tess::WorkerPool pool;
  Colony colony(arguments);
  for (int tick = 0; tick < arguments.ticks; ++tick) {
    const std::string wrong = colony.tick(pool);
    if (wrong.empty()) continue;
    fmt::print(stderr, "colony: tick {}: {}\n", tick, wrong);
    return example::exit_failed;
  }
  colony.print();
  const tess::Result<void> written = tess::write_svg(arguments.svg, colony.film());
  if (!written) return example::refuse("colony", written.error().message());
  fmt::print("picture    {}\n", arguments.svg);
  const std::size_t lost = colony.go_home(pool);
  if (lost != 0) {
    fmt::print(stderr, "colony: {} colonists never came to their goals\n", lost);
    return example::exit_failed;
  }
  return 0;
}
