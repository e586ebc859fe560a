// The straight two-node beam in space, Timoshenko or Euler-Bernoulli: coordinates and settings -> 12 x 12 matrices.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "elements/material.hpp"
#include "elements/matrices.hpp"
#include "elements/section.hpp"

namespace jounce::elements {

enum class BeamTheory { timoshenko, euler_bernoulli };

/// Beam theory, and whether the cross-sections have rotary inertia in bending (rho I). Torsional inertia is always included.
struct BeamSettings {
    BeamTheory theory = BeamTheory::timoshenko;
    std::optional<bool> rotary_inertia;  ///< by default true for Timoshenko, false for Euler-Bernoulli

    [[nodiscard]] bool has_rotary_inertia() const { return rotary_inertia.value_or(theory == BeamTheory::timoshenko); }
};

/// The two ends in global coordinates, m, and the direction of the local z axis (the height of a section). Only its component
/// across the beam is used. By default it is global z; for a beam along global z (within 1e-3 rad) it is global x.
struct BeamGeometry {
    Eigen::Vector3d x1 = Eigen::Vector3d::Zero();
    Eigen::Vector3d x2 = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> orientation;
};

/// Length and axes: `axes` has the unit vectors of local x (from end 1 to end 2), y and z as rows, so local = axes * global.
/// A beam along global x has, by default, local axes equal to the global ones.
struct BeamFrame {
    double length = 0;
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};

/// Throws jounce::Error if the ends coincide or if `orientation` is zero or parallel to the beam (within 1e-6 rad).
[[nodiscard]] BeamFrame beam_frame(const BeamGeometry& geometry);

/// The 12 x 12 block-diagonal rotation T: local dofs = T * global dofs.
[[nodiscard]] Matrix12 beam_rotation(const BeamFrame& frame);

/// The data of one element for the functions below: a plain value, created by `beam`.
struct Beam {
    BeamFrame frame;
    SectionProperties section;
    Material material;
    bool rotary_inertia = true;
    double phi_y =
        0;  ///< 12 E Iz / (factor_y G A L^2), the shear flexibility of bending in the x-y plane; 0 in the Euler-Bernoulli theory
    double phi_z = 0;  ///< 12 E Iy / (factor_z G A L^2), of bending in the x-z plane
};

/// Throws jounce::Error like beam_frame, and if a Timoshenko beam has a section without shear factors.
[[nodiscard]] Beam beam(const BeamGeometry& geometry, const SectionProperties& section, const Material& material,
                        const BeamSettings& settings = {});

/// Stiffness (N/m, N, N m) and consistent mass (kg, kg m, kg m^2) of the dofs (ux uy uz rx ry rz) of end 1, then of end 2.
struct BeamMatrices {
    Matrix12 stiffness = Matrix12::Zero();
    Matrix12 mass = Matrix12::Zero();
};

/// In local axes. Stiffness: Przemieniecki, J. S. (1968), Theory of Matrix Structural Analysis, McGraw-Hill, sec. 5.6.
/// Mass: from the interpolation that gives this stiffness exactly, for rho A and, with rotary inertia, for rho I: Friedman, Z.,
/// Kosmatka, J. B. (1993), An improved two-node Timoshenko beam finite element, Comput. Struct. 47, 473-481,
/// doi:10.1016/0045-7949(93)90243-7. It is integrated here by four Gauss points, exact for the products of two cubics.
[[nodiscard]] BeamMatrices beam_matrices_local(const Beam& beam);

/// The same in global axes.
[[nodiscard]] BeamMatrices beam_matrices(const Beam& beam);

/// Interpolation: (u, v, w, rx, ry, rz) at xi in [0, 1] = N(xi) * nodal dofs, all in local axes. Axial and torsional motion are
/// linear, bending is the shear-flexible cubic. Exact for a beam loaded at its ends.
[[nodiscard]] Matrix6x12 beam_interpolation(const Beam& beam, double xi);

/// Displacement, m, and rotation at xi in [0, 1], global axes in and out.
[[nodiscard]] Vector6 beam_shape(const Beam& beam, const Vector12& nodal, double xi);

/// Consistent nodal loads (N, N m; global axes) of a force per length (N/m, global axes) that varies linearly from `at1` to
/// `at2`. Static end displacements and rotations under it are exact.
[[nodiscard]] Vector12 beam_distributed_load(const Beam& beam, const Eigen::Vector3d& at1, const Eigen::Vector3d& at2);

/// Consistent nodal loads of gravity; `gravity` is the acceleration in global axes, m/s^2.
[[nodiscard]] Vector12 beam_gravity_load(const Beam& beam, const Eigen::Vector3d& gravity);

/// Stress resultants (N, Vy, Vz, T, My, Mz) in local axes at the two ends, each acting on the face whose outward normal is +x:
/// N = E A u', Vy = factor_y G A (v' - rz), Vz = factor_z G A (w' + ry), T = G J rx', My = E Iy ry', Mz = E Iz rz'.
struct SectionForces {
    Vector6 end1 = Vector6::Zero();
    Vector6 end2 = Vector6::Zero();
};

/// From equilibrium, K * nodal - element_loads: `element_loads` are the consistent loads of the loads along this element
/// (beam_distributed_load; in motion also -M * acceleration), without forces on the nodes. Global axes. Without them the
/// resultants between the ends of a loaded element are only correct on average.
[[nodiscard]] SectionForces beam_section_forces(const Beam& beam, const Vector12& nodal,
                                                const Vector12& element_loads = Vector12::Zero());

/// Rigid arms from the nodes to the ends of the beam, global axes, m: the beam's ends are x1 = node1 + arm1, x2 = node2 + arm2.
struct BeamOffset {
    Eigen::Vector3d arm1 = Eigen::Vector3d::Zero();
    Eigen::Vector3d arm2 = Eigen::Vector3d::Zero();
};

/// Matrices of the beam's ends (global axes) -> matrices of the nodes. The arms have no mass.
[[nodiscard]] BeamMatrices with_offset(const BeamMatrices& ends, const BeamOffset& offset);

/// Nodal displacements -> displacements of the beam's ends; its transpose maps loads at the ends to the nodes.
[[nodiscard]] Matrix12 offset_transformation(const BeamOffset& offset);

}  // namespace jounce::elements
