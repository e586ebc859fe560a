// Errors of one motion relative to another one, their order of convergence, and the Pareto front of a study.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nonlinear/precision/motion.hpp"
#include "system/probes/probe.hpp"

namespace jounce::nonlinear {

/// Over the sample times, relative to the largest |value| of the reference; empty if the reference is zero.
struct ProbeError {
    std::optional<double> rms;  ///< root of the mean square
    std::optional<double> max;
};

/// `displacement` and `velocity` are those of the worst probe. Samples during contacts are included: a velocity that reverses
/// slightly early there has an error of up to twice its value, which `max` shows fully and `rms` weighted by its rare occurrence.
struct Errors {
    std::vector<ProbeError> probes;
    ProbeError displacement, velocity;
    int impacts = 0;  ///< found
    /// Number of first impacts of every gap that both motions have on the same side.
    int common_impacts = 0;
    std::optional<double> impact_time;       ///< largest |difference| of onsets over the common impacts [s]
    std::optional<double> restitution;       ///< largest |difference| of delivered restitution over them
    std::optional<double> energy_remainder;  ///< largest |remainder| over the work done, of this motion only
};

/// \param probes distinguish displacements and velocities; one for each probe of both motions
[[nodiscard]] Errors errors_against(const Motion& reference, const Motion& motion, std::span<const Probe> probes);

/// log(e/e')/log(h/h'): the convergence order of an error between two sizes (steps, tolerances). Empty if an error is missing or
/// not above `floor`, the uncertainty of the reference.
[[nodiscard]] std::optional<double> observed_order(double size, std::optional<double> error, double other_size,
                                                   std::optional<double> other_error, double floor);

/// The Pareto front: a point is on it unless another one is better in cost or error and not worse in the other. Errors below
/// `floor` count as `floor`. Points without an error are left out.
struct CostAndError {
    double cost = 0;
    std::optional<double> error;
};
[[nodiscard]] std::vector<bool> pareto_front(std::span<const CostAndError> points, double floor);

}  // namespace jounce::nonlinear
