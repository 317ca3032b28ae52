#include <tess/world/for_each_chunk.h>

namespace tess::detail {

SelectedChunks::SelectedChunks(const Storage& storage, const ChunkSelection& selection)
    : storage_(&storage) {
  const Box tiles = selection.box ? intersection(*selection.box, storage.box()) : storage.box();
  if (!tiles.empty()) {
    first_ = ChunkKey::of(tiles.min);
    const ChunkKey last =
        ChunkKey::of({tiles.min.x + (tiles.size.width - 1), tiles.min.y + (tiles.size.height - 1),
                      tiles.min.z + (tiles.size.depth - 1)});
    columns_ = static_cast<std::size_t>(last.cx() - first_.cx()) + 1;
    rows_ = static_cast<std::size_t>(last.cy() - first_.cy()) + 1;
    levels_ = static_cast<std::size_t>(last.z() - first_.z()) + 1;
    count_ = columns_ * rows_ * levels_;
  }
  if (selection.changed_since) {
    by_change_ = true;
    changes_ = storage.changes(*selection.changed_since);
  }
  all_ = !by_change_ && count_ == storage.slot_count();
}

std::uint32_t SelectedChunks::slot_of_change(std::size_t index) const {
  const ChunkKey key = changes_[index].key;
  if (key == ChunkKey::none()) return no_slot;
  const auto within = [](std::int32_t v, std::int32_t first, std::size_t size) {
    return v >= first && static_cast<std::size_t>(v - first) < size;
  };
  if (!within(key.cx(), first_.cx(), columns_) || !within(key.cy(), first_.cy(), rows_) ||
      !within(key.z(), first_.z(), levels_)) {
    return no_slot;
  }
  return storage_->slot(key);
}

std::uint32_t SelectedChunks::slot_in_box(std::size_t index) const {
  const auto column = static_cast<std::int32_t>(index % columns_);
  const auto row = static_cast<std::int32_t>(index / columns_ % rows_);
  const auto level = static_cast<std::int32_t>(index / columns_ / rows_);
  return storage_->slot(ChunkKey(first_.cx() + column, first_.cy() + row, first_.z() + level));
}

}  // namespace tess::detail
