// Failures of one rank and failures of all: ranks end together, or go on together.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

const std::string rank = "local rank = tonumber(os.getenv 'OMPI_COMM_WORLD_RANK') or 0\n";

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
        if (contains(result.err, "rank 2 has ended its script")) {  // before the meeting
            EXPECT_TRUE(contains(result.err, "no value today")) << call << ": " << result.err;
            continue;
        }
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

/// A script that catches an error of one rank ends there; the message about the others says why.
TEST(Failures, ThatAScriptCatchesOnOneRankAreNamed) {
    const Scratch scratch;
    for (const std::string failing : {"0", "2"}) {
        scratch.write("case.lua", rank + plate + "if rank == " + failing +
                                      " then\n  pcall(jounce.modes, model, { count = 0 })\n  return\nend\njounce.modes(model)\n");
        const CommandResult result = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
        EXPECT_NE(result.status, 0);
        EXPECT_NE(result.status, 124) << "the ranks hang";
        EXPECT_TRUE(contains(result.err, "rank " + failing + " has ended its script (its last error: case.lua:")) << result.err;
        EXPECT_TRUE(contains(result.err, "'count' must be")) << result.err;
    }
}

/// mpirun tells its ranks to end and kills them a second later. Its own exit status after that is 1.
TEST(Failures, AnInterruptOfRanksEndsWithOneLine) {
    const Scratch scratch;
    std::string long_work = tube;
    long_work.replace(long_work.find("around = 12, along = 5"), 22, "around = 100, along = 99");
    scratch.write("case.lua", long_work + "jounce.modes(model, { count = 400 })\nprint 'complete'\n");
    for (const std::string seconds : {"2", "5"}) {
        const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path(),
                                              "timeout --preserve-status --signal=INT " + seconds + " ");
        EXPECT_NE(result.status, 0);
        EXPECT_FALSE(contains(result.out, "complete"));
        EXPECT_EQ(result.err, "case.lua:5: interrupted\n") << seconds;
    }
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

/// A plate of 1 m and 10 micrometres, clamped at one edge: its bending is 1e-10 of its membrane stiffness, so that no iteration
/// comes to 1e-10 of the load. The edge holds it: that is no free motion, and the direct engine finds the deflection of a
/// cantilever beam, F l^3/(3 E I), which a plate has but for its Poisson effect, less than nu^2 = 9 %.
TEST(Failures, AnIterationThatReachesItsLimitSaysSo) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local n = 24\n"
        "local model = jounce.model{ name = 'foil' }\n"
        "model:shell{ name = 'p', mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 },\n"
        "  elements_1 = n, elements_2 = n }, thickness = 1e-5, material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 } "
        "}\n"
        "local tip = string.format('p[%d].uz', (n//2)*(n + 1) + n + 1)\n"
        "for i = 0, n do model:fix{ node = string.format('p[%d]', i*(n + 1) + 1) } end\n"
        "model:load{ node = tip:sub(1, -4), direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 1e-9 } }\n"
        "local rest = jounce.static(model, { probes = { tip } })\n"
        "print(string.format('%.17g', rest.values[tip]))\n");
    const CommandResult limit = on_ranks(0, "run case.lua --quiet --engine petsc_iterative", scratch.path());
    EXPECT_EQ(limit.status, 3) << limit.err;
    EXPECT_TRUE(contains(limit.err, "case.lua:9: static: conjugate gradients with GAMG reached the limit of 5000 iterations"))
        << limit.err;
    EXPECT_TRUE(contains(limit.err, "1e-10 is needed: use --engine petsc")) << limit.err;
    const CommandResult direct = on_ranks(0, "run case.lua --quiet --engine petsc", scratch.path());
    ASSERT_EQ(direct.status, 0) << direct.err;
    const double beam = 1e-9 / (3 * 210e9 * 1e-15 / 12);
    EXPECT_LT(difference(numbers(direct.out), {beam}), 0.09) << direct.out;
}

/// A law that is a function of the script has other values on another rank: the ranks would part in the iterations of the
/// equilibrium and wait for each other without end.
TEST(Failures, WithOtherForcesOfALawEndWithOneError) {
    const auto script = [](const std::string& factor) {
        return rank + loaded("200") +
               "model:gap{ name = 'g', node = string.format('p[%d]', (n//2)*(n + 1) + n + 1), direction = { 0, 0, 1 }, clearance "
               "= "
               "1e-4, law = jounce.law.custom{ elastic_force = function(d) return 1e5*d*" +
               factor + " end } }\nprint(jounce.static(model).iterations > 0)\n";
    };
    const Scratch scratch;
    for (const std::string engine : {"petsc", "petsc_iterative"}) {
        scratch.write("case.lua", script("(1 + 1e-3*rank)"));
        const CommandResult result = on_ranks(2, "run case.lua --quiet --engine " + engine, scratch.path(), "timeout 120 ");
        EXPECT_EQ(result.status, 1) << result.err;
        EXPECT_TRUE(contains(result.err, "must do the same work: the forces of an equilibrium differ")) << result.err;
        scratch.write("case.lua", script("1"));
        const CommandResult fine = on_ranks(2, "run case.lua --quiet --engine " + engine, scratch.path(), "timeout 120 ");
        EXPECT_EQ(fine.status, 0) << fine.err;
        EXPECT_EQ(fine.out, "true\n");
    }
}

/// MUMPS multiplies dense blocks by a library that maps a buffer of 134 MB, and tries without end where a limit forbids it; 120
/// MB of data leave less. A plate that is fine enough for such products.
TEST(Failures, WithoutMemoryForDenseProductsAreErrors) {
    const Scratch scratch;
    std::string fine = plate;
    const std::string coarse = "local n = 8\n";
    fine.replace(fine.find(coarse), coarse.size(), "local n = 24\n");
    scratch.write("case.lua", fine + "print(#jounce.modes(model, { count = 8 }))\n");
    const auto limited = [&](const std::string& kilobytes) {
        return on_ranks(0, "run case.lua --quiet --engine petsc", scratch.path(), "ulimit -d " + kilobytes + "; timeout 60 ");
    };
    const CommandResult refused = limited("120000");
    EXPECT_EQ(refused.status, 3) << "124: it hangs; " << refused.err;
    EXPECT_TRUE(contains(refused.err, "by MUMPS on rank 0 needs about ")) << refused.err;
    EXPECT_TRUE(contains(refused.err, " are free")) << refused.err;
    const CommandResult enough = limited("2000000");
    EXPECT_EQ(enough.status, 0) << enough.err;
}

}  // namespace
}  // namespace jounce::test::petsc_test
