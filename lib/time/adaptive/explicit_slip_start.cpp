// The first steps of a slip in a plane that begins at rest under a force that hardly exceeds friction.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/adaptive/explicit_steps.hpp"

namespace jounce::time {

namespace {
constexpr double slow = 0.05;     // of what friction took from a slip since it began: a slip whose direction has followed
constexpr double followed = 0.1;  // of the allowed error: the lag of such a direction
constexpr double of_turn = 0.3;   // of the slip times the square of its turn, which unequal masses add
constexpr double most = 0.5;      // of an allowed lag, before a step is made
constexpr double stiff = 20;      // directions that turn by as many radians, if explicit steps are to follow
}  // namespace

std::optional<std::size_t> ExplicitSteps::slip_along_hold(const State& from, double length) const {
    std::optional<std::size_t> found;
    for (std::size_t f = 0; f < from.frictions.size(); ++f) {
        const FrictionState& now = from.frictions[f];
        if (now.status == FrictionStatus::open) continue;
        if (found || !slips_in_plane(system_.frictions[f], now)) return {};
        found = f;
    }
    if (!found || plane_[*found].speed <= plane_[*found].rest) return found;
    const double speed = plane_[*found].speed;
    const double taken = flow_.slip_mobility(*found) * contact::norm(from.frictions[*found].force);
    const double rise =
        contact::dot(slip_acceleration(system_, system_.frictions[*found], from), from.frictions[*found].velocity);
    // What friction took since it began, as the slip grows with the square of the time: taken * 2 speed/rate.
    if (!(rise > 0) || rise > 2 * slow * taken * speed || taken * length < stiff * speed) return {};
    return found;
}

// With r the holding force and w the rate at which the direction e turns, that of the slip lags by w |s|/(W |r|).
std::optional<StepReport> ExplicitSteps::begin_slip(const State& from, State& to, double end_time, std::size_t friction) {
    StepReport report;
    flow_.follow_hold(friction);
    flow_.rate(y_.data(), start_.data());
    const FrictionState& begin = flow_.at().frictions[friction];
    const contact::Slip direction = begin.direction;
    const double mobility = flow_.least_mobility(), rate = flow_.rise();
    if (!(mobility > 0) || flow_.holding() > BeginningSlip::hardly * contact::norm(begin.force)) return {};
    const double first = plane_[friction].speed > plane_[friction].rest ? plane_[friction].speed : 0;
    if (first > 0) {
        const double lag = std::hypot(begin.velocity[0] - first * direction[0], begin.velocity[1] - first * direction[1]);
        if (!(rate > 0) || lag > followed * tolerance_ * speed_) return {};
    }
    const double before = first > 0 ? 2 * first / rate : 0;  // since it began
    const double length = end_time - from.time, push = flow_.push();
    // An event may have left a far smaller step than this slip needs.
    double h = std::min(length, std::max(100 * from.algorithm[0], first_size(from, length)));
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
        const double speed = contact::norm(there.velocity), force = mobility * contact::norm(there.force), taken = force * h;
        const double turned = std::hypot(there.direction[0] - direction[0], there.direction[1] - direction[1]);
        const double off = speed * turned * (speed / taken + of_turn * turned);
        const double allowed = tolerance_ * (speed_ + flow_.push() * h);
        if (!cut && (off > allowed || !(speed < slow * force * (before + h)))) {
            // As fast as it is already, its direction lags by too much.
            if (first * turned * first / taken > most * allowed) return {};
            h *= off > allowed ? std::clamp(0.8 * std::cbrt(allowed / off), 0.1, 0.8) : 0.5;
            continue;
        }
        if (!(speed > plane_[friction].rest) && h < length) return {};  // nothing is gained
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
