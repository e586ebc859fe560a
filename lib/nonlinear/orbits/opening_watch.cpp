// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/opening_watch.hpp"

#include <algorithm>
#include <cmath>

#include "base/quintic.hpp"
#include "base/roots.hpp"
#include "nonlinear/orbits/side_gradient.hpp"

namespace jounce::nonlinear {

OpeningWatch::OpeningWatch(const System& system, double spacing)
    : system_(system), spacing_(spacing), signals_(system), rate_(static_cast<std::size_t>(system.sides)) {
    if (!system.mechanism && time::ModalFlight::applies(system.linear)) flight_ = std::make_unique<time::ModalFlight>(system);
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
    const bool touching = std::ranges::any_of(step.before.sides, [](const SideState& side) { return side.memory.closed; });
    const bool rubs = std::ranges::any_of(system_.frictions, [](const Friction& friction) { return friction.contact < 0; });
    double end = step.after.time;
    if (flight_ && !touching && !rubs && signals_.refresh(step.before.time, step.after.time, end) && end >= step.after.time)
        return scan_flight(step.before, h);
    for (std::size_t s = 0; s < contact_.size(); ++s) {
        const SideState& a = step.before.sides[s];
        const SideState& b = step.after.sides[s];
        if (a.memory.closed || b.memory.closed || !(a.motion.rate > 0 && b.motion.rate < 0)) continue;
        // Second derivatives from the rates of a cubic, when the accelerations along the side are not available.
        const double moved = b.motion.indentation - a.motion.indentation;
        const double a0 = (6 * moved / h - 4 * a.motion.rate - 2 * b.motion.rate) / h;
        const double a1 = (-6 * moved / h + 2 * a.motion.rate + 4 * b.motion.rate) / h;
        const auto sum = [&](const Quintic& at) {
            return at.of(moved, h * a.motion.rate, h * b.motion.rate, h * h * a0, h * h * a1);
        };
        const double x = bracketed_root(
            [&](double t) {
                return std::pair{sum(Quintic::rate(t)), sum(Quintic::second(t))};
            },
            0, 1);
        add(s, -(a.motion.indentation + sum(Quintic::value(x))), step.before.time + x * h);
    }
}

contact::SideMotion OpeningWatch::side_at(std::size_t side, double after) {
    flight_->at(after);
    const Contact& contact = *contact_[side];
    double x[2] = {}, v[2] = {};
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const time::RowMotion row = flight_->row(static_cast<std::size_t>(contact.first_row + i));
        x[i] = row.value;
        v[i] = row.first;
    }
    return side_motion(contact.gap, static_cast<int>(side) - contact.first_side, x, v);
}

void OpeningWatch::scan_flight(const State& from, double length) {
    flight_->begin(from, signals_, length);
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
