#include <tess/format.h>

#include <gtest/gtest.h>

#include <limits>

namespace {

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();

TEST(Format, WritesPlacesAndSizes) {
  EXPECT_EQ(fmt::format("{}", tess::Coord{3, -4}), "(3, -4, 0)");
  EXPECT_EQ(fmt::format("{}", tess::Coord{lowest, lowest, lowest}),
            "(-2147483648, -2147483648, -2147483648)");
  EXPECT_EQ(fmt::format("{}", tess::Extent{512, 256}), "512 x 256 x 1");
  EXPECT_EQ(fmt::format("{}", tess::Box{{1, 2, 3}, {4, 5, 6}}), "4 x 5 x 6 from (1, 2, 3)");
  EXPECT_EQ(fmt::format("{}", tess::ChunkKey(1, -2, 3)), "chunk (1, -2, 3)");
}

TEST(Format, AlignsAndCutsLikeTexts) {
  EXPECT_EQ(fmt::format("[{:>12}]", tess::Coord{1, 2, 3}), "[   (1, 2, 3)]");
  EXPECT_EQ(fmt::format("[{:*^9}]", tess::PathStatus::found), "[**found**]");
  EXPECT_EQ(fmt::format("{:.3}", tess::Algorithm::automatic), "aut");
}

TEST(Format, WritesErrors) {
  const tess::Error error(tess::ErrorCode::bad_format, "town.map:3: expected 'map'");
  EXPECT_EQ(fmt::format("{}", error), "bad_format: town.map:3: expected 'map'");
  EXPECT_EQ(fmt::format("{}", tess::ErrorCode::too_large), "too_large");
}

TEST(Format, SpellsEnumeratorsAsTheyAre) {
  using tess::Corners;
  using tess::Direction;
  using tess::FieldType;
  using tess::PathStatus;
  using tess::Steps;
  using tess::UnknownTiles;
  using tess::Vertical;
  EXPECT_EQ(fmt::format("{} {} {}", Steps::cardinal, Steps::octile, Steps::hex),
            "cardinal octile hex");
  EXPECT_EQ(fmt::format("{} {} {}", Corners::never_cut, Corners::cut_one, Corners::cut_freely),
            "never_cut cut_one cut_freely");
  EXPECT_EQ(fmt::format("{} {}", Vertical::separate, Vertical::steps), "separate steps");
  EXPECT_EQ(fmt::format("{} {} {}", UnknownTiles::report, UnknownTiles::avoid, UnknownTiles::enter),
            "report avoid enter");
  EXPECT_EQ(fmt::format("{} {} {} {} {}", FieldType::boolean, FieldType::signed_integer,
                        FieldType::unsigned_integer, FieldType::floating_point, FieldType::other),
            "boolean signed_integer unsigned_integer floating_point other");
  EXPECT_EQ(fmt::format("{} {}", PathStatus::cost_overflow, PathStatus::searching),
            "cost_overflow searching");
  EXPECT_EQ(fmt::format("{}", tess::Algorithm::jump_point), "jump_point");
  EXPECT_EQ(fmt::format("{} {} {} {}", Direction::east, Direction::south, Direction::west,
                        Direction::north),
            "east south west north");
  EXPECT_EQ(fmt::format("{} {} {} {}", Direction::south_east, Direction::south_west,
                        Direction::north_west, Direction::north_east),
            "south_east south_west north_west north_east");
  EXPECT_EQ(fmt::format("{} {}", Direction::down, Direction::up), "down up");
  EXPECT_EQ(fmt::format("{}", static_cast<Direction>(99)), "unknown");
}

}  // namespace
