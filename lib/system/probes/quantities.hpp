// The quantities of nodes, bodies, gaps, frictions and joints: the tables of resolve_probe and of the reference.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "system/probes/probe.hpp"

namespace jounce::probes {

/// Suffixes of a dof of a node.
struct Ending {
    std::string_view text;
    Probe::Quantity quantity;
    std::array<const char*, 2> units;  ///< of a translation, of a rotation
    const char* meaning;
};
inline constexpr std::array<Ending, 3> endings = {
    {{"", Probe::Quantity::displacement, {"m", "rad"}, "Displacement or rotation of a node."},
     {"_velocity", Probe::Quantity::velocity, {"m/s", "rad/s"}, "Its velocity."},
     {"_acceleration", Probe::Quantity::acceleration, {"m/s2", "rad/s2"}, "Its acceleration."}}};

struct GapQuantity {
    std::string_view text;
    Probe::Quantity quantity;
    const char* unit;
    const char* meaning;
};
inline constexpr std::array<GapQuantity, 3> gap_quantities = {
    {{"force", Probe::Quantity::gap_force, "N", "Contact force, positive in compression; the sum of both sides."},
     {"indentation", Probe::Quantity::gap_indentation, "m", "Indentation of the side with the larger one, 0 when open."},
     {"opening", Probe::Quantity::gap_opening, "m", "Distance of the nearer side, negative in contact."}}};

/// Of a bearing: components of the journal's position.
struct BearingQuantity {
    std::string_view text;
    const char* unit;
    const char* meaning;
};
inline constexpr std::array<BearingQuantity, 2> bearing_quantities = {
    {{"eccentricity_x", "m", "Position of the journal relative to the centre of the bearing, global x."},
     {"eccentricity_y", "m", "The same along y."}}};

struct FrictionQuantity {
    std::string_view text;
    Probe::Quantity quantity;
    int component;
    const char* unit;
    const char* meaning;
};
inline constexpr std::array<FrictionQuantity, 8> friction_quantities = {
    {{"friction_force", Probe::Quantity::friction_force, -1, "N",
      "Friction force on the moving node, opposite to its slip; for two directions the magnitude."},
     {"slip_speed", Probe::Quantity::slip_speed, -1, "m/s", "Slip velocity; for two directions the magnitude."},
     {"friction_power", Probe::Quantity::friction_power, -1, "W",
      "Power of the friction force: what friction dissipates and, with LuGre, what its bristles take up."},
     {"sticking", Probe::Quantity::sticking, -1, "", "1 while a set-valued law sticks, else 0."},
     {"friction_force_1", Probe::Quantity::friction_force, 0, "N", "Component along the first of two directions."},
     {"friction_force_2", Probe::Quantity::friction_force, 1, "N", "Component along the second one."},
     {"slip_speed_1", Probe::Quantity::slip_speed, 0, "m/s", "Component along the first of two directions."},
     {"slip_speed_2", Probe::Quantity::slip_speed, 1, "m/s", "Component along the second one."}}};
/// The last four need a friction with two directions.
inline constexpr std::size_t without_components = 4;

/// Of a body (with the dof names of its node), and of a point of a flexible body.
struct BodyQuantity {
    std::string_view text;
    const char* dof;
    const char* unit;
    const char* meaning;
};
inline constexpr std::array<BodyQuantity, 9> body_quantities = {
    {{"x", "ux", "m", "Position of the centre of mass along x, or of the point."},
     {"y", "uy", "m", "The same along y."},
     {"angle", "rz", "rad", "Angle."},
     {"vx", "ux_velocity", "m/s", "Velocity along x."},
     {"vy", "uy_velocity", "m/s", "Velocity along y."},
     {"vangle", "rz_velocity", "rad/s", "Angular velocity."},
     {"ax", "ux_acceleration", "m/s2", "Acceleration along x."},
     {"ay", "uy_acceleration", "m/s2", "Acceleration along y."},
     {"aangle", "rz_acceleration", "rad/s2", "Angular acceleration."}}};

/// Of an ideal joint or a driver, if it has this component.
struct JointQuantity {
    std::string_view text;
    const char* unit;
    const char* meaning;
};
inline constexpr std::array<JointQuantity, 6> joint_quantities = {
    {{"force", "N", "Magnitude of the joint force."},
     {"force_x", "N", "Joint force on the second body, global x component."},
     {"force_y", "N", "The same along y."},
     {"moment", "N m", "Moment on the second body."},
     {"drive_force", "N", "Force of a driver along its guide."},
     {"drive_moment", "N m", "Moment of a driver about its hinge."}}};

/// Of a node of a beam, in the order of elements::SectionForces: in the element before the node, or with "_after" in the one
/// after it.
inline constexpr std::array<JointQuantity, 6> section_quantities = {
    {{"normal_force", "N", "Section force of a beam: along its axis, tension positive."},
     {"shear_force_y", "N", "Shear force along the section's y."},
     {"shear_force_z", "N", "Shear force along the section's z."},
     {"torque", "N m", "Torque about the beam's axis."},
     {"bending_moment_y", "N m", "Bending moment about the section's y."},
     {"bending_moment_z", "N m", "Bending moment about the section's z."}}};

/// Prefix of the name of a held dof.
inline constexpr std::string_view reaction = "reaction_";
inline constexpr const char* reaction_meaning =
    "Support force or moment on the structure at this dof (fixed or with prescribed motion), global axes.";

inline constexpr std::string_view load_power = "power";
inline constexpr const char* load_meaning =
    "Power of a named load, also of a distributed load, of gravity and of loads on points of bodies, with the share that acts on "
    "prescribed motions; its run:integral is the work.";

}  // namespace jounce::probes
