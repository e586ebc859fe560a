// Shell elements with three or four corners, thin to moderately thick, flat or curved: coordinates and settings -> matrices.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "elements/material.hpp"
#include "elements/matrices.hpp"

namespace jounce::elements {

/// Six dofs per corner (ux uy uz rx ry rz, global axes): 18 or 24 in total.
using ShellVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 24, 1>;
using ShellMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 24, 24>;
/// One column per corner.
using ShellCorners = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 4>;

/// The default of Shell::drilling.
inline constexpr double default_drilling = 1e-3;

/// The data of one element for the functions below: a plain value.
struct Shell {
    ShellCorners points;     ///< corners of the middle surface, counter-clockwise about the normal [m]
    ShellCorners directors;  ///< unit vectors across the thickness at the corners, within 90 degrees of the normal there
    double thickness = 0;    ///< [m]
    Material material;
    double drilling =
        default_drilling;  ///< drilling stiffness (rotation about the normal) as a fraction of the shear modulus, above 0

    [[nodiscard]] int corners() const { return static_cast<int>(points.cols()); }
    [[nodiscard]] int dofs() const { return 6 * corners(); }
};

/// Unit normals of the surface at the corners, columns as in `points` (3 x 3 or 3 x 4).
/// \throws jounce::Error if corners coincide or are on one line, and if a quadrilateral is concave or crosses itself.
[[nodiscard]] ShellCorners shell_normals(const ShellCorners& points);

/// With the element's own normals as directors. \throws jounce::Error as shell_normals does
[[nodiscard]] Shell shell(const ShellCorners& points, double thickness, const Material& material,
                          double drilling = default_drilling);

/// The thickness [m] at which a face folds over, such as the inner face of a tube at twice the radius; infinite for a flat shell.
/// At this thickness and above, mass and stiffness have no meaning.
[[nodiscard]] double shell_thickness_limit(const Shell& shell);

/// Stiffness [N/m, N, N m]; only rigid motions have no strain energy.
/// Four corners: transverse shear of E. N. Dvorkin, K. J. Bathe (1984), A continuum mechanics based four-node shell element for
/// general nonlinear analysis, Eng. Comput. 1, 77-88, doi:10.1108/eb023562; membrane strains of Y. Ko, P. S. Lee, K. J. Bathe
/// (2017), A new MITC4+ shell element, Comput. Struct. 182, 404-418, doi:10.1016/j.compstruc.2016.11.004; membrane and bending
/// strains enriched by the four modes of J. C. Simo, M. S. Rifai (1990), doi:10.1002/nme.1620290802 (bending: U. Andelfinger, E.
/// Ramm (1993), doi:10.1002/nme.1620360805), which are condensed.
/// Three corners: Y. Lee, P. S. Lee, K. J. Bathe (2014), The MITC3+ shell element and its performance, Comput. Struct. 138,
/// 12-23, doi:10.1016/j.compstruc.2014.02.005; its bubble is condensed.
/// The rotation about the normal follows that of the surface by T. J. R. Hughes, F. Brezzi (1989),
/// doi:10.1016/0045-7825(89)90124-2. Equations in docs/theory/shells.md.
[[nodiscard]] ShellMatrix shell_stiffness(const Shell& shell);

enum class ShellMass { consistent, lumped };

/// Mass [kg, kg m, kg m^2] with rotary inertia, positive definite. The inertia about the director is `drilling` times that about
/// the tangents, which keeps the frequency of that motion as high as the thickness-shear frequency. Lumped: blocks of one node.
[[nodiscard]] ShellMatrix shell_mass(const Shell& shell, ShellMass kind = ShellMass::consistent);

/// Consistent nodal loads [N] of a pressure of 1 Pa in the direction of the normal.
[[nodiscard]] ShellVector shell_pressure_load(const Shell& shell);

/// Area of each corner [m^2]; their sum is the total area.
[[nodiscard]] Eigen::VectorXd shell_corner_areas(const Shell& shell);

/// Stress [Pa] in the middle of the element on both faces, global axes; `top` is the face in the direction of the directors.
/// Transverse shear stress is zero there, and so is the stress across the thickness.
struct ShellStress {
    Eigen::Matrix3d top = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d bottom = Eigen::Matrix3d::Zero();
};
/// \param nodal displacements and rotations, dofs() of them
[[nodiscard]] ShellStress shell_stress(const Shell& shell, const ShellVector& nodal);

/// sqrt(3/2 s:s) of the deviator s [Pa].
[[nodiscard]] double von_mises(const Eigen::Matrix3d& stress);

}  // namespace jounce::elements
