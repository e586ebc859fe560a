// Stick and slip of set-valued frictions: event functions, and the switch at the instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/friction_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/roots.hpp"
#include "linalg/dense/dense.hpp"
#include "time/equations/stick_excess.hpp"

namespace jounce::time {

using contact::dot;
using contact::FrictionCone;
using contact::Slip;

namespace {
// In a plane, a slip that turned by a right angle within a step has stopped if its speed fell below this fraction.
constexpr double stopped = 0.2;
// Tolerance of a located event at the dead band: the located speed is that of the band to round-off, on either side of
// it, and would otherwise be located again and again.
constexpr double band_edge = 1 + 1e-9;
// Of the speeds whose difference tells whether a given motion jumps.
constexpr double speed_rounding = 1e-9;
// Of a slip that sticks are to bring to rest: more is kept by closed stops.
constexpr double kept_speed = 1e-6;
constexpr double least_excess = std::numeric_limits<double>::min();  // [N]
/// The part of given motions in a slip velocity, and a bound of its change in unit time.
struct GivenRates {
    Slip rate{};
    double change = 0;
};

GivenRates given_rates(const System& system, const State& state, const Friction& friction, double time) {
    const SlipRows rows = slip_rows(system, state, friction);
    GivenRates out;
    for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(rows.row[l])];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const auto& motion = system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
            const SignalSample sample = motion.signal->sample(time);
            for (std::size_t k = 0; k < 2; ++k) {
                const double share = rows.share[k][l] * row.prescribed_coefficient[e];
                out.rate[k] += share * sample.first;
                out.change += std::abs(share * sample.second);
            }
        }
    }
    return out;
}

/// Does a slip pass through rest within a step from one velocity to the other? In a plane its direction can turn without rest.
bool passes_rest(const Slip& before, const Slip& after) {
    if (!(dot(before, after) < 0)) return false;
    const double between = std::hypot(after[0] - before[0], after[1] - before[1]);
    return std::abs(before[0] * after[1] - before[1] * after[0]) <= stopped * contact::norm(before) * between;
}

bool between_frames(const System& system, const Friction& friction) {
    return friction.contact >= 0 &&
           system.contacts[static_cast<std::size_t>(friction.contact)].gap.shape == contact::GapShape::frames;
}

/// More than a continuous function changes, to rounding.
bool jumps(const GivenRates& a, const GivenRates& b, double duration) {
    const double change = std::hypot(b.rate[0] - a.rate[0], b.rate[1] - a.rate[1]);
    return change > 2 * (a.change + b.change) * duration + speed_rounding * (contact::norm(a.rate) + contact::norm(b.rate));
}

}  // namespace

FrictionWatch::FrictionWatch(const System& system, bool follows)
    : system_(&system),
      held_(system.frictions.size()),
      speed_(system.frictions.size()),
      follows_(follows),
      plane_(system.frictions.size()) {
    for (std::size_t i = 0; i < system.frictions.size(); ++i) {
        if (system.frictions[i].law->cone) watched_.push_back(static_cast<int>(i));
    }
}

void FrictionWatch::examine(const State& before, const State& after, std::vector<EventCandidate>& candidates) {
    const double h = after.time - before.time;
    for (const int i : watched_) {
        const auto at = static_cast<std::size_t>(i);
        const FrictionState& b = before.frictions[at];
        const FrictionState& a = after.frictions[at];
        if (a.status == FrictionStatus::open) continue;
        held_[at] = a.direction;
        speed_[at] = contact::norm(b.velocity);
        if (follows_ && slips_in_plane(system_->frictions[at], b)) plane_[at] = PlaneSlip(*system_, before, at);
        const auto examine_function = [&](ContactEvent event) {
            const double end = value(i, event, after).value;
            if (!(end > 0)) return;
            const double begin = value(i, event, before).value;
            const bool ends = event == ContactEvent::slip_ends;
            // One that has just begun is slower than the rounding of its speed for some time, and so is one at its bound beside
            // a stick. Explicit steps need its direction at once.
            const bool slow = follows_ ? rests_between_frames(at, begin) : std::abs(begin) <= rounding_of_slip;
            if (ends && slow && end <= rounding_of_slip) return;
            candidates.push_back({i, event, ends ? end_of_slip(at, before, begin, end, h) : linear_zero(begin, end, h), true});
        };
        if (a.status == FrictionStatus::stick) {
            examine_function(ContactEvent::stick_breaks);
        } else {
            examine_function(ContactEvent::slip_ends);
            if (a.breaking) examine_function(ContactEvent::band_left);
        }
    }
}

bool FrictionWatch::rests_between_frames(std::size_t friction, double speed) const {
    return between_frames(*system_, system_->frictions[friction]) && std::abs(speed) <= rounding_of_slip;
}

