// March state in a checkpoint. Structured bindings name all members: with one more, this file does not compile.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/files/archive.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/stepper/march_report.hpp"

namespace jounce::time {

template <class Archive>
void transfer(Archive& archive, Either<MarchReport> auto& report) {
    auto& [steps, newton_iterations, law_evaluations, steps_in_contact, halvings, refinements, events, trial_steps, wall_seconds,
           interrupted] = report;
    archive(steps, newton_iterations, law_evaluations, steps_in_contact, halvings, refinements, events, trial_steps, wall_seconds,
            interrupted);
}

template <class Archive>
void transfer(Archive& archive, Either<MarchPosition> auto& position) {
    auto& [start, steps, of, report] = position;
    archive(start, steps, of, report);
}

template <class Archive>
void transfer(Archive& archive, Either<EnergyTerms> auto& terms) {
    auto& [kinetic, strain, contact, external, base, structural_damping, contact_damping, friction, transition, remainder] =
        terms;
    archive(kinetic, strain, contact, external, base, structural_damping, contact_damping, friction, transition, remainder);
}

template <class Archive>
void transfer(Archive& archive, Either<Impact> auto& impact) {
    auto& [contact, number, side, time_in, time_out, speed_in, speed_out, rigid, peak_force, max_indentation, impulse, work,
           restitution_asked] = impact;
    archive(contact, number, side, time_in, time_out, speed_in, speed_out, rigid, peak_force, max_indentation, impulse, work,
            restitution_asked);
}

}  // namespace jounce::time
