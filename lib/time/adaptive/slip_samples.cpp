// What the set-valued frictions of a mechanism show at the samples within a step, and which of their event functions pass zero.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/slip_samples.hpp"

#include <algorithm>
#include <cmath>

#include "time/equations/stick_excess.hpp"

namespace jounce::time {

using contact::ContactEvent;

namespace {
constexpr double of_change = 4;
}  // namespace

SlipSamples::SlipSamples(const MechanismDynamics& dynamics, const MechanismFlow& flow)
    : dynamics_(dynamics), flow_(flow), largest_(dynamics.rubs().size()) {
    for (std::size_t f = 0; f < largest_.size(); ++f) {
        if (dynamics.rubs()[f].law->cone) watched_.push_back(f);
    }
    for (auto& sample : samples_) sample.resize(largest_.size());
}

void SlipSamples::begin(const State& from) {
    for (const std::size_t f : watched_) largest_[f] = from.frictions[f].largest_force;
}

double SlipSamples::value(std::size_t f, ContactEvent event) const {
    const MechanismDynamics::Rub& rub = dynamics_.rubs()[f];
    const contact::FrictionCone& cone = *rub.law->cone;
    if (event == ContactEvent::stick_breaks) {
        // Beside other sticks, a force has the rounding of theirs.
        double largest = 0;
        for (const std::size_t other : watched_) largest = sticks(other) ? std::max(largest, largest_[other]) : largest;
        return stick_excess(cone,
                            {.force = flow_.friction_force(f), .normal_force = flow_.pressing(f), .largest_force = largest});
    }
    const double speed = contact::dot(rub.slip, rub.direction);
    if (event == ContactEvent::band_left) return speed - cone.dead_band;
    return (rub.breaking ? 0.0 : cone.dead_band) - speed;
}

void SlipSamples::take(std::size_t number) {
    for (const std::size_t f : watched_) {
        Sample& sample = samples_[number][f];
        if (slips(f)) sample = {value(f, ContactEvent::slip_ends), value(f, ContactEvent::band_left)};
        if (!sticks(f)) continue;
        largest_[f] = std::max({largest_[f], flow_.pressing(f), contact::norm(flow_.friction_force(f))});
        sample.first = value(f, ContactEvent::stick_breaks);
    }
}

bool SlipSamples::quiet() const {
    for (const std::size_t f : watched_) {
        if (sticks(f) || (slips(f) && dynamics_.rubs()[f].breaking)) return false;
        const double a = samples_[0][f].first, b = samples_[parts][f].first;
        if (slips(f) && std::max(a, b) + of_change * std::abs(b - a) > 0) return false;
    }
    return true;
}

std::optional<SlipSamples::Crossing> SlipSamples::crossing(std::size_t f, std::size_t k, double part, double rest) const {
    if (!slips(f) && !sticks(f)) return {};
    const auto find = [&](ContactEvent event, double Sample::*of, double least = 0) -> std::optional<Crossing> {
        const auto at = [&](std::size_t number) { return samples_[number][f].*of; };
        Crossing found{.event = event, .friction = static_cast<int>(f)};
        const double a = at(k - 1), b = at(k);
        found.low = part * static_cast<double>(k - 1);
        found.high = found.low + part;
        if (b > least) {
            found.guess = a < 0 ? found.low + part * a / (a - b) : found.low;
            return found;
        }
        if (k < 2) return {};
        // Between three samples it may have risen and fallen again: the dense output shows whether it has.
        const double before = at(k - 2), fall = a - std::min(before, b);
        if (a < before || a < b || !(fall > 0) || !(a + fall > 0)) return {};
        found.low = part * static_cast<double>(k - 2);
        found.guess = found.high;
        return found;
    };
    if (sticks(f)) return find(ContactEvent::stick_breaks, &Sample::first);
    // One that has just begun is slower than the rounding of its speed for some time.
    const bool begins = std::abs(samples_[0][f].first) <= rest;
    std::optional<Crossing> ends = find(ContactEvent::slip_ends, &Sample::first, begins ? rest : 0);
    if (!dynamics_.rubs()[f].breaking) return ends;
    const std::optional<Crossing> leaves = find(ContactEvent::band_left, &Sample::second);
    return !ends || (leaves && leaves->guess < ends->guess) ? leaves : ends;
}

std::optional<SlipSamples::Crossing> SlipSamples::passed_end(std::size_t f, double h, double enough) const {
    if (!slips(f)) return {};
    const double begin = samples_[0][f].first, now = value(f, ContactEvent::slip_ends);
    if (!(begin < 0 && now > enough)) return {};
    return Crossing{.event = ContactEvent::slip_ends,
                    .low = 0,
                    .high = h,
                    .guess = h * begin / (begin - now),
                    .friction = static_cast<int>(f)};
}

}  // namespace jounce::time
