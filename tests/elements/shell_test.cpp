// Shell elements: rigid motions, patch tests, mass, loads, stresses.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <limits>

#include "base/messages/error.hpp"
#include "linalg/dense/dense.hpp"
#include "next_corner.hpp"
#include "support/shell_patch.hpp"

namespace jounce::elements::shell_test {
namespace {

using test::ShellGrid;

const Material steel{2.07e11, 0.3, 7800};

// Any place and attitude will do.
const Eigen::Matrix3d turn = (Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized())).toRotationMatrix();
const Eigen::Vector3d shift{0.3, -1.2, 2.5};

ShellCorners corners(int n, double warp) {
    ShellCorners x(3, 4);
    x << 0, 1.1, 1.0, 0.1, 0, 0.1, 1.2, 0.9, 0, warp, -warp / 2, warp;
    return (turn * x.leftCols(n)).colwise() + shift;
}

/// The element's own normals, or tilted ones as the mean over neighbours on a curved surface gives them.
Shell element(int n, double warp, bool tilted) {
    Shell s = shell(corners(n, warp), 0.05, steel);
    if (tilted)
        for (int i = 0; i < n; ++i)
            s.directors.col(i) =
                (s.directors.col(i) + 0.1 * turn * Eigen::Vector3d(i % 2 == 0 ? 1 : -1, i < 2 ? 1 : -1, 0)).normalized();
    return s;
}

Eigen::MatrixXd rigid_motions(const Shell& s) {
    Eigen::MatrixXd R = Eigen::MatrixXd::Zero(s.dofs(), 6);
    for (int i = 0; i < s.corners(); ++i)
        for (int k = 0; k < 3; ++k) {
            R(6 * i + k, k) = R(6 * i + 3 + k, 3 + k) = 1;
            R.block<3, 1>(6 * i, 3 + k) = Eigen::Vector3d::Unit(k).cross(Eigen::Vector3d(s.points.col(i)));
        }
    return R;
}

TEST(Shell, ExactlyTheSixRigidMotionsHaveNoEnergy) {
    for (const int n : {3, 4})
        for (const double warp : {0.0, 0.2})
            for (const bool tilted : {false, true}) {
                const Shell s = element(n, warp, tilted);
                const Eigen::MatrixXd K = shell_stiffness(s);
                const Eigen::MatrixXd R = rigid_motions(s);
                // Round-off of the products that cancel.
                EXPECT_LT((K * R).cwiseAbs().maxCoeff(), 1e-13 * K.cwiseAbs().maxCoeff() * R.cwiseAbs().maxCoeff() * s.dofs());
                const Eigen::VectorXd values = linalg::symmetric_values(K);
                const double largest = values[values.size() - 1];
                EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-13 * largest) << n << ' ' << warp << ' ' << tilted;
                // The twisting mode of three corners is tied at points 1e-4 apart, and so is weak by the square of that.
                EXPECT_GT(values[6], (n == 4 ? 1e-6 : 1e-10) * largest) << n << ' ' << warp << ' ' << tilted;
            }
}

// However thin: the energy of a rigid motion is rounding of the bending stiffness that holds the motion's own dofs, not of the
// membrane's or the shear's, which are (length/thickness)^2 larger. The bound is that of a rigid-body mode; a condensation that
// subtracts is 1e4 to 1e6 times beyond it here.
TEST(Shell, RigidMotionsOfThinElementsStrainNothing) {
    for (const int n : {3, 4})
        for (const double thickness : {1e-3, 1e-4, 1e-5}) {
            ShellCorners x(3, 4);
            x << 0, 1.1, 1.0, 0.1, 0, 0.1, 1.2, 0.9, 0, 0, 0, 0;
            const Shell s = shell(x.leftCols(n), thickness, steel);
            const Eigen::MatrixXd K = shell_stiffness(s);
            const Eigen::MatrixXd R = rigid_motions(s);
            for (int k = 0; k < 6; ++k) {
                const Eigen::VectorXd r = R.col(k);
                const double products = r.cwiseAbs().dot(K.cwiseAbs() * r.cwiseAbs());
                EXPECT_LT(std::abs(r.dot(K * r)), 16 * 0x1p-52 * products) << n << ' ' << thickness << ' ' << k;
            }
        }
}

