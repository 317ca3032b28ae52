#include <tess/world/tile_view.h>
#include <tess/world/world.h>

#include <gtest/gtest.h>

namespace {

TEST(TileView, ReadsTheFieldsOfOneTile) {
  tess::World world({.width = 70, .height = 70, .origin = {-64, -64, -2}});
  const auto terrain = world.add_field<std::uint8_t>("terrain", 1);
  const auto door = world.add_field<bool>("door");
  const tess::Coord c{-1, -3, -2};
  world.set(terrain, c, 9);
  world.set(door, c, true);
  const tess::detail::Storage& storage = world.storage();
  const tess::TileView tile(storage, storage.slot(c),
                            static_cast<std::uint32_t>(tess::tile_index(c)));
  EXPECT_EQ(tile[terrain], 9);
  EXPECT_TRUE(tile[door]);
  EXPECT_EQ(tile.coord(), c);
  const tess::TileView before(storage, storage.slot(c),
                              static_cast<std::uint32_t>(tess::tile_index(c)) - 1);
  EXPECT_EQ(before[terrain], 1);
  EXPECT_FALSE(before[door]);
  EXPECT_EQ(before.coord(), (tess::Coord{-2, -3, -2}));
}

}  // namespace
