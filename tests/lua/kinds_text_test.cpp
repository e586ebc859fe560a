// `jounce kinds` on a terminal of 80 columns.
// SPDX-License-Identifier: BSD-3-Clause
#include "reference/kinds_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "script/families.hpp"
#include "values/outputs.hpp"
#include "values/table_text.hpp"

namespace jounce::lua::kinds_text_test {
namespace {

/// Sets COLUMNS for the life of the object.
class Columns {
  public:
    explicit Columns(const char* width) { setenv("COLUMNS", width, 1); }
    Columns(const Columns&) = delete;
    Columns& operator=(const Columns&) = delete;
    ~Columns() { unsetenv("COLUMNS"); }
};

std::string at_width(const char* width, const std::string& name) {
    const Columns columns(width);
    return kinds_about(name);
}

std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const AnyFamily& family : families()) {
        out.push_back(family.name);
        for (const KindDescription* kind : family.kinds) out.push_back(kind->subject());
    }
    for (const AnyFunction& function : functions()) out.push_back(function.name);
    for (const AnyOutput& output : outputs()) out.push_back(output.list->name);
    return out;
}

/// The words of a text; words that '|' joins count one by one, as lines may be broken there.
std::set<std::string> words(std::string text) {
    std::ranges::replace(text, '|', ' ');
    std::set<std::string> out;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        if (word.find_first_not_of('-') != std::string::npos) out.insert(word);
    }
    return out;
}

TEST(KindsText, FitsATerminalOf80ColumnsInWholeWords) {
    std::size_t longest = 0;
    for (const std::string& name : names()) {
        const std::string narrow = at_width("80", name), wide = at_width("0", name);
        std::istringstream lines(narrow);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 80u) << name << ": " << line;
        EXPECT_EQ(words(narrow), words(wide)) << name;
        std::istringstream wide_lines(wide);
        for (std::string line; std::getline(wide_lines, line);) longest = std::max(longest, display_width(line));
    }
    EXPECT_GT(longest, 200u);  // the tables do not fit by themselves
}

TEST(KindsText, AFunctionIsFoundAsItIsCalled) {
    EXPECT_EQ(kinds_about("branch:plot"), kinds_about("branch_plot"));
    EXPECT_EQ(kinds_about("jounce.run"), at_width("0", "jounce.run"));
}

/// The columns that follow in a second table have its whole width.
TEST(KindsText, ASecondTableIsAsWideAsTheTerminal) {
    const std::string text = at_width("80", "signal.sweep");
    EXPECT_NE(text.find("\namplitude       Half the distance between the extremes.\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace jounce::lua::kinds_text_test
