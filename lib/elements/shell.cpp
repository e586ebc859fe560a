// Shell elements: directors, mass, loads, stresses. Equation numbers refer to docs/theory/shells.md.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/shell.hpp"

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "elements/rigid_arm.hpp"
#include "elements/shell/surface.hpp"

namespace jounce::elements {

namespace {

using namespace shells;

// Sine of the angle at a corner below which an element counts as degenerate.
constexpr double least_sine = 1e-6;

template <int N>
ShellCorners corner_normals(const ShellCorners& points) {
    ShellCorners out(3, N);
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (int i = 0; i < N; ++i) {
        const Eigen::Vector3d forth = points.col((i + 1) % N) - points.col(i);
        const Eigen::Vector3d back = points.col((i + N - 1) % N) - points.col(i);
        const Eigen::Vector3d normal = forth.cross(back);
        const double size = normal.norm();
        if (!(size > least_sine * forth.norm() * back.norm())) {
            throw bad_case("shell: a cell must have distinct corners that are not on one line");
        }
        out.col(i) = normal / size;
        mean += normal;
    }
    for (int i = 0; i < N; ++i) {
        if (!(out.col(i).dot(mean) > 0))
            throw bad_case("shell: a cell must be convex, got one that is concave or crosses itself");
    }
    return out;
}

template <int N>
ShellMatrix mass_of(const Shell& shell, ShellMass kind) {
    const double rotary = shell.thickness * shell.thickness / 12;
    const auto about_director = [&](int i, int j) -> Eigen::Matrix3d {
        return shell.directors.col(i) * shell.directors.col(j).transpose();
    };
    ShellMatrix M = ShellMatrix::Zero(6 * N, 6 * N);
    for (const Point& p : points<N>()) {
        const Shape<N> at = shape<N>(p.r, p.s);
        const Surface<N> x(shell, at);
        for (const double zeta : {-gauss, gauss}) {
            const double volume = (x.Gr + zeta * x.Dr).cross(x.Gs + zeta * x.Ds).dot(x.across);
            const double mass = p.weight * shell.material.density * volume;
            if (kind == ShellMass::lumped) {
                for (int i = 0; i < N; ++i) {
                    const double share = mass * at.h[i];
                    M.block<3, 3>(6 * i, 6 * i) += share * Eigen::Matrix3d::Identity();
                    M.block<3, 3>(6 * i + 3, 6 * i + 3) +=
                        share * rotary * (Eigen::Matrix3d::Identity() - (1 - shell.drilling) * about_director(i, i));
                }
                continue;
            }
            Eigen::Matrix<double, 3, 6 * N> motion;
            for (int i = 0; i < N; ++i) {
                motion.template block<3, 3>(0, 6 * i) = at.h[i] * Eigen::Matrix3d::Identity();
                motion.template block<3, 3>(0, 6 * i + 3) = -zeta * at.h[i] * cross_matrix(x.half.col(i));
            }
            M.noalias() += mass * motion.transpose() * motion;
            for (int i = 0; i < N; ++i) {
                for (int j = 0; j < N; ++j) {
                    M.block<3, 3>(6 * i + 3, 6 * j + 3) +=
                        mass * rotary * shell.drilling * at.h[i] * at.h[j] * about_director(i, j);
                }
            }
        }
    }
    return 0.5 * (M + M.transpose());
}

template <int N>
ShellVector pressure_of(const Shell& shell) {
    ShellVector load = ShellVector::Zero(6 * N);
    for (const Point& p : points<N>()) {
        const Shape<N> at = shape<N>(p.r, p.s);
        const Eigen::Vector3d area = p.weight * Surface<N>(shell, at).normal_area();
        for (int i = 0; i < N; ++i) load.segment<3>(6 * i) += at.h[i] * area;
    }
    return load;
}

template <int N>
Eigen::VectorXd areas_of(const Shell& shell) {
    Eigen::VectorXd areas = Eigen::VectorXd::Zero(N);
    for (const Point& p : points<N>()) {
        const Shape<N> at = shape<N>(p.r, p.s);
        areas += p.weight * Surface<N>(shell, at).normal_area().norm() * at.h;
    }
    return areas;
}

// The volume of the wall at a height zeta half thicknesses is a + b zeta + c zeta^2, with a > 0: the smallest |zeta| without
// volume.
double first_fold(double a, double b, double c) {
    const double d = b * b - 4 * a * c;
    if (d < -1e-12 * b * b) return infinite;
    const double sum = std::abs(b) + std::sqrt(std::fmax(d, 0.0));  // for a sphere both roots coincide
    return sum > 0 ? 2 * a / sum : infinite;
}

template <int N>
double thickness_limit_of(const Shell& shell) {
    double zeta = infinite;
    for (const Point& p : points<N>()) {
        const Surface<N> x(shell, shape<N>(p.r, p.s));
        zeta = std::fmin(zeta, first_fold(x.Gr.cross(x.Gs).dot(x.across), (x.Gr.cross(x.Ds) + x.Dr.cross(x.Gs)).dot(x.across),
                                          x.Dr.cross(x.Ds).dot(x.across)));
    }
    return zeta * shell.thickness;
}

template <int N>
ShellStress stress_of(const Shell& shell, const ShellVector& nodal) {
    const double middle = N == 4 ? 0 : 1.0 / 3;
    const Shape<N> at = shape<N>(middle, middle);
    const Surface<N> x(shell, at);
    const Bending<N> curved = bending<N>(x, at);
    const Eigen::Matrix<double, 6 * N, 1> u = nodal;
    Eigen::Vector3d flat;
    if constexpr (N == 4) {
        flat = quad_membrane(shell, 0, 0) * u;
    } else {
        flat = triangle_membrane(shell) * u;
    }
    const Eigen::Matrix3d e = axes(x.across, x.Gr);
    const auto face = [&](double zeta) -> Eigen::Matrix3d {
        Eigen::Matrix<double, 5, 1> covariant = Eigen::Matrix<double, 5, 1>::Zero();
        covariant.head<3>() = flat + zeta * (curved.first * u) + zeta * zeta * (curved.second * u);
        const Eigen::Matrix<double, 5, 1> strain = metric(x.Gr + zeta * x.Dr, x.Gs + zeta * x.Ds, x.across, e).Q * covariant;
        const Eigen::Matrix<double, 5, 1> s = elasticity(shell.material) * strain;
        Eigen::Matrix3d local = Eigen::Matrix3d::Zero();
        local(0, 0) = s[0];
        local(1, 1) = s[1];
        local(0, 1) = local(1, 0) = s[2];
        return e * local * e.transpose();
    };
    return {face(1), face(-1)};
}

}  // namespace

ShellCorners shell_normals(const ShellCorners& points) {
    return points.cols() == 4 ? corner_normals<4>(points) : corner_normals<3>(points);
}

Shell shell(const ShellCorners& points, double thickness, const Material& material, double drilling) {
    return {points, shell_normals(points), thickness, material, drilling};
}

double shell_thickness_limit(const Shell& shell) {
    return shell.corners() == 4 ? thickness_limit_of<4>(shell) : thickness_limit_of<3>(shell);
}

ShellMatrix shell_stiffness(const Shell& shell) {
    ShellMatrix K;
    if (shell.corners() == 4) {
        K = quad_stiffness(shell);
    } else {
        K = triangle_stiffness(shell);
    }
    return 0.5 * (K + K.transpose());
}

ShellMatrix shell_mass(const Shell& shell, ShellMass kind) {
    return shell.corners() == 4 ? mass_of<4>(shell, kind) : mass_of<3>(shell, kind);
}

ShellVector shell_pressure_load(const Shell& shell) {
    return shell.corners() == 4 ? pressure_of<4>(shell) : pressure_of<3>(shell);
}

Eigen::VectorXd shell_corner_areas(const Shell& shell) { return shell.corners() == 4 ? areas_of<4>(shell) : areas_of<3>(shell); }

ShellStress shell_stress(const Shell& shell, const ShellVector& nodal) {
    return shell.corners() == 4 ? stress_of<4>(shell, nodal) : stress_of<3>(shell, nodal);
}

double von_mises(const Eigen::Matrix3d& stress) {
    const Eigen::Matrix3d deviator = stress - stress.trace() / 3 * Eigen::Matrix3d::Identity();
    return std::sqrt(1.5 * deviator.squaredNorm());
}

}  // namespace jounce::elements
