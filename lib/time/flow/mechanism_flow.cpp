// The motion of a System with joints as a smooth first-order system, with the status of its sides held constant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/mechanism_flow.hpp"

#include <algorithm>
#include <cmath>

#include "time/equations/plane_slip.hpp"
#include "time/flow/reloading.hpp"

namespace jounce::time {

namespace {
constexpr double singular = 1e-9;  // part of a mobility
}  // namespace

MechanismFlow::MechanismFlow(MechanismDynamics& dynamics)
    : d_(dynamics),
      n_(static_cast<std::size_t>(dynamics.size())),
      frictions_(dynamics.system().frictions.size()),
      sides_(dynamics.sides().size()),
      lambda_(linalg::Vector::Zero(dynamics.motion().equations())),
      normal_(sides_),
      elastic_(sides_),
      response_(sides_),
      friction_force_(frictions_),
      memory_(sides_),
      closed_(sides_),
      again_(sides_),
      pressed_(frictions_),
      follows_(frictions_) {
    free_ = linalg::Vector::Zero(dynamics.size());
}

bool MechanismFlow::begin(const State& from) {
    follows_ = frictions_;
    d_.hold(from);
    bool as_before = d_.hold_contacts(from);
    for (std::size_t f = 0; f < frictions_; ++f) {
        const char now = d_.pressed(f, from) ? 1 : 0;
        as_before = as_before && now == pressed_[f];
        pressed_[f] = now;
    }
    for (std::size_t s = 0; s < sides_; ++s) {
        contact::ContactMemory now = from.sides[s].memory;
        again_[s] = reload_within_step(*d_.sides()[s].law, from.sides[s].motion, now) ? 1 : 0;
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
    for (const MechanismDynamics::Rub& rub : d_.rubs()) {
        const contact::Slip& z = from.frictions[static_cast<std::size_t>(&rub - d_.rubs().data())].bristle;
        std::copy_n(z.data(), rub.friction->directions, y + 1 + 2 * n_ + rub.bristle);
    }
}

void MechanismFlow::add_bristles(const double* increment, State& state) const {
    const double* dz = increment + 1 + 2 * n_;
    for (std::size_t f = 0; f < frictions_; ++f) {
        for (int k = 0; k < d_.rubs()[f].friction->directions; ++k)
            state.frictions[f].bristle[static_cast<std::size_t>(k)] += *dz++;
    }
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
    std::fill_n(dy + 1 + 2 * n_, bristles(), 0.0);
    d_.applied_forces(q, v, a);
    for (std::size_t s = 0; s < sides_; ++s) {
        normal_[s] = elastic_[s] = 0;
        if (!memory_[s].closed) continue;
        const MechanismDynamics::Side& side = d_.sides()[s];
        const contact::Response& response = response_[s] = status_response(*side.law, side.motion, memory_[s]);
        normal_[s] = response.force;
        // Stages look ahead: on the reloading curve of a law with a turning point no energy is lost.
        const bool ahead = again_[s] != 0 && side.motion.indentation >= memory_[s].max_indentation;
        elastic_[s] = ahead ? response.force : response.elastic_force;
        d_.subtract(side, normal_[s], 0, a);
    }
    if (frictions_ > 0) d_.bend(z);
    for (std::size_t f = 0; f < frictions_; ++f) {
        friction_force_[f] = {};
        if (!pressed_[f]) continue;
        const MechanismDynamics::Rub& rub = d_.rubs()[f];
        const contact::FrictionResponse response = d_.rub(f, rub.rigid ? 1.0 : d_.press(f, normal_.data()));
        std::copy_n(response.bristle_rate.data(), rub.friction->directions, dy + 1 + 2 * n_ + rub.bristle);
        if (rub.rigid) continue;
        friction_force_[f] = response.force;
        if (f != follows_) d_.subtract_friction(f, response.force, a);
    }
    if (follows()) {
        find_hold(a);
        const double size = contact::norm(friction_force_[follows_]);
        if (contact::norm(holding_) > 0) {
            const contact::Slip direction = beginning_slip(inertia_, holding_, size).direction;
            friction_force_[follows_] = {size * direction[0], size * direction[1]};
        }
        d_.subtract_friction(follows_, friction_force_[follows_], a);
    }
    d_.accelerate(a, lambda_.data(), {}, true);
    for (const MechanismDynamics::HeldRate& held : d_.held()) {
        const std::size_t i = held.number;
        if (held.tangential) {
            friction_force_[i] = d_.held_friction(i);
            continue;
        }
        normal_[i] = d_.held_normal(i);
        if (const int f = d_.sides()[i].friction; f >= 0)
            friction_force_[static_cast<std::size_t>(f)] = d_.held_friction(static_cast<std::size_t>(f));
    }
    if (!integrals) return;
    double* out = dy + motion_size();
    const WorkSum power = d_.powers({q, v, a, lambda_.data()}, normal_.data(), friction_force_.data());
    out = put_powers(power, 1, out);
    for (std::size_t f = 0; f < frictions_; ++f) out[f] = contact::dot(friction_force_[f], d_.rubs()[f].slip);
    out += frictions_;
    for (std::size_t s = 0; s < sides_; ++s) {
        const double rate = memory_[s].closed ? d_.sides()[s].motion.rate : 0;
        out = put_side_powers(normal_[s], elastic_[s], rate, 1, out);
    }
}

// The acceleration of the slip is affine in the force: s' = s'(0) - W F, r = W^-1 s'(0).
void MechanismFlow::find_hold(const double* forces) {
    const auto acceleration = [&](const contact::Slip& force) {
        std::copy_n(forces, n_, free_.data());
        d_.subtract_friction(follows_, force, free_.data());
        d_.accelerate(free_.data(), lambda_.data(), {}, true);
        return d_.slip_acceleration(follows_, free_.data());
    };
    const contact::Slip s = acceleration({}), x = acceleration({1, 0}), y = acceleration({0, 1});
    const double a = s[0] - x[0], b = s[0] - y[0], c = s[1] - x[1], d = s[1] - y[1], determinant = a * d - b * c;
    const double largest = std::fmax(a, d);
    holding_ = {};
    least_mobility_ = 0;
    // None where something else holds one direction of the slip.
    if (!(determinant > singular * largest * largest)) return;
    inertia_ = {d / determinant, -b / determinant, -c / determinant, a / determinant};
    least_mobility_ = time::least_mobility(inertia_);
    holding_ = {inertia_[0] * s[0] + inertia_[1] * s[1], inertia_[2] * s[0] + inertia_[3] * s[1]};
}

void MechanismFlow::sort(const double* y, StepWork& work) const {
    const double* in = take_works(y + motion_size(), work.sum);
    for (double& friction : work.frictions) work.sum.friction += friction = *in++;
    for (StepWork::Side& side : work.sides) in = take_side_work(in, side);
}

}  // namespace jounce::time
