// Notes on values that are probably mistakes, mostly of units.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/fields/value.hpp"
#include "base/messages/error.hpp"

namespace jounce {

/// The words of the field `accept` of jounce.model: each silences one kind of note.
inline constexpr std::array<const char*, 19> doubt_words = {"friction",   "angle",     "gyroscopic",  "density",    "modulus",
                                                            "damping",    "speed",     "gravity",     "section",    "length",
                                                            "inertia",    "clearance", "stop",        "mesh",       "frequency",
                                                            "deflection", "direction", "restitution", "unsupported"};

/// Notes on the fields of one entry and of the kinds nested in it: densities outside 10 to 30 000 kg/m^3, Young's moduli outside
/// 1e5 to 1.5e12 Pa or with a speed sqrt(E/rho) of axial waves in a bar that no solid has, damping ratios above 1, drive speeds
/// and initial angular velocities of 300 rad/s and above that are multiples of ten, friction coefficients above 3, angles of
/// assembly that are whole numbers above 2 pi, initial angles of bodies, rotations of nodes and free angles of springs of this
/// kind, amplitudes above 2 pi of oscillating angles, points of a body 10 m and a hundred radii of gyration from its centre of
/// mass, radii of gyration above 10 m of masses below 1000 kg and below 0.01 mm of bodies of a gram or more, pins of a radius of
/// 1 m and above, initial velocities of 1000 m/s and above, gravity above 1000 m/s^2 and of 978 to 983.5 m/s^2 (the earth's in
/// cm/s^2), sections more than twice as large as the beam or flexible body is long, beams and flexible bodies longer than 100 m
/// and than a thousand times their section, or with a section of more than 12 m.
/// \param accepted words of `doubt_words`
void add_doubts(const std::string& entry, const Table& table, const Origin& origin, const std::vector<std::string>& accepted,
                std::vector<std::string>& notes);

/// "... [accept = { "density" } in jounce.model silences this]"
[[nodiscard]] std::string doubt(const std::string& word, const std::string& text);
/// Is a note of a System such a doubt?
[[nodiscard]] bool is_doubt(const std::string& note);

}  // namespace jounce
