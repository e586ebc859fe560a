// Physics: ideal mechanisms with a driven crank: slider-crank with an offset guide, four-bar, scotch-yoke.
// Reference: closed kinematics; joint forces and driving torque by Newton's and Euler's equations of each body.
// Tolerance: 1e-10 of the largest value in position, velocity, acceleration and force: there is no freedom left, so that
// event_driven and generalized_alpha have no error of integration, only round-off times the condition of the joints (below 1e3).
// Control: the joint's force is not the one of a massless rod.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

#include <Eigen/LU>

namespace jounce::test::mechanisms_test {
namespace {

constexpr double relative = 1e-10;

struct Way {
    const char* name;
    time::MethodPointer method;
};
std::vector<Way> ways() { return {{"event_driven", events()}, {"generalized_alpha", alpha()}}; }

/// Compares probes with their closed form at every accepted state.
class Comparison {
  public:
    explicit Comparison(const System& system) : system_(system) {}
    void operator()(const State& state, const std::string& name, double exact) {
        double& worst = worst_[name].first;
        worst = std::max(worst, std::abs(probe(system_, state, name) - exact));
        worst_[name].second = std::max(worst_[name].second, std::abs(exact));
    }
    void expect_within(double tolerance) const {
        for (const auto& [name, worst] : worst_) EXPECT_LT(worst.first, tolerance * worst.second) << name;
        EXPECT_FALSE(worst_.empty());
    }

  private:
    const System& system_;
    std::map<std::string, std::pair<double, double>> worst_;
};

TEST(IdealMechanism, SliderCrankMovesAndPushesAsItsClosedForm) {
    SliderCrank crank;
    crank.offset = 0.03;
    const System system = crank.ideal();
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        Comparison compare(system);
        double massless = 0;
        const MechanismRun run = run_mechanism(system, *way.method, 2e-4, 60 / crank.rpm, [&](const State& state) {
            const SliderCrank::Instant exact = crank.at(state.time);
            compare(state, "slider.ux", exact.x);
            compare(state, "slider.ux_velocity", exact.v);
            compare(state, "slider.ux_acceleration", exact.a);
            compare(state, "rod.rz", exact.turn);
            compare(state, "rod.rz_velocity", exact.rate);
            compare(state, "rod.rz_acceleration", exact.spin);
            compare(state, "C.force_x", exact.at_c.x());
            compare(state, "C.force_y", exact.at_c.y());
            compare(state, "A.force_x", exact.at_a.x());
            compare(state, "A.force_y", exact.at_a.y());
            compare(state, "O.force_x", exact.at_o.x());
            compare(state, "O.force_y", exact.at_o.y());
            compare(state, "O.moment", exact.torque);
            compare(state, "guide.force", std::abs(exact.guide));
            massless = std::max(massless, std::abs(exact.at_a.x() - exact.at_c.x()));
        });
        compare.expect_within(relative);
        EXPECT_GT(massless, 10) << "the rod has mass";
        EXPECT_LT(run.largest_remainder, 1e-3 * run.work_done);
    }
}

// The centred crank at 0 degrees: x'' = -20.0410542034454 m/s^2, which is its largest; sign change at 80.7827789826 degrees.
TEST(IdealMechanism, SliderCrankOfKoshyHasItsPublishedAcceleration) {
    const SliderCrank crank;
    const System system = crank.ideal();
    const double change = 80.7827789826 * pi / 180 / crank.speed();
    double largest = 0, start = 0;
    const MechanismRun run = run_mechanism(system, *alpha(), change / 200, change, [&](const State& state) {
        const double a = probe(system, state, "slider.ux_acceleration");
        if (state.time == 0) start = a;
        largest = std::max(largest, std::abs(a));
    });
    EXPECT_NEAR(start, -20.0410542034454, 2e-12);
    EXPECT_EQ(largest, -start);
    // The angle has twelve digits, the slope is 24 m/s^2 a radian.
    EXPECT_NEAR(probe(system, run.end, "slider.ux_acceleration"), 0, 1e-10);
}

// Crank a from the origin, coupler b, rocker c about (d, 0); centres of mass off the middle of the lines.
struct FourBar {
    double a = 0.1, b = 0.35, c = 0.25, d = 0.3, w = 7.3;
    double m2 = 0.8, i2 = 0.011, m3 = 1.4, i3 = 0.017, g = 9.81;
    Vector2d coupler_a{-0.15, -0.04}, rocker_d{-0.1, 0.03};  // from the centres of mass, in the bodies

