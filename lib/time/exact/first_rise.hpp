// The first rise of a function through zero, isolated by bounds of its second derivative so that none is missed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "contact/families/law.hpp"

namespace jounce::time {

/// A function at an instant s.
struct Rising {
    double value = 0, slope = 0;
    double curvature = 0;     ///< bound of |second derivative| on [s, s + reach]
    double reach = infinite;  ///< > 0
};

/// Smallest advance during which d + r s + a s^2/2 + third s^3/6 is guaranteed below `limit`.
[[nodiscard]] double clear_advance(double d, double r, double a, double third, double limit);

/// The force of a side in contact along its motion [N]; its curvature is
///     F'' = F_dd d'^2 + 2 F_dv d' d'' + F_vv d''^2 + F_d d'' + F_v d'''
/// with the second derivatives of a law composed of powers up to the third of depth d and rate v:
/// |F_dd| <= 2 |F_d|/d, |F_dv| <= 2 |F_v|/d, |F_vv| <= 2 |F_v|/|v|, on a reach that changes the depth by at most a
/// fifth.
/// \param acceleration d'' [m/s2] \param third bound of |d'''| on [s, s + reach] [m/s3] \param reach requested [s]
[[nodiscard]] Rising rising_force(const contact::Law& law, const contact::ContactMemory& memory, const contact::Motion& motion,
                                  double acceleration, double third, double reach);

/// If the slope keeps its sign there is one root or none. \param at (s, reach) -> Rising; reach 0: no bound is needed
/// \param least time that no step falls below [s] \param armed false: it begins at zero and must first be negative
template <class At>
[[nodiscard]] std::optional<double> first_rise(const At& at, double length, double least, bool armed) {
    const auto root = [&](double from, double to) {
        return bracketed_root(
            [&](double x) {
                const Rising p = at(x, 0.0);
                return std::pair{p.value, p.slope};
            },
            from, to);
    };
    double s = 0, last = length, below = -1;
    while (s < length) {
        const double wanted = std::min(length - s, 8 * last);
        const Rising here = at(s, wanted);
        if (!armed && here.value >= 0 && here.slope > 0) return s;
        if (armed && here.value > 0) return below >= 0 ? root(below, s) : s;
        armed = armed || here.value < 0;
        if (here.value < 0) below = s;
        const double reach = std::min(wanted, here.reach);
        const double monotone = here.curvature > 0 ? 0.9 * std::abs(here.slope) / here.curvature : reach;
        const double safe = here.value < 0 ? clear_advance(here.value, here.slope, here.curvature, 0, 0) : 0.0;
        const double end = std::min(length, s + std::max(std::min(reach, std::max(monotone, safe)), least));
        if (here.slope > 0 && here.value < 0 && at(end, 0.0).value > 0) return root(s, end);
        last = end - s;
        s = end;
    }
    return {};
}

}  // namespace jounce::time
