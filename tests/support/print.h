#pragma once

#include <tess/core/chunk_key.h>
#include <tess/core/coord.h>
#include <tess/nav/link.h>
#include <tess/nav/movement.h>
#include <tess/path/path.h>
#include <tess/path/search.h>

#include <ostream>
#include <sstream>
#include <string>

/// How failed expectations print what they compared.
namespace tess {

inline void PrintTo(Coord c, std::ostream* out) {
  *out << '{' << c.x << ", " << c.y << ", " << c.z << '}';
}

inline void PrintTo(ChunkKey key, std::ostream* out) {
  *out << "chunk " << key.cx() << ", " << key.cy() << ", " << key.z();
}

inline void PrintTo(const Box& box, std::ostream* out) {
  PrintTo(box.min, out);
  *out << " + " << box.size.width << " x " << box.size.height << " x " << box.size.depth;
}

inline void PrintTo(const Link& link, std::ostream* out) {
  PrintTo(link.from, out);
  *out << (link.two_way ? " <-> " : " -> ");
  PrintTo(link.to, out);
  *out << " cost " << link.cost;
}

inline void PrintTo(PathStatus status, std::ostream* out) { *out << name(status); }

inline void PrintTo(Algorithm algorithm, std::ostream* out) { *out << name(algorithm); }

inline void PrintTo(const PathRun& run, std::ostream* out) {
  if (run.jump) {
    *out << "jump to landing " << run.length;
  } else {
    *out << '(' << int{run.dx} << ' ' << int{run.dy} << ' ' << int{run.dz} << ") x " << run.length;
  }
}

inline void PrintTo(const PathView& path, std::ostream* out) {
  *out << path.size() << " tiles";
  if (path.empty()) return;
  *out << " from ";
  PrintTo(path.front(), out);
  for (const PathRun& run : path.runs()) {
    *out << "; ";
    PrintTo(run, out);
    if (run.jump && run.length < path.landings().size()) {
      *out << ' ';
      PrintTo(path.landings()[run.length], out);
    }
  }
  *out << "; to ";
  PrintTo(path.back(), out);
}

inline void PrintTo(const Movement& movement, std::ostream* out) {
  constexpr const char* steps[] = {"cardinal", "octile", "hex"};
  constexpr const char* corners[] = {"never_cut", "cut_one", "cut_freely"};
  *out << steps[static_cast<int>(movement.steps)];
  if (movement.steps == Steps::octile) *out << ' ' << corners[static_cast<int>(movement.corners)];
  if (movement.vertical == Vertical::steps) *out << ", vertical steps";
  *out << ", size " << movement.size;
}

namespace test {

/// The same as text.
template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  PrintTo(value, &out);
  return out.str();
}

}  // namespace test
}  // namespace tess
