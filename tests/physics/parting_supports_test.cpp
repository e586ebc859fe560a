// Physics: a mass sticks to two supports that move alike and part smoothly. Its acceleration is the minimiser of the strictly
// convex function
//     m a^2/2 - F a + L1 |a - a1| + L2 |a - a2|,
// with the accelerations a_i of the supports and the limits L_i of the frictions: it follows the support whose friction can hold
// more while |m a1 - F| + L2 <= L1; between equal limits it follows the one towards which its load F pushes it until the inertia
// takes the whole load, then slips on both with F/m.
// References: closed forms. Tolerance: of event_driven its own one; newmark and generalized_alpha follow the speed of a support
// at second order in the step, bounded by h^2 times its third derivative. Negative control: the mean of the supports is far off.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <tuple>

#include "mechanisms.hpp"

namespace jounce::test::parting_supports_test {
namespace {

constexpr double m = 2, mu = 0.25, V = 0.08, slow = 2 * pi * 1.5, fast = 2 * pi * 4, h = 1e-3;

enum class Model { structure, beside_joints, bodies };

struct PartingSupports : testing::TestWithParam<std::tuple<const char*, std::string, Model>> {
    [[nodiscard]] bool exact() const { return std::string(std::get<0>(GetParam())) == "event_driven"; }
    [[nodiscard]] double bound() const { return exact() ? 1e-9 * V / fast : h * h * V * fast; }
    [[nodiscard]] MechanismRun run(const System& system, double duration) const {
        const std::string name = std::get<0>(GetParam());
        return run_mechanism(system,
                             name == "event_driven"        ? *events(1e-11)
                             : name == "generalized_alpha" ? *alpha(0.8)
                                                           : *method(std::get<0>(GetParam())),
                             h, duration);
    }
    /// The supports move by V/w sin(wt), w = slow and fast. \param limits of the frictions on them [N]
    [[nodiscard]] System system(const std::array<double, 2>& limits, double load) const {
        const Model model = std::get<2>(GetParam());
        Table law = table({{"family", "friction"}, {"kind", std::get<1>(GetParam())}, {"coefficient", mu}});
        if (std::get<1>(GetParam()) == "karnopp") law.set("dead_band", 1e-5);
        Mechanisms s;
        const auto body = [&](const std::string& name) {
            s.body(name.c_str(), m, 1, {});
            s.add("translational", {{"name", name + "_way"}, {"body", name}, {"through", pair_of(0, 0)}});
        };
        if (model == Model::bodies) {
            body("block");
        } else {
            s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
        }
        if (model == Model::beside_joints) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        for (const std::size_t i : {0U, 1U}) {
            const std::string name = i == 0 ? "slow" : "fast";
            const double w = i == 0 ? slow : fast;
            const Value motion =
                table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", V / w}, {"frequency", w / (2 * pi)}});
            if (model == Model::bodies) {
                body(name);
                s.add("drive", {{"joint", name + "_way"}, {"position", motion}});
            } else {
                s.add("node", {{"name", name}, {"at", vector(0, 0, 0)}});
                s.add("fix", {{"node", name}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
                s.add("prescribe", {{"node", name}, {"dof", "ux"}, {"motion", motion}});
            }
            s.add("friction", {{"name", "on_" + name},
                               {"from", name},
                               {"to", "block"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", limits[i] / mu},
                               {"friction", law}});
        }
        s.add("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", load}});
        s.add("initial", {{"node", "block"}, {"velocity", vector(V, 0, 0)}});
        return s.system();
    }
};

TEST_P(PartingSupports, AMassFollowsTheOneThatHoldsMore) {
    constexpr double T = 0.07, more = 12, less = 5, load = -1.5;
    ASSERT_LT(m * V * fast + std::abs(load) + less, more);
    for (const bool on_fast : {false, true}) {
        const System model = system(on_fast ? std::array{less, more} : std::array{more, less}, load);
        const MechanismRun out = run(model, T);
        const double w = on_fast ? fast : slow, mean = 0.5 * V * (std::sin(slow * T) / slow + std::sin(fast * T) / fast);
        EXPECT_NEAR(probe(model, out.end, "block.ux"), V / w * std::sin(w * T), bound()) << on_fast;
        EXPECT_GT(std::abs(mean - V / w * std::sin(w * T)), 100 * bound());
        EXPECT_EQ(probe(model, out.end, on_fast ? "on_fast.sticking" : "on_slow.sticking"), 1);
        EXPECT_EQ(probe(model, out.end, on_fast ? "on_slow.sticking" : "on_fast.sticking"), 0);
    }
}

// The load pushes it towards the support that is braked more, which it leaves when m V w sin(wt) = |F|.
TEST_P(PartingSupports, BetweenEqualLimitsAMassSlipsOnBothUnderItsLoad) {
    constexpr double T = 0.06, load = -3;
    const System model = system({4, 4}, load);
    const MechanismRun out = run(model, T);
    const double leaves = std::asin(-load / (m * V * fast)) / fast, rest = T - leaves;
    const double speed = V * std::cos(fast * leaves) + load / m * rest;
    ASSERT_GT(speed, V * std::cos(fast * T));
    ASSERT_LT(speed, V * std::cos(slow * T));
    EXPECT_NEAR(probe(model, out.end, "block.ux"),
                V / fast * std::sin(fast * leaves) + V * std::cos(fast * leaves) * rest + 0.5 * load / m * rest * rest, bound());
    EXPECT_EQ(probe(model, out.end, "on_slow.sticking"), 0);
    EXPECT_EQ(probe(model, out.end, "on_fast.sticking"), 0);
}

std::string name(const testing::TestParamInfo<PartingSupports::ParamType>& info) {
    const auto& [by, kind, model] = info.param;
    constexpr std::array<const char*, 3> models{"Structure", "BesideJoints", "Bodies"};
    return std::string(by) + "_" + kind + "_" + models[static_cast<std::size_t>(model)];
}

INSTANTIATE_TEST_SUITE_P(Structures, PartingSupports,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::structure)),
                         name);
INSTANTIATE_TEST_SUITE_P(Joints, PartingSupports,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"),
                                          testing::Values(Model::beside_joints, Model::bodies)),
                         name);

}  // namespace
}  // namespace jounce::test::parting_supports_test
