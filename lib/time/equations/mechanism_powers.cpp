// Powers of loads, drivers, dampers and friction in a System with joints, and the forces of drivers.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::time {

using bodies::FrameMotion;
using bodies::FrameRow;
using linalg::Vector;

WorkSum MechanismDynamics::powers(const State& state, double time) {
    set_time(time);
    move(state.q.data(), state.v.data(), true);
    take_side_forces(state);
    return powers({state.q.data(), state.v.data(), state.a.data(), state.multipliers.data()}, normal_.data(),
                  friction_force_.data());
}

void MechanismDynamics::set_supports() {
    const auto& prescribed = system_->recovery.prescribed;
    supports_.assign(prescribed.size(), {});
    support_now_.resize(prescribed.size());
    support_force_.resize(prescribed.size());
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const PrescribedMotion& p = prescribed[j];
        supports_[j].coupled = !(p.mass_row.isZero(0) && p.damping_row.isZero(0) && p.stiffness_row.isZero(0));
        for (std::size_t i = 0; i < p.mass.size(); ++i) {
            if (p.mass[i] != 0 || p.damping[i] != 0 || p.stiffness[i] != 0)
                supports_[j].own.push_back({i, p.mass[i], p.damping[i], p.stiffness[i]});
        }
    }
    moved_.assign(mechanism_->frames.size(), 0);
    for (std::size_t f = 0; f < mechanism_->frames.size(); ++f) {
        const PlanarFrame& frame = mechanism_->frames[f];
        for (std::size_t k = 0; k < 3; ++k) {
            if (frame.rows[k].prescribed.empty()) continue;
            moved_[f] = 1;
            if (frame.driven) supports_[static_cast<std::size_t>(frame.rows[k].prescribed.front())].driven = {f, k};
        }
        any_moved_ = any_moved_ || moved_[f] != 0;
    }
}

/// A driver's motion is known from its frame: its signal is not asked again.
void MechanismDynamics::sample_supports() {
    if (support_time_ == motion_.time()) return;
    support_time_ = std::numeric_limits<double>::quiet_NaN();  // a user's signal may throw
    for (std::size_t j = 0; j < supports_.size(); ++j) {
        if (const auto& driven = supports_[j].driven) {
            const auto [f, k] = *driven;
            const FrameMotion& m = motion_.frame(static_cast<int>(f));
            const double second = motion_.given_acceleration(static_cast<int>(f))[k];
            const auto at = static_cast<Eigen::Index>(k);
            support_now_[j] =
                k == 2 ? SignalSample{m.angle, m.rate, second} : SignalSample{m.position[at], m.velocity[at], second};
        } else {
            support_now_[j] = system_->recovery.prescribed[j].signal->sample(motion_.time());
        }
    }
    support_time_ = motion_.time();
}

/// What the matrices and the contacts and frictions of nodes ask of prescribed motions, as in a structure (`WorkRates`).
/// \returns the damping that the free coordinates alone do not have [W]
double MechanismDynamics::push_supports(const Moving& at, const double* normal_forces, const contact::Slip* friction_forces) {
    sample_supports();
    const Eigen::Map<const Vector> q(at.q, n_), v(at.v, n_), a(at.a, n_);
    double lost = 0;
    for (std::size_t j = 0; j < supports_.size(); ++j) {
        const PrescribedMotion& p = system_->recovery.prescribed[j];
        double force = 0, damped = 0;
        if (supports_[j].coupled) {
            damped = p.damping_row.dot(v);
            force = p.mass_row.dot(a) + damped + p.stiffness_row.dot(q);
            damped *= 2;
        }
        for (const auto& own : supports_[j].own) {
            const SignalSample& s = support_now_[own.motion];
            force += own.mass * s.second + own.damping * s.first + own.stiffness * s.value;
            damped += own.damping * s.first;
        }
        support_force_[j] = force;
        lost += damped * support_now_[j].first;
    }
    const auto push = [this](int row, double force) {
        const SparseRow& of = system_->rows[static_cast<std::size_t>(row)];
        for (std::size_t e = 0; e < of.prescribed.size(); ++e)
            support_force_[static_cast<std::size_t>(of.prescribed[e])] += of.prescribed_coefficient[e] * force;
    };
    for (const std::size_t c : gaps_) {
        const Contact& contact = system_->contacts[c];
        for (int s = contact.first_side; s < contact.first_side + contact.gap.sides(); ++s) {
            if (normal_forces[s] == 0) continue;
            const Side& side = sides_[static_cast<std::size_t>(s)];
            for (int i = 0; i < contact.gap.coordinates(); ++i) push(contact.first_row + i, normal_forces[s] * side.normal[i]);
        }
    }
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        const contact::Slip& force = friction_forces[f];
        if (rubs_[f].side >= 0 || (force[0] == 0 && force[1] == 0)) continue;
        const SlipRows& rows = rubs_[f].rows;
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l)
            push(rows.row[l], rows.share[0][l] * force[0] + rows.share[1][l] * force[1]);
    }
    return lost;
}

void MechanismDynamics::take_side_forces(const State& state) {
    for (std::size_t s = 0; s < sides_.size(); ++s) normal_[s] = state.sides[s].response.force;
    for (std::size_t f = 0; f < rubs_.size(); ++f) friction_force_[f] = state.frictions[f].force;
}

