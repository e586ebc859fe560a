// A periodic orbit as data: its section, label, multipliers and stability.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "nonlinear/orbits/shooting.hpp"

namespace jounce::nonlinear {

/// "(m, n)", "(m + s, n)" with stick phases.
[[nodiscard]] std::string orbit_label(int impacts, int sticks, int periods);
/// Are all multipliers (sorted by decreasing modulus) within the unit circle? Nothing if the largest one is within `resolution`
/// of it.
[[nodiscard]] std::optional<bool> stability(const std::vector<std::complex<double>>& multipliers, double resolution);
/// The smallest |1 - |mu|| that can be distinguished from zero. \param derivatives of the map over each period, in scaled states
[[nodiscard]] double multiplier_resolution(const std::vector<linalg::Matrix>& derivatives);

/// Removes the multiplier nearest to 1, that of a shift along an orbit without load. \returns its |mu - 1|
std::optional<double> take_unit_multiplier(std::vector<std::complex<double>>& multipliers);

/// |mu - 1| along an orbit without load, above which its multipliers are not to be trusted; at folds rounding gives 1e-5.
inline constexpr double most_unit_multiplier_error = 1e-3;

struct Orbit {
    double parameter = 0;
    double period = 0;                  ///< of the load [s]
    double phase = 0;                   ///< of the section, as a share of the period
    int periods = 1;                    ///< n, the smallest one after which the orbit repeats
    int impacts = 0;                    ///< m: contacts that begin in n periods
    int sticks = 0;                     ///< s: stick phases on rigid stops
    std::vector<linalg::Vector> nodes;  ///< y_0 ... y_n-1
    std::vector<MapEvent> events;       ///< of n periods, times from the section
    std::vector<std::complex<double>> multipliers;
    double smallest_opening = 0, smallest_impact_speed = 0;  ///< as in MapPoint
    bool corner = false;
    std::optional<double> liouville;  ///< |ln |det Phi| - Liouville's|; empty if not applicable
    /// For autonomous motion: |mu - 1| of the multiplier nearest to 1, which is not in `multipliers`.
    std::optional<double> unit_multiplier_error;
    double residual = 0;    ///< scaled
    double resolution = 0;  ///< smallest |1 - |mu|| that can be distinguished from zero
    int steps = 0;          ///< of Newton

    [[nodiscard]] std::string label() const { return orbit_label(impacts, sticks, periods); }
    /// All |mu| < 1; empty at a corner, where multipliers are one-sided, when the largest one cannot be distinguished from 1, and
    /// where that along the orbit is not 1.
    [[nodiscard]] std::optional<bool> stable() const;
};

/// A converged orbit from the map. Its number of periods is the smallest shift under which it repeats.
/// \param same largest scaled difference of two equal sections
[[nodiscard]] Orbit orbit_of(const PeriodMap& map, const ClosedOrbit& closed, double period, double phase, double same = 1e-6);
/// The same for an AutonomousMap, with the period as the last unknown: nodes are states without it.
[[nodiscard]] Orbit autonomous_orbit_of(const PeriodMap& map, const ClosedOrbit& closed, double phase);

}  // namespace jounce::nonlinear
