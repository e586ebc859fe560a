// A function of time with its first two derivatives: loads, prescribed motion, base motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/kind.hpp"

namespace jounce {

/// Value and derivatives of a signal at one instant.
struct SignalSample {
    double value = 0;
    double first = 0;   ///< d/dt
    double second = 0;  ///< d2/dt2
};

/// A signal in closed form on [begin, end): with s = t - begin,
///     sum_k polynomial[k] s^k + amplitude sin(angular_frequency s + phase).
struct SignalPiece {
    double begin = 0;
    double end = 0;                      ///< may be infinite
    std::array<double, 4> polynomial{};  ///< [value/s^k]
    double amplitude = 0;
    double angular_frequency = 0;  ///< [rad/s]
    double phase = 0;              ///< at `begin` [rad]
};

/// Immutable. A signal made from a user's function may throw Error when called.
class Signal {
  public:
    virtual ~Signal() = default;
    [[nodiscard]] virtual double value(double t) const = 0;
    [[nodiscard]] virtual SignalSample sample(double t) const = 0;
    /// Instants in (from, to] at which the value or a derivative jumps: steps end there when events are located. At such an
    /// instant the sample is the one just after it.
    [[nodiscard]] virtual std::vector<double> breaks(double /*from*/, double /*to*/) const { return {}; }
    /// The closed form that holds just after t, for methods that integrate linear motion exactly; `begin` is t. Empty when there
    /// is none (a sweep, a user's function).
    [[nodiscard]] virtual std::optional<SignalPiece> piece(double /*t*/) const { return {}; }
    /// The highest one with which it oscillates in [from, to] [rad/s]; 0 when it does not, or when that is not known (a table,
    /// a user's function).
    [[nodiscard]] virtual double angular_frequency(double /*from*/, double /*to*/) const { return 0; }
    /// How many derivatives are continuous at every instant: -1 when the value jumps, 0 when the slope does, `smooth` when
    /// nothing jumps. What a motion's derivatives do at a jump (an impulse) is in no sample: prescribe at least 0.
    [[nodiscard]] virtual int smoothness() const { return smooth; }
    static constexpr int smooth = 1000;
    /// \throws Error (bad_case, without origin) when the signal is not defined at some instant of [from, to]; a run asks before
    /// its first step.
    virtual void require_defined(double /*from*/, double /*to*/) const {}
    /// For a motion, which is used with its derivatives: asked after `require_defined`, with the step of the run. Kinds know
    /// their `smoothness`; a user's function is sampled.
    /// \throws Error (bad_case) when value, first and, with `smooth_slope`, second derivative do not belong to one smooth motion
    virtual void require_motion(double /*from*/, double /*to*/, double /*step*/, bool /*smooth_slope*/) const {}
};

using SignalPointer = std::shared_ptr<const Signal>;
using SignalKind = Kind<SignalPointer>;
/// jounce.signal.*; a bare number is a constant, a user's function f(t) -> value[, first[, second]] is a signal.
extern const Family<SignalPointer> signal_family;

}  // namespace jounce
