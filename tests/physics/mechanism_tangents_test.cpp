// Physics: the tangents of Newton's method in a System with joints: of sides, frictions, springs and flexible bodies.
// Reference: central differences of the forces themselves, whose error at the chosen steps is 1e-9 of the largest derivative and
// less; tolerance 1e-7. The tangents leave out how the direction of a friction, of a damping and of a spring turns: each is
// compared where this vanishes.
// Control: a tangent without the turning of the normal in a ring is off by more than a per cent.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/response/response.hpp"
#include "mechanisms.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::test::mechanism_tangents_test {
namespace {

using time::MechanismDynamics;

Value kelvin() { return table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 3e5}, {"damping", 40.0}}); }
Value soft_hertz() { return table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 4e6}}); }
Value creeping() {
    return table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.3}, {"transition_speed", 0.7}});
}

/// A derivative of the left-hand side with respect to q, and one with respect to v.
struct Tangents {
    Matrix stiffness, damping;
    explicit Tangents(int n) : stiffness(Matrix::Zero(n, n)), damping(Matrix::Zero(n, n)) {}
};

/// r of the free coordinates at those of the mechanism.
Vector over_coordinates(MechanismDynamics& dynamics, const Vector& r) {
    const std::vector<int>& at = dynamics.motion().coordinate();
    Vector out(static_cast<Eigen::Index>(at.size()));
    for (std::size_t c = 0; c < at.size(); ++c) out[static_cast<Eigen::Index>(c)] = r[at[c]];
    return out;
}

/// \param forces (q, v) -> the left-hand side over the coordinates of the mechanism
template <class Forces>
Tangents differences(MechanismDynamics& dynamics, const Vector& q, const Vector& v, double of_q, double of_v, Forces&& forces) {
    const std::vector<int>& at = dynamics.motion().coordinate();
    Tangents out(static_cast<int>(at.size()));
    for (std::size_t c = 0; c < at.size(); ++c) {
        Vector step = Vector::Zero(q.size());
        step[at[c]] = 1;
        const auto column = static_cast<Eigen::Index>(c);
        out.stiffness.col(column) = (forces(q + of_q * step, v) - forces(q - of_q * step, v)) / (2 * of_q);
        out.damping.col(column) = (forces(q, v + of_v * step) - forces(q, v - of_v * step)) / (2 * of_v);
    }
    return out;
}

double off(const Matrix& found, const Matrix& want) { return (found - want).cwiseAbs().maxCoeff() / want.cwiseAbs().maxCoeff(); }

/// Sides and frictions at one motion.
struct Contacts {
    MechanismDynamics dynamics;
    std::vector<contact::Response> responses;
    std::vector<double> normal;

    explicit Contacts(const System& system)
        : dynamics(system), responses(dynamics.sides().size()), normal(dynamics.sides().size()) {
        dynamics.set_time(0);
    }
    void evaluate(const Vector& q, const Vector& v) {
        dynamics.move(q.data(), v.data(), true);
        for (std::size_t s = 0; s < responses.size(); ++s) {
            const MechanismDynamics::Side& side = dynamics.sides()[s];
            responses[s] =
                side.motion.indentation > 0 ? contact::closed_response(*side.law, side.motion, {}) : contact::Response{};
            normal[s] = responses[s].force;
        }
    }
    Vector forces(const Vector& q, const Vector& v) {
        evaluate(q, v);
        Vector r = Vector::Zero(q.size());
        for (std::size_t s = 0; s < responses.size(); ++s) dynamics.subtract(dynamics.sides()[s], normal[s], 0, r.data());
        for (std::size_t f = 0; f < dynamics.rubs().size(); ++f)
            dynamics.subtract_friction(f, dynamics.rub(f, dynamics.press(f, normal.data())).force, r.data());
        return over_coordinates(dynamics, -r);
    }
    [[nodiscard]] Tangents of_forces(const Vector& q, const Vector& v) {
        return differences(dynamics, q, v, 1e-8, 1e-4, [this](const Vector& at, const Vector& rate) { return forces(at, rate); });
    }
    Tangents tangents(const Vector& q, const Vector& v, bool curved = true) {
        evaluate(q, v);
        Tangents out(dynamics.motion().coordinates());
        for (std::size_t s = 0; s < responses.size(); ++s) {
            MechanismDynamics::Side side = dynamics.sides()[s];
            if (!curved) side.curvature = 0;
            dynamics.add_side_derivatives(side, responses[s], out.stiffness, out.damping);
        }
        for (std::size_t f = 0; f < dynamics.rubs().size(); ++f) {
            const contact::FrictionResponse answer = dynamics.rub(f, dynamics.press(f, normal.data()));
            dynamics.add_friction_derivatives(f, answer, responses.data(), out.stiffness, out.damping);
        }
        return out;
    }
};

