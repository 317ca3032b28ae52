#pragma once

#include <tess/path/distance_field.h>

#include <array>
#include <cstdint>
#include <vector>

#include "bucket_queue.h"
#include "field_graph.h"
#include "path_builder.h"
#include "search_task.h"

namespace tess::detail {

/// What a distance field owns. Closed tiles of a page hold 0, so that one comparison tells whether
/// a neighbour may be reached for less: a build of a cardinal map of one cost is a breadth-first
/// search without a branch inside a chunk. Everything else is Dijkstra's algorithm (1959) with
/// buckets (Dial 1969), narrower than the shortest step, so that no tile is settled twice.
///
/// A repair works in two passes, as in Ramalingam and Reps, "An incremental algorithm for a
/// generalization of the shortest-path problem" (1996): tiles that have lost their way, in the
/// order of their former distances, become unreached; then what can be reached for less from the
/// tiles around is, in the order of the new distances.
class Field {
 public:
  explicit Field(const NavMap& map)
      : map_(map), shift_(map.movement().steps == Steps::octile ? octile_shift : 0) {}
  ~Field();
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  PathStatus build(std::span<const Coord> goals, const FieldOptions& options);
  void refresh();

  std::uint32_t distance(Coord c) const;
  std::optional<FieldStep> step(Coord c) const;
  PathView path_from(Coord c);
  std::optional<std::size_t> nearest_goal(Coord c) const;
  std::size_t reached() const { return reached_; }
  std::uint64_t expanded() const { return expanded_; }

 private:
  static constexpr std::uint32_t unreached = DistanceField::unreached;
  static constexpr std::uint32_t closed = 0;

  /// A bucket of distances is narrower than any step of octile movement.
  static constexpr int octile_shift = 7;

  struct Page {
    std::array<std::uint32_t, chunk_tiles> distances;
  };
  struct Waiting {
    std::uint32_t distance;
    NodeId node;
    friend constexpr auto operator<=>(const Waiting&, const Waiting&) = default;
  };

  Page& page(std::uint32_t slot) { return live_[slot] != nullptr ? *live_[slot] : open(slot); }
  Page& open(std::uint32_t slot);
  std::uint32_t& at(NodeId node) { return page(node >> 12).distances[node & (chunk_tiles - 1)]; }
  std::uint32_t stored(NodeId node) const {
    const Page* page = live_[node >> 12];
    return page == nullptr ? unreached : page->distances[node & (chunk_tiles - 1)];
  }

  PathStatus rebuild();
  PathStatus place_goals();
  bool is_even() const;
  void spread();
  std::size_t spread_from(NodeId node, std::uint32_t distance, std::size_t found);
  bool all_wanted_below(std::uint64_t distance);
  void settle_all();
  void relax(NodeId node, std::uint32_t distance);
  void relax_inside(const NavChunk& chunk, NodeId node, std::uint32_t distance);
  void reach(NodeId node, std::uint64_t distance);

  std::uint32_t distance_of(NodeId node) const;
  bool is_goal(NodeId node) const;
  std::optional<FieldStep> real_step(NodeId node, std::uint32_t distance) const;
  std::optional<FieldStep> free_jump(NodeId node, std::uint32_t distance) const;

  bool can_repair();
  void add_changes(ChunkKey key, EditBox box);
  void repair();
  void take_in(NodeId node);
  void doubt(NodeId node, std::uint32_t least);
  void doubt_around(NodeId node, std::uint32_t least);
  void raise();
  std::uint64_t best(NodeId node) const;
  void lower();

  const NavMap& map_;
  int shift_;
  FieldGraph graph_;
  std::vector<Coord> goals_;
  std::vector<NodeId> goal_nodes_;  // those that are open
  std::vector<NodeId> until_;       // the tiles whose distances end the build
  std::vector<NodeId> wanted_;      // those of them that are not known yet
  FieldOptions options_;
  std::uint64_t bound_ = 0;
  std::uint64_t version_ = 0;
  Revision seen_ = 0;
  bool built_ = false;
  bool partial_ = false;

  std::vector<Page*> pages_;  // owned, by slot
  std::vector<Page*> live_;   // those in use
  std::vector<std::uint32_t> used_;
  std::vector<NodeId> here_;  // the tiles of one distance, and of the next
  std::vector<NodeId> there_;
  BucketQueue buckets_;
  std::vector<NodeId> changed_;
  std::vector<Waiting> doubted_;
  std::vector<NodeId> raised_;  // those to find a way for
  std::size_t reached_ = 0;
  std::uint64_t expanded_ = 0;
  PathBuilder builder_;
  std::vector<FieldStep> way_;
};

}  // namespace tess::detail
