// The parts of a step of a walk, one file each: points with the special points between them, and the passage of a grazing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "nonlinear/continuation/walk.hpp"

namespace jounce::nonlinear {

[[nodiscard]] bool wanted(const WalkSettings& settings, SpecialKind kind);

/// Adds a row; older rows drop their Jacobians.
void add_row(Walk& walk, CurvePoint point, std::optional<Special> special = {});
/// Adds the special points between `from` and `to`, both on one smooth piece, and then `to`.
void add_with_tests(Walk& walk, const Equations& f, const CurvePoint& from, CurvePoint to, const WalkSettings& settings);

/// A dip of a test function between the last points, from the parabola through the last two of them and `to`.
struct Dip {
    double arc = 0;            ///< of the sign change of the function, or of the change of events
    bool before_last = false;  ///< it is before the last point
};
/// A test function that touches zero or crosses it twice between two points has no sign change at these points. \returns the
/// first dip with a sign or events different from its neighbours
[[nodiscard]] std::optional<Dip> find_dip(const Walk& walk, const Equations& f, const CurvePoint& to,
                                          const WalkSettings& settings);

/// What changes between two orbits: "the contacts of the orbit change from 6 to 8", "the sticks of the orbit change from 0 to 1".
[[nodiscard]] std::string change_of(const EventCounts& before, const EventCounts& behind);

/// What failed from the last point and fails with smaller steps as well.
struct FailedPassages {
    bool no_grazing = false;                                                ///< no grazing ahead within the step
    bool no_contact = false;                                                ///< no orbit with a contact behind it
    bool no_flight = false;                                                 ///< no orbit in flight ahead
    bool no_split = false;                                                  ///< no split of a contact ahead, or orbits behind it
    std::optional<double> to_touching = {}, to_flight = {}, to_split = {};  ///< arc lengths ahead
};

/// Passes the change of events between the last point and `other`, the next corrected point, with other events.
/// \param other nothing if the corrector fails after the last point; then only a grazing can be passed
/// \returns false if a smaller step is required; true if the change is passed, or the walk ends there
[[nodiscard]] bool pass_change_of_events(Walk& walk, const Equations& f, double h, const std::optional<CurvePoint>& other,
                                         const WalkSettings& settings, FailedPassages& failed);

/// Adds the grazing at which a walk in flight has ended, located from a point before it.
void add_last_grazing(Walk& walk, const Equations& f, const WalkSettings& settings);

}  // namespace jounce::nonlinear
