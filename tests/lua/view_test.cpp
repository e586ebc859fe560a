// `jounce view`: statuses and messages without ParaView, what it is started with, and one real picture where it is installed.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "command.hpp"

namespace jounce::test::view_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A folder with a run that has frames, in "a", and one without, in "b".
void make_runs(const Scratch& scratch) {
    scratch.write("a.lua", block_case("output = 'a', vtk = { every = 20 }"));
    scratch.write("b.lua", block_case("output = 'b'"));
    ASSERT_EQ(jounce("run a.lua --quiet", scratch.path()).status, 0);
    ASSERT_EQ(jounce("run b.lua --quiet", scratch.path()).status, 0);
}

TEST(View, AnswersFoldersThatItCannotShow) {
    const Scratch scratch;
    make_runs(scratch);
    fs::create_directories(scratch.path() / "empty");
    const auto answer = [&](const std::string& arguments, int status, const std::string& message) {
        const CommandResult result = jounce(arguments, scratch.path(), "unset PARAVIEW PVPYTHON DISPLAY WAYLAND_DISPLAY;");
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_TRUE(contains(result.err, message)) << result.err;
    };
    answer("view nowhere", 2, "view: there is no folder 'nowhere'");
    fs::create_symlink("loop", scratch.path() / "loop");
    answer("view loop", 2, "view: the folder 'loop' cannot be read: Too many levels of symbolic links");
    answer("report loop", 2, "report: the folder 'loop' cannot be read: Too many levels of symbolic links");
    answer("run loop", 1, "loop: cannot be read: Too many levels of symbolic links");
    answer("run " + std::string(300, 'x'), 1, "x: cannot be read: File name too long");
    answer("view empty", 2, "view: 'empty' has no view.py; it is not the output folder of a run");
    answer("view b", 2, "view: 'b' has no frames: give the run vtk = { every = n }");
    answer("view a --picture a.gif", 2, "view: --picture must end in .png, got 'a.gif'");
    answer("view a --time 1", 2, "--picture");
}

TEST(View, SaysWhatIsNotInstalled) {
    const Scratch scratch;
    make_runs(scratch);
    // A path that cannot be examined, as a folder of somebody else.
    fs::create_symlink("loop", scratch.path() / "loop");
    const std::string without = "export PATH=loop/bin:$PATH PARAVIEW=no-paraview-here PVPYTHON=no-pvpython-here;";
    const CommandResult window = jounce("view a", scratch.path(), without);
    EXPECT_EQ(window.status, 3);
    EXPECT_TRUE(contains(window.err, "view: ParaView's 'no-paraview-here' is not installed")) << window.err;
    EXPECT_TRUE(contains(window.err, "apt-get install paraview")) << window.err;
    const CommandResult picture = jounce("view a --picture a.png", scratch.path(), without);
    EXPECT_EQ(picture.status, 3);
    EXPECT_TRUE(contains(picture.err, "view: ParaView's 'no-pvpython-here' is not installed")) << picture.err;
}

TEST(View, StartsTheScriptWithItsOptions) {
    const Scratch scratch;
    make_runs(scratch);
    const fs::path program =
        scratch.write("pvpython",
                      "#!/bin/sh\ncmp \"$1\" \"$JOUNCE_VIEW_FOLDER/view.py\" && ls -A \"$(dirname \"$1\")\"\nshift\n"
                      "for word in \"$@\"; do echo \"[$word]\"; done\ntouch \"$2\"\n");
    fs::permissions(program, fs::perms::owner_all);
    const std::string named = "export DISPLAY=:99 PVPYTHON=" + program.string() + ";";
    const CommandResult result = jounce("view a --picture a.png --time 0.01 --colour velocity", scratch.path(), named);
    EXPECT_EQ(result.status, 0) << result.err;
    const std::string here = fs::canonical(scratch.path()).string();
    EXPECT_EQ(result.out, "view.py\n[--picture]\n[" + here + "/a.png.part.png]\n[--time=0.01]\n[--colour=velocity]\n");
    // view.py is a program: one that a case has written in its place is not executed.
    const fs::path script = scratch.path() / "a" / "view.py";
    const std::string own = read_text(script);
    for (const std::string& other : {own + "import os\n", "import os\n" + own, std::string("import os\n")}) {
        std::ofstream(script) << other;
        const CommandResult refused = jounce("view a --picture b.png", scratch.path(), named);
        EXPECT_EQ(refused.status, 2) << refused.out;
        EXPECT_TRUE(contains(refused.err, "view.py' is not the script that this program writes")) << refused.err;
        EXPECT_TRUE(refused.out.empty()) << refused.out;
        EXPECT_EQ(jounce("view a --picture b.png --trusted", scratch.path(), named).status, 0);
    }
    std::string inside = own;  // code in the place of a number
    inside.replace(inside.find("SIZE = ") + 7, 0, "__import__('os').getpid() or ");
    std::ofstream(script) << inside;
    EXPECT_EQ(jounce("view a --picture b.png", scratch.path(), named).status, 2);
    std::ofstream(script) << own;
    scratch.write("pvpython", "#!/bin/sh\nexit 1\n");
    const CommandResult failed = jounce("view a --picture a.png", scratch.path(), named);
    EXPECT_EQ(failed.status, 3);
    EXPECT_TRUE(fs::exists(scratch.path() / "a.png")) << "the picture of before stays";
    EXPECT_EQ(failed.err, "view: ParaView's pvpython failed with exit status 1: it says nothing\n");
}

