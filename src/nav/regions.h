#pragma once

#include <tess/nav/movement.h>
#include <tess/nav/nav_chunk.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "chunk_parts.h"
#include "link_closure.h"
#include "link_edge.h"

namespace tess::detail {

/// Which tiles of a map are joined by steps and two-way links. A chunk falls into connected
/// *parts*; parts are the nodes of a graph whose edges, the *joins*, cross the borders of chunks; a
/// *region* is a connected component of that graph. One-way links lead from region to region.
///
/// Invariant: each part has a label, and two parts are of one region where their labels have the
/// same root in a union-find forest. An edit relabels the parts of its chunk and those next to it,
/// unites them anew, and where a former region then falls into several groups searches from all of
/// them at once until all but one are exhausted or have met: those are regions of their own.
///
/// A chunk costs O(runs) to label; an edit its chunk, and the parts of the smaller pieces where it
/// may have cut a region. After many edits at once all labels are given anew, in O(joins).
class Regions {
 public:
  using Chunks = std::span<const NavChunk>;

  explicit Regions(const Movement& movement);

  /// Whether the regions are those of the map as it is.
  bool current() const { return built_ && changed_.empty() && !links_changed_; }

  /// Tiles of the chunk opened or closed; the links or the tiles that they join changed.
  void note_chunk(std::uint32_t slot);
  void note_links() { links_changed_ = true; }

  /// Catches up with the changes; builds the regions the first time. `edges` are in order.
  void refresh(Chunks chunks, std::span<const LinkEdge> edges);

  /// The region of an open tile; any other tile is in none.
  std::uint32_t region(Chunks chunks, NodeId node) const {
    const PartId part = part_of(chunks, node);
    return root(parts_[part >> part_bits].labels[part & part_mask]);
  }

  /// Whether a way leads from one open tile to another.
  bool reachable(Chunks chunks, NodeId from, NodeId to) const {
    const std::uint32_t a = region(chunks, from);
    const std::uint32_t b = region(chunks, to);
    return a == b || closure_.reaches(a, b);
  }

  /// The bytes that are kept for the chunks.
  std::size_t bytes() const;

 private:
  /// A part next to an edited chunk, joined to it before or after the edit.
  struct Anchor {
    PartId part = 0;
    std::uint32_t former = 0;  // the root of its label before
    bool cut_off = false;
  };

  std::uint32_t root(std::uint32_t label) const {
    while (up_[label] != label) label = up_[label];
    return label;
  }
  std::uint32_t unite(std::uint32_t a, std::uint32_t b);
  std::uint32_t fresh_label();
  std::uint32_t& label(PartId part) { return parts_[part >> part_bits].labels[part & part_mask]; }
  PartId part_of(Chunks chunks, NodeId node) const {
    const std::uint32_t slot = node >> 12;
    const auto x = static_cast<int>(node & 63);
    const auto y = static_cast<int>(node >> 6 & 63);
    return part_id(slot, parts_[slot].part_at(chunks[slot], x, y));
  }

  void relabel(Chunks chunks);
  void unite_all(Chunks chunks, std::span<const LinkEdge> edges);
  void unite_links(Chunks chunks, std::span<const LinkEdge> edges);
  void close_links();
  bool patch(Chunks chunks);
  void collect_anchors(Chunks chunks);
  void label_anew();
  bool find_contested(std::uint32_t first);
  void settle_contested(Chunks chunks, std::uint32_t first);

  template <class Fn>
  void for_each_join(const NavChunk& chunk, const Fn& fn) const;
  template <class Fn>
  void for_each_neighbour(const NavChunk& chunk, PartId part, const Fn& fn) const;

  bool built_ = false;
  bool links_changed_ = false;
  std::vector<std::uint32_t> changed_;
  std::vector<ChunkParts> parts_;  // by slot; one more for the chunk beyond the edge
  PartFinder finder_;

  std::vector<std::uint32_t> up_;  // by label: the next one on the way to the root
  std::vector<std::pair<PartId, PartId>> link_joins_;  // of two-way links, both ways, in order
  std::vector<std::pair<PartId, PartId>> one_way_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> one_way_roots_;
  LinkClosure closure_;

  // While labels of an edit are fresh, a *group* is a set of parts with one fresh root.
  std::vector<Anchor> anchors_;
  std::vector<std::uint8_t> contested_;  // by group, as root - first fresh label
  std::vector<std::uint32_t> pending_;   // by group: how many of its parts are in the queue
  std::vector<PartId> queue_;
};

}  // namespace tess::detail
