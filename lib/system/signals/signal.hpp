// A function of time with its first two derivatives: loads, prescribed motion, base motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/kind.hpp"

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
    /// Instants in (from, to] at which the value or a derivative jumps: steps end there when events are located. `sample` at such
    /// an instant returns the values just after it.
    [[nodiscard]] virtual std::vector<double> breaks(double /*from*/, double /*to*/) const { return {}; }
    /// The closed form just after t, with `begin` = t, for methods that integrate linear motion exactly. Empty when there is none
    /// (a sweep, a user's function).
    [[nodiscard]] virtual std::optional<SignalPiece> piece(double /*t*/) const { return {}; }
    /// The highest angular frequency of its oscillation in [from, to] [rad/s]; 0 for none, or when unknown (a table, a user's
    /// function).
    [[nodiscard]] virtual double angular_frequency(double /*from*/, double /*to*/) const { return 0; }
    /// Order of continuity at all times: -1 when the value jumps, 0 when the slope jumps, `smooth` when nothing jumps. No sample
    /// contains the impulse at a jump, so a prescribed motion needs at least 0.
    [[nodiscard]] virtual int smoothness() const { return smooth; }
    static constexpr int smooth = 1000;
    /// \throws Error (bad_case, without origin) when the signal is not defined everywhere in [from, to]; a run calls it before
    /// its first step.
    virtual void require_defined(double /*from*/, double /*to*/) const {}
    /// For a prescribed motion, which is used with its derivatives: called after `require_defined`, with the step of the run.
    /// Only a user's function needs it, by sampling; other kinds have their `smoothness`.
    /// \throws Error (bad_case) when value, first and, with `smooth_slope`, second derivative are not consistent with a smooth
    /// motion
    virtual void require_motion(double /*from*/, double /*to*/, double /*step*/, bool /*smooth_slope*/) const {}
    /// Are its derivatives at this time differences of its values, with the rounding of those?
    [[nodiscard]] virtual bool is_differenced(double /*t*/) const { return false; }
};

using SignalPointer = std::shared_ptr<const Signal>;
using SignalKind = Kind<SignalPointer>;
/// jounce.signal.*; a bare number is a constant, a user's function f(t) -> value[, first[, second]] is a signal.
extern const Family<SignalPointer> signal_family;

}  // namespace jounce
