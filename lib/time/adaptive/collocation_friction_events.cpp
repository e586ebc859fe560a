// Ends of slips and sticks within a step of collocation.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/numbers/roots.hpp"
#include "time/adaptive/collocation_steps.hpp"
#include "time/equations/stick_excess.hpp"

namespace jounce::time {

double CollocationSteps::excess(const Collocation::Resistance& stick, double s) {
    flight_.at(s);
    contact_.hold(s);
    FrictionState held = stick.begin;
    held.force = {};
    for (std::size_t k = 0; k < static_cast<std::size_t>(stick.friction->directions); ++k)
        held.force[k] = contact_.held(stick, k);
    held.normal_force = contact_.at(stick, s).press.force;
    return stick_excess(*stick.friction->law->cone, held);
}

// Between three samples the largest excess is found; those beside the ends show on which side of an end a peak lies.
std::optional<double> CollocationSteps::first_break(const Collocation::Resistance& stick, double end) {
    constexpr std::array<double, 11> samples{0, 1e-4, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1 - 1e-4, 1};
    const auto excess_at = [&](double s) { return excess(stick, s); };
    const double begin = excess_at(0);
    bool rounding = begin > 0;
    std::array<double, 3> x{}, y{0, 0, std::fmin(begin, 0.0)};
    for (std::size_t k = 1; k < samples.size(); ++k) {
        x = {x[1], x[2], end * samples[k]};
        y = {y[1], y[2], excess_at(end * samples[k])};
        // A located event may leave an excess of rounding, which falls where the stick holds.
        rounding = rounding && y[2] >= 0 && y[2] <= begin;
        if (rounding) y[2] = 0;
        if (y[2] > 0) return y[1] < 0 ? bracketed_root_of_values(excess_at, x[1], x[2]) : x[1];
        if (k < 2 || rounding || y[1] < y[0] || y[1] < y[2]) continue;
        if (const auto above = place_above_zero(excess_at, x, y))
            return bracketed_root_of_values(excess_at, *above > x[1] ? x[1] : x[0], *above);
    }
    return {};
}

double CollocationSteps::first_friction_event(const State& from, double end, std::vector<FrictionLocator::Located>& located) {
    located.clear();
    slips_.clear();
    for (const Collocation::Resistance& item : contact_.resistances()) {
        if (item.sticks() || !item.friction->law->cone) continue;
        slips_.push_back(line_slip(system_, from, item.number));
        slips_.back().error = tolerance_ * speed_ * std::sqrt(item.inertance);
    }
    double first = slips_.empty() ? end : first_slip_event(flight_, slips_, from.time, end, located);
    for (const Collocation::Resistance& stick : contact_.resistances()) {
        if (!stick.sticks()) continue;
        const std::optional<double> breaks = first_break(stick, first);
        if (!breaks) continue;
        if (*breaks < first) located.clear();
        first = *breaks;
        located.push_back({static_cast<int>(stick.number), contact::ContactEvent::stick_breaks});
    }
    return first;
}

}  // namespace jounce::time
