#include <tess/world.h>

struct Ground {};

void write(tess::World& world, tess::Field<int> field) {
#if defined(WRONG)
  world.set(field, {0, 0, 0}, Ground{});
#else
  world.set(field, {0, 0, 0}, 1);
#endif
}
