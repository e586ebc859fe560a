// The triangle with a bubble on the rotations at its centre, written down point by point from the motion of
// docs/theory/shells.md, eqs (1), (2), (14), (15). Derivatives are differences, which are exact for the cubic bubble; the two
// rotations are found from energies alone.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <vector>

#include "elements/shell.hpp"

namespace jounce::elements::shell_triangle_test {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;
using Field = std::function<Vector3d(double r, double s, double zeta)>;

/// Derivatives along r, s, zeta as columns: exact for polynomials of the fourth degree.
Matrix3d gradient(const Field& f, const Vector3d& at) {
    const double h = 0.1;
    Matrix3d out;
    for (int k = 0; k < 3; ++k) {
        const auto difference = [&](double step) -> Vector3d {
            const Vector3d a = at + step * Vector3d::Unit(k), b = at - step * Vector3d::Unit(k);
            return f(a[0], a[1], a[2]) - f(b[0], b[1], b[2]);
        };
        out.col(k) = (8 * difference(h) - difference(2 * h)) / (12 * h);
    }
    return out;
}

/// 2 e_k-zeta of the middle surface.
double transverse(const Field& x, const Field& u, double r, double s, int k) {
    const Matrix3d g = gradient(x, {r, s, 0}), du = gradient(u, {r, s, 0});
    return g.col(k).dot(du.col(2)) + g.col(2).dot(du.col(k));
}

/// Strain energy of the motion `u`, with the transverse shear tied by eqs (14), (15), on seven points of the fifth degree (Radon)
/// and two of Gauss.
double energy(const Shell& cell, const Field& x, const Field& u) {
    const double third = 1.0 / 3, sixth = 1.0 / 6, d = 1e-4, root = std::sqrt(15.0);
    const auto e_r = [&](double r, double s) { return transverse(x, u, r, s, 0); };
    const auto e_s = [&](double r, double s) { return transverse(x, u, r, s, 1); };
    const double corner = third * (e_r(sixth, sixth) + e_s(sixth, sixth));
    const double r_0 = 2 * third * (e_r(2 * third, sixth) - 0.5 * e_s(2 * third, sixth)) + corner;
    const double s_0 = 2 * third * (e_s(sixth, 2 * third) - 0.5 * e_r(sixth, 2 * third)) + corner;
    const double c =
        e_r(third + d, third + d) - e_r(third + d, third - 2 * d) - e_s(third + d, third + d) + e_s(third - 2 * d, third + d);
    std::vector<Vector3d> points{{third, third, 9.0 / 80}};  // r, s, weight
    for (const double sign : {1.0, -1.0}) {
        const double a = (6 + sign * root) / 21, weight = (155 + sign * root) / 2400;
        points.insert(points.end(), {{a, a, weight}, {1 - 2 * a, a, weight}, {a, 1 - 2 * a, weight}});
    }
    const Material& m = cell.material;
    double sum = 0;
    for (const Vector3d& p : points)
        for (const double zeta : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}) {
            const Vector3d at(p[0], p[1], zeta);
            const Matrix3d g = gradient(x, at), du = gradient(u, at);
            Matrix3d e = 0.5 * (g.transpose() * du + du.transpose() * g);
            e(2, 2) = 0;
            e(0, 2) = e(2, 0) = 0.5 * (r_0 + third * c * (3 * p[1] - 1));
            e(1, 2) = e(2, 1) = 0.5 * (s_0 + third * c * (1 - 3 * p[0]));
            const Matrix3d dual = g.inverse();
            const Matrix3d strain = dual.transpose() * e * dual;
            // Isotropic plane stress in the plane across the fibre, and shear along it.
            const Vector3d n = g.col(2).normalized();
            const Matrix3d flat = Matrix3d::Identity() - n * n.transpose();
            const Matrix3d in = flat * strain * flat;
            const Vector3d across = 2 * flat * strain * n;
            const double density = m.E / (1 - m.nu * m.nu) * ((1 - m.nu) * in.squaredNorm() + m.nu * in.trace() * in.trace()) +
                                   5.0 / 6 * m.shear_modulus() * across.squaredNorm();
            sum += 0.5 * p[2] * g.determinant() * density;
        }
    return sum;
}

/// The smallest value of a quadratic function of two numbers, from six of its values.
double smallest(const std::function<double(const Vector2d&)>& f) {
    const Vector2d a = Vector2d::UnitX(), b = Vector2d::UnitY();
    const double none = f({0, 0});
    const Vector2d slope((f(a) - f(-a)) / 2, (f(b) - f(-b)) / 2);
    Eigen::Matrix2d curvature;
    curvature << f(a) + f(-a) - 2 * none, 0, 0, f(b) + f(-b) - 2 * none;
    curvature(0, 1) = curvature(1, 0) = f(a + b) - none - slope.sum() - (curvature(0, 0) + curvature(1, 1)) / 2;
    return none - 0.5 * slope.dot(curvature.inverse() * slope);
}

// The element's energy is the smallest that the rotations at the centre allow. The cells are thick (0.4 of their sides) and their
// directors uneven: strains of the rotations have a part that is even in the height, and the volume differs from point to point.
// Tolerance: rounding of the differences of energies.
TEST(Triangle, HasTheLeastEnergyOfAllRotationsAtItsCentre) {
    Matrix3d corners, directors;
    corners << 0, 1.1, 0.2, 0, 0.1, 1.2, 0, 0, 0.1;
    directors << -0.5, 0.7, 0.1, -0.1, -0.1, 0.8, 1, 1, 1;
    directors.colwise().normalize();
    Shell cell;
    cell.points = corners;
    cell.directors = directors;
    cell.thickness = 0.4;
    cell.material = {1, 0.3, 1};
    cell.drilling = 0;
    const ShellMatrix K = shell_stiffness(cell);

    const Matrix3d half = 0.5 * cell.thickness * directors;
    const auto linear = [](double r, double s) { return Vector3d(1 - r - s, r, s); };
    const Field x = [&](double r, double s, double zeta) -> Vector3d { return (corners + zeta * half) * linear(r, s); };
    const Vector3d centre = half * linear(1.0 / 3, 1.0 / 3);
    const Matrix3d plane = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), centre).toRotationMatrix();
    for (int k = 0; k < 6; ++k) {
        Eigen::Matrix<double, 18, 1> q;
        for (int i = 0; i < 18; ++i) q[i] = std::sin(1.0 + 2.3 * i + 5.7 * k);
        const auto of_rotations = [&](const Vector2d& c) {
            return energy(cell, x, [&](double r, double s, double zeta) -> Vector3d {
                const Vector3d h = linear(r, s);
                Vector3d out = 27 * r * s * (1 - r - s) * zeta * (plane.leftCols<2>() * c).cross(centre);
                for (int i = 0; i < 3; ++i)
                    out += h[i] * (q.segment<3>(6 * i) + zeta * q.segment<3>(6 * i + 3).cross(half.col(i)));
                return out;
            });
        };
        const double least = smallest(of_rotations);
        EXPECT_NEAR(0.5 * q.dot(K * q) / least, 1, 1e-10);
        EXPECT_GT(of_rotations({0, 0}), 1.001 * least);
    }
}

}  // namespace
}  // namespace jounce::elements::shell_triangle_test
