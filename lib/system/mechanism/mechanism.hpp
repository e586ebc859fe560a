// The part of a System with a geometry that changes with the motion: frames, ideal joints, clearance joints, forces between
// points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bodies/condition.hpp"
#include "bodies/flexible.hpp"
#include "contact/formulas/planar_gap.hpp"
#include "system/mechanism/driven_frame.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// A body, a finite-element node, or the ground, as x, y and angle in the plane z = 0:
/// z_k = offset_k + rows_k over the free coordinates and the prescribed motions.
struct PlanarFrame {
    std::string name;
    std::array<double, 3> offset{};
    std::array<SparseRow, 3> rows;
    bool body = false;
    double mass = 0, inertia = 0;                                 ///< of a body [kg], [kg m^2]
    std::shared_ptr<const DrivenFrame> driven;                    ///< null unless driven; a driven frame depends on no coordinate
    std::vector<std::pair<std::string, bodies::Vector2>> points;  ///< of a body, from its centre of mass [m]
    Origin origin;
    /// A point of a flexible body: indices of the link and its marker. Its rows are those of the undeformed body at angle 0, over
    /// (x or y, angle, modes) or (angle, modes); they change with the motion.
    int link = -1, marker = -1;
};

/// A flexible body: the three free coordinates of a rigid body, and the modal coordinates.
struct FlexibleLink {
    std::string name;
    std::shared_ptr<const bodies::FlexibleBody> body;
    int frame = 0;                ///< of its mean axes
    std::array<int, 3> axes{};    ///< free coordinates x, y, angle
    std::vector<int> modes;       ///< free coordinates
    int node = 0;                 ///< of the mean axes, in System::nodes
    std::vector<int> modal_dofs;  ///< of the full model
    /// Angle and modes among the mechanism's coordinates.
    std::vector<int> places;
    std::vector<std::pair<std::string, int>> points;  ///< names and markers
};

/// A permanent joint of two frames. Its multipliers have the indices [first, first + equations).
struct PlanarJoint {
    std::string name;
    std::string kind;  ///< "revolute", ...
    std::array<int, 2> frames{};
    std::vector<bodies::Condition> constraints;
    /// For each equation: is it kept? A redundant one depends on the others.
    std::vector<bool> kept;
    /// For a driver: the value of its single equation as a function of time. Null: zero.
    SignalPointer drive;
    Origin origin;
    int drives_frame = -1;    ///< the frame that it drives; then none of its equations is kept
    bool from_start = false;  ///< the driver's motion is relative to the assembled position

    [[nodiscard]] int equations() const {
        int sum = 0;
        for (const bodies::Condition& c : constraints) sum += c.equations();
        return sum;
    }
};

/// The kinematics of a contact between two frames. It has no rows of B, because they would change with the motion.
struct PlanarPair {
    int contact = -1;             ///< index into System::contacts
    int friction = -1;            ///< index into System::frictions, or none
    std::array<int, 2> frames{};  ///< bearing, guide or slot; pin or corner
    std::array<bodies::Vector2, 2> points{bodies::Vector2::Zero(), bodies::Vector2::Zero()};  ///< centre of the gap; of the pin
    double angle = 0;  ///< of the gap's axes in the first frame [rad]
    contact::PlanarGap gap;
    int side = 0;           ///< side of the gap; each side is a separate contact
    double pin_radius = 0;  ///< of the journal, the pin or the corner [m]
};

/// A spring and a damper between two points or between two frames' angles, or a force along an axis of the first frame.
struct PlanarForce {
    std::string name;
    enum class Kind { along_line, turning, along_axis } kind = Kind::along_line;
    std::array<int, 2> frames{};
    std::array<bodies::Vector2, 2> points{bodies::Vector2::Zero(), bodies::Vector2::Zero()};
    double stiffness = 0;  ///< [N/m] or [N m/rad]
    double damping = 0;    ///< [N s/m] or [N m s/rad]
    double free = 0;       ///< unloaded length [m] or angle [rad]
    bool free_at_start = false;
    bodies::Vector2 axis = bodies::Vector2::UnitX();  ///< of the first frame
    SignalPointer drive;  ///< a force that pushes apart [N], or a torque on the second frame [N m]; null: none
    Origin origin;
    std::string load{};  ///< name of the load on a point of a body that it is
};

/// A load on a driven body: the driver carries it.
struct PrescribedLoad {
    int frame = 0;
    std::array<double, 3> pattern{};
    SignalPointer signal;
    int derivative = 0;
    std::string name{};
};

/// Indices in State::multipliers of the force of an ideal joint on its second body, and of its driver; -1: no such component. The
/// multipliers of equations have the opposite sign of forces.
struct JointForce {
    int x = -1, y = -1, normal = -1, moment = -1;
    double sign = -1;
    /// Force of a driver on the second body along the guide's axis [N], or moment about the hinge [N m].
    int drive = -1;
    double drive_sign = -1;
    bool drive_turns = false;
    /// For a guide with an eliminated body: x and y are the total of guide and driver.
    std::shared_ptr<const DrivenFrame> guided;
    SignalPointer given;  ///< for a driver that prescribes a force or torque
};

struct Mechanism {
    std::vector<PlanarFrame> frames;  ///< the first one is the ground
    std::vector<PlanarJoint> joints;
    std::vector<PlanarPair> pairs;
    std::vector<PlanarForce> forces;
    std::vector<FlexibleLink> links;
    std::vector<PrescribedLoad> prescribed_loads;
    int multipliers = 0;  ///< equations kept
    /// After the multipliers of the equations, State::multipliers contains for each driven body the driver's force x, y [N] and
    /// moment about the pivot [N m].
    [[nodiscard]] int driven_bodies() const;
    [[nodiscard]] JointForce force_of(int joint) const;
    int degrees_of_freedom = 0;    ///< number of free coordinates minus equations kept
    std::vector<int> coordinates;  ///< free coordinates that a frame or a gap depends on, ascending

    [[nodiscard]] int find_frame(const std::string& name) const;
    [[nodiscard]] int find_joint(const std::string& name) const;
};

/// The pair of frames of a contact; null when its motion comes from rows of B.
[[nodiscard]] const PlanarPair* pair_of(const System& system, const Contact& contact);
/// Has the contact a single circular side (circular gap, bearing)?
[[nodiscard]] bool all_round(const System& system, const Contact& contact);

/// For an analysis that is based on M, C and K only. \throws Error (bad_case) when the System has a mechanism
void refuse_mechanism(const System& system, const std::string& analysis);

}  // namespace jounce