/// x of free coordinates in the order of the System.
Vector values(const System& system, const Vector& start, std::initializer_list<std::pair<const char*, double>> given) {
    Vector out = start;
    const auto& names = system.coordinate_names;
    for (const auto& [name, value] : given) {
        const auto at = std::find(names.begin(), names.end(), name);
        EXPECT_NE(at, names.end()) << name << " is no coordinate";
        if (at == names.end()) continue;
        out[at - names.begin()] = value;
    }
    return out;
}
Vector at_rest(const System& system) { return Vector::Zero(system.size()); }

void add_pendulum(Mechanisms& m) {
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
}

// A node indented 1 mm in a ring of 4 mm, moving along its normal (3, 4)/5: F n turns by F/5 mm across it.
TEST(MechanismTangents, OfANodeInARing) {
    Mechanisms m;
    add_pendulum(m);
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    for (const Value& law : {kelvin(), soft_hertz()})
        m.add("circular_gap", {{"node", "p"}, {"axis", vector(0, 0, 1)}, {"clearance", 4e-3}, {"law", law}});
    const System system = m.system();
    Contacts contacts(system);
    const Vector q = values(system, system.q0, {{"p.ux", 3e-3}, {"p.uy", 4e-3}});
    const Vector v = values(system, at_rest(system), {{"p.ux", 0.3}, {"p.uy", 0.4}});
    const Tangents want = contacts.of_forces(q, v), found = contacts.tangents(q, v);
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
    EXPECT_GT(off(contacts.tangents(q, v, false).stiffness, want.stiffness), 0.01) << "control";
}

// The same of a disc whose pin is its centre: a turn of the disc moves neither the pin nor the normal.
TEST(MechanismTangents, OfAPinInABearing) {
    Mechanisms m;
    add_pendulum(m);
    m.body("disc", 2, 0.01, {{"P", pair_of(0, 0)}});
    for (const Value& law : {kelvin(), soft_hertz()})
        m.add("revolute_clearance", {{"bearing", pair_of(0, 0)},
                                     {"journal", "disc.P"},
                                     {"bearing_radius", 14e-3},
                                     {"journal_radius", 10e-3},
                                     {"law", law}});
    const System system = m.system();
    Contacts contacts(system);
    const Vector q = values(system, system.q0, {{"disc.ux", 3e-3}, {"disc.uy", 4e-3}, {"disc.rz", 0.3}});
    const Vector v = values(system, at_rest(system), {{"disc.ux", 0.3}, {"disc.uy", 0.4}});
    const Tangents want = contacts.of_forces(q, v), found = contacts.tangents(q, v);
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
    EXPECT_GT(off(contacts.tangents(q, v, false).stiffness, want.stiffness), 0.01) << "control";
}

