#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tess::test {

/// An element of an SVG picture.
struct SvgElement {
  std::string name;
  std::map<std::string, std::string> attributes;

  std::string operator[](const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string() : found->second;
  }
};

/// Reads the part of XML that pictures are made of, and fails the test where a text is not that:
/// elements that are closed in order, with distinct quoted attributes and blanks between them.
class SvgReader {
 public:
  explicit SvgReader(std::string_view text) : text_(text) {
    while (!text_.empty() && ok_) {
      if (take("\n")) continue;
      if (take("</")) {
        expect(!open_.empty() && take(open_.back()) && take(">"));
        if (ok_) open_.pop_back();
      } else {
        expect((open_.empty() ? elements_.empty() : true) && take("<"));
        if (ok_) element();
      }
    }
    expect(open_.empty() && !elements_.empty());
  }

  /// The elements in order, whatever they are in.
  const std::vector<SvgElement>& elements() const { return elements_; }

  std::vector<SvgElement> all(std::string_view name) const {
    std::vector<SvgElement> found;
    for (const SvgElement& element : elements_) {
      if (element.name == name) found.push_back(element);
    }
    return found;
  }

 private:
  void expect(bool condition) {
    if (ok_ && !condition) ADD_FAILURE() << "bad XML before '" << text_.substr(0, 60) << "'";
    ok_ = ok_ && condition;
  }

  bool take(std::string_view token) {
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  std::string word() {
    std::size_t size = 0;
    while (size < text_.size() && (std::isalpha(text_[size]) != 0 || text_[size] == '-')) ++size;
    expect(size != 0);
    const std::string result(text_.substr(0, size));
    text_.remove_prefix(size);
    return result;
  }

  void element() {
    SvgElement element{word(), {}};
    while (ok_ && take(" ")) {
      const std::string name = word();
      expect(take("=\"") && text_.find('"') != std::string_view::npos);
      if (!ok_) return;
      const std::string value(text_.substr(0, text_.find('"')));
      expect(value.find_first_of("<&\n") == std::string::npos);
      expect(element.attributes.emplace(name, value).second);
      text_.remove_prefix(value.size() + 1);
    }
    const bool closed = take("/>");
    expect(closed || take(">"));
    if (!closed) open_.push_back(element.name);
    elements_.push_back(std::move(element));
  }

  std::string_view text_;
  std::vector<SvgElement> elements_;
  std::vector<std::string> open_;
  bool ok_ = true;
};

/// Which tiles path data of the commands m, h, v and z fills.
inline std::vector<bool> filled(const std::string& data, std::int32_t width, std::int32_t height) {
  // Where an outline crosses the middle of a row, all tiles to the right change sides.
  std::vector<bool> tiles(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  long start_x = 0;
  long start_y = 0;
  long x = 0;
  long y = 0;
  const auto vertical = [&](long to) {
    for (long row = std::min(y, to); row < std::max(y, to); ++row) {
      for (long column = x; column < width; ++column) {
        const auto i = static_cast<std::size_t>(row * width + column);
        tiles[i] = !tiles[i];
      }
    }
    y = to;
  };
  const char* at = data.c_str();
  const auto number = [&] {
    char* end = nullptr;
    const long value = std::strtol(at, &end, 10);
    EXPECT_NE(at, end) << "no number at " << at;
    at = end;
    return value;
  };
  while (*at != 0) {
    switch (*at++) {
      case 'm':
        start_x = x += number();
        start_y = y += number();
        break;
      case 'h': x += number(); break;
      case 'v': vertical(y + number()); break;
      case 'z':
        EXPECT_EQ(x, start_x);
        vertical(start_y);
        break;
      default: ADD_FAILURE() << "an unknown command before " << at; return tiles;
    }
  }
  return tiles;
}

}  // namespace tess::test
