// Promise: sticks and closed stops of a step hold their motions, and those that hold one motion have the parts of its force that
// their limits and lever arms give; stepwise a friction sticks within its limit. References: closed forms. Tolerance: 1e-8, as
// the constraints of sticks are regularised by 1e-9.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "kernel_step.hpp"

namespace jounce::contact_holds_test {
namespace {

using namespace test::kernel_step;

// Sticks under given forces: two that hold one plane, with other tangents and ratios, a third one a line in it, a fourth one
// another motion. The parts of the force are those of the limits at the end of the step, and all slips vanish.
TEST(ContactHolds, SticksShareOnePlaneAsTheirLimits) {
    constexpr double turned = 0.4, angle = 0.7;
    Matrix B = pattern(6, 5);
    B.row(2) = 1.7 * (std::cos(turned) * B.row(0) + std::sin(turned) * B.row(1));
    B.row(3) = 1.7 * (std::cos(turned) * B.row(1) - std::sin(turned) * B.row(0));
    B.row(4) = std::cos(angle) * B.row(0) + std::sin(angle) * B.row(1);
    Step s(B);
    const auto held = [&](double coefficient, double N, int row, int directions) {
        s.friction(std::make_shared<Coulomb>(coefficient), row, directions, directions, -1).normal_force =
            std::make_shared<test::FunctionSignal>([N](double t) { return N * (t - start); });
    };
    held(2, 100, 0, 2);  // limits 20, 50, 10 and 30 at the end
    held(1, 500, 2, 2);
    held(0.5, 200, 4, 1);
    held(3, 100, 5, 1);
    for (const bool stuck : {true, false}) {
        s.solve(Vector::Zero(6), B * Vector{{0.5, -0.3, 0.7, 0.2, 0.4}}, FrictionStatus::stick,
                stuck ? time::Events::locate : time::Events::stepwise);
        EXPECT_NEAR(s.v.norm(), 0, 1e-8);
        const Eigen::Vector2d of(std::cos(turned) * s.f[2] - std::sin(turned) * s.f[3],
                                 std::sin(turned) * s.f[2] + std::cos(turned) * s.f[3]);
        EXPECT_GT(of.norm(), 0.1);
        EXPECT_NEAR((s.f.head<2>() - 0.4 * of).norm(), 0, 1e-8 * of.norm());
        EXPECT_NEAR(s.f[4], 0.2 * (std::cos(angle) * of[0] + std::sin(angle) * of[1]), 1e-8 * of.norm());
        EXPECT_GT(std::abs(s.f[5]), 0.1);
        EXPECT_TRUE(s.report.converged);
        EXPECT_LE(s.report.iterations, 3);
    }
}

// Stepwise: g is the force that would hold the slip. It holds up to the static limit what was at rest or comes back through rest,
// up to the sliding one what slides on; what leaves a dead band slides against the static coefficient.
TEST(ContactHolds, StepwiseFrictionHoldsUpToItsLimit) {
    struct Given {
        double before, g;  // slip before; force that holds
        bool stick;
        double band, expected;
    };
    for (const Given& given :
         {Given{1, 0.4, false, 0, 0.3}, Given{1, 0.25, false, 0, 0.25}, Given{1, -0.4, false, 0, -0.4},
          Given{1, -0.6, false, 0, -0.3}, Given{0, 0.4, true, 0, 0.4}, Given{0, 0.6, true, 0, 0.3},
          Given{0.1, 0.6, false, 0.2, 0.5}, Given{-0.1, 0.4, false, 0.2, 0.4}, Given{0.3, 0.6, false, 0.2, 0.3}}) {
        for (const double angle : {0.0, 0.9}) {  // along a line, in a plane
            Matrix B = Matrix::Zero(2, 2);
            B(0, 0) = 1.3;
            B(1, 1) = 1.3;
            Step s(angle == 0 ? Matrix(B.topRows(1)) : B);
            auto law = std::make_shared<Coulomb>(0.3);
            law->cone->static_coefficient = 0.5;
            law->cone->dead_band = given.band;
            const int n = angle == 0 ? 1 : 2;
            s.friction(law, 0, n, n, -1).normal_force = std::make_shared<test::FunctionSignal>([](double) { return 2.0; });
            const Vector e = Vector{{std::cos(angle), std::sin(angle)}}.head(n);
            s.begin(Vector::Zero(n), Vector::Zero(n), given.stick ? FrictionStatus::stick : FrictionStatus::slip);
            s.from.frictions[0].velocity = {given.before * std::cos(angle), given.before * std::sin(angle)};
            s.solve(Vector::Zero(n), 2 * given.g * 0.5 * h * 1.69 * e, time::Events::stepwise);
            EXPECT_NEAR((s.f - 2 * given.expected * e).norm(), 0, 1e-8) << given.before << ' ' << given.g << ' ' << angle;
            EXPECT_EQ(s.to.frictions[0].status, given.g == given.expected ? FrictionStatus::stick : FrictionStatus::slip);
        }
    }
}

// A law that is nearly a step of its slip: Newton's method does not swing about it for long.
TEST(ContactHolds, AFrictionThatIsNearlyAStepConverges) {
    for (const double soft : {1e-3, 1e-6, 1e-9}) {
        for (const double part : {0.4, -0.6, 2.0}) {  // of the limit: that which would hold the slip
            Step s(Matrix::Constant(1, 1, 1.3));
            s.friction(std::make_shared<Smooth>(soft), 0, 1, 1, -1).normal_force =
                std::make_shared<test::FunctionSignal>([](double) { return 10.0; });
            s.begin(Vector::Zero(1), Vector::Zero(1), FrictionStatus::slip);
            s.solve(Vector::Zero(1), Vector::Constant(1, part * mu * 10 * 0.5 * h * 1.69));
            EXPECT_NEAR(s.f[0], mu * 10 * s.v[0] / std::hypot(s.v[0], soft), 1e-5);
            EXPECT_TRUE(s.report.converged);
            EXPECT_LE(s.report.iterations, 50) << soft << ' ' << part;
        }
    }
}

// Stops that hold one motion share its force as their lever arms; a stop whose motion two others hold together has none, nor has
// one that pushes against them.
TEST(ContactHolds, StopsThatHoldOneMotionShareIt) {
    Matrix B = pattern(5, 6);
    B.row(1) = 2 * B.row(0);
    B.row(3) = B.row(0) + B.row(2);
    B.row(4) = -B.row(2);
    Step s(B);
    for (int i = 0; i < 5; ++i) s.gap({contact::GapShape::plane, 0, true, false}, rigid(), i);
    const Matrix S = B * B.transpose();
    s.begin(Vector::Zero(5), Vector::Zero(5), FrictionStatus::open);
    for (SideState& side : s.from.sides) side.response.force = 0.7;
    s.solve(Vector::Zero(5), 0.5 * h * S * Vector{{5, 0, 4, 0, 0}});
    EXPECT_NEAR(s.v.norm(), 0, 1e-12);
    EXPECT_NEAR(s.f[0], 1, 1e-9);
    EXPECT_NEAR(s.f[1], 2, 1e-9);
    EXPECT_NEAR(s.f[2], 4, 1e-9);
    EXPECT_NEAR(s.f[3], 0, 1e-9);
    EXPECT_NEAR(s.f[4], 0, 1e-9);
}

}  // namespace
}  // namespace jounce::contact_holds_test
