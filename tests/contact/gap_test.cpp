// The kinematics of a clearance: forces and their derivatives over the local coordinates, plane and circular.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/response/gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contact/law_samples.hpp"
#include "contact/response/status.hpp"

namespace jounce::gap_test {
namespace {

using namespace contact;
using test::make_law;
using test::table;

using Pair = std::array<double, 2>;

class Gap : public testing::Test {
  protected:
    const LawPointer lossy = make_law("flores", table({{"stiffness", 3e9}, {"restitution", 0.4}}));
    const LawPointer damper = make_law("kelvin_voigt", table({{"stiffness", 2e6}, {"damping", 800}}));
};

const ContactMemory memory{.closed = true, .impact_speed = 0.6};

LocalForce local_force(const GapGeometry& gap, const Law& law, const Pair& x, const Pair& v) {
    LocalForce out;
    for (int side = 0; side < gap.sides(); ++side) {
        const SideMotion motion = side_motion(gap, side, x.data(), v.data());
        add_side_force(gap, motion, contact_response(law, motion.motion, memory), v.data(), out);
    }
    return out;
}

const GapGeometry circular{.shape = GapShape::circular, .clearance = 3e-3};
const GapGeometry both{.clearance = 3e-3, .negative = true};

TEST_F(Gap, SidesOfAPlaneGap) {
    EXPECT_EQ(GapGeometry{}.sides(), 1);
    EXPECT_EQ(both.sides(), 2);
    EXPECT_EQ((GapGeometry{.positive = false, .negative = true}.sides()), 1);
    EXPECT_EQ(both.sign(0), 1);
    EXPECT_EQ(both.sign(1), -1);
    EXPECT_EQ((GapGeometry{.positive = false, .negative = true}.sign(0)), -1);
    EXPECT_EQ(circular.sides(), 1);
    EXPECT_EQ(circular.sign(0), 1);
    EXPECT_EQ(both.coordinates(), 1);
    EXPECT_EQ(circular.coordinates(), 2);
}

TEST_F(Gap, OpeningIndentationAndRate) {
    const double x = 3.2e-3;
    const double v = -0.4;
    const SideMotion up = side_motion(both, 0, &x, &v);
    EXPECT_DOUBLE_EQ(up.motion.indentation, 3.2e-3 - 3e-3);
    EXPECT_EQ(up.motion.rate, -0.4);
    EXPECT_EQ(up.normal[0], 1);
    const SideMotion down = side_motion(both, 1, &x, &v);
    EXPECT_DOUBLE_EQ(down.motion.indentation, -6.2e-3);
    EXPECT_EQ(down.motion.rate, 0.4);
    EXPECT_EQ(down.normal[0], -1);
    // An interference is a negative clearance: both sides are closed at rest.
    const GapGeometry preloaded{.clearance = -1e-4, .negative = true};
    const double rest = 0;
    for (const int side : {0, 1}) EXPECT_EQ(side_motion(preloaded, side, &rest, &rest).motion.indentation, 1e-4);
    const LocalForce force = local_force(preloaded, *lossy, {0, 0}, {0, 0});
    EXPECT_EQ(force.force[0], 0);
    EXPECT_NEAR(force.stiffness[0], 2 * 1.5 * 3e9 * std::sqrt(1e-4), 1e-6);
}

TEST_F(Gap, PlaneGapIsAWallAndNothingElse) {
    for (const double x : {-4e-3, -3.05e-3, -1e-3, 0.0, 2.9e-3, 3.01e-3, 5e-3}) {
        for (const double v : {-1.0, -0.01, 0.0, 0.3}) {
            const double s = x < 0 ? -1 : 1;
            const Response wall = contact_response(*lossy, {s * x - 3e-3, s * v}, memory);
            const LocalForce f = local_force(both, *lossy, {x, 0}, {v, 0});
            EXPECT_EQ(f.force[0], s * wall.force);
            EXPECT_EQ(f.stiffness[0], wall.stiffness);
            EXPECT_EQ(f.damping[0], wall.damping);
            // The force pushes back: on the left-hand side of the equation of motion it has the sign of the displacement.
            EXPECT_GE(f.force[0] * x, 0);
            // Mirrored motion, mirrored force.
            const LocalForce mirror = local_force(both, *lossy, {-x, 0}, {-v, 0});
            EXPECT_EQ(mirror.force[0], -f.force[0]);
            EXPECT_EQ(mirror.stiffness[0], f.stiffness[0]);
            EXPECT_EQ(mirror.damping[0], f.damping[0]);
        }
    }
}

TEST_F(Gap, CircularGapAlongAnAxisIsThePlaneGap) {
    for (const Law* law : {lossy.get(), damper.get()}) {
        for (const double x : {-4e-3, -2e-3, 2e-3, 3.5e-3}) {
            for (const double v : {-0.2, 0.7}) {
                const LocalForce plane = local_force(both, *law, {x, 0}, {v, 0});
                const LocalForce round = local_force(circular, *law, {x, 0}, {v, 0});
                EXPECT_DOUBLE_EQ(round.force[0], plane.force[0]);
                EXPECT_DOUBLE_EQ(round.stiffness[0], plane.stiffness[0]);
                EXPECT_DOUBLE_EQ(round.damping[0], plane.damping[0]);
                EXPECT_EQ(round.force[1], 0);
                // Across the motion the force turns with the shaft: F/r.
                EXPECT_DOUBLE_EQ(round.stiffness[3], std::abs(plane.force[0] / x));
            }
        }
    }
}

TEST_F(Gap, CircularGapHasNoPreferredDirection) {
    const double angle = 0.83;
    const double c = std::cos(angle), s = std::sin(angle);
    const auto turned = [&](const Pair& a) { return Pair{c * a[0] - s * a[1], s * a[0] + c * a[1]}; };
    const Pair x{2.6e-3, -1.9e-3}, v{0.3, 0.1};
    const LocalForce here = local_force(circular, *damper, x, v);
    const LocalForce there = local_force(circular, *damper, turned(x), turned(v));
    const Pair expected = turned(here.force);
    ASSERT_GT(std::hypot(here.force[0], here.force[1]), 1);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(there.force[i], expected[i], 1e-12 * std::abs(expected[i]));
    // The force is radial, and its power is F times the rate.
    EXPECT_NEAR(here.force[0] * x[1] - here.force[1] * x[0], 0, 1e-15);
    const SideMotion side = side_motion(circular, 0, x.data(), v.data());
    EXPECT_NEAR(here.force[0] * v[0] + here.force[1] * v[1],
                contact_response(*damper, side.motion, memory).force * side.motion.rate, 1e-10);
}

// Every motion from the centre leads outward.
TEST_F(Gap, AtTheCentreTheNormalIsTheDirectionOfMotion) {
    const Pair centre = {0, 0}, v = {0.3, -0.4}, rest = {0, 0};
    const SideMotion moving = side_motion(circular, 0, centre.data(), v.data());
    EXPECT_DOUBLE_EQ(moving.motion.indentation, -3e-3);
    EXPECT_DOUBLE_EQ(moving.motion.rate, 0.5);
    EXPECT_DOUBLE_EQ(moving.normal[0], 0.6);
    EXPECT_DOUBLE_EQ(moving.normal[1], -0.8);
    const SideMotion still = side_motion(circular, 0, centre.data(), rest.data());
    EXPECT_EQ(still.motion.rate, 0);
    EXPECT_EQ(std::hypot(still.normal[0], still.normal[1]), 0);
}

/// All entries of both derivative matrices against differences of fourth order; returns the largest deviation relative to
/// the largest entry.
double derivative_error(const GapGeometry& gap, const Law& law, const Pair& x, const Pair& v, const LocalForce& f) {
    double worst_stiffness = 0, size_stiffness = 0, worst_damping = 0, size_damping = 0;
    const auto slope = [](const auto& at, double h) { return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h); };
    const int n = gap.coordinates();
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const auto moved = [&](double h) {
                Pair y = x;
                y[j] += h;
                return local_force(gap, law, y, v).force[i];
            };
            const auto faster = [&](double h) {
                Pair w = v;
                w[j] += h;
                return local_force(gap, law, x, w).force[i];
            };
            worst_stiffness = std::max(worst_stiffness, std::abs(slope(moved, 1e-7) - f.stiffness[2 * i + j]));
            worst_damping = std::max(worst_damping, std::abs(slope(faster, 1e-4) - f.damping[2 * i + j]));
            size_stiffness = std::max(size_stiffness, std::abs(f.stiffness[2 * i + j]));
            size_damping = std::max(size_damping, std::abs(f.damping[2 * i + j]));
        }
    }
    return std::max(size_stiffness > 0 ? worst_stiffness / size_stiffness : worst_stiffness,
                    size_damping > 0 ? worst_damping / size_damping : worst_damping);
}

