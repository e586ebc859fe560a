// The two-node beam: stiffness, interpolation and mass. Equation numbers refer to docs/theory/beams.md.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/beam.hpp"

#include <array>

#include "base/messages/error.hpp"
#include "elements/rigid_arm.hpp"

namespace jounce::elements {

namespace {

// One bending plane: its dofs (deflection and rotation at both ends) among the twelve, and the sign between the element's
// rotation and the slope of the deflection. In the x-z plane a positive ry lowers w.
struct BendingPlane {
    std::array<int, 4> dofs;
    std::array<double, 4> sign;
};
constexpr BendingPlane plane_xy{{1, 5, 7, 11}, {1, 1, 1, 1}};
constexpr BendingPlane plane_xz{{2, 4, 8, 10}, {1, -1, 1, -1}};

using Row4 = Eigen::Matrix<double, 1, 4>;

// Deflection (the first row) and rotation at xi of a bending plane, eqs (8) and (9), as functions of (v1, t1, v2, t2).
struct BendingShape {
    Row4 deflection;
    Row4 rotation;
};

BendingShape bending_shape(double xi, double length, double phi) {
    const double m = 1 / (1 + phi);
    const double s = 1 - xi;  // mirror of xi: the formulas are then exactly symmetric in both ends
    BendingShape shape;
    shape.deflection << m * s * (s * (3 - 2 * s) + phi), length * m * xi * s * (s + phi / 2),  //
        m * xi * (xi * (3 - 2 * xi) + phi), -length * m * xi * s * (xi + phi / 2);
    shape.rotation << -6 * m / length * xi * s, m * s * (1 - 3 * xi + phi),  //
        6 * m / length * xi * s, m * xi * (1 - 3 * s + phi);
    return shape;
}

Eigen::Matrix4d bending_stiffness(double EI, double length, double phi) {
    const double l = length;
    Eigen::Matrix4d k;
    k << 12, 6 * l, -12, 6 * l,                               //
        6 * l, (4 + phi) * l * l, -6 * l, (2 - phi) * l * l,  //
        -12, -6 * l, 12, -6 * l,                              //
        6 * l, (2 - phi) * l * l, -6 * l, (4 + phi) * l * l;
    return EI / ((1 + phi) * l * l * l) * k;
}

// Gauss points and weights on [0, 1]. Four are exact up to degree 7: mass (degree 6) and linearly varying load (degree 4).
struct GaussPoint {
    double xi;
    double weight;
};
constexpr std::array<GaussPoint, 4> gauss_points{{{0.0694318442029737124, 0.1739274225687269287},
                                                  {0.3300094782075718676, 0.3260725774312730713},
                                                  {0.6699905217924281324, 0.3260725774312730713},
                                                  {0.9305681557970262876, 0.1739274225687269287}}};

Eigen::Matrix4d bending_mass(double rho_A, double rho_I, double length, double phi) {
    Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
    for (const auto& [xi, weight] : gauss_points) {
        const BendingShape shape = bending_shape(xi, length, phi);
        m += weight * length * rho_A * (shape.deflection.transpose() * shape.deflection);
        m += weight * length * rho_I * (shape.rotation.transpose() * shape.rotation);
    }
    return m;
}

void scatter(const Eigen::Matrix4d& small, const BendingPlane& plane, Matrix12& large) {
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            const auto row = static_cast<Eigen::Index>(i);
            const auto column = static_cast<Eigen::Index>(j);
            large(plane.dofs[i], plane.dofs[j]) += plane.sign[i] * plane.sign[j] * small(row, column);
        }
    }
}

// A pair of dofs with linear interpolation (axial, torsion): stiffness s [1 -1; -1 1], mass m [2 1; 1 2]/6.
void add_linear_pair(int first, double stiffness, double mass, BeamMatrices& matrices) {
    for (const int i : {first, first + 6}) {
        for (const int j : {first, first + 6}) {
            matrices.stiffness(i, j) += i == j ? stiffness : -stiffness;
            matrices.mass(i, j) += i == j ? mass / 3 : mass / 6;
        }
    }
}

// T^T A T, made exactly symmetric: the product is symmetric only to round-off.
Matrix12 congruent(const Matrix12& symmetric, const Matrix12& transformation) {
    const Matrix12 product = transformation.transpose() * symmetric * transformation;
    return (product + product.transpose()) / 2;
}

}  // namespace

