// Modes, reductions and equilibria on the ranks of mpirun agree with those of Jounce alone and with closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

const std::string print_modes =
    "local modes = jounce.modes(model, { count = 10 })\n"
    "assert(modes.complete)\n"
    "for _, mode in ipairs(modes) do print(string.format('%.17g', mode.frequency)) end\n"
    "io.stderr:write(modes.engine, '\\n')\n";

/// Frequencies have errors of second order in those of the shapes; between the paths they agree to rounding in K, about 1e-11 of
/// the lowest ones.
TEST(Petsc, TubeHasTheSameTenFrequenciesOnOneTwoAndFourRanks) {
    const Scratch scratch;
    scratch.write("tube.lua", tube + print_modes);
    const CommandResult alone = on_ranks(0, "run tube.lua --quiet", scratch.path());
    ASSERT_EQ(alone.status, 0) << alone.err;
    EXPECT_TRUE(contains(alone.err, "jounce\n")) << alone.err;
    const std::vector<double> reference = numbers(alone.out);
    ASSERT_EQ(reference.size(), 10u);
    EXPECT_EQ(reference[5], 0);
    EXPECT_GT(reference[6], 100);
    for (const int ranks : {0, 1, 2, 4}) {
        const CommandResult result = on_ranks(ranks, "run tube.lua --quiet --engine petsc", scratch.path());
        ASSERT_EQ(result.status, 0) << result.err;
        EXPECT_LT(difference(numbers(result.out), reference), 1e-9) << ranks << " ranks: " << result.out;
        const std::string where = std::to_string(std::max(ranks, 1)) + (ranks > 1 ? " ranks\n" : " rank\n");
        EXPECT_TRUE(contains(result.err, "MUMPS")) << result.err;
        EXPECT_TRUE(contains(result.err, where)) << result.err;
    }
}

TEST(Petsc, CommandModesSharesTheModelUnderMpirun) {
    const Scratch scratch;
    scratch.write("tube.lua", tube);
    const CommandResult alone = on_ranks(0, "modes tube.lua", scratch.path());
    const CommandResult shared = on_ranks(2, "modes tube.lua", scratch.path());
    ASSERT_EQ(shared.status, 0) << shared.err;
    EXPECT_EQ(shared.err, "");
    EXPECT_TRUE(contains(shared.out, "complete: the inertia count")) << shared.out;
    EXPECT_TRUE(contains(shared.out, "computed by PETSc ")) << shared.out;
    EXPECT_TRUE(contains(shared.out, " on 2 ranks\n")) << shared.out;
    EXPECT_EQ(shared.out.find("modes of 'tube'"), shared.out.rfind("modes of 'tube'")) << "rank 0 alone prints";
    EXPECT_FALSE(contains(alone.out, "computed by")) << alone.out;
}

