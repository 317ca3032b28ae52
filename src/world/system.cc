#include <tess/world/system.h>

#include <algorithm>
#include <string>

namespace tess::detail {

const char* SystemAccess::complaint(const Storage& storage, std::uint16_t field,
                                    const char* what) const {
  thread_local std::string text;
  text = "the system \"";
  text += name;
  text += "\" ";
  text += what;
  text += " the field \"";
  if (field < storage.planes().size()) {
    const std::vector<char>& field_name = storage.planes()[field].name;
    text.append(field_name.begin(), field_name.end());
  }
  text += "\", which it has not declared";
  return text.c_str();
}

std::int32_t distance_beyond(const Box& box, Coord c) {
  const auto beyond = [](std::int64_t v, std::int64_t first, std::int64_t size) {
    return std::max({std::int64_t{0}, first - v, v - (first + size - 1)});
  };
  return static_cast<std::int32_t>(std::min<std::int64_t>(
      std::max({beyond(c.x, box.min.x, box.size.width), beyond(c.y, box.min.y, box.size.height),
                beyond(c.z, box.min.z, box.size.depth)}),
      0x7FFF'FFFF));
}

}  // namespace tess::detail
