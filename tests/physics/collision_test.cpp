// Physics: two free masses that collide through a gap between nodes, and a circular gap loaded across one line.
// Reference: conservation of momentum; the impact of the reduced mass m1 m2/(m1 + m2) on a fixed stop, marched with the same
// steps; restitution that the law is asked for. Mirrored, turned and exchanged, the same collision gives the same numbers.
// Tolerance: round-off (1e-12) wherever two models describe one motion step by step; second order in the step for restitution.
// Control: masses of unequal size, motion across the gap, and a restitution below one.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>

#include "motion.hpp"

namespace jounce::test::collision_test {
namespace {

using Eigen::Vector3d;

constexpr double m1 = 2.3, m2 = 0.9, v1 = 0.7, v2 = -0.25, clearance = 1e-3;
constexpr double reduced = m1 * m2 / (m1 + m2), approach = v1 - v2;
constexpr double asked = 0.6;

Value point(const Vector3d& x) { return vector(x.x(), x.y(), x.z()); }
Value dissipative() {
    return table({{"family", "law"}, {"kind", "gonthier"}, {"stiffness", 4e8}, {"exponent", 1.5}, {"restitution", asked}});
}
// Duration of an elastic Hertz impact, for the choice of the step.
const double duration = 2.9433 * std::pow(5 * reduced * approach * approach / (4 * 4e8), 0.4) / approach;
constexpr double span = clearance / approach;  // until the onset

// The masses meet along d, with a motion w across it that the gap does not see.
struct Setting {
    Vector3d d = Vector3d::UnitX(), w = Vector3d::Zero();
    bool from_second = false;  ///< the gap is written from the second mass to the first
};

System pair(const Setting& s) {
    const Vector3d d = s.d.normalized();
    Script script;
    script.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", m1}});
    script.add("point", {{"name", "b"}, {"at", point(0.1 * d)}, {"mass", m2}});
    script.add("initial", {{"node", "a"}, {"velocity", point(v1 * d + s.w)}});
    script.add("initial", {{"node", "b"}, {"velocity", point(v2 * d - 2 * s.w)}});
    // x = d.(u_b - u_a) falls as they approach; written from b to a it is the same with d turned round on its head twice.
    script.add("gap", {{"name", "g"},
                       {"from", s.from_second ? "b" : "a"},
                       {"to", s.from_second ? "a" : "b"},
                       {"direction", point(d)},
                       {"clearance", clearance},
                       {"sides", s.from_second ? "positive" : "negative"},
                       {"law", dissipative()}});
    return script.system();
}

System alone() {
    Script script;
    script.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", reduced}, {"free", words({"ux"})}});
    script.add("initial", {{"node", "a"}, {"velocity", vector(approach, 0, 0)}});
    script.add("gap", {{"name", "g"},
                       {"node", "a"},
                       {"direction", vector(1, 0, 0)},
                       {"clearance", clearance},
                       {"sides", "positive"},
                       {"law", dissipative()}});
    return script.system();
}

Vector3d velocity(const System& system, const State& state, const std::string& node) {
    return {motion_of(system, state, node, 0).velocity, motion_of(system, state, node, 1).velocity,
            motion_of(system, state, node, 2).velocity};
}

const double step = duration / 100.381966;  // no divisor of the contact time
const double end = span + 2 * duration;

TEST(TwoMasses, KeepTheirMomentum) {
    for (const Setting& s : {Setting{}, Setting{Vector3d(1, -2, 0.5), Vector3d(0.2, 0.1, 0), false}}) {
        const System system = pair(s);
        const Vector3d d = s.d.normalized();
        const Vector3d before = (m1 * v1 + m2 * v2) * d + (m1 - 2 * m2) * s.w;
        double worst = 0;
        const Outcome out = march(system, step, end, [&](const State& state) {
            const Vector3d now = m1 * velocity(system, state, "a") + m2 * velocity(system, state, "b");
            worst = std::max(worst, (now - before).norm());
        });
        EXPECT_LT(worst, 1e-13 * (m1 + m2)) << "at every step, in contact too";
        ASSERT_EQ(out.impacts.size(), 1u);
        EXPECT_NEAR(out.impacts[0].speed_in, approach, 1e-12);
        // Control: each of them changes its velocity, by the impulse over its mass, along d only.
        const Vector3d change = velocity(system, out.end, "a") - (v1 * d + s.w);
        EXPECT_NEAR(change.dot(d), -out.impacts[0].impulse / m1, 1e-5);
        EXPECT_GT(std::abs(change.dot(d)), 0.3);
        EXPECT_LT((change - d * change.dot(d)).norm(), 1e-13) << "the motion across the gap goes on";
    }
}

TEST(TwoMasses, CollideAsTheirReducedMass) {
    const Outcome single = march(alone(), step, end);
    const Outcome both = march(pair({}), step, end);
    ASSERT_EQ(single.impacts.size(), 1u);
    ASSERT_EQ(both.impacts.size(), 1u);
    const time::Impact &one = single.impacts[0], &two = both.impacts[0];
    EXPECT_NEAR(two.time_in / one.time_in, 1, 1e-12);
    EXPECT_NEAR(*two.time_out / *one.time_out, 1, 1e-12);
    EXPECT_NEAR(two.peak_force / one.peak_force, 1, 1e-10);
    EXPECT_NEAR(two.max_indentation / one.max_indentation, 1, 1e-10);
    EXPECT_NEAR(two.impulse / one.impulse, 1, 1e-10);
    EXPECT_NEAR(*two.speed_out / *one.speed_out, 1, 1e-10);
    EXPECT_NEAR(both.energy.contact_damping / single.energy.contact_damping, 1, 1e-10);
}

TEST(TwoMasses, PartWithTheRestitutionAskedFor) {
    double last = 0;
    for (const double cells : {100.0, 200.0, 400.0}) {
        const System system = pair({Vector3d(1, 1, -3), Vector3d::Zero(), false});
        const Outcome out = march(system, duration / (cells + 0.381966), end);
        ASSERT_EQ(out.impacts.size(), 1u);
        const double error = std::abs(*out.impacts[0].restitution_delivered() - asked);
        EXPECT_LT(error, 20 / (cells * cells));
        if (last > 0) {
            EXPECT_LT(error, last / 2.5) << "second order";
        }
        last = error;
        const double lost = reduced * approach * approach / 2 * (1 - asked * asked);
        EXPECT_NEAR(out.energy.contact_damping / lost, 1, 40 / (cells * cells));
        EXPECT_NEAR(out.energy.remainder / lost, 0, 40 / (cells * cells));
    }
}

TEST(TwoMasses, CollideAlikeInEveryDirection) {
    const Outcome reference = march(pair({}), step, end);
    const Setting settings[] = {{-Vector3d::UnitX(), Vector3d::Zero(), false},
                                {Vector3d::UnitY(), Vector3d::Zero(), false},
                                {Vector3d(3, -1, 2), Vector3d(0.1, 0.3, 0), false},
                                {Vector3d::UnitX(), Vector3d::Zero(), true},
                                {Vector3d(-1, 4, 2), Vector3d(0.4, 0.1, 0), true}};
    for (Setting s : settings) {
        s.w -= s.w.dot(s.d) / s.d.squaredNorm() * s.d;
        // The second mass to the first: x = d.(u_a - u_b) grows as they approach, on the positive side.
        const Outcome out = march(pair(s), step, end);
        ASSERT_EQ(out.impacts.size(), 1u);
        const time::Impact &one = reference.impacts[0], &two = out.impacts[0];
        EXPECT_EQ(two.side, s.from_second ? 1 : -1);
        EXPECT_NEAR(two.time_in / one.time_in, 1, 1e-12);
        EXPECT_NEAR(*two.time_out / *one.time_out, 1, 1e-11);
        EXPECT_NEAR(two.peak_force / one.peak_force, 1, 1e-10);
        EXPECT_NEAR(*two.speed_out / *one.speed_out, 1, 1e-10);
    }
}

// A mass on springs, free in x and y, shaken along `d` between stops of the given kind.
System shaken(const Vector3d& d, const char* kind) {
    Script script;
    script.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1.7}, {"free", words({"ux", "uy"})}});
    for (const Vector3d& axis : {Vector3d(1, 0, 0), Vector3d(0, 1, 0)}) {
        script.add("spring", {{"from", "p"}, {"direction", point(axis)}, {"stiffness", 900}, {"damping", 3}});
    }
    script.add("load", {{"node", "p"}, {"direction", point(d)}, {"force", sine(25, 5)}});
    Table gap = table({{"name", "g"}, {"node", "p"}, {"clearance", 4e-3}, {"law", dissipative()}});
    const bool circular = std::string(kind) == "circular_gap";
    gap.set(circular ? "axis" : "direction", circular ? vector(0, 0, 1) : point(d));
    (void)script.model.add(kind, gap, {"case.lua", ++script.line});
    return script.system();
}

