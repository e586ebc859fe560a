// Promise: the local forces of a step agree with the laws of the contacts and frictions at the motion that they leave, in
// circular and plane gaps, rigid and compliant; and Newton's method has the derivatives of these laws, as it needs no more
// iterations than a quadratic convergence. Control: a wrong derivative is no solution. Tolerance: 1e-9 of the largest force, as a
// smaller Newton increment ends the iteration.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/contact_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/numbers/limits.hpp"
#include "closed_signal.hpp"
#include "kernel_step.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::contact_kernel_test {
namespace {

using namespace test::kernel_step;

/// The motion in a ring with the rows 0 and 1; its slip has the parts of a spin, row 2, and of row 3 along the axis.
struct InRing {
    explicit InRing(const Step& s)
        : n(s.x.head<2>().normalized()),
          t(-n[1], n[0]),
          depth(s.x.head<2>().norm() - 0.2),
          rate(n.dot(s.v.head<2>())),
          push(n.dot(s.f.head<2>())),
          slip(t.dot(s.v.head<2>()) + s.v[2], s.v[3]),
          held(t.dot(s.f.head<2>()), s.f[3]) {}
    Eigen::Vector2d n, t;
    double depth, rate, push;
    Eigen::Vector2d slip, held;
};

Step in_ring(contact::LawPointer law, contact::FrictionPointer friction, FrictionStatus status,
             time::Events events = time::Events::locate) {
    Step s(pattern(4, 6));
    s.gap(ring, std::move(law), 0);
    Friction& f = s.friction(std::move(friction), 2, 2, 2);
    f.around = f.spins = true;
    s.solve(Vector{{0.18, 0.14, 0.3, -0.2}}, Vector{{0.5, -0.4, 0.9, 0.7}}, status, events);
    const InRing at(s);
    const double bound = 1e-9 * s.f.norm();
    EXPECT_NEAR(s.f[2], at.held[0], bound) << "the spinning surface takes the same force";
    // What the state says.
    const SideState& side = s.to.sides[0];
    const FrictionState& of = s.to.frictions[0];
    EXPECT_NEAR(side.response.force, at.push, bound);
    EXPECT_NEAR(side.motion.indentation, at.depth, 1e-12);
    EXPECT_NEAR(side.motion.rate, at.rate, 1e-12);
    EXPECT_NEAR(of.normal_force, at.push, bound);
    EXPECT_NEAR(std::hypot(of.force[0] - at.held[0], of.force[1] - at.held[1]), 0, bound);
    EXPECT_NEAR(std::hypot(of.velocity[0] - at.slip[0], of.velocity[1] - at.slip[1]), 0, 1e-12);
    EXPECT_NEAR(of.largest_force, std::max(at.push, at.held.norm()), bound);
    // A step that begins with the forces of its end has no more to find.
    Step again = s;
    again.from.sides = s.to.sides;
    again.from.frictions = s.to.frictions;
    again.solve(s.x_free, s.v_free, events);
    EXPECT_NEAR((again.f - s.f).norm(), 0, bound);
    EXPECT_EQ(again.report.iterations, 1);
    return s;
}

TEST(ContactKernel, ARingAndItsSmoothFrictionAgreeWithTheirLaws) {
    for (const auto events : {time::Events::locate, time::Events::stepwise}) {
        const Step s = in_ring(compliant(), std::make_shared<Smooth>(), FrictionStatus::slip, events);
        const InRing at(s);
        EXPECT_NEAR(at.push, push_of(at.depth, at.rate), 1e-9 * s.f.norm());
        const Eigen::Vector2d T = mu * at.push * at.slip / std::sqrt(at.slip.squaredNorm() + softness * softness);
        EXPECT_NEAR((at.held - T).norm(), 0, 1e-9 * s.f.norm());
        EXPECT_TRUE(s.report.converged);
        EXPECT_LE(s.report.iterations, 4);
    }
}

TEST(ContactKernel, ARingHoldsItsNormalRateAndSlidesAlongItsCone) {
    for (const bool stop : {true, false}) {
        const Step s = in_ring(stop ? rigid() : compliant(), std::make_shared<Coulomb>(mu), FrictionStatus::slip);
        const InRing at(s);
        if (stop)
            EXPECT_NEAR(at.rate, 0, 1e-12);
        else
            EXPECT_NEAR(at.push, push_of(at.depth, at.rate), 1e-9 * s.f.norm());
        EXPECT_GT(at.push, 0.1);
        EXPECT_NEAR((at.held - mu * at.push * at.slip.normalized()).norm(), 0, 1e-9 * s.f.norm());
        EXPECT_TRUE(s.report.converged);
        EXPECT_LE(s.report.iterations, 4);
    }
}

TEST(ContactKernel, ARingHoldsWhatSticksInIt) {
    for (const bool stop : {true, false}) {
        const Step s = in_ring(stop ? rigid() : compliant(), std::make_shared<Coulomb>(50), FrictionStatus::stick);
        const InRing at(s);
        if (stop)
            EXPECT_NEAR(at.rate, 0, 1e-9);
        else
            EXPECT_NEAR(at.push, push_of(at.depth, at.rate), 1e-9 * s.f.norm());
        EXPECT_NEAR(at.slip.norm(), 0, 1e-9);
        EXPECT_TRUE(s.report.converged);
        EXPECT_LE(s.report.iterations, 6);
    }
}

// A plane gap with the row 0, and frictions in the plane of rows 1 and 2.
TEST(ContactKernel, APlaneSlidesAlongItsCone) {
    for (const bool stop : {true, false}) {
        Step s(pattern(3, 5));
        s.gap(ceiling, stop ? rigid() : compliant(), 0);
        s.friction(std::make_shared<Coulomb>(mu), 1, 2, 2);
        s.solve(Vector{{-0.25, 0.1, 0.1}}, Vector{{-0.5, 0.9, 0.7}}, FrictionStatus::slip);
        const double N = -s.f[0];
        const Eigen::Vector2d slip = s.v.segment<2>(1), T = s.f.segment<2>(1);
        if (stop)
            EXPECT_NEAR(s.v[0], 0, 1e-12);
        else
            EXPECT_NEAR(N, push_of(-s.x[0] - 0.2, -s.v[0]), 1e-9 * s.f.norm());
        EXPECT_GT(N, 0.1);
        EXPECT_NEAR((T - mu * N * slip.normalized()).norm(), 0, 1e-9 * s.f.norm());
        EXPECT_TRUE(s.report.converged);
        EXPECT_LE(s.report.iterations, 4);
    }
}

// With a stiffness that hardly changes in a step, the extrapolated force is the first guess to 1e-10, and one increment is
// enough.
TEST(ContactKernel, AResolvedContactNeedsOneIteration) {
    for (const double rate : {1e-5, -1e-5}) {
        const double depth = 0.1, later = depth * (1 + h * rate);
        Step s(pattern(2, 5));
        s.gap(ring, std::make_shared<test::PowerLaw>(stiffness, 1.5), 0);
        const Vector n{{0.6, 0.8}};
        s.begin((0.2 + depth) * n, depth * rate * n, FrictionStatus::open);
        const Vector force = stiffness * std::pow(later, 1.5) * n;
        const Matrix S = s.B * s.B.transpose();
        s.solve((0.2 + later) * n + 0.25 * h * h * S * force, depth * rate * n + 0.5 * h * S * force);
        EXPECT_NEAR((s.f - force).norm(), 0, 1e-9 * force.norm());
        EXPECT_EQ(s.report.iterations, 1);
        EXPECT_NEAR(s.to.sides[0].memory.max_indentation, std::max(depth, later), 1e-12);
    }
}

// A rigid stop that holds no more than the rounding of the speeds has no force; one that holds more has it.
TEST(ContactKernel, RoundingOfSpeedsIsNoForce) {
    for (const bool circular : {true, false}) {
        Step s(pattern(2, 5));
        s.gap(circular ? ring : contact::GapGeometry{contact::GapShape::plane, 0.2, true, false}, rigid(), 0);
        const Vector n = circular ? Vector{{0.6, -0.8}} : Vector{{1, 0}};
        s.begin(0.2 * n, Vector::Zero(2), FrictionStatus::open);
        s.from.v = Vector{{1, -2, 3, -1, 2}};
        const Vector sizes = s.B.cwiseAbs() * s.from.v.cwiseAbs();
        const double least = 64 * epsilon * (circular ? sizes.sum() : sizes[0]);
        const double mobility = 0.5 * h * n.dot(s.B * s.B.transpose() * n);
        s.solve(0.2 * n, 0.97 * least * n);
        EXPECT_NEAR(n.dot(s.f), 0, 1e-9 * least / mobility);
        s.solve(0.2 * n, 1.03 * least * n);
        EXPECT_NEAR(n.dot(s.f), 1.03 * least / mobility, 1e-3 * least / mobility);
    }
}

// Both sides of a gap without play press its friction; one in tension, of an adhesive law, presses none.
TEST(ContactKernel, FrictionIsPressedByBothSidesAndByNoTension) {
    Step s(pattern(3, 5));
    s.gap({contact::GapShape::plane, -0.1, true, true}, compliant(), 0);
    s.friction(std::make_shared<Smooth>(), 1, 2, 2);
    s.solve(Vector{{0.01, 0.1, 0.1}}, Vector{{0.5, 0.9, 0.7}}, FrictionStatus::slip);
    const double above = push_of(s.x[0] + 0.1, s.v[0]), below = push_of(0.1 - s.x[0], -s.v[0]);
    EXPECT_NEAR(s.f[0], above - below, 1e-9 * s.f.norm());
    const Eigen::Vector2d slip = s.v.tail<2>();
    EXPECT_NEAR((s.f.tail<2>() - mu * (above + below) * slip / std::sqrt(slip.squaredNorm() + softness * softness)).norm(), 0,
                1e-9 * s.f.norm());
    EXPECT_TRUE(s.report.converged);
    EXPECT_LE(s.report.iterations, 5);

    Step pulled(pattern(3, 5));
    auto law = std::make_shared<test::DashpotLaw>(stiffness, 40);
    law->adhesion = true;
    pulled.gap({contact::GapShape::plane, 0.2, true, false}, law, 0);
    pulled.friction(std::make_shared<Smooth>(), 1, 2, 2);
    pulled.solve(Vector{{0.21, 0.1, 0.1}}, Vector{{-0.9, 0.9, 0.7}}, FrictionStatus::slip);
    EXPECT_LT(pulled.f[0], -1);
    EXPECT_NEAR(pulled.f.tail<2>().norm(), 0, 1e-12);
}

// Stepwise: a free straight path meets a ring that moves, where |x + v t| = c.
TEST(ContactKernel, AnOnsetInARingIsThatOfThePath) {
    const Vector place{{0.05, -0.03}}, rate{{2.1, 1.4}}, carried{{0.3, -0.2}};
    Matrix B(2, 2);
    B << 2, 0.5, -1, 1;
    Step s(B);
    s.gap(ring, compliant(), 0);
    PrescribedMotion motion;
    motion.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{0.1, 0.4, 0, 0});
    s.system.recovery.prescribed.push_back(motion);
    for (std::size_t i = 0; i < 2; ++i) {
        s.system.rows[i].prescribed = {0};
        s.system.rows[i].prescribed_coefficient = {carried[static_cast<Eigen::Index>(i)]};
    }
    s.begin(place, rate, FrictionStatus::open);
    s.from.q = linalg::solve_square(B, place - (0.1 + 0.4 * start) * carried);
    s.from.v = linalg::solve_square(B, rate - 0.4 * carried);
    s.solve(place + h * rate, rate, time::Events::stepwise);
    const double a = rate.squaredNorm(), b = place.dot(rate), c = place.squaredNorm() - 0.04;
    const double t = (-b + std::sqrt(b * b - a * c)) / a;
    EXPECT_NEAR(s.to.sides[0].memory.onset_time, start + t, 1e-12);
    EXPECT_NEAR(s.to.sides[0].memory.impact_speed, (place + t * rate).dot(rate) / 0.2, 1e-9);
    EXPECT_GT(s.f.norm(), 0.1);
}

