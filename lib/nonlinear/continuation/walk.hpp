// One direction of a branch, step by step: pseudo-arclength with located special points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nonlinear/continuation/curve_point.hpp"

namespace jounce::nonlinear {

/// A bound of one unknown; the branch ends there.
struct Bound {
    Eigen::Index unknown = 0;
    double low = 0, high = 1;
};

struct WalkSettings {
    double first = 0.01, most = 0.05, least = 1e-10;  ///< arc steps, in scaled unknowns
    double tolerance = 1e-10;                         ///< of a test function at a located point
    double turn = 0.9;                                ///< smallest cosine between two tangents
    double resolution = 0.25;                         ///< largest change of a multiplier, as a chord of the unit sphere
    int most_points = 100000;
    std::vector<SpecialKind> detect;
    bool pieces = true;  ///< changes of events are located and passed; false for unknowns other than an orbit and one parameter
    NewtonSettings newton;
};

struct Special {
    SpecialKind kind = SpecialKind::fold;
    Vector low, high;    ///< unknowns at both ends of the last bracket
    bool turns = false;  ///< of a grazing: the parameter has a turning point there without a fold of the tangent
    std::string why;     ///< of a jump: the test function that changed its sign
};

struct WalkRow {
    CurvePoint point;  ///< older rows are without Jacobian and points of the map
    std::optional<Special> special;
    double section = 0;  ///< phase of the section of the state U
};

enum class WalkEnd {
    none,
    bound,
    closed,          ///< it returned to its start
    step_too_small,  ///< no further point is found: see `why`
    most_points,
    start,       ///< this direction was not requested
    repeats,     ///< at a branch point whose orbit closes after fewer periods: beyond it the same orbits begin at other periods
    equilibrium  ///< orbits without a load shrink to an equilibrium; `why` says where
};

/// Orbits without a load end at an equilibrium within this scaled flow; nearer to it their period and phase lose digits.
inline constexpr double almost_at_rest = 0.003;

/// Walk::why of ends at which no point is found.
inline constexpr const char* newton_fails = "Newton's method finds no orbit beyond it";
inline constexpr const char* no_contact_beyond = "it touches a stop there, and no orbit with a further contact is found";
/// The same, and `why` of the grazing there; explain_end puts the name of the gap into both.
inline constexpr const char* contact_splits = "discontinuity-induced: its contact splits";

/// A point and its tangent.
struct WalkStart {
    Vector U, tangent;
};

/// The complete data of a branch while it is followed: a copy is a checkpoint.
struct Walk {
    std::vector<WalkRow> rows;  ///< in the order of the arc; while `end` is none, the last row is not a special point
    double step = 0;            ///< the next arc step
    std::size_t piece = 0;      ///< the first row of the current smooth piece of the map
    double section = 0;         ///< phase of the section, as a share of the period
    /// The first point at the present section, by which a closed branch is recognised; empty where it cannot be carried there.
    std::optional<WalkStart> start;
    std::string why;  ///< of an unintended end: what failed at the smallest arc step
    WalkEnd end = WalkEnd::none;
};

/// Equations with the bounds of their unknowns.
struct WalkProblem {
    Equations equations;
    std::vector<Bound> bounds;
};

/// Starts a walk at a point. \param sense of the first step: +1 along its tangent, -1 against it
[[nodiscard]] Walk begin_walk(CurvePoint point, int sense, const WalkSettings& settings, double section = 0);
/// One more point, with the special points before it; or the end.
void advance(Walk& walk, const WalkProblem& problem, const WalkSettings& settings);

}  // namespace jounce::nonlinear