TEST(CircularGap, IsAPlaneGapForMotionAlongOneLine) {
    for (const Vector3d& d : {Vector3d(1, 0, 0), Vector3d(0, -1, 0), Vector3d(3, 4, 0)}) {
        const System plane = shaken(d, "gap"), circle = shaken(d, "circular_gap");
        std::vector<double> expected;
        const Vector3d unit = d.normalized();
        const auto along = [&](const System& s, const State& state) {
            return unit.x() * motion_of(s, state, "p", 0).displacement + unit.y() * motion_of(s, state, "p", 1).displacement;
        };
        const auto across = [&](const System& s, const State& state) {
            return -unit.y() * motion_of(s, state, "p", 0).displacement + unit.x() * motion_of(s, state, "p", 1).displacement;
        };
        const Outcome a = march(plane, 2e-5, 0.5, [&](const State& state) { expected.push_back(along(plane, state)); });
        std::size_t i = 0;
        double worst = 0, aside = 0;
        const Outcome b = march(circle, 2e-5, 0.5, [&](const State& state) {
            worst = std::max(worst, std::abs(along(circle, state) - expected[i++]));
            aside = std::max(aside, std::abs(across(circle, state)));
        });
        ASSERT_GE(a.impacts.size(), 4u) << "control: it does touch, on both sides";
        ASSERT_EQ(b.impacts.size(), a.impacts.size());
        // Of motion of 4 mm; every impact may enlarge what rounding did before it.
        EXPECT_LT(worst, 1e-13);
        EXPECT_LT(aside, 1e-13);
        for (std::size_t k = 0; k < a.impacts.size(); ++k) {
            EXPECT_NEAR(b.impacts[k].time_in, a.impacts[k].time_in, 1e-11);
            EXPECT_NEAR(b.impacts[k].peak_force / a.impacts[k].peak_force, 1, 1e-8);
        }
    }
}

}  // namespace
}  // namespace jounce::test::collision_test
