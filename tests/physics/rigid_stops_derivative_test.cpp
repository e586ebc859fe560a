// The derivative of a run through impacts on several rigid stops: within one flight, and at one instant.
//
// Reference: differences of fourth order of runs from neighbouring starts. Impacts on stops that do not act on each other do so
// in any order, and the map has a derivative where they coincide. Where one impact changes the motion of another stop, the order
// matters: the map has a corner, and each column is the difference to one of both sides.
// Tolerance: as in orbit_derivative_test.cpp; differences of second order to one side leave 1e-4.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "derivative_of_run.hpp"
#include "linalg/dense/general_eigenvalues.hpp"
#include "support/small_system.hpp"

namespace jounce::test::rigid_stops_derivative_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using nonlinear::MapEvent;

constexpr double pi = 3.141592653589793, period = 0.2, clearance = 0.02;

Vector scales(Eigen::Index n) {
    Vector out(2 * n);
    out.head(n).setConstant(clearance);
    out.tail(n).setConstant(clearance * 2 * pi / period);
    return out;
}

Matrix diagonal(double a, double b) { return (Matrix(2, 2) << a, 0, 0, b).finished(); }
Matrix coupling(double k, double between) { return (Matrix(2, 2) << k + between, -between, -between, k + between).finished(); }

/// Its coordinates are its dofs.
System masses(const Matrix& M, const Matrix& C, const Matrix& K) {
    System out = linear_system(M, C, K);
    out.recovery.T = sparse(Matrix::Identity(M.rows(), M.rows()));
    return out;
}

/// Two masses before a rigid stop each. \param springs, dampers between them
System two_strikers(const Matrix& M, double springs, double dampers, double e_first, double e_second) {
    System out = masses(M, coupling(1, dampers), coupling(500, springs));
    add_contact(out, "first", stop(clearance), std::make_shared<RigidLaw>(e_first), {Vector::Unit(2, 0)});
    add_contact(out, "second", stop(clearance), std::make_shared<RigidLaw>(e_second), {Vector::Unit(2, 1)});
    return out;
}

int impacts(const nonlinear::MapPoint& point) {
    return static_cast<int>(
        std::ranges::count_if(point.events, [](const MapEvent& event) { return event.kind == MapEvent::Kind::impact; }));
}

double between_first_impacts(const nonlinear::MapPoint& point) { return point.events[1].time - point.events[0].time; }

TEST(RigidStopsDerivative, GoesThroughImpactsOneAfterTheOther) {
    struct Case {
        const char* name;
        double springs, dampers;
    };
    for (const Case& c : {Case{"uncoupled", 0, 0}, Case{"springs", 300, 0}, Case{"springs and a damper", 300, 3}}) {
        SCOPED_TRACE(c.name);
        const System system = two_strikers(diagonal(0.5, 1), c.springs, c.dampers, 0.6, 0.8);
        const nonlinear::MarchMap map = map_of(system, period, scales(2));
        const Vector y = (Vector(4) << 0, 0.002, 1.5, 1.2).finished();
        const DerivativeComparison d = compare_derivative(map, y, 1e-5, 4);
        EXPECT_GE(impacts(d.point), 2);
        EXPECT_GT(between_first_impacts(d.point), 1e-5);
        EXPECT_LT(between_first_impacts(d.point), 0.1 * period);
        EXPECT_FALSE(d.point.corner);
        EXPECT_LT(d.error, 2e-7) << "of " << d.largest;
    }
}

// Two stops that hold one motion share the impulse: only its sum is determined.
TEST(RigidStopsDerivative, GoesThroughStopsSideBySide) {
    System system = two_strikers(diagonal(0.5, 1), 300, 3, 0.6, 0.8);
    add_contact(system, "beside", stop(clearance), std::make_shared<RigidLaw>(0.6), {Vector::Unit(2, 0)});
    const nonlinear::MarchMap map = map_of(system, period, scales(2));
    const Vector y = (Vector(4) << 0, 0.002, 1.5, 1.2).finished();
    const DerivativeComparison d = compare_derivative(map, y, 1e-5, 4);
    EXPECT_GE(impacts(d.point), 3);
    EXPECT_LT(d.error, 2e-7) << "of " << d.largest;
}

TEST(RigidStopsDerivative, GoesThroughBothSidesOfAGap) {
    System system = masses(diagonal(0.5, 1), coupling(1, 0), coupling(50, 30));
    const contact::GapGeometry both{contact::GapShape::plane, clearance, true, true};
    add_contact(system, "walls", both, std::make_shared<RigidLaw>(0.9), {Vector::Unit(2, 0)});
    const nonlinear::MarchMap map = map_of(system, period, scales(2));
    const DerivativeComparison d = compare_derivative(map, (Vector(4) << 0, 0.002, 0.8, -0.1).finished(), 1e-5, 4);
    ASSERT_GE(impacts(d.point), 2);
    EXPECT_NE(d.point.events[0].side, d.point.events[1].side);
    EXPECT_LT(d.error, 2e-7) << "of " << d.largest;
}

