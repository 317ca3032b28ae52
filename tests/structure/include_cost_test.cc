#include "structure/compiler.h"
#include "structure/repository.h"

#include <gtest/gtest.h>

#include <map>

namespace {

using structure::Compiler;

/// The lines that remain of including a header when comments and blank lines are taken out.
std::size_t preprocessed_lines(const std::string& header) {
  Compiler compiler;
  EXPECT_TRUE(compiler.run("#include <" + header + ">\n", "-E -P")) << compiler.said();
  return structure::read_lines(compiler.output()).size();
}

// Most of what a header costs are the standard library's headers, which grow with its releases;
// the bounds hold for the one they were set with.
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE == 12
constexpr bool reference_library = true;
#else
constexpr bool reference_library = false;
#endif

TEST(IncludeCost, OfEverythingIsBounded) {
  if (!reference_library) GTEST_SKIP() << "the bound is for libstdc++ 12";
  EXPECT_LT(preprocessed_lines("tess/tess.h"), 25000u);
}

TEST(IncludeCost, OfEachHeaderIsWhatIsRecorded) {
  if (!reference_library) GTEST_SKIP() << "the record is for libstdc++ 12";
  std::map<std::string, std::size_t> record;
  std::ifstream in(TESS_SOURCE_DIR "/tests/structure/include_cost.txt");
  for (std::string header; in >> header;) in >> record[header];
  for (const structure::SourceFile& file : structure::headers()) {
    const std::string header = file.path.substr(std::string("include/").size());
    if (header == "tess/format.h") continue;  // mostly fmt's own lines
    const std::size_t lines = preprocessed_lines(header);
    const std::size_t bound = record[header];
    EXPECT_LE(lines, bound + bound / 50 + 100)
        << header << " costs more than tests/structure/include_cost.txt says: " << lines;
    record.erase(header);
  }
  for (const auto& entry : record) ADD_FAILURE() << "no header " << entry.first;
}

TEST(IncludeCost, OfEverythingIsUnderASecond) {
  Compiler compiler;
  double least = 1e9;
  for (int round = 0; round < 3 && least >= 1; ++round) {
    const double before = structure::child_seconds();
    ASSERT_TRUE(compiler.run("#include <tess/tess.h>\n", "-c -o /dev/null")) << compiler.said();
    least = std::min(least, structure::child_seconds() - before);
  }
  EXPECT_LT(least, 1);
}

}  // namespace
