#pragma once

/// The colony's world: a village of rooms with doors, who may walk where, and what changes.

#include <tess/tess.h>

#include <cstdint>
#include <vector>

namespace colony {

/// What a tile is.
enum class Ground : std::uint8_t { grass, mud, wall, door_open, door_shut };

/// A world with rooms and doors, and the maps of the two kinds of colonists: doors that are shut
/// keep haulers out, while builders have keys.
class Settlement {
 public:
  explicit Settlement(std::uint64_t seed);

  const tess::NavMap& haulers() const { return haulers_; }
  const tess::NavMap& builders() const { return builders_; }
  Ground at(tess::Coord c) const { return static_cast<Ground>(world_.get(ground_, c)); }
  void set(tess::Coord c, Ground ground) {
    world_.set(ground_, c, static_cast<std::uint8_t>(ground));
  }

  const std::vector<tess::Coord>& doors() const { return doors_; }

  /// A tile of grass or mud by chance, and one within a room where work is done.
  tess::Coord open_tile();
  tess::Coord workplace();

  /// A number in [0, count).
  std::uint32_t chance(std::uint32_t count);

  static constexpr std::int32_t width = 96;
  static constexpr std::int32_t height = 64;

 private:
  void build_room(tess::Coord corner, tess::Extent size);

  std::uint64_t state_;
  tess::World world_{{.width = width, .height = height}};
  tess::Field<std::uint8_t> ground_ = world_.add_field<std::uint8_t>("ground");
  std::vector<tess::Coord> doors_;
  std::vector<tess::Box> rooms_;
  tess::NavMap haulers_;
  tess::NavMap builders_;
};

}  // namespace colony