/// f_mn = pi/2 (m^2 + n^2)/a^2 sqrt(D/(rho h)), D = E h^3/(12 (1 - nu^2)) (Leissa (1969), NASA SP-160, eq. 4.20). The mesh of 12
/// x 12 is 0.6 % above for one half wave and 2.6 % for two (quadratic in waves per element).
TEST(Petsc, PlateHasTheFrequenciesOfItsClosedForm) {
    const Scratch scratch;
    scratch.write("plate.lua", plate +
                                   "for i = 1, (n + 1)^2 do\n"
                                   "  local x, y = (i - 1)%(n + 1), (i - 1)//(n + 1)\n"
                                   "  local name = string.format('p[%d]', i)\n"
                                   "  local held = { 'ux', 'uy', 'rz' }\n"
                                   "  if x == 0 or x == n or y == 0 or y == n then held[#held + 1] = 'uz' end\n"
                                   "  model:fix{ node = name, dofs = held }\n"
                                   "end\n" +
                                   print_modes);
    const CommandResult result = on_ranks(2, "run plate.lua --quiet --engine petsc", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    const std::vector<double> found = numbers(result.out);
    ASSERT_EQ(found.size(), 10u);
    const double D = 210e9 * 1e-6 / (12 * (1 - 0.09)), unit = std::numbers::pi / 2 * std::sqrt(D / 78);
    EXPECT_NEAR(found[0] / (2 * unit), 1, 0.02);
    EXPECT_NEAR(found[1] / (5 * unit), 1, 0.07);
    EXPECT_NEAR(found[2] / found[1], 1, 1e-9) << "a double value, found twice";
    EXPECT_NEAR(found[3] / (8 * unit), 1, 0.07);
}

/// A clamped plate whose middle meets a stop.
const std::string stop = plate +
                         "for i = 0, n do model:fix{ node = string.format('p[%d]', i*(n + 1) + 1) } end\n"
                         "local tip = string.format('p[%d]', (n//2)*(n + 1) + n + 1)\n"
                         "model:load{ node = tip, direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 500 } }\n"
                         "model:gap{ name = 'stop', node = tip, direction = { 0, 0, 1 }, clearance = 1e-3,\n"
                         "  law = jounce.law.hertz{ stiffness = 1e9 } }\n";

TEST(Petsc, EquilibriumWithContactAgrees) {
    const Scratch scratch;
    scratch.write("stop.lua", stop +
                                  "local rest = jounce.static(model, { probes = { 'stop.force', tip .. '.uz', 'p[5].rx' } })\n"
                                  "for _, name in ipairs(rest.probes) do print(string.format('%.17g', rest.values[name])) end\n"
                                  "io.stderr:write(rest.engine, '\\n')\n");
    const std::vector<double> reference = numbers_alone("stop.lua", scratch.path());
    ASSERT_EQ(reference.size(), 3u);
    EXPECT_GT(reference[0], 100) << "the stop carries load";
    for (const char* engine : {"petsc", "petsc_iterative"}) {
        for (const int ranks : {1, 2, 3}) {
            const CommandResult result = on_ranks(ranks, std::string("run stop.lua --quiet --engine ") + engine, scratch.path());
            ASSERT_EQ(result.status, 0) << result.err;
            // An imbalance of 1e-10 times the condition of the plate in bending, about 1e3 for the force of the stop.
            EXPECT_LT(difference(numbers(result.out), reference), 1e-7) << engine << " on " << ranks << ": " << result.out;
            EXPECT_TRUE(contains(result.err, "PETSc")) << result.err;
        }
    }
}

/// The march of a reduced model: the basis is determined up to rounding, the forces of contacts agree to 1e-8.
TEST(Petsc, ReducedModelsMarchToTheSameContactForces) {
    const Scratch scratch;
    scratch.write("march.lua",
                  stop +
                      "local reduced = jounce.reduce(model, { modes = 6 })\n"
                      "local run = jounce.run(reduced, { method = jounce.method.newmark{}, step = 2e-5, duration = 0.03,\n"
                      "  record = { probes = { 'stop.force', tip .. '.uz' } } })\n"
                      "local _, forces = run:series 'stop.force'\n"
                      "for i = 1, #forces, 50 do print(string.format('%.17g', forces[i])) end\n"
                      "for _, note in ipairs(run.summary.notes) do io.stderr:write(note, '\\n') end\n");
    const std::vector<double> reference = numbers_alone("march.lua", scratch.path());
    double largest = 0;
    for (const double force : reference) largest = std::max(largest, force);
    EXPECT_GT(largest, 100);
    for (const int ranks : {1, 2, 3}) {
        const CommandResult result = on_ranks(ranks, "run march.lua --quiet --engine petsc", scratch.path());
        ASSERT_EQ(result.status, 0) << result.err;
        const std::vector<double> forces = numbers(result.out);
        ASSERT_EQ(forces.size(), reference.size());
        for (std::size_t i = 0; i < forces.size(); ++i) EXPECT_NEAR(forces[i], reference[i], 1e-8 * largest) << ranks;
        EXPECT_TRUE(contains(result.err, "reduction: computed by PETSc ")) << result.err;
    }
}

TEST(Petsc, RanksThatDifferEndWithOneMessage) {
    const Scratch scratch;
    const auto said = [&](const std::string& text) {
        scratch.write("case.lua", "local rank = tonumber(os.getenv 'OMPI_COMM_WORLD_RANK') or 0\n" + text);
        const CommandResult result = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path());
        EXPECT_NE(result.status, 0);
        return result.err;
    };
    std::string err = said(tube + "jounce.modes(model, { count = rank == 2 and 4 or 5 })\n");
    EXPECT_TRUE(
        contains(err, "modes: the ranks of mpirun must do the same work: the number of modes is 5 on rank 0, 4 on rank 2"))
        << err;
    err = said(tube + "if rank == 1 then return end\njounce.modes(model)\n");
    EXPECT_TRUE(contains(err, "modes: the ranks of mpirun must do the same work: rank 1 has ended its script")) << err;
    err = said(tube + "if rank == 0 then return end\njounce.modes(model)\n");
    EXPECT_TRUE(contains(err, "rank 0 has ended its script")) << err;
    // The same error on all ranks, and one on a rank alone.
    err = said(tube + "error 'on all ranks'\n");
    EXPECT_EQ(occurrences(err, "on all ranks"), 1) << err;
    err = said(tube + "if rank == 2 then error 'on one rank' end\njounce.modes(model)\n");
    EXPECT_EQ(occurrences(err, "on one rank"), 1) << err;
}

