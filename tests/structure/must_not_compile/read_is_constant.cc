#include <tess/world.h>

int touch(const tess::World& world, tess::Field<int> field) {
  const auto values = world.chunk(tess::ChunkKey(0, 0, 0)).read(field);
#if defined(WRONG)
  values[0] = 1;
#endif
  return values[0];
}
