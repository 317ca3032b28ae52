#include <tess/path/distance_field.h>

#include "field.h"

namespace tess {

DistanceField::DistanceField(const NavMap& map) : field_(new detail::Field(map)) {}

DistanceField::~DistanceField() { delete field_; }

PathStatus DistanceField::build(std::span<const Coord> goals, const FieldOptions& options) {
  return field_->build(goals, options);
}

void DistanceField::refresh() { field_->refresh(); }

std::uint32_t DistanceField::distance(Coord c) { return current().distance(c); }

std::optional<FieldStep> DistanceField::step(Coord c) { return current().step(c); }

PathView DistanceField::path_from(Coord c) {
  refresh();
  return field_->path_from(c);
}

std::optional<std::size_t> DistanceField::nearest_goal(Coord c) {
  return current().nearest_goal(c);
}

std::size_t DistanceField::reached() { return current().reached(); }

std::uint64_t DistanceField::expanded() const { return field_->expanded(); }

}  // namespace tess
