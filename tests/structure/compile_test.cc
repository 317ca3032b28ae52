#include "structure/compiler.h"
#include "structure/repository.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using structure::Compiler;
using structure::SourceFile;

TEST(Compile, WorksWhenPlatformsDefineTheirMacros) {
  std::string tess_includes;
  std::set<std::string> other_includes;
  for (const SourceFile& file : structure::headers()) {
    tess_includes += "#include <" + file.path.substr(std::string("include/").size()) + ">\n";
    for (const std::string& line : file.lines) {
      const std::string include = structure::included(line);
      if (include.size() > 1 && include[0] == '<' && include.rfind("<tess/", 0) != 0) {
        other_includes.insert("#include " + include + "\n");
      }
    }
  }
  std::string text;
  for (const std::string& include : other_includes) text += include;
  text += "#include \"structure/hostile_macros.h\"\n" + tess_includes;
  Compiler compiler;
  EXPECT_TRUE(compiler.run(text, "-fsyntax-only -Wall -Werror")) << compiler.said();
}

TEST(Compile, WorksWithAnAssertionOfTheUsers) {
  Compiler compiler;
  const std::string config =
      "-fsyntax-only -Wall -Wextra -Werror '-DTESS_USER_CONFIG=\"structure/user_config.h\"'";
  EXPECT_TRUE(
      compiler.run("#include <tess/tess.h>\n"
                   "#if !defined(USER_CONFIG_WAS_READ)\n"
                   "#error the header was not read\n"
                   "#endif\n"
                   "int get(tess::World& w, tess::Field<int> f) { return w.get(f, {}); }\n",
                   config))
      << compiler.said();
}

/// Files that hold one line each that must be refused, and say otherwise what is right.
TEST(Compile, RefusesWhatCannotBeMeant) {
  const std::vector<SourceFile> cases =
      structure::files({"tests/structure/must_not_compile"}, {".cc"});
  EXPECT_GE(cases.size(), 5u);
  for (const SourceFile& file : cases) {
    const std::string text = "#include \"" TESS_SOURCE_DIR "/" + file.path + "\"\n";
    Compiler compiler;
    EXPECT_TRUE(compiler.run(text, "-fsyntax-only")) << file.path << '\n' << compiler.said();
    EXPECT_FALSE(compiler.run(text, "-fsyntax-only -DWRONG")) << file.path << " compiles";
  }
}

}  // namespace
