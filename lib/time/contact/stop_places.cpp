// Places of rigid stops: no accepted state may have a closed stop away from its surface, or a body inside an open one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/stop_places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/messages/told_apart.hpp"
#include "system/mechanism/mechanism.hpp"

namespace jounce::time {

namespace {
constexpr double of_start = 1e-9, least_clearance = 1e-3;  // [m]; what a start may be inside
constexpr double of_place = 1e-6;  // more than the rounding of functions of scripts, whose derivatives have nine digits
constexpr double of_way = 0.2;     // in a step
}  // namespace

StopPlaces::StopPlaces(const System& system, double step) : system_(system), step_(step) {
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        const double rounding = of_start * (least_clearance + std::abs(contact.gap.clearance));
        for (int s = 0; s < contact.gap.sides(); ++s)
            sides_.push_back({static_cast<std::size_t>(contact.first_side + s), &contact, rounding});
    }
    if (!sides_.empty() && system.mechanism) scales_ = std::make_unique<MechanismScales>(system);
}

double StopPlaces::bound(std::size_t side, const State& state) const {
    const auto at = std::ranges::find(sides_, side, &Side::index);
    if (at == sides_.end()) return 0;
    const Terms most = terms(*at, state);
    return most.place + most.step;
}

StopPlaces::Terms StopPlaces::terms(const Side& side, const State& state) const {
    const contact::GapGeometry& gap = side.contact->gap;
    double place = 0, speed = 0, acceleration = 0;
    for (int i = 0; i < gap.coordinates(); ++i) {
        const SparseRow& row = system_.rows[static_cast<std::size_t>(side.contact->first_row + i)];
        for (std::size_t e = 0; e < row.index.size(); ++e) {
            const double c = std::abs(row.coefficient[e]);
            place += c * std::abs(state.q[row.index[e]]);
            speed += c * std::abs(state.v[row.index[e]]);
            acceleration += c * std::abs(state.a[row.index[e]]);
        }
    }
    if (gap.coordinates() == 0) {
        place = scales_->largest(state.q);
        speed = scales_->largest(state.v);
        acceleration = scales_->largest(state.a);
    }
    return {of_place * (least_clearance + std::abs(gap.clearance) + place), step_ * (of_way * speed + step_ * acceleration)};
}

void StopPlaces::begin(const State& state) {
    for (Side& side : sides_) {
        const SideState& at = state.sides[side.index];
        side.largest = at.memory.closed ? distance(at) : 0;
    }
}

void StopPlaces::require(Side& side, double off, const State& state) {
    const Terms allowance = terms(side, state);
    side.largest = std::max(side.largest, allowance.step);
    const double most = allowance.place + side.largest;
    if (off <= most) return;
    const SideState& at = state.sides[side.index];
    const auto [distance, allowed] = told_apart(off, most, 3);
    throw computation_failed(
        fmt::format("model '{}': rigid stop '{}' is {} at t = {} s and {} m {} its surface, more than the {} m that a step may "
                    "err: an impact or a release was missed; a smaller step is needed, or, if that changes nothing, this is an "
                    "error of Jounce, to be reported",
                    system_.name, side.contact->name, at.memory.closed ? "closed" : "open", time_text(state.time), distance,
                    at.motion.indentation > 0 ? "behind" : "in front of", allowed));
}

}  // namespace jounce::time
