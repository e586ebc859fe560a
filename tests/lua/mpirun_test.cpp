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
    // Without the search for displays, which asks a name server for seconds where `localhost` has no address.
    const std::string line = "HWLOC_COMPONENTS=-gl mpirun -n " + std::to_string(ranks) +
                             " --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --allow-run-as-root '" JOUNCE_EXECUTABLE
                             "' " +
                             arguments + "; exit $?;";
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

/// Ranks with several processes each lost what was still computed when there was nothing left to hand out: the last points here
/// take longest.
TEST_F(Ranks, WithSeveralProcessesLoseNoPoint) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local sweep = jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', from = 1, to = 12, count = 12 } },\n"
        "  point = function(at)\n"
        "    local from = os.clock()\n"
        "    while at.x > 6 and os.clock() - from < 0.02*(at.x - 6) do end\n"
        "    return { y = at.x^2 }\n"
        "  end }\n"
        "for _, row in ipairs(sweep) do assert(row.y == row.x^2) end\n");
    ASSERT_EQ(jounce("run case.lua --quiet --output alone", scratch.path()).status, 0);
    for (const char* jobs : {"2", "3"}) {
        for (const int ranks : {2, 3}) {
            const CommandResult result = on_ranks(ranks, std::string("run case.lua --quiet --jobs ") + jobs, scratch.path());
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_EQ(read_text(scratch.path() / "out/sweep.csv"), read_text(scratch.path() / "alone/out/sweep.csv"));
        }
    }
}

TEST_F(Ranks, RefuseSweepsThatDiffer) {
    const Scratch scratch;
    const auto said = [&](const std::string& text) {
        scratch.write("case.lua",
                      "local jounce = require 'jounce'\nlocal rank = tonumber(os.getenv 'OMPI_COMM_WORLD_RANK') or 0\n" + text);
        const CommandResult result = on_ranks(3, "run case.lua --quiet", scratch.path());
        EXPECT_NE(result.status, 0);
        return result.err;
    };
    const auto sweep = [](const std::string& axis) {
        return "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', " + axis +
               " } }, point = function(at) return { y = at.x } end }\n";
    };
    scratch.write("case.lua", "local jounce = require 'jounce'\n\n" + sweep("values = { 1, 2 }"));
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    const std::string before = read_text(scratch.path() / "out/sweep.csv");
    // Of rank 2, one value differs.
    std::string err = said(sweep("values = { 1, rank < 2 and 2 or 3 }"));
    EXPECT_TRUE(contains(
        err,
        "case.lua:3: sweep: the ranks of mpirun must compute the same sweep: axis 'x' is 2 values from 1 to 2 on rank 0, "
        "2 values from 1 to 3 on rank 2 (random numbers differ between ranks without math.randomseed)\n"))
        << err;
    EXPECT_EQ(read_text(scratch.path() / "out/sweep.csv"), before) << "nothing was touched";
    err = said("if rank == 1 then return end\n" + sweep("values = { 1, 2 }"));
    EXPECT_TRUE(contains(err, "must compute the same sweep: rank 1 has ended its script without one\n")) << err;
    err = said("if rank == 0 then return end\n" + sweep("values = { 1, 2 }"));
    EXPECT_TRUE(contains(err, "must compute the same sweep: rank 1 has one, rank 0 has none\n")) << err;
    // Scripts without a sweep end.
    scratch.write("case.lua", "print 'once'\n");
    const CommandResult none = on_ranks(3, "run case.lua --quiet", scratch.path());
    EXPECT_EQ(none.status, 0) << none.err;
    EXPECT_EQ(none.out, "once\n");
}

/// Ranks that drew the same picture, or wrote the same file, took it from each other.
TEST_F(Ranks, OtherThanZeroWriteNoFilesBeforeTheSweep) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local rank = os.getenv 'OMPI_COMM_WORLD_RANK' or '0'\n"
        "local model = jounce.model{ name = 'm' }\n"
        "model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
        "model:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 10 }\n"
        "model:initial{ node = 'p', displacement = { 1, 0, 0 } }\n"
        "local function name(what) return what .. rank end\n"
        "local run = jounce.run(model, { method = jounce.method.newmark{}, step = 0.01, duration = 8, output = name 'run',\n"
        "  record = { probes = { 'p.ux', 'p.ux_velocity' } } })\n"
        "run:plot{ probes = { 'p.ux' }, file = name 'time' .. '.svg' }\n"
        "run:plot{ x = 'p.ux', y = 'p.ux_velocity', file = name 'portrait' .. '.svg' }\n"
        "jounce.plot{ curves = { { x = { 1, 2 }, y = { 1, 2 } } }, file = name 'plot' .. '.svg' }\n"
        "local section = run:section{ period = 1, probes = { 'p.ux', 'p.ux_velocity' } }\n"
        "section:csv(name 'section' .. '.csv')\n"
        "section:plot{ x = 'p.ux', y = 'p.ux_velocity', file = name 'section' .. '.svg' }\n"
        "local hit = jounce.impact{ law = jounce.law.hertz{ stiffness = 1e9 }, reduced_mass = 1, speed = 1 }\n"
        "hit:csv(name 'hit' .. '.csv')\n"
        "hit:plot(name 'hit' .. '.svg')\n"
        "jounce.plot_impacts{ hits = { hit }, file = name 'hits' .. '.svg' }\n"
        "jounce.static(model, { output = name 'static' })\n"
        "jounce.modes(model, { count = 1 }):vtk(name 'modes')\n"
        "local study = jounce.compare{ model = model, duration = 1, output = name 'study', probes = { 'p.ux' },\n"
        "  methods = { jounce.method.newmark{} }, steps = { 0.1, 0.05 } }\n"
        "study:plot(name 'study' .. '.svg')\n"
        "jounce.sweep{ name = 's', axes = { { name = 'x', values = { 1, 2, 3 } } }, point = function(at) return { y = at.x } end "
        "}\n");
    const CommandResult result = on_ranks(2, "run case.lua --quiet --output out", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path() / "out")) {
        ++count;
        EXPECT_EQ(entry.path().stem().string().back(), '0') << entry.path();
    }
    EXPECT_EQ(count, 13u);
}

TEST_F(Ranks, GoOnAfterOneWasKilled) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case(true));
    scratch.write("killed", "");
    ASSERT_EQ(jounce("run --trusted case.lua --quiet --output alone", scratch.path()).status, 0);
    fs::remove(scratch.path() / "killed");
    EXPECT_NE(on_ranks(3, "run --trusted case.lua --quiet", scratch.path()).status, 0);
    ASSERT_TRUE(fs::exists(scratch.path() / "killed"));
    EXPECT_FALSE(fs::exists(scratch.path() / "out/sweep.csv"));
    const CommandResult again = on_ranks(2, "run --trusted case.lua --quiet --resume", scratch.path());
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
    EXPECT_TRUE(contains(result.err, "sweep 'b': is computed only on the cores of rank 0")) << result.err;
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
