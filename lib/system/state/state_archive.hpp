// A State as a part of a checkpoint. The bindings list all members: with a new member this file does not compile.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/files/archive.hpp"
#include "system/signals/signal.hpp"
#include "system/state/state.hpp"

namespace jounce {

template <class Archive>
void transfer(Archive& archive, Either<contact::Motion> auto& motion) {
    auto& [indentation, rate] = motion;
    archive(indentation, rate);
}

template <class Archive>
void transfer(Archive& archive, Either<contact::Response> auto& response) {
    auto& [force, stiffness, damping, elastic_force, stored_energy, clamped] = response;
    archive(force, stiffness, damping, elastic_force, stored_energy, clamped);
}

template <class Archive>
void transfer(Archive& archive, Either<contact::ContactMemory> auto& memory) {
    auto& [closed, unloading, impact_speed, onset_time, max_indentation, permanent_indentation, kept_compression, kept_time] =
        memory;
    archive(closed, unloading, impact_speed, onset_time, max_indentation, permanent_indentation, kept_compression, kept_time);
}

template <class Archive>
void transfer(Archive& archive, Either<SideState> auto& side) {
    auto& [motion, response, memory, normal, instead] = side;
    archive(motion, response, memory, normal, instead);
}

template <class Archive>
void transfer(Archive& archive, Either<FrictionState> auto& friction) {
    auto& [status, breaking, direction, velocity, force, bristle, normal_force, largest_force, stored_energy, impulse,
           speed_before] = friction;
    archive(status, breaking, direction, velocity, force, bristle, normal_force, largest_force, stored_energy, impulse,
            speed_before);
}

template <class Archive>
void transfer(Archive& archive, Either<SignalSample> auto& sample) {
    auto& [value, first, second] = sample;
    archive(value, first, second);
}

template <class Archive>
void transfer(Archive& archive, Either<State> auto& state) {
    auto& [time, step, q, v, a, sides, frictions, load_values, multipliers, continuous, algorithm] = state;
    archive(time, step, q, v, a, sides, frictions, load_values, multipliers, continuous, algorithm);
}

}  // namespace jounce
