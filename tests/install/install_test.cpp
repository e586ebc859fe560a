// A prefix made by `cmake --install`, used as a stranger would: the program from another folder, the library by find_package.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "install/links.hpp"
#include "install/shell.hpp"
#include "install/use.hpp"
#include "lua/command.hpp"

namespace jounce::test::install_test {
namespace {

namespace fs = std::filesystem;

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
            EXPECT_TRUE(fs::exists(installed / "doc/jounce/docs" / folder / page.path().filename())) << page.path();
    }
    // Pages lead to each other and to the cases, as in the repository.
    const Links links = page_links(installed / "doc/jounce");
    EXPECT_TRUE(links.broken.empty()) << links.listed();
    EXPECT_GT(links.followed, 200U);
}

TEST_F(Installed, ExampleBuildsAgainstItAndAgreesWithTheCase) { expect_example_agrees(prefix(), program()); }

}  // namespace
}  // namespace jounce::test::install_test
