// Promise: an equilibrium and the work to find it do not depend on units of mass, length and time, nor on the sense of
// coordinates and gaps: with powers of two all numbers of a search keep their digits, so that displacements, reactions and the
// number of linear systems are the same to the last digit. What nothing holds is refused in all units. Physics: springs, linear,
// circular and rigid stops, bodies that only stops hold. Tolerance: none; closed forms 1e-12. Control: another load has another
// answer.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "support/small_system.hpp"
#include "time/statics/static.hpp"

namespace jounce::static_invariance_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

/// Sizes of a mass of 1 kg, of 1 m and of 1 s, and the sense of the coordinates.
struct Units {
    double mass = 1, length = 1, time = 1;
    Vector sense = Vector::Ones(4);
    [[nodiscard]] double force() const { return mass * length / (time * time); }
    [[nodiscard]] double stiffness() const { return mass / (time * time); }
};

struct Builder {
    Units units;
    System system;
    Builder(const Units& u, const Matrix& M, const Matrix& K) : units(u) {
        const auto n = M.rows();
        const auto in_sense = [&](const Matrix& A) { return Matrix(D(n) * A * D(n)); };
        system = test::linear_system(u.mass * in_sense(M), Matrix::Zero(n, n), u.stiffness() * in_sense(K));
    }
    [[nodiscard]] Matrix D(Eigen::Index n) const { return units.sense.head(n).asDiagonal(); }
    void load(const Vector& force) {
        test::add_load(system, 0.5 * units.force() * D(force.size()) * force, [](double) { return 2.0; });
    }
    void gap(contact::GapGeometry gap, const contact::LawPointer& law, const std::vector<Vector>& rows) {
        gap.clearance *= units.length;
        std::vector<Vector> of;
        for (const Vector& row : rows) of.emplace_back(D(row.size()) * row);
        test::add_contact(system, "gap", gap, law, of);
    }
    /// A plane gap along a coordinate, seen from the other side if the coordinate is: the stop is the same.
    void stop(double clearance, const contact::LawPointer& law, int n, int i) {
        const bool turned = units.sense[i] < 0;
        contact::GapGeometry g{contact::GapShape::plane, clearance * units.length, !turned, turned};
        test::add_contact(system, "stop", g, law, {Vector::Unit(n, i)});
    }
    [[nodiscard]] contact::LawPointer linear(double k) const {
        return std::make_shared<test::DashpotLaw>(k * units.stiffness(), 0);
    }
};

contact::LawPointer rigid() { return std::make_shared<test::RigidLaw>(0.0); }

Matrix chain(int n, double k, double ground) {
    Matrix K = Matrix::Zero(n, n);
    K(0, 0) = ground;
    for (int i = 0; i + 1 < n; ++i) {
        K(i, i) += k;
        K(i + 1, i + 1) += k;
        K(i, i + 1) = K(i + 1, i) = -k;
    }
    return K;
}

System chain_on_stops(const Units& units) {
    Builder b(units, Vector{{2, 1, 0.5, 3}}.asDiagonal(), chain(4, 700, 900));
    b.load(Vector{{0, -30, 5, 90}});
    b.stop(0.02, b.linear(5000), 4, 3);
    b.stop(0.05, rigid(), 4, 2);
    b.gap({contact::GapShape::circular, 0.03, true, false}, b.linear(2000), {Vector{{1, 0, 0.5, 0}}, Vector{{0, -1, 0, 0.7}}});
    return b.system;
}
/// Bodies that only stops hold, far away.
System free_on_stops(const Units& units, bool stiff) {
    Builder b(units, Vector{{2, 1}}.asDiagonal(), chain(2, 700, 0));
    b.load(Vector{{10, 20}});
    if (stiff)
        b.stop(0.5, rigid(), 2, 1);
    else
        b.stop(0.5, b.linear(3000), 2, 1);
    return b.system;
}
System free_in_ring(const Units& units) {
    Builder b(units, Vector{{2, 2}}.asDiagonal(), Matrix::Zero(2, 2));
    b.load(Vector{{-8, 6}});
    b.gap({contact::GapShape::circular, 0.25, true, false}, b.linear(1000), {Vector{{1, 0}}, Vector{{0, 1}}});
    return b.system;
}
System softly_held(const Units& units) {
    Builder b(units, Vector{{2, 1}}.asDiagonal(), chain(2, 700, 1e-6));
    b.load(Vector{{0.3e-6, 0.1e-6}});
    return b.system;
}
System held_by_nothing(const Units& units) {
    Builder b(units, Vector{{2, 1}}.asDiagonal(), chain(2, 700, 0));
    b.load(Vector{{-1, -1}});
    b.stop(-0.001, b.linear(300), 2, 1);
    return b.system;
}

