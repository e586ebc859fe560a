// A branch point by its own equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/location.hpp"

namespace jounce::nonlinear {

/// The crossing of two branches near one of its points: U and a with
///     r(U) + a p = 0,   s_1(U) = s_2(U) = 0,   [J p; V' 0] [X; s] = [0; 1],
/// where p and the two columns of V are the left and right null vectors of J near the crossing (W. Govaerts (2000), Numerical
/// methods for bifurcations of dynamical equilibria, doi:10.1137/1.9780898719543, for bordered systems). The equations are
/// regular where branches cross, so that the noise of the map is not magnified; a is what it leaves. Derivatives of s are
/// differences along V. \param near the crossing, with its Jacobian \returns nothing without convergence, or farther away than
/// `farthest`
[[nodiscard]] std::optional<Vector> branch_point_near(const Equations& f, const CurvePoint& near, double farthest);

}  // namespace jounce::nonlinear
