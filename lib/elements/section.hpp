// Constants of a cross-section of any shape for a beam, and the outline for drawing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace jounce::elements {

/// Constants of a cross-section in its principal axes: local y and z, with the beam along local x.
/// Iz is for bending in the x-y plane (deflection along y), Iy for bending in the x-z plane.
struct SectionProperties {
    double area = 0;            ///< m^2
    double Iy = 0;              ///< second moment of area about local y, the integral of z^2 dA, m^4
    double Iz = 0;              ///< second moment of area about local z, the integral of y^2 dA, m^4
    double J = 0;               ///< Saint-Venant torsion constant: torque = G J twist rate, m^4
    double Ip = 0;              ///< polar second moment for the inertia of torsion, Iy + Iz by default, m^4
    double shear_factor_y = 0;  ///< shear stiffness is factor * G * area for shear along y; 0: unknown
    double shear_factor_z = 0;  ///< the same for shear along z
};

/// Corners (y, z) of a closed polygon in metres; the last corner joins the first and is not repeated.
using SectionLoop = std::vector<Eigen::Vector2d>;

/// The first loop is the outer boundary, counter-clockwise seen from +x (y to the right, z up); the others are holes, clockwise.
struct SectionOutline {
    std::vector<SectionLoop> loops;
};

/// A section of any kind, created by the kinds in sections/ from their settings.
struct Section {
    std::string kind;                                        ///< "tube", "circle", ...
    std::function<SectionProperties(double nu)> properties;  ///< Poisson's ratio affects only the default shear factors
    std::function<SectionOutline(int points)> outline;       ///< `points` corners (3 or more) for each round loop
};

/// A circle about the centroid as a polygon of `points` corners on the circle, the first one on the +y axis.
/// Counter-clockwise; `clockwise` makes the loop of a hole.
[[nodiscard]] SectionLoop circular_loop(double diameter, int points, bool clockwise = false);

/// A rectangle about the centroid, counter-clockwise from the corner (-width/2, -height/2); width along y, height along z.
[[nodiscard]] SectionLoop rectangular_loop(double width, double height);

}  // namespace jounce::elements
