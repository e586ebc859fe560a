// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/probe_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers/hermite.hpp"
#include "base/numbers/roots.hpp"

namespace jounce::nonlinear {

namespace {

/// Is it a function of q, v and a alone?
bool of_motion(const Probe& probe) {
    using Quantity = Probe::Quantity;
    return probe.quantity == Quantity::displacement || probe.quantity == Quantity::velocity ||
           probe.quantity == Quantity::acceleration;
}

}  // namespace

ProbeWatch::ProbeWatch(const System& system, const time::Method& method, std::vector<Probe> probes, double spacing)
    : system_(system),
      probes_(std::move(probes)),
      only_motion_(std::ranges::all_of(probes_, of_motion)),
      spacing_(spacing),
      within_(system, method),
      ranges_(probes_.size()) {
    for (Instant* instant : {&low_, &high_}) {
        instant->value.resize(probes_.size());
        instant->rate.resize(probes_.size());
    }
}

void ProbeWatch::read(const State& state, Instant& instant) const {
    instant.time = state.time;
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        instant.value[i] = evaluate(probes_[i], system_, state);
        instant.rate[i] = evaluate_rate(probes_[i], system_, state);
    }
}

void ProbeWatch::include(const Instant& instant) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        ranges_[i].smallest = std::min(ranges_[i].smallest, instant.value[i]);
        ranges_[i].largest = std::max(ranges_[i].largest, instant.value[i]);
    }
}

void ProbeWatch::begin(const System&, const State& state) {
    read(state, low_);
    for (std::size_t i = 0; i < ranges_.size(); ++i) ranges_[i] = {low_.value[i], low_.value[i], low_.value[i]};
}

const State* ProbeWatch::state_at(double time) {
    if (within_.flies() && only_motion_) return &within_.motion(time - begin_);
    return within_.at(time);
}

void ProbeWatch::accepted(const time::AcceptedStep& step) {
    const double h = step.after.time - step.before.time;
    if (!(h > 0)) return;
    within_.begin(step);
    begin_ = step.before.time;
    // The fastest vibration moves by a radian between two instants, as long as these are not too many.
    constexpr double most = 16;
    double spacing = spacing_;
    if (within_.flies()) spacing = std::clamp(1 / within_.flight().highest_rate(), spacing_ / most, spacing_);
    const int parts = std::max(1, static_cast<int>(std::ceil(h / spacing)));
    read(step.before, low_);
    for (int k = 1; k <= parts; ++k) {
        const State* state = k == parts ? &step.after : state_at(begin_ + h * k / parts);
        if (state == nullptr) continue;
        read(*state, high_);
        include(high_);
        for (std::size_t i = 0; i < probes_.size(); ++i) search(i, low_, high_);
        std::swap(low_, high_);
    }
}

double ProbeWatch::rate_at(std::size_t probe, const Instant& instant, double inwards) {
    if (std::isfinite(instant.rate[probe])) return instant.rate[probe];
    const State* beside = state_at(instant.time + inwards);
    return beside != nullptr ? (evaluate(probes_[probe], system_, *beside) - instant.value[probe]) / inwards : 0;
}

void ProbeWatch::search(std::size_t probe, const Instant& low, const Instant& high) {
    const double width = high.time - low.time, beside = 1e-4 * width;
    const bool known = std::isfinite(low.rate[probe]) && std::isfinite(high.rate[probe]);
    const double first = rate_at(probe, low, beside), last = rate_at(probe, high, -beside);
    if (!(first * last < 0)) return;
    const ProbeRange& range = ranges_[probe];
    // A step ends at the turning point of a contact: a rate there is rounding.
    if (std::min(std::abs(first), std::abs(last)) * width <= 1e-11 * (range.largest - range.smallest)) return;
    // Can it exceed the extremes found so far? The cubic between both instants tells, with a margin.
    const CubicHermite cubic{width, low.value[probe], first, high.value[probe], last};
    const double margin = 0.01 * (range.largest - range.smallest);
    const double above = cubic.maximum() - std::max(low.value[probe], high.value[probe]),
                 below = std::min(low.value[probe], high.value[probe]) - cubic.minimum();
    if (first > 0 ? cubic.maximum() + above + margin < range.largest : cubic.minimum() - below - margin > range.smallest) return;
    const auto rate = [&](double share) {
        if (share <= 0) return first;
        if (share >= 1) return last;
        const State* state = state_at(low.time + share * width);
        if (state == nullptr) return 0.0;
        if (known) return evaluate_rate(probes_[probe], system_, *state);
        const double here = evaluate(probes_[probe], system_, *state);
        state = state_at(low.time + share * width + (share < 0.5 ? beside : -beside));
        return state != nullptr ? (evaluate(probes_[probe], system_, *state) - here) / (share < 0.5 ? beside : -beside) : 0.0;
    };
    constexpr double accuracy = 1e-7;  // of the instant: the error of the value is as its square
    const State* state = state_at(low.time + width * bracketed_root_of_values(rate, 0, 1, accuracy));
    if (state == nullptr) return;
    const double value = evaluate(probes_[probe], system_, *state);
    ranges_[probe].smallest = std::min(ranges_[probe].smallest, value);
    ranges_[probe].largest = std::max(ranges_[probe].largest, value);
}

void ProbeWatch::switched(const time::SwitchedState& event) {
    read(event.after, high_);
    include(high_);
}

}  // namespace jounce::nonlinear
