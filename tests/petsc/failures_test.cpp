// Failures of one rank, failures of all, and what only a gap holds: ranks end together, or go on together.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

const std::string rank = "local rank = tonumber(os.getenv 'OMPI_COMM_WORLD_RANK') or 0\n";
const std::string show = "local function show(x) print(string.format('%.17g', x)) end\n";

/// The plate with a clamped edge. \param force Lua code of the force at the middle of the opposite one
std::string loaded(const std::string& force) {
    return plate +
           "for i = 0, n do model:fix{ node = string.format('p[%d]', i*(n + 1) + 1) } end\n"
           "model:load{ node = string.format('p[%d]', (n//2)*(n + 1) + n + 1), direction = { 0, 0, 1 }, force = " +
           force + " }\n";
}

/// A load function fails on rank 2 in its k-th call: in the first one before the ranks meet, in a later one within the common
/// work, where the others wait for ever. The script catches the error there.
TEST(Failures, OfOneRankEndsAllAlthoughTheScriptCatchesIt) {
    const Scratch scratch;
    int within = 0;
    for (int call = 1; call <= 10; ++call) {
        scratch.write("case.lua", rank + "local calls = 0\n" +
                                      loaded("function(t)\n"
                                             "  calls = calls + 1\n"
                                             "  if rank == 2 and calls >= " +
                                             std::to_string(call) +
                                             " then error 'no value today' end\n"
                                             "  return 500\nend") +
                                      "local ok = pcall(jounce.static, model)\n"
                                      "print('went on', ok)\n");
        const CommandResult result = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 400 ");
        EXPECT_NE(result.status, 124) << call << ": the ranks hang";
        if (result.status == 0) break;  // the function is called less often
        EXPECT_FALSE(contains(result.out, "went on\ttrue")) << call;
        if (!contains(result.err, "no value today")) continue;  // before the meeting: rank 2 has ended its script
        ++within;
        EXPECT_EQ(result.status, 1) << call << ": " << result.err;
        EXPECT_EQ(occurrences(result.err, "no value today"), 1) << call << ": " << result.err;
        EXPECT_TRUE(contains(result.err, "rank 2: ")) << call << ": " << result.err;
    }
    EXPECT_GT(within, 0) << "no failure within the common work";
}

/// A failure that all ranks have alike is an error as any other: the script may catch it, and the ranks go on together.
TEST(Failures, OfAllRanksCanBeCaught) {
    const Scratch scratch;
    scratch.write("case.lua", loaded("jounce.signal.constant{ value = 1 }") + show +
                                  "local ok, message = pcall(jounce.reduce, model, { modes = 100000 })\n"
                                  "assert(not ok and message:find 'free coordinates')\n"
                                  "show(jounce.modes(model, { count = 1 })[1].frequency)\n");
    const CommandResult alone = on_ranks(0, "run case.lua --quiet", scratch.path());
    ASSERT_EQ(alone.status, 0) << alone.err;
    const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 400 ");
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_LT(difference(numbers(result.out), numbers(alone.out)), 1e-9);
}

