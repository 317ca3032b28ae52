#include <tess/core/result.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

using tess::Error;
using tess::ErrorCode;
using tess::Result;

Result<int> half(int value) {
  if (value % 2 != 0) return Error(ErrorCode::invalid_argument, "odd");
  return value / 2;
}

TEST(Error, CopiesItsMessage) {
  std::string text = "file.map:3: expected 'map'";
  const Error error(ErrorCode::bad_format, text);
  text.assign(text.size(), '?');
  EXPECT_EQ(error.code(), ErrorCode::bad_format);
  EXPECT_EQ(error.message(), "file.map:3: expected 'map'");
  EXPECT_STREQ(error.c_str(), "file.map:3: expected 'map'");
  const Error copy = error;
  EXPECT_EQ(copy.message(), error.message());
  EXPECT_NE(copy.c_str(), error.c_str());
}

TEST(Error, MayHaveAnEmptyMessage) {
  const Error error(ErrorCode::too_large, "");
  EXPECT_EQ(error.message(), "");
  EXPECT_STREQ(error.c_str(), "");
}

TEST(ErrorCode, HasAName) {
  EXPECT_EQ(name(ErrorCode::invalid_argument), "invalid_argument");
  EXPECT_EQ(name(ErrorCode::too_large), "too_large");
  EXPECT_EQ(name(ErrorCode::file_not_found), "file_not_found");
  EXPECT_EQ(name(ErrorCode::file_unreadable), "file_unreadable");
  EXPECT_EQ(name(ErrorCode::bad_format), "bad_format");
  EXPECT_EQ(name(static_cast<ErrorCode>(200)), "unknown");
}

TEST(Result, HoldsAValue) {
  Result<int> result = half(8);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(*result, 4);
  result.value() = 9;
  EXPECT_EQ(result.value(), 9);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result);
  EXPECT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(result.error().message(), "odd");
}

TEST(Result, GivesAccessToMembers) {
  Result<std::string> text(std::string("abc"));
  EXPECT_EQ(text->size(), 3u);
  text->push_back('d');
  const Result<std::string>& constant = text;
  EXPECT_EQ(constant->size(), 4u);
  EXPECT_EQ(*constant, "abcd");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  Result<std::unique_ptr<int>> moved = std::move(result);
  const std::unique_ptr<int> value = *std::move(moved);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(*value, 5);
}

TEST(Result, OfNothingSaysWhetherItWentWell) {
  const Result<void> good;
  EXPECT_TRUE(good);
  EXPECT_TRUE(good.has_value());
  const Result<void> bad = Error(ErrorCode::file_unreadable, "disk full");
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message(), "disk full");
}

#if TESS_ASSERTIONS
TEST(ResultDeathTest, RefusesToGiveWhatItDoesNotHold) {
  Result<int> bad = half(7);
  EXPECT_DEATH(bad.value(), "the result holds an error");
  EXPECT_DEATH(*bad, "the result holds an error");
  Result<int> good = half(8);
  EXPECT_DEATH(good.error(), "the result holds a value");
  const Result<void> nothing;
  EXPECT_DEATH(nothing.error(), "the result holds a value");
}
#endif

}  // namespace
