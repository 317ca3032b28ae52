#include <tess/world/storage.h>

#include <algorithm>
#include <limits>
#include <new>

namespace tess::detail {

namespace {

constexpr std::uint32_t no_change = std::numeric_limits<std::uint32_t>::max();
constexpr std::align_val_t page_alignment{4096};

}  // namespace

void fill_page(std::byte* page, std::size_t page_bytes, std::span<const std::byte> element) {
  std::memcpy(page, element.data(), element.size());
  // What is filled is copied behind itself. A page is a power of two of elements.
  for (std::size_t filled = element.size(); filled < page_bytes; filled *= 2) {
    std::memcpy(page + filled, page, filled);
  }
}

Storage::Storage(const Box& box)
    : box_(box), first_(ChunkKey::of(box.min)), journal_(journal_size) {
  const auto last = [](std::int32_t from, std::int32_t size) {
    return static_cast<std::int32_t>((std::int64_t{from} + size - 1) >> chunk_shift);
  };
  columns_ = last(box.min.x, box.size.width) - first_.cx() + 1;
  rows_ = last(box.min.y, box.size.height) - first_.cy() + 1;
  const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
                     static_cast<std::size_t>(box.size.depth);
  keys_.reserve(count);
  for (std::int32_t z = 0; z < box.size.depth; ++z) {
    for (std::int32_t cy = 0; cy < rows_; ++cy) {
      for (std::int32_t cx = 0; cx < columns_; ++cx) {
        keys_.emplace_back(first_.cx() + cx, first_.cy() + cy, first_.z() + z);
      }
    }
  }
  revisions_.resize(count);
  change_of_.resize(count, no_change);
  written_.resize(count);
  changes_.reserve(2 * count + 64);
}

Storage::~Storage() {
  for (Plane& plane : planes_) ::operator delete(plane.data, page_alignment);
}

std::uint16_t Storage::add_plane(std::string_view name, FieldType type, std::size_t value_bytes,
                                 std::span<const std::byte> initial) {
  TESS_ASSERT(find_plane(name) == nullptr, "the world has a field of this name");
  TESS_ASSERT(planes_.size() < max_fields, "a world has at most 64 fields");
  Plane plane;
  // A row word holds the 64 values of a row.
  const std::size_t elements = type == FieldType::boolean ? chunk_size : chunk_tiles;
  plane.page_bytes = elements * initial.size();
  plane.value_bytes = value_bytes;
  plane.type = type;
  plane.name.assign(name.begin(), name.end());
  plane.initial.assign(initial.begin(), initial.end());
  plane.data =
      static_cast<std::byte*>(::operator new(plane.page_bytes* slot_count(), page_alignment));
  plane.revisions.resize(slot_count());
  planes_.push_back(std::move(plane));
  return static_cast<std::uint16_t>(planes_.size() - 1);
}

void Storage::reset_plane(std::uint16_t plane) {
  const Plane& reset = planes_[plane];
  fill_page(raw_page(reset, 0), reset.page_bytes, reset.initial);
  for (std::uint32_t slot = 1; slot < slot_count(); ++slot) {
    std::memcpy(raw_page(reset, slot), raw_page(reset, 0), reset.page_bytes);
  }
}

const Plane* Storage::find_plane(std::string_view name) const {
  for (const Plane& plane : planes_) {
    if (std::string_view(plane.name.data(), plane.name.size()) == name) return &plane;
  }
  return nullptr;
}

void Storage::mark_chunk(std::uint32_t slot, FieldSet fields) {
  advance(slot, {}, fields);
  for (; fields != 0; fields &= fields - 1) {
    Plane& plane = planes_[static_cast<std::size_t>(lowest_bit(fields))];
    plane.revision = clock_;
    plane.revisions[slot] = clock_;
  }
}

void Storage::mark_written_of(std::span<const Change> changes) {
  written_slots_.clear();
  for (const Change& change : changes) {
    if (change.key != ChunkKey::none()) written_slots_.push_back(slot(change.key));
  }
  std::ranges::sort(written_slots_);
  for (const std::uint32_t slot : written_slots_) mark_written(slot);
}

std::span<const Change> Storage::changes(Revision since) const {
  // Readers mostly ask for the last few edits: gallop back from the end, then search in between.
  const std::span<const Change> all(changes_);
  std::size_t step = 1;
  while (step < all.size() && all[all.size() - step].revision > since) step *= 2;
  const auto first = all.size() - std::min(step, all.size());
  const auto from =
      std::partition_point(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                           [since](const Change& change) { return change.revision <= since; });
  return all.subspan(static_cast<std::size_t>(from - all.begin()));
}

void Storage::append_change(std::uint32_t slot) {
  if (change_of_[slot] != no_change) changes_[change_of_[slot]].key = ChunkKey::none();
  if (changes_.size() >= 2 * std::size_t{slot_count()} + 64) compact_changes();
  change_of_[slot] = static_cast<std::uint32_t>(changes_.size());
  changes_.push_back({clock_, keys_[slot]});
}

void Storage::compact_changes() {
  std::erase_if(changes_, [](const Change& change) { return change.key == ChunkKey::none(); });
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    change_of_[slot(changes_[i].key)] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace tess::detail