// Step 1e-7 m at an indentation of 1e-4 m or more: truncation (1e-3)^4, round-off 1e-16 * 3e-3/1e-7 through the indentation.
TEST_F(Gap, DerivativesOfTheCircularGap) {
    std::mt19937 random(20240607);
    std::uniform_real_distribution<double> unit(-1, 1);
    int pushing = 0;
    double without_turn = 0;
    for (int i = 0; i < 200; ++i) {
        const double angle = 3.2 * unit(random);
        const double r = 3e-3 + (i % 4 == 0 ? -1e-3 : 5e-4 * (1.2 + unit(random)));
        const Pair x{r * std::cos(angle), r * std::sin(angle)};
        const Pair v{0.5 * unit(random), 0.5 * unit(random)};
        for (const Law* law : {lossy.get(), damper.get()}) {
            const LocalForce f = local_force(circular, *law, x, v);
            EXPECT_LT(derivative_error(circular, *law, x, v, f), 1e-8) << r << " " << angle << " " << v[0] << " " << v[1];
            if (f.force[0] == 0) continue;
            ++pushing;
            // Negative control: leaving out what turning the normal does to the rate is seen.
            LocalForce wrong = f;
            const SideMotion side = side_motion(circular, 0, x.data(), v.data());
            const double c = contact_response(*law, side.motion, memory).damping;
            for (int k = 0; k < 4; ++k) {
                wrong.stiffness[k] -= c * side.normal[k / 2] * (v[k % 2] - side.normal[k % 2] * side.motion.rate) / r;
            }
            without_turn = std::max(without_turn, derivative_error(circular, *law, x, v, wrong));
        }
    }
    EXPECT_GT(pushing, 150);
    EXPECT_GT(without_turn, 1e-3);
}

