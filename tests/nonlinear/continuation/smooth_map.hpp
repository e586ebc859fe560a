// Maps given by a formula, with exact derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "nonlinear/continuation/dual.hpp"
#include "nonlinear/orbits/period_map.hpp"

namespace jounce::test {

using SmoothNumber = Dual<6>;  // up to four states and two parameters

/// y -> f(y, lambda), with a second parameter that is held.
class SmoothMap : public nonlinear::PeriodMap {
  public:
    using State = std::vector<SmoothNumber>;
    using Formula = std::function<State(const State& y, const SmoothNumber& first, const SmoothNumber& second)>;

    SmoothMap(int states, Formula formula, double held = 0, bool over_second = false)
        : states_(states),
          formula_(std::move(formula)),
          held_(held),
          over_second_(over_second),
          scales_(Vector::Constant(states, 1.0)) {}
    [[nodiscard]] int dimension() const override { return states_; }
    [[nodiscard]] int periods() const override { return 1; }
    [[nodiscard]] const Vector& scales() const override { return scales_; }
    [[nodiscard]] double parameter_scale() const override { return 1; }
    [[nodiscard]] nonlinear::MapPoint at(const Vector& y, double lambda, nonlinear::Derivatives) const override {
        State state;
        for (Eigen::Index i = 0; i < states_; ++i) state.push_back(SmoothNumber::variable(y(i), static_cast<std::size_t>(i)));
        const auto continued = SmoothNumber::variable(lambda, 5);
        const State end = over_second_ ? formula_(state, held_, continued) : formula_(state, continued, held_);
        nonlinear::MapPoint out;
        out.end.resize(states_);
        out.derivative.resize(states_, states_);
        out.parameter_derivative.resize(states_);
        for (Eigen::Index i = 0; i < states_; ++i) {
            const SmoothNumber& e = end[static_cast<std::size_t>(i)];
            out.end(i) = static_cast<double>(e.value);
            for (Eigen::Index j = 0; j < states_; ++j)
                out.derivative(i, j) = static_cast<double>(e.d[static_cast<std::size_t>(j)]);
            out.parameter_derivative(i) = static_cast<double>(e.d[5]);
        }
        return out;
    }

  private:
    Eigen::Index states_;
    Formula formula_;
    double held_;
    bool over_second_;
    Vector scales_;
};

}  // namespace jounce::test
