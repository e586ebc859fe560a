// event_driven for Systems with joints: the first step of a slip in a plane that begins at rest under a force that hardly exceeds
// friction.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <optional>

#include "time/adaptive/mechanism_steps.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::time {

namespace {
constexpr double of_turn = 0.1;  // of the slip times the square of its turn
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
    force_at_begin_ = flow_.friction_force(*begins);
    const double hold = contact::norm(flow_.holding());
    if (hold > 0 && hold <= BeginningSlip::hardly * contact::norm(force_at_begin_)) return;
    flow_.follow_hold(flow_.frictions());
    flow_.rate(y_.data(), start_.data());
}

// With w the rate at which the direction e turns, it lags by w |s|/(W |r|); with unequal masses A = W^-1 the slip grows by
// w |s| (e.A e_perp)/(e.A e) less than without.
MechanismSteps::FollowedSlip MechanismSteps::followed_slip(double h) {
    const std::size_t f = flow_.followed();
    for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + increment_[i];
    flow_.rate(trial_.data(), rate_.data(), false);
    const contact::Slip& begin = force_at_begin_;
    const contact::Slip& end = flow_.friction_force(f);
    const double size = contact::norm(end), before = contact::norm(begin);
    FollowedSlip out;
    out.speed = contact::norm(dynamics_.rubs()[f].slip);
    out.taken = flow_.least_mobility() * size * h;
    const contact::Slip e = size > 0 ? contact::Slip{end[0] / size, end[1] / size} : contact::Slip{};
    const contact::Slip change = before > 0 ? contact::Slip{e[0] - begin[0] / before, e[1] - begin[1] / before} : e;
    const double turned = contact::norm(change);
    const std::array<double, 4>& A = flow_.slip_inertia();
    const double across = e[0] * (A[0] * change[0] + A[1] * change[1]) + e[1] * (A[2] * change[0] + A[3] * change[1]);
    const double along = e[0] * (A[0] * e[0] + A[1] * e[1]) + e[1] * (A[2] * e[0] + A[3] * e[1]);
    const double slower = along > 0 ? std::abs(across) / (3 * along) : 0;
    out.off = out.speed * (turned * (out.speed / out.taken + of_turn * turned) + slower);
    return out;
}

}  // namespace jounce::time
