#pragma once

#include <tess/path/distance_field.h>
#include <tess/path/flow_field.h>

#include <cstdint>
#include <vector>

#include "bucket_queue.h"
#include "field_graph.h"
#include "field_grid.h"
#include "search_task.h"

namespace tess::detail {

/// What a distance field owns. On maps of one cost with straight steps a build is a breadth-first
/// search without a branch inside a chunk. On other level maps it is Dijkstra's algorithm (1959)
/// with buckets (Dial 1969): all steps back from a tile cost what entering it costs, so that its
/// neighbours go into two lists, one for straight and one for diagonal steps, without a branch
/// either. Buckets are narrower than the shortest step, so that no tile is settled twice. Where
/// there are links, steps between levels or unknown tiles to enter, a plain form of it remains.
///
/// A repair works in two passes, as in Ramalingam and Reps, "An incremental algorithm for a
/// generalization of the shortest-path problem" (1996): tiles that have lost their way, in the
/// order of their former distances, become unreached; then what can be reached for less from the
/// tiles around is, in the order of the new distances.
class Field {
 public:
  explicit Field(const NavMap& map)
      : map_(map), shift_(map.movement().steps == Steps::octile ? octile_shift : 0) {}
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  PathStatus build(std::span<const Coord> goals, const FieldOptions& options);
  void refresh();

  /// Whether neither the world nor the map has changed since.
  bool current() const {
    return data_ != nullptr && data_->current() && data_->version() == version_;
  }

  std::uint32_t distance(Coord c) const {
    if (!built_ || !data_->world().box().contains(c)) return DistanceField::unreached;
    return FieldGrid::distance(grid_.stamp(data_->node(c)));
  }
  std::optional<FieldStep> step(Coord c) const;
  PathView path_from(Coord c);
  std::optional<std::size_t> nearest_goal(Coord c);
  std::size_t reached() const;
  std::uint64_t expanded() const { return expanded_; }
  std::size_t bytes() const;

  /// A number that grows with each build and repair.
  std::uint64_t round() const { return round_; }

  const Storage& world() const { return map_.data().world(); }
  std::uint32_t slot_count() const { return world().slot_count(); }
  bool has_reached(std::uint32_t slot) const { return built_ && grid_.is_opened(slot); }

  /// Whether anything changed in an open chunk or beside it after that round.
  bool changed_around(std::uint32_t slot, std::uint64_t round) const;

  /// The steps of an open chunk, two tiles a byte.
  void write_flow(std::uint32_t slot, std::span<std::uint8_t> bytes) const;

 private:
  static constexpr NodeId no_node = ~NodeId{0};

  /// A bucket of distances is narrower than any step of octile movement.
  static constexpr int octile_shift = 8;

  struct Waiting {
    std::uint32_t stamp;
    NodeId node;
    friend constexpr auto operator<=>(const Waiting&, const Waiting&) = default;
  };

  /// A goal and its place among those that were asked for.
  struct Goal {
    NodeId node;
    std::uint32_t place;
    friend constexpr auto operator<=>(const Goal&, const Goal&) = default;
  };

  void open(std::uint32_t slot);
  std::uint32_t& at(NodeId node) {
    if (!grid_.is_opened(node >> 12)) open(node >> 12);
    changed_in_[node >> 12] = round_;
    return grid_.stamps()[node];
  }

  PathStatus rebuild();
  PathStatus place_goals();
  bool is_flat() const;
  bool all_wanted_below(std::uint64_t stamp);
  void settle_all();
  void relax(NodeId node, std::uint32_t stamp);
  void reach(NodeId node, std::uint64_t stamp);

  void spread();
  template <Steps steps>
  void spread_as();
  void flood();
  template <Steps steps, Corners corners>
  void flood_any();
  template <Steps steps, Corners corners, bool even>
  void flood_as();
  template <Steps steps, Corners corners, bool even>
  void expand_list(const NodeId* first, const NodeId* last);
  template <Steps steps, Corners corners>
  void expand(NodeId node, std::uint32_t straight, std::uint32_t diagonal);
  template <Steps steps, Corners corners>
  void expand_border(NodeId node, std::uint32_t straight, std::uint32_t diagonal);
  const FieldGrid::Surroundings& surround(std::uint32_t slot);
  std::array<NodeId, 8> around(NodeId node);

  const Goal* goal_at(NodeId node) const;
  std::optional<FieldStep> real_step(NodeId node, std::uint32_t stamp) const;
  std::optional<FieldStep> free_jump(NodeId node, std::uint32_t stamp) const;
  NodeId neighbour(NodeId node, std::size_t direction) const;
  bool may_pass(NodeId node, std::size_t direction) const;
  std::size_t flat_step(NodeId node, std::uint32_t stamp) const;
  Flow flow_at(NodeId node) const;
  NodeId follow(NodeId node);

  bool can_repair();
  void add_changes(ChunkKey key, EditBox box);
  void add_changed_links();
  void repair();
  void take_in(NodeId node);
  void doubt(NodeId node, std::uint32_t least);
  void doubt_around(NodeId node, std::uint32_t least);
  void raise();
  std::uint64_t best(NodeId node) const;
  void lower();

  const NavMap& map_;
  const NavData* data_ = nullptr;  // since the first build
  int shift_;
  bool flat_ = false;
  FieldGraph graph_;
  std::vector<Coord> goals_;
  std::vector<Goal> goal_nodes_;  // those in the world, in order, once each
  std::vector<NodeId> until_;     // the tiles whose distances end the build
  std::vector<NodeId> wanted_;    // those of them that are not known yet
  FieldOptions options_;
  std::uint64_t limit_ = 0;  // the greatest stamp
  std::uint64_t version_ = 0;
  Revision seen_ = 0;
  bool built_ = false;
  bool partial_ = false;

  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> changed_in_;  // by slot: the last round that changed something
  FieldGrid grid_;
  FieldRing ring_;
  std::vector<Waiting> feed_;  // where a search begins, in order
  std::vector<NodeId> here_;   // the tiles of one distance, and of the next
  std::vector<NodeId> there_;
  BucketQueue buckets_;
  std::vector<NodeId> changed_;
  std::vector<Waiting> doubted_;
  std::vector<NodeId> raised_;  // those to find a way for
  std::uint64_t expanded_ = 0;
  std::vector<PathRun> runs_;
  std::vector<Coord> landings_;
  std::size_t steps_ = 0;
};

}  // namespace tess::detail
