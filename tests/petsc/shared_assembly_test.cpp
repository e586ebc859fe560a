// Ranks assemble a model together: errors of one rank within the assembly, models that each rank assembles whole, and what
// follows the shared work. What a rank holds is compared in tests/system/shared_assembly_test.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

const std::string own_rank = "local rank = tonumber(os.getenv 'OMPI_COMM_WORLD_RANK') or 0\n";

/// The plate with a moving edge. \param motion Lua code
std::string moved(const std::string& motion) {
    return plate +
           "for i = 0, n do model:prescribe{ node = string.format('p[%d]', i*(n + 1) + 1), dof = 'uz', motion = " + motion +
           " } end\n";
}

/// The function is called by the assembly, on each rank between sums over the ranks: the others wait there.
TEST(SharedAssembly, AnErrorOfOneRankWithinItEndsAllWithOneMessage) {
    const Scratch scratch;
    const std::string failing = moved("function(t) if rank == 2 then error 'no value today' end return 0, 0, 0 end");
    for (const std::string work : {"jounce.modes(model)", "jounce.static(model)", "jounce.reduce(model, { modes = 4 })"}) {
        scratch.write("case.lua", own_rank + failing + "local ok = pcall(function() " + work + " end)\nprint('went on', ok)\n");
        const CommandResult result = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
        EXPECT_EQ(result.status, 1) << work << ": " << result.err;
        EXPECT_EQ(occurrences(result.err, "no value today"), 1) << work << ": " << result.err;
        EXPECT_TRUE(contains(result.err, "rank 2: ")) << work << ": " << result.err;
        EXPECT_EQ(result.out, "") << work;
    }
    // The negative control: the same function without the error.
    scratch.write("case.lua",
                  own_rank + moved("function(t) return 0, 0, 0 end") + "print(#jounce.modes(model, { count = 3 }))\n");
    const CommandResult fine = on_ranks(3, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
    EXPECT_EQ(fine.status, 0) << fine.err;
    EXPECT_EQ(fine.out, "3\n");
}

/// An error that all ranks have in the assembly is one that the script may catch; the ranks go on together.
TEST(SharedAssembly, AnErrorOfAllRanksCanBeCaught) {
    const Scratch scratch;
    scratch.write("case.lua",
                  moved("function(t) error 'nowhere' end") +
                      "local ok, message = pcall(jounce.modes, model)\nassert(not ok)\nprint(message)\n"
                      "local good = jounce.model{ name = 'good' }\n"
                      "good:shell{ mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, "
                      "elements_1 = 6, elements_2 = 6 }, thickness = 0.01, material = jounce.material{ E = 210e9, nu = 0.3, "
                      "density = 7800 } }\nprint(#jounce.modes(good, { count = 7 }))\n");
    const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "nowhere")) << result.out;
    EXPECT_TRUE(contains(result.out, "7\n")) << result.out;
}

/// The entries are compared before the ranks assemble: a model that differs ends with the difference, and nobody waits.
TEST(SharedAssembly, RanksWithDifferentModelsAreToldSo) {
    const Scratch scratch;
    scratch.write("case.lua", own_rank + loaded("jounce.signal.constant{ value = 1 }") +
                                  "if rank == 1 then model:fix{ node = 'p[5]' } end\njounce.modes(model)\n");
    const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
    EXPECT_NE(result.status, 0);
    EXPECT_NE(result.status, 124) << "the ranks hang";
    EXPECT_TRUE(contains(result.err, "modes: the ranks of mpirun must do the same work: the entries of the model is digest "))
        << result.err;
}

