#pragma once

#include <tess/path/flow_field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "field.h"

namespace tess::detail {

/// What a flow field owns: a page for each chunk, and the round of the field that it shows.
class Flows {
 public:
  explicit Flows(DistanceField& source) : source_(source), field_(source.data()) {}

  /// Copies the steps of the chunks that have changed.
  void refresh();

  Flow at(Coord c) const;
  std::span<const std::uint8_t> bytes(ChunkKey chunk) const;

 private:
  using Page = std::array<std::uint8_t, chunk_tiles / 2>;

  /// The page of a chunk; null where the field has not reached it.
  const Page* page(std::uint32_t slot) const;

  DistanceField& source_;
  const Field& field_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<std::uint8_t> shown_;  // by slot: whether the field has reached it
  std::uint64_t round_ = 0;
};

}  // namespace tess::detail
