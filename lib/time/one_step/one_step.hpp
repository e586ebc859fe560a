// The stepper of Newmark's method, generalized-alpha and their named members.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// With x_(alpha) = (1 - alpha) x' + alpha x between the old state x and the new one x':
///     M a_(alpha_m) + (C v + K q + B^T f - F)_(alpha_f) = 0,
///     q' = q + h v + h^2 ((1/2 - beta) a + beta a'),   v' = v + h ((1 - gamma) a + gamma a').
/// J. Chung and G. M. Hulbert (1993), J. Appl. Mech. 60, 371-375, doi:10.1115/1.2900803; alpha_m = alpha_f = 0 is Newmark's
/// method.
struct OneStepCoefficients {
    double alpha_m = 0, alpha_f = 0, beta = 0.25, gamma = 0.5;

    /// Second order requires gamma = 1/2 + alpha_f - alpha_m.
    [[nodiscard]] int order() const;
};

/// Solved for the acceleration and condensed to the gap coordinates. With alpha_m or alpha_f the acceleration a of the
/// formulas is algorithmic, to second order that at the time t + (alpha_m - alpha_f) h: State::algorithm stores it, and
/// State::a is extrapolated back to t by its slope.
[[nodiscard]] std::unique_ptr<Stepper> one_step_stepper(const System& system, const OneStepCoefficients& coefficients,
                                                        Events events);

/// A method defined by coefficients only.
[[nodiscard]] MethodPointer one_step_method(std::string kind, const OneStepCoefficients& coefficients, std::string description);

}  // namespace jounce::time