/// A node without mass between springs is condensed statically: each rank assembles the whole model, as without other ranks.
TEST(SharedAssembly, AModelThatRanksCannotShareHasTheSameModes) {
    const Scratch scratch;
    scratch.write("case.lua",
                  loaded("jounce.signal.constant{ value = 1 }") + show +
                      "model:node{ name = 'between', at = { 1, 0.5, 0.1 } }\n"
                      "model:spring{ from = 'between', direction = { 0, 0, 1 }, stiffness = 2e5 }\n"
                      "model:spring{ from = 'between', to = string.format('p[%d]', (n//2)*(n + 1) + n + 1), direction = "
                      "{ 0, 0, 1 }, stiffness = 2e5 }\n"
                      "local modes = jounce.modes(model, { count = 5 })\n"
                      "assert(modes.complete)\nfor _, mode in ipairs(modes) do show(mode.frequency) end\n");
    const std::vector<double> reference = numbers_alone("case.lua", scratch.path());
    ASSERT_EQ(reference.size(), 5u);
    for (const int ranks : {2, 3}) {
        const CommandResult result = on_ranks(ranks, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
        ASSERT_EQ(result.status, 0) << result.err;
        EXPECT_LT(difference(numbers(result.out), reference), 1e-9) << ranks;
    }
}

/// Effective masses, kinds and the total mass come from sums over the ranks.
TEST(SharedAssembly, EffectiveMassesAndKindsAgree) {
    const Scratch scratch;
    scratch.write("case.lua", loaded("jounce.signal.constant{ value = 1 }") + show +
                                  "local modes = jounce.modes(model, { count = 8 })\nassert(modes.complete)\n"
                                  "for _, mode in ipairs(modes) do\n"
                                  "  for _, d in ipairs{ 'ux', 'uy', 'uz', 'rx' } do show(1 + mode.effective_mass[d]) end\n"
                                  "  io.stderr:write(mode.kind, '\\n')\nend\n"
                                  "for _, d in ipairs{ 'ux', 'uy', 'uz', 'rx', 'ry', 'rz' } do show(modes.total_mass[d]) end\n");
    const CommandResult alone = on_ranks(0, "run case.lua --quiet", scratch.path());
    ASSERT_EQ(alone.status, 0) << alone.err;
    ASSERT_EQ(numbers(alone.out).size(), 38u);
    for (const int ranks : {2, 3}) {
        const CommandResult result = on_ranks(ranks, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
        ASSERT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err, alone.err) << "kinds";
        EXPECT_LT(difference(numbers(result.out), numbers(alone.out)), 1e-8) << ranks;
    }
}

/// Ranks order the coordinates in another way than a single process: a run from an equilibrium finds each in its place.
TEST(SharedAssembly, ARunBeginsFromAnEquilibriumOfTheRanks) {
    const Scratch scratch;
    scratch.write("case.lua",
                  loaded("jounce.signal.constant{ value = 100 }") + show +
                      "local tip = string.format('p[%d].uz', (n//2)*(n + 1) + n + 1)\n"
                      "local rest = jounce.static(model, { probes = { tip } })\n"
                      "local run = jounce.run(model, { initial = rest, method = jounce.method.newmark{}, step = 1e-5, "
                      "duration = 1e-3, record = { probes = { tip, 'p[3].uz' } } })\n"
                      "show(rest.values[tip])\n"
                      "local _, x = run:series(tip)\nshow(x[#x])\n");
    const std::vector<double> reference = numbers_alone("case.lua", scratch.path());
    ASSERT_EQ(reference.size(), 2u);
    EXPECT_NEAR(reference[1] / reference[0], 1, 1e-6) << "it stays at rest";
    const CommandResult result = on_ranks(2, "run case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_LT(difference(numbers(result.out), reference), 1e-8) << result.out;
}

/// The largest peak of a rank [MB] in the assembly of a tube of `around` x 1.67 `around` elements, which an error follows.
double peak_of_assembly(const Scratch& scratch, int ranks, int around) {
    scratch.write(
        "case.lua",
        own_rank + "local jounce = require 'jounce'\nlocal n = " + std::to_string(around) +
            "\nlocal model = jounce.model{ name = 'tube' }\n"
            "model:shell{ mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.0925, around = n, "
            "along = math.floor(1.67*n) }, thickness = 0.005, material = jounce.material{ E = 207e9, nu = 0.3, density = "
            "7800 } }\n"
            "assert(not pcall(jounce.reduce, model, { modes = 100000000 }))\n"
            "os.execute('grep VmHWM /proc/$PPID/status > peak.' .. rank)\n");
    const CommandResult result = on_ranks(ranks, "run --trusted case.lua --quiet --engine petsc", scratch.path(), "timeout 120 ");
    EXPECT_EQ(result.status, 0) << result.err;
    double out = 0;
    for (int r = 0; r < ranks; ++r) {
        std::ifstream file(scratch.path() / ("peak." + std::to_string(r)));
        std::string word;
        double kilobytes = 0;
        file >> word >> kilobytes;
        EXPECT_GT(kilobytes, 0) << "rank " << r;
        out = std::max(out, kilobytes / 1024);
    }
    return out;
}

/// On four ranks the peak above that of the program was 0.64 of that on one, which assembles the whole in two passes: what a rank
/// receives exists beside its part, and it has nodes, elements and names like all others. The negative control is that ratio, 1.
TEST(SharedAssembly, ARankOfFourNeedsLessThanFourFifthsOfTheMemory) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the sanitizer keeps memory that has been freed";
#endif
    const Scratch scratch;
    const double program = peak_of_assembly(scratch, 4, 12), whole = peak_of_assembly(scratch, 1, 100);
    const double share = peak_of_assembly(scratch, 4, 100);
    EXPECT_GT(whole, 2 * program) << "the matrices are the larger part";
    EXPECT_LT(share - program, 0.8 * (whole - program)) << share << " MB of " << whole << " MB, the program " << program << " MB";
}

}  // namespace
}  // namespace jounce::test::petsc_test
