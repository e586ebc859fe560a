// Ends of slips and sticks within a step of collocation.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "time/adaptive/collocation_steps.hpp"

namespace jounce::time {

double CollocationSteps::excess(const Collocation::Resistance& stick, double s) {
    flight_.at(s);
    contact_.hold(s);
    contact::Slip force{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(stick.friction->directions); ++k) force[k] = contact_.held(stick, k);
    FrictionState held = stick.begin;
    held.normal_force = contact_.at(stick, s).press.force;
    return contact::norm(force) - stick_bound(*stick.friction->law->cone, held);
}

double CollocationSteps::first_friction_event(const State& from, double h, double end,
                                              std::vector<FrictionLocator::Located>& located) {
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
        double low = 0;
        double at_low = excess(stick, low);
        for (std::size_t i = 0; i < force_nodes.size() && low < first; ++i) {
            const double high = std::min(force_nodes.place[i] * h, first);
            const double at_high = excess(stick, high);
            if (at_high > 0) {
                const double breaks =
                    at_low < 0 ? bracketed_root_of_values([&](double s) { return excess(stick, s); }, low, high) : low;
                if (breaks < first) located.clear();
                first = std::min(first, breaks);
                located.push_back({static_cast<int>(stick.number), contact::ContactEvent::stick_breaks});
                break;
            }
            low = high;
            at_low = at_high;
        }
    }
    return first;
}

}  // namespace jounce::time
