// event_driven for Systems with joints: the first step of a slip in a plane that begins at rest under a force that hardly exceeds
// friction.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <optional>

#include "time/adaptive/mechanism_steps.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::time {

namespace {
constexpr double follows_up_to = 1.05;  // a holding force over friction up to which a slip follows it
}  // namespace

// The direction of the slip turns at a rate of order |r|/|s|, at first without bound: no explicit step follows it, and the force
// of its law along what is rounding would let it end at once, again and again.
void MechanismSteps::follow_beginning_slip(const State& from) {
    std::optional<std::size_t> begins;
    for (std::size_t f = 0; f < from.frictions.size(); ++f) {
        const FrictionState& now = from.frictions[f];
        const Friction& friction = system_.frictions[f];
        if (!slips_in_plane(friction, now) || contact::norm(now.velocity) > rounding_of_slip) continue;
        if (begins || dynamics_.rubs()[f].rigid) return;
        begins = f;
    }
    if (!begins || singular_.covers(from.time)) return;
    flow_.follow_hold(*begins);
    flow_.rate(y_.data(), start_.data());
    hold_at_begin_ = flow_.holding();
    const double hold = contact::norm(hold_at_begin_);
    if (hold > 0 && hold <= follows_up_to * contact::norm(flow_.friction_force(*begins))) return;
    flow_.follow_hold(flow_.frictions());
    flow_.rate(y_.data(), start_.data());
}

// With r the holding force and w the rate at which it turns, the direction of the slip lags by w |s|/(W |r|).
MechanismSteps::FollowedSlip MechanismSteps::followed_slip(double h) {
    const std::size_t f = flow_.followed();
    for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + increment_[i];
    flow_.rate(trial_.data(), rate_.data(), false);
    const double begin = contact::norm(hold_at_begin_), end = contact::norm(flow_.holding());
    FollowedSlip out;
    out.speed = contact::norm(dynamics_.rubs()[f].slip);
    out.taken = flow_.slip_mobility() * contact::norm(flow_.friction_force(f)) * h;
    const double turned = end > 0 ? std::hypot(flow_.holding()[0] / end - hold_at_begin_[0] / begin,
                                               flow_.holding()[1] / end - hold_at_begin_[1] / begin)
                                  : 0.0;
    out.off = out.speed * turned * (out.speed / out.taken + 0.1 * turned);
    return out;
}

}  // namespace jounce::time
