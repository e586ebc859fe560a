// A branch point by its own equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/location.hpp"

namespace jounce::nonlinear {

/// Borders of a Jacobian near a crossing of two branches, [J p; V' 0]: regular there.
struct CrossingBorders {
    Vector left;              ///< p, the left null vector of J
    Vector right_1, right_2;  ///< the columns of V, its right null vectors
};
[[nodiscard]] CrossingBorders crossing_borders(const Matrix& J);

/// Solutions with J = `at.jacobian`: [J p; V' 0] [X; s'] = [0; 1] for both right sides, and [J p; V' 0]' [w; .] = [0; 1] for p.
struct CrossingTest {
    Vector s;          ///< both zero where the branches cross; their change with J is -w' (change of J) X
    Matrix X;          ///< (N + 1) x 2
    Vector w;          ///< N
    Vector to_branch;  ///< the Newton step of U across V
};
[[nodiscard]] CrossingTest crossing_test(const CrossingBorders& borders, const Evaluation& at);

/// The crossing of two branches near one of its points: U and a with
///     r(U) + a p = 0,   s_1(U) = s_2(U) = 0,   [J p; V' 0] [X; s] = [0; 1],
/// where p and the two columns of V are the left and right null vectors of J near the crossing (W. Govaerts (2000), Numerical
/// methods for bifurcations of dynamical equilibria, doi:10.1137/1.9780898719543, for bordered systems). The equations are
/// regular where branches cross, so that the noise of the map is not magnified; a is what it leaves. Derivatives of s are
/// differences along V. \param near the crossing, with its Jacobian \returns nothing without convergence, or farther away than
/// `farthest`
[[nodiscard]] std::optional<Vector> branch_point_near(const Equations& f, const CurvePoint& near, double farthest);

}  // namespace jounce::nonlinear
