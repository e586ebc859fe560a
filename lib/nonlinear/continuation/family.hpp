// The periodic orbits of a map as the zeros of scaled equations: U = (y / scale, (lambda - from) / range).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "nonlinear/continuation/evaluation.hpp"

namespace jounce::nonlinear {

/// Orbits that close after n periods, over a range of the parameter.
struct ScaledFamily {
    const PeriodMap* map = nullptr;
    int periods = 1;                            ///< n, of one orbit
    double from = 0, to = 1;                    ///< of the parameter, in either order, different
    std::function<double(double)> period = {};  ///< of the load; if unknown, no section of such motion counts as near an event
    double opening_scale = 1;                   ///< scale of openings [m]
    double speed_scale = 1;                     ///< scale of impact speeds [m/s]
    /// Of the parameter; beyond them no model exists.
    double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();

    [[nodiscard]] double range() const { return to > from ? to - from : from - to; }
    [[nodiscard]] Vector scaled(const Vector& y, double lambda) const;
    [[nodiscard]] Vector state(const Vector& U) const;
    /// Within rounding of a limit: the limit.
    [[nodiscard]] double parameter(const Vector& U) const;
};

/// r(y, lambda) = D^-1 [Pi_n(y, lambda) - y], its Jacobian, and the events of the orbit. Without a load y = (state, T) with T one
/// of the n turns, and the last row of the Jacobian keeps steps across the flow at the section. The family must outlive the
/// equations.
[[nodiscard]] Equations orbit_equations(const ScaledFamily& family);

}  // namespace jounce::nonlinear
