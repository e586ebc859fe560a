// Common functions of the files that make a mechanism: points, drivers, clearance joints.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/builder/builder.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// \throws Error naming the nearest point or body
[[nodiscard]] Place find_place(const Builder& builder, const PlaceDraft& draft, const std::string& subject, const Origin& origin);
/// The body of a node; null for other nodes and the ground (-1).
[[nodiscard]] const BodyDraft* body_at(const Builder& builder, int node);
/// Does `initial` give a position or a velocity of the body?
[[nodiscard]] bool given_at_start(const Builder& builder, int node);

/// Adds the flexible body with the frame that was made last. \throws Error when an entry other than a joint constrains or loads
/// its coordinates
void add_link(const System& system, const AffineMap& map, const BodyDraft& body, Mechanism& out);
/// The frame of one of its markers, made at its first use.
[[nodiscard]] int marker_frame(const BodyDraft& body, int marker, Mechanism& out);
/// Sets the indices of the links' coordinates among those of the mechanism, when these are known.
void place_links(Mechanism& out);

/// The ideal joint named by a driver. \throws Error naming the nearest one
[[nodiscard]] const JointDraft& driven_joint(const Builder& builder, const DriveDraft& drive);
/// The prescribed angle or position of a driver; null for a torque or a force.
[[nodiscard]] SignalPointer motion_of(const DriveDraft& drive);
/// The sliding direction of a translational joint, in the axes of its first frame.
[[nodiscard]] bodies::Vector2 axis_of(const JointDraft& joint);
/// The constraint of a driver when the driven body is not eliminated; its value is the prescribed motion.
[[nodiscard]] bodies::Condition drive_condition(const JointDraft& joint, const Place& first, const Place& second);

/// Adds the contacts of a clearance joint to `system`, and their kinematics to `out`.
void add_clearance(System& system, const ClearanceDraft& draft, const std::array<Place, 2>& places,
                   const std::array<int, 2>& frames, const Builder& builder, Mechanism& out);
/// Distance of a slot's pin beyond the nearer end of the mid-line [m]; at most 0: within the slot.
[[nodiscard]] double beyond_end(const System& system, const Mechanism& mechanism, const PlanarPair& pair,
                                const linalg::Vector& q);
/// Their frictions. \param first_pair index of its first pair
void add_clearance_friction(System& system, const ClearanceDraft& draft, std::size_t first_pair, Mechanism& out);

}  // namespace jounce
