// Each chapter of the tutorial has one script, which prints what the chapter shows, and the next chapter is there. Scripts of the
// guide that are whole run, too.
// Tolerance: none; the scripts print so few digits that no machine changes them.
// Control: a line that the script does not print is found.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
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
        if (i + 1 < chapters.size()) {
            EXPECT_NE(page.find(chapters[i + 1].filename().string()), std::string::npos) << "the next one";
        }
    }
}

/// The commands `tools/jounce ...` of a text, in order: they stand between backquotes, or on lines of their own.
std::vector<std::string> commands(const std::string& page) {
    const std::string program = "tools/jounce ";
    std::vector<std::string> out;
    for (std::size_t at = page.find(program); at != std::string::npos; at = page.find(program, at)) {
        at += program.size();
        out.push_back(page.substr(at, page.find_first_of("`\n", at) - at));
    }
    return out;
}

// The path of a new user from a clone to a picture: the commands of the README and of the first chapters, in their order, in one
// folder. The scripts are saved under the names that the chapters give them. ParaView is started in name only.
TEST(Tutorial, CommandsFromTheCloneToAPictureRun) {
    const fs::path root = JOUNCE_SOURCE_DIR;
    const Scratch folder;
    fs::create_directory_symlink(root / "cases", folder.path() / "cases");
    const std::string readme = read_text(root / "README.md"), begin = "## Two commands", end = "## What a case looks like";
    ASSERT_NE(readme.find(end), std::string::npos);
    std::vector<std::string> path = commands(readme.substr(readme.find(begin), readme.find(end) - readme.find(begin)));
    EXPECT_EQ(path.front(), "run cases/xu2022/hollow_shaft.lua");
    const auto chapter = [&](const char* page, const char* script) {
        const std::string text = read_text(root / "docs/tutorial" / page);
        folder.write(script, blocks(text, "lua").at(0));
        const auto more = commands(text);
        EXPECT_NE(std::ranges::find(more, "run " + std::string(script)), more.end()) << page;
        path.insert(path.end(), more.begin(), more.end());
    };
    chapter("1-a-beam.md", "beam.lua");
    chapter("2-a-stop.md", "stop.lua");
    for (const std::string& command : path) {
        const CommandResult run = jounce(command, folder.path(), "export PARAVIEW=true DISPLAY=:0;");
        EXPECT_EQ(run.status, 0) << command << "\n" << run.err;
    }
    EXPECT_GE(path.size(), 6U);
    for (const char* made : {"stop.png", "report.html", "frames.pvd", "series.csv", "impacts.csv", "energy.csv"})
        EXPECT_TRUE(fs::is_regular_file(folder.path() / "out/tutorial" / made)) << made;
    EXPECT_NE(jounce("view out/nothing", folder.path(), "export PARAVIEW=true DISPLAY=:0;").status, 0)
        << "a command that fails is seen";
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

}  // namespace
}  // namespace jounce::test::tutorial_test
