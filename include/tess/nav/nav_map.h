#pragma once

#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/world/tile_view.h>
#include <tess/world/world.h>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tess {

/// What a rule returns for a tile that cannot be entered.
inline constexpr int blocked = 255;

/// What a rule returns for a tile of which the mover knows nothing: neither blocked nor open.
inline constexpr int unknown = 256;

/// The largest entry cost; the least is 1.
inline constexpr int max_entry_cost = 254;

/// What it costs a mover to enter a tile: 1 to 254, `blocked` or `unknown`; or a bool: true is
/// open at cost 1, false is blocked. It must depend on nothing but the fields and the coordinate
/// of the tile it is given.
template <class R>
concept NavRule = std::copy_constructible<R> && requires(const R& rule, TileView tile) {
  { rule(tile) } -> std::convertible_to<int>;
};

/// Names a region of a navigation map, until the map changes.
enum class RegionId : std::uint32_t {};

/// The region of tiles that cannot be stood on.
inline constexpr RegionId no_region{0xFFFFFFFFU};

namespace detail {

struct NavData;
class Regions;

/// A rule behind function pointers, so that everything but its evaluation compiles once.
struct ErasedRule {
  /// Writes the entry costs of `count` tiles of a chunk from `tile` on: 255 blocked, 0 unknown.
  using Evaluate = void (*)(const void* rule, const Storage& storage, std::uint32_t slot,
                            std::uint32_t tile, std::uint32_t count, std::uint8_t* costs);

  void* rule;
  Evaluate evaluate;
  void (*destroy)(void* rule);
};

/// The byte that stands for what a rule returned.
template <class R>
constexpr std::uint8_t cost_byte(R value) {
  if constexpr (std::same_as<R, bool>) {
    return value ? 1 : static_cast<std::uint8_t>(blocked);
  } else {
    const int cost = static_cast<int>(value);
    TESS_ASSERT(cost >= 1 && cost <= unknown, "a rule returns 1 to 254, blocked or unknown");
    if (cost == unknown) return 0;
    return static_cast<std::uint8_t>(cost >= 1 && cost <= max_entry_cost ? cost : blocked);
  }
}

template <NavRule Rule>
void evaluate_rule(const void* rule, const Storage& storage, std::uint32_t slot, std::uint32_t tile,
                   std::uint32_t count, std::uint8_t* costs) {
  const Rule& typed = *static_cast<const Rule*>(rule);
  for (std::uint32_t i = 0; i < count; ++i) {
    costs[i] = cost_byte(typed(TileView(storage, slot, tile + i)));
  }
}

}  // namespace detail

/// What one kind of mover can stand on and what it pays, derived from a world's fields and kept in
/// the form that searches need: bit words of 64 tiles, and a byte a tile where costs differ.
///
///     tess::NavMap walk(world, {.steps = tess::Steps::octile}, [=](tess::TileView t) {
///       return t[terrain] == 0 ? tess::blocked : int{t[terrain]};
///     });
///
/// It catches up with the world by itself, chunk by chunk, in the first read after an edit and on
/// the thread that reads. A current map is not changed by reading: threads may share it after one
/// of them has called `refresh`. Memory: about 1 KiB a chunk, 9 KiB more where jumps are possible
/// (one cost, and cardinal steps or octile steps that never cut corners), 4 KiB more where costs
/// differ within a chunk or the mover covers more than one tile, and for regions, once they were
/// needed, 0.5 KiB on open ground, 3 KiB where 30 % are blocked at random, at most 9 KiB. The world
/// must outlive the map.
class NavMap {
 public:
  /// Evaluates the rule on every tile of the world; allocates.
  template <NavRule Rule>
  NavMap(const World& world, const Movement& movement, Rule rule)
      : NavMap(world, movement,
               detail::ErasedRule{new Rule(std::move(rule)), &detail::evaluate_rule<Rule>,
                                  [](void* erased) { delete static_cast<Rule*>(erased); }}) {}

  ~NavMap();
  NavMap(const NavMap&) = delete;
  NavMap& operator=(const NavMap&) = delete;

  /// How the mover moves; fixed for the life of the map.
  const Movement& movement() const;

  /// The tiles of the world.
  const Box& box() const;

  /// Whether the mover can stand on the tile: false where it is blocked, unknown or outside.
  bool open(Coord c) const;

  /// What entering the tile costs: 1 to 254, `blocked` (also outside the world) or `unknown`. For
  /// movers of more than one tile, the greatest of the tiles they cover.
  int entry_cost(Coord c) const;

  /// The ticks it costs to step from an open tile to its neighbour; 0 where that is not a legal
  /// step.
  std::uint32_t step_cost(Coord from, Direction direction) const;

  /// The entry cost of every open tile, where all have the same; 0 otherwise, or where no tile is
  /// open.
  int uniform_cost() const;

  /// Adds a link between tiles of the world, which may be blocked at times: it can be taken when
  /// the mover can stand on both. Takes time in proportion to the number of links.
  LinkId add_link(const Link& link);

  /// Removes a link of this map; returns whether it was there.
  bool remove_link(LinkId id);

  /// The region of a tile: all tiles that are joined to it by steps and two-way links, and so can
  /// reach each other. `no_region` where the mover cannot stand, unknown tiles included. Which
  /// number a region has is without meaning, and may change whenever the map does. Constant time on
  /// a map that `refresh` has brought up to date; otherwise it does so first.
  RegionId region_of(Coord c) const;

  /// Whether any path leads from one tile to the other over known tiles, one-way links included;
  /// false where the mover cannot stand on both. Time and freshness as of `region_of`; where there
  /// are one-way links, logarithmic in their number.
  bool reachable(Coord from, Coord to) const;

  /// Catches up with the world, regions included, so that reading and searching change nothing
  /// until the next edit: call it before sharing the map between threads. Every read catches up by
  /// itself as far as it needs to; only `region_of`, `reachable` and searches need regions. Time in
  /// proportion to what changed: single tiles where the edits were small and few, whole chunks
  /// otherwise; for regions the chunks in which tiles opened or closed, and where that may have cut
  /// a region in two, the smaller of the pieces.
  void refresh() const;

  /// A number that grows whenever the map changes. Refreshes.
  std::uint64_t version() const;

  /// What searches read, brought up to date, but for regions.
  const detail::NavData& data() const {
    catch_up();
    return *data_;
  }

  /// The regions, and all else that searches read, brought up to date.
  const detail::Regions& regions() const;

 private:
  NavMap(const World& world, const Movement& movement, detail::ErasedRule rule);

  void catch_up() const;

  detail::NavData* data_;
};

}  // namespace tess
