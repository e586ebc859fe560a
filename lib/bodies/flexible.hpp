// A straight beam with small bending and stretching and large motion in the plane: floating frame of reference.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "bodies/plane.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::bodies {

/// A prismatic beam along x as plane finite elements, with three dofs per node: u_x, u_y and the rotation of the section.
/// Integrals along it are sums over stations (Gauss points); matrix rows map nodal dofs to values at the stations.
struct PlanarBeam {
    double length = 0;                  ///< [m]
    double line_density = 0;            ///< rho A [kg/m]
    double rotary = 0;                  ///< rotary inertia rho I of the sections, or 0 [kg m]
    Vector node;                        ///< from the first end, ascending from 0 to `length` [m]
    Matrix stiffness;                   ///< 3 n x 3 n, n = nodes
    Vector at, weight;                  ///< stations and their weights [m]
    Matrix along, across, turn, slope;  ///< stations x 3 n: u_x, u_y, the section's rotation, du_y/dx
};

/// A node of a flexible body in its modes: at (at + along.eta - eta^T shortening eta / 2, across.eta) of the frame, rotated by
/// turn.eta (docs/theory/flexible_links.md, Eq. 2).
struct FlexibleMarker {
    double at = 0;               ///< at rest, from the centre of mass [m]
    Vector along, across, turn;  ///< k each [-], [-], [rad/m]
    Matrix shortening;           ///< k x k, shortening by bending [1/m]
};

/// A free beam in its mean axes: the origin is its centre of mass, and its modes are orthogonal to all rigid motions. The modal
/// coordinates eta are lengths: each is the largest displacement of a node in its mode.
///
/// Kinetic energy with omega the rate of the frame: (m r'.r' + I(eta) omega^2 + 2 omega eta^T swirl eta' + eta'^T M eta')/2,
/// I(eta) = inertia + 2 first.eta + eta^T second eta.
struct FlexibleBody {
    double mass = 0;                      ///< [kg]
    double inertia = 0;                   ///< about the centre of mass, undeformed [kg m^2]
    Vector modal_mass;                    ///< k [kg]
    Vector modal_stiffness;               ///< k [N/m], ascending by frequency
    Vector first;                         ///< k [kg m]
    Matrix second;                        ///< k x k, symmetric, reduced by the effect of the shortening [kg]
    Matrix swirl;                         ///< k x k, skew [kg]
    std::vector<FlexibleMarker> markers;  ///< of all nodes

    [[nodiscard]] int modes() const { return static_cast<int>(modal_mass.size()); }
    /// Angular frequency of a mode of the free beam [rad/s].
    [[nodiscard]] double frequency(int mode) const { return std::sqrt(modal_stiffness[mode] / modal_mass[mode]); }
};

/// The free-beam modes in Craig and Bampton's basis (static shapes of the interface nodes, `modes` natural modes with fixed
/// interface) without rigid motions: 3 (interface - 1) + modes of them. R. R. Craig, M. C. C. Bampton (1968), AIAA J. 6,
/// 1313-1319, doi:10.2514/3.4741.
/// \param interface nodes connected to joints, at least one
/// \throws std::invalid_argument if there are not enough modes, or none remains
[[nodiscard]] FlexibleBody flexible_body(const PlanarBeam& beam, const std::vector<int>& interface, int modes);

/// The inertia of a flexible body in its current state. No allocation after the first `update`.
struct FlexibleInertia {
    double moment = 0;          ///< I(eta) [kg m^2]
    double reduced = 0;         ///< effective inertia for a torque with free modes [kg m^2]
    Vector gradient, coupling;  ///< dI/d eta and swirl^T eta, k each

    /// \returns false if the deformation is so large that the inertia is not positive: the deformation is no longer small
    bool update(const FlexibleBody& body, const double* eta);
    /// Solves for the accelerations of (turn, eta) from a right-hand side: the inverse of [moment, coupling^T; coupling, M].
    void solve(const FlexibleBody& body, double& turn, double* modal) const;
    /// The inertia forces that are quadratic in the velocities, as forces (on the right-hand side): on the rotation, and on a
    /// mode.
    [[nodiscard]] double velocity_torque(double rate, const double* eta_rate) const;
    [[nodiscard]] double velocity_force(const FlexibleBody& body, double rate, const double* eta_rate, int mode) const;
    /// Kinetic energy of rotation and modes in addition to that of the undeformed body, (inertia omega^2 + eta'^T M eta')/2 [J].
    [[nodiscard]] double extra_energy(const FlexibleBody& body, double rate, const double* eta_rate) const;
    /// Angular momentum about the centre of mass [kg m^2/s].
    [[nodiscard]] double momentum(const FlexibleBody& body, double rate, const double* eta_rate) const;
    /// Adds the derivatives of (mass matrix) acceleration - velocity forces over (turn, eta), with their rates and accelerations,
    /// at the rows and columns `place` (1 + k).
    void add_tangents(const FlexibleBody& body, double rate, const double* eta_rate, double acceleration,
                      const double* eta_acceleration, const int* place, Matrix& by_position, Matrix& by_rate) const;
};

/// The motion of a marker of a flexible body, as a frame for joints.
struct MarkerMotion {
    FrameMotion frame;
    Vector2 by_angle = Vector2::Zero();  ///< d position / d angle of the body, global [m]
    Eigen::Matrix2Xd by_modes;           ///< d position / d eta, global
    std::array<double, 3> quadratic{};   ///< the part of (x, y, angle)'' that is quadratic in the rates
    Vector bent;                         ///< shortening eta

    /// \param eta_rate may be null: at rest
    void update(const FlexibleMarker& marker, const FrameMotion& body, const double* eta, const double* eta_rate);
    /// Adds scale * force.(second derivative of the position) over (angle, eta) at the rows and columns `place` (1 + k) of `out`.
    void add_second_derivative(const FlexibleMarker& marker, const FrameMotion& body, const Vector2& force, double scale,
                               const int* place, Matrix& out) const;
};

}  // namespace jounce::bodies
