// Physics: bodies and finite elements in one model. Reference: a body welded to a beam's tip is a point mass there, which the
// methods for structures march without any joint; where the beam is stiff, a pendulum on its tip hangs from a fixed point.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_mixed_test {
namespace {

void cantilever(Mechanisms& m, double E) {
    const Value material = table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", 0.3}, {"density", 7800}});
    m.add("beam", {{"name", "b"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(0.8, 0, 0)},
                   {"elements", 4},
                   {"section", circle(0.012)},
                   {"material", material}});
    m.add("fix", {{"node", "b[1]"}, {"dofs", words({"ux", "uy", "uz", "rx", "ry", "rz"})}});
    m.add("load", {{"node", "b[3]"}, {"direction", vector(0, 1, 0)}, {"force", 5.0}});
}

TEST(BodiesAndElements, ABodyWeldedToABeamIsAPointMass) {
    Mechanisms welded;
    cantilever(welded, 2.07e11);
    welded.body("tip", 0.3, 2e-4, {{"P", pair_of(0, 0)}});
    welded.add("fixed", {{"between", between("b[5]", "tip.P")}});
    Mechanisms lumped;
    cantilever(lumped, 2.07e11);
    lumped.add("point", {{"node", "b[5]"}, {"mass", 0.3}, {"inertia", vector(0, 0, 2e-4)}});
    const System a = welded.system();
    const auto b = events()->prepare(std::make_shared<const System>(lumped.system()));
    const double until = 0.03;
    const MechanismRun joined = run_mechanism(a, *events(1e-10), 1e-3, until);
    const MechanismRun apart = run_mechanism(*b, *events(), 1e-3, until);
    for (const char* name : {"b[5].uy", "b[5].rz", "b[3].uy", "b[5].uy_velocity"}) {
        const double expected = probe(*b, apart.end, name);
        // The local error of 1e-10 of the motion in a step, over some hundred steps.
        EXPECT_NEAR(probe(a, joined.end, name), expected, 1e-7 * std::abs(expected)) << name;
    }
    EXPECT_NEAR(probe(a, joined.end, "tip.y"), probe(a, joined.end, "b[5].uy"), 1e-13);
    EXPECT_LT(joined.largest_remainder, 1e-9 * joined.work_done);
}

TEST(BodiesAndElements, MethodsAgreeOnAPendulumAtABeam) {
    const auto at_end = [](const time::MethodPointer& method, double step, double E) {
        Mechanisms m;
        cantilever(m, E);
        m.body("bob", 0.5, 1e-3, {{"P", pair_of(0, 0.2)}});
        m.hinge("J", "b[5]", "bob.P");
        m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
        m.guess({{"bob", 1.0}});
        const System system = m.system();
        const MechanismRun run = run_mechanism(system, *method, step, 0.02);
        return std::array<double, 3>{probe(system, run.end, "bob.x"), probe(system, run.end, "b[5].uy"),
                                     probe(system, run.end, "J.force")};
    };
    const auto exact = at_end(events(1e-10), 1e-3, 2.07e11);
    const auto small_steps = at_end(method("baumgarte"), 2e-6, 2.07e11);
    // The start puts the bob to the beam, not the beam to the bob: nothing is strained but by the loads.
    EXPECT_LT(std::abs(exact[1]), 0.01);
    // Two methods that share neither steps nor stages. Fourth order at 0.1 of a radian of the highest mode in a step, and ten
    // thousand steps; the force shows that mode most.
    EXPECT_NEAR(small_steps[0], exact[0], 1e-8);
    EXPECT_NEAR(small_steps[1], exact[1], 1e-8);
    EXPECT_NEAR(small_steps[2], exact[2], 1e-3 * std::abs(exact[2]));
    // A beam a thousand times stiffer: the pendulum on a fixed hinge, released at rest, in the closed form of small times.
    const auto stiff = at_end(alpha(0.8), 1e-4, 2.07e14);
    const double arm = 0.2, m = 0.5, inertia = 1e-3;
    const double turn = -0.5 * m * 9.81 * arm * std::sin(1.0) / (inertia + m * arm * arm) * 0.02 * 0.02;
    // The next term of the series is of the order turn (g/l) t^2/12 = 1.6e-3 turn.
    EXPECT_NEAR(stiff[0], 0.8 + arm * std::sin(1.0 + turn), 2e-3 * arm * std::abs(turn));
}

}  // namespace
}  // namespace jounce::test::mechanisms_mixed_test
