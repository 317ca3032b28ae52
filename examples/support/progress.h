#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string_view>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace example {

/// Says how far things are, where someone is looking.
class Progress {
 public:
  Progress(std::size_t total, std::string_view things) : total_(total), things_(things) {
#if __has_include(<unistd.h>)
    shown_ = isatty(STDERR_FILENO) == 1;
#endif
  }
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::size_t done) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    fmt::print(stderr, "\r{} of {} {}", done, total_, things_);
    std::fflush(stderr);
  }

 private:
  std::size_t total_;
  std::string_view things_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace example
