// Curves of special points in two parameters, by minimally augmented systems: the orbit's equations and one more, sigma = 0, from
// a bordered matrix (W. Govaerts (2000), Numerical methods for bifurcations of dynamical equilibria, SIAM,
// doi:10.1137/1.9780898719543, chapter 4).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "nonlinear/continuation/crossing.hpp"
#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/walk.hpp"

namespace jounce::nonlinear {

/// Orbits over two parameters, each with a map at a fixed value of the other one.
struct Plane {
    std::function<std::shared_ptr<const PeriodMap>(double second)> over_first;
    std::function<std::shared_ptr<const PeriodMap>(double first)> over_second;
    ScaledFamily first;  ///< range of the first parameter; its map is that for the second parameter's value at the point
    double second_from = 0, second_to = 1;
    std::function<bool()> interrupted = {};  ///< true ends an evaluation by an Error (interrupted)

    [[nodiscard]] double second_range() const {
        return second_to > second_from ? second_to - second_from : second_from - second_to;
    }
    /// The family of the second parameter, within its range; without a map.
    [[nodiscard]] ScaledFamily over_the_second() const;
    [[nodiscard]] double second(const Vector& U) const { return over_the_second().parameter(U); }
};

/// U of a curve is (y, lambda_1, lambda_2), all scaled. Before lambda_2 it also contains, for a Neimark-Sacker curve, the angle
/// of the multiplier, mu = e^(i angle), and for a curve of branch points the unfolding a: r + a p = 0.
struct PlaneCurve {
    SpecialKind kind = SpecialKind::fold;
    /// Borders b and c of Phi - mu, in the real and the imaginary part: near the left and the right null vector.
    Vector b, b_imaginary, c, c_imaginary;
    CrossingBorders crossing;  ///< of a curve of branch points
    /// A grazing curve is followed at this small opening; each of its points is then moved onto the grazing.
    double opening = 1e-4;
    int contacts_begun = 0;  ///< of the orbit in flight
};

/// Can a curve of such points be followed?
[[nodiscard]] bool has_curve(SpecialKind kind);

/// Equations of the curve with the given borders. Derivatives of sigma are central differences of Phi over 1e-6, those of a
/// branch point central differences of the Jacobian over 1e-5.
[[nodiscard]] Equations curve_equations(const Plane& plane, PlaneCurve curve);
/// Borders from the null vectors at a point of the curve.
[[nodiscard]] std::optional<PlaneCurve> borders_at(const Plane& plane, const PlaneCurve& curve, const Vector& U);

/// Why a curve of branch points ends where |a| exceeds `largest_unfolding`: the two branches no longer cross.
inline constexpr const char* branches_part = "the two branches no longer cross beyond it: the second parameter parts them";
inline constexpr double largest_unfolding = 1e-8;
/// Does the second parameter part the branches that cross at the first point of a curve? False for other kinds.
[[nodiscard]] bool parts_branches(const PlaneCurve& curve, const CurvePoint& first);

/// The first point of a curve, from a special point of a branch of orbits.
struct CurveStart {
    CurvePoint point;
    PlaneCurve curve;
};
/// \param special a point of its branch, located \param second value of the second parameter there
/// \returns nothing if the augmented system does not converge
[[nodiscard]] std::optional<CurveStart> begin_curve(const Plane& plane, SpecialKind kind, const CurvePoint& special,
                                                    double second, const NewtonSettings& settings);

/// Why a curve of other points ends where an impact speed goes to zero: its orbits lose their contact on a curve of grazings.
inline constexpr const char* speed_vanishes = "the impact speed goes to zero: the curve ends on a curve of grazings";
/// One more point of a curve: `advance` with the borders of the last point. A curve of branch points ends before a point whose
/// branches do not cross; towards grazings, where the map is smooth over the square of the impact speed alone, a curve ends
/// where its steps fall below 1e-6.
void advance_curve(Walk& walk, PlaneCurve& curve, const Plane& plane, const WalkSettings& settings);

/// A point of a grazing curve moved onto the grazing at the same second parameter; any other point unchanged.
[[nodiscard]] Vector on_curve(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point,
                              const NewtonSettings& settings);

/// Bounds of a curve: the second parameter's range, and for Neimark-Sacker the angles near 0 and pi, at which the pair becomes
/// real.
[[nodiscard]] std::vector<Bound> curve_bounds(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point);

}  // namespace jounce::nonlinear
