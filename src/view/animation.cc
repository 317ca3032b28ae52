#include <tess/view/animation.h>

#include <tess/core/assert.h>
#include <tess/view/svg.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "svg_text.h"
#include "text_file.h"

namespace tess {

namespace detail {

namespace {

constexpr std::string_view hidden = "";

[[maybe_unused]] bool is_colour(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return word || std::string_view("#(),.% ").find(c) != std::string_view::npos;
  });
}

/// A value from a tick on.
template <class T>
struct Key {
  std::size_t tick;
  T value;
};

using Looks = std::vector<Key<std::string>>;

/// Notes a colour where it is another one than before.
void note(Looks& looks, std::size_t tick, std::string_view colour) {
  if (!looks.empty() && looks.back().tick == tick) looks.pop_back();
  if (looks.empty() ? colour != hidden : looks.back().value != colour) {
    looks.push_back({tick, std::string(colour)});
  }
}

/// Where a mover was: the ticks at which it turned, stopped or set out.
struct Track {
  std::vector<Key<Coord>> places;
  Looks looks;
  std::size_t seen = 0;  // the tick after the one in which it was shown last
};

}  // namespace

class Film {
 public:
  Film(const NavMap& map, const AnimationOptions& options) : options_(options), box_(map.box()) {
    TESS_ASSERT(options.ticks_per_second > 0, "an animation is played at some speed");
    box_.size.depth = 1;
    ground_ = to_svg(map, {}, {.pixels_per_tile = options.pixels_per_tile});
    const std::string_view end = "</svg>\n";
    ground_.resize(ground_.size() - end.size());
  }

  void mover(std::uint64_t id, Coord at, std::string_view colour) {
    TESS_ASSERT(is_colour(colour), "a colour is one of CSS");
    Track& track = tracks_[index_of(id)];
    if (track.seen == tick_ + 1) return;  // it has been shown in this tick
    // While it was hidden, it was nowhere: it does not glide to where it is now.
    if (track.seen != tick_ && !track.places.empty()) {
      note(track.looks, track.seen, hidden);
      const Coord last = track.places.back().value;
      track.places.push_back({track.seen, last});
      track.places.push_back({tick_ - 1, at});
    }
    track.seen = tick_ + 1;
    note(track.looks, tick_, box_.contains(at) ? colour : hidden);
    extend(track.places, at);
  }

  void tile(Coord at, std::string_view colour) {
    TESS_ASSERT(is_colour(colour), "a colour is one of CSS");
    if (!box_.contains(at)) return;
    const auto key = static_cast<std::uint64_t>(at.y - box_.min.y) << 32 |
                     static_cast<std::uint32_t>(at.x - box_.min.x);
    const auto [found, fresh] = tile_at_.try_emplace(key, tiles_.size());
    if (fresh) tiles_.push_back({at, {}});
    note(tiles_[found->second].second, tick_, colour);
  }

  void end_tick() { ++tick_; }
  std::size_t ticks() const { return tick_; }

  std::string svg() const {
    std::string out = ground_;
    if (tick_ == 0) return out + "</svg>\n";
    out += "<g shape-rendering=\"crispEdges\">\n";
    for (const auto& [at, looks] : tiles_) draw_tile(out, at, looks);
    out += "</g>\n<g stroke=\"#fff\" stroke-width=\".08\">\n";
    for (const Track& track : tracks_) draw_mover(out, track);
    return out + "</g>\n</svg>\n";
  }

 private:
  std::size_t index_of(std::uint64_t id) {
    const auto [found, fresh] = track_of_.try_emplace(id, tracks_.size());
    if (fresh) tracks_.emplace_back();
    return found->second;
  }

  /// Goes on to a place: the last key moves on with it where the mover keeps its way.
  void extend(std::vector<Key<Coord>>& places, Coord at) const {
    const std::size_t n = places.size();
    if (n >= 2) {
      const Key<Coord>& a = places[n - 2];
      Key<Coord>& b = places[n - 1];
      const auto before = static_cast<std::int64_t>(b.tick - a.tick);
      const auto after = static_cast<std::int64_t>(tick_ - b.tick);
      const auto even = [&](std::int32_t from, std::int32_t via, std::int32_t to) {
        return (std::int64_t{via} - from) * after == (std::int64_t{to} - via) * before;
      };
      if (before > 0 && even(a.value.x, b.value.x, at.x) && even(a.value.y, b.value.y, at.y)) {
        b = {tick_, at};
        return;
      }
    }
    places.push_back({tick_, at});
  }

