#include <tess/view/schedule_text.h>

namespace tess {

std::string to_text(const Schedule& schedule) {
  std::string text;
  int number = 0;
  for (const std::span<const SystemId> phase : schedule.phases()) {
    text += "phase " + std::to_string(++number) + ":";
    const char* separator = " ";
    for (const SystemId system : phase) {
      text += separator;
      text += schedule.name(system);
      const int colors = schedule.colors(system);
      if (colors > 1) text += " (" + std::to_string(colors) + " colors)";
      separator = ", ";
    }
    text += "\n";
  }
  return text;
}

}  // namespace tess
