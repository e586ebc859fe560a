// A sweep on the ranks of mpirun: the table has the bytes of a sweep without it, for any number of ranks, and after one was
// killed.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "command.hpp"

namespace jounce::test::mpirun_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Lines with a point that fails; with `killer`, a point that kills its rank unless the file `killed` is there.
std::string lines_case(bool killer) {
    return std::string("local jounce = require 'jounce'\n") +
           "local sweep = jounce.sweep{ name = 's', output = 'out', carry = 'y', direction = 'both',\n"
           "  axes = { { name = 'x', from = 1, to = 6, count = 6 }, { name = 'y', values = { 1, 2, 3 } } },\n"
           "  point = function(at, before)\n"
           "    if at.x == 2 and at.y == 2 then error('here') end\n" +
           (killer ? "    if at.x == 4 and at.y == 2 and not io.open('killed') then\n"
                     "      io.open('killed', 'w'):close()\n"
                     "      os.execute('kill -9 $(cut -d\" \" -f4 /proc/$PPID/stat)')\n"
                     "    end\n"
                   : "") +
           "    return { z = at.x/3 + at.y + (before and before.row.z or 0) }\n"
           "  end }\n"
           "print(#sweep, sweep.failed)\n";
}

/// The command after "mpirun -n 2 jounce"; the last one stands behind the shell's text, which `jounce` of command.hpp runs first.
CommandResult on_ranks(int ranks, const std::string& arguments, const fs::path& folder) {
    const std::string line = "mpirun -n " + std::to_string(ranks) +
                             " --oversubscribe --allow-run-as-root '" JOUNCE_EXECUTABLE "' " + arguments + "; exit $?;";
    return jounce("", folder, line);
}

class Ranks : public testing::Test {
  protected:
    void SetUp() override {
#ifndef JOUNCE_MPI
        GTEST_SKIP() << "built without MPI";
#endif
    }
};

TEST_F(Ranks, GiveTheSameBytes) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case(false));
    ASSERT_EQ(jounce("run case.lua --quiet --output alone", scratch.path()).status, 0);
    const std::string alone = read_text(scratch.path() / "alone/out/sweep.csv");
    for (const int ranks : {1, 2, 4}) {
        const CommandResult result = on_ranks(ranks, "run case.lua --quiet", scratch.path());
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.out, "36\t2\n") << "rank 0 alone prints";
        EXPECT_TRUE(read_text(scratch.path() / "out/sweep.csv") == alone) << ranks;
    }
}

TEST_F(Ranks, GoOnAfterOneWasKilled) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case(true));
    scratch.write("killed", "");
    ASSERT_EQ(jounce("run case.lua --quiet --output alone", scratch.path()).status, 0);
    fs::remove(scratch.path() / "killed");
    EXPECT_NE(on_ranks(3, "run case.lua --quiet", scratch.path()).status, 0);
    ASSERT_TRUE(fs::exists(scratch.path() / "killed"));
    EXPECT_FALSE(fs::exists(scratch.path() / "out/sweep.csv"));
    const CommandResult again = on_ranks(2, "run case.lua --quiet --resume", scratch.path());
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(read_text(scratch.path() / "out/sweep.csv") == read_text(scratch.path() / "alone/out/sweep.csv"));
}

TEST_F(Ranks, LeaveFurtherSweepsAndPrintsToRankZero) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\nfor _, name in ipairs{ 'a', 'b' } do\n  local sweep = jounce.sweep{ name = name,\n"
        "    axes = { { name = 'x', values = { 1, 2, 3 } } }, point = function(at) print(name) return { y = at.x } end }\n"
        "  print(#sweep, sweep[3].y)\nend\n");
    const CommandResult alone = jounce("run case.lua --quiet", scratch.path());
    const CommandResult result = on_ranks(3, "run case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, alone.out);
    EXPECT_TRUE(contains(result.err, "sweep 'b': is computed on the cores of rank 0 alone")) << result.err;
    EXPECT_FALSE(contains(result.err, "sweep 'a': is computed")) << result.err;
}

TEST_F(Ranks, EndWithOneErrorOfTheScript) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\njounce.sweep{ axes = { { name = 'x', values = { 1, 2, 3, 4 } } }, point = "
                  "function() end }\n");
    const CommandResult result = on_ranks(3, "run case.lua --quiet", scratch.path());
    EXPECT_NE(result.status, 0);
    EXPECT_TRUE(contains(result.err, "case.lua:2: sweep: 'point' must return a row")) << result.err;
}

}  // namespace
}  // namespace jounce::test::mpirun_test
