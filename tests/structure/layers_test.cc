#include "structure/repository.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace {

using structure::SourceFile;

// A module includes itself and those before it. Side rooms include any of these, never each other,
// and nothing includes them.
const std::vector<std::string> layers{"core", "exec", "world", "nav", "path", "agents", "routine"};
const std::set<std::string> side_rooms{"io", "view", "format"};

/// `include/tess/nav/link.h`, `src/nav/nav_map.cc` and `include/tess/nav.h` all belong to nav;
/// `include/tess/tess.h` belongs to tess.
std::string module_of(std::string path) {
  for (const std::string_view root : {"include/tess/", "src/"}) {
    if (path.rfind(root, 0) == 0) path.erase(0, root.size());
  }
  return path.substr(0, path.find_first_of("/."));
}

/// The file of the repository that an include names; empty for others' headers.
std::string target_of(const SourceFile& file, const std::string& include) {
  if (include.rfind("<tess/", 0) == 0) {
    return "include/" + include.substr(1, include.size() - 2);
  }
  if (include.empty() || include[0] != '"') return {};
  const std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
  return (folder / include.substr(1, include.size() - 2)).lexically_normal().generic_string();
}

bool may_include(const std::string& from, const std::string& to) {
  if (from == to) return true;
  if (side_rooms.count(to) != 0 || to == "tess") return false;
  if (side_rooms.count(from) != 0 || from == "tess") return true;
  const auto rank = [](const std::string& module) {
    return std::find(layers.begin(), layers.end(), module) - layers.begin();
  };
  return rank(to) < rank(from);
}

TEST(Layers, AreTheKnownModules) {
  for (const SourceFile& file : structure::files({"include", "src"}, {".h", ".cc"})) {
    const std::string module = module_of(file.path);
    EXPECT_TRUE(module == "tess" || side_rooms.count(module) != 0 ||
                std::find(layers.begin(), layers.end(), module) != layers.end())
        << file.path;
  }
}

TEST(Layers, IncludeOnlyWhatIsBelow) {
  EXPECT_FALSE(may_include("core", "world"));
  EXPECT_FALSE(may_include("path", "view"));
  EXPECT_FALSE(may_include("io", "view"));
  EXPECT_TRUE(may_include("path", "core"));
  for (const SourceFile& file : structure::files({"include", "src"}, {".h", ".cc"})) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string target = target_of(file, structure::included(file.lines[i]));
      if (target.empty()) continue;
      EXPECT_TRUE(may_include(module_of(file.path), module_of(target)))
          << structure::place(file, i);
    }
  }
}

/// The files that are reached from one, and those on the way to it, to find circles.
class Graph {
 public:
  explicit Graph(const std::vector<SourceFile>& files) {
    for (const SourceFile& file : files) {
      for (const std::string& line : file.lines) {
        const std::string target = target_of(file, structure::included(line));
        if (!target.empty()) includes_[file.path].push_back(target);
      }
    }
  }

  /// The first circle found, as a text; empty where there is none.
  std::string circle() {
    for (const auto& [file, targets] : includes_) {
      std::string found = visit(file);
      if (!found.empty()) return found;
    }
    return {};
  }

 private:
  std::string visit(const std::string& file) {
    if (done_.count(file) != 0) return {};
    if (!open_.insert(file).second) return file;
    for (const std::string& target : includes_[file]) {
      const std::string found = visit(target);
      if (!found.empty()) return file + " > " + found;
    }
    open_.erase(file);
    done_.insert(file);
    return {};
  }

  std::map<std::string, std::vector<std::string>> includes_;
  std::set<std::string> open_;
  std::set<std::string> done_;
};

TEST(Layers, HaveNoCircles) {
  EXPECT_EQ(Graph({{"a.h", {"#include \"b.h\""}}, {"b.h", {"#include \"a.h\""}}}).circle(),
            "a.h > b.h > a.h");
  EXPECT_EQ(Graph(structure::files({"include", "src"}, {".h", ".cc"})).circle(), "");
}

}  // namespace
