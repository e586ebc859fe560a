// The first step of a slip in a plane that begins at rest under a force that hardly exceeds friction.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/adaptive/explicit_steps.hpp"

namespace jounce::time {

namespace {
constexpr double just_begun = 1e-3;  // of the speed that counts as rest: a slip that has made no step yet
constexpr double hardly = 1.05;      // a holding force over friction up to which a slip follows it
constexpr double slow = 0.05;        // of what friction takes from a slip in a step: a slip whose direction has followed
}  // namespace

std::optional<std::size_t> ExplicitSteps::slip_at_rest(const State& from) const {
    std::optional<std::size_t> found;
    for (std::size_t f = 0; f < from.frictions.size(); ++f) {
        const FrictionState& now = from.frictions[f];
        if (now.status == FrictionStatus::open) continue;
        const bool begins = slips_in_plane(system_.frictions[f], now) && !system_.frictions[f].around &&
                            plane_[f].speed <= just_begun * plane_[f].rest;
        if (found || !begins) return {};
        found = f;
    }
    for (std::size_t s = 0; s < law_.size(); ++s) {
        if (law_[s]->rigid && from.sides[s].memory.closed) return {};
    }
    return found;
}

// With r the holding force and w the rate at which it turns, the direction of the slip lags by w |s|/(W |r|).
std::optional<StepReport> ExplicitSteps::begin_slip(const State& from, State& to, double end_time, std::size_t friction) {
    StepReport report;
    flow_.follow_hold(friction);
    flow_.rate(y_.data(), start_.data());
    const contact::Slip direction = flow_.at().frictions[friction].direction;
    if (flow_.holding() > hardly * contact::norm(flow_.at().frictions[friction].force)) return {};
    const double length = end_time - from.time, push = flow_.push(), mobility = flow_.slip_mobility(friction);
    double h = std::min(length, from.algorithm[0] > 0 ? 100 * from.algorithm[0] : first_size(from, length));
    bool cut = false;
    for (int trial = 0; trial < 60 && h > 32 * epsilon * std::abs(from.time); ++trial) {
        flow_.set_push(push);
        const auto error = [&](const double* increment, const double* change) { return excess(h, increment, change); };
        const auto result = steps_.step(flow_, error, y_.data(), start_.data(), h, increment_.data());
        report.evaluations += result.evaluations;
        if (!result.converged) {
            h = result.next;
            cut = false;
            continue;
        }
        for (std::size_t i = 0; i < end_.size(); ++i) end_[i] = y_[i] + increment_[i];
        flow_.rate(end_.data(), end_rate_.data());
        ++report.evaluations;
        const FrictionState& there = flow_.at().frictions[friction];
        const double speed = contact::norm(there.velocity), taken = mobility * contact::norm(there.force) * h;
        const double turned = std::hypot(there.direction[0] - direction[0], there.direction[1] - direction[1]);
        const double off = speed * turned * (speed / taken + 0.1 * turned);
        const double allowed = tolerance_ * (speed_ + flow_.push() * h);
        if (!cut && (off > allowed || !(speed < slow * taken))) {
            h *= off > allowed ? std::clamp(0.8 * std::cbrt(allowed / off), 0.1, 0.8) : 0.5;
            continue;
        }
        if (!(speed > plane_[friction].rest)) return {};  // nothing is gained
        const double shorter = cut ? h : end_within(from, h, report);
        if (shorter < h) {
            cut = true;
            h = shorter;
            continue;
        }
        flow_.take(from, increment_.data(), h == length ? end_time : from.time + h, to);
        to.algorithm[0] = speed / taken * h;
        return report;
    }
    return {};
}

}  // namespace jounce::time
