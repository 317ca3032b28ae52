#include <tess/view/schedule_text.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace tess::test {
namespace {

TEST(ScheduleText, HasALineForEachPhase) {
  World world({.width = 70, .height = 70});
  const auto heat = world.add_field<std::uint8_t>("heat");
  const auto fuel = world.add_field<std::uint8_t>("fuel");
  Schedule schedule;
  EXPECT_EQ(to_text(schedule), "");
  const auto nothing = [](SystemChunk&) {};
  schedule.add({.name = "spread", .access = {reads(heat, 1), writes(heat)}}, nothing);
  schedule.add({.name = "grow", .access = {writes(fuel)}}, nothing);
  schedule.add({.name = "burn", .access = {reads(heat), writes(fuel)}}, nothing);
  SerialExecutor serial;
  schedule.run(world, serial);
  EXPECT_EQ(to_text(schedule), "phase 1: spread (4 colors), grow\nphase 2: burn\n");
}

}  // namespace
}  // namespace tess::test
