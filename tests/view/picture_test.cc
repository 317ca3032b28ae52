#include <tess/view/picture.h>
#include <tess/view/svg.h>
#include <tess/view/text.h>

#include <gtest/gtest.h>

#include <string>

namespace {

using tess::Box;
using tess::Coord;

/// Three levels, 2 to 4, with one blocked tile each.
struct Tower {
  tess::World world{tess::WorldOptions{.width = 4, .height = 3, .depth = 3, .origin = {-1, -1, 2}}};
  tess::Field<bool> wall = world.add_field<bool>("wall");
  tess::NavMap map{world, {}, [field = wall](tess::TileView t) { return !t[field]; }};

  Tower() {
    world.set(wall, {-1, -1, 2}, true);
    world.set(wall, {0, 0, 3}, true);
    world.set(wall, {2, 1, 4}, true);
  }

  std::string text(const tess::Picture& picture) const {
    return to_text(map, picture, {.unicode = false});
  }
};

TEST(Picture, ShowsTheLowestLevelUnlessToldOtherwise) {
  const Tower tower;
  EXPECT_EQ(tower.text({}), "#...\n....\n....\n");
  EXPECT_EQ(tower.text({.level = 2}), "#...\n....\n....\n");
  EXPECT_EQ(tower.text({.level = 3}), "....\n.#..\n....\n");
  EXPECT_EQ(tower.text({.level = 4}), "....\n....\n...#\n");
}

TEST(Picture, ShowsThePartOfTheAreaThatIsThere) {
  const Tower tower;
  EXPECT_EQ(tower.text({.level = 3, .area = {{0, 0}, {2, 2, 1}}}), "#.\n..\n");
  EXPECT_EQ(tower.text({.level = 4, .area = {{1, -50}, {50, 100, 1}}}), "..\n..\n.#\n");
  EXPECT_EQ(
      tower.text({.start = Coord{0, 0, 2}, .goal = Coord{2, 1, 2}, .area = {{0, 0}, {2, 2, 1}}}),
      "S.\n..\n");
}

TEST(Picture, IsEmptyWhereThereIsNoTile) {
  const Tower tower;
  for (const tess::Picture& picture :
       {tess::Picture{.level = 5}, tess::Picture{.area = {{9, 9}, {2, 2, 1}}}}) {
    EXPECT_EQ(tower.text(picture), "");
    EXPECT_EQ(to_svg(tower.map, picture), "");
  }
}

}  // namespace
