// Maps of autonomous equations y' = f(y, lambda), whose period is an unknown, with exact derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "nonlinear/continuation/dual.hpp"
#include "nonlinear/orbits/period_map.hpp"

namespace jounce::test {

using FlowNumber = Dual<5>;  // three states, the period and the parameter

/// The classical Runge-Kutta rule in steps of a share of the period: the map is what is followed. A second parameter is held.
class FlowMap : public nonlinear::PeriodMap {
  public:
    using State = std::vector<FlowNumber>;
    using Rate = std::function<State(const State& y, const FlowNumber& first, const FlowNumber& second)>;

    FlowMap(int states, Rate rate, double held = 0, bool over_second = false, int steps = 120)
        : states_(states),
          steps_(steps),
          rate_(std::move(rate)),
          held_(held),
          over_second_(over_second),
          scales_(Vector::Constant(states + 1, 1.0)) {}
    [[nodiscard]] int dimension() const override { return states_ + 1; }
    [[nodiscard]] int states() const override { return states_; }
    [[nodiscard]] int periods() const override { return 1; }
    [[nodiscard]] const Vector& scales() const override { return scales_; }
    [[nodiscard]] double parameter_scale() const override { return 1; }
    [[nodiscard]] nonlinear::MapPoint at(const Vector& u, double lambda, nonlinear::Derivatives) const override {
        const int n = states_;
        State y;
        for (int i = 0; i < n; ++i) y.push_back(FlowNumber::variable(u(i), static_cast<std::size_t>(i)));
        const auto parameter = FlowNumber::variable(lambda, 4);
        const auto rate = [&](const State& at) {
            return over_second_ ? rate_(at, held_, parameter) : rate_(at, parameter, held_);
        };
        nonlinear::MapPoint out;
        out.flow.resize(n);
        const State first = rate(y);
        for (int i = 0; i < n; ++i) out.flow(i) = static_cast<double>(first[at_(i)].value);
        const FlowNumber h = FlowNumber::variable(u(n), 3) / FlowNumber(steps_);
        for (int k = 0; k < steps_; ++k) {
            const State a = rate(y), b = rate(moved(y, 0.5L, h, a)), c = rate(moved(y, 0.5L, h, b)), d = rate(moved(y, 1, h, c));
            for (int i = 0; i < n; ++i)
                y[at_(i)] =
                    y[at_(i)] + h * FlowNumber(1 / 6.0L) * (a[at_(i)] + FlowNumber(2) * (b[at_(i)] + c[at_(i)]) + d[at_(i)]);
        }
        out.end = u;
        out.derivative = Matrix::Identity(n + 1, n + 1);
        out.derivative.bottomLeftCorner(1, n) = out.flow.normalized().transpose();
        out.parameter_derivative = Vector::Zero(n + 1);
        for (int i = 0; i < n; ++i) {
            const FlowNumber& e = y[at_(i)];
            out.end(i) = static_cast<double>(e.value);
            for (int j = 0; j < n; ++j) out.derivative(i, j) = static_cast<double>(e.d[at_(j)]);
            out.derivative(i, n) = static_cast<double>(e.d[3]);
            out.parameter_derivative(i) = static_cast<double>(e.d[4]);
        }
        return out;
    }

  private:
    static std::size_t at_(int i) { return static_cast<std::size_t>(i); }
    static State moved(const State& y, long double share, const FlowNumber& h, const State& slope) {
        State out = y;
        for (std::size_t i = 0; i < y.size(); ++i) out[i] = y[i] + FlowNumber(share) * h * slope[i];
        return out;
    }

    int states_, steps_;
    Rate rate_;
    double held_;
    bool over_second_;
    Vector scales_;
};

}  // namespace jounce::test