Beam beam(const BeamGeometry& geometry, const SectionProperties& section, const Material& material,
          const BeamSettings& settings) {
    Beam element{.frame = beam_frame(geometry),
                 .section = section,
                 .material = material,
                 .rotary_inertia = settings.has_rotary_inertia(),
                 .phi_y = 0,
                 .phi_z = 0};
    if (settings.theory == BeamTheory::timoshenko) {
        if (!(section.shear_factor_y > 0 && section.shear_factor_z > 0)) {
            throw bad_case("beam: 'shear_factor' must be given in the section of a Timoshenko beam, got none");
        }
        const double l = element.frame.length;
        const double GAl2 = material.shear_modulus() * section.area * l * l;
        element.phi_y = 12 * material.E * section.Iz / (section.shear_factor_y * GAl2);
        element.phi_z = 12 * material.E * section.Iy / (section.shear_factor_z * GAl2);
    }
    return element;
}

BeamMatrices beam_matrices_local(const Beam& beam) {
    const auto& [E, nu, rho] = beam.material;
    const SectionProperties& s = beam.section;
    const double l = beam.frame.length;
    const double rotary = beam.rotary_inertia ? rho : 0;

    BeamMatrices matrices;
    add_linear_pair(0, E * s.area / l, rho * s.area * l, matrices);
    add_linear_pair(3, beam.material.shear_modulus() * s.J / l, rho * s.Ip * l, matrices);
    scatter(bending_stiffness(E * s.Iz, l, beam.phi_y), plane_xy, matrices.stiffness);
    scatter(bending_stiffness(E * s.Iy, l, beam.phi_z), plane_xz, matrices.stiffness);
    scatter(bending_mass(rho * s.area, rotary * s.Iz, l, beam.phi_y), plane_xy, matrices.mass);
    scatter(bending_mass(rho * s.area, rotary * s.Iy, l, beam.phi_z), plane_xz, matrices.mass);
    return matrices;
}

BeamMatrices beam_matrices(const Beam& beam) {
    const BeamMatrices local = beam_matrices_local(beam);
    const Matrix12 rotation = beam_rotation(beam.frame);
    return {.stiffness = congruent(local.stiffness, rotation), .mass = congruent(local.mass, rotation)};
}

Matrix6x12 beam_interpolation(const Beam& beam, double xi) {
    Matrix6x12 n = Matrix6x12::Zero();
    for (const int dof : {0, 3}) {
        n(dof, dof) = 1 - xi;
        n(dof, dof + 6) = xi;
    }
    const auto place = [&](const BendingPlane& plane, double phi) {
        const BendingShape shape = bending_shape(xi, beam.frame.length, phi);
        for (std::size_t i = 0; i < 4; ++i) {
            const auto column = static_cast<Eigen::Index>(i);
            n(plane.dofs[0], plane.dofs[i]) = plane.sign[0] * plane.sign[i] * shape.deflection(column);
            n(plane.dofs[1], plane.dofs[i]) = plane.sign[1] * plane.sign[i] * shape.rotation(column);
        }
    };
    place(plane_xy, beam.phi_y);
    place(plane_xz, beam.phi_z);
    return n;
}

Vector6 beam_shape(const Beam& beam, const Vector12& nodal, double xi) {
    const Vector6 local = beam_interpolation(beam, xi) * (beam_rotation(beam.frame) * nodal);
    Vector6 global;
    global << beam.frame.axes.transpose() * local.head<3>(), beam.frame.axes.transpose() * local.tail<3>();
    return global;
}

Vector12 beam_distributed_load(const Beam& beam, const Eigen::Vector3d& at1, const Eigen::Vector3d& at2) {
    Vector12 local = Vector12::Zero();
    for (const auto& [xi, weight] : gauss_points) {
        const Eigen::Vector3d force = beam.frame.axes * ((1 - xi) * at1 + xi * at2);
        local += weight * beam.frame.length * beam_interpolation(beam, xi).topRows<3>().transpose() * force;
    }
    return beam_rotation(beam.frame).transpose() * local;
}

Vector12 beam_gravity_load(const Beam& beam, const Eigen::Vector3d& gravity) {
    const Eigen::Vector3d per_length = beam.material.density * beam.section.area * gravity;
    return beam_distributed_load(beam, per_length, per_length);
}

SectionForces beam_section_forces(const Beam& beam, const Vector12& nodal, const Vector12& element_loads) {
    const Matrix12 rotation = beam_rotation(beam.frame);
    const Vector12 ends = beam_matrices_local(beam).stiffness * (rotation * nodal) - rotation * element_loads;
    return {.end1 = -ends.head<6>(), .end2 = ends.tail<6>()};
}

Matrix12 offset_transformation(const BeamOffset& offset) { return rigid_arms(offset.arm1, offset.arm2); }

BeamMatrices with_offset(const BeamMatrices& ends, const BeamOffset& offset) {
    const Matrix12 arms = offset_transformation(offset);
    return {.stiffness = congruent(ends.stiffness, arms), .mass = congruent(ends.mass, arms)};
}

}  // namespace jounce::elements