TEST(Shell, StiffnessTurnsWithTheElement) {
    const Shell s = element(4, 0.2, true);
    Shell other = s;
    other.points = turn * s.points;
    other.directors = turn * s.directors;
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(24, 24);
    for (int i = 0; i < 8; ++i) T.block<3, 3>(3 * i, 3 * i) = turn;
    const Eigen::MatrixXd K = shell_stiffness(s);
    EXPECT_LT((T * K * T.transpose() - shell_stiffness(other)).cwiseAbs().maxCoeff(), 1e-13 * K.cwiseAbs().maxCoeff() * 24);
}

TEST(Shell, CornersMayBeginAnywhere) {
    for (const int n : {3, 4}) {
        const Shell s = element(n, 0.2, true);
        // Tying points and integration points go over into each other; the axes in which the law is written do not matter.
        EXPECT_LT(test::difference_from_the_next_corner(s, n), 1e-9) << n;
    }
}

/// MacNeal and Harder's patch (1985, doi:10.1016/0168-874X(85)90003-4): five distorted cells, four inner nodes, t = 0.001.
ShellGrid patch(bool triangles, double thickness) {
    ShellGrid g;
    const double xy[8][2] = {{0, 0}, {0.24, 0}, {0.24, 0.12}, {0, 0.12}, {0.04, 0.02}, {0.18, 0.03}, {0.16, 0.08}, {0.08, 0.08}};
    for (const auto& p : xy) g.points.emplace_back(turn * Eigen::Vector3d(p[0], p[1], 0) + shift);
    for (const std::vector<int>& c : {std::vector{0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}}) {
        if (triangles) {
            g.cells.push_back({c[0], c[1], c[2]});
            g.cells.push_back({c[0], c[2], c[3]});
        } else {
            g.cells.push_back(c);
        }
    }
    for (const auto& cell : g.cells) {
        ShellCorners x(3, static_cast<Eigen::Index>(cell.size()));
        for (std::size_t i = 0; i < cell.size(); ++i)
            x.col(static_cast<Eigen::Index>(i)) = g.points[static_cast<std::size_t>(cell[i])];
        g.shells.push_back(shell(x, thickness, {1e6, 0.25, 0}));
    }
    g.fixed.assign(static_cast<std::size_t>(g.dofs()), false);
    for (int node = 0; node < 4; ++node) g.fix(node, {0, 1, 2, 3, 4, 5});
    g.load = linalg::Vector::Zero(g.dofs());
    return g;
}

/// A field of the plane (u, theta as functions of x, y) at all nodes, turned into space.
linalg::Vector field(const ShellGrid& g, const std::function<Vector6(double, double)>& at) {
    linalg::Vector u(g.dofs());
    for (std::size_t i = 0; i < g.points.size(); ++i) {
        const Eigen::Vector3d p = turn.transpose() * (g.points[i] - shift);
        const Vector6 local = at(p.x(), p.y());
        u.segment<3>(6 * static_cast<Eigen::Index>(i)) = turn * local.head<3>();
        u.segment<3>(6 * static_cast<Eigen::Index>(i) + 3) = turn * local.tail<3>();
    }
    return u;
}

struct Patch {
    std::function<Vector6(double, double)> motion;
    Eigen::Vector3d top;  // xx, yy, xy of the stress on the face towards +z
};

