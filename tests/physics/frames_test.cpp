// Physics: a kinked frame and a stepped shaft in space, where bending, shear, stretching and twisting meet.
// Reference: dynamic stiffness method with exact members (dynamic_stiffness.hpp), roots by bisection on the count of Wittrick and
// Williams; nothing of it is shared with the library.
// Tolerance: 1e-6 after Richardson's extrapolation of three meshes of order 2; order within 0.1 where the error is of that order
// alone (Euler-Bernoulli: bending is of order 4, stretching and twisting of order 2).
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <Eigen/Geometry>

#include "beams.hpp"
#include "dynamic_stiffness.hpp"

namespace jounce::test::frames_test {
namespace {

using Eigen::Vector3d;

Value point(const Vector3d& x) { return vector(x.x(), x.y(), x.z()); }

struct Piece {
    Vector3d from, to;
    BeamData data;
};

/// Two beams end to end; local z of both along `normal`.
struct Frame {
    std::array<Piece, 2> pieces;
    Vector3d normal;
    bool clamped;

    [[nodiscard]] std::vector<double> exact(bool timoshenko, int count) const {
        ExactFrame frame(3, clamped ? std::vector<int>{0} : std::vector<int>{});
        for (int i = 0; i < 2; ++i) {
            const auto& [from, to, d] = pieces[i];
            const double length = (to - from).norm();
            frame.add({.from = i,
                       .to = i + 1,
                       .length = length,
                       .along = (to - from).normalized(),
                       .normal = normal,
                       .in_plane = d.bending(length, timoshenko, true),
                       .out_of_plane = d.bending(length, timoshenko, false),
                       .axial_stiffness = d.E * d.area,
                       .axial_mass = d.density * d.area,
                       .torsional_stiffness = d.G() * d.J,
                       .torsional_mass = d.density * d.Ip},
                      4);
        }
        const int rigid = clamped ? 0 : 6;
        return frame.frequencies(rigid + 1, rigid + count);
    }
    [[nodiscard]] std::vector<double> meshed(bool timoshenko, int count, int elements) const {
        Script script;
        Value start = point(pieces[0].from);
        for (int i = 0; i < 2; ++i) {
            const Handle beam = script.add("beam", {{"from", start},
                                                    {"to", point(pieces[i].to)},
                                                    {"elements", elements},
                                                    {"theory", timoshenko ? "timoshenko" : "euler_bernoulli"},
                                                    {"orientation", point(normal)},
                                                    {"section", pieces[i].data.section()},
                                                    {"material", pieces[i].data.material()}});
            if (i == 0 && clamped) script.add("fix", {{"nodes", references({beam.nodes.front()})}});
            start = Value(beam.nodes.back());
        }
        const int rigid = clamped ? 0 : 6;
        const modal::Modes modes = modal::modes(script.system(), rigid + count);
        EXPECT_TRUE(modes.complete());
        EXPECT_EQ(modes.found_rigid, rigid);
        std::vector<double> out;
        for (int i = 0; i < count; ++i) out.push_back(modes.modes[rigid + i].frequency);
        return out;
    }
};

/// Steel, 0.8 m of 40 x 60 mm, a kink of 60 degrees, 0.6 m of 30 x 40 mm; in a plane across no axis.
Frame kinked() {
    const Vector3d x = Vector3d(2, -1, 2) / 3, normal = Vector3d(2, 2, -1) / 3, y = normal.cross(x);
    const Vector3d corner = 0.8 * x, tip = corner + 0.6 * (0.5 * x + std::sqrt(3) / 2 * y);
    return {{Piece{Vector3d::Zero(), corner, rectangle(0.04, 0.06, 206e9, 0.3, 7850)},
             {corner, tip, rectangle(0.03, 0.04, 206e9, 0.3, 7850)}},
            normal,
            true};
}

/// Steel, 0.5 m of 70 mm and 0.7 m of 45 mm diameter.
Frame stepped(bool clamped) {
    return {{Piece{Vector3d::Zero(), Vector3d(0, 0, 0.5), round(0.07, 0, 0.886, 210e9, 0.29, 7800)},
             {Vector3d(0, 0, 0.5), Vector3d(0, 0, 1.2), round(0.045, 0, 0.886, 210e9, 0.29, 7800)}},
            Vector3d(1, 0, 0),
            clamped};
}

void expect_converges(const std::string& name, const Frame& frame, bool timoshenko, int count, int n) {
    const auto exact = frame.exact(timoshenko, count);
    const Refinement meshes([&](int elements) { return frame.meshed(timoshenko, count, elements); }, n);
    int orders = 0;
    for (int i = 0; i < count; ++i) {
        const double limit = meshes.limit(i, 2), order = meshes.order(i, exact[i]);
        EXPECT_NEAR(limit / exact[i], 1, 1e-6) << name << " mode " << i + 1;
        if (timoshenko) {
            EXPECT_NEAR(order, 2, 0.1) << name << " mode " << i + 1;
        } else if (std::abs(meshes.middle[i] / exact[i] - 1) > 2e-8) {
            // Ten times the rounding of the lowest frequencies; an order cannot be read off less.
            ++orders;
            EXPECT_GT(order, 1.95) << name << " mode " << i + 1;
            EXPECT_LT(order, 4.1) << name << " mode " << i + 1;
        }
        testing::Test::RecordProperty(
            fmt::format("{}_mode_{}", name, i + 1),
            fmt::format("{:.6f} {:.6f} {:.6f} {:.1e} {:.2f}", exact[i], meshes.fine[i], limit, limit / exact[i] - 1, order));
    }
    EXPECT_TRUE(timoshenko || orders >= count / 2) << name << ": " << orders;
}

TEST(DynamicStiffness, KnowsTheUniformBeam) {
    // The witness against the frequency equations of one beam: bending in both planes, twisting, stretching.
    const BeamData d = rectangle(0.04, 0.06, 206e9, 0.3, 7850);
    for (const bool timoshenko : {true, false}) {
        const Vector3d x = Vector3d(2, -1, 2) / 3, normal = Vector3d(2, 2, -1) / 3;
        const Frame frame{{Piece{Vector3d::Zero(), 0.4 * x, d}, {0.4 * x, 1.0 * x, d}}, normal, true};
        std::vector<double> expected;
        for (const bool about_z : {true, false}) {
            for (const double f : exact_frequencies(d.bending(1, timoshenko, about_z), End::clamped, End::free, 5)) {
                expected.push_back(f);
            }
        }
        for (int n = 1; n <= 3; ++n) {
            expected.push_back((2 * n - 1) / 4.0 * std::sqrt(d.E / d.density));
            expected.push_back((2 * n - 1) / 4.0 * std::sqrt(d.G() * d.J / d.density / d.Ip));
        }
        std::sort(expected.begin(), expected.end());
        const auto found = frame.exact(timoshenko, 8);
        for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(found[i] / expected[i], 1, 1e-11) << i;
    }
}

TEST(KinkedFrame, Timoshenko) { expect_converges("frame", kinked(), true, 8, 20); }
TEST(KinkedFrame, EulerBernoulli) { expect_converges("frame_euler", kinked(), false, 8, 20); }
TEST(SteppedShaft, FreeFreeTimoshenko) { expect_converges("shaft_free", stepped(false), true, 10, 20); }
TEST(SteppedShaft, FreeFreeEulerBernoulli) { expect_converges("shaft_free_euler", stepped(false), false, 10, 20); }
TEST(SteppedShaft, ClampedFreeTimoshenko) { expect_converges("shaft_clamped", stepped(true), true, 10, 20); }
TEST(SteppedShaft, ClampedFreeEulerBernoulli) { expect_converges("shaft_clamped_euler", stepped(true), false, 10, 20); }

TEST(KinkedFrame, StraightenedIsAnotherStructure) {
    // Control: without the kink, or with its sections turned, the frequencies are others.
    const auto bent = kinked().exact(true, 2);
    Frame turned = kinked();
    for (Piece& piece : turned.pieces) std::swap(piece.data.Iy, piece.data.Iz);
    Frame straight = kinked();
    straight.pieces[1].to = straight.pieces[1].from + 0.6 * straight.pieces[0].to.normalized();
    for (const Frame& other : {turned, straight}) {
        const auto found = other.exact(true, 2);
        EXPECT_GT(std::abs(found[0] / bent[0] - 1) + std::abs(found[1] / bent[1] - 1), 5e-3);
    }
}

}  // namespace
}  // namespace jounce::test::frames_test
