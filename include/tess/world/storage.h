#pragma once

#include <tess/core/assert.h>
#include <tess/core/bits.h>
#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>
#include <tess/world/field.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace tess {

/// A moment of a world: the number of edits made to it so far. 0 is a world just made.
using Revision = std::uint64_t;

namespace detail {

/// Tiles of one chunk that an edit touched: corners in 0..63, both included.
struct EditBox {
  std::uint8_t x0 = 0;
  std::uint8_t y0 = 0;
  std::uint8_t x1 = chunk_size - 1;
  std::uint8_t y1 = chunk_size - 1;
};

/// A set of fields, by their indices.
using FieldSet = std::uint64_t;

inline constexpr std::size_t max_fields = 64;

/// One edit: which chunk, where in it, and which fields.
struct Edit {
  std::uint32_t slot = 0;
  EditBox box;
  FieldSet fields = 0;
};

/// The last edit of one chunk. Superseded entries keep their place with `ChunkKey::none()`.
struct Change {
  Revision revision = 0;
  ChunkKey key = ChunkKey::none();
};

/// One field: its pages lie one after the other, a page a slot.
///
///     data -> | slot 0: 4096 values | slot 1: 4096 values | ...      (or 64 row words a slot)
struct Plane {
  std::byte* data = nullptr;
  std::size_t page_bytes = 0;
  std::size_t value_bytes = 0;
  FieldType type = FieldType::other;
  std::vector<char> name;
  std::vector<std::byte> initial;   // one element: a value, or a row word where the type is bool
  Revision revision = 0;            // of the last edit of the field
  std::vector<Revision> revisions;  // likewise, by slot
};

/// Repeats an element all over a page.
void fill_page(std::byte* page, std::size_t page_bytes, std::span<const std::byte> element);

/// What a world owns. A chunk lives in a slot; slots are dense, by level, then row, then column.
/// It stays at one address for the world's life, so that views and navigation maps survive a move.
class Storage {
 public:
  explicit Storage(const Box& box);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  const Box& box() const { return box_; }
  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(keys_.size()); }
  std::int32_t columns() const { return columns_; }
  std::int32_t rows() const { return rows_; }

  /// The slot of a chunk that the world has.
  std::uint32_t slot(ChunkKey key) const {
    TESS_ASSERT(has(key), "the chunk lies outside the world");
    const std::int32_t row = (key.z() - first_.z()) * rows_ + key.cy() - first_.cy();
    return static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(columns_) +
           static_cast<std::uint32_t>(key.cx() - first_.cx());
  }

  std::uint32_t slot(Coord c) const {
    TESS_ASSERT(box_.contains(c), "the tile lies outside the world");
    return slot(ChunkKey::of(c));
  }

  bool has(ChunkKey key) const {
    const std::int32_t dx = key.cx() - first_.cx();
    const std::int32_t dy = key.cy() - first_.cy();
    return dx >= 0 && dx < columns_ && dy >= 0 && dy < rows_ && key.z() >= first_.z() &&
           key.z() - first_.z() < box_.size.depth;
  }

  ChunkKey key(std::uint32_t slot) const { return keys_[slot]; }
  const std::vector<ChunkKey>& keys() const { return keys_; }
  Revision clock() const { return clock_; }
  Revision revision(std::uint32_t slot) const { return revisions_[slot]; }

  template <FieldValue T>
  Revision revision(std::uint32_t slot, Field<T> field) const {
    TESS_ASSERT(field.index() < planes_.size(), "the field belongs to another world");
    return planes_[field.index()].revisions[slot];
  }

  const std::vector<Plane>& planes() const { return planes_; }

  /// Adds a field of which only one element is known: what all tiles hold until they are written.
  /// Its pages are without meaning until `reset_plane`, or until all are written.
  std::uint16_t add_plane(std::string_view name, FieldType type, std::size_t value_bytes,
                          std::span<const std::byte> initial);

