// Evaluation of a tabulated signal.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/tabulated_signal.hpp"

#include <algorithm>

#include "base/messages/text.hpp"
#include "system/signals/cubic_spline.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::signals {

Tabulated::Tabulated(std::vector<double> times, std::vector<double> values, Interpolation interpolation, Outside outside,
                     std::string what)
    : times_(std::move(times)),
      values_(std::move(values)),
      outside_(outside),
      what_(std::move(what)),
      slack_(1e-9 * (times_.back() - times_.front())) {
    if (interpolation == Interpolation::cubic) second_ = spline_second_derivatives(times_, values_);
}

// Value and derivatives of the piece between instants i and i + 1 (docs/theory/damping-and-signals.md, eq. 7).
SignalSample Tabulated::at(std::size_t i, double t) const {
    const double h = times_[i + 1] - times_[i];
    const double slope = (values_[i + 1] - values_[i]) / h;
    const double s = t - times_[i];
    if (second_.empty()) return {values_[i] + slope * s, slope, 0};
    const double m0 = second_[i];
    const double third = (second_[i + 1] - m0) / h;
    const double b = slope - h * (2 * m0 + second_[i + 1]) / 6;
    return {values_[i] + s * (b + s * (m0 / 2 + s * third / 6)), b + s * (m0 + s * third / 2), m0 + s * third};
}

SignalSample Tabulated::sample(double t) const {
    const double from = times_.front();
    const double to = times_.back();
    if (t < from || t >= to) {
        const bool early = t < from;
        switch (outside_) {
            case Outside::hold:
                return {early ? values_.front() : values_.back(), 0, 0};
            case Outside::zero:
                return {};
            case Outside::error:
                break;
        }
        if (t < from - slack_ || t > to + slack_) {
            throw computation_failed(what_ + " covers " + extent() + " only, but the value at t = " + shortest(t) +
                                     " s is required; outside = 'hold' or 'zero' extends the table");
        }
        return early ? at(0, from) : at(times_.size() - 2, to);
    }
    return at(index(t), t);
}

// Index of the last instant not after t, for t within the table.
std::size_t Tabulated::index(double t) const {
    const auto after = std::upper_bound(times_.begin(), times_.end(), t);
    return static_cast<std::size_t>(after - times_.begin()) - 1;
}

std::optional<SignalPiece> Tabulated::piece(double t) const {
    const SignalSample s = sample(t);  // throws outside the table
    const bool early = t < times_.front();
    const bool late = t >= times_.back();
    if ((early || late) && outside_ != Outside::error) return constant_piece(t, early ? times_.front() : endless, s.value);
    // Rounding may put t slightly beyond the ends: the nearest line or cubic is extended.
    const std::size_t i = early ? 0 : late ? times_.size() - 2 : index(t);
    const double third = second_.empty() ? 0 : (second_[i + 1] - second_[i]) / (times_[i + 1] - times_[i]);
    return SignalPiece{
        .begin = t, .end = late ? endless : times_[i + 1], .polynomial = {s.value, s.first, s.second / 2, third / 6}};
}

std::vector<double> Tabulated::breaks(double from, double to) const {
    if (!second_.empty()) {
        if (outside_ == Outside::error) return {};
        std::vector<double> out;
        for (const double t : {times_.front(), times_.back()}) {
            if (t > from && t <= to) out.push_back(t);
        }
        return out;
    }
    return {std::upper_bound(times_.begin(), times_.end(), from), std::upper_bound(times_.begin(), times_.end(), to)};
}

int Tabulated::smoothness() const {
    if (outside_ == Outside::zero && (values_.front() != 0 || values_.back() != 0)) return -1;
    return second_.empty() || outside_ != Outside::error ? 0 : 2;
}

void Tabulated::require_defined(double from, double to) const {
    if (outside_ != Outside::error || (from >= times_.front() - slack_ && to <= times_.back() + slack_)) return;
    // `to` equals `from` when only the start is known.
    throw bad_case(what_ + " must cover the run from " + shortest(from) + (from < to ? " to " + shortest(to) + " s" : " s on") +
                   ", got " + extent() + "; outside = 'hold' or 'zero' extends the table");
}

Table Tabulated::without_file(const Table& recipe) const {
    Table out;
    for (const auto& [key, value] : recipe)
        if (key != "file" && key != "columns") out.set(key, value);
    out.set("times", List(times_.begin(), times_.end()));
    out.set("values", List(values_.begin(), values_.end()));
    return out;
}

std::string Tabulated::extent() const { return shortest(times_.front()) + " to " + shortest(times_.back()) + " s"; }

}  // namespace jounce::signals
