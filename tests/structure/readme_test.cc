#include "structure/repository.h"

#include <gtest/gtest.h>

#include <regex>

namespace {

const std::filesystem::path root(TESS_SOURCE_DIR);

/// The lines of the first fenced block that is opened like this.
std::vector<std::string> block(const std::vector<std::string>& lines, const std::string& fence) {
  auto from = std::find(lines.begin(), lines.end(), fence);
  if (from != lines.end()) ++from;
  return {from, std::find(from, lines.end(), "```")};
}

TEST(Readme, ShowsTheQuickstartAsItIs) {
  const std::vector<std::string> readme = structure::read_lines(root / "README.md");
  const std::vector<std::string> code = structure::read_lines(root / "examples/quickstart.cc");
  ASSERT_FALSE(code.empty());
  EXPECT_EQ(block(readme, "```cpp"), code);
}

TEST(Pages, LinkToFilesThatAreThere) {
  const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  std::vector<structure::SourceFile> pages = structure::files({"docs"}, {".md"});
  for (const char* page : {"README.md", "CONTRIBUTING.md"}) {
    pages.push_back({page, structure::read_lines(root / page)});
  }
  for (const structure::SourceFile& page : pages) {
    const std::filesystem::path folder = (root / page.path).parent_path();
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
      const std::string& line = page.lines[i];
      for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at) {
        EXPECT_TRUE(std::filesystem::exists(folder / (*at)[1].str())) << structure::place(page, i);
      }
    }
  }
}

}  // namespace
