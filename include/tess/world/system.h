#pragma once

#include <tess/world/chunk.h>
#include <tess/world/world.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace tess {

/// Names a system of one schedule: the number of systems added before it.
enum class SystemId : std::uint32_t {};

/// That a system reads or writes a field; `reads` and `writes` make it.
struct FieldAccess {
  std::uint16_t field = 0;  ///< the field's index
  bool written = false;     ///< whether the system may change it, in its own chunk only
  std::int32_t reach = 0;   ///< how many tiles beyond the border of its chunk it reads
};

/// The system reads the field: in its own chunk, and up to `reach` tiles beyond its border on each
/// side (and as many levels up and down).
template <FieldValue T>
constexpr FieldAccess reads(Field<T> field, std::int32_t reach = 0) {
  return {field.index(), false, reach};
}

/// The system writes the field in its own chunk, and may read it there.
template <FieldValue T>
constexpr FieldAccess writes(Field<T> field) {
  return {field.index(), true, 0};
}

/// When a system runs.
struct Cadence {
  /// The kinds of times.
  enum class Kind : std::uint8_t {
    ticks,    ///< every `period` ticks
    changed,  ///< in each tick after which `field` has changed
    trigger,  ///< when `Schedule::trigger` was called
  };

  Kind kind = Kind::ticks;   ///< which of them
  std::uint32_t period = 1;  ///< at least 1
  std::uint32_t offset = 0;  ///< the first tick, less than the period
  std::uint16_t field = 0;   ///< the index of the field that is watched
};

/// Every tick, or every `period` ticks from tick `offset` on.
constexpr Cadence every(std::uint32_t period = 1, std::uint32_t offset = 0) {
  return {Cadence::Kind::ticks, period, offset, 0};
}

/// In each tick before which the field was edited since the system last ran (its own edits count
/// too); only for the chunks edited, and those that can see them by the system's reach.
template <FieldValue T>
constexpr Cadence when_changed(Field<T> field) {
  return {Cadence::Kind::changed, 1, 0, field.index()};
}

/// Only when triggered.
constexpr Cadence on_trigger() { return {Cadence::Kind::trigger, 1, 0, 0}; }

/// What a system is.
struct SystemOptions {
  std::string_view name;                           ///< for reports and messages; copied
  std::initializer_list<FieldAccess> access = {};  ///< all fields that it touches
  Cadence cadence = {};                            ///< when it runs
};

namespace detail {

/// What a system may touch, by field.
struct SystemAccess {
  FieldSet read = 0;
  FieldSet write = 0;
  std::int32_t reach[max_fields] = {};
  std::string_view name;

  bool may_read(std::uint16_t field, std::int32_t distance) const {
    return (read >> field & 1) != 0 && distance <= reach[field];
  }
  bool may_write(std::uint16_t field) const { return (write >> field & 1) != 0; }

  /// Says what a system did that it had not declared. Valid until the next on this thread.
  const char* complaint(const Storage& storage, std::uint16_t field, const char* what) const;
};

/// How far outside the box a tile lies, along the axis where it is farthest.
std::int32_t distance_beyond(const Box& box, Coord c);

}  // namespace detail

/// The chunk that a system works on, and what lies around it. What it touches must have been
/// declared: that is asserted. Valid during the call it was given to.
class SystemChunk {
 public:
  /// A chunk in a slot of what a world owns; schedules make it.
  SystemChunk(detail::Storage& storage, std::uint32_t slot, const detail::SystemAccess& access,
              detail::FieldSet* written)
      : edit_(storage, slot, written), storage_(&storage), slot_(slot), access_(&access) {}

  /// Which chunk it is; its tiles that lie in the world; the revision of its last edit.
  ChunkKey key() const { return edit_.key(); }
  Box box() const { return edit_.box(); }
  Revision revision() const { return edit_.revision(); }

  /// The values of the chunk, row by row, as of `ChunkView::read`.
  template <FieldValue T>
  FieldSpan<T> read(Field<T> field) const {
    TESS_ASSERT(access_->may_read(field.index(), 0),
                access_->complaint(*storage_, field.index(), "reads"));
    return edit_.read(field);
  }

  /// The values of the chunk, to change; the whole chunk counts as edited.
  template <FieldValue T>
  FieldEditSpan<T> write(Field<T> field) {
    TESS_ASSERT(access_->may_write(field.index()),
                access_->complaint(*storage_, field.index(), "writes"));
    return edit_.write(field);
  }

