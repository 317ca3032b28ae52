#include "structure/repository.h"

#include <gtest/gtest.h>

#include <regex>

namespace {

using structure::SourceFile;

/// Reads a header line by line and lists the public declarations that lack a `///` comment. A
/// comment stands for the lines that follow it up to a blank one, and that of a type for its first
/// lines too. Special members, friends, iterators and what is in `detail` need none.
class Reader {
 public:
  explicit Reader(const SourceFile& file) : file_(file) {}

  std::vector<std::string> undocumented() {
    bool begins = true;  // whether a line would begin a paragraph
    for (std::size_t i = 0; i < file_.lines.size(); ++i) {
      const std::string code = trimmed(structure::code_of(file_.lines[i]));
      const std::string text = trimmed(file_.lines[i]);
      if (begins && !text.empty() && in_public() && needs_comment(text, code)) {
        found_.push_back(structure::place(file_, i));
      }
      begins = text.empty() || std::regex_match(code, label());
      enter_and_leave(code);
    }
    return found_;
  }

 private:
  enum class Scope { open, closed, hidden };

  static std::string trimmed(const std::string& line) {
    const std::size_t from = line.find_first_not_of(' ');
    return from == std::string::npos ? std::string() : line.substr(from);
  }

  static const std::regex& label() {
    static const std::regex pattern(R"((public|private|protected):)");
    return pattern;
  }

  bool in_public() const {
    return std::all_of(scopes_.begin(), scopes_.end(),
                       [](Scope scope) { return scope == Scope::open; });
  }

  static bool needs_comment(const std::string& text, const std::string& code) {
    static const std::regex free(
        R"(^([#})\]]|(public|private|protected):|namespace\b|friend\b|static_assert\b)"
        R"(|extern template\b|inline namespace\b|class iterator\b))");
    static const std::regex special(
        R"(^(constexpr )?(explicit )?(~\w+\(\)|(\w+)\(\) = default|(\w+)\((const )?\5& ?\w*\)|(\w+)\(\7&& ?\w*\)).*)");
    static const std::regex member_definition(R"(\w+(<[^>]*>)?::~?\w+\()");
    if (text.rfind("//", 0) == 0 || text.find("///<") != std::string::npos) return false;
    if (std::regex_search(code, free) || std::regex_search(code, special)) return false;
    return code.rfind("template", 0) != 0 && !std::regex_search(code, member_definition);
  }

  void enter_and_leave(const std::string& code) {
    static const std::regex kind(R"(\b(namespace|class|struct|enum|union)\b)");
    if (std::regex_match(code, label()) && !scopes_.empty() && scopes_.back() != Scope::hidden) {
      scopes_.back() = code == "public:" ? Scope::open : Scope::closed;
    }
    for (const char c : code) {
      if (c == '{') scopes_.push_back(scope_of(code, kind));
      if (c == '}' && !scopes_.empty()) scopes_.pop_back();
    }
  }

  static Scope scope_of(const std::string& code, const std::regex& kind) {
    if (!std::regex_search(code, kind) || code.back() != '{') return Scope::hidden;
    if (code.find("detail") != std::string::npos || code == "class iterator {") {
      return Scope::hidden;
    }
    return code.find("class ") != std::string::npos && code.find("enum") == std::string::npos
               ? Scope::closed
               : Scope::open;
  }

  const SourceFile& file_;
  std::vector<Scope> scopes_;
  std::vector<std::string> found_;
};

TEST(Documentation, IsFoundMissing) {
  const SourceFile file{"a.h",
                        {"#pragma once",
                         "",
                         "namespace tess {",
                         "",
                         "int bare();",
                         "",
                         "/// Told.",
                         "int told();",
                         "int told_too();",
                         "",
                         "class C {",
                         " public:",
                         "  C() = default;",
                         "",
                         "  int member() const { return 1; }",
                         "",
                         " private:",
                         "  int hidden();",
                         "};",
                         "",
                         "}  // namespace tess",
                         "",
                         "namespace tess::detail {",
                         "",
                         "int inside();",
                         "",
                         "}"}};
  EXPECT_EQ(Reader(file).undocumented(),
            (std::vector<std::string>{"a.h:5: int bare();", "a.h:11: class C {",
                                      "a.h:15:   int member() const { return 1; }"}));
}

TEST(Documentation, IsThereForEveryPublicName) {
  for (const SourceFile& file : structure::headers()) {
    for (const std::string& place : Reader(file).undocumented()) {
      ADD_FAILURE() << "no /// comment: " << place;
    }
  }
}

}  // namespace
