#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace structure {

/// A file of the repository: its path from the root, with slashes, and its lines.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

inline std::vector<std::string> read_lines(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The files of these folders with one of these extensions, in order of their paths.
inline std::vector<SourceFile> files(std::initializer_list<std::string_view> folders,
                                     std::initializer_list<std::string_view> extensions) {
  const std::filesystem::path root(TESS_SOURCE_DIR);
  std::vector<SourceFile> result;
  for (const std::string_view folder : folders) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (std::find(extensions.begin(), extensions.end(), extension) == extensions.end()) continue;
      result.push_back(
          {entry.path().lexically_relative(root).generic_string(), read_lines(entry.path())});
    }
  }
  std::sort(result.begin(), result.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return result;
}

inline std::vector<SourceFile> headers() { return files({"include"}, {".h"}); }

/// The line without a `//` comment and the blanks before it.
inline std::string code_of(const std::string& line) {
  std::string code = line.substr(0, line.find("//"));
  while (!code.empty() && code.back() == ' ') code.pop_back();
  return code;
}

/// What a line includes, with its brackets or quotes; empty where it is no include.
inline std::string included(const std::string& line) {
  if (line.rfind("#include ", 0) != 0) return {};
  return code_of(line).substr(9);
}

/// The place of a line for a message: `path:number: text`.
inline std::string place(const SourceFile& file, std::size_t index) {
  return file.path + ":" + std::to_string(index + 1) + ": " + file.lines[index];
}

}  // namespace structure