// A node that slides along a wall and another one on a table: the friction follows the slip, and the force that presses it.
TEST(MechanismTangents, OfFrictionOfNodes) {
    Mechanisms m;
    add_pendulum(m);
    for (const char* name : {"p", "t"})
        m.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("gap", {{"node", "p"},
                  {"direction", vector(0.6, 0.8, 0)},
                  {"tangent", vector(-0.8, 0.6, 0)},
                  {"clearance", 1e-3},
                  {"law", kelvin()},
                  {"friction", creeping()}});
    m.add("friction", {{"name", "table"},
                       {"node", "t"},
                       {"directions", list({vector(0.6, 0.8, 0), vector(-0.8, 0.6, 0)})},
                       {"normal_force", 40},
                       {"friction", creeping()}});
    const System system = m.system();
    Contacts contacts(system);
    const Vector q = values(system, system.q0, {{"p.ux", 3e-3}, {"p.uy", 1e-3}});
    const Vector v = values(system, at_rest(system), {{"p.ux", 0.3}, {"p.uy", -0.5}, {"t.ux", 0.4}, {"t.uy", 0.7}});
    const Tangents want = contacts.of_forces(q, v), found = contacts.tangents(q, v);
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
    EXPECT_GT((found.stiffness - found.stiffness.transpose()).cwiseAbs().maxCoeff(), 0.1 * found.stiffness.maxCoeff())
        << "control: friction acts across what presses";
}

// At rest and unloaded a spring has the tangent k r r^T, and its damper c r r^T.
TEST(MechanismTangents, OfSpringsAndDampers) {
    Mechanisms m;
    m.body("upper", 1, 0.02, {{"O", pair_of(-0.2, 0)}, {"end", pair_of(0.3, 0.1)}});
    m.body("lower", 2, 0.03, {{"O", pair_of(-0.2, 0)}, {"end", pair_of(0.3, 0.1)}});
    m.hinge("O", pair_of(0, 0), "upper.O");
    m.add("link_spring",
          {{"between", between("upper.end", "lower.end")}, {"stiffness", 80.0}, {"free_length", 0.5}, {"damping", 1.5}});
    m.add("torsion_spring", {{"between", between("upper", "lower")}, {"stiffness", 2.0}, {"damping", 0.05}});
    const System system = m.system();
    MechanismDynamics dynamics(system);
    dynamics.set_time(0);
    // Both points at (0.3, 0.1) of bodies that are turned alike and lie (0.3, 0.4) apart: 0.5 long.
    const Vector q = values(
        system, system.q0,
        {{"upper.ux", 0.1}, {"upper.uy", 0.2}, {"upper.rz", 0.7}, {"lower.ux", 0.4}, {"lower.uy", 0.6}, {"lower.rz", 0.7}});
    const Vector v = at_rest(system);
    Tangents found(dynamics.motion().coordinates());
    dynamics.move(q.data(), v.data(), true);
    dynamics.add_spring_derivatives(found.stiffness, found.damping);
    const Tangents want = differences(dynamics, q, v, 1e-6, 1e-3, [&](const Vector& at, const Vector& rate) -> Vector {
        dynamics.move(at.data(), rate.data(), true);
        Vector r = Vector::Zero(system.size());
        dynamics.applied_forces(at.data(), rate.data(), r.data());
        return over_coordinates(dynamics, -r);
    });
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
}

