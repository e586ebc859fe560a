// Physics: generalized_alpha is of second order while a body slides on rigid stops under Coulomb's friction, with and without a
// reversal: a slider, pressed into its guide, with a rod hinged to it that swings; a bead inside a ring beside a pendulum.
// References: the equations of motion in minimal coordinates, integrated by an adaptive rule of order 16; up to a reversal with
// the speed as the variable, which meets its zero exactly. Quantity: places, speeds and normal forces; the errors at h to those
// at h/2. Ratio: 4 but for the terms of the next order, i.e. 3.5 to 4.5. Control: without friction the ends are elsewhere.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test::mechanisms_rigid_slip_order_test {
namespace {

constexpr double g = 9.81;
using Ends = std::map<std::string, double>;

Value coulomb(double mu) { return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}}); }
Value rigid() { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.0}}); }

/// In each of three halvings. \param ends names -> references, sums of probes joined by '+'
void expect_second_order(const System& system, double step, double duration, const Ends& ends) {
    constexpr int halvings = 3;
    std::map<std::string, double> last;
    for (int i = 0; i <= halvings; ++i) {
        const MechanismRun run = run_mechanism(system, *alpha(0.8), step / (1 << i), duration);
        for (const auto& [names, reference] : ends) {
            double value = 0;
            for (std::size_t at = 0; at < names.size();) {
                const std::size_t plus = std::min(names.find('+', at), names.size());
                value += probe(system, run.end, names.substr(at, plus - at));
                at = plus + 1;
            }
            const double error = value - reference;
            if (i > 0) {
                EXPECT_GT(last[names] / error, 3.5) << names << " at halving " << i;
                EXPECT_LT(last[names] / error, 4.5) << names << " at halving " << i;
            }
            last[names] = error;
        }
    }
}

constexpr double arm = 0.153, rod_mass = 0.1, rod_inertia = 2e-3, slider_mass = 0.1, press = 200, clearance = 1e-3;