  void draw_tile(std::string& out, Coord at, const Looks& looks) const {
    if (looks.empty()) return;
    out += "<rect width=\"1\" height=\"1\" x=\"";
    append_number(out, at.x - box_.min.x);
    out += "\" y=\"";
    append_number(out, at.y - box_.min.y);
    out += "\">";
    draw_looks(out, looks);
    out += "</rect>\n";
  }

  void draw_mover(std::string& out, const Track& track) const {
    Looks looks = track.looks;
    if (track.seen < tick_) note(looks, track.seen, hidden);
    if (looks.empty()) return;
    out += "<circle r=\".42\">";
    draw_looks(out, looks);
    out += "<animateTransform attributeName=\"transform\" type=\"translate\"";
    begin_times(out);
    // From the first tick to the last, whenever it is seen.
    std::vector<Key<Coord>> places = track.places;
    if (places.front().tick != 0) places.insert(places.begin(), {0, places.front().value});
    if (places.back().tick + 1 < tick_) places.push_back({tick_ - 1, places.back().value});
    for (const Key<Coord>& key : places) append_time(out, key.tick, &key == &places.front());
    if (tick_ > 1 && places.size() == 1) out += ";1";
    out += "\" values=\"";
    for (std::size_t i = 0; i < places.size(); ++i) append_place(out, places[i].value, i == 0);
    if (tick_ > 1 && places.size() == 1) append_place(out, places[0].value, false);
    out += "\"/></circle>\n";
  }

  void append_place(std::string& out, Coord at, bool first) const {
    if (!first) out += ';';
    append_number(out, at.x - box_.min.x + 0.5);
    out += ' ';
    append_number(out, at.y - box_.min.y + 0.5);
  }

  /// The colours from tick to tick; none is none.
  void draw_looks(std::string& out, const Looks& looks) const {
    out += "<animate attributeName=\"fill\" calcMode=\"discrete\"";
    begin_times(out);
    const bool later = looks.front().tick != 0;
    if (later) out += '0';
    for (const auto& key : looks) append_time(out, key.tick, !later && &key == &looks.front());
    out += "\" values=\"";
    if (later) out += "transparent";
    for (const auto& key : looks) {
      if (later || &key != &looks.front()) out += ';';
      out += key.value.empty() ? "transparent" : key.value;
    }
    out += "\"/>";
  }

  void begin_times(std::string& out) const {
    out += " repeatCount=\"indefinite\" dur=\"";
    append_number(out, static_cast<double>(tick_) / options_.ticks_per_second, 3);
    out += "s\" keyTimes=\"";
  }

  /// A tick as a part of the whole. Movers glide from tick to tick, so the last one is the end.
  void append_time(std::string& out, std::size_t tick, bool first) const {
    if (!first) out += ';';
    const std::size_t whole = tick_ > 1 ? tick_ - 1 : 1;
    append_number(out, std::min(1.0, static_cast<double>(tick) / static_cast<double>(whole)), 6);
  }

  AnimationOptions options_;
  Box box_;
  std::string ground_;
  std::size_t tick_ = 0;
  std::vector<Track> tracks_;
  std::unordered_map<std::uint64_t, std::size_t> track_of_;
  std::vector<std::pair<Coord, Looks>> tiles_;
  std::unordered_map<std::uint64_t, std::size_t> tile_at_;
};

}  // namespace detail

Animation::Animation(const NavMap& map, const AnimationOptions& options)
    : film_(new detail::Film(map, options)) {}

Animation::~Animation() { delete film_; }

void Animation::mover(std::uint64_t id, Coord at, std::string_view colour) {
  film_->mover(id, at, colour);
}

void Animation::tile(Coord at, std::string_view colour) { film_->tile(at, colour); }

void Animation::end_tick() { film_->end_tick(); }

std::size_t Animation::ticks() const { return film_->ticks(); }

std::string Animation::svg() const { return film_->svg(); }

Result<void> write_svg(std::string_view path, const Animation& animation) {
  return detail::write_text_file(path, animation.svg());
}

}  // namespace tess
