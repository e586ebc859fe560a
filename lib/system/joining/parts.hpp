// What the files that put a mechanism together share: places, drivers, clearance joints.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/builder/builder.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// \throws Error naming the nearest point or body
[[nodiscard]] Place find_place(const Builder& builder, const PlaceDraft& draft, const std::string& subject, const Origin& origin);
/// The body that a node stands for; null for other nodes and the ground (-1).
[[nodiscard]] const BodyDraft* body_at(const Builder& builder, int node);
/// Does `initial` say where a body starts, or how fast?
[[nodiscard]] bool given_at_start(const Builder& builder, int node);

/// A flexible body whose frame was made last. \throws Error when something other than joints holds or loads down its coordinates
void add_link(const System& system, const AffineMap& map, const BodyDraft& body, Mechanism& out);
/// The frame of one of its markers, made when it is asked for first.
[[nodiscard]] int marker_frame(const BodyDraft& body, int marker, Mechanism& out);
/// Where the coordinates of links stand among those of the mechanism, once these are known.
void place_links(Mechanism& out);

/// The ideal joint that a driver names. \throws Error naming the nearest one
[[nodiscard]] const JointDraft& driven_joint(const Builder& builder, const DriveDraft& drive);
/// The angle or position that a driver asks for; null when it gives a torque or a force.
[[nodiscard]] SignalPointer motion_of(const DriveDraft& drive);
/// Along which a translational joint slides, in the axes of its first frame.
[[nodiscard]] bodies::Vector2 axis_of(const JointDraft& joint);
/// The condition of a driver whose body is not eliminated; its value is what the driver gives.
[[nodiscard]] bodies::Condition drive_condition(const JointDraft& joint, const Place& first, const Place& second);

/// The contacts of a clearance joint, into `system`, and their kinematics.
void add_clearance(System& system, const ClearanceDraft& draft, const std::array<Place, 2>& places,
                   const std::array<int, 2>& frames, const Builder& builder, Mechanism& out);
/// How far the pin of a slot lies beyond the end of the mid-line that it stands on [m]; at most 0: within the slot.
[[nodiscard]] double beyond_end(const System& system, const Mechanism& mechanism, const PlanarPair& pair,
                                const linalg::Vector& q);
/// Their frictions. \param first_pair index of its first pair
void add_clearance_friction(System& system, const ClearanceDraft& draft, std::size_t first_pair, Mechanism& out);

}  // namespace jounce
