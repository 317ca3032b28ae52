#include <tess/world.h>

#include <utility>

void copy(tess::World& world) {
#if defined(WRONG)
  tess::World other(world);
#else
  tess::World other(std::move(world));
#endif
}
