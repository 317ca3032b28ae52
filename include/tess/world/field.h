#pragma once

#include <tess/core/bits.h>
#include <tess/core/chunk_key.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace tess {

/// What a field may hold a tile: any trivially copied and assigned value. `bool` is stored as 64
/// row words a chunk, everything else as an array of 4096.
template <class T>
concept FieldValue = std::is_trivially_copyable_v<T> && std::is_object_v<T> &&
                     std::is_trivially_copy_assignable_v<T> &&
                     std::same_as<T, std::remove_cv_t<T>> && alignof(T) <= 64;

/// A typed handle to one field of one world: what `World::add_field` returns. Cheap to copy; of use
/// only with the world that made it.
template <FieldValue T>
class Field {
 public:
  /// The type of the values.
  using value_type = T;

  /// The handle of no field.
  constexpr Field() = default;

  /// The handle of a world's field of that index, which must hold values of type T.
  constexpr explicit Field(std::uint16_t index) : index_(index) {}

  /// The place among the world's fields, in the order in which they were added.
  constexpr std::uint16_t index() const { return index_; }

  friend constexpr bool operator==(Field, Field) = default;

 private:
  std::uint16_t index_ = 0xFFFF;
};

namespace detail {

/// The type of one stored element: a row word for `bool`, the value itself otherwise.
template <FieldValue T>
using Element = std::conditional_t<std::same_as<T, bool>, BitWord, T>;

/// How many elements a chunk has.
template <FieldValue T>
inline constexpr std::size_t elements = std::same_as<T, bool> ? 64 : chunk_tiles;

/// The element of a page that holds this value everywhere.
template <FieldValue T>
constexpr Element<T> element_of(T value) {
  if constexpr (std::same_as<T, bool>) {
    return value ? ~BitWord{0} : BitWord{0};
  } else {
    return value;
  }
}

}  // namespace detail

/// One chunk of a field, to read: 4096 values row by row, or 64 row words where T is `bool`.
template <FieldValue T>
using FieldSpan = std::span<const detail::Element<T>, detail::elements<T>>;

/// One chunk of a field, to write.
template <FieldValue T>
using FieldEditSpan = std::span<detail::Element<T>, detail::elements<T>>;

/// The kinds of values that a field's type is told apart by.
enum class FieldType : std::uint8_t {
  boolean,           ///< `bool`
  signed_integer,    ///< signed integers of any size
  unsigned_integer,  ///< unsigned integers of any size
  floating_point,    ///< `float`, `double`
  other,             ///< structures, pointers
};

/// The kind of T. Enumerations count as the integer they are made of.
template <FieldValue T>
constexpr FieldType field_type() {
  if constexpr (std::is_enum_v<T>) {
    return field_type<std::underlying_type_t<T>>();
  } else if constexpr (std::same_as<T, bool>) {
    return FieldType::boolean;
  } else if constexpr (std::is_floating_point_v<T>) {
    return FieldType::floating_point;
  } else if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? FieldType::signed_integer : FieldType::unsigned_integer;
  } else {
    return FieldType::other;
  }
}

}  // namespace tess