    [[nodiscard]] System system() const {
        Mechanisms m;
        m.body("crank", 0.5, 0.002, {{"O", pair_of(0, 0)}, {"A", pair_of(a, 0)}});
        m.body("coupler", m2, i2,
               {{"A", pair_of(coupler_a.x(), coupler_a.y())}, {"B", pair_of(coupler_a.x() + b, coupler_a.y())}});
        m.body("rocker", m3, i3, {{"D", pair_of(rocker_d.x(), rocker_d.y())}, {"B", pair_of(rocker_d.x() + c, rocker_d.y())}});
        m.hinge("O", pair_of(0, 0), "crank.O");
        m.hinge("A", "crank.A", "coupler.A");
        m.hinge("B", "coupler.B", "rocker.B");
        m.hinge("D", pair_of(d, 0), "rocker.D");
        m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
        m.add("drive", {{"joint", "O"}, {"speed", w}});
        m.guess({{"crank", 0.0}, {"coupler", 0.9}, {"rocker", 1.5}});
        return m.system();
    }
    struct Instant {
        double coupler, rocker, coupler_rate, rocker_rate, coupler_spin, rocker_spin;
        Vector2d at_a, at_b, at_d;  // on the coupler, on the rocker, on the rocker
        double torque;
    };
    [[nodiscard]] Instant at(double time) const {
        Instant out;
        const Vector2d A = a * Vector2d(std::cos(w * time), std::sin(w * time));
        const Vector2d D(d, 0), apart = D - A;
        // B where two circles meet, on the upper side.
        const double e = apart.norm(), along = (b * b - c * c + e * e) / (2 * e), up = std::sqrt(b * b - along * along);
        const Vector2d unit = apart / e;
        const Vector2d B = A + along * unit + up * Vector2d(-unit.y(), unit.x());
        const Vector2d ab = B - A, db = B - D;
        out.coupler = std::atan2(ab.y(), ab.x());
        out.rocker = std::atan2(db.y(), db.x());
        const Vector2d va = cross_z(w, A), aa = -w * w * A;
        Eigen::Matrix2d turn;  // v_B = va + x1 z x ab = x2 z x db
        turn << -ab.y(), db.y(), ab.x(), -db.x();
        const Vector2d rates = turn.inverse() * -va;
        out.coupler_rate = rates[0];
        out.rocker_rate = rates[1];
        const Vector2d spins = turn.inverse() * Vector2d(-aa + rates[0] * rates[0] * ab - rates[1] * rates[1] * db);
        out.coupler_spin = spins[0];
        out.rocker_spin = spins[1];
        // Arms from the centres of mass.
        const Vector2d to_a = rotated(coupler_a, out.coupler), to_b = to_a + ab;
        const Vector2d to_d = rotated(rocker_d, out.rocker), to_b3 = to_d + db;
        const Vector2d a2 = aa - cross_z(spins[0], to_a) + rates[0] * rates[0] * to_a;
        const Vector2d a3 = -cross_z(spins[1], to_d) + rates[1] * rates[1] * to_d;
        Eigen::Matrix<double, 6, 6> E = Eigen::Matrix<double, 6, 6>::Zero();
        Eigen::Matrix<double, 6, 1> right;
        E.block<2, 2>(0, 0).setIdentity();
        E.block<2, 2>(0, 2) = -Eigen::Matrix2d::Identity();
        E.row(2) << -to_a.y(), to_a.x(), to_b.y(), -to_b.x(), 0, 0;
        E.block<2, 2>(3, 2).setIdentity();
        E.block<2, 2>(3, 4).setIdentity();
        E.row(5) << 0, 0, -to_b3.y(), to_b3.x(), -to_d.y(), to_d.x();
        const Vector2d weight(0, g);
        right << m2 * (a2 + weight), i2 * spins[0], m3 * (a3 + weight), i3 * spins[1];
        const Eigen::Matrix<double, 6, 1> force = E.fullPivLu().solve(right);
        out.at_a = force.segment<2>(0);
        out.at_b = force.segment<2>(2);
        out.at_d = force.segment<2>(4);
        out.torque = cross(A, out.at_a);
        return out;
    }
};

TEST(IdealMechanism, FourBarMovesAndPushesAsItsClosedForm) {
    const FourBar bars;
    const System system = bars.system();
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        Comparison compare(system);
        (void)run_mechanism(system, *way.method, 1e-3, 2 * pi / bars.w, [&](const State& state) {
            const FourBar::Instant exact = bars.at(state.time);
            compare(state, "coupler.rz", exact.coupler);
            compare(state, "rocker.rz", exact.rocker);
            compare(state, "coupler.rz_velocity", exact.coupler_rate);
            compare(state, "rocker.rz_velocity", exact.rocker_rate);
            compare(state, "coupler.rz_acceleration", exact.coupler_spin);
            compare(state, "rocker.rz_acceleration", exact.rocker_spin);
            compare(state, "A.force_x", exact.at_a.x());
            compare(state, "A.force_y", exact.at_a.y());
            compare(state, "B.force_x", exact.at_b.x());
            compare(state, "B.force_y", exact.at_b.y());
            compare(state, "D.force_x", exact.at_d.x());
            compare(state, "D.force_y", exact.at_d.y());
            compare(state, "O.moment", exact.torque);
        });
        compare.expect_within(relative);
    }
}

// A pin on a crank in a straight slot across the yoke's way: x = r cos(w t), and the slot pushes with m x''.
TEST(IdealMechanism, ScotchYokeIsASine) {
    constexpr double r = 0.045, w = 24 * pi, mass = 2.353;
    Mechanisms m;
    m.body("crank", 0.09, 3.04e-5, {{"P", pair_of(r, 0)}});
    m.body("yoke", mass, 3.5e-3, {});
    m.hinge("O", pair_of(0, 0), "crank");
    m.add("translational", {{"name", "guide"}, {"body", "yoke"}});
    m.add("point_on_curve", {{"name", "pin"}, {"point", "crank.P"}, {"base", "yoke"}, {"axis", pair_of(0, 1)}});
    m.add("drive", {{"joint", "O"}, {"speed", w}});
    m.guess({{"crank", 0.4}});
    const System system = m.system();
    for (const Way& way : ways()) {
        SCOPED_TRACE(way.name);
        Comparison compare(system);
        (void)run_mechanism(system, *way.method, 1e-4, 2 * pi / w, [&](const State& state) {
            const double c = std::cos(0.4 + w * state.time), s = std::sin(0.4 + w * state.time);
            compare(state, "yoke.ux", r * c);
            compare(state, "yoke.ux_velocity", -r * w * s);
            compare(state, "yoke.ux_acceleration", -r * w * w * c);
            compare(state, "pin.force", mass * r * w * w * std::abs(c));
            // The push on the pin is against the yoke's acceleration: the torque carries the yoke.
            compare(state, "O.moment", mass * r * r * w * w * c * s);
        });
        compare.expect_within(relative);
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_test