System slider(double mu) {
    Mechanisms m;
    m.body("rod", rod_mass, rod_inertia, {{"A", pair_of(-arm, 0)}, {"B", pair_of(arm, 0)}});
    m.body("slider", slider_mass, 1e-4, {{"B", pair_of(0, 0)}});
    m.hinge("B", "rod.B", "slider.B");
    m.add("translational_clearance", {{"name", "guide"},
                                      {"body", "slider"},
                                      {"length", 0.1},
                                      {"height", 0.05},
                                      {"clearance", clearance},
                                      {"law", rigid()},
                                      {"friction", coulomb(mu)}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    m.add("load", {{"node", "slider"}, {"direction", vector(0, -1, 0)}, {"force", press}});
    m.add("initial",
          {{"node", "slider"}, {"x", 0.0}, {"y", -clearance}, {"angle", 0.0}, {"vx", 5.0}, {"vy", 0.0}, {"vangle", 0.0}});
    m.add("initial", {{"node", "rod"}, {"angle", -1.0}, {"vangle", 60.0}});
    return m.system();
}

/// Rates of x, x', angle, angle', and the normal force behind them.
Reals<5> slider_rates(Real mu, const Reals<4>& y) {
    const Real c = std::cos(y[2]), s = std::sin(y[2]), w = y[3];
    const Real a11 = rod_mass * arm * s, a12 = rod_inertia + rod_mass * arm * arm;
    const Real b1 = arm * c * rod_mass * (g + arm * s * w * w) - arm * s * rod_mass * arm * c * w * w;
    const Real a21 = slider_mass + rod_mass, a22 = rod_mass * arm * (s - mu * c);
    const Real b2 = -rod_mass * arm * c * w * w - mu * (slider_mass * g + press + rod_mass * (g + arm * s * w * w));
    const Real d = a11 * a22 - a12 * a21;
    const Real ax = (b1 * a22 - a12 * b2) / d, turn = (a11 * b2 - a21 * b1) / d;
    return {y[1], ax, w, turn, slider_mass * g + press + rod_mass * (g - arm * c * turn + arm * s * w * w)};
}

TEST(MechanismRigidSlipOrder, ASliderPressedIntoItsGuide) {
    constexpr double mu = 0.3, duration = 0.008;
    Reals<4> y{0, 5, -1, 60};
    const Reals<4> scale{0.01L, 5, 1, 60};
    Real t = 0;
    const auto rates = [&](Real, const Reals<4>& at) {
        const Reals<5> all = slider_rates(mu, at);
        return Reals<4>{all[0], all[1], all[2], all[3]};
    };
    integrate(rates, t, y, duration, 1e-4L, 1e-15L, scale,
              [](Real, const Reals<4>&, Real, const Reals<4>& next) { return next[1] > 0; });
    const auto of = [&](std::size_t i) { return static_cast<double>(y[i]); };
    expect_second_order(slider(mu), 1e-4, duration,
                        {{"slider.x", of(0)},
                         {"slider.vx", of(1)},
                         {"rod.angle", of(2)},
                         {"rod.vangle", of(3)},
                         {"guide[1].force+guide[2].force", static_cast<double>(slider_rates(mu, y)[4])}});
    const System smooth = slider(0);
    EXPECT_GT(probe(smooth, run_mechanism(smooth, *alpha(0.8), 1e-4, duration).end, "slider.vx"), of(1) + 0.5);
}

constexpr double bead_mass = 0.3, R = 0.1;

System bead(double mu) {
    Mechanisms m;
    m.body("pendulum", 1, 1e-2, {{"O", pair_of(0, 0.2)}});
    m.hinge("O", pair_of(3, 0.2), "pendulum.O");
    m.add("point", {{"name", "bead"}, {"at", vector(0, 0, 0)}, {"mass", bead_mass}, {"free", list({"ux", "uy"})}});
    m.add("circular_gap", {{"name", "ring"},
                           {"node", "bead"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", R},
                           {"law", rigid()},
                           {"friction", coulomb(mu)}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    m.add("initial", {{"node", "bead"},
                      {"displacement", vector(R * std::cos(-1.0), R * std::sin(-1.0), 0)},
                      {"velocity", vector(-6 * R * std::sin(-1.0), 6 * R * std::cos(-1.0), 0)}});
    return m.system();
}

/// Angle and its rate after `duration`, from -1 and 6 rad/s: up, a reversal, down. \param whole also after it?
Reals<2> swung(Real mu, Real duration, bool whole) {
    const auto turn = [&](Real angle, Real rate, Real sense) {
        const Real push = R * rate * rate - g * std::sin(angle);
        return (-g * std::cos(angle) - sense * mu * push) / R;
    };
    Real t = 0;
    Reals<2> y{-1, 6};
    if (whole) {
        Real rate = 6;
        Reals<2> by_rate{0, -1};  // time, angle
        integrate(
            [&](Real w, const Reals<2>& at) {
                return Reals<2>{1 / turn(at[1], w, 1), w / turn(at[1], w, 1)};
            },
            rate, by_rate, 0, 0.01L, 1e-16L, Reals<2>{0.1L, 1},
            [](Real, const Reals<2>&, Real, const Reals<2>&) { return true; });
        t = by_rate[0];
        y = {by_rate[1], 0};
    }
    integrate(
        [&](Real, const Reals<2>& at) {
            return Reals<2>{at[1], turn(at[0], at[1], whole ? -1 : 1)};
        },
        t, y, duration, 1e-3L, 1e-16L, Reals<2>{1, 6}, [](Real, const Reals<2>&, Real, const Reals<2>&) { return true; });
    return y;
}

TEST(MechanismRigidSlipOrder, ABeadInARingBesideAPendulum) {
    constexpr double mu = 0.15;
    for (const bool whole : {false, true}) {
        SCOPED_TRACE(whole);
        const double duration = whole ? 0.2 : 0.06;  // it reverses after 0.077 s
        const Reals<2> end = swung(mu, duration, whole);
        const auto angle = static_cast<double>(end[0]), rate = static_cast<double>(end[1]);
        ASSERT_EQ(rate < 0, whole);
        const double push = bead_mass * (R * rate * rate - g * std::sin(angle));
        expect_second_order(bead(mu), 1e-3, duration,
                            {{"bead.ux", R * std::cos(angle)},
                             {"bead.uy", R * std::sin(angle)},
                             {"bead.ux_velocity", -R * rate * std::sin(angle)},
                             {"bead.uy_velocity", R * rate * std::cos(angle)},
                             {"ring.force", push}});
        const System smooth = bead(0);
        EXPECT_GT(
            std::abs(probe(smooth, run_mechanism(smooth, *alpha(0.8), 1e-3, duration).end, "bead.ux") - R * std::cos(angle)),
            0.01 * R);
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_rigid_slip_order_test
