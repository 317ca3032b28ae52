#include "structure/repository.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace {

using structure::SourceFile;

bool in_side_room(const std::string& path) {
  return path.rfind("include/tess/io", 0) == 0 || path.rfind("include/tess/view", 0) == 0 ||
         path == "include/tess/format.h";
}

TEST(Headers, HoldOneIdea) {
  for (const SourceFile& file : structure::files({"include", "src"}, {".h"})) {
    EXPECT_LE(file.lines.size(), 500u) << file.path;
  }
}

TEST(Headers, BeginWithPragmaOnce) {
  for (const SourceFile& file : structure::headers()) {
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines[0], "#pragma once") << file.path;
  }
}

TEST(Headers, IncludeNothingHeavy) {
  const std::set<std::string> heavy{"<algorithm>", "<filesystem>", "<functional>", "<iostream>",
                                    "<iterator>",  "<memory>",     "<ranges>",     "<regex>",
                                    "<string>",    "<thread>"};
  for (const SourceFile& file : structure::headers()) {
    if (in_side_room(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string include = structure::included(file.lines[i]);
      EXPECT_EQ(heavy.count(include), 0u) << structure::place(file, i);
      EXPECT_NE(include.rfind("<fmt/", 0), 0u) << structure::place(file, i);
    }
  }
}

TEST(Headers, AreFoundThroughTheirUmbrellas) {
  for (const SourceFile& file : structure::headers()) {
    const std::filesystem::path path(file.path);
    const std::string module = path.parent_path().filename().string();
    if (module == "tess" || module == "detail") continue;
    const SourceFile umbrella{"", structure::read_lines(std::filesystem::path(TESS_SOURCE_DIR) /
                                                        "include/tess" / (module + ".h"))};
    const std::string line = "#include <tess/" + module + "/" + path.filename().string() + ">";
    EXPECT_NE(std::find(umbrella.lines.begin(), umbrella.lines.end(), line), umbrella.lines.end())
        << "tess/" << module << ".h lacks " << line;
  }
}

TEST(Sources, UseNoExceptionsNoTypeInformationAndNoSurroundings) {
  const std::regex banned(
      R"(\b(throw|try|catch|dynamic_cast|typeid|getenv|setlocale|std::cout|std::cerr|printf)\b)");
  for (const SourceFile& file : structure::files({"include", "src"}, {".h", ".cc"})) {
    // The one place where callbacks of users are kept from throwing through an executor.
    if (file.path == "include/tess/exec/block_loop.h") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(structure::code_of(file.lines[i]), banned))
          << structure::place(file, i);
    }
  }
}

TEST(Sources, SayWhatIsAndNotWhatWasOrWillBe) {
  const std::regex banned(
      R"(\b(TODO|FIXME|XXX|HACK|20[0-9][0-9]-[01][0-9]-[0-3][0-9]|issue #?[0-9]+)\b|/work/)");
  std::vector<SourceFile> all =
      structure::files({"include", "src", "tests", "bench", "examples", "docs", "cmake"},
                       {".h", ".cc", ".md", ".sh", ".txt", ".cmake"});
  for (const SourceFile& file : all) {
    if (file.path == "docs/decisions.md" || file.path == "tests/structure/headers_test.cc")
      continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(file.lines[i], banned)) << structure::place(file, i);
    }
  }
}

}  // namespace
