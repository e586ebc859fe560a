// Closed rigid stops of which one holds a motion that others hold already, in a time step.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/dependent_stops.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/contact/hold_regularity.hpp"

namespace jounce::time {

namespace {
// Of the speeds of the rows: rates that differ by more are held by no forces (two supports that part).
constexpr double same_rate = 1e-9;
constexpr double parallel = 1e-6;  // of the largest coefficient
}  // namespace

DependentStops::DependentStops(std::size_t most)
    : most_(most), factor_(most * most), row_(most), coefficients_(most), kept_(most * most) {
    stops_.reserve(most);
    dependent_.reserve(most);
}

void DependentStops::begin(const double* v_free, const double* speeds, const Compliance& compliance) {
    stops_.clear();
    dependent_.clear();
    v_free_ = v_free;
    speeds_ = speeds;
    compliance_ = &compliance;
}

double DependentStops::between(const Rate& a, const Rate& b) const {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.count); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(b.count); ++j)
            sum += a.share[i] * b.share[j] * compliance_->v(a.row[i], b.row[j]);
    }
    return sum;
}

double DependentStops::eliminate(const Rate& rate) {
    double left = between(rate, rate);
    for (std::size_t i = 0; i < stops_.size(); ++i) {
        double entry = between(rate, stops_[i]);
        for (std::size_t j = 0; j < i; ++j) entry -= factor_[i * most_ + j] * row_[j];
        row_[i] = entry / factor_[i * most_ + i];
        left -= row_[i] * row_[i];
    }
    return left;
}

bool DependentStops::combines(const Rate& rate, double own, double left) {
    if (stops_.empty() || !(left <= same_motion * own)) return false;
    double difference = along(rate, v_free_), least = 0;
    const auto add_speeds = [&](const Rate& of, double part) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(of.count); ++i) {
            const auto row = static_cast<std::size_t>(of.row[i]);
            least += std::abs(part) * (same_rate * std::abs(v_free_[row]) + 64 * epsilon * speeds_[row]);
        }
    };
    add_speeds(rate, 1);
    for (std::size_t i = stops_.size(); i-- > 0;) {
        double sum = row_[i];
        for (std::size_t j = i + 1; j < stops_.size(); ++j) sum -= factor_[j * most_ + i] * coefficients_[j];
        coefficients_[i] = sum / factor_[i * most_ + i];
        difference -= coefficients_[i] * along(stops_[i], v_free_);
        add_speeds(stops_[i], coefficients_[i]);
    }
    return std::abs(difference) <= least;
}

void DependentStops::add(const Rate& stop) {
    const double own = between(stop, stop), left = eliminate(stop);
    if (combines(stop, own, left)) {
        const auto first = coefficients_.begin(), last = first + static_cast<std::ptrdiff_t>(stops_.size());
        const double largest = *std::max_element(first, last);
        const bool one =
            largest > 0 && std::count_if(first, last, [&](double c) { return std::abs(c) > parallel * largest; }) == 1;
        std::transform(first, last, kept_.begin() + static_cast<std::ptrdiff_t>(dependent_.size() * most_),
                       [&](double c) { return one && c == largest ? c : 0.0; });
        dependent_.push_back(stop);
    }
    if (!(left > same_motion * own)) return;
    const std::size_t k = stops_.size();
    for (std::size_t j = 0; j < k; ++j) factor_[k * most_ + j] = row_[j];
    factor_[k * most_ + k] = std::sqrt(left);
    stops_.push_back(stop);
}

bool DependentStops::holds(const Rate& rate) { return !stops_.empty() && combines(rate, between(rate, rate), eliminate(rate)); }

}  // namespace jounce::time
