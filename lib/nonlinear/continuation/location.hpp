// Finds the zero of a test function between two points of a branch.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/curve_point.hpp"

namespace jounce::nonlinear {

/// The branch near one of its points: the corrected point in the hyperplane at the arc step h along its tangent.
class Beside {
  public:
    Beside(const Equations& f, const CurvePoint& point, const NewtonSettings& settings)
        : f_(&f), point_(&point), settings_(to_the_last_digit(settings)) {}

    /// \returns nothing if the corrector fails
    [[nodiscard]] std::optional<CurvePoint> at(double h) const { return at(h, point_->U + h * point_->tangent); }
    /// The same from a better guess.
    [[nodiscard]] std::optional<CurvePoint> at(double h, const Vector& guess) const;
    /// The arc step of another point of the branch.
    [[nodiscard]] double step_to(const CurvePoint& other) const { return point_->tangent.dot(other.U - point_->U); }
    [[nodiscard]] const CurvePoint& point() const { return *point_; }
    [[nodiscard]] const Equations& equations() const { return *f_; }

  private:
    const Equations* f_;
    const CurvePoint* point_;
    NewtonSettings settings_;
};

struct Located {
    CurvePoint point;
    Vector low, high;   ///< unknowns at both ends of its bracket
    bool jump = false;  ///< the function changes its sign by a jump, without a zero
};

/// The zero of `test` between the arc steps low and high, where it has opposite signs, by the secant method safeguarded by
/// bisection. It ends when |test| <= tolerance, with one more improvement, or when the bracket is below 1e-12.
/// \param crossing the zero is a branch point: near it Newton's method can reach the other branch, or none
[[nodiscard]] std::optional<Located> locate(const Beside& beside, const std::function<double(const CurvePoint&)>& test,
                                            const CurvePoint& low, const CurvePoint& high, double tolerance,
                                            bool crossing = false);

}  // namespace jounce::nonlinear
