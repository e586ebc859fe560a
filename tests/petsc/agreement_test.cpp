// What has an equilibrium only by a gap, and counts of modes: the same on any number of ranks.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "petsc/ranks.hpp"

namespace jounce::test::petsc_test {
namespace {

/// A plate that slides along z until a stop holds it, and a mass without a spring: until the contact closes the matrix is
/// singular.
TEST(Agreement, OfEquilibriaThatOnlyAGapHolds) {
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
        const std::vector<double> reference = numbers_alone("case.lua", scratch.path());
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
TEST(Agreement, OfCountsBelowAFrequency) {
    for (const std::string method : {"modal", "craig_bampton"}) {
        const Scratch scratch;
        const std::string keep = method == "modal" ? "" : ", keep = { 'p[81]' }";
        scratch.write("case.lua", loaded("jounce.signal.constant{ value = 1 }") + show +
                                      "local report = jounce.reduce(model, { method = '" + method + "', frequency = 200" + keep +
                                      " }).report\n"
                                      "assert(report.complete)\n"
                                      "show(report.modes) show(report.highest_frequency)\n");
        const std::vector<double> reference = numbers_alone("case.lua", scratch.path());
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
