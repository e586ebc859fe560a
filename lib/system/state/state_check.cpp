// Checks that a State from a file is valid for its System.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/state/state_check.hpp"

#include <algorithm>
#include <cmath>

namespace jounce {

namespace {

bool is_known(FrictionStatus status) {
    return status == FrictionStatus::open || status == FrictionStatus::stick || status == FrictionStatus::slip;
}

}  // namespace

void require_state(const ArchiveReader& archive, const State& state, const State& like) {
    const bool same_size =
        state.q.size() == like.q.size() && state.v.size() == like.v.size() && state.a.size() == like.a.size() &&
        state.sides.size() == like.sides.size() && state.frictions.size() == like.frictions.size() &&
        state.load_values.size() == like.load_values.size() && state.multipliers.size() == like.multipliers.size() &&
        state.continuous.size() == like.continuous.size() && state.algorithm.size() == like.algorithm.size();
    archive.require(same_size, "a state and the model differ in the number of values");
    archive.require(std::isfinite(state.time) && state.step >= 0, "a state has no valid time");
    archive.require(state.q.allFinite() && state.v.allFinite() && state.a.allFinite(), "a motion is not finite");
    const auto sides = static_cast<int>(state.sides.size());
    for (const SideState& side : state.sides) {
        const bool motion = std::isfinite(side.motion.indentation) && std::isfinite(side.motion.rate);
        const bool memory = std::isfinite(side.memory.impact_speed) && std::isfinite(side.memory.max_indentation) &&
                            std::isfinite(side.memory.permanent_indentation) && std::isfinite(side.memory.kept_compression);
        archive.require(motion && memory, "a contact is not finite");
        archive.require(side.instead >= -1 && side.instead < sides, "a contact refers to a side that does not exist");
    }
    for (const FrictionState& friction : state.frictions) {
        archive.require(is_known(friction.status), "a friction has an unknown status");
        archive.require(std::isfinite(friction.bristle[0]) && std::isfinite(friction.bristle[1]), "a friction is not finite");
    }
}

}  // namespace jounce
