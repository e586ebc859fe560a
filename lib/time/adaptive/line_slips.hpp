// Set-valued frictions that slide along lines, and the first end of such a slip on a motion in closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/stepper/friction_locator.hpp"

namespace jounce::time {

/// A slip along a row of B, held in its direction while a step is taken.
struct LineSlip {
    std::size_t friction = 0;
    std::size_t row = 0;
    double direction = 1;
    double band = 0;    ///< it ends at this speed [m/s]
    double leaves = 0;  ///< it leaves its dead band at this speed [m/s]; 0: it has left
    double error = 0;   ///< of the slip [m/s]: one that begins within it ends only as far beyond its band
};
[[nodiscard]] LineSlip line_slip(const System& system, const State& from, std::size_t friction);

/// The earliest s in [0, length] at which a slip ends, or leaves its dead band, isolated by bounds; else `length`. `located`
/// receives what happens there. \param time of the start of the flight [s]
[[nodiscard]] double first_slip_event(ModalFlight& flight, std::span<const LineSlip> slips, double time, double length,
                                      std::vector<FrictionLocator::Located>& located);

}  // namespace jounce::time
