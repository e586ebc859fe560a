// Forces of supports and section forces as probes, in motion.
//
// Physics: Newton's second law for the whole structure. What supports and loads exert together is the rate of its momentum, and
// of its angular momentum about the origin: r^T M u'' with a rigid motion r of all nodes. Damping acts from within and drops out:
// proportional to mass it does not (it is a damper to the ground), so beta alone is tested, and damping by modes. The states are
// arbitrary displacements and velocities with the accelerations that the equations of motion give, solved here by dense
// elimination. At the root the section forces are those of the support: V_z = -R_z, M_y = -R_ry (elements/beam.hpp).
// Tolerance: 1e-9 of the largest term, round-off of a stiffness that spans six decades. Control: without the row of coupled
// damping the balance fails by the damping's resultant, which is shown to be large.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "linalg/dense/dense.hpp"
#include "support/table.hpp"
#include "system/model/model.hpp"
#include "system/probes/probe.hpp"

namespace jounce::test::support_forces_test {
namespace {

constexpr double length = 2, force = 100, density = 7800, g = 9.81, width = 0.02, height = 0.03;
constexpr double mass = density * width * height * length;

Model cantilever() {
    Model model("beam");
    const Value bar = table({{"family", "section"}, {"kind", "rectangle"}, {"width", width}, {"height", height}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", density}});
    model.add("beam",
              table({{"name", "bar"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(length, 0, 0)},
                     {"elements", 4},
                     {"section", bar},
                     {"material", steel}}),
              {});
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    model.add("gravity", table({{"acceleration", vector(0, 0, -g)}}), {});
    model.add("load", table({{"name", "push"}, {"nodes", "bar[5]"}, {"direction", vector(0, 0, 1)}, {"force", force}}), {});
    return model;
}

Value damping(const char* kind, std::initializer_list<std::pair<const char*, double>> fields) {
    Table out;
    out.set("family", "damping");
    out.set("kind", kind);
    for (const auto& [name, value] : fields) out.set(name, value);
    return out;
}

/// Arbitrary q and v; a by the equations of motion without contact.
State moving(const System& system, double time) {
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> any(-1, 1);
    State state;
    state.time = time;
    state.q = state.v = state.a = linalg::Vector::Zero(system.size());
    for (int i = 0; i < system.size(); ++i) {
        state.q[i] = 1e-3 * any(engine);
        state.v[i] = any(engine);
    }
    linalg::Vector f = -(system.linear.C * state.v + system.linear.K * state.q);
    for (const Load& load : system.loads) {
        const SignalSample sample = load.signal->sample(time);
        f += load.pattern * (load.derivative == 0 ? sample.value : load.derivative == 1 ? sample.first : sample.second);
        state.load_values.push_back(sample.value);
    }
    state.a = linalg::solve_positive_definite(system.linear.M, f);
    return state;
}

double probe(const System& system, const State& state, const std::string& name) {
    return evaluate(resolve_probe(system, name), system, state);
}

void expect_balance(const System& system, const char* what) {
    const State state = moving(system, 0);
    const linalg::Vector rate = system.recovery.inertia.transpose() * state.a;  // of momentum, of angular momentum
    const double size = (system.linear.K * state.q).cwiseAbs().maxCoeff();
    const double tolerance = 1e-9 * size;
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_ux"), rate[0], tolerance) << what;
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_uy"), rate[1], tolerance) << what;
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_uz") + force - mass * g, rate[2], tolerance) << what;
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_rx"), rate[3], tolerance) << what;
    // A force along z at x turns about -y.
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_ry") - force * length + mass * g * length / 2, rate[4], tolerance) << what;
    EXPECT_NEAR(probe(system, state, "bar[1].reaction_rz"), rate[5], tolerance) << what;
}

TEST(SupportForces, AreTheRateOfMomentum) {
    expect_balance(assemble(cantilever()), "undamped");
    Model proportional = cantilever();
    proportional.add("damping", table({{"damping", damping("rayleigh", {{"alpha", 0}, {"beta", 1e-4}})}}), {});
    expect_balance(assemble(proportional), "beta K");
    Model by_modes = cantilever();
    by_modes.add("damping", table({{"damping", damping("modal", {{"ratio", 0.05}})}}), {});
    const System system = assemble(by_modes);
    expect_balance(system, "by modes");
    const State state = moving(system, 0);
    Probe without = resolve_probe(system, "bar[1].reaction_uz");
    without.rate_row = {};
    const double full = probe(system, state, "bar[1].reaction_uz");
    EXPECT_GT(std::abs(evaluate(without, system, state) - full), 1e-3 * std::abs(full));
}

TEST(SupportForces, AreThoseOfTheSectionAtTheRoot) {
    const System system = assemble(cantilever());
    const State state = moving(system, 0);
    const double tolerance = 1e-9 * (system.linear.K * state.q).cwiseAbs().maxCoeff();
    EXPECT_NEAR(probe(system, state, "bar[1].normal_force"), -probe(system, state, "bar[1].reaction_ux"), tolerance);
    EXPECT_NEAR(probe(system, state, "bar[1].shear_force_y"), -probe(system, state, "bar[1].reaction_uy"), tolerance);
    EXPECT_NEAR(probe(system, state, "bar[1].shear_force_z"), -probe(system, state, "bar[1].reaction_uz"), tolerance);
    EXPECT_NEAR(probe(system, state, "bar[1].torque"), -probe(system, state, "bar[1].reaction_rx"), tolerance);
    EXPECT_NEAR(probe(system, state, "bar[1].bending_moment_y"), -probe(system, state, "bar[1].reaction_ry"), tolerance);
    EXPECT_NEAR(probe(system, state, "bar[1].bending_moment_z"), -probe(system, state, "bar[1].reaction_rz"), tolerance);
}

/// The power of a load is its force times the velocity where it acts.
TEST(SupportForces, PowerOfALoad) {
    const System system = assemble(cantilever());
    const State state = moving(system, 0);
    EXPECT_DOUBLE_EQ(probe(system, state, "push.power"), force * probe(system, state, "bar[5].uz_velocity"));
    EXPECT_EQ(resolve_probe(system, "push.power").unit, "W");
}

TEST(SupportForces, ErrorsSayWhatIsHeld) {
    const System system = assemble(cantilever());
    const auto message = [&](const std::string& name) {
        try {
            (void)resolve_probe(system, name);
        } catch (const Error& error) {
            return error.message();
        }
        return std::string("none");
    };
    EXPECT_NE(message("bar[2].reaction_uz").find("'uz' of 'bar[2]' is not held; held are bar[1].reaction_ux"), std::string::npos)
        << message("bar[2].reaction_uz");
    EXPECT_NE(message("push.force").find("unknown quantity of a load 'force'; known are power"), std::string::npos);

    // A rigid link between two fixed nodes: which of them holds what is not determined.
    Model model("link");
    for (const auto& [name, x] : {std::pair{"a", 0.0}, {"b", 1.0}}) {
        model.add("node", table({{"name", name}, {"at", vector(x, 0, 0)}}), {});
        model.add("fix", table({{"nodes", name}, {"dofs", words({"ux"})}}), {});
    }
    model.add("tie", table({{"nodes", List{"a", "b"}}, {"dofs", words({"ux"})}}), {});
    model.add("point", table({{"name", "m"}, {"at", vector(2, 0, 0)}, {"mass", 1}}), {});
    const System linked = assemble(model);
    EXPECT_THROW((void)resolve_probe(linked, "a.reaction_ux"), Error);
}

}  // namespace
}  // namespace jounce::test::support_forces_test