void expect_exact(const ShellGrid& g, const Patch& patch, double tolerance) {
    const linalg::Vector exact = field(g, patch.motion);
    linalg::Vector given = linalg::Vector::Zero(g.dofs());
    for (int d = 0; d < g.dofs(); ++d)
        if (g.fixed[static_cast<std::size_t>(d)]) given[d] = exact[d];
    const linalg::Vector u = g.solve(given);
    EXPECT_LT((u - exact).cwiseAbs().maxCoeff(), tolerance * exact.cwiseAbs().maxCoeff());
    for (std::size_t c = 0; c < g.cells.size(); ++c) {
        ShellVector nodal(g.shells[c].dofs());
        for (std::size_t i = 0; i < g.cells[c].size(); ++i)
            nodal.segment<6>(6 * static_cast<Eigen::Index>(i)) = u.segment<6>(6 * g.cells[c][i]);
        const Eigen::Matrix3d s = turn.transpose() * shell_stress(g.shells[c], nodal).top * turn;
        EXPECT_LT((Eigen::Vector3d(s(0, 0), s(1, 1), s(0, 1)) - patch.top).norm(), 10 * tolerance * patch.top.norm()) << c;
        EXPECT_LT(s.col(2).norm(), 10 * tolerance * patch.top.norm());
    }
}

TEST(Shell, MembranePatch) {
    // Strains of 1e-3 each: stresses 1333.33, 1333.33 and 400 for E = 1e6, nu = 0.25. No rotation about the normal.
    const Patch membrane{[](double x, double y) -> Vector6 {
                             return (Vector6() << 1e-3 * (x + y / 2), 1e-3 * (y + x / 2), 0, 0, 0, 0).finished();
                         },
                         {4000.0 / 3, 4000.0 / 3, 400}};
    for (const bool triangles : {false, true}) expect_exact(patch(triangles, 0.001), membrane, 1e-9);
}

TEST(Shell, MembranePatchThatTurns) {
    // Simple shear: the surface turns by -5e-4, and the rotations about the normal go along.
    const Patch membrane{[](double, double y) -> Vector6 { return (Vector6() << 1e-3 * y, 0, 0, 0, 0, -0.5e-3).finished(); },
                         {0, 0, 400}};
    for (const bool triangles : {false, true}) expect_exact(patch(triangles, 0.001), membrane, 1e-9);
}

TEST(Shell, BendingPatch) {
    // w = 1e-3 (x^2 + xy + y^2)/2: stresses 0.667, 0.667 and 0.2 on the faces; thick and thin.
    const Patch bending{
        [](double x, double y) -> Vector6 {
            return (Vector6() << 0, 0, 1e-3 * (x * x + x * y + y * y) / 2, 1e-3 * (y + x / 2), -1e-3 * (x + y / 2), 0).finished();
        },
        {-2.0 / 3, -2.0 / 3, -0.2}};
    for (const bool triangles : {false, true})
        for (const double thickness : {0.001, 0.02}) {
            Patch scaled = bending;
            scaled.top *= thickness / 0.001;
            // The system is worse conditioned by (length / thickness)^2.
            expect_exact(patch(triangles, thickness), scaled, 1e-7);
        }
}

TEST(Shell, ConstantShearHasItsEnergy) {
    // w grows along x and y, nothing turns: gamma_xz = 1e-3, gamma_yz = 2e-3, energy 5/12 G t A |gamma|^2.
    // (Three corners: their bubble relaxes the shear of a thin cell, so a thick one is looked at.)
    for (const bool triangles : {false, true}) {
        const double thickness = triangles ? 10 : 0.02;
        const double exact = 5.0 / 12 * 4e5 * thickness * 0.24 * 0.12 * 5e-6;
        const ShellGrid g = patch(triangles, thickness);
        const linalg::Vector u =
            field(g, [](double x, double y) -> Vector6 { return (Vector6() << 0, 0, 1e-3 * (x + 2 * y), 0, 0, 0).finished(); });
        const linalg::SparseMatrix K = g.assembled([](const Shell& s) { return shell_stiffness(s); });
        EXPECT_NEAR(0.5 * u.dot(K * u) / exact, 1, triangles ? 1e-3 : 1e-11);
    }
}

