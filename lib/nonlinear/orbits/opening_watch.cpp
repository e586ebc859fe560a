// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/opening_watch.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/roots.hpp"
#include "nonlinear/variation/side_gradient.hpp"

namespace jounce::nonlinear {

OpeningWatch::OpeningWatch(const System& system, const time::Method& method, double spacing)
    : spacing_(spacing), within_(system, method), rate_(static_cast<std::size_t>(system.sides)) {
    for (const Contact& contact : system.contacts)
        contact_.insert(contact_.end(), static_cast<std::size_t>(contact.gap.sides()), &contact);
}

void OpeningWatch::begin(const System&, const State&) { smallest_.reset(); }

void OpeningWatch::add(std::size_t side, double opening, double time) {
    if (!smallest_ || opening < smallest_->opening) smallest_ = {opening, time, side};
}

void OpeningWatch::accepted(const time::AcceptedStep& step) {
    const double h = step.after.time - step.before.time;
    if (!(h > 0)) return;
    within_.begin(step);
    if (within_.flies()) return scan_flight(step.before, h);
    for (std::size_t s = 0; s < contact_.size(); ++s) {
        const SideState& a = step.before.sides[s];
        const SideState& b = step.after.sides[s];
        if (!a.memory.closed && !b.memory.closed && a.motion.rate > 0 && b.motion.rate < 0) find_within(s, step);
    }
}

void OpeningWatch::find_within(std::size_t side, const time::AcceptedStep& step) {
    constexpr double accuracy = 1e-9;  // of the instant: the opening's error grows as its square
    const SideState &a = step.before.sides[side], &b = step.after.sides[side];
    const double begin = step.before.time, end = step.after.time;
    bool reached = true;
    const auto rate = [&](double share) {
        if (share <= 0) return a.motion.rate;
        if (share >= 1) return b.motion.rate;
        const State* state = reached ? within_.at(begin + share * (end - begin)) : nullptr;
        reached = state != nullptr;
        return reached ? state->sides[side].motion.rate : -a.motion.rate;
    };
    const double time = begin + bracketed_root_of_values(rate, 0, 1, accuracy) * (end - begin);
    const State* state = reached ? within_.at(time) : nullptr;
    if (state != nullptr) return add(side, -state->sides[side].motion.indentation, time);
    add(side, -std::max(a.motion.indentation, b.motion.indentation), a.motion.indentation > b.motion.indentation ? begin : end);
}

contact::SideMotion OpeningWatch::side_at(std::size_t side, double after) {
    time::ModalFlight& flight = within_.flight();
    flight.at(after);
    const Contact& contact = *contact_[side];
    double x[2] = {}, v[2] = {};
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const time::RowMotion row = flight.row(static_cast<std::size_t>(contact.first_row + i));
        x[i] = row.value;
        v[i] = row.first;
    }
    return side_motion(contact.gap, static_cast<int>(side) - contact.first_side, x, v);
}

void OpeningWatch::scan_flight(const State& from, double length) {
    begin_ = from.time;
    for (std::size_t s = 0; s < rate_.size(); ++s) rate_[s] = from.sides[s].motion.rate;
    const int parts = std::max(1, static_cast<int>(std::ceil(length / spacing_)));
    for (int k = 1; k <= parts; ++k) {
        const double low = length * (k - 1) / parts, high = length * k / parts;
        for (std::size_t s = 0; s < rate_.size(); ++s) {
            const double rate = side_at(s, high).motion.rate;
            if (rate_[s] > 0 && rate < 0) {
                const double t = bracketed_root_of_values([&](double after) { return side_at(s, after).motion.rate; }, low, high);
                add(s, -side_at(s, t).motion.indentation, begin_ + t);
            }
            rate_[s] = rate;
        }
    }
}

}  // namespace jounce::nonlinear
