// Powers of loads, drivers, dampers and friction in a System with joints, and the forces of drivers.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::time {

using bodies::FrameMotion;
using bodies::FrameRow;
using linalg::Vector;

WorkSum MechanismDynamics::powers(const State& state) {
    set_time(state.time);
    move(state.q.data(), state.v.data(), true);
    take_side_forces(state);
    return powers(state.v.data(), state.multipliers.data(), normal_.data(), friction_force_.data());
}

void MechanismDynamics::take_side_forces(const State& state) {
    for (std::size_t s = 0; s < sides_.size(); ++s) normal_[s] = state.sides[s].response.force;
    for (std::size_t f = 0; f < rubs_.size(); ++f) friction_force_[f] = state.frictions[f].force;
}

WorkSum MechanismDynamics::powers(const double* v, const double* lambda, const double* normal_forces,
                                  const contact::Slip* friction_forces) {
    WorkSum out;
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
    // Forces on the frames, for the forces of drivers.
    for (auto& reaction : reactions_) reaction = {};
    const auto act = [this](const std::array<int, 2>& frames, const FrameRow& row, double force) {
        if (!drives_) return;
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
        if (drives_ && sides_[s].frames[0] >= 0 && normal_forces[s] != 0)
            act(sides_[s].frames, sides_[s].pushed(normal_forces[s], 0), -1);
    }
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        const contact::Slip& force = friction_forces[f];
        if (force[0] == 0 && force[1] == 0) continue;
        out.friction += contact::dot(force, rubs_[f].slip);
        if (drives_ && rubs_[f].side >= 0) {
            const Side& side = sides_[static_cast<std::size_t>(rubs_[f].side)];
            act(side.frames, side.pushed(0, force[0]), -1);
        }
    }
    int row = 0;
    for (std::size_t j = 0; j < mechanism_->joints.size(); ++j) {
        const PlanarJoint& joint = mechanism_->joints[j];
        if (on_driven_[j] != 0) motion_.add_frame_forces(static_cast<int>(j), lambda, reactions_);
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
        const PlanarFrame& frame = mechanism_->frames[f];
        if (!frame.driven) continue;
        const FrameMotion& m = motion_.frame(static_cast<int>(f));
        const std::array<double, 3>& given = motion_.given_acceleration(static_cast<int>(f));
        auto& reaction = reactions_[f];
        const double inertia[] = {frame.mass, frame.mass, frame.inertia};
        for (std::size_t k = 0; k < 3; ++k) reaction[k] = inertia[k] * given[k] - reaction[k];
        out.base += reaction[0] * m.velocity.x() + reaction[1] * m.velocity.y() + reaction[2] * m.rate;
    }
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
