// Samples of the sides of a mechanism within a step, and the event functions that pass zero between them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/mechanism_samples.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/hermite.hpp"
#include "base/numbers/limits.hpp"
#include "contact/response/tension_cut.hpp"

namespace jounce::time {

namespace {

constexpr double round_off = 1e-9;  // of a clearance: a side released at the surface is no farther from it

/// Between two samples: the zero of the straight line through two values.
MechanismSamples::Crossing between(ContactEvent event, std::size_t side, double low, double part, double f0, double f1) {
    const double share = f0 < 0 && f1 > 0 ? f0 / (f0 - f1) : f1 > 0 ? 0.0 : 0.5;
    return {event, side, low, low + part, low + share * part};
}

}  // namespace

MechanismSamples::MechanismSamples(MechanismDynamics& dynamics, const MechanismFlow& flow) : dynamics_(dynamics), flow_(flow) {
    for (auto& sides : samples_) sides.resize(dynamics.sides().size());
    watched_.resize(dynamics.sides().size());
}

void MechanismSamples::take(std::size_t number, const double* q, const double* v) {
    const bool within = number > 0 && number < parts;
    dynamics_.move(q, v, false, within ? watched_.data() : nullptr);
    for (std::size_t s = 0; s < samples_[number].size(); ++s) {
        if (within && watched_[s] == 0) continue;
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        const contact::ContactMemory& memory = flow_.memory(s);
        contact::Response response;
        if (memory.closed || force_closes_apart(*side.law) ||
            above_surface(*side.law, side.motion, memory, dynamics_.motion().time()).indentation > 0)
            response = closed_response(*side.law, side.motion, memory);
        if (memory.closed && side.law->rigid) response.force = flow_.normal_force(s);
        const bool facing = side.other >= 0 && !side.beyond && !memory.closed;
        const double way = facing ? side.normal.x() * side.passing.y() - side.normal.y() * side.passing.x() : 0;
        samples_[number][s] = {side.motion.indentation, side.motion.rate, side.speed(), response.force,
                               response.stiffness,      response.damping, way};
    }
}

bool MechanismSamples::quiet(double begin, double h, double tolerance) {
    bool all = true;
    for (std::size_t s = 0; s < watched_.size(); ++s) {
        watched_[s] = quiet(s, begin, h, tolerance) ? 0 : 1;
        all = all && watched_[s] == 0;
    }
    return all;
}

bool MechanismSamples::quiet(std::size_t s, double begin, double h, double tolerance) const {
    const Sample& a = samples_[0][s];
    const Sample& b = samples_[parts][s];
    if (!flow_.memory(s).closed) {
        if (force_closes_apart(*dynamics_.sides()[s].law)) {
            // |dF/dt| h by the larger speed and the change of the rate.
            const double gain = h * std::abs(a.stiffness) * std::max(a.speed, b.speed) + std::abs(a.damping * (b.rate - a.rate));
            if (std::max(a.force, b.force) + margin * gain > 0) return false;
            return true;
        }
        if (std::max(a.indentation, b.indentation) + margin * h * std::max(a.speed, b.speed) > 0) return false;
        return true;
    }
    if (dynamics_.sides()[s].law->rigid) return false;
    const double way = margin * h * std::max(std::abs(a.rate), std::abs(b.rate));
    if (std::isfinite(kink(s, a, b, tolerance))) return false;
    if (std::min(above(s, a, begin), above(s, b, begin + h)) < way) return false;
    // Neither rate nor force reverses: both change by less than their value in one direction.
    const double turned = b.rate - a.rate, gained = b.force - a.force;
    if (!(std::abs(turned) < std::min(std::abs(a.rate), std::abs(b.rate)))) return false;
    if (!(std::abs(gained) * margin < std::min(a.force, b.force))) return false;
    // A force peak below the force at the previous maximum indentation is not counted as a peak.
    const double swing = margin * h * std::max(std::abs(a.stiffness * a.rate), std::abs(b.stiffness * b.rate));
    if (std::max(a.force, b.force) + swing < deepest_force(s)) return true;
    // Only the mean of the acceleration is known.
    for (const Sample* at : {&a, &b}) {
        const double by_way = at->stiffness * at->rate * h, by_rate = at->damping * turned;
        if (!(by_way * gained > 0 && (by_way + margin * by_rate) * gained > 0)) return false;
    }
    return true;
}

double MechanismSamples::largest_force(std::size_t side) const {
    double largest = 0;
    for (const auto& sides : samples_) largest = std::max(largest, std::abs(sides[side].force));
    return largest;
}

double MechanismSamples::deepest_force(std::size_t s) const {
    const contact::ContactMemory& memory = flow_.memory(s);
    return closed_response(*dynamics_.sides()[s].law, {memory.max_indentation, 0}, memory).force;
}

double MechanismSamples::above(std::size_t s, const Sample& sample, double time) const {
    const contact::Motion motion{sample.indentation, sample.rate};
    const contact::ContactMemory& memory = flow_.memory(s);
    return memory.closed ? depth(motion, memory) : above_surface(*dynamics_.sides()[s].law, motion, memory, time).indentation;
}

double MechanismSamples::same_place(std::size_t s, double indentation, double tolerance) const {
    // Far below the relative tolerance of 1e-9 within which a law regards the maximum indentation as reached.
    const double clearance = dynamics_.system().contacts[static_cast<std::size_t>(dynamics_.sides()[s].contact)].gap.clearance;
    const double size = std::max(std::abs(clearance), std::abs(indentation));
    return std::max(4 * epsilon * size, std::min(1e-3 * tolerance * size, 1e-10 * std::abs(indentation)));
}

double MechanismSamples::kink(std::size_t s, const Sample& from, const Sample& to, double tolerance) const {
    // A kink seen by the error control costs less than a step that ends there; a jump of the losses is not seen by it.
    if (!dynamics_.sides()[s].law->turning_point) return infinite;
    const double reach = 2 * same_place(s, from.indentation, tolerance);
    return kink_on_way(*dynamics_.sides()[s].law, flow_.memory(s), from.indentation, to.indentation, reach);
}

double MechanismSamples::kink_since_begin(std::size_t s, double tolerance) const {
    Sample now;
    now.indentation = dynamics_.sides()[s].motion.indentation;
    now.indentation -= same_place(s, now.indentation, tolerance);
    return kink(s, samples_[0][s], now, tolerance);
}

std::optional<MechanismSamples::Crossing> MechanismSamples::cut(std::size_t s, std::size_t k, double part,
                                                                double tolerance) const {
    if (!cuts_tension(*dynamics_.sides()[s].law)) return {};
    const double from = samples_[k - 1][s].force, to = samples_[k][s].force;
    const bool begins_there = k == 1 && std::abs(from) <= 2 * zero_force * tolerance * deepest_force(s);
    if (!(from * to < 0) || begins_there) return {};
    const double low = part * static_cast<double>(k - 1), way = from > 0 ? -1 : 1;
    Crossing found = between(ContactEvent::kink, s, low, part, way * from, way * to);
    found.way = way;
    found.cut = true;
    return found;
}

double MechanismSamples::force_rate(std::size_t s, std::size_t at, std::size_t k, double part) const {
    const auto rate = [&](std::size_t i) { return samples_[i][s].rate; };
    const Sample& sample = samples_[at][s];
    const double acceleration = at == 0   ? (4 * rate(1) - 3 * rate(0) - rate(2)) / (2 * part)
                                : at == k ? (3 * rate(k) - 4 * rate(k - 1) + rate(k - 2)) / (2 * part)
                                          : (rate(at + 1) - rate(at - 1)) / (2 * part);
    return sample.stiffness * sample.rate + sample.damping * acceleration;
}

std::optional<double> MechanismSamples::turning_in_slot(std::size_t s, std::size_t k, double h) const {
    const double a = samples_[k - 1][s].way, b = samples_[k][s].way;
    if (!(a * b < 0)) return {};
    return h / parts * (static_cast<double>(k - 1) + a / (a - b));
}

SideStretch MechanismSamples::stretch(std::size_t s, std::size_t k, double begin, double part, double tolerance) const {
    const Sample& a = samples_[k - 1][s];
    const Sample& b = samples_[k][s];
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    const contact::ContactMemory& memory = flow_.memory(s);
    const double clearance = dynamics_.system().contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
    return {.law = side.law,
            .memory = &memory,
            .begin = begin + part * static_cast<double>(k - 1),
            .length = part,
            .from = {a.indentation, a.rate},
            .to = {b.indentation, b.rate},
            .force_from = a.force,
            .force_to = b.force,
            .size = clearance,
            .margin = round_off * clearance,
            .force_margin = memory.closed ? 0 : zero_force * tolerance * deepest_force(s)};
}

std::optional<MechanismSamples::Crossing> MechanismSamples::crossing(std::size_t s, std::size_t k, double begin, double h,
                                                                     double tolerance, double resolution) const {
    const contact::ContactMemory& memory = flow_.memory(s);
    const double part = h / parts;
    const double low = part * static_cast<double>(k - 1);
    const SideStretch within = stretch(s, k, begin, part, tolerance);
    if (const auto found = memory.closed ? release_within(within) : onset_within(within))
        return Crossing{found->event, s, low + found->low, low + found->high, low + found->after};
    if (!memory.closed || dynamics_.sides()[s].law->rigid) return {};
    const Sample& a = samples_[k - 1][s];
    const Sample& b = samples_[k][s];
    const contact::Law& law = *dynamics_.sides()[s].law;
    Sample to = b;
    double until = part;
    if (a.rate > 0 && b.rate < 0) {  // in and then perhaps out again
        const CubicHermite path{part, a.indentation, a.rate, b.indentation, b.rate};
        to.indentation = path.maximum();
        until = path.first_turn();
    }
    if (const double place = kink(s, a, to, tolerance); std::isfinite(place)) {
        const double inwards = to.indentation > a.indentation ? 1 : -1;
        Crossing found =
            between(ContactEvent::kink, s, low, until, inwards * (a.indentation - place), inwards * (to.indentation - place));
        found.place = place;
        found.way = inwards;
        return found;
    }
    if (const auto found = cut(s, k, part, tolerance)) return found;
    // The maximum indentation and the largest force are accepted states, so that they are recorded.
    const double remembered = 2 * slow_turn * memory.impact_speed;
    const double slow = law.turning_point ? remembered : std::max(remembered, resolution);
    double inwards = 0;
    for (std::size_t i = 0; i < k; ++i) inwards = std::max(inwards, samples_[i][s].rate);
    // One below the previous maximum changes neither.
    const bool deepest = law.turning_point || !(to.indentation < memory.max_indentation);
    if (deepest && inwards > slow && a.rate > 0 && b.rate <= 0)
        return between(ContactEvent::turning, s, low, part, -a.rate, -b.rate);
    for (std::size_t last = k == 2 ? 1 : k; last <= k && k >= 2; ++last) {
        const double rising = force_rate(s, last - 1, k, part);
        const double falling = force_rate(s, last, k, part);
        const double from = part * static_cast<double>(last - 1);
        const double top = from + part * rising / (rising - falling);
        if (!(rising > 0 && falling <= 0)) continue;
        // If the accepted states at both ends show the peak to the method's tolerance, no other one is needed.
        const double largest = samples_[last - 1][s].force + 0.5 * rising * (top - from);
        const bool higher = largest > (1 + tolerance) * std::max(samples_[0][s].force, samples_[parts][s].force);
        if (higher && largest >= deepest_force(s) && top > 1e-3 * h && top < h * (1 - 1e-3))
            return Crossing{ContactEvent::peak, s, from, from + part, top};
    }
    return {};
}

}  // namespace jounce::time
