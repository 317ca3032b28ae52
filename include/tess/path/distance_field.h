#pragma once

#include <tess/nav/nav_map.h>
#include <tess/path/path.h>
#include <tess/path/search.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace tess {

namespace detail {
class Field;
}

/// How one field differs from the plain one over everything that can be reached.
struct FieldOptions {
  /// Tiles from which no goal costs this much or less, in ticks, are left out.
  std::uint64_t max_distance = (std::numeric_limits<std::uint64_t>::max)();

  /// Where there are any, the field ends when the distances of all of them are known; some of the
  /// tiles that are farther are left out. Tiles that cannot be reached do not end it.
  std::span<const Coord> until = {};

  /// What unknown tiles mean; `report` leaves them out like `avoid`.
  UnknownTiles unknown = UnknownTiles::avoid;

  /// The entry cost of unknown tiles where they count as open, 1 to 254.
  std::uint8_t unknown_cost = 1;
};

/// What to do on a tile to get to the goal.
struct FieldStep {
  Coord to;                ///< the next tile
  std::uint32_t cost = 0;  ///< what the step or jump costs, in ticks
  bool jump = false;       ///< whether it takes a link
};

/// What a mover pays from each tile to the nearest of some goals: for crowds with one aim, for
/// "who is nearest", for fleeing.
///
///     tess::DistanceField field(walk);
///     field.build(goals);
///     if (auto step = field.step(position)) position = step->to;
///
/// Exact for all kinds of movement, costs and links; ways of more than 2^32 - 3 ticks count as
/// none. It catches up with the map in the first read after an edit: it repairs the tiles whose
/// distance the edit changed, and is then what a build would make it. `distance` and `step` change
/// nothing in a current field: threads may share it after a `refresh`. Memory: 16 KiB for each
/// chunk it has reached, kept for the next build (address space is reserved for all); once warm,
/// nothing is allocated, but by steps along links that cost nothing. The map must outlive the
/// field.
class DistanceField {
 public:
  /// The distance of a tile from which no goal is reached.
  static constexpr std::uint32_t unreached = (std::numeric_limits<std::uint32_t>::max)();

  /// An empty field on that map.
  explicit DistanceField(const NavMap& map);
  ~DistanceField();
  DistanceField(const DistanceField&) = delete;
  DistanceField& operator=(const DistanceField&) = delete;

  /// Finds the distances to these goals, in time in proportion to the tiles reached. Goals on which
  /// the mover cannot stand count again when they open. The status is `found` where there is a goal
  /// to go to; otherwise it tells what is wrong with the first: `out_of_bounds`, `unknown_tiles`
  /// or `blocked_goal`, or `no_path` where there is none.
  PathStatus build(std::span<const Coord> goals, const FieldOptions& options = {});

  /// Catches up with the map. Every read does it by itself; call it before sharing the field
  /// between threads. Time in proportion to the tiles whose distance changed; after many edits,
  /// where `until` ended the field, or where links cost nothing, that of a build.
  void refresh();

  /// The ticks from a tile to the nearest goal; `unreached` where there is no way, or outside.
  std::uint32_t distance(Coord c);

  /// The next step of a cheapest way: of several, the first by `Direction`, links last. Nothing on
  /// a goal or where none is reached.
  std::optional<FieldStep> step(Coord c);

  /// A cheapest way to the nearest goal, by `step`; empty where there is none. Valid until the next
  /// call of this function.
  PathView path_from(Coord c);

  /// Which of the goals, by its place among them, `path_from` leads to; nothing where there is no
  /// way. Time in proportion to the length of the way. Ends the view of the last `path_from`.
  std::optional<std::size_t> nearest_goal(Coord c);

  /// How many tiles have a distance; counts them.
  std::size_t reached();

  /// How many tiles the last build or repair looked at; the same on every machine.
  std::uint64_t expanded() const;

  /// The memory of the distances: 16 KiB for each chunk that the field has come to, and those
  /// around it once it comes to the chunk's border.
  std::size_t bytes() const;

  /// What flow fields read.
  const detail::Field& data() const { return *field_; }

 private:
  detail::Field* field_;
};

}  // namespace tess
