// The work of a step, integrated along its motion: for methods with steps too long for a quadrature over the ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "system/state/state.hpp"

namespace jounce::time {

/// Work [J] or power [W], by the terms of the energy account. `base`: loads of base motion, reactions of supports.
struct WorkSum {
    double external = 0, base = 0, structural_damping = 0;
    double friction = 0;  ///< if integrated by the method (StepWork::frictions); else the account sums that of rows

    void add(const WorkSum& rate, double weight) {
        external += weight * rate.external;
        base += weight * rate.base;
        structural_damping += weight * rate.structural_damping;
        friction += weight * rate.friction;
    }
};

/// Work of one step. Every number is a separate integral, never the rest of a balance.
struct StepWork {
    WorkSum sum;
    struct Side {
        double impulse = 0;  ///< of the force [N s]
        double work = 0;     ///< of the force on the indentation [J]
        double loss = 0;     ///< of the force minus its elastic part [J]
    };
    std::vector<Side> sides;  ///< one per contact side; valid for those closed throughout the step
    /// Of each friction on its slip [J], if the method integrates them; else empty.
    std::vector<double> frictions;
};

/// Work of a side in a step of size h by the trapezoidal rule, F = (F0 + F1)/2: impulse F h, work F (delta1 - delta0).
/// This is Newmark's own balance; its order is that of the methods without their own work.
[[nodiscard]] inline StepWork::Side trapezoidal_work(const SideState& before, const SideState& after, double h) {
    const double force = before.response.force + after.response.force;
    const double elastic = before.response.elastic_force + after.response.elastic_force;
    const double moved = after.motion.indentation - before.motion.indentation;
    return {0.5 * force * h, 0.5 * force * moved, 0.5 * (force - elastic) * moved};
}

/// From the step, if its stepper integrated along a closed side, or else by the trapezoidal rule.
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
