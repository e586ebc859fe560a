// What a step did, integrated along its own motion: for methods whose steps are longer than a quadrature over their ends allows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace jounce::time {

/// Work or its rate [J] or [W], by the terms of the energy account. `base`: loads of base motion and the reactions of supports.
struct WorkSum {
    double external = 0, base = 0, structural_damping = 0;
    double friction = 0;  ///< of clearance joints; that of rows is summed by the account

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

}  // namespace jounce::time
