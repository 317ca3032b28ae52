#include <tess/world.h>

#include <vector>

void add(tess::World& world) {
#if defined(WRONG)
  world.add_field<std::vector<int>>("owner");
#else
  world.add_field<int>("value");
#endif
}