TEST_F(Gap, DerivativesOfThePlaneGap) {
    for (const double x : {-3.7e-3, -2e-3, 3.3e-3}) {
        for (const double v : {-0.4, 0.5}) {
            for (const Law* law : {lossy.get(), damper.get()}) {
                EXPECT_LT(derivative_error(both, *law, {x, 0}, {v, 0}, local_force(both, *law, {x, 0}, {v, 0})), 1e-8);
            }
        }
    }
}

TEST_F(Gap, CentreOfACircularGap) {
    const GapGeometry preloaded{.shape = GapShape::circular, .clearance = -1e-4};
    for (const GapGeometry& gap : {circular, preloaded}) {
        for (const double x : {0.0, 5e-324, 1e-310, 1e-200, 1e-99, 1e-30}) {
            const Pair at{x, -x};
            const LocalForce f = local_force(gap, *damper, at, {0.3, 0.2});
            for (int i = 0; i < 2; ++i) EXPECT_TRUE(std::isfinite(f.force[i])) << x;
            for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isfinite(f.stiffness[i]) && std::isfinite(f.damping[i])) << x;
            EXPECT_TRUE(gap.clearance < 0 || f.force[0] == 0);
        }
        const double rest[2] = {0, 0};
        const SideMotion centre = side_motion(gap, 0, rest, rest);
        EXPECT_EQ(centre.motion.indentation, -gap.clearance);
        EXPECT_EQ(centre.radius, 0);
    }
}

TEST_F(Gap, PreloadedCircularGapPushesTowardsTheCentre) {
    // Interference all round: off the centre the far side is not felt, the near one pushes back with F_delta and F/r.
    const GapGeometry preloaded{.shape = GapShape::circular, .clearance = -1e-4};
    const Pair x{3e-5, 4e-5};
    const LocalForce f = local_force(preloaded, *lossy, x, {0, 0});
    EXPECT_NEAR(std::hypot(f.force[0], f.force[1]), 3e9 * std::pow(1.5e-4, 1.5), 1e-9 * 3e9 * std::pow(1.5e-4, 1.5));
    EXPECT_GT(f.force[0] * x[0] + f.force[1] * x[1], 0);
    EXPECT_LT(derivative_error(preloaded, *damper, x, {0.1, 0.2}, local_force(preloaded, *damper, x, {0.1, 0.2})), 1e-8);
}

}  // namespace
}  // namespace jounce::gap_test
