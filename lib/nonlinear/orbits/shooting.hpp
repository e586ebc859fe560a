// Periodic orbits by Newton's method on the map of a period; one section per period of the load (multiple shooting).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "nonlinear/orbits/period_map.hpp"

namespace jounce::nonlinear {

struct ShootingOptions {
    double residual = 1e-9;                  ///< largest scaled component of Pi(y_k) - y_k+1 of an orbit
    double step = 1e-10;                     ///< largest scaled component of the last step
    double noise = 1e-10;                    ///< steps this small that no longer decrease are noise of the map
    double largest_step = 0.2;               ///< largest scaled component; longer steps are shortened to it
    bool linear = false;                     ///< the map is affine: steps are not shortened, and a solution may not exist
    int most_steps = 12;                     ///< Newton steps
    int most_shortenings = 10;               ///< halvings of a step without a map at its end
    std::function<bool()> interrupted = {};  ///< true ends the search by an Error (interrupted)
};

/// y_k+1 = Pi(y_k), y_n = y_0.
struct ClosedOrbit {
    std::vector<linalg::Vector> nodes;  ///< y_0 ... y_n-1 in the map's coordinates
    std::vector<MapPoint> points;       ///< of each node, with dPi/dy
    double lambda = 0;
    double residual = 0;  ///< scaled
    int steps = 0;
    bool converged = false;
    std::string failure;  ///< why it did not converge; completes "no orbit was found: ..."
};

/// Solves r_k = D^-1 (Pi(y_k) - y_k+1) = 0 for the nodes of map.periods() periods (docs/theory/orbits.md, eqs. 1, 2). Newton
/// steps are shortened to `largest_step`, halved when the number of events has changed twice, and halved when a node has no map.
/// \param guess y_0 ... y_n-1, or y_0 alone: the others then come from the map
[[nodiscard]] ClosedOrbit shoot(const PeriodMap& map, std::vector<linalg::Vector> guess, double lambda,
                                const ShootingOptions& options = {});

/// Multipliers of an orbit, sorted by decreasing modulus, from the derivatives of all its periods without their product.
[[nodiscard]] std::vector<std::complex<double>> multipliers(const PeriodMap& map, const std::vector<MapPoint>& points);

}  // namespace jounce::nonlinear
