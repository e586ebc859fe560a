// A shell with a stop on a spring, ties, a coupling and a prescribed motion: the same answers on any number of ranks.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

/// Two plates with tied edges; the first one's root moves, the second one's free edge is coupled to a loaded node, which meets a
/// mass on a spring.
const std::string model = R"lua(local jounce = require 'jounce'
local steel = jounce.material{ E = 210e9, nu = 0.3, density = 7800 }
local n = 6
local model = jounce.model{ name = 'supported' }
model:shell{ name = 'a', thickness = 0.01, material = steel,
  mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = n, elements_2 = n } }
model:shell{ name = 'b', thickness = 0.008, material = steel,
  mesh = jounce.mesh.plate{ corner = { 1, 0, 0 }, edge_1 = { 0.5, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 3, elements_2 = n } }
local edge = {}
for i = 0, n do
  model:tie{ from = string.format('a[%d]', i*(n + 1) + n + 1), to = string.format('b[%d]', i*4 + 1) }
  local root = string.format('a[%d]', i*(n + 1) + 1)
  model:fix{ node = root, dofs = { 'ux', 'uy', 'rx', 'ry', 'rz' } }
  model:prescribe{ node = root, dof = 'uz', motion = jounce.signal.table{
    times = { 0, 0.005, 0.01, 0.02, 0.04 }, values = { 0, 5e-4, 2e-3, 1e-3, 0 }, interpolation = 'cubic' } }
  edge[#edge + 1] = string.format('b[%d]', i*4 + 4)
end
model:coupling{ name = 'grip', nodes = edge }
model:load{ node = 'grip', direction = { 0, 0.3, 1 }, force = jounce.signal.constant{ value = 300 } }
model:point{ name = 'stop', at = { 1.5, 0.5, 0.05 }, mass = 3, free = { 'uz' } }
model:spring{ from = 'stop', direction = { 0, 0, 1 }, stiffness = 4e5, damping = 30 }
model:gap{ name = 'gap', from = 'stop', to = 'grip', direction = { 0, 0, 1 }, clearance = 1e-4, sides = 'positive',
  law = jounce.law.hertz{ stiffness = 1e9 } }
model:damping(jounce.damping.rayleigh{ alpha = 5, beta = 1e-5 })
)lua"
                          "local function show(x) print(string.format('%.17g', x)) end\n";

/// Numbers that the script prints; \param of the message expected on stderr
std::vector<double> printed(const Scratch& scratch, int ranks, const std::string& engine, const std::string& part) {
    const std::string chosen = engine.empty() ? "" : " --engine " + engine;
    const CommandResult result = on_ranks(ranks, "run case.lua --quiet" + chosen, scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.err, part)) << result.err;
    return numbers(result.out);
}

std::string on(int ranks) { return " on " + std::to_string(ranks) + (ranks == 1 ? " rank\n" : " ranks\n"); }

TEST(SupportedShell, FrequenciesAgree) {
    const Scratch scratch;
    scratch.write("case.lua", model +
                                  "local modes = jounce.modes(model, { count = 10 })\nassert(modes.complete)\n"
                                  "for _, mode in ipairs(modes) do show(mode.frequency) end\n"
                                  "io.stderr:write(modes.engine, '\\n')\n");
    const std::vector<double> reference = printed(scratch, 0, "", "jounce\n");
    ASSERT_EQ(reference.size(), 10u);
    // The point alone on its spring: sqrt(4e5/3)/(2 pi).
    double nearest = 1;
    for (const double f : reference) nearest = std::min(nearest, std::abs(f / 58.115168313254735 - 1));
    EXPECT_LT(nearest, 1e-6) << "nothing else holds the stop while the gap is open";
    for (const int ranks : {1, 2, 3})
        EXPECT_LT(difference(printed(scratch, ranks, "petsc", on(ranks)), reference), 1e-9) << ranks;
}

