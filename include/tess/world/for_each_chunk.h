#pragma once

#include <tess/exec/executor.h>
#include <tess/world/chunk.h>
#include <tess/world/world.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace tess {

/// Which chunks of a world; all where nothing is said.
struct ChunkSelection {
  /// Only those edited after that revision.
  std::optional<Revision> changed_since = {};

  /// Only those that have a tile in the box.
  std::optional<Box> box = {};
};

namespace detail {

/// The chunks of a selection as indices, without a list of them: a box of chunks by level, row and
/// column, or the entries of the list of changes that lie in it.
class SelectedChunks {
 public:
  static constexpr std::uint32_t no_slot = 0xFFFF'FFFF;

  SelectedChunks(const Storage& storage, const ChunkSelection& selection);

  std::size_t size() const { return by_change_ ? changes_.size() : count_; }

  /// The slot of an index; `no_slot` for an index that stands for no chunk.
  std::uint32_t slot(std::size_t index) const {
    if (all_) return static_cast<std::uint32_t>(index);
    return by_change_ ? slot_of_change(index) : slot_in_box(index);
  }

  std::span<const Change> changes() const { return changes_; }
  bool by_change() const { return by_change_; }

 private:
  std::uint32_t slot_of_change(std::size_t index) const;
  std::uint32_t slot_in_box(std::size_t index) const;

  const Storage* storage_;
  std::span<const Change> changes_;
  ChunkKey first_;
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::size_t levels_ = 0;
  std::size_t count_ = 0;
  bool all_ = false;
  bool by_change_ = false;
};

/// A phase of a world, from its begin to the recording of what was written.
class WritePhase {
 public:
  WritePhase(Storage& storage, const SelectedChunks& chunks) : storage_(storage), chunks_(chunks) {
    storage.begin_phase();
  }
  ~WritePhase() {
    storage_.end_phase();
    if (chunks_.by_change()) {
      storage_.mark_written_of(chunks_.changes());
      return;
    }
    for (std::size_t i = 0; i < chunks_.size(); ++i) storage_.mark_written(chunks_.slot(i));
  }
  WritePhase(const WritePhase&) = delete;
  WritePhase& operator=(const WritePhase&) = delete;

 private:
  Storage& storage_;
  const SelectedChunks& chunks_;
};

}  // namespace detail

/// Calls `fn(ChunkEdit)` for each selected chunk of the world, on the executor's threads: a phase.
///
///     tess::for_each_chunk(pool, world, [&](tess::ChunkEdit chunk) {
///       for (std::uint8_t& heat : chunk.write(heat_field)) heat /= 2;
///     });
///
/// Each call may read and write its own chunk, and read fields of others that no call of the phase
/// writes. When all are done, what was written counts as edited, in the order of the keys, as if it
/// had been done by one thread. The world must not be edited otherwise meanwhile. Where `fn`
/// throws, the other chunks are done and recorded before the first chunk's exception goes on.
/// Allocates nothing once warm.
template <class Fn>
RunReport for_each_chunk(ExecutorRef executor, World& world, const ChunkSelection& selection,
                         Fn&& fn) {
  detail::Storage& storage = world.storage();
  const detail::SelectedChunks chunks(storage, selection);
  const detail::WritePhase phase(storage, chunks);
  detail::FieldSet* written = storage.written().data();
  return run(executor, chunks.size(), 1, [&](IndexRange range, std::uint32_t) {
    const std::uint32_t slot = chunks.slot(range.begin);
    if (slot != detail::SelectedChunks::no_slot) fn(ChunkEdit(storage, slot, written + slot));
  });
}

/// The same for all chunks.
template <class Fn>
RunReport for_each_chunk(ExecutorRef executor, World& world, Fn&& fn) {
  return for_each_chunk(executor, world, {}, fn);
}

/// Calls `fn(ChunkView)` for each selected chunk of a world that is only read.
template <class Fn>
RunReport for_each_chunk(ExecutorRef executor, const World& world, const ChunkSelection& selection,
                         Fn&& fn) {
  const detail::Storage& storage = world.storage();
  const detail::SelectedChunks chunks(storage, selection);
  return run(executor, chunks.size(), 1, [&](IndexRange range, std::uint32_t) {
    const std::uint32_t slot = chunks.slot(range.begin);
    if (slot != detail::SelectedChunks::no_slot) fn(ChunkView(storage, slot));
  });
}

/// The same for all chunks.
template <class Fn>
RunReport for_each_chunk(ExecutorRef executor, const World& world, Fn&& fn) {
  return for_each_chunk(executor, world, {}, fn);
}

}  // namespace tess
