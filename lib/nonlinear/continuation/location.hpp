// Where a test function vanishes between two points of a branch.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/curve_point.hpp"

namespace jounce::nonlinear {

/// The branch beside one of its points: the corrected point of the hyperplane at the arc step h along its tangent.
class Beside {
  public:
    Beside(const Equations& f, const CurvePoint& point, const NewtonSettings& settings)
        : f_(&f), point_(&point), settings_(to_the_last_digit(settings)) {}

    /// \returns nothing where the corrector fails
    [[nodiscard]] std::optional<CurvePoint> at(double h) const { return at(h, point_->U + h * point_->tangent); }
    /// The same from a better guess of it.
    [[nodiscard]] std::optional<CurvePoint> at(double h, const Vector& guess) const;
    /// The arc step of another point of the branch.
    [[nodiscard]] double step_to(const CurvePoint& other) const { return point_->tangent.dot(other.U - point_->U); }
    [[nodiscard]] const CurvePoint& point() const { return *point_; }

  private:
    const Equations* f_;
    const CurvePoint* point_;
    NewtonSettings settings_;
};

struct Located {
    CurvePoint point;
    double low = 0, high = 0;  ///< arc steps between which it lies
    bool jump = false;         ///< the function does not vanish there but jumps from one sign to the other
};

/// The zero of `test` between the arc steps low and high, at which it has opposite signs, by the secant safeguarded by bisection.
/// It is reached when |test| <= tolerance, and once more improved, or when the bracket is below 1e-12.
[[nodiscard]] std::optional<Located> locate(const Beside& beside, const std::function<double(const CurvePoint&)>& test,
                                            const CurvePoint& low, const CurvePoint& high, double tolerance);

}  // namespace jounce::nonlinear
