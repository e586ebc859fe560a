// The response of a structure to a slow push.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/slow_push.hpp"

#include <cmath>

#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

double squared_frequency(const System& system, const linalg::Vector& u) {
    const double mass = u.dot(system.linear.M * u);
    const double stiffness = u.dot(system.linear.K * u);
    return mass > 0 && stiffness > 0 ? stiffness / mass : 0;
}

double excited_by_force(const System& system, linalg::Vector force) {
    const double scale = system.linear.K.diagonal().sum() / system.linear.M.diagonal().sum();
    if (!(scale > 0) || !std::isfinite(scale)) return 0;
    double squared = 0;
    try {
        // The part of the forces that accelerates the structure as a rigid body is removed: the remainder deflects it.
        const double shift = 1e-12 * scale;
        const linalg::Factorisation factor = LinearKernel(system.linear).factor(shift, 0, 1);
        const double whole = force.norm();
        for (int i = 0; i < 4; ++i) {  // each iteration leaves the rounding of the smallest pivot
            linalg::Vector rigid = shift * force;
            factor.solve_in_place(rigid.data());
            force -= system.linear.M * rigid;
        }
        if (force.norm() > 1e-9 * whole) {
            factor.solve_in_place(force.data());
            squared = squared_frequency(system, force);
        }
    } catch (const linalg::SingularMatrix&) {  // a part without mass and stiffness, held only by a stop
    }
    return squared > 1e-14 * scale ? std::sqrt(squared) : 0;
}

SlowPush::SlowPush(const System& system) : system_(system) {
    const double scale = system.linear.K.diagonal().sum() / system.linear.M.diagonal().sum();
    if (!system.linear.symmetric || !(scale > 0) || !std::isfinite(scale)) return;
    try {
        factor_ = LinearKernel(system.linear).factor(1e-12 * scale, 0, 1);
    } catch (const linalg::SingularMatrix&) {  // a part without mass and stiffness, held only by a stop
    }
}

linalg::Vector SlowPush::deflection(const linalg::Vector& b) const {
    linalg::Vector u = b;
    if (factor_) {
        factor_->solve_in_place(u.data());
    } else {
        u.setZero();
    }
    return u;
}

PushResponse SlowPush::response(const linalg::Vector& b) const {
    if (!factor_) return {};
    const linalg::Vector u = deflection(b);
    const double reach = b.dot(u);
    const double inertia = u.dot(system_.linear.M * u);
    if (!(reach > 0) || !std::isfinite(inertia)) return {};
    PushResponse out;
    out.mass = inertia / (reach * reach);
    if (const double squared = u.dot(system_.linear.K * u) / inertia; squared > 0) {
        out.frequency = std::sqrt(squared);
        out.damping = u.dot(system_.linear.C * u) / (2 * out.frequency * inertia);
    }
    return out;
}

}  // namespace jounce::time
