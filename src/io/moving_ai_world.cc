#include <tess/io/moving_ai_world.h>

#include <cstddef>
#include <cstring>
#include <utility>

namespace tess {

Result<MovingAiWorld> make_world(const MovingAiMap& map) {
  Result<World> world = World::create({.width = map.width, .height = map.height});
  if (!world) return world.error();
  const Field<std::uint8_t> terrain = world->add_field<std::uint8_t>("terrain", '@');
  for (const ChunkView chunk : world->chunks()) {
    ChunkEdit edit = world->edit(chunk.key());
    const FieldEditSpan<std::uint8_t> tiles = edit.write(terrain);
    const Box box = chunk.box();
    for (std::int32_t y = 0; y < box.size.height; ++y) {
      const std::size_t from =
          static_cast<std::size_t>(box.min.y + y) * static_cast<std::size_t>(map.width) +
          static_cast<std::size_t>(box.min.x);
      std::memcpy(tiles.data() + y * chunk_size, map.letters.data() + from,
                  static_cast<std::size_t>(box.size.width));
    }
  }
  return MovingAiWorld{*std::move(world), terrain};
}

}  // namespace tess
