// Physics: mechanisms with freedom left. A double pendulum of two bodies; drift of the joints; energy through springs.
// Reference: the two equations of motion in minimal coordinates, integrated by extrapolation to 1e-15, with joint forces by
// Newton's equation; orders of convergence; the joints' equations evaluated apart; conservation of energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test::mechanisms_free_test {
namespace {

// Angles from hanging down; s from the hinge above to the centre of mass.
struct DoublePendulum {
    double m1 = 1.3, m2 = 0.8, i1 = 0.02, i2 = 0.013, l1 = 0.4, s1 = 0.17, s2 = 0.21, g = 9.81;
    double angle1 = 1.2, angle2 = 0.4, rate1 = 0.5, rate2 = -1;

    void bodies(Mechanisms& m) const {
        m.body("upper", m1, i1, {{"O", pair_of(0, s1)}, {"A", pair_of(0, s1 - l1)}});
        m.body("lower", m2, i2, {{"A", pair_of(0, s2)}, {"end", pair_of(0, -s2)}});
        m.hinge("O", pair_of(0.1, -0.2), "upper.O");
        m.hinge("A", "upper.A", "lower.A");
        if (g > 0) m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
        m.add("initial", {{"node", "upper"}, {"angle", angle1}, {"vangle", rate1}});
        m.add("initial", {{"node", "lower"}, {"angle", angle2}, {"vangle", rate2}});
    }
    [[nodiscard]] System system() const {
        Mechanisms m;
        bodies(m);
        return m.system();
    }
    /// y = (angle1, angle2, rate1, rate2)
    [[nodiscard]] Reals<4> rate(const Reals<4>& y) const {
        const Real c = std::cos(y[0] - y[1]), s = std::sin(y[0] - y[1]), h = static_cast<Real>(m2) * l1 * s2;
        const Real a = i1 + static_cast<Real>(m1) * s1 * s1 + static_cast<Real>(m2) * l1 * l1, b = h * c,
                   d = i2 + static_cast<Real>(m2) * s2 * s2;
        const Real p = -h * s * y[3] * y[3] - g * (static_cast<Real>(m1) * s1 + static_cast<Real>(m2) * l1) * std::sin(y[0]);
        const Real q = h * s * y[2] * y[2] - static_cast<Real>(m2) * g * s2 * std::sin(y[1]);
        const Real det = a * d - b * b;
        return {y[2], y[3], (d * p - b * q) / det, (a * q - b * p) / det};
    }
    [[nodiscard]] Reals<4> at(double time) const {
        Reals<4> y = {angle1, angle2, rate1, rate2};
        Real x = 0;
        integrate([this](Real /*x*/, const Reals<4>& z) { return rate(z); }, x, y, static_cast<Real>(time), 0.01L, 1e-15L,
                  Reals<4>{1, 1, 1, 1}, [](Real, const Reals<4>&, Real, const Reals<4>&) { return true; });
        return y;
    }
    /// On the lower body.
    [[nodiscard]] Vector2d force_at_hinge(const Reals<4>& y) const {
        const Reals<4> dy = rate(y);
        const auto swung = [](double length, Real angle, Real rate, Real spin) {
            const Vector2d r = rotated({0, -length}, static_cast<double>(angle));
            return Vector2d(cross_z(static_cast<double>(spin), r) - static_cast<double>(rate * rate) * r);
        };
        return m2 * (swung(l1, y[0], y[2], dy[2]) + swung(s2, y[1], y[3], dy[3]) + Vector2d(0, g));
    }
};

struct Difference {
    double angle = 0, rate = 0, spin = 0, force = 0;
};
Difference difference(const DoublePendulum& pendulum, const System& system, const State& state) {
    const Reals<4> y = pendulum.at(state.time);
    const Reals<4> dy = pendulum.rate(y);
    const Vector2d force = pendulum.force_at_hinge(y);
    const auto off = [&](const char* name, Real exact) {
        return std::abs(probe(system, state, name) - static_cast<double>(exact));
    };
    return {std::max(off("upper.rz", y[0]), off("lower.rz", y[1])),
            std::max(off("upper.rz_velocity", y[2]), off("lower.rz_velocity", y[3])),
            std::max(off("upper.rz_acceleration", dy[2]), off("lower.rz_acceleration", dy[3])),
            std::max(off("A.force_x", force.x()), off("A.force_y", force.y()))};
}

// Rates are up to 10 rad/s, accelerations up to 150 rad/s^2, forces up to 50 N. Tolerance 1e-12 a step, a few hundred steps and
// the pendulum's own sensitivity over 2 s (below 1e2).
TEST(DoublePendulum, SwingsAsInMinimalCoordinates) {
    const DoublePendulum pendulum;
    const System system = pendulum.system();
    double largest = 0;
    const MechanismRun run = run_mechanism(system, *events(), 0.1, 2, [&](const State& state) {
        largest = std::max(largest, std::abs(probe(system, state, "lower.rz_velocity")));
    });
    const Difference off = difference(pendulum, system, run.end);
    EXPECT_LT(off.angle, 1e-9);
    EXPECT_LT(off.rate, 1e-8);
    EXPECT_LT(off.spin, 1e-7);
    EXPECT_LT(off.force, 1e-7);
    EXPECT_GT(largest, 5) << "it swings";
    EXPECT_LT(run.largest_remainder, 1e-9 * run.work_done);
}

double end_error(const DoublePendulum& pendulum, const time::Method& method, double step, Difference* all = nullptr) {
    const System system = pendulum.system();
    const MechanismRun run = run_mechanism(system, method, step, 1);
    const Difference off = difference(pendulum, system, run.end);
    if (all != nullptr) *all = off;
    return off.angle;
}

// Order p: halving the step divides the error by 2^p; 10 % for the next term.
TEST(DoublePendulum, GeneralizedAlphaIsOfSecondOrder) {
    for (const double radius : {0.8, 0.5}) {
        Difference coarse, fine;
        (void)end_error({}, *alpha(radius), 1e-3, &coarse);
        (void)end_error({}, *alpha(radius), 5e-4, &fine);
        EXPECT_NEAR(coarse.angle / fine.angle, 4, 0.4) << radius;
        EXPECT_NEAR(coarse.rate / fine.rate, 4, 0.4) << radius;
        EXPECT_NEAR(coarse.spin / fine.spin, 4, 0.4) << "consistent accelerations " << radius;
        EXPECT_NEAR(coarse.force / fine.force, 4, 0.4) << "and forces " << radius;
        EXPECT_LT(fine.angle, 1e-4);
    }
}

// The estimate is of the second order in the step, as is the error at the end: a hundredth of the tolerance leaves about a
// hundredth of the error (steps are halved, so that either may be four times off). Control: the largest step alone errs by much
// more than the fine tolerance leaves. At 1e-3 hht and wbz halve it about once, which leaves a quarter: that tolerance is no
// control.
TEST(DoublePendulum, GeneralizedAlphaAdaptsItsStepsToATolerance) {
    const DoublePendulum pendulum;
    const System system = pendulum.system();
    for (const time::MethodPointer& by : {alpha(), method("hht"), method("wbz")}) {
        SCOPED_TRACE(by->kind);
        const auto angle = [&](double tolerance, std::int64_t& refinements) {
            const MechanismRun run = run_mechanism(system, *by, 0.02, 1, {}, tolerance);
            refinements = run.report.refinements;
            return difference(pendulum, system, run.end).angle;
        };
        std::int64_t none = 0, some = 0, many = 0;
        const double coarse = angle(0, none), rough = angle(1e-3, some), fine = angle(1e-5, many);
        EXPECT_EQ(none, 0);
        EXPECT_GT(some, 0);
        EXPECT_GT(many, 5 * some);
        EXPECT_LT(fine, rough / 20);
        EXPECT_LT(fine, 1e-3);
        EXPECT_GT(coarse, 3 * rough);
        EXPECT_GT(coarse, 100 * fine) << "control";
    }
}

TEST(DoublePendulum, BaumgarteWithRungeKuttaIsOfFourthOrder) {
    const auto gains = method("baumgarte", {{"alpha", 20.0}, {"beta", 20.0}});
    Difference coarse, fine;
    (void)end_error({}, *gains, 4e-3, &coarse);
    (void)end_error({}, *gains, 2e-3, &fine);
    EXPECT_NEAR(coarse.angle / fine.angle, 16, 3);
    EXPECT_NEAR(coarse.rate / fine.rate, 16, 3);
    // Semi-implicit Euler: first order.
    const auto euler = method("baumgarte", {{"scheme", "semi_implicit_euler"}, {"alpha", 20.0}, {"beta", 20.0}});
    EXPECT_NEAR(end_error({}, *euler, 1e-3) / end_error({}, *euler, 5e-4), 2, 0.2);
}

// Projected after each step: round-off only, of lengths below 1 m and speeds below 10 m/s.
TEST(Joints, DoNotDriftWithProjection) {
    const System free = DoublePendulum{}.system();
    const System driven = SliderCrank{}.ideal();
    for (const auto& m : {events(1e-9), alpha(0.8), alpha(0.5)}) {
        for (const System* system : {&free, &driven}) {
            Drift drift(*system);
            (void)run_mechanism(*system, *m, 1e-3, 5, [&](const State& state) { drift(state); });
            EXPECT_LT(drift.position, 1e-12) << m->describe();
            EXPECT_LT(drift.rate, 1e-11) << m->describe();
        }
    }
    // Steps as long as a coarse tolerance lets them: each of them leaves the joints by far more than round-off.
    for (const System* system : {&free, &driven}) {
        Drift drift(*system);
        const MechanismRun run = run_mechanism(*system, *events(1e-3), 1, 5, [&](const State& state) { drift(state); });
        EXPECT_LT(run.report.steps, 400) << "short steps would need no projection";
        EXPECT_LT(drift.position, 1e-12);
        EXPECT_LT(drift.rate, 1e-11);
    }
}

// Baumgarte's gains hold the drift, they do not take it away: with gains of 1/step it is of
// first order in the velocities, of second order in the positions.
TEST(Joints, DriftWithBaumgarteAsItsStepLetsThem) {
    const System system = SliderCrank{}.ideal();
    double last = 0;
    for (const double step : {4e-4, 2e-4, 1e-4}) {
        Drift drift(system);
        (void)run_mechanism(system, *method("baumgarte"), step, 1, [&](const State& state) { drift(state); });
        // Seen: 0.77 m/s^2 times the step, and 0.47 m/s^2 times its square.
        EXPECT_NEAR(drift.rate, 0.772 * step, 0.02 * step) << "m/s";
        EXPECT_NEAR(drift.position, 0.4745 * step * step, 0.01 * step * step) << "m";
        if (last > 0) {
            EXPECT_NEAR(last / drift.rate, 2, 0.01);
        }
        last = drift.rate;
    }
}

// Springs of both kinds, with and without dampers, between the bodies and to the ground. Energy changes through them alone.
System sprung(bool damped) {
    Mechanisms m;
    DoublePendulum{}.bodies(m);
    m.add("link_spring", {{"name", "spring"},
                          {"between", between(pair_of(0.5, -0.3), "lower.end")},
                          {"stiffness", 80.0},
                          {"free_length", 0.2},
                          {"damping", damped ? 1.5 : 0.0}});
    m.add("torsion_spring",
          {{"name", "turn"}, {"between", between("upper", "lower")}, {"stiffness", 2.0}, {"damping", damped ? 0.05 : 0.0}});
    return m.system();
}

TEST(Energy, GoesThroughJointsAndSpringsWithoutRest) {
    for (const bool damped : {false, true}) {
        const System system = sprung(damped);
        double least = 1e9, most = 0;
        const MechanismRun run = run_mechanism(system, *events(), 0.01, 2, [&](const State& state) {
            const double stretched = probe(system, state, "lower.ux");
            least = std::min(least, stretched);
            most = std::max(most, stretched);
        });
        EXPECT_LT(run.largest_remainder, 1e-9 * run.work_done);
        EXPECT_GT(run.energy.strain, 1e-3);
        EXPECT_GT(most - least, 0.03);
        if (damped) {
            EXPECT_GT(run.energy.structural_damping, 0.1);
        } else {
            EXPECT_EQ(run.energy.structural_damping, 0);
        }
        // Second order: the trapezoidal rule over a step, and the method.
        const double coarse = run_mechanism(system, *alpha(), 1e-3, 2).largest_remainder;
        const double fine = run_mechanism(system, *alpha(), 5e-4, 2).largest_remainder;
        EXPECT_NEAR(coarse / fine, 4, 0.8);
        EXPECT_LT(fine, 1e-3 * run.work_done);
    }
}

// What the driver does is the work that comes in: a motor on a joint, against what the bodies have then.
TEST(Energy, OfAMotorIsWhatTheBodiesHave) {
    Mechanisms m;
    DoublePendulum pendulum;
    pendulum.g = 0;
    pendulum.rate1 = pendulum.rate2 = 0;
    pendulum.bodies(m);
    m.add("drive", {{"joint", "O"}, {"torque", 0.7}});
    const System system = m.system();
    const MechanismRun run = run_mechanism(system, *events(), 0.01, 0.5);
    const double turned = probe(system, run.end, "upper.rz") - pendulum.angle1;
    EXPECT_GT(turned, 0.5);
    EXPECT_NEAR(run.energy.external, 0.7 * turned, 1e-10);
    EXPECT_NEAR(run.energy.kinetic, 0.7 * turned, 1e-10);
}

}  // namespace
}  // namespace jounce::test::mechanisms_free_test
