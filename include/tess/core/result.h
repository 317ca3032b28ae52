#pragma once

#include <tess/core/assert.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tess {

/// What kind of thing went wrong; the message tells the rest.
enum class ErrorCode : std::uint8_t {
  invalid_argument,  ///< a value from outside is not one that is accepted
  too_large,         ///< a size from outside is over a limit
  file_not_found,    ///< a file cannot be opened
  file_unreadable,   ///< a file was opened and cannot be read or written
  bad_format,        ///< a file's content is not what its format demands
};

/// The name of the code, as it is spelled in the enumeration.
constexpr std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::too_large: return "too_large";
    case ErrorCode::file_not_found: return "file_not_found";
    case ErrorCode::file_unreadable: return "file_unreadable";
    case ErrorCode::bad_format: return "bad_format";
  }
  return "unknown";
}

/// Why something from outside was refused: what was wrong, where, and what was expected.
class Error {
 public:
  /// Copies the message; allocates.
  Error(ErrorCode code, std::string_view message)
      : code_(code), message_(message.begin(), message.end()) {
    message_.push_back('\0');
  }

  /// What kind of thing went wrong.
  ErrorCode code() const { return code_; }

  /// One line for a person, without a line end. Valid as long as this error.
  std::string_view message() const { return {message_.data(), message_.size() - 1}; }

  /// The same, ended by a zero.
  const char* c_str() const { return message_.data(); }

 private:
  ErrorCode code_;
  std::vector<char> message_;
};

/// A value, or the error that stood in its way. Shaped like `std::expected`, and the same with and
/// without exceptions: reading the side that is not there is an assertion.
///
///     tess::Result<tess::World> world = tess::World::create({.width = w, .height = h});
///     if (!world) return report(world.error().message());
///     play(*world);
template <class T>
class [[nodiscard]] Result {
 public:
  /// Holds the value, or the error.
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  /// Whether it holds a value.
  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  /// The value, which must be there. Valid as long as this result.
  T& value() & { return TESS_ASSERT(value_, "the result holds an error"), *value_; }
  const T& value() const& { return TESS_ASSERT(value_, "the result holds an error"), *value_; }
  T&& value() && { return TESS_ASSERT(value_, "the result holds an error"), std::move(*value_); }

  /// The same.
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The error, which must be there. Valid as long as this result.
  const Error& error() const { return TESS_ASSERT(error_, "the result holds a value"), *error_; }

 private:
  std::optional<T> value_;
  std::optional<Error> error_;
};

/// Success, or the error that stood in its way.
template <>
class [[nodiscard]] Result<void> {
 public:
  /// Success, or the error.
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  /// Whether it succeeded.
  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }
  /// The error, which must be there. Valid as long as this result.
  const Error& error() const { return TESS_ASSERT(error_, "the result holds a value"), *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace tess
