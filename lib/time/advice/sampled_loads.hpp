// Loads without a closed form, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/signals/signal_scan.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// A function of the script as a load, or as the force or torque of a drive or of a spring between bodies.
struct SampledLoad {
    SignalPointer signal;
    int derivative = 0;      ///< the one that acts: 0, 1, or 2 of a base motion
    std::string words;       ///< "the load 'push' (case.lua:7)", the first one with this signal
    linalg::Vector pattern;  ///< n, of all loads with this signal; empty for a drive
    SignalScan scan;
    /// [rad/s]: a sine of this frequency, sampled at the same steps, has the same error by the trapezoidal rule; 0 for a straight
    /// line.
    double angular_frequency = 0;
    /// Of the free vibration that pulses and jumps excite [rad/s]; 0: none.
    double excited = 0;
    double lasting = 0;         ///< the time after which the phase error of this vibration no longer grows, as it decays [s]
    double step = 0;            ///< of Newmark's method for three digits (StepBasis) [s]
    bool by_vibration = false;  ///< is it that of the free vibration?

    /// A few pulses rather than an oscillation: they have no frequency of their own.
    [[nodiscard]] bool pulse() const { return scan.mean < 0.3 * scan.largest; }
};

/// Samples the loads, forces and torques whose signal has neither a closed form nor a known frequency over [begin, begin +
/// duration], at most about 43 000 times each, usually 5000 times (signal_scan.hpp). The window of the samples is half a period
/// of the response to a slow load. A pulse of the frequency w, and two jumps pi/w apart, excite the velocities (K + w^2 M)^-1 p;
/// a jump is taken for a pulse of four times the frequency of the response to a slow load. Of a load
/// that fails at some instant, which the run reports at its time, the part before it is sampled.
[[nodiscard]] std::vector<SampledLoad> sampled_loads(const System& system, double begin, double duration);

}  // namespace jounce::time
