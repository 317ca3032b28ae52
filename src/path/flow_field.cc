#include <tess/path/flow_field.h>

#include "field.h"
#include "flows.h"

namespace tess {

namespace detail {

void Flows::refresh() {
  source_.refresh();
  if (field_.round() == round_) return;
  const std::uint32_t slots = field_.slot_count();
  pages_.resize(slots);
  shown_.resize(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    shown_[slot] = field_.has_reached(slot) ? 1 : 0;
    if (shown_[slot] == 0 || !field_.changed_around(slot, round_)) continue;
    if (pages_[slot] == nullptr) pages_[slot] = std::make_unique<Page>();
    field_.write_flow(slot, *pages_[slot]);
  }
  round_ = field_.round();
}

const Flows::Page* Flows::page(std::uint32_t slot) const {
  return slot < shown_.size() && shown_[slot] != 0 ? pages_[slot].get() : nullptr;
}

Flow Flows::at(Coord c) const {
  const Storage& world = field_.world();
  if (!world.box().contains(c)) return Flow::none;
  const Page* page = this->page(world.slot(c));
  if (page == nullptr) return Flow::none;
  const auto tile = static_cast<std::uint32_t>(tile_index(c));
  return static_cast<Flow>((*page)[tile / 2] >> (tile % 2 * 4) & 15);
}

std::span<const std::uint8_t> Flows::bytes(ChunkKey chunk) const {
  const Storage& world = field_.world();
  TESS_ASSERT(world.has(chunk), "the chunk lies outside the world");
  const Page* page = this->page(world.slot(chunk));
  if (page == nullptr) return {};
  return *page;
}

}  // namespace detail

FlowField::FlowField(DistanceField& field) : flows_(new detail::Flows(field)) {}

FlowField::~FlowField() { delete flows_; }

void FlowField::refresh() { flows_->refresh(); }

Flow FlowField::at(Coord c) const { return flows_->at(c); }

std::span<const std::uint8_t> FlowField::bytes(ChunkKey chunk) const {
  return flows_->bytes(chunk);
}

}  // namespace tess
