// The precise integration method: the linear part exactly, mode by mode, contact forces by a polynomial through their history.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/integrator.hpp"

namespace jounce::time {

/// W. X. Zhong, F. W. Williams (1994), doi:10.1243/PIME_PROC_1994_208_148_02 (the exponential); Y. Xu et al. (2022), Machines
/// 10(10), 814, doi:10.3390/machines10100814, sec. 2.3 (Duhamel's integral with Adams' extrapolation). Equations:
/// docs/theory/precise.md.
struct PreciseSettings {
    int order = 3;  ///< observed order in the step: 1 to 4
};

[[nodiscard]] MethodPointer precise(const PreciseSettings& settings);

}  // namespace jounce::time
