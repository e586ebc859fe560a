// The integrals of a flow after its unknowns: the works of a step, which do not act on the motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "time/stepper/step_work.hpp"

namespace jounce::time {

// Three works of WorkSum, those of frictions, then impulse, work and loss of each side of the flow. `clock` is
// d(time)/d(the flow's variable).

inline constexpr std::size_t work_integrals = 3;
inline constexpr std::size_t side_integrals = 3;

// Clocks by reference, so that the sums are read one by one: read in pairs just after being written, they would wait
// for the store.
/// \returns the position after the written numbers
inline double* put_powers(const WorkSum& power, const double& clock, double* rates) {
    *rates++ = clock * power.external;
    *rates++ = clock * power.base;
    *rates++ = clock * power.structural_damping;
    return rates;
}
/// \param push, elastic force and its elastic part [N] \param speed rate of the indentation [m/s]
inline double* put_side_powers(double push, double elastic, double speed, double clock, double* rates) {
    const double impulse = clock * push;
    *rates++ = impulse;
    *rates++ = impulse * speed;
    *rates++ = clock * (push - elastic) * speed;
    return rates;
}

/// \returns the position after the read numbers
inline const double* take_works(const double* integrals, WorkSum& sum) {
    sum = {integrals[0], integrals[1], integrals[2]};
    return integrals + work_integrals;
}
inline const double* take_side_work(const double* integrals, StepWork::Side& side) {
    side = {integrals[0], integrals[1], integrals[2]};
    return integrals + side_integrals;
}

}  // namespace jounce::time
