#include <tess/world.h>

#pragma GCC diagnostic error "-Wunused-result"

void drop() {
#if defined(WRONG)
  tess::World::create({.width = 1, .height = 1});
#else
  static_cast<void>(tess::World::create({.width = 1, .height = 1}));
#endif
}
