// Physics: as its clearance goes, a guide or a slot with clearance guides as the ideal joint does, first order in the clearance;
// LuGre's bristles in a clearance joint.
// Reference: closed kinematics of the ideal slider-crank and of the ideal yoke; for the bristles Newton's and Euler's equations
// of a block on two corners, integrated here by the classical Runge-Kutta method, and Coulomb's stopping distance v^2/(2 mu g).
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_limit_test {
namespace {

constexpr double mm = 1e-3;

Value damped(double stiffness) {
    return table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", stiffness}, {"restitution", 0.1}});
}

/// Largest distance from the ideal motion for three clearances, each half of the one before: it halves, too (within 10 per cent,
/// as the indentation, micrometres, and the rebounds do not scale), and lies between a clearance and `lever` clearances.
template <class Worst>
void expect_first_order(Worst worst, double least, double lever) {
    double last = 0;
    for (const double clearance : {0.4 * mm, 0.2 * mm, 0.1 * mm}) {
        const double off = worst(clearance);
        EXPECT_GT(off, least * clearance);
        EXPECT_LT(off, lever * clearance + 20e-6);
        if (last > 0) {
            EXPECT_NEAR(last / off, 2, 0.2) << clearance;
        }
        last = off;
    }
}

TEST(GuideWithClearance, TendsToTheIdealOne) {
    const SliderCrank crank;
    expect_first_order(
        [&](double clearance) {
            Mechanisms m;
            m.body("crank", crank.crank_mass, 0.460327, {{"O", pair_of(-0.5 * crank.r, 0)}, {"A", pair_of(0.5 * crank.r, 0)}});
            m.body("rod", crank.rod_mass, crank.rod_inertia,
                   {{"A", pair_of(-0.5 * crank.l, 0)}, {"C", pair_of(0.5 * crank.l, 0)}});
            m.body("slider", crank.slider_mass, 0.000772, {});
            m.hinge("O", pair_of(0, 0), "crank.O");
            m.hinge("A", "crank.A", "rod.A");
            m.hinge("C", "rod.C", "slider");
            m.add("translational_clearance", {{"name", "D"},
                                              {"body", "slider"},
                                              {"length", 0.08},
                                              {"height", 0.05},
                                              {"clearance", clearance},
                                              {"law", damped(1e10)}});
            m.add("drive", {{"joint", "O"}, {"speed", crank.speed()}});
            m.guess({{"crank", 0.0}, {"rod", 0.0}});
            const System system = m.system();
            double worst = 0;
            (void)run_mechanism(system, *events(1e-9), 1e-3, 0.34, [&](const State& state) {
                worst = std::max(worst, std::hypot(probe(system, state, "slider.ux") - crank.at(state.time).x,
                                                   probe(system, state, "slider.uy")));
            });
            return worst;
        },
        0.9, 1.1);
}

TEST(SlotWithClearance, TendsToTheIdealOne) {
    constexpr double r = 45 * mm, w = 24 * pi, half_width = 8 * mm;
    expect_first_order(
        [&](double clearance) {
            Mechanisms m;
            m.body("crank", 0.09, 3.04e-5, {{"P", pair_of(r, 0)}});
            m.body("yoke", 2.353, 3.5e-3, {});
            m.hinge("O", pair_of(0, 0), "crank");
            m.add("translational", {{"name", "guide"}, {"body", "yoke"}});
            m.add("slot", {{"name", "slot"},
                           {"base", "yoke"},
                           {"pin", "crank.P"},
                           {"from", pair_of(0, -0.1)},
                           {"to", pair_of(0, 0.1)},
                           {"width", 2 * half_width},
                           {"pin_radius", half_width - clearance},
                           {"law", damped(1e12)}});
            m.add("drive", {{"joint", "O"}, {"speed", w}});
            m.guess({{"crank", 0.4}});
            const System system = m.system();
            double worst = 0;
            (void)run_mechanism(system, *events(1e-9), 1e-3, 2 * pi / w, [&](const State& state) {
                worst = std::max(worst, std::abs(probe(system, state, "yoke.ux") - r * std::cos(0.4 + w * state.time)));
            });
            return worst;
        },
        0.9, 1.1);
}

constexpr double g = 9.81, K = 1e7, half_length = 0.1, half_height = 0.01, inertia = 1e-2, play = 1e-4;
const double pressed = std::pow(0.5 * g / K, 2.0 / 3.0);  // of two corners that carry 1 kg

struct Bristles {
    double coefficient, static_coefficient, stiffness, damping;
};
constexpr double stribeck_speed = 0.05;

System block(const Bristles& b, double speed) {
    Mechanisms m;
    m.body("block", 1, inertia, {});
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "block"},
                                      {"length", 2 * half_length},
                                      {"height", 2 * half_height},
                                      {"clearance", play},
                                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", K}})},
                                      {"friction", table({{"family", "friction"},
                                                          {"kind", "lugre"},
                                                          {"coefficient", b.coefficient},
                                                          {"static_coefficient", b.static_coefficient},
                                                          {"stribeck_speed", stribeck_speed},
                                                          {"bristle_stiffness", b.stiffness},
                                                          {"bristle_damping", b.damping}})}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    m.add("initial", {{"node", "block"}, {"y", -play - pressed}, {"vx", speed}});
    return m.system();
}

using Motion = Eigen::Matrix<double, 8, 1>;  // x, y, angle, their rates, the bristles of the two lower corners

Motion rates(const Bristles& b, const Motion& at) {
    Motion out;
    out.head<3>() = at.segment<3>(3);
    double fx = 0, fy = -g, moment = 0;
    for (int i = 0; i < 2; ++i) {
        const Vector2d arm = rotated({i == 0 ? -half_length : half_length, -half_height}, at[2]);
        const double depth = std::max(-(at[1] + arm.y()) - half_height - play, 0.0), N = K * std::pow(depth, 1.5);
        const double slip = at[3] - at[5] * arm.y(), s = std::abs(slip), z = at[6 + i];
        const double level = b.coefficient + (b.static_coefficient - b.coefficient) * std::exp(-std::pow(s / stribeck_speed, 2));
        out[6 + i] = slip - b.stiffness * s / level * z;
        const double T = -N * (b.stiffness * z + std::min(b.damping, 4 * level / std::max(s, 1e-300)) * out[6 + i]);
        fx += T;
        fy += N;
        moment += arm.x() * N - arm.y() * T;
    }
    out[3] = fx;
    out[4] = fy;
    out[5] = moment / inertia;
    return out;
}

// Slides, slows through the Stribeck speed, sticks and swings on its bristles. Tolerances are those of the methods: 1e-11 asked
// of event_driven, steps of 1e-5 s of second and fourth order; without the bristles' own state (Coulomb) it would end at rest.
TEST(BristlesOfAGuide, MoveAsAnIndependentIntegrationHasThem) {
    const Bristles b{0.2, 0.3, 1e4, 5};
    constexpr double speed = 0.1, duration = 0.06, h = 1e-6;
    Motion at = Motion::Zero();
    at[1] = -play - pressed;
    at[3] = speed;
    for (int i = 0; i < static_cast<int>(std::lround(duration / h)); ++i) {
        const Motion k1 = rates(b, at), k2 = rates(b, at + 0.5 * h * k1), k3 = rates(b, at + 0.5 * h * k2),
                     k4 = rates(b, at + h * k3);
        at += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    const System system = block(b, speed);
    struct Way {
        const char* name;
        time::MethodPointer method;
        double tolerance;
    };
    for (const Way& way : {Way{"event_driven", events(1e-11), 2e-8},
                           {"generalized_alpha", alpha(), 2e-4},
                           {"baumgarte", method("baumgarte"), 2e-6}}) {
        SCOPED_TRACE(way.name);
        const MechanismRun run = run_mechanism(system, *way.method, 1e-5, duration);
        EXPECT_NEAR(probe(system, run.end, "block.ux") / at[0], 1, way.tolerance);
        EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), at[3], way.tolerance * speed);
        EXPECT_NEAR(probe(system, run.end, "block.rz"), at[2], way.tolerance * 1e-4);
    }
}

