#pragma once

#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/nav/nav_chunk.h>
#include <tess/nav/nav_map.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cost_bounds.h"
#include "jump_table.h"
#include "link_edge.h"
#include "regions.h"
#include "step_table.h"

namespace tess::detail {

/// The tile one step on. At the end of the range of coordinates it wraps to where no world is that
/// holds the tile it comes from.
constexpr Coord one_step(Coord from, Offset step) {
  const auto add = [](std::int32_t v, std::int8_t d) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(v) + static_cast<std::uint32_t>(d));
  };
  return {add(from.x, step.dx), add(from.y, step.dy), add(from.z, step.dz)};
}

/// The entry costs of a chunk's tiles as bytes: 1 to 254, 255 blocked, 0 unknown.
using CostPage = std::array<std::uint8_t, chunk_tiles>;

inline constexpr std::uint8_t blocked_byte = 255;
inline constexpr std::uint8_t unknown_byte = 0;

/// Pages of one kind that come and go: a page given back is kept for the next taker.
template <class Page>
class PagePool {
 public:
  PagePool() = default;
  ~PagePool() {
    for (Page* page : free_) delete page;
  }
  PagePool(const PagePool&) = delete;
  PagePool& operator=(const PagePool&) = delete;

  /// A page of zeros.
  Page* take() {
    if (free_.empty()) return new Page{};
    Page* page = free_.back();
    free_.pop_back();
    page->fill(0);
    return page;
  }

  void give(Page* page) {
    if (page != nullptr) free_.push_back(page);
  }

 private:
  std::vector<Page*> free_;
};

/// What a navigation map owns, and how it catches up with its world. A chunk's slot is the same
/// as in the world.
struct NavData {
  NavData(const Storage& world, const Movement& movement, ErasedRule rule);
  ~NavData();
  NavData(const NavData&) = delete;
  NavData& operator=(const NavData&) = delete;

  bool current() const { return seen_ == world_.clock(); }

  /// Catches up with the world; not with the regions.
  void refresh();

  /// The regions of the map as it was refreshed last, brought up to date.
  const Regions& refresh_regions() {
    if (!regions_.current()) regions_.refresh(chunks_, edges_);
    return regions_;
  }

  const Storage& world() const { return world_; }
  const Movement& movement() const { return movement_; }

  /// The chunks, and after them the one that stands for all beyond the edge.
  const std::vector<NavChunk>& chunks() const { return chunks_; }
  const StepTable& steps() const { return steps_; }
  const JumpTable& jumps() const { return jumps_; }
  const CostBounds& bounds() const { return bounds_; }

  /// Grows with each change of what searches read.
  std::uint64_t version() const { return version_; }

  /// The entry cost of all open tiles where it is one and the same, 0 otherwise.
  int uniform_cost() const { return uniform_cost_; }

  /// No open tile costs less; 1 where there is none.
  int lowest_cost() const { return lowest_cost_; }

  bool has_unknown() const { return unknown_chunks_ != 0; }

  /// Whether jumps can be used: the steps are of a kind that has them, and the costs are one.
  bool has_jumps() const { return jumps_.valid(); }

  /// The links that start from that tile, without those that end on a blocked one.
  std::span<const LinkEdge> links_from(NodeId node) const;
  std::span<const LinkEdge> link_edges() const { return edges_; }

  /// Whether both tiles are open and a link leads from one to the other.
  bool has_link(Coord from, Coord to) const;

  NodeId node(Coord c) const {
    return world_.slot(c) * NodeId{chunk_tiles} + static_cast<NodeId>(tile_index(c));
  }
  Coord coord(NodeId node) const {
    const Coord origin = chunks_[node >> 12].origin;
    return {origin.x + static_cast<std::int32_t>(node & 63),
            origin.y + static_cast<std::int32_t>((node >> 6) & 63), origin.z};
  }
  bool open(NodeId node) const {
    return chunks_[node >> 12].open(static_cast<int>(node & 63), static_cast<int>(node >> 6 & 63));
  }
  std::uint8_t cost_byte(NodeId node) const;

  /// The ticks of a legal step, 0 otherwise. The tile must be in the world.
  std::uint32_t step_cost(Coord from, Direction direction) const;

  /// Whether no tile that decides on the step was edited after that revision of the world; false
  /// for 0.
  bool step_unchanged(Coord from, Coord to, Revision since) const;

  LinkId add_link(const Link& link);
  bool remove_link(LinkId id);

 private:
  struct StoredLink {
    Link link;
    bool alive = false;
  };

  void build_chunks();
  void evaluate(std::uint32_t slot, EditBox box, std::uint8_t* costs) const;
  void compile(std::uint32_t slot);
  void patch(std::uint32_t slot, EditBox box);
  void dilate_changes();
  void dilate(std::uint32_t slot);
  void set_tile(std::uint32_t slot, std::size_t x, std::size_t y, std::uint8_t cost);
  void set_page(std::uint32_t slot, const CostPage& costs);
  bool same_costs(std::uint32_t slot, const CostPage& costs, const WordRows& rows,
                  const WordRows& unknowns) const;
  void give_page(std::uint32_t slot);
  void settle(std::uint32_t slot);
  void count_chunk(std::uint32_t slot, int change);
  void note_change(std::uint32_t slot);
  void note_shape(std::uint32_t slot, EditBox box);
  void note_undilated(std::uint32_t slot);
  void finish();
  void relink();
  void update_edges();
  static std::uint8_t cost_byte(const NavChunk& chunk, std::size_t x, std::size_t y);

  const Storage& world_;
  Movement movement_;
  ErasedRule rule_;

  Revision seen_ = 0;
  std::uint64_t version_ = 0;
  std::vector<NavChunk> chunks_;
  PagePool<CostPage> page_pool_;
  PagePool<WordRows> unknown_pool_;
  std::vector<CostPage*> pages_;
  std::vector<WordRows*> unknown_;
  std::vector<std::uint8_t> lowest_;
  std::vector<CostPage> undilated_;  // only for movers of more than one tile
  std::vector<std::uint8_t> dilation_;

  std::vector<NavChange> reshaped_;      // chunks in which tiles opened or closed
  std::vector<std::uint32_t> repriced_;  // chunks in which anything changed
  std::vector<std::uint32_t> undilated_changes_;
  std::vector<std::uint8_t> listed_;  // bit 0: in repriced_, bit 1: in undilated_changes_
  std::vector<Revision> compiled_at_;

  std::array<std::uint32_t, 256> uniform_chunks_{};
  std::array<std::uint32_t, 256> lowest_chunks_{};
  std::uint32_t mixed_chunks_ = 0;
  std::uint32_t unknown_chunks_ = 0;
  int uniform_cost_ = 0;
  int lowest_cost_ = 1;

  StepTable steps_;
  JumpTable jumps_;
  CostBounds bounds_;
  Regions regions_;
  std::vector<StoredLink> links_;
  std::vector<LinkEdge> edges_;
  std::vector<LinkEdge> former_edges_;
};

}  // namespace tess::detail
