// What a step did, integrated along its own motion: for methods whose steps are longer than a quadrature over their ends allows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "system/state/state.hpp"

namespace jounce::time {

/// Work or its rate [J] or [W], by the terms of the energy account. `base`: loads of base motion and the reactions of supports.
struct WorkSum {
    double external = 0, base = 0, structural_damping = 0;
    double friction = 0;  ///< where the method integrates it (StepWork::frictions); else the account sums that of rows

    void add(const WorkSum& rate, double weight) {
        external += weight * rate.external;
        base += weight * rate.base;
        structural_damping += weight * rate.structural_damping;
        friction += weight * rate.friction;
    }
};

/// Of one step. Every number is an integral of its own, none the rest of a balance.
struct StepWork {
    WorkSum sum;
    struct Side {
        double impulse = 0;  ///< of the force [N s]
        double work = 0;     ///< of the force on the indentation [J]
        double loss = 0;     ///< of the force less its elastic part [J]
    };
    std::vector<Side> sides;  ///< one per contact side; those that were closed throughout the step hold
    /// Of each friction on its slip [J], where the method integrates them; else empty.
    std::vector<double> frictions;
};

/// Of a side in a step of size h by the trapezoidal rule, F = (F0 + F1)/2: impulse F h, work F (delta1 - delta0). Newmark's own
/// balance, and of the order of the methods that hand out no other work.
[[nodiscard]] inline StepWork::Side trapezoidal_work(const SideState& before, const SideState& after, double h) {
    const double force = before.response.force + after.response.force;
    const double elastic = before.response.elastic_force + after.response.elastic_force;
    const double moved = after.motion.indentation - before.motion.indentation;
    return {0.5 * force * h, 0.5 * force * moved, 0.5 * (force - elastic) * moved};
}

/// As the step has it whose stepper integrated along a closed side, or else by the trapezoidal rule.
/// \param step accepted: before, after, work()
template <class Step>
[[nodiscard]] StepWork::Side side_work(const Step& step, std::size_t side) {
    const SideState& before = step.before.sides[side];
    const SideState& after = step.after.sides[side];
    if (before.memory.closed && after.memory.closed) {
        if (const StepWork* own = step.work()) return own->sides[side];
    }
    return trapezoidal_work(before, after, step.after.time - step.before.time);
}

}  // namespace jounce::time
