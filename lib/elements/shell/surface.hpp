// Internals of the shell elements: shape functions, the surface at a point, integration points. Equations: docs/theory/shells.md.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "elements/shell.hpp"

namespace jounce::elements::shells {

template <int N>
using Row = Eigen::Matrix<double, 1, 6 * N>;
template <int N>
using Corners = Eigen::Matrix<double, 3, N>;

/// Shape functions of N corners and their derivatives at (r, s): the square [-1, 1]^2, or the triangle r, s, 1 - r - s >= 0.
template <int N>
struct Shape {
    Eigen::Matrix<double, N, 1> h, r, s;
};

template <int N>
[[nodiscard]] inline Shape<N> shape(double r, double s) {
    Shape<N> out;
    if constexpr (N == 4) {
        out.h << (1 - r) * (1 - s), (1 + r) * (1 - s), (1 + r) * (1 + s), (1 - r) * (1 + s);
        out.r << -(1 - s), 1 - s, 1 + s, -(1 + s);
        out.s << -(1 - r), -(1 + r), 1 + r, 1 - r;
        out.h /= 4, out.r /= 4, out.s /= 4;
    } else {
        out.h << 1 - r - s, r, s;
        out.r << -1, 1, 0;
        out.s << -1, 0, 1;
    }
    return out;
}

struct Point {
    double r, s, weight;
};

/// Exact for cubics in each direction.
inline constexpr double gauss = 0.57735026918962576451;
inline constexpr std::array<Point, 4> square_points{
    {{-gauss, -gauss, 1}, {gauss, -gauss, 1}, {gauss, gauss, 1}, {-gauss, gauss, 1}}};
/// Exact for quadratics.
inline constexpr std::array<Point, 3> triangle_points{
    {{1.0 / 6, 1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6, 1.0 / 6}, {1.0 / 6, 2.0 / 3, 1.0 / 6}}};
template <int N>
[[nodiscard]] inline const auto& points() {
    if constexpr (N == 4) {
        return square_points;
    } else {
        return triangle_points;
    }
}

/// The middle surface at a point: tangents, the half-thickness vector, and their derivatives along the surface.
template <int N>
struct Surface {
    Corners<N> half;                 ///< half thickness times the directors
    Eigen::Vector3d Gr, Gs, Dr, Ds;  ///< derivatives of position and half-thickness vector
    Eigen::Vector3d across;          ///< the half-thickness vector