// As the bristles stiffen, Coulomb's friction, first order in 1/sigma_0: the distance to rest is v^2/(2 mu g) but for what the
// deflection mu/sigma_0 costs: at the start sigma_1 pulls with 4 mu N at most (its bound) while the bristles deflect, at the end
// they spring back. What the block had goes into friction,
// but for 0.2 per cent that rocking on elastic corners and the wound-up bristles keep; the account closes to 1e-8.
TEST(BristlesOfAGuide, StiffOnesAreCoulombs) {
    constexpr double mu = 0.2, speed = 0.1, stop = speed * speed / (2 * mu * g);
    double last = 0;
    for (const double stiffness : {1e3, 1e4, 1e5}) {
        SCOPED_TRACE(stiffness);
        const System system = block({mu, mu, stiffness, 2 * std::sqrt(stiffness / g)}, speed);
        const MechanismRun run = run_mechanism(system, *events(1e-9), 1e-4, 0.08);
        const double off = std::abs(probe(system, run.end, "block.ux") - stop);
        EXPECT_LT(off, 5 * mu / stiffness);
        if (last > 0) {
            EXPECT_NEAR(last / off, 10, 1);
        }
        last = off;
        EXPECT_NEAR(run.energy.friction, 0.5 * speed * speed, 2e-3 * 0.5 * speed * speed);
        EXPECT_LT(run.largest_remainder, 1e-8 * 0.5 * speed * speed);
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_limit_test
