// The parts of a step of a walk, each in a file of its own: points with what lies between them, and the passage of a grazing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/walk.hpp"

namespace jounce::nonlinear {

[[nodiscard]] bool wanted(const WalkSettings& settings, SpecialKind kind);

/// Adds a row; the rows before the last ones give up their Jacobians.
void add_row(Walk& walk, CurvePoint point, std::optional<Special> special = {});
/// Adds `to` behind `from`, both on one smooth piece, and before it the special points between them.
void add_with_tests(Walk& walk, const Equations& f, const CurvePoint& from, CurvePoint to, const WalkSettings& settings);

/// A dip of a test function between the last points, seen in the parabola through the last two of them and `to`.
struct Dip {
    double arc = 0;            ///< at which the function changes its sign, or the events change
    bool before_last = false;  ///< it lies before the last point
};
/// Test functions that touch zero, or cross it twice, between two points show no change of sign at them. \returns the first dip
/// with another sign, or other events, than its neighbours
[[nodiscard]] std::optional<Dip> find_dip(const Walk& walk, const Equations& f, const CurvePoint& to,
                                          const WalkSettings& settings);

/// Passes the change of events between the last point and `other`, a corrected point behind it with other events.
/// \param other nothing where the corrector fails behind the last point: then only a grazing can be passed
/// \returns false where that needs a smaller step
[[nodiscard]] bool pass_change_of_events(Walk& walk, const Equations& f, double h, const std::optional<CurvePoint>& other,
                                         const WalkSettings& settings);

}  // namespace jounce::nonlinear
