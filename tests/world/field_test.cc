#include <tess/world/field.h>

#include <gtest/gtest.h>

#include <vector>

namespace {

using tess::FieldType;
using tess::FieldValue;

struct Plain {
  int a = 3;
};
struct Fixed {
  const int a = 3;
};
struct alignas(128) Wide {
  int a = 3;
};
enum class Small : std::uint8_t { a };
enum class Signed : std::int32_t { a };

static_assert(FieldValue<bool>);
static_assert(FieldValue<int>);
static_assert(FieldValue<double>);
static_assert(FieldValue<Plain>);
static_assert(FieldValue<Small>);
static_assert(FieldValue<Plain*>);
static_assert(!FieldValue<std::vector<int>>);
static_assert(!FieldValue<const int>);
static_assert(!FieldValue<int&>);
static_assert(!FieldValue<void>);
static_assert(!FieldValue<Fixed>, "cannot be assigned");
static_assert(!FieldValue<Wide>, "pages are not aligned for it");

TEST(FieldType, IsTheKindOfTheValues) {
  EXPECT_EQ(tess::field_type<bool>(), FieldType::boolean);
  EXPECT_EQ(tess::field_type<std::int8_t>(), FieldType::signed_integer);
  EXPECT_EQ(tess::field_type<std::uint64_t>(), FieldType::unsigned_integer);
  EXPECT_EQ(tess::field_type<float>(), FieldType::floating_point);
  EXPECT_EQ(tess::field_type<Small>(), FieldType::unsigned_integer);
  EXPECT_EQ(tess::field_type<Signed>(), FieldType::signed_integer);
  EXPECT_EQ(tess::field_type<Plain>(), FieldType::other);
}

TEST(Field, IsAHandleOfTwoBytes) {
  static_assert(sizeof(tess::Field<double>) == 2);
  EXPECT_EQ(tess::Field<int>(3).index(), 3);
  EXPECT_EQ(tess::Field<int>(3), tess::Field<int>(3));
  EXPECT_NE(tess::Field<int>(3), tess::Field<int>());
}

}  // namespace
