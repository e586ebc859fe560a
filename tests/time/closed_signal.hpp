// A signal that is one cubic polynomial and one sine for all times, with its closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "system/signals/signal.hpp"

namespace jounce::test {

/// sum_k c_k t^k + a sin(w t + phase)
class ClosedSignal final : public Signal {
  public:
    ClosedSignal(std::array<double, 4> c, double a = 0, double w = 0, double phase = 0) : c_(c), a_(a), w_(w), phase_(phase) {}
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override {
        const double s = a_ * std::sin(w_ * t + phase_);
        return {c_[0] + t * (c_[1] + t * (c_[2] + t * c_[3])) + s,
                c_[1] + t * (2 * c_[2] + t * 3 * c_[3]) + a_ * w_ * std::cos(w_ * t + phase_),
                2 * c_[2] + 6 * t * c_[3] - w_ * w_ * s};
    }
    std::optional<SignalPiece> piece(double t) const override {
        SignalPiece p;
        p.begin = t;
        p.end = std::numeric_limits<double>::infinity();
        p.polynomial = {c_[0] + t * (c_[1] + t * (c_[2] + t * c_[3])), c_[1] + t * (2 * c_[2] + t * 3 * c_[3]),
                        c_[2] + 3 * t * c_[3], c_[3]};
        p.amplitude = a_;
        p.angular_frequency = w_;
        p.phase = w_ * t + phase_;
        return p;
    }
    const std::array<double, 4>& polynomial() const { return c_; }
    double amplitude() const { return a_; }
    double angular_frequency() const { return w_; }
    double phase() const { return phase_; }

  private:
    std::array<double, 4> c_;
    double a_, w_, phase_;
};

}  // namespace jounce::test
