#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace structure {

/// Runs the compiler of this build on small files of a folder of its own.
class Compiler {
 public:
  Compiler() {
    std::string name = (std::filesystem::temp_directory_path() / "tess_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Compiler() { std::filesystem::remove_all(folder_); }
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Whether the text compiles; `output()` has what the compiler said or printed.
  bool run(const std::string& text, const std::string& flags) {
    std::ofstream(folder_ / "file.cc") << text;
    const std::string command =
        std::string(TESS_CXX_COMPILER) +
        " -std=c++20 -I" TESS_SOURCE_DIR "/include -I" TESS_SOURCE_DIR "/tests " + flags + " " +
        (folder_ / "file.cc").string() + " >" + output().string() + " 2>&1";
    return std::system(command.c_str()) == 0;
  }

  std::filesystem::path output() const { return folder_ / "output"; }

  std::string said() const {
    std::ifstream in(output());
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::filesystem::path folder_;
};

/// The processor time that finished child processes took so far, in seconds.
inline double child_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace structure
