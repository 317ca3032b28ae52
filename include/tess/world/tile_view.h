#pragma once

#include <tess/world/field.h>
#include <tess/world/storage.h>

namespace tess {

/// One tile to read, as rules see it: `t[terrain]` is the value of a field there. Valid as long as
/// the world.
class TileView {
 public:
  /// A tile of a chunk in a slot of what a world owns; navigation maps make it.
  TileView(const detail::Storage& storage, std::uint32_t slot, std::uint32_t tile)
      : storage_(&storage), slot_(slot), tile_(tile) {}

  /// The value of the field.
  template <FieldValue T>
  T operator[](Field<T> field) const {
    const detail::Element<T>* page = storage_->page(field, slot_);
    if constexpr (std::same_as<T, bool>) {
      return test_bit(page[tile_ >> chunk_shift], static_cast<int>(tile_ & (chunk_size - 1)));
    } else {
      return page[tile_];
    }
  }

  /// Where the tile is.
  Coord coord() const { return tile_at(storage_->key(slot_), static_cast<TileIndex>(tile_)); }

 private:
  const detail::Storage* storage_;
  std::uint32_t slot_;
  std::uint32_t tile_;
};

}  // namespace tess
