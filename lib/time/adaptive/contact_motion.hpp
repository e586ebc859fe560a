// The motion within a step in contact, at any instant, as accurate as its end.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "time/flow/contact_flow.hpp"
#include "time/formulas/extrapolation.hpp"

namespace jounce::time {

/// The polynomial of degree 17 in the flow's clock through the unknowns and their derivatives at the Chebyshev points of a step,
/// to which the flow is integrated again, one after the other. A step costs nothing until it is asked for. Workspace; nothing
/// allocates after construction. References must outlive it.
class ContactMotion {
  public:
    ContactMotion(ContactFlow& flow, Extrapolation& extrapolation);

    /// Another step was taken: the polynomial is no longer valid.
    void forget() { state_ = State::unknown; }
    /// A step from y(): derivatives `start` there, values `end` and derivatives `end_rate` at its end; with `clock`, its length.
    struct Step {
        const double *start, *end, *end_rate;
        double clock;      ///< [in the flow's clock]
        double tolerance;  ///< of the step
        int target_column;
    };
    /// Unknowns minus those at the beginning of the step, at `s` after it [s]; null: the flow could not be integrated again.
    [[nodiscard]] const double* at(const Step& step, double s);

  private:
    static constexpr std::size_t points = 9, terms = 2 * points;
    enum class State { unknown, failed, ready };
    [[nodiscard]] bool prepare(const Step& step);
    /// Newton's form through the values and the derivatives at the points.
    void interpolate();
    struct Value {
        double value, slope;
    };
    [[nodiscard]] Value value(std::size_t component, double x) const;

    ContactFlow& flow_;
    Extrapolation& extrapolation_;
    State state_ = State::unknown;
    double clock_ = 0;
    std::array<double, points> place_{};                    // of the points in Newton's form
    std::array<std::vector<double>, points> moved_, rate_;  // at each point: y - y(), dy/dx with x in [0, 1]
    std::vector<double> point_, increment_, total_, form_, out_;
};

}  // namespace jounce::time
