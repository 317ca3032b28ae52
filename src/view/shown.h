#pragma once

#include <tess/nav/nav_map.h>
#include <tess/view/picture.h>

namespace tess::detail {

/// The part of the map that a picture shows, one level of it; empty where there is none.
inline Box shown_box(const NavMap& map, const Picture& picture) {
  const Box& all = map.box();
  Box area = picture.area.empty() ? all : picture.area;
  area.min.z = picture.level.value_or(all.min.z);
  area.size.depth = 1;
  return intersection(area, all);
}

/// Which of so many equal steps from 0 to 1 a heat is in; what is no number is cold.
inline int heat_step(float heat, int steps) {
  if (!(heat > 0)) return 0;
  return heat >= 1 ? steps - 1 : static_cast<int>(heat * static_cast<float>(steps));
}

}  // namespace tess::detail
