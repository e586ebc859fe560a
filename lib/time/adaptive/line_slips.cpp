// Set-valued frictions that slide along lines, and the first end of such a slip on a motion in closed form.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/line_slips.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/exact/first_rise.hpp"

namespace jounce::time {

using contact::ContactEvent;

LineSlip line_slip(const System& system, const State& from, std::size_t friction) {
    const Friction& of = system.frictions[friction];
    const FrictionState& now = from.frictions[friction];
    const double band = of.law->cone->dead_band;
    return {friction, static_cast<std::size_t>(of.first_row), now.direction[0], now.breaking ? 0 : band, now.breaking ? band : 0};
}

double first_slip_event(ModalFlight& flight, std::span<const LineSlip> slips, double time, double length,
                        std::vector<FrictionLocator::Located>& located) {
    located.clear();
    double first = length;
    const double least = 4 * epsilon * (std::abs(time) + length);
    for (const LineSlip& slip : slips) {
        // sign (level - e.s), with the derivatives of the row: s is its rate.
        const auto examine = [&](ContactEvent event, double level, double sign) {
            const auto at = [&](double s, double reach) {
                flight.at(s, reach);
                const RowMotion row = flight.row(slip.row);
                const double along = sign * slip.direction;
                return Rising{sign * level - along * row.first, -along * row.second, row.third_bound, reach};
            };
            const auto s = first_rise(at, first, least, false);
            if (!s) return;
            if (*s < first - least) located.clear();
            first = std::min(first, *s);
            located.push_back({static_cast<int>(slip.friction), event});
        };
        flight.at(0);
        const double above = slip.direction * flight.row(slip.row).first - slip.band;
        // A slip that has just begun, without an acceleration where the static coefficient is the sliding one, ends only beyond
        // its rounding.
        const double small = std::max(rounding_of_slip, slip.error);
        if (slip.band > 0 && above < -small) {  // a contact began with a slip within its dead band
            if (first > least) located.clear();
            first = 0;
            located.push_back({static_cast<int>(slip.friction), ContactEvent::slip_ends});
            continue;
        }
        examine(ContactEvent::slip_ends, above > small ? slip.band : slip.band - small, 1);
        if (slip.leaves > 0) examine(ContactEvent::band_left, slip.leaves, -1);
    }
    return first;
}

}  // namespace jounce::time
