#include <tess/core.h>

tess::Coord place(tess::ChunkKey key) {
#if defined(WRONG)
  return tess::tile_at(key, 5);
#else
  return tess::tile_at(key, tess::TileIndex{5});
#endif
}