/// mpirun reports the rank and ends the others: a rank that waits for it for ever would be ended by `timeout` with status 124.
TEST(Petsc, AKilledRankEndsAllWithOneError) {
    const Scratch scratch;
    const std::string when =
        "local function killed(rank, after)\n"
        "  if os.getenv 'OMPI_COMM_WORLD_RANK' ~= tostring(rank) then return end\n"
        "  os.execute(string.format('(sleep %g; kill -9 $PPID) &', after))\nend\n";
    const std::string work = "for i = 1, 1000 do jounce.modes(model, { count = 7 + i%20 }) end\nprint 'survived'\n";
    // Before the first common work, while others wait; and during it, on a rank that others wait for and on the one that writes.
    for (const std::string moment : {"killed(1, 0)", "killed(1, 2)", "killed(0, 2)"}) {
        scratch.write("case.lua", tube + when + moment + "\n" + work);
        const CommandResult result = on_ranks(2, "run --trusted case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
        EXPECT_NE(result.status, 0) << moment;
        EXPECT_NE(result.status, 124) << moment << ": the ranks hang";
        EXPECT_FALSE(contains(result.out, "survived")) << moment;
        EXPECT_EQ(occurrences(result.err, "exited on signal 9"), 1) << moment << ": " << result.err;
        // A rank that mpirun ends may say that it was interrupted, and nothing else.
        EXPECT_EQ(occurrences(result.err, "case.lua:"), occurrences(result.err, ": interrupted\n"))
            << moment << ": " << result.err;
    }
}

TEST(Petsc, IterationRefusesModes) {
    const Scratch scratch;
    scratch.write("case.lua", tube + "jounce.modes(model)\n");
    const CommandResult result = on_ranks(0, "run case.lua --quiet --engine petsc_iterative", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(contains(result.err, "case.lua:5: modes: needs a direct factor")) << result.err;
}

/// A sweep's points are single processes: they use Jounce's own solver, also after work of all ranks.
TEST(Petsc, PointsOfASweepUseJounceAlone) {
    const Scratch scratch;
    scratch.write("case.lua",
                  tube +
                      "local together = jounce.modes(model, { count = 7 })\n"
                      "local sweep = jounce.sweep{ axes = { { name = 'n', values = { 7, 8, 9 } } }, point = function(at)\n"
                      "  local modes = jounce.modes(model, { count = at.n })\n"
                      "  return { f = modes[7].frequency, engine = modes.engine }\nend }\n"
                      "for _, row in ipairs(sweep) do print(row.engine, math.abs(row.f/together[7].frequency - 1) < 1e-9) end\n");
    const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "jounce\ttrue\njounce\ttrue\njounce\ttrue\n");
}

}  // namespace
}  // namespace jounce::test::petsc_test