    Surface(const Shell& shell, const Shape<N>& at) : half(0.5 * shell.thickness * shell.directors) {
        const Corners<N> points = shell.points;
        Gr = points * at.r;
        Gs = points * at.s;
        Dr = half * at.r;
        Ds = half * at.s;
        across = half * at.h;
    }
    [[nodiscard]] Eigen::Vector3d normal_area() const { return Gr.cross(Gs); }
};

/// v . (sum over corners of weight_i u_i) as a row.
template <int N>
inline void add_translation(Row<N>& row, const Eigen::Vector3d& v, const Eigen::Matrix<double, N, 1>& weight) {
    for (int i = 0; i < N; ++i) row.template segment<3>(6 * i) += weight[i] * v.transpose();
}

/// v . (sum over corners of weight_i theta_i x half_i) as a row.
template <int N>
inline void add_rotation(Row<N>& row, const Eigen::Vector3d& v, const Eigen::Matrix<double, N, 1>& weight,
                         const Corners<N>& half) {
    for (int i = 0; i < N; ++i) row.template segment<3>(6 * i + 3) += weight[i] * half.col(i).cross(v).transpose();
}

/// Covariant strains at a height zeta are m + zeta b1 + zeta^2 b2, each as the rows rr, ss, 2rs; here b1 and b2.
template <int N>
struct Bending {
    Eigen::Matrix<double, 3, 6 * N> first = Eigen::Matrix<double, 3, 6 * N>::Zero();
    Eigen::Matrix<double, 3, 6 * N> second = Eigen::Matrix<double, 3, 6 * N>::Zero();
};

template <int N>
[[nodiscard]] Bending<N> bending(const Surface<N>& x, const Shape<N>& at) {
    const auto product = [&](const Eigen::Vector3d& G, const Eigen::Vector3d& D, const Eigen::Matrix<double, N, 1>& weight,
                             Row<N>& first, Row<N>& second) {
        add_rotation<N>(first, G, weight, x.half);
        add_translation<N>(first, D, weight);
        add_rotation<N>(second, D, weight, x.half);
    };
    std::array<Row<N>, 3> first, second;
    for (auto& row : first) row.setZero();
    for (auto& row : second) row.setZero();
    product(x.Gr, x.Dr, at.r, first[0], second[0]);
    product(x.Gs, x.Ds, at.s, first[1], second[1]);
    product(x.Gr, x.Dr, at.s, first[2], second[2]);
    product(x.Gs, x.Ds, at.r, first[2], second[2]);
    Bending<N> out;
    for (int k = 0; k < 3; ++k) {
        out.first.row(k) = first[k];
        out.second.row(k) = second[k];
    }
    return out;
}

/// Interpolated transverse shear strain 2 e_r-zeta (or 2 e_s-zeta) of the middle surface.
template <int N>
[[nodiscard]] Row<N> shear(const Surface<N>& x, const Eigen::Vector3d& tangent, const Eigen::Matrix<double, N, 1>& slope,
                           const Eigen::Matrix<double, N, 1>& h) {
    Row<N> row = Row<N>::Zero();
    add_rotation<N>(row, tangent, h, x.half);
    add_translation<N>(row, x.across, slope);
    return row;
}

/// `axes` rotated so that e3 points along `across`, without rotation about it. Components transferred between points of an
/// element then do not depend on its first corner.
[[nodiscard]] inline Eigen::Matrix3d carried(const Eigen::Matrix3d& axes, const Eigen::Vector3d& across) {
    // Rodrigues' formula about a x b: x + (a x b) x x + (a x b) x ((a x b) x x)/(1 + a.b).
    const Eigen::Vector3d a = axes.col(2), b = across.normalized(), turn = a.cross(b);
    const double share = 1 / (1 + a.dot(b));
    Eigen::Matrix3d turned;
    for (int k = 0; k < 3; ++k) {
        const Eigen::Vector3d x = axes.col(k), once = turn.cross(x);
        turned.col(k) = x + once + share * turn.cross(once);
    }
    return turned;
}

/// Axes of a point: e3 along the thickness, e1 the component of `reference` perpendicular to it.
[[nodiscard]] inline Eigen::Matrix3d axes(const Eigen::Vector3d& across, const Eigen::Vector3d& reference) {
    Eigen::Matrix3d e;
    e.col(2) = across.normalized();
    e.col(0) = (reference - reference.dot(e.col(2)) * e.col(2)).normalized();
    e.col(1) = e.col(2).cross(e.col(0));
    return e;
}

/// Covariant strains (rr, ss, 2rs, 2r-zeta, 2s-zeta) -> (11, 22, 2 12, 2 13, 2 23) in the axes e, and the volume ratio.
struct Metric {
    Eigen::Matrix<double, 5, 5> Q;
    double volume = 0;
};
[[nodiscard]] inline Metric metric(const Eigen::Vector3d& gr, const Eigen::Vector3d& gs, const Eigen::Vector3d& gz,
                                   const Eigen::Matrix3d& e) {
    Metric out;
    out.volume = gr.cross(gs).dot(gz);
    Eigen::Matrix3d dual;  // columns g^r, g^s, g^zeta
    dual << gs.cross(gz), gz.cross(gr), gr.cross(gs);
    const Eigen::Matrix3d p = (dual / out.volume).transpose() * e;  // p(k, i) = g^k . e_i
    const auto entry = [&p](int k, int l, int i, int j) { return p(k, i) * p(l, j); };
    constexpr std::array<std::array<int, 2>, 5> of = {{{0, 0}, {1, 1}, {0, 1}, {0, 2}, {1, 2}}};
    for (int a = 0; a < 5; ++a) {
        const auto [i, j] = of[static_cast<std::size_t>(a)];
        const double twice = i == j ? 1 : 2;
        for (int b = 0; b < 5; ++b) {
            const auto [k, l] = of[static_cast<std::size_t>(b)];
            out.Q(a, b) = twice * (k == l ? entry(k, l, i, j) : 0.5 * (entry(k, l, i, j) + entry(l, k, i, j)));
        }
    }
    return out;
}

/// Plane stress with transverse shear, factor 5/6: stress = C strain [Pa].
[[nodiscard]] inline Eigen::Matrix<double, 5, 5> elasticity(const Material& material) {
    const double G = material.shear_modulus();
    const double plane = material.E / (1 - material.nu * material.nu);
    Eigen::Matrix<double, 5, 5> C = Eigen::Matrix<double, 5, 5>::Zero();
    C(0, 0) = C(1, 1) = plane;
    C(0, 1) = C(1, 0) = material.nu * plane;
    C(2, 2) = G;
    C(3, 3) = C(4, 4) = 5.0 / 6 * G;
    return C;
}

/// The rotation about the normal minus that of the surface: theta . n - (g^r x u_,r + g^s x u_,s) . n / 2.
template <int N>
[[nodiscard]] Row<N> drilling(const Surface<N>& x, const Shape<N>& at) {
    const Eigen::Vector3d area = x.normal_area();
    const double j = area.norm();
    const Eigen::Vector3d n = area / j;
    const Eigen::Vector3d dual_r = x.Gs.cross(n) / j;
    const Eigen::Vector3d dual_s = n.cross(x.Gr) / j;
    Row<N> row = Row<N>::Zero();
    for (int i = 0; i < N; ++i) {
        row.template segment<3>(6 * i) = -0.5 * n.cross(at.r[i] * dual_r + at.s[i] * dual_s).transpose();
        row.template segment<3>(6 * i + 3) = at.h[i] * n.transpose();
    }
    return row;
}

/// Adds the energy of `drilling` to K.
template <int N>
void add_drilling(const Shell& shell, Eigen::Matrix<double, 6 * N, 6 * N>& K) {
    const double stiffness = shell.drilling * shell.material.shear_modulus() * shell.thickness;
    for (const Point& p : points<N>()) {
        const Shape<N> at = shape<N>(p.r, p.s);
        const Surface<N> x(shell, at);
        const Row<N> row = drilling<N>(x, at);
        K.noalias() += (p.weight * stiffness * x.normal_area().norm()) * row.transpose() * row;
    }
}

/// Defined in quad.cpp and triangle.cpp.
[[nodiscard]] Eigen::Matrix<double, 24, 24> quad_stiffness(const Shell& shell);
[[nodiscard]] Eigen::Matrix<double, 18, 18> triangle_stiffness(const Shell& shell);
/// Membrane strains (rr, ss, 2rs) of the interpolation at a point.
[[nodiscard]] Eigen::Matrix<double, 3, 24> quad_membrane(const Shell& shell, double r, double s);
[[nodiscard]] Eigen::Matrix<double, 3, 18> triangle_membrane(const Shell& shell);

}  // namespace jounce::elements::shells