TEST(Shell, MassOfRigidMotions) {
    for (const int n : {3, 4})
        for (const ShellMass kind : {ShellMass::consistent, ShellMass::lumped}) {
            const Shell s = element(n, 0, false);
            const Eigen::MatrixXd M = shell_mass(s, kind);
            const double mass = shell_corner_areas(s).sum() * s.thickness * s.material.density;
            const Eigen::MatrixXd R = rigid_motions(s);
            const Eigen::MatrixXd body = R.transpose() * M * R;
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) EXPECT_NEAR(body(i, j), i == j ? mass : 0, 1e-12 * mass);
            // First moments: the centre of the area, for both kinds that of the shape functions' integrals.
            const Eigen::Vector3d centre = s.points * shell_corner_areas(s) / shell_corner_areas(s).sum();
            EXPECT_NEAR(body(0, 4), mass * centre.z(), 1e-12 * mass * centre.norm());
            EXPECT_NEAR(body(1, 5), mass * centre.x(), 1e-12 * mass * centre.norm());
            EXPECT_GT(linalg::symmetric_values(M)[0], 0);
        }
}

TEST(Shell, MomentOfInertiaOfASquarePlate) {
    // m (a^2 + t^2)/12 about an axis in the middle plane; the bilinear motion is exact for rigid rotations.
    ShellCorners x(3, 4);
    x << -1, 1, 1, -1, -1, -1, 1, 1, 0, 0, 0, 0;
    const Shell s = shell(x, 0.3, steel);
    const Eigen::MatrixXd R = rigid_motions(s);
    const double mass = 4 * 0.3 * 7800;
    const Eigen::MatrixXd body = R.transpose() * shell_mass(s) * R;
    EXPECT_NEAR(body(3, 3), mass * (4 + 0.09) / 12, 1e-12 * mass);
    // About the normal the share `drilling` of rho t^3/12 comes on top of m a^2/6, as stated.
    EXPECT_NEAR(body(5, 5), mass * (8 + s.drilling * 0.09) / 12, 1e-12 * mass);
    // Lumped: a quarter of the mass at each corner, with the same inertia of the thickness.
    const Eigen::MatrixXd lumped = R.transpose() * shell_mass(s, ShellMass::lumped) * R;
    EXPECT_NEAR(lumped(3, 3), mass * (1 + 0.09 / 12), 1e-12 * mass);
    EXPECT_NEAR(lumped(5, 5), mass * (2 + s.drilling * 0.09 / 12), 1e-12 * mass);
}

TEST(Shell, PressureOfAClosedSurfaceVanishes) {
    // The area vector of a warped facet depends on its rim alone: pressure on it pushes like that on the rim's cone.
    for (const int n : {3, 4}) {
        const Shell s = element(n, 0.2, false);
        Eigen::Vector3d sum = Eigen::Vector3d::Zero(), rim = Eigen::Vector3d::Zero();
        const ShellVector load = shell_pressure_load(s);
        for (int i = 0; i < n; ++i) {
            sum += load.segment<3>(6 * i);
            rim += 0.5 * Eigen::Vector3d(s.points.col(i)).cross(Eigen::Vector3d(s.points.col((i + 1) % n)));
            EXPECT_TRUE(load.segment<3>(6 * i + 3).isZero(0));
        }
        EXPECT_LT((sum - rim).norm(), 1e-13 * rim.norm()) << n;
    }
}

TEST(Shell, VonMisesOfUniaxialAndShear) {
    Eigen::Matrix3d s = Eigen::Matrix3d::Zero();
    s(1, 1) = -3;
    EXPECT_NEAR(von_mises(s), 3, 1e-14);
    s.setZero();
    s(0, 2) = s(2, 0) = 2;
    EXPECT_NEAR(von_mises(s), 2 * std::sqrt(3.0), 1e-14);
}

