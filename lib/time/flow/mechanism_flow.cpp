// The motion of a System with joints as a smooth first-order system, with the status of its sides held constant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/mechanism_flow.hpp"

#include <algorithm>

namespace jounce::time {

MechanismFlow::MechanismFlow(MechanismDynamics& dynamics)
    : d_(dynamics),
      n_(static_cast<std::size_t>(dynamics.size())),
      frictions_(dynamics.system().frictions.size()),
      sides_(dynamics.sides().size()),
      lambda_(linalg::Vector::Zero(dynamics.motion().equations())),
      normal_(sides_),
      friction_force_(sides_),
      elastic_(sides_),
      memory_(sides_),
      closed_(sides_),
      again_(sides_) {}

bool MechanismFlow::begin(const State& from) {
    d_.hold(from);
    bool as_before = d_.hold_contacts(from);
    for (std::size_t s = 0; s < sides_; ++s) {
        contact::ContactMemory now = from.sides[s].memory;
        // Below the previous maximum indentation a law with a turning point reloads on its unloading curve, up to that
        // indentation, where the step ends.
        const bool before = d_.sides()[s].law->turning_point && now.closed && now.permanent_indentation > 0;
        again_[s] = before && from.sides[s].motion.indentation < now.max_indentation * (1 - 1e-9) ? 1 : 0;
        if (again_[s] != 0) now.unloading = true;
        // Open sides have no force; the largest indentation does not affect the force of closed ones.
        const contact::ContactMemory& old = memory_[s];
        as_before = as_before && now.closed == old.closed &&
                    (!now.closed || (now.unloading == old.unloading && now.impact_speed == old.impact_speed &&
                                     now.onset_time == old.onset_time && now.permanent_indentation == old.permanent_indentation));
        memory_[s] = now;
        closed_[s] = now.closed ? 1 : 0;
    }
    return as_before;
}

void MechanismFlow::fill(const State& from, double* y) const {
    std::fill_n(y, size(), 0.0);
    y[0] = from.time;
    std::copy_n(from.q.data(), n_, y + 1);
    std::copy_n(from.v.data(), n_, y + 1 + n_);
    for (std::size_t f = 0; f < frictions_; ++f) y[1 + 2 * n_ + f] = from.frictions[f].bristle[0];
}

void MechanismFlow::rate(const double* y, double* dy, bool integrals) {
    const double* q = y + 1;
    const double* v = q + n_;
    const double* z = v + n_;
    d_.set_time(y[0]);
    d_.move(q, v, true, closed_.data());
    dy[0] = 1;
    std::copy_n(v, n_, dy + 1);
    double* a = dy + 1 + n_;
    std::fill_n(dy + 1 + 2 * n_, frictions_, 0.0);
    d_.applied_forces(q, v, a);
    for (std::size_t s = 0; s < sides_; ++s) {
        normal_[s] = friction_force_[s] = elastic_[s] = 0;
        if (!memory_[s].closed) continue;
        const MechanismDynamics::Side& side = d_.sides()[s];
        const contact::Response response = status_response(*side.law, side.motion, memory_[s]);
        normal_[s] = response.force;
        // Stages look ahead: on the reloading curve of a law with a turning point no energy is lost.
        const bool ahead = again_[s] != 0 && side.motion.indentation >= memory_[s].max_indentation;
        elastic_[s] = ahead ? response.force : response.elastic_force;
        if (side.friction >= 0) {
            const auto f = static_cast<std::size_t>(side.friction);
            const contact::Slip slip{side.slip, 0};
            const contact::FrictionResponse friction_response =
                d_.system().frictions[f].law->evaluate(slip, std::max(response.force, 0.0), {{z[f], 0}, slip, 0});
            friction_force_[s] = friction_response.force[0];
            dy[1 + 2 * n_ + f] = friction_response.bristle_rate[0];
        }
        d_.subtract(side, normal_[s], friction_force_[s], a);
    }
    d_.accelerate(a, lambda_.data(), {}, true);
    for (const MechanismDynamics::HeldRate& held : d_.held()) {
        if (!held.tangential) normal_[held.side] = d_.held_normal(held.side);
        friction_force_[held.side] = d_.held_friction(held.side);
    }
    if (!integrals) return;
    double* out = dy + motion_size();
    const WorkSum power = d_.powers(v, lambda_.data(), normal_.data(), friction_force_.data());
    out = put_powers(power, 1, out);
    std::fill_n(out, frictions_, 0.0);
    for (std::size_t s = 0; s < sides_; ++s) {
        if (friction_force_[s] != 0) out[d_.sides()[s].friction] += friction_force_[s] * d_.sides()[s].slip;
    }
    out += frictions_;
    for (std::size_t s = 0; s < sides_; ++s) {
        const double rate = memory_[s].closed ? d_.sides()[s].motion.rate : 0;
        out = put_side_powers(normal_[s], elastic_[s], rate, 1, out);
    }
}

void MechanismFlow::sort(const double* y, StepWork& work) const {
    const double* in = take_works(y + motion_size(), work.sum);
    for (double& friction : work.frictions) work.sum.friction += friction = *in++;
    for (StepWork::Side& side : work.sides) in = take_side_work(in, side);
}

}  // namespace jounce::time