// A slip that begins from rest is at its zero and leaves it: the parabola with its speed and acceleration there, and its speed at
// the end, returns later. Between frames no rows give an acceleration, and the sign of a speed at rest is rounding: the middle.
double FrictionWatch::end_of_slip(std::size_t at, const State& before, double begin, double end, double h) const {
    const Friction& of = system_->frictions[at];
    const bool line = !(follows_ && of.directions == 2);
    if (rests_between_frames(at, begin)) return 0.5 * h;
    const double fall = line ? h * dot(slip_acceleration(*system_, of, before), held_[at]) : 0.0, bend = end - begin + fall;
    const double root = fall * fall - 4 * bend * begin;
    if (!(fall > 0 && bend > 0 && root >= 0)) return linear_zero(begin, end, h);
    return std::fmin(h * (fall + std::sqrt(root)) / (2 * bend), h);
}

EventWatch::Value FrictionWatch::value(int friction, ContactEvent event, const State& state) const {
    const auto at = static_cast<std::size_t>(friction);
    const Friction& of = system_->frictions[at];
    const FrictionState& f = state.frictions[at];
    const FrictionCone& cone = *of.law->cone;
    if (event == ContactEvent::stick_breaks) {
        // Negative also where the force and its bound are both zero, before either begins. Beside other sticks, a force has the
        // rounding of theirs.
        double largest = 0;
        for (const FrictionState& other : state.frictions) {
            if (other.status == FrictionStatus::stick) largest = std::fmax(largest, contact::norm(other.force));
        }
        const double size = contact::norm(f.force);
        const double beyond = stick_excess(cone, f);
        const double excess = std::fmin(beyond, size - rounding_of_largest_force * largest);
        return {excess > 0 ? excess : std::fmin(excess, -least_excess), 0};
    }
    const double band = f.breaking ? 0.0 : cone.dead_band;
    if (follows_ && of.directions == 2) {
        const double speed = contact::norm(f.velocity);
        const double slope = of.around || !(speed > 0) ? 0 : dot(slip_acceleration(*system_, of, state), f.velocity) / speed;
        if (event == ContactEvent::band_left) return {speed - cone.dead_band, std::fmax(slope, 0.0)};
        return {plane_[at].ended(f.velocity, band), std::fmax(-slope, 0.0)};
    }
    const Slip& e = held_[at];
    // The slope from the accelerations; for a turning tangent the secant is used.
    const double slope = of.around ? 0 : dot(slip_acceleration(*system_, of, state), e);
    const double speed = dot(f.velocity, e);
    if (event == ContactEvent::band_left) return {speed - cone.dead_band, std::fmax(slope, 0.0)};
    return {band - speed, std::fmax(-slope, 0.0)};
}

bool FrictionWatch::stops(int friction, const State& state) const {
    const auto at = static_cast<std::size_t>(friction);
    if (system_->frictions[at].directions == 1) return true;
    const FrictionCone& cone = *system_->frictions[at].law->cone;
    const double rest = follows_ ? location_of_rest * plane_[at].rest : std::fmax(stopped * speed_[at], rounding_of_slip);
    return contact::norm(state.frictions[at].velocity) <= std::fmax(rest, band_edge * cone.dead_band);
}

FrictionSwitching::FrictionSwitching(const System& system, const FrictionWatch& watch, HeldMotions& motions)
    : system_(&system), watch_(&watch), motions_(motions) {}

void FrictionSwitching::add(const EventCandidate& candidate) {
    const auto same = [&](const EventCandidate& c) { return c.side == candidate.side; };
    if (std::none_of(collected_.begin(), collected_.end(), same)) collected_.push_back(candidate);
}

bool FrictionSwitching::passes_rest(const State& before, const State& after, std::size_t friction) const {
    const FrictionState &was = before.frictions[friction], &now = after.frictions[friction];
    return system_->frictions[friction].law->cone && was.status == FrictionStatus::slip && now.status == FrictionStatus::slip &&
           time::passes_rest(was.velocity, now.velocity);
}

bool FrictionSwitching::any_passes_rest(const State& before, const State& after) const {
    for (std::size_t i = 0; i < after.frictions.size(); ++i) {
        if (passes_rest(before, after, i)) return true;
    }
    return false;
}

void FrictionSwitching::add_ended_slips(const State& before, const State& after, const State& consistent) {
    for (std::size_t i = 0; i < after.frictions.size(); ++i) {
        const auto& cone = system_->frictions[i].law->cone;
        const FrictionState& was = before.frictions[i];
        const FrictionState& now = after.frictions[i];
        if (!cone || now.status != FrictionStatus::slip) continue;
        // A beginning slip passes the dead band from below.
        const bool above = contact::norm(was.velocity) > cone->dead_band;
        const bool entered = above && contact::norm(now.velocity) <= cone->dead_band;
        const bool turned = passes_rest(before, after, i);
        if (entered || (turned && holds_at_rest(i, consistent)))
            add({static_cast<int>(i), ContactEvent::slip_ends, 0, true, turned});
    }
}

