#include <tess/world.h>

void convert(tess::Field<int> field) {
#if defined(WRONG)
  tess::Field<float> other = field;
#else
  tess::Field<int> other = field;
#endif
  static_cast<void>(other);
}
