// Newmark's method with Newton-Raphson, condensed to the gap coordinates and solved for the acceleration.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// N. M. Newmark (1959), J. Eng. Mech. Div. ASCE 85(3), 67-94, doi:10.1061/JMCEA3.0000098:
///     q' = q + h v + h^2 ((1/2 - beta) a + beta a'),   v' = v + h ((1 - gamma) a + gamma a').
struct NewmarkSettings {
    double beta = 0.25;
    double gamma = 0.5;
};

[[nodiscard]] MethodPointer newmark(const NewmarkSettings& settings);

}  // namespace jounce::time
