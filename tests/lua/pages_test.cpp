// Manual pages and completions say what the command line takes: each command that --help lists has its page, with every option.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "command.hpp"

namespace jounce::test::pages_test {
namespace {

namespace fs = std::filesystem;

/// The words "--set" of a text.
std::set<std::string> options_in(const std::string& text) {
    static const std::regex option("--[a-z][a-z-]*");
    std::set<std::string> out;
    for (std::sregex_iterator i(text.begin(), text.end(), option), end; i != end; ++i) out.insert(i->str());
    return out;
}

std::string without_backslashes(std::string text) {
    std::erase(text, '\\');
    return text;
}

TEST(Pages, HaveEveryCommandAndOption) {
    const Scratch scratch;
    ASSERT_EQ(jounce("generate-pages pages", scratch.path()).status, 0);
    const fs::path pages = scratch.path() / "pages";
    const std::string bash = read_text(pages / "jounce.bash"), zsh = read_text(pages / "_jounce"),
                      fish = read_text(pages / "jounce.fish"), program = without_backslashes(read_text(pages / "man1/jounce.1"));
    for (const std::string command : {"run", "sweep", "merge", "check", "modes", "view", "report", "kinds", "cases", "version"}) {
        const std::string page = without_backslashes(read_text(pages / ("man1/jounce-" + command + ".1")));
        EXPECT_NE(program.find("jounce-" + command), std::string::npos) << command;
        for (const std::string& option : options_in(jounce(command + " --help", scratch.path()).out)) {
            EXPECT_NE(page.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(bash.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(zsh.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(fish.find("-l " + option.substr(2)), std::string::npos) << command << " " << option;
        }
    }
}

TEST(Pages, CompleteInBash) {
    const Scratch scratch;
    ASSERT_EQ(jounce("generate-pages pages", scratch.path()).status, 0);
    const auto completed = [&](const std::string& words, int at) {
        return jounce("", scratch.path(),
                      "bash -c '. pages/jounce.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(at) +
                          "; _jounce; echo ${COMPREPLY[@]}'; exit;")
            .out;
    };
    EXPECT_EQ(completed("jounce sw", 1), "sweep\n");
    EXPECT_EQ(completed("jounce run --res", 2), "--resume\n");
}

}  // namespace
}  // namespace jounce::test::pages_test
