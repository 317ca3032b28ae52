#include <tess/path/distance_field.h>

#include "field.h"

namespace tess {

DistanceField::DistanceField(const NavMap& map) : field_(new detail::Field(map)) {}

DistanceField::~DistanceField() { delete field_; }

PathStatus DistanceField::build(std::span<const Coord> goals, const FieldOptions& options) {
  return field_->build(goals, options);
}

void DistanceField::refresh() {
  if (!field_->current()) field_->refresh();
}

std::uint32_t DistanceField::distance(Coord c) {
  refresh();
  return field_->distance(c);
}

std::optional<FieldStep> DistanceField::step(Coord c) {
  refresh();
  return field_->step(c);
}

PathView DistanceField::path_from(Coord c) {
  refresh();
  return field_->path_from(c);
}

std::optional<std::size_t> DistanceField::nearest_goal(Coord c) {
  refresh();
  return field_->nearest_goal(c);
}

std::size_t DistanceField::reached() {
  refresh();
  return field_->reached();
}

std::uint64_t DistanceField::expanded() const { return field_->expanded(); }

std::size_t DistanceField::bytes() const { return field_->bytes(); }

}  // namespace tess
