// Queries of the part of a System with bodies and joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/mechanism.hpp"

#include <algorithm>

#include "base/fields/refusals.hpp"

namespace jounce {

using bodies::Condition;

int Mechanism::find_frame(const std::string& name) const {
    const auto found = std::ranges::find(frames, name, &PlanarFrame::name);
    return found == frames.end() ? -1 : static_cast<int>(found - frames.begin());
}

int Mechanism::find_joint(const std::string& name) const {
    const auto found = std::ranges::find(joints, name, &PlanarJoint::name);
    return found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
}

int Mechanism::driven_bodies() const {
    return static_cast<int>(std::ranges::count_if(frames, [](const PlanarFrame& frame) { return frame.driven != nullptr; }));
}

namespace {
int first_equation(const std::vector<PlanarJoint>& joints, int index) {
    int row = 0;
    for (int j = 0; j < index; ++j) row += static_cast<int>(std::ranges::count(joints[j].kept, true));
    return row;
}
}  // namespace

JointForce Mechanism::force_of(int index) const {
    JointForce out;
    const PlanarJoint& joint = joints[index];
    const std::string drive = "drive of " + joint.name;
    if (const auto force = std::ranges::find(forces, drive, &PlanarForce::name); force != forces.end()) {
        out.given = force->drive;
        out.drive_turns = force->kind == PlanarForce::Kind::turning;
    }
    if (joint.drives_frame >= 0) {
        int first = multipliers;
        for (int f = 0; f < joint.drives_frame; ++f) first += frames[f].driven ? 3 : 0;
        const auto& driven = frames[joint.drives_frame].driven;
        out.x = first;
        out.y = first + 1;
        out.moment = first + 2;
        out.sign = out.drive_sign = joint.drives_frame == joint.frames[1] ? 1 : -1;
        out.drive_turns = driven->turn != nullptr;
        if (driven->turn) out.drive = first + 2;
        if (driven->push) out.guided = driven;
        return out;
    }
    int row = first_equation(joints, index);
    std::size_t equation = 0;
    for (const Condition& c : joint.constraints) {
        for (int i = 0; i < c.equations(); ++i, ++equation) {
            if (!joint.kept[equation]) continue;
            (c.kind == Condition::Kind::turned     ? out.moment
             : c.kind == Condition::Kind::on_curve ? out.normal
             : i == 0                              ? out.x
                                                   : out.y) = row++;
        }
    }
    if (const int driver = find_joint(drive); driver >= 0 && joints[driver].kept.front()) {
        out.drive = first_equation(joints, driver);
        out.drive_turns = joints[driver].constraints.front().kind == Condition::Kind::turned;
        if (out.drive_turns) out.moment = out.drive;
    }
    return out;
}

const PlanarPair* pair_of(const System& system, const Contact& contact) {
    if (contact.gap.shape != contact::GapShape::frames) return nullptr;
    for (const PlanarPair& pair : system.mechanism->pairs) {
        if (system.contacts[static_cast<std::size_t>(pair.contact)].first_side == contact.first_side) return &pair;
    }
    return nullptr;
}

bool all_round(const System& system, const Contact& contact) {
    const PlanarPair* pair = pair_of(system, contact);
    return pair != nullptr ? pair->gap.shape == contact::PlanarGap::Shape::circular
                           : contact.gap.shape == contact::GapShape::circular;
}

void refuse_mechanism(const System& system, const std::string& analysis) {
    if (system.mechanism) throw refusals::analysis_of_mechanism.error(analysis, {system.name});
}

}  // namespace jounce