// One line of what ParaView says: that of the script, or the first error of VTK, which stands above a stack of many lines.
TEST(View, SaysWhyParaViewFailed) {
    const Scratch scratch;
    make_runs(scratch);
    const fs::path program = scratch.write("pvpython", "");
    fs::permissions(program, fs::perms::owner_all);
    const auto answer = [&](const std::string& body, const std::string& message) {
        scratch.write("pvpython", "#!/bin/sh\n" + body + "\n");
        const CommandResult result =
            jounce("view a --picture a.png", scratch.path(), "export DISPLAY=:99 PVPYTHON=" + program.string() + ";");
        EXPECT_EQ(result.status, 3);
        EXPECT_EQ(result.err, "view: " + message + "\n");
    };
    answer("echo '[hwloc] nothing'; echo 'view: no field' >&2; exit 1", "no field");
    answer("echo 'usage: view.py' >&2; echo 'view.py: error: argument --x' >&2; exit 2", "argument --x");
    answer("printf '\\033[0m\\033[31m( 5.3s) [paraview] vtk:465  ERR| bad X server\\n\\nStack trace:\\n' >&2; kill -ABRT $$",
           "ParaView's pvpython failed with exit status 134 (SIGABRT): bad X server");
    answer("echo '  File' >&2; echo 'RuntimeError: no driver' >&2; echo >&2; exit 134",
           "ParaView's pvpython failed with exit status 134 (SIGABRT): RuntimeError: no driver");
}

// Options are examined before ParaView is started.
TEST(View, RefusesOptionsThatMeanNothing) {
    const Scratch scratch;
    make_runs(scratch);
    for (const char* option :
         {"--time=soon", "--time=nan", "--warp=-1", "--view=w", "--up=oblique", "--zoom=0", "--focus=0", "--size=1600"}) {
        const CommandResult result =
            jounce("view a --picture a.png " + std::string(option), scratch.path(), "export DISPLAY=:99 PVPYTHON=/bin/true;");
        EXPECT_EQ(result.status, 2) << option;
        const std::string name = std::string(option).substr(0, std::string(option).find('='));
        EXPECT_TRUE(contains(result.err, name)) << result.err;
    }
}

// The script is Python that can be compiled, with and without frames.
TEST(View, ScriptsAreValidPython) {
    const Scratch scratch;
    make_runs(scratch);
    for (const char* folder : {"a", "b"}) {
        const std::string command =
            "python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' " + (scratch.path() / folder / "view.py").string();
        EXPECT_EQ(std::system(command.c_str()), 0) << folder;
    }
}

TEST(View, MakesAPictureWhereParaViewIsInstalled) {
    const char* named = std::getenv("PVPYTHON");
    if (named == nullptr && std::system("command -v pvpython >/dev/null 2>&1") != 0)
        GTEST_SKIP()
            << "ParaView's pvpython is not installed (python3-paraview conflicts with libvtk9-dev); PVPYTHON can name it";
    const Scratch scratch;
    make_runs(scratch);
    const CommandResult result = jounce("view a --picture a.png --size 640x360", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    const std::string picture = read_text(scratch.path() / "a.png");
    ASSERT_GT(picture.size(), 2000u) << "an empty picture of this size has fewer bytes";
    EXPECT_EQ(picture.substr(1, 3), "PNG");
    const CommandResult wrong = jounce("view a --picture b.png --colour nothing", scratch.path());
    EXPECT_EQ(wrong.status, 3);
    EXPECT_TRUE(contains(wrong.err, "view: no field 'nothing'; there are: ")) << wrong.err;
}

}  // namespace
}  // namespace jounce::test::view_test
