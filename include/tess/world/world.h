#pragma once

#include <tess/core/result.h>
#include <tess/world/chunk.h>
#include <tess/world/field.h>
#include <tess/world/storage.h>
#include <tess/world/tile_view.h>

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tess {

/// The size and place of a world, fixed for its life.
struct WorldOptions {
  std::int32_t width = 0;   ///< tiles from west to east, at least 1
  std::int32_t height = 0;  ///< tiles from north to south, at least 1
  std::int32_t depth = 1;   ///< levels, at least 1
  Coord origin = {};        ///< the north-west tile of the lowest level; may be negative
};

/// A box of tiles, cut into chunks of 64 x 64, with typed fields that are added at run time.
///
///     tess::World world({.width = 512, .height = 512});
///     const auto terrain = world.add_field<std::uint8_t>("terrain", 1);
///     world.set(terrain, {3, 4}, 0);
///
/// Every write goes through the world, which counts revisions; whatever is derived from it asks
/// `changed_since` and catches up by itself. A field costs its value's size for each tile of each
/// chunk (`bool`: one bit); there can be 64. A world holds at most 2^32 tiles in whole chunks. Any
/// number of threads may read; a write needs the world to itself. Moving a world leaves its views
/// valid.
class World {
 public:
  /// Makes a world of checked size; for sizes that come from files or users. Refuses what is not
  /// positive, leaves the range of coordinates, or holds too many tiles, before it allocates.
  static Result<World> create(const WorldOptions& options);

  /// Makes a world of a size that is known to be good: asserts what `create` would refuse.
  explicit World(const WorldOptions& options);

  /// The world that was moved from may only be assigned to or destroyed.
  World(World&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  World& operator=(World&& other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~World() { delete storage_; }

  /// All tiles of the world; whether a tile is one of them.
  const Box& box() const { return storage_->box(); }
  bool contains(Coord c) const { return box().contains(c); }

  /// Adds a field with the same value everywhere. The name must be new. Allocates its pages.
  template <FieldValue T>
  Field<T> add_field(std::string_view name, T initial = T{});

  /// The field of this name; nothing where there is none, or it is of another type.
  template <FieldValue T>
  std::optional<Field<T>> find_field(std::string_view name) const;

  /// The value at a tile of the world.
  template <FieldValue T>
  T get(Field<T> field, Coord c) const {
    const std::uint32_t slot = storage_->slot(c);
    return TileView(*storage_, slot, static_cast<std::uint32_t>(tile_index(c)))[field];
  }

  /// Writes one tile of the world. Writing an equal value is an edit too.
  template <FieldValue T>
  void set(Field<T> field, Coord c, std::type_identity_t<T> value);

  /// Writes one tile of the world unless it holds an equal value; returns whether it wrote.
  template <FieldValue T>
  bool set_if_changed(Field<T> field, Coord c, std::type_identity_t<T> value) {
    if (get(field, c) == value) return false;
    set(field, c, value);
    return true;
  }

  /// Writes every tile of the box that lies in the world. One edit for each chunk it meets.
  template <FieldValue T>
  void fill(Field<T> field, const Box& box, std::type_identity_t<T> value);

  /// The chunk of this key, which the world must have; whether it has it.
  ChunkView chunk(ChunkKey key) const { return {*storage_, storage_->slot(key)}; }
  bool has_chunk(ChunkKey key) const { return storage_->has(key); }

  /// All chunks, by level, then row, then column.
  ChunkRange chunks() const { return ChunkRange(*storage_); }

  /// A chunk to write to directly. The key must be one of the world's.
  ChunkEdit edit(ChunkKey key) { return {*storage_, storage_->slot(key)}; }

  /// The number of edits so far.
  Revision revision() const { return storage_->clock(); }

  /// The revision of the last edit that may have changed the field.
  template <FieldValue T>
  Revision revision(Field<T> field) const {
    TESS_ASSERT(field.index() < storage_->planes().size(), "the field belongs to another world");
    return storage_->planes()[field.index()].revision;
  }

  /// The chunks edited after that revision, in the order of their last edits. Takes time in
  /// proportion to the edits since, whatever the size of the world; after many edits, in proportion
  /// to its chunks. Valid until the next edit.
  ChangedChunks changed_since(Revision since) const {
    return ChangedChunks(storage_->changes(since));
  }

  /// A box that holds every tile of the chunk edited after that revision; empty where none was.
  /// Exact for the world's last 1024 edits (their common bounding box), the whole chunk beyond.
  Box changed_box(ChunkKey key, Revision since) const;

  /// What views, navigation maps and phases are made from.
  const detail::Storage& storage() const { return *storage_; }
  detail::Storage& storage() { return *storage_; }

 private:
  explicit World(detail::Storage* storage) : storage_(storage) {}

  template <FieldValue T>
  static void fill_rows(detail::Element<T>* page, detail::EditBox part, T value);

  detail::Storage* storage_;
};

template <FieldValue T>
Field<T> World::add_field(std::string_view name, T initial) {
  const detail::Element<T> element = detail::element_of(initial);
  const std::uint16_t index =
      storage_->add_plane(name, field_type<T>(), sizeof(T), std::as_bytes(std::span(&element, 1)));
  storage_->reset_plane(index);
  return Field<T>(index);
}

template <FieldValue T>
std::optional<Field<T>> World::find_field(std::string_view name) const {
  const detail::Plane* plane = storage_->find_plane(name);
  if (plane == nullptr || plane->type != field_type<T>() || plane->value_bytes != sizeof(T)) {
    return std::nullopt;
  }
  return Field<T>(static_cast<std::uint16_t>(plane - storage_->planes().data()));
}

template <FieldValue T>
void World::set(Field<T> field, Coord c, std::type_identity_t<T> value) {
  const std::uint32_t slot = storage_->slot(c);
  const auto tile = static_cast<std::uint32_t>(tile_index(c));
  detail::Element<T>* page = storage_->page(field, slot);
  const auto x = static_cast<std::uint8_t>(tile & (chunk_size - 1));
  const auto y = static_cast<std::uint8_t>(tile >> chunk_shift);
  if constexpr (std::same_as<T, bool>) {
    page[y] = value ? page[y] | bit(x) : page[y] & ~bit(x);
  } else {
    page[tile] = value;
  }
  storage_->mark(slot, field.index(), {x, y, x, y});
}

template <FieldValue T>
void World::fill(Field<T> field, const Box& box, std::type_identity_t<T> value) {
  const Box tiles = intersection(box, this->box());
  if (tiles.empty()) return;
  const ChunkKey first = ChunkKey::of(tiles.min);
  const ChunkKey last =
      ChunkKey::of({tiles.min.x + (tiles.size.width - 1), tiles.min.y + (tiles.size.height - 1),
                    tiles.min.z + (tiles.size.depth - 1)});
  for (std::int32_t z = first.z(); z <= last.z(); ++z) {
    for (std::int32_t cy = first.cy(); cy <= last.cy(); ++cy) {
      for (std::int32_t cx = first.cx(); cx <= last.cx(); ++cx) {
        const ChunkKey key(cx, cy, z);
        const Box part = intersection(key.box(), tiles);
        const Coord offset = part.min - key.origin();
        const detail::EditBox local{static_cast<std::uint8_t>(offset.x),
                                    static_cast<std::uint8_t>(offset.y),
                                    static_cast<std::uint8_t>(offset.x + part.size.width - 1),
                                    static_cast<std::uint8_t>(offset.y + part.size.height - 1)};
        const std::uint32_t slot = storage_->slot(key);
        fill_rows<T>(storage_->page(field, slot), local, value);
        storage_->mark(slot, field.index(), local);
      }
    }
  }
}

template <FieldValue T>
void World::fill_rows(detail::Element<T>* page, detail::EditBox part, T value) {
  for (int y = part.y0; y <= part.y1; ++y) {
    if constexpr (std::same_as<T, bool>) {
      const BitWord tiles = bit_range(part.x0, part.x1 - part.x0 + 1);
      page[y] = value ? page[y] | tiles : page[y] & ~tiles;
    } else {
      T* row = page + y * chunk_size;
      for (int x = part.x0; x <= part.x1; ++x) row[x] = value;
    }
  }
}

}  // namespace tess