  /// Gives all tiles the initial value. Not an edit.
  void reset_plane(std::uint16_t plane);
  const Plane* find_plane(std::string_view name) const;

  /// A page as bytes.
  const std::byte* raw_page(const Plane& plane, std::uint32_t slot) const {
    return plane.data + plane.page_bytes * slot;
  }
  std::byte* raw_page(const Plane& plane, std::uint32_t slot) {
    return plane.data + plane.page_bytes * slot;
  }

  template <FieldValue T>
  const Element<T>* page(Field<T> field, std::uint32_t slot) const {
    TESS_ASSERT(field.index() < planes_.size(), "the field belongs to another world");
    const Plane& plane = planes_[field.index()];
    TESS_ASSERT(plane.type == field_type<T>() && plane.value_bytes == sizeof(T),
                "the field belongs to another world");
    return reinterpret_cast<const Element<T>*>(plane.data + plane.page_bytes * slot);
  }

  template <FieldValue T>
  Element<T>* page(Field<T> field, std::uint32_t slot) {
    return const_cast<Element<T>*>(static_cast<const Storage*>(this)->page(field, slot));
  }

  /// Records an edit of one field: advances the clock and the revisions. Amortised constant time.
  void mark(std::uint32_t slot, std::uint16_t plane, EditBox box) {
    advance(slot, box, FieldSet{1} << plane);
    planes_[plane].revision = clock_;
    planes_[plane].revisions[slot] = clock_;
  }

  /// Records one edit of several fields, anywhere in the chunk.
  void mark_chunk(std::uint32_t slot, FieldSet fields);

  /// Between the two, edits are only noted, each in a place of its own, so that threads may make
  /// them at the same time: in `written`, a set a slot, where nobody brings another place.
  void begin_phase() {
    TESS_ASSERT(!in_phase_, "a phase of this world is going on");
    in_phase_ = true;
  }
  void end_phase() { in_phase_ = false; }
  bool in_phase() const { return in_phase_; }
  std::vector<FieldSet>& written() { return written_; }

  /// Records what was noted in `written` for the slot, and forgets it.
  void mark_written(std::uint32_t slot) {
    if (written_[slot] == 0) return;
    mark_chunk(slot, written_[slot]);
    written_[slot] = 0;
  }

  /// The same for all chunks in a list of changes that ended before the phase, in key order.
  void mark_written_of(std::span<const Change> changes);

  /// The edits after `since` are known one by one where there are not too many of them.
  bool journal_reaches(Revision since) const { return clock_ - since <= journal_size; }

  /// The edit that made this revision; one of the last 1024.
  const Edit& edit(Revision revision) const { return journal_[revision & (journal_size - 1)]; }

  /// The changes after `since`, by the time of each chunk's last edit; some superseded.
  std::span<const Change> changes(Revision since) const;

 private:
  static constexpr Revision journal_size = 1024;

  void advance(std::uint32_t slot, EditBox box, FieldSet fields) {
    TESS_ASSERT(!in_phase_, "within a phase, edits go through what its callback is given");
    revisions_[slot] = ++clock_;
    journal_[clock_ & (journal_size - 1)] = {slot, box, fields};
    if (!changes_.empty() && changes_.back().key == keys_[slot]) {
      changes_.back().revision = clock_;
    } else {
      append_change(slot);
    }
  }

  void append_change(std::uint32_t slot);
  void compact_changes();

  Box box_;
  ChunkKey first_;
  std::int32_t columns_ = 0;
  std::int32_t rows_ = 0;
  Revision clock_ = 0;
  std::vector<ChunkKey> keys_;
  std::vector<Revision> revisions_;
  std::vector<Plane> planes_;
  std::vector<Edit> journal_;
  std::vector<Change> changes_;
  std::vector<std::uint32_t> change_of_;
  std::vector<FieldSet> written_;
  std::vector<std::uint32_t> written_slots_;
  bool in_phase_ = false;
};

}  // namespace detail
}  // namespace tess
