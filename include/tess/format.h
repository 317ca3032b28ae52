#pragma once

/// Formatters that let fmt print what users print of tess: `fmt::print("{} {:>10}", coord,
/// status)`. Optional: nothing else of tess needs fmt, and a program that includes this header
/// links fmt by itself. Everything is formatted as a text is, with fill, alignment, width and
/// precision:
///
///     Coord        (3, -4, 0)
///     Extent       512 x 256 x 1
///     Box          512 x 256 x 1 from (0, 0, 0)
///     ChunkKey     chunk (1, -2, 0)
///     Error        bad_format: town.map:3: expected 'map'
///
/// ErrorCode, FieldType, Steps, Corners, Vertical, Direction, PathStatus, Algorithm and
/// UnknownTiles are spelled as in their enumerations.

#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>
#include <tess/core/result.h>
#include <tess/nav/movement.h>
#include <tess/path/search.h>
#include <tess/world/field.h>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace tess::detail {

inline void append_text(fmt::memory_buffer& text, const Coord& c) {
  fmt::format_to(fmt::appender(text), "({}, {}, {})", c.x, c.y, c.z);
}

inline void append_text(fmt::memory_buffer& text, const Extent& size) {
  fmt::format_to(fmt::appender(text), "{} x {} x {}", size.width, size.height, size.depth);
}

inline void append_text(fmt::memory_buffer& text, const Box& box) {
  append_text(text, box.size);
  fmt::format_to(fmt::appender(text), " from ");
  append_text(text, box.min);
}

inline void append_text(fmt::memory_buffer& text, const ChunkKey& key) {
  fmt::format_to(fmt::appender(text), "chunk ({}, {}, {})", key.cx(), key.cy(), key.z());
}

inline void append_text(fmt::memory_buffer& text, const Error& error) {
  fmt::format_to(fmt::appender(text), "{}: {}", name(error.code()), error.message());
}

/// Formats a value as the text that `append_text` makes of it.
template <class T>
struct TextFormatter : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const T& value, Context& context) const {
    fmt::memory_buffer text;
    append_text(text, value);
    return fmt::formatter<std::string_view>::format({text.data(), text.size()}, context);
  }
};

/// The name at an enumerator's place.
template <class T, std::size_t count>
constexpr std::string_view pick(T value, const std::array<std::string_view, count>& names) {
  const auto index = static_cast<std::size_t>(value);
  return index < count ? names[index] : "unknown";
}

constexpr std::string_view name_of(ErrorCode code) { return name(code); }
inline std::string_view name_of(PathStatus status) { return name(status); }
inline std::string_view name_of(Algorithm algorithm) { return name(algorithm); }

constexpr std::string_view name_of(FieldType type) {
  return pick(type, std::array<std::string_view, 5>{"boolean", "signed_integer", "unsigned_integer",
                                                    "floating_point", "other"});
}

constexpr std::string_view name_of(Steps steps) {
  return pick(steps, std::array<std::string_view, 3>{"cardinal", "octile", "hex"});
}

constexpr std::string_view name_of(Corners corners) {
  return pick(corners, std::array<std::string_view, 3>{"never_cut", "cut_one", "cut_freely"});
}

constexpr std::string_view name_of(Vertical vertical) {
  return pick(vertical, std::array<std::string_view, 2>{"separate", "steps"});
}

constexpr std::string_view name_of(UnknownTiles tiles) {
  return pick(tiles, std::array<std::string_view, 3>{"report", "avoid", "enter"});
}

constexpr std::string_view name_of(Direction direction) {
  return pick(direction, std::array<std::string_view, direction_count>{
                             "east", "south", "west", "north", "south_east", "south_west",
                             "north_west", "north_east", "down", "up"});
}

/// Formats an enumerator as its name.
template <class T>
struct NameFormatter : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(T value, Context& context) const {
    return fmt::formatter<std::string_view>::format(name_of(value), context);
  }
};

}  // namespace tess::detail

template <>
struct fmt::formatter<tess::Coord> : tess::detail::TextFormatter<tess::Coord> {};
template <>
struct fmt::formatter<tess::Extent> : tess::detail::TextFormatter<tess::Extent> {};
template <>
struct fmt::formatter<tess::Box> : tess::detail::TextFormatter<tess::Box> {};
template <>
struct fmt::formatter<tess::ChunkKey> : tess::detail::TextFormatter<tess::ChunkKey> {};
template <>
struct fmt::formatter<tess::Error> : tess::detail::TextFormatter<tess::Error> {};

template <>
struct fmt::formatter<tess::ErrorCode> : tess::detail::NameFormatter<tess::ErrorCode> {};
template <>
struct fmt::formatter<tess::FieldType> : tess::detail::NameFormatter<tess::FieldType> {};
template <>
struct fmt::formatter<tess::Steps> : tess::detail::NameFormatter<tess::Steps> {};
template <>
struct fmt::formatter<tess::Corners> : tess::detail::NameFormatter<tess::Corners> {};
template <>
struct fmt::formatter<tess::Vertical> : tess::detail::NameFormatter<tess::Vertical> {};
template <>
struct fmt::formatter<tess::Direction> : tess::detail::NameFormatter<tess::Direction> {};
template <>
struct fmt::formatter<tess::PathStatus> : tess::detail::NameFormatter<tess::PathStatus> {};
template <>
struct fmt::formatter<tess::Algorithm> : tess::detail::NameFormatter<tess::Algorithm> {};
template <>
struct fmt::formatter<tess::UnknownTiles> : tess::detail::NameFormatter<tess::UnknownTiles> {};