TEST(RigidStopsDerivative, IsThatOfAnyOrderWhereStopsAtOneInstantDoNotActOnEachOther) {
    for (const double springs : {0.0, 300.0}) {
        SCOPED_TRACE(springs);
        const System system = two_strikers(diagonal(1, 1), springs, 0, 0.6, 0.6);
        const nonlinear::MarchMap map = map_of(system, period, scales(2));
        const Vector y = (Vector(4) << 0.003, 0.003, 1.2, 1.2).finished();
        const DerivativeComparison d = compare_derivative(map, y, 1e-5, 4);
        ASSERT_GE(impacts(d.point), 2);
        EXPECT_LT(between_first_impacts(d.point), 1e-15);
        EXPECT_FALSE(d.point.corner);
        // Joined by a spring, the masses end differently by the square of the time between both impacts: a jump of the second
        // derivative, by which differences err in proportion to their step.
        EXPECT_LT(d.error, springs > 0 ? 5e-6 : 2e-7) << "of " << d.largest;
        ASSERT_TRUE(d.point.log_determinant);
        EXPECT_NEAR(*d.point.log_determinant, linalg::log_determinant(d.point.derivative), 1e-8);
    }
}

TEST(RigidStopsDerivative, HasACornerWhereADamperJoinsStopsStruckAtOnce) {
    constexpr double step = 1e-4;
    const System system = two_strikers(diagonal(1, 1), 300, 3, 0.6, 0.6);
    const nonlinear::MarchMap map = map_of(system, period, scales(2));
    const Vector y = (Vector(4) << 0.003, 0.003, 1.2, 1.2).finished(), D = scales(2);
    const nonlinear::MapPoint point = map.at(y, 0, nonlinear::Derivatives::state);
    ASSERT_GE(impacts(point), 2);
    EXPECT_LT(between_first_impacts(point), 1e-15);
    EXPECT_TRUE(point.corner);
    const Matrix found = D.cwiseInverse().asDiagonal() * point.derivative * D.asDiagonal();
    const double size = found.cwiseAbs().maxCoeff();
    double widest = 0;  // angle of the corner
    for (Eigen::Index j = 0; j < 4; ++j) {
        const auto side = [&](double sign) -> Vector {
            const auto at = [&](double share) {
                Vector moved = y;
                moved[j] += sign * share * step * D[j];
                return Vector(map.at(moved, 0, nonlinear::Derivatives::none).end);
            };
            const Vector slope = sign * (4 * (at(0.5) - point.end) - (at(1) - point.end)) / step;
            return slope.cwiseQuotient(D);
        };
        const Vector ahead = side(1), behind = side(-1);
        const double error =
            std::min((found.col(j) - ahead).cwiseAbs().maxCoeff(), (found.col(j) - behind).cwiseAbs().maxCoeff());
        EXPECT_LT(error, 1e-4 * size) << "column " << j;
        widest = std::max(widest, (ahead - behind).cwiseAbs().maxCoeff() / size);
    }
    EXPECT_GT(widest, 1e-3) << "both sides differ, otherwise this tests nothing";
}

TEST(RigidStopsDerivative, HasACornerWhereTheMassJoinsStopsStruckAtOnce) {
    // A bar that strikes with both ends: its end behind the first impact is not that behind both together.
    const System system = two_strikers((Matrix(2, 2) << 1, 0.4, 0.4, 1).finished(), 300, 0, 0.6, 0.6);
    const nonlinear::MarchMap map = map_of(system, period, scales(2));
    const nonlinear::MapPoint point = map.at((Vector(4) << 0.003, 0.003, 1.2, 1.2).finished(), 0, nonlinear::Derivatives::state);
    ASSERT_GE(impacts(point), 2);
    EXPECT_TRUE(point.corner);
}

System two_dashpots(const Matrix& M) {
    System out = masses(M, coupling(1, 0), coupling(500, 300));
    for (Eigen::Index i = 0; i < 2; ++i) {
        add_contact(out, "stop " + std::to_string(i), stop(clearance), std::make_shared<DashpotLaw>(2e4, 20),
                    {Vector::Unit(2, i)});
    }
    return out;
}

TEST(RigidStopsDerivative, GoesThroughDashpotsAtOneInstant) {
    const Vector y = (Vector(4) << 0.003, 0.003, 1.2, 1.2).finished();
    const System system = two_dashpots(diagonal(1, 1));
    const nonlinear::MarchMap map = map_of(system, period, scales(2));
    const DerivativeComparison d = compare_derivative(map, y, 1e-5, 4);
    EXPECT_LT(between_first_impacts(d.point), 1e-15);
    EXPECT_FALSE(d.point.corner);
    EXPECT_LT(d.error, 2e-7) << "of " << d.largest;

    // Where the force of one accelerates the other mass, the order counts.
    const System joined = two_dashpots((Matrix(2, 2) << 1, 0.4, 0.4, 1).finished());
    EXPECT_TRUE(map_of(joined, period, scales(2)).at(y, 0, nonlinear::Derivatives::state).corner);
}

}  // namespace
}  // namespace jounce::test::rigid_stops_derivative_test
