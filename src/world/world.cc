#include <tess/world/world.h>

#include <algorithm>
#include <limits>
#include <string>

namespace tess {

namespace {

constexpr std::int64_t max_chunks = std::int64_t{1} << 20;

std::string size_text(const WorldOptions& options) {
  return std::to_string(options.width) + " x " + std::to_string(options.height) + " x " +
         std::to_string(options.depth);
}

std::optional<Error> check_axis(const char* name, std::int32_t origin, std::int32_t size,
                                std::int64_t lowest, std::int64_t highest) {
  const std::string prefix = std::string("world ") + name + " " + std::to_string(size);
  if (size < 1) {
    return Error(ErrorCode::invalid_argument, prefix + ": expected at least 1");
  }
  if (origin < lowest || std::int64_t{origin} + size - 1 > highest) {
    return Error(ErrorCode::invalid_argument,
                 prefix + " from " + std::to_string(origin) + ": expected to lie in [" +
                     std::to_string(lowest) + ", " + std::to_string(highest) + "]");
  }
  return std::nullopt;
}

std::int64_t chunks_along(std::int32_t origin, std::int32_t size) {
  const std::int64_t first = origin >> chunk_shift;
  return ((std::int64_t{origin} + size - 1) >> chunk_shift) - first + 1;
}

std::optional<Error> check(const WorldOptions& options) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int32_t>::max();
  const Coord origin = options.origin;
  if (auto error = check_axis("width", origin.x, options.width, lowest, highest)) return error;
  if (auto error = check_axis("height", origin.y, options.height, lowest, highest)) return error;
  if (auto error = check_axis("depth", origin.z, options.depth, min_level, max_level)) {
    return error;
  }
  // Fits: at most 2^25 + 1 chunks along x and y, and fewer than 2^12 levels.
  const std::int64_t chunks = chunks_along(origin.x, options.width) *
                              chunks_along(origin.y, options.height) * options.depth;
  if (chunks > max_chunks) {
    return Error(ErrorCode::too_large,
                 "world of " + size_text(options) + " tiles: expected at most " +
                     std::to_string(max_chunks) + " chunks of 64 x 64 tiles (2^32 tiles)");
  }
  return std::nullopt;
}

Box box_of(const WorldOptions& options) {
  return {options.origin, {options.width, options.height, options.depth}};
}

}  // namespace

Result<World> World::create(const WorldOptions& options) {
  if (auto error = check(options)) return *std::move(error);
  return World(new detail::Storage(box_of(options)));
}

World::World(const WorldOptions& options) : storage_(nullptr) {
  TESS_ASSERT(!check(options), "the size of a world must be one that World::create accepts");
  storage_ = new detail::Storage(box_of(options));
}

Box World::changed_box(ChunkKey key, Revision since) const {
  const std::uint32_t slot = storage_->slot(key);
  if (storage_->revision(slot) <= since) return {};
  const Box whole = chunk(key).box();
  if (!storage_->journal_reaches(since)) return whole;
  detail::EditBox all{chunk_size, chunk_size, 0, 0};
  for (Revision r = since + 1; r <= storage_->clock(); ++r) {
    const detail::Edit& edit = storage_->edit(r);
    if (edit.slot != slot) continue;
    all = {std::min(all.x0, edit.box.x0), std::min(all.y0, edit.box.y0),
           std::max(all.x1, edit.box.x1), std::max(all.y1, edit.box.y1)};
  }
  const Coord origin = key.origin();
  return intersection(whole, {{origin.x + all.x0, origin.y + all.y0, origin.z},
                              {all.x1 - all.x0 + 1, all.y1 - all.y0 + 1, 1}});
}

}  // namespace tess
