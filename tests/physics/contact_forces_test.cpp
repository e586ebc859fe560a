// Physics: the forces of stiff contacts of a mechanism as functions of the motions along them, and how these motions answer.
// Reference: the equations of motion of the mechanism: accelerations with a force on a side less those without it; the sides
// themselves, evaluated at the motion; central differences of the forces. Pins at the centres of discs and nodes in rings: a turn
// of the normal is all that changes along the way.
// Tolerance: round-off, 1e-11 of the largest number; 1e-6 for differences. Control: the answers without the turning of the normal
// are others.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/contact_forces.hpp"

#include "mechanisms.hpp"

namespace jounce::test::contact_forces_test {
namespace {

using contact::Slip;
using time::MechanismDynamics;

/// The rows: the node first, a friction behind its side.
constexpr std::size_t node = 0, disc = 1, tangent = 2, wheel = 3;
constexpr double mass = 2, mu = 0.3, stiffness = 3e5, damping = 400, impact = 1;

Value creeping(double speed) {
    return table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", mu}, {"transition_speed", speed}});
}
Value kelvin(double c) { return table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", stiffness}, {"damping", c}}); }

/// Two discs in bearings, of which the second hangs on a hinge of the first one's rod, and a node in a ring.
System mechanism(bool linked, double c) {
    Mechanisms m;
    m.body("disc", mass, 0.01, {{"P", pair_of(0, 0)}, {"Q", pair_of(0.2, 0.1)}});
    m.body("wheel", 1.5, 0.02, {{"P", pair_of(0, 0)}, {"Q", pair_of(-0.1, 0.05)}});
    if (linked) m.hinge("link", "disc.Q", "wheel.Q");
    m.body("rod", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(1, 0), "rod.O");
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    const auto bearing = [&m, c](const char* name, const char* journal, const Value& at, const Value& friction) {
        m.add("revolute_clearance", {{"name", name},
                                     {"bearing", at},
                                     {"journal", journal},
                                     {"bearing_radius", 14e-3},
                                     {"journal_radius", 10e-3},
                                     {"law", kelvin(c)},
                                     {"friction", friction}});
    };
    bearing("stiff", "disc.P", pair_of(0, 0), creeping(0.3));
    bearing("soft", "wheel.P", pair_of(0.3, 0.05), creeping(5));
    m.add("circular_gap", {{"node", "p"}, {"axis", vector(0, 0, 1)}, {"clearance", 4e-3}, {"law", kelvin(c)}});
    m.add("assemble", {{"positions", table({{"disc", pair_of(3e-3, 4e-3)}})}});
    return m.system();
}

struct Place {
    System system;
    MechanismDynamics dynamics{system};
    time::MechanismFlow flow{dynamics};
    time::ContactForces forces{dynamics, flow, 2};
    std::vector<double> y;
    int n = system.size();

    explicit Place(double h, bool linked = true, double c = damping) : system(mechanism(linked, c)) {
        State from = time::initial_state(system);
        const auto set = [&](Vector& x, const char* name, double value) {
            const auto& names = system.coordinate_names;
            const auto at = std::find(names.begin(), names.end(), name);
            ASSERT_NE(at, names.end()) << name;
            x[at - names.begin()] = value;
        };
        set(from.q, "disc.ux", 3e-3);
        set(from.q, "disc.uy", 4e-3);
        set(from.q, "wheel.ux", 0.3 - 4.2e-3);
        set(from.q, "wheel.uy", 0.05 + 2.8e-3);
        set(from.q, "p.ux", 4e-3);
        set(from.q, "p.uy", -3e-3);
        for (int i = 0; i < n; ++i) from.v[i] = 0.3 * std::sin(1.0 + 2.0 * i);
        for (SideState& side : from.sides) {
            side.memory.closed = true;
            side.memory.impact_speed = impact;
        }
        for (FrictionState& f : from.frictions) f.status = FrictionStatus::slip;
        (void)flow.begin(from);
        y.assign(flow.size(), 0.0);
        flow.fill(from, y.data());
        forces.begin(y.data(), h);
        forces.place(0, y.data());
    }
    [[nodiscard]] double* v() { return y.data() + 1 + n; }
    [[nodiscard]] std::size_t rank() const { return forces.rank(); }
    /// The accelerations by a unit force of a row: of a normal one with the friction that follows it.
    Vector answer(std::size_t k) {
        const MechanismDynamics::Side& side = dynamics.sides()[side_of(k)];
        Vector with = Vector::Zero(n), without = with;
        const bool follows = !tangential(k) && side.friction >= 0 && !(k + 1 < rank() && tangential(k + 1));
        const double share = follows ? dynamics.rub(static_cast<std::size_t>(side.friction), 1).by_normal[0] : 0;
        dynamics.subtract(side, tangential(k) ? 0 : 1, tangential(k) ? 1 : share, with.data());
        Vector multipliers = Vector::Zero(dynamics.motion().equations());
        dynamics.accelerate(with.data(), multipliers.data());
        dynamics.accelerate(without.data(), multipliers.data());
        return without - with;
    }
    [[nodiscard]] bool tangential(std::size_t k) const { return forces.normal(k) != k; }
    /// Sides are taken in their order.
    [[nodiscard]] std::size_t side_of(std::size_t k) const {
        std::size_t side = 0;
        for (std::size_t i = 1; i <= k; ++i) side += tangential(i) ? 0 : 1;
        return side;
    }
    /// Rates along the normals, slips along the tangents.
    Vector rates(const double* v_) {
        dynamics.move(y.data() + 1, v_, true);
        Vector out(static_cast<Eigen::Index>(rank()));
        for (std::size_t k = 0; k < rank(); ++k) {
            const MechanismDynamics::Side& side = dynamics.sides()[side_of(k)];
            out[static_cast<Eigen::Index>(k)] = tangential(k) ? side.slip : side.motion.rate;
        }
        return out;
    }
    Vector found_rates(std::size_t instant, const double* v_) {
        std::vector<double> parts(2 * rank());
        forces.project(v_, parts.data());
        Vector out(static_cast<Eigen::Index>(rank()));
        forces.rates(instant, parts.data(), out.data());
        return out;
    }
    Matrix inertance(std::size_t of_rates, std::size_t of_forces, double weight, double turned) const {
        const auto k = static_cast<Eigen::Index>(rank());
        Matrix out(k, k);
        forces.inertance(of_rates, of_forces, weight, turned, out.data());
        return out;
    }
};

double off(const Matrix& found, const Matrix& want) { return (found - want).cwiseAbs().maxCoeff() / want.cwiseAbs().maxCoeff(); }

// A friction is stiff where it answers its slip within the step, a contact where it answers its motion.
TEST(ContactForces, StiffSidesAndFrictionsAreTaken) {
    const Place resolved(1e-6), stiff(2e-3);
    EXPECT_EQ(resolved.rank(), 1U) << "nodes have no mobility of their own: they are always taken";
    ASSERT_EQ(stiff.rank(), 4U);
    for (const std::size_t k : {node, disc, tangent, wheel}) EXPECT_EQ(stiff.tangential(k), k == tangent);
    EXPECT_EQ(stiff.forces.impulse(tangent), 0U);
    EXPECT_EQ(stiff.forces.impulse(wheel), stiff.flow.impulse(2));
}

// Of h c/m and h^2 k/m a tenth is stiff, and of the slope of a friction a twentieth; nodes have a mobility of one.
TEST(ContactForces, AreStiffWhereTheStepIsLongForThem) {
    const Place p(2e-3);
    const double normal = p.forces.mobility(disc);
    EXPECT_EQ(p.forces.mobility(node), 1);
    EXPECT_NEAR(normal, 1 / mass, 1e-12);
    // Without damping, by the stiffness alone.
    for (const double part : {0.07, 0.15}) {
        const Place undamped(std::sqrt(part / (stiffness * normal)), true, 0);
        EXPECT_EQ(undamped.rank() > 2, part > 0.1) << part << "; the wheel is lighter, and its bearing as stiff";
    }
    for (const double part : {0.07, 0.15}) EXPECT_EQ(Place(part / (1e6 * normal), true, 1e6).rank() > 2, part > 0.1) << part;
}

TEST(ContactForces, MotionsAlongTheSidesAnswerTheirForces) {
    Place p(2e-3);
    ASSERT_EQ(p.rank(), 4U);
    const Vector u = p.rates(p.v());
    EXPECT_LT(off(p.found_rates(0, p.v()), u), 1e-12);
    Vector x(4), rates(4);
    p.forces.sample(x.data(), rates.data());
    EXPECT_LT(off(rates, u), 1e-14);
    for (const int k : {0, 1, 3}) EXPECT_EQ(x[k], p.dynamics.sides()[p.side_of(static_cast<std::size_t>(k))].motion.indentation);
    EXPECT_EQ(x[2], 0);
    Matrix want(4, 4);
    std::vector<Vector> answers;
    for (std::size_t j = 0; j < 4; ++j) answers.push_back(p.answer(j));
    for (std::size_t j = 0; j < 4; ++j) want.col(static_cast<Eigen::Index>(j)) = p.rates(answers[j].data());
    EXPECT_LT(off(p.inertance(0, 0, 1, 0), want), 1e-11);
    EXPECT_LT(off(p.inertance(0, 0, 0.3, 0), 0.3 * want), 1e-11);
    // The same forces on a motion.
    const Vector f{{3, -2, 5, 4}};
    std::vector<double> sum(8, 0.0);
    p.forces.add(0, 0.7, f.data(), sum.data());
    Vector v = Vector::Zero(p.n), expected = v;
    p.forces.subtract(sum.data(), v.data());
    for (std::size_t j = 0; j < 4; ++j) expected -= 0.7 * f[static_cast<Eigen::Index>(j)] * answers[j];
    EXPECT_LT(off(v, expected), 1e-11);
}

TEST(ContactForces, HaveTheDerivativesOfTheirLaws) {
    Place p(2e-3);
    const Vector u0 = p.rates(p.v());
    Vector x0(4), u(4);
    p.forces.sample(x0.data(), u.data());
    struct Answer {
        Vector f = Vector::Zero(4), stiffness = Vector::Zero(8), damping = Vector::Zero(8);
    };
    const auto respond = [&](const Vector& x, const Vector& rate) {
        Answer out;
        p.forces.respond(x.data(), rate.data(), out.f.data(), out.stiffness.data(), out.damping.data());
        return out;
    };
    const Answer at = respond(x0, u0);
    for (const int k : {0, 1, 3}) EXPECT_NEAR(at.f[k], stiffness * x0[k] + damping * u0[k], 1e-9) << "the law";
    EXPECT_NEAR(at.f[2], mu * at.f[1] * u0[2] / std::hypot(u0[2], 0.3), 1e-2 * at.f[1]) << "of its friction";
    for (int k = 0; k < 4; ++k) {
        const int normal = k == 2 ? 1 : k;
        for (const bool rate : {false, true}) {
            for (const bool across : {false, true}) {
                if (across && k != 2) continue;
                const double step = rate ? (across ? 1e-6 : 1e-4) : 1e-8;
                Vector above = rate ? u0 : x0, below = above;
                above[across ? k : normal] += step;
                below[across ? k : normal] -= step;
                const double difference =
                    (respond(rate ? x0 : above, rate ? above : u0).f[k] - respond(rate ? x0 : below, rate ? below : u0).f[k]) /
                    (2 * step);
                const double found = (rate ? at.damping : at.stiffness)[2 * k + (across ? 1 : 0)];
                EXPECT_NEAR(found, difference, 1e-6 * (1 + std::abs(difference))) << k << rate << across;
            }
        }
    }
    // The same where the flow stands.
    std::vector<double> dy(p.y.size());
    p.flow.rate(p.y.data(), dy.data());
    Answer again;
    p.forces.answer(u0.data(), again.f.data(), again.stiffness.data(), again.damping.data());
    EXPECT_LT(off(again.f, at.f), 1e-14);
    EXPECT_LT(off(again.stiffness, at.stiffness), 1e-14);
    EXPECT_LT(off(again.damping, at.damping), 1e-14);
}

// Farther on the normal of a disc in a bearing has turned, and with it the rate, the force and what they do to each other; its
// answer to a force is the same in all directions.
TEST(ContactForces, TurnWithTheNormals) {
    Place p(2e-3, false);
    const auto k = static_cast<Eigen::Index>(disc);
    Vector v = Eigen::Map<Vector>(p.v(), p.n), moved = Vector::Zero(p.n);
    std::vector<double> later = p.y;
    int x_of_disc = 0;
    for (int i = 0; i < p.n; ++i) {
        const std::string& name = p.system.coordinate_names[static_cast<std::size_t>(i)];
        if (name == "disc.ux") x_of_disc = i;
        if (name == "disc.rz") v[i] = 0;  // surfaces do not turn
        if (name == "disc.ux") later[1 + static_cast<std::size_t>(i)] = 4.2e-3;
        if (name == "disc.uy") later[1 + static_cast<std::size_t>(i)] = 3.3e-3;
        if (name == "wheel.ux") later[1 + static_cast<std::size_t>(i)] = 0.3 - 3.1e-3;
        if (name == "wheel.uy") later[1 + static_cast<std::size_t>(i)] = 0.05 + 4.2e-3;
        if (name == "disc.ux") moved[i] = 2e-3;
        if (name == "disc.uy") moved[i] = 1e-3;
    }
    const Eigen::Vector2d at0(0.6, 0.8), at1 = Eigen::Vector2d(4.2, 3.3).normalized(), across0(-0.8, 0.6),
                                         across1(-at1[1], at1[0]);
    const double begin = p.found_rates(0, v.data())[k];
    p.forces.place(1, later.data());
    p.y = later;
    const double u = p.rates(v.data())[k];
    EXPECT_NEAR(p.found_rates(1, v.data())[k], u, 1e-12);
    EXPECT_GT(std::abs(u - begin), 0.01) << "control";
    EXPECT_NEAR(p.inertance(0, 0, 1, 0)(k, k), 1 / mass, 1e-12);
    EXPECT_NEAR(p.inertance(1, 0, 1, 0)(k, k), at0.dot(at1) / mass, 1e-12);
    // The angular speed of the normal since the begin, across it.
    const double time = 0.02, turning = std::atan2(at0[0] * at1[1] - at0[1] * at1[0], at0.dot(at1)) / time;
    p.forces.turn(1, time);
    EXPECT_NEAR(p.inertance(1, 0, 0, 1)(k, k), turning * across1.dot(at0) / mass, 1e-11);
    EXPECT_NEAR(p.inertance(1, 0, 0.4, 0.7)(k, k), (0.4 * at1.dot(at0) + 0.7 * turning * across1.dot(at0)) / mass, 1e-11);
    // A force across the normal at the start also turns the disc, by its radius of 10 mm.
    const double c = at0.dot(at1), sn = across0.dot(at1), along = 0.4 * c - 0.7 * turning * sn,
                 across = 0.4 * sn + 0.7 * turning * c;
    EXPECT_NEAR(p.inertance(1, 1, 0.4, 0.7)(k, k), along * c / mass + across * sn * (1 / mass + 1e-4 / 0.01), 1e-11);
    // The slip of surfaces that do not turn is the speed across the normal.
    EXPECT_NEAR(p.found_rates(1, v.data())[static_cast<Eigen::Index>(tangent)],
                across1.dot(Eigen::Vector2d(v[x_of_disc], v[x_of_disc + 1])), 1e-12);
    // The friction of the wheel goes with its normal force: a force of 1 pushes along n + share t.
    const auto w = static_cast<Eigen::Index>(wheel);
    const MechanismDynamics::Side& side = p.dynamics.sides()[2];
    const double share = p.dynamics.rub(static_cast<std::size_t>(side.friction), 1).by_normal[0];
    const Eigen::Vector2d w0 = Eigen::Vector2d(-4.2, 2.8).normalized(), w1 = Eigen::Vector2d(-3.1, 4.2).normalized(),
                          pushed = w1 + share * Eigen::Vector2d(-w1[1], w1[0]);
    EXPECT_GT(std::abs(share), 1e-3);
    EXPECT_NEAR(p.inertance(0, 1, 1, 0)(w, w), w0.dot(pushed) / 1.5, 1e-11);
    std::vector<double> parts(2 * p.rank());
    p.forces.project(moved.data(), parts.data());
    for (const std::size_t instant : {std::size_t{0}, std::size_t{1}}) {
        Vector change = Vector::Zero(static_cast<Eigen::Index>(p.rank()));
        p.forces.add_coupling(instant, parts.data(), change.data());
        EXPECT_NEAR(change[k], turning * (instant == 0 ? across0 : across1).dot(Eigen::Vector2d(2e-3, 1e-3)), 1e-12);
        EXPECT_EQ(change[static_cast<Eigen::Index>(tangent)], 0);
    }
}

}  // namespace
}  // namespace jounce::test::contact_forces_test
