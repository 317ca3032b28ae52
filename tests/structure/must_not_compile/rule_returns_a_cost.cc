#include <tess/nav.h>

struct Text {};

void map(const tess::World& world) {
#if defined(WRONG)
  const tess::NavMap walk(world, {}, [](tess::TileView) { return Text{}; });
#else
  const tess::NavMap walk(world, {}, [](tess::TileView) { return 1; });
#endif
}
