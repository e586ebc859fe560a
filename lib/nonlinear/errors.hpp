// How far one motion is off another one, at which order that falls, and which runs of a study nobody beats.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nonlinear/motion.hpp"
#include "system/probes/probe.hpp"

namespace jounce::nonlinear {

/// Over the sample times, relative to the largest |value| of the reference; empty where the reference stays at zero.
struct ProbeError {
    std::optional<double> rms;  ///< root of the mean square
    std::optional<double> max;
};

/// The worst probe counts for `displacement` and `velocity`. Samples during contacts count like all others: a velocity that
/// turns a little early there is wrong by up to twice itself, which `max` shows in full and `rms` by how rarely it happens.
struct Errors {
    std::vector<ProbeError> probes;
    ProbeError displacement, velocity;
    int impacts = 0;  ///< found
    /// The first so many impacts of every gap that both motions have, on the same side.
    int common_impacts = 0;
    std::optional<double> impact_time;       ///< largest |difference| of onsets over the common impacts [s]
    std::optional<double> restitution;       ///< largest |difference| of delivered restitution over them
    std::optional<double> energy_remainder;  ///< largest |remainder| over the work done, of this motion alone
};

/// \param probes say which values are displacements and which velocities; as many as both motions have
[[nodiscard]] Errors errors_against(const Motion& reference, const Motion& motion, std::span<const Probe> probes);

/// log(e/e')/log(h/h'): the exponent by which an error fell between two sizes (steps, tolerances). Empty where an error is
/// missing or not above `floor`, within which the reference is no better.
[[nodiscard]] std::optional<double> observed_order(double size, std::optional<double> error, double other_size,
                                                   std::optional<double> other_error, double floor);

/// Which points no other one beats in cost without losing in error, or the other way round. Errors below `floor` count as
/// `floor`. An empty error takes no part.
struct CostAndError {
    double cost = 0;
    std::optional<double> error;
};
[[nodiscard]] std::vector<bool> pareto_front(std::span<const CostAndError> points, double floor);

}  // namespace jounce::nonlinear
