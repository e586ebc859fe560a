// The precise integration method: linear part exact, mode by mode; contact forces by a polynomial through their
// history.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// W. X. Zhong, F. W. Williams (1994), doi:10.1243/PIME_PROC_1994_208_148_02 (the exponential); Y. Xu et al. (2022), Machines
/// 10(10), 814, doi:10.3390/machines10090814, sec. 2.3 (Duhamel's integral with Adams' extrapolation). Equations:
/// docs/theory/precise.md.
struct PreciseSettings {
    /// "explicit": forces at committed states are extrapolated over the step (Adams), stable for w_c h below about 1;
    /// "implicit": the force at the end is included, by Newton's method in the gap coordinates.
    std::string contact = "explicit";
    /// Order of convergence: explicit 1 to 4; implicit 2 (stable for every step) or 3; 0 means explicit 3, implicit 2.
    int order = 0;
};

[[nodiscard]] MethodPointer precise(const PreciseSettings& settings);

}  // namespace jounce::time
