// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/opening_watch.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/roots.hpp"
#include "contact/response/status.hpp"
#include "nonlinear/variation/law_derivative.hpp"

namespace jounce::nonlinear {

OpeningWatch::OpeningWatch(const System& system, const time::Method& method, double spacing)
    : system_(system), spacing_(spacing), within_(system, method), rate_(static_cast<std::size_t>(system.sides)) {
    for (const Contact& contact : system.contacts)
        contact_.insert(contact_.end(), static_cast<std::size_t>(contact.gap.sides()), &contact);
    for (const Contact* contact : contact_) by_force_.push_back(!system.mechanism && force_closes_apart(*contact->law));
    if (std::ranges::find(by_force_, true) != by_force_.end()) gradients_ = std::make_unique<SideGradients>(system);
}

void OpeningWatch::begin(const System&, const State&) {
    smallest_.reset();
    shallowest_.reset();
}

int OpeningWatch::gap_of(std::size_t side) const { return static_cast<int>(contact_[side] - system_.contacts.data()); }

contact::Motion OpeningWatch::towards(std::size_t side, const contact::Motion& motion, double acceleration) const {
    const contact::Response r = closed_response(*contact_[side]->law, motion, {});
    return {r.force / r.stiffness, motion.rate + r.damping / r.stiffness * acceleration};
}

contact::Motion OpeningWatch::towards(std::size_t side, const State& state) const {
    const contact::Motion& motion = state.sides[side].motion;
    return by_force_[side] ? towards(side, motion, gradients_->at(side, state).acceleration) : motion;
}

void OpeningWatch::add(const Minimum& found) {
    if (!smallest_ || found.opening < smallest_->opening) smallest_ = found;
}

namespace {
/// Does the force depend on the speed with which the contact began?
bool keeps_speed(const contact::Law& law, const SideState& side) {
    return !law.rigid && by_impact_speed(law, side.motion, side.memory) != 0;
}
}  // namespace

void OpeningWatch::accepted(const time::AcceptedStep& step) {
    const double h = step.after.time - step.before.time;
    if (!(h > 0)) return;
    within_.begin(step);
    if (within_.flies()) return scan_flight(step.before, h);
    for (std::size_t s = 0; s < contact_.size(); ++s) {
        const SideState& a = step.before.sides[s];
        const SideState& b = step.after.sides[s];
        const bool open = !a.memory.closed && !b.memory.closed, closed = a.memory.closed && b.memory.closed;
        if (open && towards(s, step.before).rate > 0 && towards(s, step.after).rate < 0) add(turning_point(s, step));
        if (!closed || !(a.motion.rate < 0 && b.motion.rate > 0) || !keeps_speed(*contact_[s]->law, a)) continue;
        const Minimum found = turning_point(s, step);
        if (!shallowest_ || found.opening > shallowest_->opening) shallowest_ = found;
    }
}

OpeningWatch::Minimum OpeningWatch::turning_point(std::size_t side, const time::AcceptedStep& step) {
    constexpr double accuracy = 1e-9;  // of the instant: the opening's error grows as its square
    const bool open = !step.before.sides[side].memory.closed;
    const auto of = [&](const State& state) { return open ? towards(side, state) : state.sides[side].motion; };
    const contact::Motion a = of(step.before), b = of(step.after);
    const double begin = step.before.time, end = step.after.time;
    bool reached = true;
    const auto rate = [&](double share) {
        if (share <= 0) return a.rate;
        if (share >= 1) return b.rate;
        const State* state = reached ? within_.at(begin + share * (end - begin)) : nullptr;
        reached = state != nullptr;
        return reached ? of(*state).rate : -a.rate;
    };
    const double time = begin + bracketed_root_of_values(rate, 0, 1, accuracy) * (end - begin);
    const State* state = reached ? within_.at(time) : nullptr;
    if (state != nullptr) return {-of(*state).indentation, time, side};
    const bool first = (a.indentation > b.indentation) == (a.rate > 0);
    return {-(first ? a : b).indentation, first ? begin : end, side};
}

contact::Motion OpeningWatch::towards_in_flight(std::size_t side, double after) {
    time::ModalFlight& flight = within_.flight();
    flight.at(after);
    const Contact& contact = *contact_[side];
    double x[2] = {}, v[2] = {}, a[2] = {};
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const time::RowMotion row = flight.row(static_cast<std::size_t>(contact.first_row + i));
        x[i] = row.value;
        v[i] = row.first;
        a[i] = row.second;
    }
    const contact::SideMotion at = side_motion(contact.gap, static_cast<int>(side) - contact.first_side, x, v);
    if (!by_force_[side]) return at.motion;
    double acceleration = 0;
    for (int i = 0; i < contact.gap.coordinates(); ++i) acceleration += at.normal[static_cast<std::size_t>(i)] * a[i];
    if (at.radius > 0) acceleration += (v[0] * v[0] + v[1] * v[1] - at.motion.rate * at.motion.rate) / at.radius;
    return towards(side, at.motion, acceleration);
}

void OpeningWatch::scan_flight(const State& from, double length) {
    begin_ = from.time;
    for (std::size_t s = 0; s < rate_.size(); ++s)
        rate_[s] = by_force_[s] ? towards_in_flight(s, 0).rate : from.sides[s].motion.rate;
    const int parts = std::max(1, static_cast<int>(std::ceil(length / spacing_)));
    for (int k = 1; k <= parts; ++k) {
        const double low = length * (k - 1) / parts, high = length * k / parts;
        for (std::size_t s = 0; s < rate_.size(); ++s) {
            const double rate = towards_in_flight(s, high).rate;
            if (rate_[s] > 0 && rate < 0) {
                const double t =
                    bracketed_root_of_values([&](double after) { return towards_in_flight(s, after).rate; }, low, high);
                add({-towards_in_flight(s, t).indentation, begin_ + t, s});
            }
            rate_[s] = rate;
        }
    }
}

}  // namespace jounce::nonlinear
