#include <tess/view/animation.h>

#include "support/random.h"
#include "view/svg_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tess::test {
namespace {

struct Ground {
  World world;
  NavMap map{world, {}, [](TileView) { return 1; }};

  explicit Ground(const WorldOptions& options) : world(options) {}
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ';') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// An element that is animated, as a browser would show it.
struct Shown {
  SvgElement fill;
  SvgElement move;

  /// The times, which must rise from 0 to 1 at most.
  static std::vector<double> times(const SvgElement& animate) {
    std::vector<double> times;
    for (const std::string& part : split(animate["keyTimes"])) {
      times.push_back(std::strtod(part.c_str(), nullptr));
      EXPECT_GE(times.back(), times.size() > 1 ? times[times.size() - 2] : 0.0);
    }
    EXPECT_EQ(times.front(), 0.0);
    EXPECT_LE(times.back(), 1.0);
    EXPECT_EQ(times.size(), split(animate["values"]).size());
    return times;
  }

  /// The colour at a part of the time; "transparent" where it is hidden.
  std::string colour(double part) const {
    const std::vector<double> at = times(fill);
    std::string colour;
    for (std::size_t i = 0; i < at.size() && at[i] <= part + 1e-5; ++i) {
      colour = split(fill["values"])[i];
    }
    return colour;
  }

  std::pair<double, double> place(double part) const {
    const std::vector<double> at = times(move);
    EXPECT_EQ(at.back(), 1.0);
    std::size_t next = 1;
    while (next + 1 < at.size() && at[next] < part) ++next;
    const auto point = [&](std::size_t i) {
      char* rest = nullptr;
      const std::string text = split(move["values"])[i];
      const double x = std::strtod(text.c_str(), &rest);
      return std::pair{x, std::strtod(rest, nullptr)};
    };
    const double span = at[next] - at[next - 1];
    const double share = span > 0 ? std::min(1.0, (part - at[next - 1]) / span) : 1;
    const auto [x0, y0] = point(next - 1);
    const auto [x1, y1] = point(next);
    return {x0 + share * (x1 - x0), y0 + share * (y1 - y0)};
  }
};

/// What is animated below elements of that name, in order.
std::vector<Shown> shown(const SvgReader& svg, std::string_view name) {
  std::vector<Shown> found;
  for (const SvgElement& element : svg.elements()) {
    if (element.name == name) found.emplace_back();
    if (found.empty()) continue;
    if (element.name == "animate") found.back().fill = element;
    if (element.name == "animateTransform") found.back().move = element;
  }
  return found;
}

TEST(Animation, ShowsWhereEveryMoverWas) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Ground ground({.width = 30, .height = 20, .origin = {-7, 100}});
    Animation film(ground.map);
    const int ticks = random.between(2, 40);
    const int movers = random.between(1, 5);
    std::vector<Coord> at;
    for (int m = 0; m < movers; ++m) {
      at.push_back(Coord{random.between(-7, 22), random.between(100, 119)});
    }
    std::vector<std::vector<std::optional<std::pair<Coord, std::string>>>> truth;
    for (int tick = 0; tick < ticks; ++tick) {
      truth.emplace_back();
      for (std::size_t m = 0; m < at.size(); ++m) {
        truth.back().emplace_back();
        if (tick > 0 && random.chance(15)) continue;
        if (random.chance(70)) {
          at[m] = at[m] + Coord{random.between(-1, 1), random.between(-1, 1), 0};
        }
        const std::string colour = random.chance(80) ? "red" : "#1b4dd8";
        film.mover(m, at[m], colour);
        if (ground.map.box().contains(at[m])) truth.back().back() = {at[m], colour};
      }
      film.end_tick();
    }
    ASSERT_EQ(film.ticks(), static_cast<std::size_t>(ticks));
    const SvgReader svg(film.svg());
    const std::vector<Shown> circles = shown(svg, "circle");
    ASSERT_LE(circles.size(), at.size());
    if (circles.size() != at.size()) continue;  // one was never in the picture
    for (int tick = 0; tick < ticks; ++tick) {
      const double part = tick / (ticks - 1.0);
      for (std::size_t m = 0; m < at.size(); ++m) {
        const auto& expected = truth[static_cast<std::size_t>(tick)][m];
        ASSERT_EQ(circles[m].colour(part), expected ? expected->second : "transparent")
            << "seed " << seed << ", tick " << tick << ", mover " << m;
        if (!expected) continue;
        const auto [x, y] = circles[m].place(part);
        EXPECT_NEAR(x, expected->first.x + 7.5, 0.01) << "seed " << seed << ", tick " << tick;
        EXPECT_NEAR(y, expected->first.y - 99.5, 0.01) << "seed " << seed << ", tick " << tick;
      }
    }
  }
}

TEST(Animation, PaintsTilesFromATickOn) {
  const Ground ground({.width = 10, .height = 10});
  Animation film(ground.map);
  film.tile({3, 4}, "#353b45");
  film.tile({50, 4}, "red");
  film.end_tick();
  film.tile({3, 4}, "");
  film.tile({5, 5}, "red");
  film.end_tick();
  film.end_tick();
  film.tile({3, 4}, "blue");
  film.end_tick();
  film.end_tick();
  const SvgReader svg(film.svg());
  const std::vector<Shown> tiles = shown(svg, "rect");  // the first is the ground
  ASSERT_EQ(tiles.size(), 3U);
  EXPECT_EQ(tiles[1].colour(0), "#353b45");
  EXPECT_EQ(tiles[1].colour(0.25), "transparent");
  EXPECT_EQ(tiles[1].colour(0.75), "blue");
  EXPECT_EQ(tiles[2].colour(0), "transparent");
  EXPECT_EQ(tiles[2].colour(0.25), "red");
}

TEST(Animation, GrowsWithTurnsAndNotWithSteps) {
  const Ground ground({.width = 1000, .height = 10});
  Animation straight(ground.map);
  Animation still(ground.map);
  for (std::int32_t x = 0; x < 1000; ++x) {
    straight.mover(1, {x, 5});
    straight.end_tick();
    still.mover(1, {5, 5});
    still.end_tick();
  }
  EXPECT_LT(straight.svg().size(), still.svg().size() + 64);
}

TEST(Animation, IsAPictureEvenWithoutATick) {
  const Ground ground({.width = 3, .height = 3});
  Animation film(ground.map);
  EXPECT_EQ(SvgReader(film.svg()).elements().front().name, "svg");
  film.mover(7, {1, 1});
  film.end_tick();
  const SvgReader svg(film.svg());
  ASSERT_EQ(shown(svg, "circle").size(), 1U);
  EXPECT_EQ(shown(svg, "circle")[0].colour(0), "#d7263d");
}

TEST(Animation, IsWrittenToFilesOrSaysWhyNot) {
  const Ground ground({.width = 3, .height = 3});
  const Animation film(ground.map);
  const auto folder = std::filesystem::temp_directory_path();
  const std::string path = (folder / "tess_animation_test.svg").string();
  ASSERT_TRUE(write_svg(path, film));
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), film.svg());
  std::filesystem::remove(path);
  const Result<void> refused = write_svg((folder / "nowhere" / "x.svg").string(), film);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("x.svg: cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace tess::test