// The force F + a/W along each direction, W = b^T M^-1 b, keeps the slip constant.
bool FrictionSwitching::holds_at_rest(std::size_t friction, const State& state) {
    if (motions_.has_joints()) return true;  // the restart decides
    const FrictionState& f = state.frictions[friction];
    const Slip a = slip_acceleration(*system_, system_->frictions[friction], state);
    Slip holding = f.force;
    for (std::size_t k = 0; k < static_cast<std::size_t>(system_->frictions[friction].directions); ++k) {
        const HeldMotion slip = motions_.slip(state, friction, k);
        const double W = slip.column.dot(slip.influence);
        if (W > 0) holding[k] += a[k] / W;
    }
    return contact::norm(holding) <= stick_bound(*system_->frictions[friction].law->cone, f);
}

void FrictionSwitching::apply(State& state) {
    bool rests = false;
    for (const EventCandidate& event : collected_) {
        FrictionState& f = state.frictions[static_cast<std::size_t>(event.side)];
        if (f.status == FrictionStatus::open) continue;
        if (event.event == ContactEvent::band_left) {
            leave_band(state);
        } else if (event.event == ContactEvent::stick_breaks) {
            break_stick(static_cast<std::size_t>(event.side), state);
        } else if (event.rests || watch_->stops(event.side, state)) {
            f.status = FrictionStatus::stick;
            rests = true;
        } else {
            const double speed = contact::norm(f.velocity);
            if (speed > 0) f.direction = {f.velocity[0] / speed, f.velocity[1] / speed};
        }
    }
    if (!rests) return;
    bring_to_rest(state);
    for (FrictionState& f : state.frictions) f.breaking = f.breaking && f.status != FrictionStatus::stick;
    // Frictions on the same motion have come to rest, too.
    stick_at_rest(state);
}

// The start after the event decides which can stick.
void FrictionSwitching::stick_at_rest(State& state) const {
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        FrictionState& f = state.frictions[i];
        if (f.status != FrictionStatus::slip || !system_->frictions[i].law->cone) continue;
        if (contact::norm(motions_.slip_velocity(state, i)) > rounding_of_slip) continue;
        f.status = FrictionStatus::stick;
        f.breaking = false;
    }
}

bool FrictionSwitching::given_speed_jumps(const State& state, std::size_t friction) const {
    const double before = std::nextafter(state.time, -1.0);
    if (!motions_.has_joints()) {
        const Friction& of = system_->frictions[friction];
        return jumps(given_rates(*system_, state, of, before), given_rates(*system_, state, of, state.time), state.time - before);
    }
    // At the same q and v, the slip itself: frames that drivers move have no rows.
    const Slip was = motions_.slip_velocity(state, friction, before), now = motions_.slip_velocity(state, friction);
    return std::hypot(now[0] - was[0], now[1] - was[1]) >
           speed_rounding * (contact::norm(was) + contact::norm(now)) + rounding_of_slip * state.v.lpNorm<Eigen::Infinity>();
}

void FrictionSwitching::slip_where_speeds_jump(State& state) const {
    if (system_->recovery.prescribed.empty()) return;
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        FrictionState& f = state.frictions[i];
        const Friction& friction = system_->frictions[i];
        if (f.status == FrictionStatus::open || !friction.law->cone || !given_speed_jumps(state, i)) continue;
        const Slip slip = motions_.slip_velocity(state, i);
        const double speed = contact::norm(slip);
        if (!(speed > friction.law->cone->dead_band)) continue;
        f.status = FrictionStatus::slip;
        f.breaking = false;
        f.direction = {slip[0] / speed, slip[1] / speed};
    }
}

// All that leave their dead bands at this instant to rounding leave them together: at its edge the slip of another one would end.
void FrictionSwitching::leave_band(State& state) const {
    for (const EventCandidate& event : collected_) {
        if (event.event == ContactEvent::band_left) state.frictions[static_cast<std::size_t>(event.side)].breaking = false;
    }
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        FrictionState& f = state.frictions[i];
        if (!f.breaking || f.status != FrictionStatus::slip) continue;
        if (contact::norm(f.velocity) * band_edge >= system_->frictions[i].law->cone->dead_band) f.breaking = false;
    }
}

// Along the force that held it. Where that is zero with the normal force, the next step decides from an instant ahead.
void FrictionSwitching::break_stick(std::size_t friction, State& state) {
    FrictionState& f = state.frictions[friction];
    if (f.status != FrictionStatus::stick) return;  // slips with another one
    Slip force = f.force;
    if (!(contact::norm(force) > 0) && ahead_ != nullptr) force = ahead_->frictions[friction].force;
    const double size = contact::norm(force);
    if (!(size > 0)) return;
    break_with(friction, {force[0] / size, force[1] / size}, state);
    slip_along(*system_->frictions[friction].law->cone, force, f);
}

