// What the entries of a mechanism (bodies, joints, drivers, clearance joints) provide before the System is made.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bodies/condition.hpp"
#include "bodies/flexible.hpp"
#include "contact/families/law.hpp"
#include "contact/formulas/planar_gap.hpp"
#include "contact/friction/friction.hpp"
#include "system/mechanism/driven_frame.hpp"
#include "system/signals/signal.hpp"

namespace jounce {

using NamedPoint = std::pair<std::string, bodies::Vector2>;

struct BodyDraft {
    int node = 0;
    std::string name;
    double mass = 0, inertia = 0;
    std::vector<NamedPoint> points;
    Origin origin;
    std::shared_ptr<const DrivenFrame> driven;  ///< when the body is driven
    /// For a flexible body: its modes, the dofs of their coordinates, and the marker of each point.
    std::shared_ptr<const bodies::FlexibleBody> flexible{};
    std::vector<int> modal_dofs{}, markers{};
};

/// A point of the ground, of a body, or a node, as written.
struct PlaceDraft {
    bool ground = true;
    std::string name;                              ///< "rod.C", "rod", "shaft[21]"
    bodies::Vector2 at = bodies::Vector2::Zero();  ///< on the ground [m]
};

/// A resolved point: node of the frame (-1: the ground) and the position in it.
struct Place {
    int node = -1;
    bodies::Vector2 at = bodies::Vector2::Zero();
    int marker = -1;  ///< of a flexible body; `at` is zero then
};

struct JointDraft {
    std::string name, kind;
    std::array<PlaceDraft, 2> between;
    /// Templates; points are set from `between`.
    std::vector<bodies::Condition> constraints;
    Origin origin;
};

struct DriveDraft {
    std::string joint;
    SignalPointer angle, speed, position, velocity;  ///< one of these, or
    SignalPointer torque, force;
    Origin origin;
};

/// One clearance joint: contacts of one pair of frames, and the ideal joint that replaces it at the start.
struct ClearanceDraft {
    std::string name, kind;
    std::array<PlaceDraft, 2> between;
    struct Side {
        std::string suffix;  ///< appended to the joint's name
        int number = 0;      ///< of the gap
        contact::PlanarGap gap;
        bodies::Vector2 first = bodies::Vector2::Zero(), second = bodies::Vector2::Zero();  ///< added to the points
        contact::LawPointer law;
    };
    std::vector<Side> sides;
    double angle = 0;  ///< of the gap's axes in the first frame
    double pin_radius = 0;
    contact::FrictionPointer friction;
    std::vector<bodies::Condition> ideal;  ///< as in JointDraft
    Origin origin;
};

struct ForceDraft {
    std::string name;
    std::string kind;  ///< of the entry
    bool turning = false;
    std::optional<bodies::Vector2>
        axis{};  ///< axis of the force, in the first frame; without it a force along the line, or a torque
    std::array<PlaceDraft, 2> between;
    double stiffness = 0, damping = 0;
    std::optional<double> free{};  ///< none: the value at the start
    SignalPointer drive{};
    Origin origin{};
    std::string load{};  ///< name of the load that it belongs to
};

/// Starting guesses of bodies' angles and positions.
struct AssembleDraft {
    std::vector<std::pair<std::string, double>> angles;
    std::vector<NamedPoint> positions;
    Origin origin;
};

struct MechanismDraft {
    std::vector<BodyDraft> bodies;
    std::vector<JointDraft> joints;
    std::vector<DriveDraft> drives;
    std::vector<ClearanceDraft> clearances;
    std::vector<ForceDraft> forces;
    std::optional<AssembleDraft> assemble;

    [[nodiscard]] bool empty() const { return bodies.empty() && joints.empty() && clearances.empty() && forces.empty(); }
};

}  // namespace jounce