// With directors along the radius all points at one height stand on a circle, or a sphere: at half the thickness R inwards they
// meet, whatever the mesh. A saddle of radii R and S folds over on one side at 2 R and on the other at 2 S.
TEST(Shell, AFaceFoldsOverAtTwiceTheRadius) {
    const double R = 0.3, a = 0.4;
    Shell tube = element(4, 0, false);
    for (int i = 0; i < 4; ++i) {
        const double angle = i == 1 || i == 2 ? a : 0;
        const Eigen::Vector3d radial(std::cos(angle), std::sin(angle), 0);
        tube.directors.col(i) = turn * radial;
        tube.points.col(i) = turn * (R * radial + (i < 2 ? 0.0 : 0.7) * Eigen::Vector3d::UnitZ()) + shift;
    }
    EXPECT_NEAR(shell_thickness_limit(tube) / (2 * R), 1, 1e-12);
    tube.thickness = 0.59;
    EXPECT_NEAR(shell_thickness_limit(tube) / (2 * R), 1, 1e-12) << "the limit does not depend on the thickness";
    EXPECT_GT(linalg::symmetric_values(shell_mass(tube)).minCoeff(), 0);

    Shell ball = element(3, 0, false);
    for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3d radial = Eigen::Vector3d(1, 0.3 * (i == 2), 0.3 * (i == 1)).normalized();
        ball.directors.col(i) = -(turn * radial);
        ball.points.col(i) = R * turn * radial + shift;
    }
    EXPECT_NEAR(shell_thickness_limit(ball) / (2 * R), 1, 1e-7) << "a double root: the root of rounding";
    EXPECT_GT(shell_thickness_limit(element(4, 0, false)), 1e12) << "flat but for round-off";
    ball.points *= 1e4;
    EXPECT_NEAR(shell_thickness_limit(ball) / (2e4 * R), 1, 1e-7) << "however large";
}

// Directors that lean around the centre like the blades of a propeller: points move along circles as the height grows, and the
// volume grows with its square. Nothing folds over, however small the cell is.
TEST(Shell, AWallThatTwistsDoesNotFoldOver) {
    for (const double size : {1e-4, 1.0, 1e4}) {
        ShellCorners x(3, 4);
        x << -1, 1, 1, -1, -1, -1, 1, 1, 0, 0, 0, 0;
        Shell s = shell(size * x, 0.1 * size, steel);
        for (int i = 0; i < 4; ++i) {
            // The lean outwards opens the wall a little: its volume has a part that is linear in the height.
            const Eigen::Vector3d out = x.col(i);
            s.directors.col(i) = (Eigen::Vector3d::UnitZ() + 0.3 * Eigen::Vector3d::UnitZ().cross(out) + 0.1 * out).normalized();
        }
        EXPECT_EQ(shell_thickness_limit(s), std::numeric_limits<double>::infinity()) << size;
    }
}

TEST(Shell, CellsAreJudgedByTheirShapeNotTheirSize) {
    ShellCorners good(3, 3), line(3, 3), oblong(3, 4);
    good << 0, 1, 0.5, 0, 0, 1, 0, 0, 0;
    line << 0, 1, 0.5, 0, 0, 1e-8, 0, 0, 0;
    oblong << 0, 1e3, 1e3, 0, 0, 0, 1e-3, 1e-3, 0, 0, 0, 0;
    for (const double size : {1e-6, 1.0, 1e6}) {
        EXPECT_NO_THROW((void)shell(size * good, 1e-9, steel)) << size;
        EXPECT_NO_THROW((void)shell(size * oblong, 1e-9, steel)) << size;
        EXPECT_THROW((void)shell(size * line, 1e-9, steel), Error) << size;
    }
}

TEST(Shell, CellsThatAreNoneAreRefused) {
    ShellCorners line(3, 3);
    line << 0, 1, 2, 0, 0, 0, 0, 0, 0;
    EXPECT_THROW((void)shell(line, 0.1, steel), Error);
    ShellCorners dent(3, 4);
    dent << 0, 1, 0.2, 0, 0, 0, 0.2, 1, 0, 0, 0, 0;
    EXPECT_THROW((void)shell(dent, 0.1, steel), Error);
    ShellCorners crossed(3, 4);
    crossed << 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0;
    EXPECT_THROW((void)shell(crossed, 0.1, steel), Error);
}

}  // namespace
}  // namespace jounce::elements::shell_test
