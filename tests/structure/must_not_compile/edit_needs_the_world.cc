#include <tess/world.h>

#if defined(WRONG)
void edit(const tess::World& world, tess::Field<int> field) {
#else
void edit(tess::World& world, tess::Field<int> field) {
#endif
  world.fill(field, world.box(), 1);
}
