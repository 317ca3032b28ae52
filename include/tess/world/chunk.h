#pragma once

#include <tess/world/field.h>
#include <tess/world/storage.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tess {

/// One chunk to read. Cheap to copy; valid as long as the world.
class ChunkView {
 public:
  /// The chunk in a slot of what a world owns; `World::chunk` makes it.
  ChunkView(const detail::Storage& storage, std::uint32_t slot) : storage_(&storage), slot_(slot) {}

  /// Which chunk it is.
  ChunkKey key() const { return storage_->key(slot_); }

  /// The chunk's tiles that lie in the world: the whole chunk but at the world's edges.
  Box box() const { return intersection(key().box(), storage_->box()); }

  /// The revision of the chunk's last edit; 0 where there was none.
  Revision revision() const { return storage_->revision(slot_); }

  /// The revision of the last edit that may have changed the field in the chunk.
  template <FieldValue T>
  Revision revision(Field<T> field) const {
    return storage_->revision(slot_, field);
  }

  /// The values of the chunk, row by row; 64 row words for `bool`. Values of tiles outside the
  /// world are without meaning. Valid as long as the world; edits show in it.
  template <FieldValue T>
  FieldSpan<T> read(Field<T> field) const {
    return FieldSpan<T>(storage_->page(field, slot_), detail::elements<T>);
  }

 private:
  const detail::Storage* storage_;
  std::uint32_t slot_;
};

/// One chunk to write. The fields it lends out count as edited from the first `write` until the
/// edit ends: keep it no longer than the writing takes. Must not outlive the world.
class ChunkEdit {
 public:
  /// A chunk in a slot of what a world owns; `World::edit` makes it. Within a phase, what was
  /// written is noted in `written` instead.
  ChunkEdit(detail::Storage& storage, std::uint32_t slot, detail::FieldSet* written = nullptr)
      : storage_(&storage), slot_(slot), noted_in_(written) {}
  ~ChunkEdit() {
    if (written_ == 0) return;
    if (noted_in_ != nullptr) {
      *noted_in_ |= written_;
    } else {
      storage_->mark_chunk(slot_, written_);
    }
  }
  ChunkEdit(const ChunkEdit&) = delete;
  ChunkEdit& operator=(const ChunkEdit&) = delete;

  /// As of `ChunkView`.
  ChunkKey key() const { return view().key(); }
  Box box() const { return view().box(); }
  Revision revision() const { return storage_->revision(slot_); }
  template <FieldValue T>
  Revision revision(Field<T> field) const {
    return view().revision(field);
  }
  template <FieldValue T>
  FieldSpan<T> read(Field<T> field) const {
    return view().read(field);
  }

  /// The values of the chunk, to change; the whole chunk counts as edited. Valid as long as this
  /// edit.
  template <FieldValue T>
  FieldEditSpan<T> write(Field<T> field) {
    detail::Element<T>* page = storage_->page(field, slot_);
    const detail::FieldSet added = detail::FieldSet{1} << field.index() & ~written_;
    if (added != 0) {
      written_ |= added;
      if (noted_in_ == nullptr) storage_->mark_chunk(slot_, added);
    }
    return FieldEditSpan<T>(page, detail::elements<T>);
  }

 private:
  ChunkView view() const { return {*storage_, slot_}; }

  detail::Storage* storage_;
  std::uint32_t slot_;
  detail::FieldSet written_ = 0;
  detail::FieldSet* noted_in_;
};

/// All chunks of a world, by level, then row, then column. Valid as long as the world.
class ChunkRange {
 public:
  /// Gives the chunks one by one.
  class iterator {
   public:
    using value_type = ChunkView;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    iterator(const detail::Storage* storage, std::uint32_t slot) : storage_(storage), slot_(slot) {}
    ChunkView operator*() const { return {*storage_, slot_}; }
    iterator& operator++() { return ++slot_, *this; }
    iterator operator++(int) { return {storage_, slot_++}; }
    friend bool operator==(iterator, iterator) = default;

   private:
    const detail::Storage* storage_ = nullptr;
    std::uint32_t slot_ = 0;
  };

  /// All chunks of what a world owns; `World::chunks` makes it.
  explicit ChunkRange(const detail::Storage& storage) : storage_(&storage) {}

  /// From the first chunk to behind the last; their number.
  iterator begin() const { return {storage_, 0}; }
  iterator end() const { return {storage_, storage_->slot_count()}; }
  std::size_t size() const { return storage_->slot_count(); }

 private:
  const detail::Storage* storage_;
};

/// The keys of the chunks edited after a revision, each once, in the order of their last edits.
/// Valid until the next edit.
class ChangedChunks {
 public:
  /// Gives the keys one by one.
  class iterator {
   public:
    using value_type = ChunkKey;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    iterator(const detail::Change* at, const detail::Change* end) : at_(at), end_(end) {
      skip_superseded();
    }
    ChunkKey operator*() const { return at_->key; }
    iterator& operator++() {
      ++at_;
      skip_superseded();
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(iterator a, iterator b) { return a.at_ == b.at_; }

   private:
    void skip_superseded() {
      while (at_ != end_ && at_->key == ChunkKey::none()) ++at_;
    }

    const detail::Change* at_ = nullptr;
    const detail::Change* end_ = nullptr;
  };

  /// Entries of a world's list of changes; `World::changed_since` makes it.
  explicit ChangedChunks(std::span<const detail::Change> changes) : changes_(changes) {}

  /// From the key edited longest ago to behind the last; whether there is none.
  iterator begin() const { return {changes_.data(), changes_.data() + changes_.size()}; }
  iterator end() const {
    const detail::Change* last = changes_.data() + changes_.size();
    return {last, last};
  }
  bool empty() const { return begin() == end(); }

 private:
  std::span<const detail::Change> changes_;
};

}  // namespace tess