  /// Whether the tile lies in the world.
  bool contains(Coord c) const { return storage_->box().contains(c); }

  /// The value at a tile of the world within reach. For single tiles: `read` is faster.
  template <FieldValue T>
  T get(Field<T> field, Coord c) const {
    TESS_ASSERT(access_->may_read(field.index(), detail::distance_beyond(key().box(), c)),
                access_->complaint(*storage_, field.index(), "reads from too far"));
    return TileView(*storage_, storage_->slot(c), static_cast<std::uint32_t>(tile_index(c)))[field];
  }

  /// The same, and `outside` for tiles that do not lie in the world.
  template <FieldValue T>
  T get_or(Field<T> field, Coord c, std::type_identity_t<T> outside) const {
    return contains(c) ? get(field, c) : outside;
  }

  /// Whether the world has the chunk so many chunks to the east, south and up.
  bool has_neighbor(std::int32_t dx, std::int32_t dy, std::int32_t dz = 0) const {
    return storage_->has(neighbor_key(dx, dy, dz));
  }

  /// The values of that chunk, which the world must have, as of `read`: the caller keeps to the
  /// tiles within reach.
  template <FieldValue T>
  FieldSpan<T> read_neighbor(Field<T> field, Coord offset) const {
    TESS_ASSERT(access_->may_read(field.index(), 1),
                access_->complaint(*storage_, field.index(), "reads from too far"));
    const ChunkKey key = neighbor_key(offset.x, offset.y, offset.z);
    return ChunkView(*storage_, storage_->slot(key)).read(field);
  }

 private:
  ChunkKey neighbor_key(std::int32_t dx, std::int32_t dy, std::int32_t dz) const {
    const ChunkKey own = storage_->key(slot_);
    return {own.cx() + dx, own.cy() + dy, own.z() + dz};
  }

  ChunkEdit edit_;
  detail::Storage* storage_;
  std::uint32_t slot_;
  const detail::SystemAccess* access_;
};

/// The world as a system sees it that runs once for all of it. What it touches must have been
/// declared: that is asserted. Valid during the call it was given to.
class SystemWorld {
 public:
  /// All of a world; schedules make it.
  SystemWorld(World& world, const detail::SystemAccess& access)
      : world_(&world), access_(&access) {}

  /// All tiles of the world; all its chunks' keys are those of `World::chunks`.
  const Box& box() const { return world_->box(); }

  /// As of `World`.
  template <FieldValue T>
  T get(Field<T> field, Coord c) const {
    expect_read(field);
    return world_->get(field, c);
  }
  template <FieldValue T>
  void set(Field<T> field, Coord c, std::type_identity_t<T> value) {
    expect_write(field);
    world_->set(field, c, value);
  }
  template <FieldValue T>
  void fill(Field<T> field, const Box& box, std::type_identity_t<T> value) {
    expect_write(field);
    world_->fill(field, box, value);
  }

  /// The values of one chunk, to read or to change, as of `ChunkView::read` and
  /// `ChunkEdit::write`; the whole chunk counts as edited.
  template <FieldValue T>
  FieldSpan<T> read(Field<T> field, ChunkKey key) const {
    expect_read(field);
    return world_->chunk(key).read(field);
  }
  template <FieldValue T>
  FieldEditSpan<T> write(Field<T> field, ChunkKey key) {
    expect_write(field);
    return world_->edit(key).write(field);
  }

 private:
  template <FieldValue T>
  void expect_read([[maybe_unused]] Field<T> field) const {
    TESS_ASSERT(access_->may_read(field.index(), 0),
                access_->complaint(world_->storage(), field.index(), "reads"));
  }
  template <FieldValue T>
  void expect_write([[maybe_unused]] Field<T> field) const {
    TESS_ASSERT(access_->may_write(field.index()),
                access_->complaint(world_->storage(), field.index(), "writes"));
  }

  World* world_;
  const detail::SystemAccess* access_;
};

/// What a system does: `fn(SystemChunk&)`, called for each chunk, or `fn(SystemWorld&)`, called
/// once.
template <class Fn>
concept SystemFunction = std::copy_constructible<Fn> &&
    (std::invocable<Fn&, SystemChunk&> || std::invocable<Fn&, SystemWorld&>);

}  // namespace tess