/// Tied, coupled and prescribed dofs are eliminated before the matrices are shared; the forces of the springs and of the stop are
/// the same. A factor leaves an imbalance of rounding; an iteration leaves 1e-10 of the largest terms, times the condition of the
/// plates in bending (1e3).
TEST(SupportedShell, EquilibriaAgree) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        model +
            "local rest = jounce.static(model, { time = 0.01, probes = { 'gap.force', 'grip.uz', 'stop.uz', 'b[6].ry' } })\n"
            "for _, name in ipairs(rest.probes) do show(rest.values[name]) end\n"
            "io.stderr:write(rest.engine, '\\n')\n");
    const std::vector<double> reference = printed(scratch, 0, "", "jounce\n");
    ASSERT_EQ(reference.size(), 4u);
    EXPECT_NEAR(reference[0], 4e5 * reference[2], 1e-9 * reference[0]) << "the spring carries the force of the stop";
    EXPECT_GT(reference[0], 100);
    for (const int ranks : {1, 2, 3}) {
        EXPECT_LT(difference(printed(scratch, ranks, "petsc", "MUMPS"), reference), 1e-8) << ranks;
        EXPECT_LT(difference(printed(scratch, ranks, "petsc_iterative", "GAMG" + on(ranks)), reference), 1e-7) << ranks;
    }
}

/// Contact forces of a march of 1500 steps. The reduced models differ by rounding of their bases; the saved one is the same file
/// for a later process without an engine. The summary names engine, versions and ranks.
TEST(SupportedShell, ContactForcesOfReducedModelsAgree) {
    const std::string march =
        "local run = jounce.run(reduced, { method = jounce.method.newmark{}, step = 2e-5, duration = 0.03,\n"
        "  record = { probes = { 'gap.force' } }, output = 'out' })\n"
        "local _, forces = run:series 'gap.force'\n"
        "for i = 1, #forces, 20 do show(forces[i]) end\n";
    const std::string show = "local jounce = require 'jounce'\nlocal function show(x) print(string.format('%.17g', x)) end\n";
    for (const std::string method : {"craig_bampton", "modal"}) {
        const Scratch scratch;
        const std::string reduce = "local reduced = jounce.reduce(model, { method = '" + method + "', modes = 8" +
                                   (method == "modal" ? "" : ", keep = { 'stop' }") + " })\n";
        scratch.write("case.lua", model + reduce + "reduced:save 'reduced.jounce'\n" + march);
        const std::vector<double> reference = printed(scratch, 0, "", "");
        double largest = 0;
        for (const double force : reference) largest = std::max(largest, force);
        ASSERT_GT(largest, 500) << "the stop is struck";
        for (const int ranks : method == "modal" ? std::vector<int>{2} : std::vector<int>{1, 2, 3}) {
            std::filesystem::remove_all(scratch.path() / "out");
            const std::vector<double> forces = printed(scratch, ranks, "petsc", "");
            ASSERT_EQ(forces.size(), reference.size());
            for (std::size_t i = 0; i < forces.size(); ++i)
                EXPECT_NEAR(forces[i], reference[i], 1e-8 * largest) << method << " " << ranks;
            const std::string summary = read_text(scratch.path() / "out" / "summary.lua");
            EXPECT_TRUE(contains(summary, "reduction: computed by PETSc ")) << summary;
            EXPECT_TRUE(contains(summary, "MUMPS")) << summary;
            EXPECT_TRUE(contains(summary, std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"))) << summary;

            std::filesystem::remove_all(scratch.path() / "out");
            scratch.write("later.lua", show + "local reduced = jounce.reduced 'reduced.jounce'\n" + march);
            const CommandResult later = on_ranks(0, "run later.lua --quiet", scratch.path());
            ASSERT_EQ(later.status, 0) << later.err;
            EXPECT_EQ(numbers(later.out), forces) << "the saved model gives the same bits";
        }
    }
}

}  // namespace
}  // namespace jounce::test::petsc_test
