// Physics: a change of coordinates changes no motion: Newmark on the modal System equals Newmark on the original.
// Reference: the same method on the original System. Tolerance: 1e-9 of the largest value, rounding times the condition of the
// eigenproblem and what the impacts make of it.
// Control: the motion has impacts, and another clearance gives another motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "modal/modal_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test::modal_newmark_test {
namespace {

/// A cantilever shaken at its clamp, loaded and struck, with two gaps, Rayleigh damping and an initial motion.
System shaken_cantilever(double clearance) {
    Script s;
    const Handle beam = s.add("beam", {{"name", "b"},
                                       {"from", vector(0, 0, 0)},
                                       {"to", vector(0.9, 0, 0)},
                                       {"elements", 6},
                                       {"section", circle(0.02)},
                                       {"material", steel()}});
    s.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
    const Value motion = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 2e-3}, {"frequency", 25}});
    s.add("prescribe", {{"nodes", references({beam.nodes.front()})}, {"dof", "uy"}, {"motion", motion}});
    const Value push = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 30}, {"frequency", 40}, {"phase", 0.4}});
    s.add("load", {{"nodes", references({beam.nodes.back()})}, {"direction", vector(0, 1, 1)}, {"force", push}});
    s.add("initial", {{"nodes", references({beam.nodes.back()})}, {"velocity", vector(0, 0.3, -0.2)}});
    s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 3}, {"beta", 2e-6}})}});
    s.add("gap", {{"name", "tip"},
                  {"node", beam.nodes.back()},
                  {"direction", vector(0, 1, 0)},
                  {"clearance", clearance},
                  {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    s.add("circular_gap", {{"name", "ring"},
                           {"node", beam.nodes[3]},
                           {"axis", vector(1, 0, 0)},
                           {"clearance", clearance},
                           {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    return s.system();
}

struct History {
    std::vector<Vector> displacement, velocity;
    std::vector<double> force;
    double largest_force = 0;
};

History run(const System& system) {
    const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
    State now = time::initial_state(system);
    stepper->start(now);
    State next = now;
    History out;
    const double h = 2e-6;
    for (int i = 1; i <= 10000; ++i) {
        EXPECT_TRUE(stepper->step(now, next, h, i * h).converged);
        std::swap(now, next);
        if (i % 100 != 0) continue;
        out.displacement.push_back(recovered(system, now.q));
        out.velocity.push_back(recovered(system, now.v));
        for (const SideState& side : now.sides) {
            out.force.push_back(side.response.force);
            out.largest_force = std::max(out.largest_force, side.response.force);
        }
    }
    return out;
}

double apart(const std::vector<Vector>& a, const std::vector<Vector>& b) {
    double worst = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, (a[i] - b[i]).cwiseAbs().maxCoeff());
        size = std::max(size, a[i].cwiseAbs().maxCoeff());
    }
    return worst / size;
}

TEST(ModalNewmark, IsNewmark) {
    const System physical = shaken_cantilever(5e-4);
    const auto transformed = modal::modal_system(physical);
    const History a = run(physical), b = run(*transformed);
    EXPECT_GT(a.largest_force, 10) << "there must be contact";
    EXPECT_LT(apart(a.displacement, b.displacement), 1e-9);
    EXPECT_LT(apart(a.velocity, b.velocity), 1e-9);
    double worst = 0;
    for (std::size_t i = 0; i < a.force.size(); ++i) worst = std::max(worst, std::abs(a.force[i] - b.force[i]));
    EXPECT_LT(worst, 1e-9 * a.largest_force);
    EXPECT_GT(apart(a.displacement, run(shaken_cantilever(5.5e-4)).displacement), 1e-6) << "control";
    testing::Test::RecordProperty("displacement", std::to_string(1e12 * apart(a.displacement, b.displacement)) + "e-12");
    testing::Test::RecordProperty("force", std::to_string(1e12 * worst / a.largest_force) + "e-12");
}

}  // namespace
}  // namespace jounce::test::modal_newmark_test
