// Clearances of plane mechanisms: distances, normals and curvatures of the bearing, the face and the slot with round ends.
// Reference: central differences of the indentation (Richardson's rule, error h^4 f^(5)/30: below 1e-9 of lengths of order 1 with
// h = 1e-3), the distance to the mid-line sampled by brute force, and continuity where two pieces of the boundary meet.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/planar_gap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

namespace jounce::contact::planar_gap_test {
namespace {

using Eigen::Vector2d;
constexpr double pi = std::numbers::pi;

PlanarGap bearing() {
    PlanarGap gap;
    gap.clearance = 0.1;
    return gap;
}
PlanarGap face() {
    PlanarGap gap;
    gap.shape = PlanarGap::Shape::face;
    gap.clearance = 0.1;
    gap.normal = {0.6, -0.8};
    return gap;
}
PlanarGap straight() {
    PlanarGap gap;
    gap.shape = PlanarGap::Shape::slot;
    gap.clearance = 0.1;
    gap.normal = {0.6, -0.8};
    gap.half_length = 1.3;
    return gap;
}
PlanarGap circular(double half_angle = pi / 3) {
    PlanarGap gap;
    gap.shape = PlanarGap::Shape::slot;
    gap.clearance = 0.1;
    gap.normal = {0.6, -0.8};
    gap.arc = true;
    gap.radius = 2;
    gap.half_angle = half_angle;
    return gap;
}
Vector2d along(const PlanarGap& gap) { return {gap.normal.y(), -gap.normal.x()}; }
Vector2d turned(const Vector2d& a, double angle) {
    return {std::cos(angle) * a.x() - std::sin(angle) * a.y(), std::sin(angle) * a.x() + std::cos(angle) * a.y()};
}
/// Of the mid-line at s in [-1, 1].
Vector2d mid(const PlanarGap& gap, double s) {
    return gap.arc ? Vector2d(gap.radius * turned(gap.normal, s * gap.half_angle)) : Vector2d(s * gap.half_length * along(gap));
}

struct Place {
    PlanarGap gap;
    int side;
    Vector2d at;
};
/// In the middle, near the ends and beyond them, to either side.
std::vector<Place> places() {
    std::vector<Place> out = {{bearing(), 0, {0.03, -0.07}}, {bearing(), 0, {0.08, 0.11}}, {face(), 0, {0.2, -0.3}}};
    for (const PlanarGap& gap : {straight(), circular(), circular(0.9 * pi)}) {
        for (const int side : {0, 1}) {
            for (const double s : {-1.0, -0.98, -0.4, 0.0, 0.55, 0.97, 1.0}) {
                for (const Vector2d& off : {Vector2d(0.03, 0.05), Vector2d(-0.06, 0.02), Vector2d(0.07, -0.11)})
                    out.push_back({gap, side, mid(gap, s) + off});
            }
        }
    }
    return out;
}

TEST(PlanarGap, NormalsAndCurvaturesAreDerivativesOfTheIndentation) {
    int curved = 0;
    for (const Place& p : places()) {
        const PlanarSide here = p.gap.side(p.side, p.at);
        const auto value = [&](const Vector2d& off) { return p.gap.side(p.side, p.at + off).indentation; };
        const Vector2d tangent(-here.normal.y(), here.normal.x());
        const auto slope = [&](const Vector2d& d) {
            const auto central = [&](double h) { return (value(h * d) - value(-h * d)) / (2 * h); };
            return (4 * central(5e-4) - central(1e-3)) / 3;
        };
        const auto bend = [&](double h) { return (value(h * tangent) - 2 * value({0, 0}) + value(-h * tangent)) / (h * h); };
        EXPECT_NEAR(here.normal.norm(), 1, 1e-15);
        EXPECT_NEAR(slope(here.normal), 1, 1e-6) << p.at.transpose();
        EXPECT_NEAR(slope(tangent), 0, 1e-6) << p.at.transpose();
        // Relative: 1/r with r down to 0.03; h = 1e-4 leaves (h/r)^2 = 1e-5.
        const double second = (4 * bend(5e-5) - bend(1e-4)) / 3;
        EXPECT_NEAR(here.curvature, second, 1e-5 * (1 + std::abs(here.curvature))) << p.at.transpose();
        curved += here.curvature != 0;
    }
    EXPECT_GT(curved, 40);
}

TEST(PlanarGap, OfASlotIsTheDistanceFromItsMidLine) {
    for (const Place& p : places()) {
        if (p.gap.shape != PlanarGap::Shape::slot) continue;
        double nearest = 1e9;
        for (int i = -20000; i <= 20000; ++i) nearest = std::min(nearest, (p.at - mid(p.gap, i / 20000.0)).norm());
        const double in = std::max(p.gap.side(0, p.at).indentation, p.gap.side(1, p.at).indentation);
        // The nearest sample is half a cell off at most, x: sqrt(d^2 + x^2) - d is below x^2/(2 d), and below x.
        const double x = 0.5 * (mid(p.gap, 5e-5) - mid(p.gap, 0)).norm();
        EXPECT_NEAR(in, nearest - p.gap.clearance, 1.1 * x * std::min(1.0, x / (2 * nearest)) + 1e-15) << p.at.transpose();
        // Between the faces the other side is as far away as this one is near: their sum is twice the clearance.
        if (p.gap.side(0, p.at).beyond) continue;
        EXPECT_NEAR(p.gap.side(0, p.at).indentation + p.gap.side(1, p.at).indentation, -2 * p.gap.clearance, 1e-15);
    }
}

// Where the faces go over into the ends, the indentation has no step and the normal no kink.
TEST(PlanarGap, OfASlotIsContinuousOverTheEnds) {
    for (const PlanarGap& gap : {straight(), circular(), circular(0.9 * pi)}) {
        for (const int end : {-1, 1}) {
            const Vector2d centre = mid(gap, end);
            const Vector2d across = gap.arc ? Vector2d(centre / gap.radius) : gap.normal;
            const Vector2d on = gap.arc ? turned(across, end * pi / 2) : Vector2d(end * along(gap));
            for (const double off : {-0.12, -0.1, -0.03, 0.03, 0.1, 0.12}) {
                for (const int side : {off < 0 ? 0 : 1}) {  // which the pin is near; the other one has a way to the end, too
                    const PlanarSide before = gap.side(side, centre + off * across - 1e-9 * on);
                    const PlanarSide after = gap.side(side, centre + off * across + 1e-9 * on);
                    // 2e-9 apart: the indentation cannot differ by more, nor the normal by 2e-9 over the smallest radius.
                    EXPECT_NEAR(before.indentation, after.indentation, 3e-9);
                    EXPECT_LT((before.normal - after.normal).norm(), 2e-9 / 0.02);
                }
            }
            // Round the end the indentation is that of a bearing, all the half circle; one of the sides is to have the contact.
            const double r = 0.105;
            for (int i = 0; i <= 180; ++i) {
                const double turn = i * pi / 180;
                const Vector2d at = centre + r * (std::sin(turn) * on - std::cos(turn) * across);
                if (i % 90 == 0) continue;  // on the border, by rounding
                for (const int side : {0, 1}) {
                    const PlanarSide there = gap.side(side, at);
                    EXPECT_NEAR(there.indentation, r - gap.clearance, 1e-14) << i;
                    EXPECT_EQ(there.elsewhere, (side == 0) == (i > 90)) << i;
                    EXPECT_TRUE(there.beyond);
                }
            }
        }
    }
}

// A contact that its side keeps goes on over the middle of an end, and from there along the face of the other half, without a
// step: where it is in contact its indentation is the distance from the mid-line less the clearance, on either half.
TEST(PlanarGap, OfASlotASideInContactKeepsItRoundTheEnds) {
    for (const PlanarGap& gap : {straight(), circular(), circular(0.9 * pi)}) {
        for (const int end : {-1, 1}) {
            const Vector2d centre = mid(gap, end);
            const Vector2d across = gap.arc ? Vector2d(centre / gap.radius) : gap.normal;
            const Vector2d on = gap.arc ? turned(across, end * pi / 2) : Vector2d(end * along(gap));
            const double r = 0.105;
            // Along one face into the end, round it, and out along the other face.
            std::vector<Vector2d> way;
            for (const double s : {0.9, 0.99})
                way.push_back(mid(gap, end * s) - r * (gap.arc ? mid(gap, end * s).normalized() : across));
            for (int i = 0; i <= 180; i += 10)
                way.push_back(centre + r * (std::sin(i * pi / 180) * on - std::cos(i * pi / 180) * across));
            for (const double s : {0.99, 0.9})
                way.push_back(mid(gap, end * s) + r * (gap.arc ? mid(gap, end * s).normalized() : across));
            for (const int owner : {0, 1}) {
                for (std::size_t i = 0; i < way.size(); ++i) {
                    // Held where the motion went on from: here, or a while ago.
                    for (std::size_t j = i; j <= std::min(i + 3, way.size() - 1); ++j) {
                        const contact::SlotHold hold = gap.hold(way[i], owner);
                        EXPECT_NEAR(gap.side(owner, way[j], hold).indentation, r - gap.clearance, 1e-14) << i << ' ' << j;
                        EXPECT_NEAR(gap.side(1 - owner, way[j], hold).indentation, -r - gap.clearance, 1e-14) << i << ' ' << j;
                    }
                }
                // From a face straight across: out of contact, and not in contact with the face opposite.
                const contact::SlotHold hold =
                    gap.hold(mid(gap, 0.5) + r * (gap.arc ? mid(gap, 0.5).normalized() : across), owner);
                EXPECT_LT(gap.side(owner, mid(gap, 0.5) - r * (gap.arc ? mid(gap, 0.5).normalized() : across), hold).indentation,
                          0);
            }
        }
    }
}

TEST(PlanarGap, InTheMiddleOfABearingThereIsNoNormal) {
    const PlanarSide centred = bearing().side(0, {0, 0});
    EXPECT_TRUE(centred.centred);
    EXPECT_EQ(centred.indentation, -0.1);
    EXPECT_EQ(centred.curvature, 0);
    EXPECT_TRUE(centred.normal.allFinite());
    EXPECT_FALSE(bearing().side(0, {0, 1e-30}).centred);
}

}  // namespace
}  // namespace jounce::contact::planar_gap_test
