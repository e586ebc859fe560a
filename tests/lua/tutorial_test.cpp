// Each chapter of the tutorial has one script, which prints what the chapter shows, and the next chapter is there. Scripts of the
// guide that are whole run, too.
// Tolerance: none; the scripts print so few digits that no machine changes them.
// Control: a line that the script does not print is found.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "command.hpp"

namespace jounce::test::tutorial_test {
namespace {

namespace fs = std::filesystem;

/// The blocks of a page between "```<kind>" and "```".
std::vector<std::string> blocks(const std::string& page, const std::string& kind) {
    std::vector<std::string> out;
    const std::string open = "```" + kind + "\n";
    for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
        at += open.size();
        const std::size_t end = page.find("```", at);
        out.push_back(page.substr(at, end - at));
        at = end;
    }
    return out;
}

std::vector<fs::path> pages(const char* folder) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(fs::path(JOUNCE_SOURCE_DIR) / "docs" / folder)) {
        if (entry.path().extension() == ".md") out.push_back(entry.path());
    }
    std::ranges::sort(out);
    return out;
}

TEST(Tutorial, EachChapterPrintsWhatItShows) {
    const std::vector<fs::path> chapters = pages("tutorial");
    ASSERT_EQ(chapters.size(), 5U);
    for (std::size_t i = 0; i < chapters.size(); ++i) {
        SCOPED_TRACE(chapters[i].filename());
        const std::string page = read_text(chapters[i]);
        const auto scripts = blocks(page, "lua"), shown = blocks(page, "text");
        ASSERT_EQ(scripts.size(), 1U);
        ASSERT_EQ(shown.size(), 1U);
        const Scratch folder;
        folder.write("chapter.lua", scripts[0]);
        const CommandResult run = jounce("run --quiet chapter.lua", folder.path());
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_EQ(run.out, shown[0]);
        EXPECT_NE(run.out, shown[0] + "1\n");
        if (i + 1 < chapters.size())
            EXPECT_NE(page.find(chapters[i + 1].filename().string()), std::string::npos) << "the next one";
    }
}

TEST(Guide, WholeScriptsRun) {
    int found = 0;
    for (const fs::path& file : pages("guide")) {
        for (const std::string& script : blocks(read_text(file), "lua")) {
            if (script.find("require \"jounce\"") == std::string::npos || script.find("...") != std::string::npos) continue;
            ++found;
            const Scratch folder;
            folder.write("example.lua", script);
            const CommandResult run = jounce("run --quiet example.lua", folder.path());
            EXPECT_EQ(run.status, 0) << file << "\n" << run.err;
        }
    }
    EXPECT_GE(found, 2) << "friction, statics";
}

// Links of the documentation lead to files that are there.
TEST(Docs, LinksLeadSomewhere) {
    const fs::path root = JOUNCE_SOURCE_DIR;
    std::vector<fs::path> files = {root / "README.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
    const std::regex link(R"(\]\(([^)#\s]+)(#[^)\s]*)?\))");
    int followed = 0;
    for (const fs::path& file : files) {
        const std::string text = read_text(file);
        for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
            const std::string to = (*at)[1];
            if (to.find("://") != std::string::npos) continue;
            ++followed;
            EXPECT_TRUE(fs::exists(file.parent_path() / to)) << file << ": " << to;
        }
    }
    EXPECT_GT(followed, 50);
}

}  // namespace
}  // namespace jounce::test::tutorial_test
