// Conditions between two frames: Jacobian, quadratic terms and second derivatives of every kind, with both frames turned and
// moving and the points off their origins.
// Reference: central differences of the values. Two step sizes and Richardson's rule leave an error of order h^4: with lengths of
// order 1 and h = 1e-3 that is 1e-12 times a sixth derivative, and round-off 1e-16/h (first) or 1e-16/h^2 (second differences).
// Tolerance: 1e-10 for first, 1e-8 for second derivatives. Control: the same rows with a sign turned round miss by 0.1 and more.
// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/condition.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace jounce::test::condition_test {
namespace {

using namespace bodies;
using Vector6 = Eigen::Matrix<double, 6, 1>;

Condition together() {
    Condition c;
    c.first = {0.31, -0.17};
    c.second = {-0.23, 0.41};
    return c;
}
Condition turned() {
    Condition c;
    c.kind = Condition::Kind::turned;
    c.angle = 0.37;
    return c;
}
Condition on(const Curve& curve) {
    Condition c;
    c.kind = Condition::Kind::on_curve;
    c.second = {-0.23, 0.41};
    c.curve = curve;
    return c;
}
struct Sample {
    const char* name;
    Condition condition;
};
const std::vector<Sample> samples = {
    {"together", together()},
    {"turned", turned()},
    {"on a line", on(Curve::line({0.12, -0.34}, Vector2(0.6, 0.8)))},
    {"on a circle", on(Curve::around({0.45, 0.15}, 0.7))},
};

// Frames far from the condition, so that its value is not zero: derivatives hold everywhere.
const Vector6 place = (Vector6() << 0.11, -0.52, 0.83, 1.27, 0.64, -1.19).finished();
const Vector6 speed = (Vector6() << 0.9, -0.4, 1.7, -0.6, 1.1, -2.3).finished();
const double multipliers[2] = {1.3, -0.7};

std::array<FrameMotion, 2> frames(const Vector6& z, const Vector6& rate) {
    std::array<FrameMotion, 2> out;
    for (int f = 0; f < 2; ++f) {
        FrameMotion& frame = out[static_cast<std::size_t>(f)];
        frame.position = z.segment<2>(3 * f);
        frame.velocity = rate.segment<2>(3 * f);
        frame.set_angle(z[3 * f + 2]);
        frame.rate = rate[3 * f + 2];
    }
    return out;
}
ConditionValue at(const Condition& c, const Vector6& z, const Vector6& rate = Vector6::Zero()) {
    const auto [first, second] = frames(z, rate);
    return evaluate(c, first, second);
}
double value(const Condition& c, int equation, const Vector6& z) { return at(c, z).value[static_cast<std::size_t>(equation)]; }

double first_difference(const std::function<double(double)>& f) {
    const auto central = [&](double h) { return (f(h) - f(-h)) / (2 * h); };
    return (4 * central(5e-4) - central(1e-3)) / 3;
}
double second_difference(const std::function<double(double)>& f) {
    const auto central = [&](double h) { return (f(h) - 2 * f(0) + f(-h)) / (h * h); };
    return (4 * central(2e-3) - central(4e-3)) / 3;
}

TEST(Condition, JacobiansAreTheDerivativesOfTheValues) {
    for (const auto& sample : samples) {  // clang 16 lets no lambda capture a structured binding where OpenMP is on
        const Condition& c = sample.condition;
        SCOPED_TRACE(sample.name);
        for (int e = 0; e < c.equations(); ++e) {
            const FrameRow row = at(c, place).jacobian[static_cast<std::size_t>(e)];
            for (int k = 0; k < 6; ++k) {
                const double slope = first_difference([&](double h) { return value(c, e, place + h * Vector6::Unit(k)); });
                EXPECT_NEAR(row[k], slope, 1e-10) << "equation " << e << ", coordinate " << k;
            }
            EXPECT_GT(row.cwiseAbs().maxCoeff(), 0.5);
        }
    }
}

TEST(Condition, QuadraticTermsAreTheSecondDerivativeOfAUniformMotion) {
    for (const auto& sample : samples) {  // clang 16 lets no lambda capture a structured binding where OpenMP is on
        const Condition& c = sample.condition;
        SCOPED_TRACE(sample.name);
        for (int e = 0; e < c.equations(); ++e) {
            const double along = second_difference([&](double t) { return value(c, e, place + t * speed); });
            EXPECT_NEAR(at(c, place, speed).quadratic[static_cast<std::size_t>(e)], along, 1e-8);
            if (c.kind != Condition::Kind::turned) {
                EXPECT_GT(std::abs(along), 0.1) << "the sample moves";
            }
        }
        // At rest, and with one frame moving alone.
        EXPECT_EQ(at(c, place).quadratic[0], 0);
        for (const int f : {0, 1}) {
            Vector6 alone = Vector6::Zero();
            alone.segment<3>(3 * f) = speed.segment<3>(3 * f);
            const double along = second_difference([&](double t) { return value(c, 0, place + t * alone); });
            EXPECT_NEAR(at(c, place, alone).quadratic[0], along, 1e-8) << "frame " << f;
        }
    }
}

TEST(Condition, SecondDerivativesAreThoseOfTheJacobians) {
    for (const auto& sample : samples) {  // clang 16 lets no lambda capture a structured binding where OpenMP is on
        const Condition& c = sample.condition;
        SCOPED_TRACE(sample.name);
        const auto [first, second] = frames(place, speed);
        const FrameMatrix all = second_derivative(c, first, second, multipliers);
        EXPECT_LT((all - all.transpose()).cwiseAbs().maxCoeff(), 1e-15) << "symmetric";
        for (int k = 0; k < 6; ++k) {
            for (int i = 0; i < 6; ++i) {
                const double slope = first_difference([&](double h) {
                    const ConditionValue there = at(c, place + h * Vector6::Unit(k));
                    double sum = 0;
                    for (int e = 0; e < c.equations(); ++e)
                        sum += multipliers[e] * there.jacobian[static_cast<std::size_t>(e)][i];
                    return sum;
                });
                EXPECT_NEAR(all(i, k), slope, 1e-10) << i << ", " << k;
            }
        }
        // v^T (sum mu d2Phi) v is the quadratic term, by a path of its own.
        const ConditionValue moving = at(c, place, speed);
        double sum = 0;
        for (int e = 0; e < c.equations(); ++e) sum += multipliers[e] * moving.quadratic[static_cast<std::size_t>(e)];
        EXPECT_NEAR(speed.dot(all * speed), sum, 1e-13);
    }
}

TEST(Condition, ValuesAreWhatTheyAreNamedAfter) {
    EXPECT_EQ(at(together(), Vector6::Zero()).value[0], -0.23 - 0.31);
    EXPECT_EQ(at(together(), Vector6::Zero()).value[1], 0.41 + 0.17);
    Vector6 quarter = Vector6::Zero();
    quarter[5] = 0.37;
    EXPECT_EQ(at(turned(), quarter).value[0], 0);
    // A line through the origin along x, and a circle of radius 2: distances outward.
    Condition line = on(Curve::line({5, 0}, {0, 1})), circle = on(Curve::around({0, 0}, 2));
    line.second = circle.second = {0, 0};
    Vector6 z = Vector6::Zero();
    z.segment<2>(3) << 3, 4;
    EXPECT_DOUBLE_EQ(at(line, z).value[0], 4);
    EXPECT_DOUBLE_EQ(at(circle, z).value[0], 3);
}

}  // namespace
}  // namespace jounce::test::condition_test