WorkSum MechanismDynamics::powers(const Moving& at_instant, const double* normal_forces, const contact::Slip* friction_forces) {
    WorkSum out;
    const double* v = at_instant.v;
    const double* lambda = at_instant.multipliers;
    const Eigen::Map<const Vector> rate(v, n_);
    for (std::size_t i = 0; i < system_->loads.size(); ++i) {
        if (load_values_[i] == 0 || system_->loads[i].term == WorkTerm::support) continue;
        (system_->loads[i].term == WorkTerm::base ? out.base : out.external) +=
            load_values_[i] * system_->loads[i].pattern.dot(rate);
        for (const auto& [j, share] : system_->loads[i].on_supports) {
            const SignalPointer& motion = system_->recovery.prescribed[static_cast<std::size_t>(j)].signal;
            const double power = load_values_[i] * share * motion->sample(motion_.time()).first;
            out.external += power;
            out.base -= power;
        }
    }
    if (linear_.damped()) {
        std::copy_n(v, n_, v_.data());
        out.structural_damping += linear_.damping_work(v_, v_);
    }
    if (!supports_.empty()) out.structural_damping += push_supports(at_instant, normal_forces, friction_forces);
    // Forces on the frames, for the forces of drivers and of prescribed motions.
    for (auto& reaction : reactions_) reaction = {};
    const auto act = [this](const std::array<int, 2>& frames, const FrameRow& row, double force) {
        if (!any_moved_) return;
        for (std::size_t k = 0; k < 6; ++k)
            reactions_[static_cast<std::size_t>(frames[k < 3 ? 0 : 1])][k % 3] += force * row[static_cast<Eigen::Index>(k)];
    };
    for (std::size_t i = 0; i < mechanism_->forces.size(); ++i) {
        const PlanarForce& force = mechanism_->forces[i];
        const Link at = link(force, i);
        const double speed = motion_.speed(force.frames, at.row);
        out.external += at.drive * speed;
        out.structural_damping += force.damping * speed * speed;
        act(force.frames, at.row, at.drive - at.force);
    }
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (any_moved_ && sides_[s].frames[0] >= 0 && normal_forces[s] != 0)
            act(sides_[s].frames, sides_[s].pushed(normal_forces[s], 0), -1);
    }
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        const contact::Slip& force = friction_forces[f];
        if (force[0] == 0 && force[1] == 0) continue;
        out.friction += contact::dot(force, rubs_[f].slip);
        if (any_moved_ && rubs_[f].side >= 0) {
            const Side& side = sides_[static_cast<std::size_t>(rubs_[f].side)];
            act(side.frames, side.pushed(0, force[0]), -1);
        }
    }
    int row = 0;
    for (std::size_t j = 0; j < mechanism_->joints.size(); ++j) {
        const PlanarJoint& joint = mechanism_->joints[j];
        if (on_moved_[j] != 0) motion_.add_frame_forces(static_cast<int>(j), lambda, reactions_);
        const int kept = kept_[j];
        // -lambda is the generalised force along the driver's motion.
        if (joint.drive && kept == 1) out.base -= lambda[row] * motion_.drive_rate(static_cast<int>(j));
        row += kept;
    }
    for (const PrescribedLoad& load : mechanism_->prescribed_loads) {
        const SignalSample s = load.signal->sample(motion_.time());
        const double value = load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second;
        const FrameMotion& frame = motion_.frame(load.frame);
        const auto at = static_cast<std::size_t>(load.frame);
        for (std::size_t k = 0; k < 3; ++k) reactions_[at][k] += value * load.pattern[k];
        out.external +=
            value * (load.pattern[0] * frame.velocity.x() + load.pattern[1] * frame.velocity.y() + load.pattern[2] * frame.rate);
    }
    for (std::size_t f = 0; f < mechanism_->frames.size(); ++f) {
        if (moved_[f] == 0) continue;
        auto& reaction = reactions_[f];
        for (std::size_t k = 0; k < 3; ++k) {
            const SparseRow& given = mechanism_->frames[f].rows[k];
            for (std::size_t e = 0; e < given.prescribed.size(); ++e)
                support_force_[static_cast<std::size_t>(given.prescribed[e])] -= given.prescribed_coefficient[e] * reaction[k];
            if (mechanism_->frames[f].driven) reaction[k] = support_force_[static_cast<std::size_t>(given.prescribed.front())];
        }
    }
    for (std::size_t j = 0; j < supports_.size(); ++j) out.base += support_force_[j] * support_now_[j].first;
    pass_on_reactions();
    return out;
}

/// The reaction of a driven frame also acts on the frame that carries it, about that frame's origin. The sum of the
/// powers above is correct without it: at the joint both move alike, except for the motion of the joint's own driver.
void MechanismDynamics::pass_on_reactions() {
    for (const auto& [frame, by] : carried_) {
        const std::array<double, 3> given = reactions_[frame];
        const bodies::Vector2 arm =
            motion_.frame(static_cast<int>(frame)).position - motion_.frame(static_cast<int>(by)).position;
        auto& reaction = reactions_[by];
        reaction[0] += given[0];
        reaction[1] += given[1];
        reaction[2] += given[2] + arm.x() * given[1] - arm.y() * given[0];
    }
}

}  // namespace jounce::time
