// The section of an orbit and a first point on it, from a motion near the orbit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/orbits/independent_coordinates.hpp"
#include "system/state/system.hpp"
#include "time/start/continuation.hpp"

namespace jounce::nonlinear {

struct SectionChoice {
    double phase = 0;  ///< t_s = phase T
    linalg::Vector y;  ///< (q, v, memory) of the System as assembled, q and v the independent coordinates
    IndependentCoordinates independent;
    linalg::Vector largest;         ///< largest modulus of each coordinate of the motion
    linalg::Vector largest_memory;  ///< largest modulus of each memory
};

/// Marches the model for `settle` periods from its initial values (or from `from`), then examines n more periods and chooses a
/// phase without a closed contact in any of them: that of `from`, or of the load's t = 0, if a tenth of a period around it is
/// free, else the middle of the longest free interval. Without any, contacts may be closed whose force depends on their motion
/// alone. \param from null: the model's initial values, at t = 0 \throws Error (computation) when another one is closed at every
/// phase, with its name
[[nodiscard]] SectionChoice choose_section(const std::shared_ptr<const System>& system, double period, int periods, int settle,
                                           const std::shared_ptr<const time::InitialState>& from, double tolerance,
                                           const std::function<bool()>& interrupted);

/// Phases without a closed or near contact at least a twentieth of a period away from that of `from`, for a motion over n
/// periods: the middle and both quarters of each free interval, those farthest from contacts first.
[[nodiscard]] std::vector<double> free_sections(const std::shared_ptr<const System>& system, double period, int periods,
                                                const std::shared_ptr<const time::InitialState>& from, double tolerance);

/// Displacement scale: the smallest positive clearance among the gaps (without one the largest |q| of the motion); velocities
/// with 2 pi/T of it; memory with its largest value, or with the displacement scale if this is zero.
[[nodiscard]] linalg::Vector section_scales(const System& system, double period, const SectionChoice& choice);

}  // namespace jounce::nonlinear