// Sticks that hold the same motion slip with it: an impulse p along e_f changes the slips by W_if e_f p, W = b^T M^-1 b, and the
// motion is the same where W_if^T W_ii^-1 W_if = W_ff. With joints, so do those with the same part of what they can hold.
void FrictionSwitching::break_with(std::size_t friction, const Slip& along, State& state) {
    constexpr double same = 1e-9, at_once = 1e-6;
    const auto sticks = [](const FrictionState& f) { return f.status == FrictionStatus::stick; };
    if (std::ranges::count_if(state.frictions, sticks) < 2) return;
    const std::vector<HeldMotion> all = motions_.at(state);
    linalg::Vector motion = linalg::Vector::Zero(system_->size()), answer = motion;
    for (const HeldMotion& one : all) {
        if (one.stop || one.friction != friction) continue;
        motion += along[one.component] * one.column;
        answer += along[one.component] * one.influence;
    }
    const double whole = motion.dot(answer);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::size_t i = all[k].friction;
        if (all[k].stop || i == friction || all[k].component != 0 || !sticks(state.frictions[i])) continue;
        const bool plane = system_->frictions[i].directions == 2;
        const HeldMotion &one = all[k], &other = all[plane ? k + 1 : k];
        const Slip moved{one.column.dot(answer), plane ? other.column.dot(answer) : 0.0};
        const double a = one.column.dot(one.influence), b = plane ? one.column.dot(other.influence) : 0.0;
        const double c = plane ? other.column.dot(other.influence) : 1.0, determinant = a * c - b * b;
        const double part = (c * moved[0] * moved[0] - 2 * b * moved[0] * moved[1] + a * moved[1] * moved[1]) / determinant;
        if (part >= (1 - same) * whole && contact::norm(moved) > 0) {
            slip_along(*system_->frictions[i].law->cone, moved, state.frictions[i]);
            continue;
        }
        const FrictionState& f = state.frictions[i];
        const double bound = stick_bound(*system_->frictions[i].law->cone, f), size = contact::norm(f.force);
        if (motions_.has_joints() && size > 0 && size >= bound * (1 - at_once))
            slip_along(*system_->frictions[i].law->cone, f.force, state.frictions[i]);
    }
}

// Over all sticks and all closed rigid stops: their rates are zero and remain zero. Where the slip left in a dead band is that of
// a given motion past a body on a closed stop, no impulse removes it: it goes on to its zero. What the location of its end leaves
// of such a slip stays in the stick: a stop keeps what rests on it.
void FrictionSwitching::bring_to_rest(State& state) {
    std::vector<HeldMotion> held = motions_.at(state);
    linalg::Vector P;
    for (bool kept = true; kept;) {
        const auto m = static_cast<Eigen::Index>(held.size());
        linalg::Vector speed(m);
        for (Eigen::Index a = 0; a < m; ++a) speed[a] = held[static_cast<std::size_t>(a)].speed;
        const linalg::Matrix W = mobility(held);
        P = linalg::least_solution(W, speed);
        const linalg::Vector left = (speed - W * P).cwiseAbs();
        kept = false;
        for (const HeldMotion& one : held) {
            FrictionState& f = state.frictions[one.friction];
            const double dead_band = one.stop ? 0 : system_->frictions[one.friction].law->cone->dead_band;
            // One that breaks loose has ended at its zero.
            if (!(dead_band > 0) || f.breaking || std::abs(one.speed) <= rounding_of_slip) continue;
            if (!(left.maxCoeff() > kept_speed * std::abs(one.speed))) continue;
            f.status = FrictionStatus::slip;
            f.breaking = kept = true;
        }
        if (!kept) {
            const auto stops = std::ranges::count_if(held, &HeldMotion::stop);  // they are the first ones
            if (stops > 0) P.head(stops) += linalg::least_solution(W.topLeftCorner(stops, stops), (speed - W * P).head(stops));
            break;
        }
        std::erase_if(held, [&](const HeldMotion& one) {
            return !one.stop && state.frictions[one.friction].status != FrictionStatus::stick;
        });
    }
    for (std::size_t a = 0; a < held.size(); ++a) {
        const HeldMotion& one = held[a];
        const double impulse = P[static_cast<Eigen::Index>(a)];
        state.v.noalias() -= impulse * one.influence;
        if (one.stop) continue;
        FrictionState& f = state.frictions[one.friction];
        f.impulse[one.component] = impulse;
        f.speed_before[one.component] = one.speed;
    }
}

}  // namespace jounce::time
