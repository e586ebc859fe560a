// Runs of the precise method, loads with closed forms, and a contact that never ends: what the tests of this method share.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::test {

inline State run(const System& system, const time::PreciseSettings& settings, double h, double duration,
                 time::Events events = time::Events::stepwise) {
    const auto method = time::precise(settings);
    const auto prepared = method->prepare(std::make_shared<const System>(system));
    const auto stepper = method->bind(*prepared, events);
    State state = time::initial_state(*prepared);
    time::march(*prepared, *stepper, {.step = h, .duration = duration, .events = events, .order = method->order()}, state, {});
    return state;
}

class Sine final : public Signal {
  public:
    Sine(double amplitude, double w, double phase) : amplitude_(amplitude), w_(w), phase_(phase) {}
    double value(double t) const override { return amplitude_ * std::sin(w_ * t + phase_); }
    SignalSample sample(double t) const override {
        return {value(t), amplitude_ * w_ * std::cos(w_ * t + phase_), -w_ * w_ * value(t)};
    }
    std::optional<SignalPiece> piece(double t) const override {
        return SignalPiece{.begin = t,
                           .end = 1e300,
                           .polynomial = {},
                           .amplitude = amplitude_,
                           .angular_frequency = w_,
                           .phase = w_ * t + phase_};
    }

  private:
    double amplitude_, w_, phase_;
};

/// 1 + 2 t - t^3 until t = 1, then 2 - (t - 1) - (t - 1)^2/2: the second derivative jumps.
class TwoCubics final : public Signal {
  public:
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override {
        if (t < 1) return {1 + 2 * t - t * t * t, 2 - 3 * t * t, -6 * t};
        return {3 - t - 0.5 * (t - 1) * (t - 1), -t, -1};
    }
    std::optional<SignalPiece> piece(double t) const override {
        const SignalSample s = sample(t);
        if (t < 1) return SignalPiece{.begin = t, .end = 1, .polynomial = {s.value, s.first, s.second / 2, -1}};
        return SignalPiece{.begin = t, .end = 1e300, .polynomial = {s.value, s.first, s.second / 2, 0}};
    }
};

inline void add_load(System& system, const Vector& pattern, SignalPointer signal, int derivative = 0) {
    Load load;
    load.pattern = pattern;
    load.signal = std::move(signal);
    load.derivative = derivative;
    system.loads.push_back(load);
}

/// A mass that never leaves a spring with F = K delta^n: a preloaded gap, the load its static force, so that the motion is
/// smooth.
inline System always_in_contact(double K, double n, double amplitude) {
    System s = linear_system(scalar(1), scalar(0), scalar(0));
    s.q0[0] = amplitude;
    const double preload = K;  // K 1^n
    class Constant final : public Signal {
      public:
        explicit Constant(double f) : f_(f) {}
        double value(double) const override { return f_; }
        SignalSample sample(double) const override { return {f_, 0, 0}; }
        std::optional<SignalPiece> piece(double t) const override {
            return SignalPiece{.begin = t, .end = 1e300, .polynomial = {f_, 0, 0, 0}};
        }

      private:
        double f_;
    };
    add_load(s, Vector::Ones(1), std::make_shared<Constant>(preload));
    add_contact(s, "spring", {contact::GapShape::plane, -1, true, false}, std::make_shared<PowerLaw>(K, n), {Vector::Ones(1)});
    return s;
}

}  // namespace jounce::test
