// Thick cells on a cylinder and a sphere of radius R, with directors along the radius: closed forms of curved bars, trapezoidal
// prisms, a sphere that grows.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "elements/shell.hpp"
#include "next_corner.hpp"

namespace jounce::elements::shell_curved_test {
namespace {

constexpr double R = 0.5, length = 0.02;
const Material steel{2e11, 0.3, 7800};
const double plane = steel.E / (1 - steel.nu * steel.nu);

Eigen::Vector3d radial(double angle) { return {std::cos(angle), std::sin(angle), 0}; }
Eigen::Vector3d hoop(double angle) { return {-std::sin(angle), std::cos(angle), 0}; }

/// A cell and the angles of its corners about the axis z.
struct Cell {
    Shell shell;
    std::vector<double> angles;
};

/// The piece of a tube between the angles -a/2 and a/2, of one or two cells, which begin at corner `first`.
std::vector<Cell> piece(int corners, int first, double a, double thickness) {
    const double angle[4] = {-a / 2, a / 2, a / 2, -a / 2}, z[4] = {0, 0, length, length};
    const std::vector<std::vector<int>> cells =
        corners == 4 ? std::vector<std::vector<int>>{{0, 1, 2, 3}} : std::vector<std::vector<int>>{{0, 1, 2}, {0, 2, 3}};
    std::vector<Cell> out;
    for (const std::vector<int>& cell : cells) {
        ShellCorners points(3, corners), directors(3, corners);
        std::vector<double> angles;
        for (int i = 0; i < corners; ++i) {
            const auto c = static_cast<std::size_t>(cell[static_cast<std::size_t>((i + first) % corners)]);
            points.col(i) = R * radial(angle[c]) + z[c] * Eigen::Vector3d::UnitZ();
            directors.col(i) = radial(angle[c]);
            angles.push_back(angle[c]);
        }
        out.push_back({shell(points, thickness, steel), angles});
        out.back().shell.directors = directors;
    }
    return out;
}

/// Displacement and rotation at an angle, at all corners of a cell.
ShellVector nodal(const Cell& cell, const std::function<Vector6(double)>& motion) {
    ShellVector u(cell.shell.dofs());
    for (std::size_t i = 0; i < cell.angles.size(); ++i) u.segment<6>(6 * static_cast<Eigen::Index>(i)) = motion(cell.angles[i]);
    return u;
}

Vector6 motion(const Eigen::Vector3d& displacement, const Eigen::Vector3d& rotation) {
    return (Vector6() << displacement, rotation).finished();
}

/// Every section turns by the angle times k, and the middle line keeps its length: pure bending, strain k y/(R + y) at the height
/// y.
std::function<Vector6(double)> bent(double k) {
    return [k](double angle) { return motion(k * R * angle * hoop(angle) - k * R * radial(angle), {0, 0, k * angle}); };
}

void for_each_kind(const std::function<void(int corners, int first)>& check) {
    for (const int corners : {3, 4})
        for (int first = 0; first < corners; ++first) {
            SCOPED_TRACE(testing::Message() << corners << " corners, from " << first);
            check(corners, first);
        }
}

// Winkler's bar: energy E' k^2 a b/2 times the integral of y^2/(R + y), R (R ln((R + t/2)/(R - t/2)) - t). Two points across
// the thickness give 1 + q^2/3 of its series 1 + 3 q^2/5 + ..., q = t/2R; a flat wall has 1, and one whose strain has no term in
// y^2 has 1 + 2 q^2.
TEST(CurvedShell, PureBendingHasTheEnergyOfWinklersBar) {
    const double a = 0.02, k = 1e-3;
    for_each_kind([&](int corners, int first) {
        for (const double q : {0.1, 0.3}) {
            const double t = 2 * R * q;
            const double exact = plane * k * k * a * length / 2 * R * (R * std::log((1 + q) / (1 - q)) - t);
            double energy = 0;
            for (const Cell& cell : piece(corners, first, a, t)) {
                const ShellVector u = nodal(cell, bent(k));
                energy += 0.5 * u.dot(shell_stiffness(cell.shell) * u);
            }
            EXPECT_NEAR(energy / exact, 1, 0.35 * q * q) << q;
        }
    });
}

// Hoop strains of the faces y = +-t/2 in closed form: k y/(R + y) in bending, d/(R + y) where the tube grows by d; along the axis
// a strain is the same on both faces. Chords instead of arcs change the strain of bending by k a^2/12.
TEST(CurvedShell, FacesHaveTheStressOfThickCurvedBars) {
    const double a = 0.01, k = 1e-3, t = 0.3;
    struct State {
        std::function<Vector6(double)> motion;
        double top, bottom;  // strain along the hoop
    };
    const double out = R + t / 2, in = R - t / 2;
    const State states[] = {{bent(k), k * t / 2 / out, -k * t / 2 / in},
                            {[&](double angle) {
                                 return motion(k * R * radial(angle), {0, 0, 0});
                             },
                             k * R / out, k * R / in},
                            // a rigid motion about an axis across the tube's, and a push
                            {[&](double angle) {
                                 const Eigen::Vector3d turn(0, 0, k);
                                 return motion(turn.cross(R * radial(angle)) + Eigen::Vector3d(k, -k, k), turn);
                             },
                             0, 0}};
    for_each_kind([&](int corners, int first) {
        for (const State& state : states)
            for (const Cell& cell : piece(corners, first, a, t)) {
                const ShellStress stress = shell_stress(cell.shell, nodal(cell, state.motion));
                const auto expect = [&](const Eigen::Matrix3d& s, double strain) {
                    EXPECT_NEAR(hoop(0).dot(s * hoop(0)), plane * strain, 1e-4 * plane * k);
                    EXPECT_NEAR(s(2, 2), steel.nu * plane * strain, 1e-4 * plane * k);
                };
                expect(stress.top, state.top);
                expect(stress.bottom, state.bottom);
            }
    });
}

/// A regular cell of a sphere about the axis z.
Shell regular(int corners, double thickness) {
    ShellCorners directors(3, corners);
    for (int i = 0; i < corners; ++i)
        directors.col(i) = (0.6 * radial(2 * std::numbers::pi * i / corners) + Eigen::Vector3d::UnitZ()).normalized();
    Shell out = shell(R * directors, thickness, steel);
    out.directors = directors;
    return out;
}

// A sphere grows by d: at the cells' centre the stress is E/(1 - nu) d/(R + y) in all directions, and only there.
TEST(CurvedShell, ASphereThatGrowsHasTheSameStressInAllDirections) {
    const double d = 1e-3, t = 0.3;
    for (const int corners : {3, 4}) {
        const Shell cell = regular(corners, t);
        ShellVector u = ShellVector::Zero(cell.dofs());
        for (int i = 0; i < corners; ++i) u.segment<3>(6 * i) = d * cell.directors.col(i);
        const ShellStress stress = shell_stress(cell, u);
        const auto expect = [&](const Eigen::Matrix3d& s, double radius) {
            Eigen::Matrix3d exact = Eigen::Matrix3d::Zero();
            exact(0, 0) = exact(1, 1) = steel.E / (1 - steel.nu) * d / radius;
            EXPECT_LT((s - exact).norm(), 1e-12 * exact.norm()) << corners;
        };
        expect(stress.top, R + t / 2);
        expect(stress.bottom, R - t / 2);
    }
}

// Turned by a third, or a quarter, a regular cell is itself. (Points of three corners are tied 1e-4 apart: four digits of 16.)
TEST(CurvedShell, RegularCellsKeepTheirSymmetry) {
    for (const int corners : {3, 4}) {
        const ShellMatrix K = shell_stiffness(regular(corners, 0.3));
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(2 * std::numbers::pi / corners, Eigen::Vector3d::UnitZ()).toRotationMatrix();
        const int blocks = 2 * corners;
        for (int i = 0; i < blocks; ++i)
            for (int j = 0; j < blocks; ++j) {
                const Eigen::Matrix3d turned = turn * K.block<3, 3>(3 * i, 3 * j) * turn.transpose();
                const Eigen::Matrix3d next = K.block<3, 3>(3 * ((i + 2) % blocks), 3 * ((j + 2) % blocks));
                EXPECT_LT((turned - next).cwiseAbs().maxCoeff(), 1e-11 * K.cwiseAbs().maxCoeff())
                    << corners << ' ' << i << ' ' << j;
            }
    }
}

// A thick cell whose directors leave its plane by different angles: it has no symmetry, and its corners may begin anywhere. With
// three corners, the plane in which the rotations at the centre lie depends on the centre's director.
TEST(CurvedShell, UnevenThickCellsMayBeginAtAnyCorner) {
    ShellCorners x(3, 4), directors(3, 4);
    x << 0, 1.1, 1.0, 0.1, 0, 0.1, 1.2, 0.9, 0, 0, 0.1, 0.2;
    directors << -0.5, 0.7, 0.1, -0.1, -0.1, 0.2, 0.6, 0, 1, 1, 1, 1;
    directors.colwise().normalize();
    for (const int n : {3, 4}) {
        Shell cell = shell(x.leftCols(n), 0.4, steel);
        cell.directors = directors.leftCols(n);
        EXPECT_LT(test::difference_from_the_next_corner(cell, n), 1e-10) << n;
    }
}

// A cell between two radii is a trapezoidal prism, the difference of two triangles with a corner on the axis: its mass, first
// moment and moment of inertia about the axis. Their integrands are cubic across the thickness: exact with two points.
TEST(CurvedShell, HasTheMassAndInertiaOfATrapezoidalPrism) {
    const double a = 0.4, t = 0.3, out = R + t / 2, in = R - t / 2;
    for_each_kind([&](int corners, int first) {
        double mass = 0, moment = 0, inertia = 0, lumped = 0;
        for (const Cell& cell : piece(corners, first, a, t)) {
            const ShellVector along = nodal(cell, [](double) { return motion(hoop(0), {0, 0, 0}); });
            const ShellVector about = nodal(cell, [](double angle) { return motion(R * hoop(angle), {0, 0, 1}); });
            const ShellMatrix M = shell_mass(cell.shell);
            mass += along.dot(M * along);
            moment += along.dot(M * about);
            inertia += about.dot(M * about);
            lumped += along.dot(shell_mass(cell.shell, ShellMass::lumped) * along);
        }
        const double unit = steel.density * length * std::sin(a);
        const double exact = unit / 2 * (out * out - in * in);
        EXPECT_NEAR(mass / exact, 1, 1e-13);
        EXPECT_NEAR(lumped / exact, 1, 1e-13);
        EXPECT_NEAR(moment / (unit / 3 * std::cos(a / 2) * (std::pow(out, 3) - std::pow(in, 3))), 1, 1e-13);
        EXPECT_NEAR(inertia / (unit / 12 * (2 + std::cos(a)) * (std::pow(out, 4) - std::pow(in, 4))), 1, 1e-13);
    });
}

}  // namespace
}  // namespace jounce::elements::shell_curved_test
