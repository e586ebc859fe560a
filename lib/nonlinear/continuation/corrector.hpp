// Newton's method for N equations and one linear condition, with step control for changes of the events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/evaluation.hpp"

namespace jounce::nonlinear {

struct NewtonSettings {
    double step = 1e-10;     ///< converged when the last step, in scaled unknowns, is at most this ...
    double residual = 1e-9;  ///< ... and the scaled residual at most this
    double noise = 1e-10;    ///< steps this small that no longer decrease end the iteration, too: that is the noise of the map
    int most_steps = 12;
    double longest = 0.2;  ///< no scaled unknown changes by more in one step
    /// The derivative by the parameter is always computed at the solution itself.
    bool whole = false;
    /// With a given parameter the derivative by it may be a one-sided difference.
    bool one_sided = false;

    bool operator==(const NewtonSettings&) const = default;
};
/// For a located point: Newton continues to the accuracy of the map.
[[nodiscard]] inline NewtonSettings to_the_last_digit(NewtonSettings settings) {
    settings.step = 1e-13;
    settings.whole = true;
    settings.one_sided = false;
    return settings;
}

struct Corrected {
    Vector U;
    Evaluation at;
    int steps = 0;
    double residual = 0;  ///< largest component
    double moved = 0;     ///< distance to the start
};

/// Solves f(U) = 0 with condition'U = value. A short step is followed by a step with the same Jacobian, which takes a run without
/// derivatives. The derivative by the parameter costs most. If the condition gives the parameter, and U has it, the derivative is
/// computed at the solution only. Otherwise it is computed after the first step and kept until the events change or steps shrink
/// too slowly; the first step replaces it by J direction = 0, if the direction is known. It is computed again at the solution if
/// the other columns have changed since by more than 1e-5, or by more than 1e-5 of their largest entry where this is between 1
/// and 10. A step that changes the event counts is halved once, and again while the residual grows. A step tolerance below the
/// noise of the map is also met when steps below that no longer decrease. \param direction of the branch near U, or null
/// \returns nothing without convergence
[[nodiscard]] std::optional<Corrected> correct(const Equations& f, Vector U, const Vector& condition, double value,
                                               const NewtonSettings& settings, const Vector* direction = nullptr);

}  // namespace jounce::nonlinear
