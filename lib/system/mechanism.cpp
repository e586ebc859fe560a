// What others ask of the part of a System with bodies and joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism.hpp"

#include <algorithm>

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

JointForce Mechanism::force_of(int index) const {
    JointForce out;
    int row = 0;
    for (int j = 0; j < index; ++j) row += static_cast<int>(std::ranges::count(joints[j].kept, true));
    const PlanarJoint& joint = joints[index];
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
    if (joint.drives_frame < 0) return out;
    int first = multipliers;
    for (int f = 0; f < joint.drives_frame; ++f) first += frames[f].driven ? 3 : 0;
    return {first, first + 1, -1, first + 2, 1};
}

void refuse_mechanism(const System& system, const std::string& analysis) {
    if (!system.mechanism) return;
    throw bad_case(analysis + ": model '" + system.name +
                   "' has bodies or joints, whose matrices change with the motion: " + "only jounce.run knows them");
}

}  // namespace jounce
