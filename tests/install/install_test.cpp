// A prefix made by `cmake --install`, used as a stranger would: the program from another folder, the library by find_package.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "install/shell.hpp"
#include "lua/command.hpp"

namespace jounce::test::install_test {
namespace {

namespace fs = std::filesystem;

/// The part of a text from `begin` to the end of its line.
std::string line_from(const std::string& text, const std::string& begin) {
    const std::size_t at = text.find(begin);
    return at == std::string::npos ? "no '" + begin + "' in: " + text : text.substr(at, text.find('\n', at) - at);
}

/// One prefix for all tests: what they do to it is nothing.
class Installed : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        scratch = new Scratch;
        const CommandResult made = shell("'" JOUNCE_CMAKE "' --install '" JOUNCE_BINARY_DIR "' --prefix '" + prefix() + "'", "/");
        ASSERT_EQ(made.status, 0) << made.out;
    }
    static void TearDownTestSuite() {
        delete scratch;
        scratch = nullptr;
    }
    static std::string prefix() { return (scratch->path() / "prefix").string(); }
    static std::string program() { return "'" + prefix() + "/bin/jounce' "; }

    static Scratch* scratch;
};
Scratch* Installed::scratch = nullptr;

// The names that the documents use work from any folder, and results land there.
TEST_F(Installed, ProgramFindsItsCases) {
    const Scratch here;
    const CommandResult run = shell(program() + "run --quiet cases/validation/linear_stop.lua", here.path());
    EXPECT_EQ(run.status, 0) << run.out;
    const CommandResult cases = shell(program() + "cases", here.path());
    EXPECT_NE(cases.out.find(prefix() + "/share/jounce"), std::string::npos) << cases.out;
    EXPECT_NE(cases.out.find("  cases/xu2022/hollow_shaft.lua "), std::string::npos) << cases.out;
    // A file of the user's goes first.
    fs::create_directories(here.path() / "cases/validation");
    static_cast<void>(here.write("cases/validation/linear_stop.lua", "print 'mine'\n"));
    EXPECT_EQ(shell(program() + "run cases/validation/linear_stop.lua", here.path()).out, "mine\n");
    EXPECT_NE(shell(program() + "run cases/nothing.lua", here.path()).status, 0);
}

TEST_F(Installed, HasDocumentsAndLicence) {
    const fs::path installed = prefix() + "/share";
    for (const char* file : {"doc/jounce/LICENSE", "jounce/types/jounce.lua"})
        EXPECT_TRUE(fs::is_regular_file(installed / file)) << file;
    for (const char* folder : {"guide", "reference", "theory", "tutorial", "examples"}) {
        for (const fs::directory_entry& page : fs::directory_iterator(fs::path(JOUNCE_SOURCE_DIR) / "docs" / folder))
            EXPECT_TRUE(fs::exists(installed / "doc/jounce" / folder / page.path().filename())) << page.path();
    }
}

// The shaft through the C++ headers, built out of tree by find_package(Jounce), beside the case run by the program. Both are the
// same floors on the same tables, so all ten digits printed agree. Control: without the second bending mode in the damping they
// do not.
TEST_F(Installed, ExampleBuildsAgainstItAndAgreesWithTheCase) {
    const Scratch here;
    const std::string configure =
        "'" JOUNCE_CMAKE "' -S '" + prefix() + "/share/doc/jounce/examples' -B build -DCMAKE_BUILD_TYPE=Release";
    const CommandResult without = shell(configure + " -DCMAKE_PREFIX_PATH=/nowhere", here.path());
    EXPECT_NE(without.status, 0) << "found where it is not installed";
    const CommandResult built =
        shell(configure + " -DCMAKE_PREFIX_PATH='" + prefix() + "' && '" JOUNCE_CMAKE "' --build build", here.path());
    ASSERT_EQ(built.status, 0) << built.out;
    const CommandResult example = shell("build/hollow_shaft", here.path());
    ASSERT_EQ(example.status, 0) << example.out;

    const std::string text = read_text(fs::path(JOUNCE_SOURCE_DIR) / "cases/xu2022/hollow_shaft.lua");
    static_cast<void>(here.write(
        "case.lua",
        text + "\nfor i, mode in ipairs(modes) do print(string.format('mode %d %.10g Hz %s', i, mode.frequency, mode.kind)) end\n"
               "print(#run:impacts() .. ' impacts')\n"
               "print(string.format('peak force of the top slider %.10g N', run:peak('top.force')))\n"));
    const CommandResult run = shell(program() + "run --quiet case.lua", here.path());
    ASSERT_EQ(run.status, 0) << run.out;
    const CommandResult other = shell(program() + "run --quiet --set damping=0.011 case.lua", here.path());
    for (const char* line : {"mode 3 ", "mode 4 ", "mode 5 "}) EXPECT_EQ(line_from(example.out, line), line_from(run.out, line));
    const std::string peak = "peak force";
    EXPECT_EQ(line_from(example.out, peak), line_from(run.out, peak));
    EXPECT_NE(line_from(example.out, peak), line_from(other.out, peak));
    const std::string impacts = " impacts\npeak";
    const auto count = [&](const std::string& said) {
        const std::size_t end = said.find(impacts), begin = said.rfind('\n', end) + 1;
        return said.substr(begin, end - begin);
    };
    EXPECT_EQ(count(example.out), count(run.out));
}

}  // namespace
}  // namespace jounce::test::install_test
