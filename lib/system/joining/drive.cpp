// Drivers of mechanisms, and the bodies with a driven motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/messages/text.hpp"
#include "system/joining/joining.hpp"
#include "system/joining/parts.hpp"

namespace jounce {

using bodies::Condition;
using bodies::Vector2;

namespace {

double guessed_angle(const Builder& builder, int node) {
    const BodyDraft* body = node < 0 ? nullptr : body_at(builder, node);
    if (body == nullptr) return 0;
    // A value of `initial` has priority over a guess.
    for (const GivenDof& given : builder.displacements()) {
        if (given.dof == 6 * node + 5) return given.value;
    }
    if (!builder.mechanism().assemble) return 0;
    for (const auto& [name, angle] : builder.mechanism().assemble->angles) {
        if (name == body->name) return angle;
    }
    return 0;
}

/// The motion that a joint prescribes to its second body (`reversed`: to its first) when the motion of the other body is known;
/// null when the body stays free.
std::shared_ptr<const DrivenFrame> driven_by(const Builder& builder, const JointDraft& joint, const DriveDraft* drive,
                                             const Place& base, const Place& body, bool reversed,
                                             std::shared_ptr<const DrivenFrame> under) {
    if (reversed && joint.kind == "translational") return nullptr;
    DrivenFrame frame;
    frame.joint = joint.name;
    frame.base = std::move(under);
    frame.at = base.at;
    frame.pivot = body.at;
    const SignalPointer motion = drive != nullptr ? motion_of(*drive) : nullptr;
    if (joint.kind == "fixed") {
        frame.angle = reversed ? -joint.constraints[1].angle : joint.constraints[1].angle;
    } else if (joint.kind == "revolute" && motion && !reversed) {
        frame.turn = motion;
        if (drive->speed) frame.angle = guessed_angle(builder, body.node) - guessed_angle(builder, base.node);
    } else if (joint.kind == "translational" && motion && drive->position) {
        frame.axis = axis_of(joint);
        frame.at += joint.constraints.front().curve.point;
        frame.angle = joint.constraints[1].angle;
        frame.push = motion;
    } else {
        return nullptr;
    }
    return std::make_shared<const DrivenFrame>(frame);
}

/// The last body is not eliminated when no equation would remain; its driver then becomes a constraint equation.
bool nothing_else_moves(const Builder& builder, const BodyDraft& body) {
    const auto& bodies = builder.mechanism().bodies;
    return builder.model().nodes().size() == bodies.size() &&
           std::ranges::all_of(bodies, [&](const BodyDraft& other) { return other.driven || other.node == body.node; });
}

}  // namespace

const JointDraft& driven_joint(const Builder& builder, const DriveDraft& drive) {
    std::vector<std::string> known;
    for (const JointDraft& joint : builder.mechanism().joints) {
        known.push_back(joint.name);
        if (joint.name != drive.joint) continue;
        const bool turns = drive.angle || drive.speed || drive.torque;
        const char* wanted = turns ? "revolute" : "translational";
        if (joint.kind != wanted) {
            throw bad_case("model.drive: 'joint' must be a " + std::string(wanted) + " joint for this kind of motion, got '" +
                               joint.name + "' (" + joint.kind + ")",
                           drive.origin);
        }
        return joint;
    }
    for (const ClearanceDraft& joint : builder.mechanism().clearances) {
        if (joint.name == drive.joint)
            throw bad_case("model.drive: 'joint' must be an ideal joint, got '" + joint.name + "' (" + joint.kind + ")",
                           drive.origin);
    }
    std::string message = "model.drive: unknown joint '" + drive.joint + "'" + did_you_mean(drive.joint, known);
    if (!message.ends_with("?") && !known.empty()) message += "; known are " + join(known);
    throw bad_case(message, drive.origin);
}

SignalPointer motion_of(const DriveDraft& drive) {
    if (drive.angle) return drive.angle;
    if (drive.position) return drive.position;
    const SignalPointer& rate = drive.speed ? drive.speed : drive.velocity;
    if (!rate) return nullptr;
    SignalPointer out = integral_of(rate);
    if (!out) {
        const std::string field = drive.speed ? "speed" : "velocity";
        throw bad_case("model.drive: '" + field + "' must be a number or a signal in closed form; give the " +
                           (drive.speed ? "'angle'" : "'position'") + " for this signal",
                       drive.origin);
    }
    return out;
}

Vector2 axis_of(const JointDraft& joint) {
    const Vector2& normal = joint.constraints.front().curve.normal;
    return {normal.y(), -normal.x()};
}

Condition drive_condition(const JointDraft& joint, const Place& first, const Place& second) {
    Condition c;
    c.first = first.at;
    c.second = second.at;
    if (joint.kind == "revolute") {
        c.kind = Condition::Kind::turned;
    } else {
        c.kind = Condition::Kind::on_curve;
        c.curve = bodies::Curve::line(joint.constraints.front().curve.point + first.at, axis_of(joint));
    }
    return c;
}

void drive_bodies(Builder& builder) {
    MechanismDraft& draft = builder.mechanism();
    if (draft.empty() && draft.drives.empty() && !draft.assemble) return;
    for (std::size_t i = 0; i < draft.drives.size(); ++i) {
        (void)driven_joint(builder, draft.drives[i]);
        for (std::size_t j = 0; j < i; ++j) {
            if (draft.drives[j].joint == draft.drives[i].joint && motion_of(draft.drives[j]) && motion_of(draft.drives[i]))
                throw bad_case("model.drive: the motion of joint '" + draft.drives[i].joint + "' is already given at " +
                                   draft.drives[j].origin.text(),
                               draft.drives[i].origin);
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (const JointDraft& joint : draft.joints) {
            const Place first = find_place(builder, joint.between[0], "model." + joint.kind, joint.origin);
            const Place second = find_place(builder, joint.between[1], "model." + joint.kind, joint.origin);
            const DriveDraft* drive = nullptr;
            for (const DriveDraft& d : draft.drives) {
                if (d.joint == joint.name && motion_of(d)) drive = &d;
            }
            for (const bool reversed : {false, true}) {
                const Place& base = reversed ? second : first;
                const Place& body = reversed ? first : second;
                const BodyDraft* under = base.node < 0 ? nullptr : body_at(builder, base.node);
                if (base.node >= 0 && (under == nullptr || !under->driven)) continue;
                auto mover = std::ranges::find(draft.bodies, body.node, &BodyDraft::node);
                if (mover == draft.bodies.end() || mover->driven || mover->flexible || given_at_start(builder, body.node))
                    continue;
                if (nothing_else_moves(builder, *mover)) continue;
                mover->driven =
                    driven_by(builder, joint, drive, base, body, reversed, under != nullptr ? under->driven : nullptr);
                if (!mover->driven) continue;
                more = true;
                builder.begin("drive", Handle{}, drive != nullptr ? drive->origin : joint.origin);
                const int dofs[] = {0, 1, 5};
                for (int k = 0; k < 3; ++k)
                    builder.prescribe(6 * body.node + dofs[k], builder.motion(driven_signal(mover->driven, k)));
            }
        }
    }
}

}  // namespace jounce