// M(q) a less the forces of the velocities, of a rod that is bent, turns and is accelerated in every coordinate.
TEST(MechanismTangents, OfAFlexibleRod) {
    Mechanisms m;
    add_rod(m);
    const System system = m.system();
    MechanismDynamics dynamics(system);
    dynamics.set_time(0);
    const int n = system.size();
    Vector q = system.q0, v(n), a(n);
    for (int i = 0; i < n; ++i) {
        v[i] = 3 + std::sin(2.0 * i);
        a[i] = 50 * std::cos(1.0 + i);
        if (i > 2) q[i] = 2e-3 * std::cos(3.0 * i);
    }
    const auto forces = [&](const Vector& at, const Vector& rate) -> Vector {
        dynamics.move(at.data(), rate.data(), true);
        Vector r = Vector::Zero(n);
        dynamics.applied_forces(at.data(), rate.data(), r.data());
        r = -r - system.linear.K * at - system.linear.C * rate;
        dynamics.multiply_mass(a.data(), 1, r.data());
        return over_coordinates(dynamics, r);
    };
    const Tangents want = differences(dynamics, q, v, 1e-4, 0.1, forces);  // of polynomials of the second degree
    Tangents found(dynamics.motion().coordinates());
    Matrix inertia = Matrix::Zero(found.stiffness.rows(), found.stiffness.cols());
    dynamics.move(q.data(), v.data(), true);
    dynamics.add_link_derivatives(a, found.stiffness, found.damping, inertia);
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
    // What M has beside its constant part; and M^-1 M = 1.
    const std::vector<int>& at = dynamics.motion().coordinate();
    for (std::size_t c = 0; c < at.size(); ++c) {
        Vector unit = Vector::Zero(n), column = Vector::Zero(n);
        unit[at[c]] = 1;
        dynamics.multiply_mass(unit.data(), 1, column.data());
        const Vector changed = over_coordinates(dynamics, column - system.linear.M * unit);
        EXPECT_LT((changed - inertia.col(static_cast<Eigen::Index>(c))).cwiseAbs().maxCoeff(),
                  1e-14 * column.cwiseAbs().maxCoeff());
        dynamics.solve_mass(column.data());
        EXPECT_LT((column - unit).cwiseAbs().maxCoeff(), 1e-9);
    }
    EXPECT_GT(inertia.cwiseAbs().maxCoeff(), 1e-4 * system.linear.M.diagonal().minCoeff()) << "control: the mass matrix changes";
}

/// A point that rubs on an oblique plane, beside a pendulum.
System rubbing(const Value& law) {
    Mechanisms m;
    add_pendulum(m);
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("gap", {{"node", "p"},
                  {"direction", vector(0.6, 0.8, 0)},
                  {"tangent", vector(-0.8, 0.6, 0)},
                  {"clearance", 1e-3},
                  {"sides", "positive"},
                  {"law", law},
                  {"friction", creeping()}});
    return m.system();
}

// A side in tension, as in an iteration that releases it, presses no friction: it has neither a force nor a secant.
TEST(MechanismTangents, OfFrictionUnderTensionAreZero) {
    const System system = rubbing(kelvin());
    Contacts contacts(system);
    contacts.evaluate(values(system, system.q0, {{"p.ux", 3e-3}, {"p.uy", 1e-3}}),
                      values(system, at_rest(system), {{"p.ux", -0.8}, {"p.uy", 0.6}}));
    MechanismDynamics& dynamics = contacts.dynamics;
    for (const double N : {-5.0, 0.0, 5.0}) {
        const double pressed = dynamics.pressing(0, &N);
        EXPECT_EQ(pressed, std::max(N, 0.0));
        const contact::FrictionResponse answer = dynamics.rub(0, pressed);
        // Of a slip of 1 m/s it is the force.
        EXPECT_NEAR(dynamics.secant(0, answer), contact::norm(answer.force), 1e-12) << N;
        EXPECT_EQ(dynamics.secant(0, answer) > 0, N > 0) << N;
    }
}

// Under a law without damping, whose stiffness alone says how the pressing changes: both directions of a slip under friction.
TEST(MechanismTangents, OfFrictionUnderAnElasticContact) {
    const System system = rubbing(soft_hertz());
    Contacts contacts(system);
    const Vector q = values(system, system.q0, {{"p.ux", 3e-3}, {"p.uy", 1e-3}});
    const Vector v = values(system, at_rest(system), {{"p.ux", -0.8}, {"p.uy", 0.6}});
    const Tangents want = contacts.of_forces(q, v), found = contacts.tangents(q, v);
    EXPECT_LT(off(found.stiffness, want.stiffness), 1e-7);
    EXPECT_LT(off(found.damping, want.damping), 1e-7);
}

}  // namespace
}  // namespace jounce::test::mechanism_tangents_test