TEST(Failures, ALoadThatDiffersBetweenRanksIsRefused) {
    const Scratch scratch;
    scratch.write("case.lua",
                  rank + loaded("function(t) return 500 + 1e-9*rank end") + "print(jounce.static(model).imbalance)\n");
    const CommandResult result = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 400 ");
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_EQ(occurrences(result.err,
                          "the ranks of mpirun must do the same work: the value of loads and motions at this time is digest "),
              1)
        << result.err;
    EXPECT_TRUE(contains(result.err, "case.lua:")) << result.err;
    EXPECT_EQ(result.out, "");
    // The negative control: the same function on each rank.
    scratch.write("case.lua", rank + loaded("function(t) return 500 end") + "print(jounce.static(model).iterations)\n");
    EXPECT_EQ(on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 400 ").status, 0);
}

/// A plate that slides along z until a stop holds it, and a mass without a spring: until the contact closes the matrix is
/// singular.
TEST(Failures, WhatOnlyAGapHoldsFindsItsEquilibrium) {
    const std::string guided =
        plate +
        "for i = 0, n do model:fix{ node = string.format('p[%d]', i*(n + 1) + 1), dofs = { 'ux', 'uy', 'rx', 'ry', 'rz' } } end\n"
        "local tip = string.format('p[%d]', (n//2)*(n + 1) + n + 1)\n"
        "model:load{ node = 'p[1]', direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 500 } }\n"
        "model:gap{ name = 'stop', node = tip, direction = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.hertz{ stiffness = "
        "1e9 "
        "} }\n";
    const std::string loose =
        loaded("jounce.signal.constant{ value = 10 }") +
        "model:point{ name = 'mass', at = { 0, 0, 1 }, mass = 2, free = { 'uz' } }\n"
        "model:load{ node = 'mass', direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 500 } }\n"
        "model:gap{ name = 'stop', node = 'mass', direction = { 0, 0, 1 }, clearance = 1e-3, law = "
        "jounce.law.hertz{ stiffness = 1e9 } }\n";
    for (const std::string& model : {guided, loose}) {
        const Scratch scratch;
        scratch.write("case.lua", model + show +
                                      "local rest = jounce.static(model, { probes = { 'stop.force', 'p[5].uz' } })\n"
                                      "for _, name in ipairs(rest.probes) do show(rest.values[name]) end\n");
        const CommandResult alone = on_ranks(0, "run case.lua --quiet", scratch.path());
        ASSERT_EQ(alone.status, 0) << alone.err;
        const std::vector<double> reference = numbers(alone.out);
        ASSERT_EQ(reference.size(), 2u);
        EXPECT_NEAR(reference[0], 500, 1e-6) << "the stop carries the load";
        for (const char* engine : {"petsc", "petsc_iterative"}) {
            for (const int ranks : {1, 2}) {
                const CommandResult result =
                    on_ranks(ranks, std::string("run case.lua --quiet --engine ") + engine, scratch.path(), "timeout 400 ");
                ASSERT_EQ(result.status, 0) << engine << " on " << ranks << ": " << result.err;
                // As for the other equilibria: an imbalance of 1e-10 times the condition of the plate in bending.
                EXPECT_LT(difference(numbers(result.out), reference), 1e-7) << engine << " on " << ranks << ": " << result.out;
            }
        }
    }
}

/// The number of modes below a frequency, of the structure and with a fixed interface: from the inertia of one factor and of the
/// compliance at the interface.
TEST(Failures, CountsBelowAFrequencyAgreeOnAnyNumberOfRanks) {
    for (const std::string method : {"modal", "craig_bampton"}) {
        const Scratch scratch;
        const std::string keep = method == "modal" ? "" : ", keep = { 'p[81]' }";
        scratch.write("case.lua", loaded("jounce.signal.constant{ value = 1 }") + show +
                                      "local report = jounce.reduce(model, { method = '" + method + "', frequency = 200" + keep +
                                      " }).report\n"
                                      "assert(report.complete)\n"
                                      "show(report.modes) show(report.highest_frequency)\n");
        const CommandResult alone = on_ranks(0, "run case.lua --quiet", scratch.path());
        ASSERT_EQ(alone.status, 0) << alone.err;
        const std::vector<double> reference = numbers(alone.out);
        ASSERT_EQ(reference.size(), 2u);
        EXPECT_GT(reference[0], 4);
        EXPECT_LE(reference[1], 200);
        for (const int ranks : {1, 2, 3}) {
            const CommandResult result = on_ranks(ranks, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 400 ");
            ASSERT_EQ(result.status, 0) << result.err;
            const std::vector<double> found = numbers(result.out);
            ASSERT_EQ(found.size(), 2u);
            EXPECT_EQ(found[0], reference[0]) << method << " on " << ranks;
            EXPECT_NEAR(found[1] / reference[1], 1, 1e-9) << method << " on " << ranks;
        }
    }
}

}  // namespace
}  // namespace jounce::test::petsc_test