// A small increment alone is no solution: derivatives that are far too large give one while the forces are not those of the laws.
// Control: the same friction with its own derivatives.
TEST(ContactKernel, WrongDerivativesAreNoSolution) {
    for (const double sense : {1.0, -1.0}) {  // the guess is above the force at the end, and below it
        Step s(pattern(2, 5));
        s.gap({contact::GapShape::plane, 0.2, true, false}, std::make_shared<WrongStop>(), 0);
        s.gap({contact::GapShape::plane, 0.2, true, false}, compliant(), 1);
        s.solve(Vector{{0.3, 0.3}}, Vector{{-sense * 0.2, 0.1}}, FrictionStatus::open);
        EXPECT_FALSE(s.report.converged) << sense;
        const double imbalance = std::abs(s.f[0] - stiffness * (s.x[0] - 0.2));
        EXPECT_GT(imbalance, 1);
        EXPECT_NEAR(s.report.imbalance, imbalance, 1e-6);
        EXPECT_EQ(s.report.contact, s.to.sides[0].response.force > s.to.sides[1].response.force ? 0 : 1);
        for (const double factor : {1.0, 1e14}) {
            const Step slides = [&] {
                Step t(pattern(4, 6));
                t.gap(ring, rigid(), 0);
                t.friction(std::make_shared<Smooth>(softness, factor), 2, 1, 1).around = true;
                t.system.frictions[0].spins = true;
                t.solve(Vector{{0.12, 0.16, 0, 0}}, Vector{{0.9, sense, 0.3 * sense, 0}}, FrictionStatus::slip);
                return t;
            }();
            EXPECT_EQ(slides.report.converged, factor == 1) << sense;
        }
    }
}

}  // namespace
}  // namespace jounce::contact_kernel_test
