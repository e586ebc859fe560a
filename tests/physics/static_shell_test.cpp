// Physics: the equilibrium of a shell that floats between stops, as a whole and in its cost.
// Reference: the stops' forces balance the load (statics of a rigid body: force and moment), independent of the mesh.
// Tolerance: 1e-8 of the load, the rounding of places times the stiffness of a Hertzian stop.
// Cost: Newton steps, each one factor; the time of a factor is measured by `bench --large`.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "system/models.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::static_shell_test {
namespace {

TEST(StaticShell, FloatingBetweenStopsIsHeldByThemAfterAFewFactors) {
    constexpr int around = 40, along = 24;
    constexpr double load = 100;
    Script script;
    const Handle tube = script.add("shell", {{"name", "tube"},
                                             {"mesh", table({{"family", "mesh"},
                                                             {"kind", "tube"},
                                                             {"from", vector(0, 0, 0)},
                                                             {"to", vector(0, 0, 1)},
                                                             {"radius", 0.1},
                                                             {"around", around},
                                                             {"along", along}})},
                                             {"thickness", 0.005},
                                             {"material", steel()}});
    const std::vector<const char*> sliders{"first", "last"}, stops{"first stop", "last stop"};
    for (const int end : {0, 1}) {
        const auto begin = tube.nodes.begin() + (end == 0 ? 0 : around * along);
        const auto place = static_cast<std::size_t>(end);
        const Handle hub = script.add("coupling", {{"name", sliders[place]}, {"nodes", references({begin, begin + around})}});
        script.add("fix", {{"nodes", references({hub.self})}, {"dofs", words({"uy", "uz"})}});
        script.add(
            "gap",
            {{"name", stops[place]}, {"node", hub.self}, {"direction", vector(1, 0, 0)}, {"clearance", 3e-3}, {"law", hertz()}});
    }
    script.add("fix", {{"nodes", references({tube.nodes[around * along / 2]})}, {"dofs", words({"uy"})}});
    // A quarter of the way along: three quarters of it rest on the first stop.
    script.add("load",
               {{"nodes", references({tube.nodes[around * along / 4]})}, {"direction", vector(1, 0, 0)}, {"force", load}});
    const System system = script.system();
    const time::Equilibrium rest = time::equilibrium(system, 0);
    const auto pushes = [&](std::size_t gap) {
        return rest.state.sides.at(static_cast<std::size_t>(system.contacts[gap].first_side)).response.force;
    };
    EXPECT_NEAR(pushes(0), 0.75 * load, 1e-8 * load);
    EXPECT_NEAR(pushes(1), 0.25 * load, 1e-8 * load);
    EXPECT_LE(rest.iterations, 6) << "from nearly nothing that holds the tube to two Hertzian stops";
}

/// A plate that is clamped and soft in bending (4 Hz), far below its largest ratio of stiffness to mass,
/// beside a free one with a load across. Control: clamped too, both are in equilibrium.
TEST(StaticShell, APieceWithoutSupportBesideASoftOneIsNamed) {
    for (const bool held : {false, true}) {
        Script script;
        for (const char* name : {"clamped", "loaded"}) {
            const double at = name[0] == 'c' ? 0 : 3;
            const Handle plate = script.add("shell", {{"name", name},
                                                      {"mesh", table({{"family", "mesh"},
                                                                      {"kind", "plate"},
                                                                      {"corner", vector(at, 0, 0)},
                                                                      {"edge_1", vector(1, 0, 0)},
                                                                      {"edge_2", vector(0, 0.5, 0)},
                                                                      {"elements_1", 10},
                                                                      {"elements_2", 5}})},
                                                      {"thickness", 0.005},
                                                      {"material", steel()}});
            const std::vector<Reference> edge = {plate.nodes[0], plate.nodes[11], plate.nodes[22]};
            if (held || at == 0) script.add("fix", {{"nodes", references(edge)}});
            if (at > 0)
                script.add("load", {{"nodes", references({plate.nodes[10]})}, {"direction", vector(0, 0, 1)}, {"force", 10}});
        }
        std::string said;
        try {
            (void)time::equilibrium(script.system(), 0);
        } catch (const Error& error) {
            said = error.message();
        }
        EXPECT_EQ(said.find("there is no static equilibrium; 6 motions without support") != std::string::npos, !held) << said;
        EXPECT_EQ(said.empty(), held) << said;
    }
}

}  // namespace
}  // namespace jounce::test::static_shell_test
