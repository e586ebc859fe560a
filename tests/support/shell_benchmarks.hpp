// The classical shell benchmarks as functions of the mesh, each returning the displacement over its reference.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>

#include "support/shell_patch.hpp"

namespace jounce::test {

struct ShellChoice {
    bool triangles = false;
    Directors directors = Directors::averaged;
    double drilling = elements::default_drilling;
    double skew = 0;  ///< distortion of the mesh, as a part of a cell
};

/// Moves the inner lines of a regular grid so that cells become general quadrilaterals.
inline std::function<Eigen::Vector3d(double, double)> distorted(std::function<Eigen::Vector3d(double, double)> place, int n,
                                                                double skew) {
    if (skew == 0) return place;
    return [=](double a, double b) {
        const auto pull = [&](double x, double y) {
            return x + skew / n * std::sin(std::numbers::pi * x) * std::cos(std::numbers::pi * n * y / 2) *
                           std::cos(std::numbers::pi * n * x);
        };
        return place(pull(a, b), pull(b, a));
    };
}

/// R. H. MacNeal, R. L. Harder (1985), A proposed standard set of problems to test finite element accuracy, Finite Elem. Anal.
/// Des. 1, 3-20, doi:10.1016/0168-874X(85)90003-4: the roof of A. C. Scordelis and K. S. Lo (1964), a quarter of it.
/// \returns vertical displacement at the middle of the free edge over 0.3024
inline double scordelis_lo(int n, const ShellChoice& c = {}) {
    const double R = 25, half_angle = 40 * std::numbers::pi / 180, L = 50;
    const auto place = [&](double a, double b) -> Eigen::Vector3d {  // a round, from the crown; b along, from the diaphragm
        return {R * std::sin(a * half_angle), L / 2 * b, R * std::cos(a * half_angle)};
    };
    ShellGrid g = shell_grid(n, n, distorted(place, n, c.skew), 0.25, {4.32e8, 0, 0}, c.triangles, c.directors, c.drilling);
    for (int k = 0; k <= n; ++k) {
        g.fix(g.node(k, 0), {0, 2});     // diaphragm
        g.fix(g.node(k, n), {1, 3, 5});  // middle
        g.fix(g.node(0, k), {0, 4, 5});  // crown
    }
    g.add_gravity({0, 0, -90 / 0.25});
    return -g.solve()[6 * g.node(n, n) + 2] / 0.3024;
}

/// The pinched cylinder with end diaphragms, an eighth of it. \returns displacement under the load over 1.8248e-5 (for a force
/// of 1 on E = 3e6, R = 300, L = 600, t = 3)
inline double pinched_cylinder(int n, const ShellChoice& c = {}, double thickness = 3) {
    const double R = 300, L = 600;
    const auto place = [&](double a, double b) -> Eigen::Vector3d {  // a round, from the load; b along, from the diaphragm
        const double angle = a * std::numbers::pi / 2;
        return {R * std::sin(angle), L / 2 * b, R * std::cos(angle)};
    };
    ShellGrid g = shell_grid(n, n, distorted(place, n, c.skew), thickness, {3e6, 0.3, 0}, c.triangles, c.directors, c.drilling);
    for (int k = 0; k <= n; ++k) {
        g.fix(g.node(k, 0), {0, 2});
        g.fix(g.node(k, n), {1, 3, 5});
        g.fix(g.node(0, k), {0, 4, 5});
        g.fix(g.node(n, k), {2, 3, 4});
    }
    g.load[6 * g.node(0, n) + 2] = -0.25;
    return -g.solve()[6 * g.node(0, n) + 2] / 1.8248e-5;
}

/// The hemisphere with an 18 degree hole under two pairs of forces, a quarter of it. \returns displacement over 0.0935
inline double hemisphere(int n, const ShellChoice& c = {}, double thickness = 0.04) {
    const double R = 10;
    const auto place = [&](double a, double b) -> Eigen::Vector3d {
        const double longitude = a * std::numbers::pi / 2, latitude = b * 72 * std::numbers::pi / 180;
        return {R * std::cos(latitude) * std::cos(longitude), R * std::cos(latitude) * std::sin(longitude),
                R * std::sin(latitude)};
    };
    ShellGrid g =
        shell_grid(n, n, distorted(place, n, c.skew), thickness, {6.825e7, 0.3, 0}, c.triangles, c.directors, c.drilling);
    for (int k = 0; k <= n; ++k) {
        g.fix(g.node(0, k), {1, 3, 5});
        g.fix(g.node(n, k), {0, 4, 5});
    }
    g.fix(g.node(0, 0), {2});
    g.load[6 * g.node(0, 0)] = 1;
    g.load[6 * g.node(n, 0) + 1] = -1;
    return g.solve()[6 * g.node(0, 0)] / 0.0935;
}

/// The beam twisted by 90 degrees. \param out_of_plane load across the tip's width or along it
/// \returns displacement along the load over MacNeal and Harder's
inline double twisted_beam(int along, int across, bool out_of_plane, const ShellChoice& c = {}, double thickness = 0.32) {
    const double L = 12, width = 1.1;
    const auto place = [&](double a, double b) -> Eigen::Vector3d {
        const double angle = a * std::numbers::pi / 2, y = width * (b - 0.5);
        return {L * a, y * std::cos(angle), y * std::sin(angle)};
    };
    ShellGrid g = shell_grid(along, across, distorted(place, along, c.skew), thickness, {29e6, 0.22, 0}, c.triangles, c.directors,
                             c.drilling);
    const int dof = out_of_plane ? 1 : 2;  // at the tip the width stands along z
    const double force = thickness < 0.1 ? 1e-6 : 1;
    for (int j = 0; j <= across; ++j) {
        g.fix(g.node(0, j), {0, 1, 2, 3, 4, 5});
        g.load[6 * g.node(along, j) + dof] = force * (j == 0 || j == across ? 0.5 : 1.0) / across;
    }
    const linalg::Vector u = g.solve();
    double tip = 0;
    for (int j = 0; j <= across; ++j) tip += u[6 * g.node(along, j) + dof] * g.load[6 * g.node(along, j) + dof];
    const double reference = thickness < 0.1 ? (out_of_plane ? 1.294e-3 : 5.256e-3) : (out_of_plane ? 0.001754 : 0.005424);
    return tip / force / reference;
}

}  // namespace jounce::test