std::optional<time::Equilibrium> found(const System& system) {
    try {
        return time::equilibrium(system, 0);
    } catch (const Error&) {
        return {};
    }
}

TEST(StaticInvariance, OfUnitsAndSenses) {
    const std::vector<std::function<System(const Units&)>> systems{chain_on_stops,
                                                                   [](const Units& u) { return free_on_stops(u, false); },
                                                                   [](const Units& u) { return free_on_stops(u, true); },
                                                                   free_in_ring,
                                                                   softly_held,
                                                                   held_by_nothing};
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const auto si = found(systems[i]({}));
        for (const Units& units :
             {Units{0x1p20, 1, 1}, Units{0x1p-14, 0x1p10, 1}, Units{1, 0x1p-12, 0x1p10}, Units{0x1p8, 0x1p-6, 0x1p-16},
              Units{1, 1, 1, Vector{{-1, 1, -1, 1}}}, Units{0x1p3, 1, 1, Vector{{1, -1, -1, -1}}}}) {
            const auto other = found(systems[i](units));
            ASSERT_EQ(si.has_value(), other.has_value()) << i;
            if (!si) continue;
            EXPECT_EQ(other->iterations, si->iterations) << i;
            for (Eigen::Index j = 0; j < si->state.q.size(); ++j)
                EXPECT_EQ(units.sense[j] * other->state.q[j], units.length * si->state.q[j]) << i;
            for (std::size_t s = 0; s < si->state.sides.size(); ++s) {
                const SideState &there = other->state.sides[s], &here = si->state.sides[s];
                EXPECT_EQ(there.response.force, units.force() * here.response.force) << i;
                EXPECT_EQ(there.memory.closed, there.response.force > 0) << i;
            }
        }
    }
}

// Newton's method solves what is linear at once; a search along its direction finds a stop far away in a few steps.
TEST(StaticInvariance, FewLinearSystemsAreSolved) {
    const auto on_spring = found([] {
        Builder b({}, Vector{{2, 1}}.asDiagonal(), chain(2, 700, 900));
        b.load(Vector{{3, 4}});
        return b.system;
    }());
    EXPECT_NEAR(on_spring->state.q[1], 7.0 / 900 + 4.0 / 700, 1e-12);
    EXPECT_LE(on_spring->iterations, 1);
    const auto soft = found(free_on_stops({}, false)), stiff = found(free_on_stops({}, true)), ring = found(free_in_ring({})),
               held = found(softly_held({})), many = found(chain_on_stops({}));
    EXPECT_NEAR(soft->state.q[1], 0.5 + 30.0 / 3000, 1e-12);
    EXPECT_NEAR(stiff->state.sides[0].response.force, 30, 1e-9);
    EXPECT_NEAR(ring->state.q[0], -0.8 * (0.25 + 10.0 / 1000), 1e-12);
    EXPECT_NEAR(ring->state.q[1], 0.6 * (0.25 + 10.0 / 1000), 1e-12);
    EXPECT_NEAR(held->state.q[0], 0.4, 1e-6);
    EXPECT_LE(soft->iterations, 2);
    EXPECT_LE(stiff->iterations, 5);
    EXPECT_LE(ring->iterations, 2);
    EXPECT_LE(held->iterations, 1);
    EXPECT_LE(many->iterations, 5);
    EXPECT_FALSE(found(held_by_nothing({})).has_value());
}

}  // namespace
}  // namespace jounce::static_invariance_test
