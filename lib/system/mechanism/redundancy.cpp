// Redundant equations of joints: left out if they depend on the others in every position, otherwise an error.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "base/messages/error.hpp"
#include "system/mechanism/closing.hpp"

namespace jounce {

const PlanarJoint& joint_of(std::span<const PlanarJoint> joints, int equation) {
    int row = 0;
    for (const PlanarJoint& joint : joints) {
        row += static_cast<int>(std::count(joint.kept.begin(), joint.kept.end(), true));
        if (equation < row) return joint;
    }
    return joints.back();
}

void drop_redundant(System& system, Mechanism& mechanism, const MechanismClosing& closing) {
    for (PlanarJoint& joint : mechanism.joints) {
        const auto given = [&](int frame) {
            return std::ranges::all_of(mechanism.frames[static_cast<std::size_t>(frame)].rows,
                                       [](const SparseRow& row) { return row.index.empty(); });
        };
        if (joint.drives_frame >= 0 || !given(joint.frames[0]) || !given(joint.frames[1])) continue;
        throw bad_case("model." + joint.kind + ": '" + joint.name +
                           "' is one joint too many: the motion of both its bodies is given (by the ground or by drivers)",
                       joint.origin);
    }
    std::vector<bool> redundant = closing.redundant(mechanism.joints, 0, system.q0);
    const auto count = std::ranges::count(redundant, true);
    if (count == 0) return;
    // Are they redundant in another position, too? Otherwise the start is a singular configuration.
    Vector q = system.q0;
    const double time = closing.shift(mechanism.joints, system.v0, q);
    const double left = closing.close(mechanism.joints, time, q);
    std::vector<bool> there = redundant;
    if (left <= 1e-9 * closing.size()) {
        there = closing.redundant(mechanism.joints, time, q);
    } else {
        // The driver cannot move: checks the shifted position at the start time, where the equations are independent.
        there = closing.redundant(mechanism.joints, 0, q);
    }
    if (std::ranges::count(there, true) < count) {
        int equation = 0;
        while (!redundant[static_cast<std::size_t>(equation)] || there[static_cast<std::size_t>(equation)]) ++equation;
        const PlanarJoint& joint = joint_of(mechanism.joints, equation);
        throw bad_case("model." + joint.kind + ": the mechanism starts at a dead point, where '" + joint.name +
                           "' leaves its motion undetermined; start it elsewhere (model:assemble, model:initial)",
                       joint.origin);
    }
    if (left > 1e-9 * closing.size()) {
        int equation = 0;
        while (!redundant[static_cast<std::size_t>(equation)]) ++equation;
        const PlanarJoint& joint = joint_of(mechanism.joints, equation);
        throw bad_case(
            fmt::format("model.{}: '{}' is one joint too many: it closes at the start, but a gap of {:.3g} m (or rad) remains "
                        "when the drivers are at t = {:.3g} s",
                        joint.kind, joint.name, left, time),
            joint.origin);
    }
    std::size_t row = 0;
    for (PlanarJoint& joint : mechanism.joints) {
        int dropped = 0;
        for (std::size_t e = 0; e < joint.kept.size(); ++e) {
            if (!joint.kept[e] || !redundant[row++]) continue;
            joint.kept[e] = false;
            ++dropped;
        }
        if (dropped == 0) continue;
        const bool all = dropped == static_cast<int>(joint.kept.size());
        system.notes.push_back(fmt::format("{} of the {} equations of {} '{}' follow{} from the others and {} left out{}",
                                           dropped, joint.kept.size(), joint.kind, joint.name, dropped == 1 ? "s" : "",
                                           dropped == 1 ? "is" : "are", all ? ": it carries no force" : ""));
    }
}

}  // namespace jounce
