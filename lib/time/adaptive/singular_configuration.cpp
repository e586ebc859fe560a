// Rates before a singular position, and their polynomial through it.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/singular_configuration.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/limits.hpp"

namespace jounce::time {

namespace {
using linalg::Vector;

/// Angles [rad] before and after the singular position at which the solution of the equations is suspended and resumed.
constexpr double before = 0.06;
constexpr std::array<double, 3> beyond = {0.05, 0.025, 0.0125};
/// The joint error is removed at the far side; during the passage it remains and may be this many times the allowed
/// error of a step. A larger one indicates another path: linkages with nearly equal lengths flip over there.
constexpr double across = 1e3;

/// If it is farther ahead than this many steps, the motion turns sharply before it.
constexpr double steps_ahead = 20;
/// Largest total number of steps back: if more are needed, the motion there is not smooth.
constexpr int most_steps = 60;

/// Gauss and Legendre, exact for the degree 9; (place, weight) on (-1, 1).
constexpr std::array<std::array<double, 2>, 5> quadrature = {{{-0.9061798459386640, 0.2369268850561891},
                                                              {-0.5384693101056831, 0.4786286704993665},
                                                              {0.0, 0.5688888888888889},
                                                              {0.5384693101056831, 0.4786286704993665},
                                                              {0.9061798459386640, 0.2369268850561891}}};
}  // namespace

double SingularConfiguration::independence(const double* y, double later) {
    const std::size_t n = flow_.coordinates();
    for (std::size_t i = 0; i < n; ++i) moved_[static_cast<Eigen::Index>(i)] = y[1 + i] + later * y[1 + n + i];
    dynamics_.set_time(y[0] + later);
    return std::sqrt(dynamics_.independence_at(moved_.data(), y + 1 + n));
}

double SingularConfiguration::distance(const double* y, double radian) {
    constexpr double turn = 1e-3;
    const double now = independence(y, 0), earlier = independence(y, -turn * radian);
    return now == earlier ? infinite : now * turn / (earlier - now);
}

bool SingularConfiguration::find(const double* y, const double* rates, double h, double radian, const Error& error) {
    forget();
    const double ahead = distance(y, radian);
    if (!(ahead > 0 && ahead < before && ahead * radian < steps_ahead * h)) return false;
    begin_ = y[0];
    base_ = Eigen::Map<const Vector>(y, static_cast<Eigen::Index>(flow_.size()));
    rates_.resize(base_.size(), nodes);
    rates_.col(0) = Eigen::Map<const Vector>(rates, base_.size());
    for (const double turn : beyond) {
        const double length = (ahead + turn) * radian;
        spacing_ = 0.25 * length;
        if (!gather(error)) continue;
        if (excess(length, error) <= 1) {
            end_ = begin_ + length;
            return true;
        }
    }
    return false;
}

bool SingularConfiguration::resume(const double* y, double end, double spacing, const Error& error) {
    begin_ = y[0];
    end_ = end;
    spacing_ = spacing;
    base_ = Eigen::Map<const Vector>(y, static_cast<Eigen::Index>(flow_.size()));
    rates_.resize(base_.size(), nodes);
    Vector rates(base_.size());
    flow_.rate(y, rates.data());
    rates_.col(0) = rates;
    if (gather(error)) return true;
    forget();
    return false;
}

bool SingularConfiguration::gather(const Error& error) {
    const auto n = static_cast<Eigen::Index>(flow_.coordinates());
    multipliers_.resize(dynamics_.motion().equations(), nodes);
    Vector y = base_, rates = rates_.col(0), increment = Vector::Zero(base_.size());
    flow_.rate(y.data(), rates.data());
    multipliers_.col(0) = flow_.multipliers();
    const auto motion = static_cast<Eigen::Index>(flow_.motion_size());
    const auto back = [&](const double* moved, const double* change) { return error(spacing_, moved, change); };
    double h = spacing_;
    int tried = 0;
    for (int k = 1; k < nodes; ++k) {
        // Close to the singular position steps are short.
        for (double left = spacing_; left > 0;) {
            const bool last = h >= left;
            const auto result = steps_.step(flow_, back, y.data(), rates.data(), last ? -left : -h, increment.data());
            if (result.converged) {
                y.head(motion) += increment.head(motion);
                left = last ? 0 : left - h;
                y[0] = begin_ - k * spacing_ + left;
                dynamics_.set_time(y[0]);
                dynamics_.project_positions(y.data() + 1);
                dynamics_.project_rates(y.data() + 1, y.data() + 1 + n);
                flow_.rate(y.data(), rates.data());
            }
            if (!last || !result.converged) h = std::abs(result.next);
            if (++tried > most_steps) return false;
        }
        rates_.col(k) = rates;
        multipliers_.col(k) = flow_.multipliers();
    }
    return rates_.allFinite();
}

double SingularConfiguration::excess(double h, const Error& error) {
    const auto n = static_cast<Eigen::Index>(flow_.coordinates());
    const double length = h / spacing_;
    const Vector best = spacing_ * (rates_ * integral_weights(length, nodes));
    const Vector coarse = spacing_ * (rates_ * integral_weights(length, nodes - 1));
    const auto closed = [&](const Vector& increment) {
        Vector y = base_ + increment;
        if (independence(y.data(), 0) == 0) return Vector(Vector::Constant(y.size(), infinite));
        dynamics_.project_positions(y.data() + 1);
        dynamics_.project_rates(y.data() + 1, y.data() + 1 + n);
        return Vector(y - base_);
    };
    const auto size = [&](const Vector& a, const Vector& b) { return error(h, best.data(), Vector(a - b).data()); };
    const Vector at_best = closed(best), at_coarse = closed(coarse);
    return std::max({size(at_best, at_coarse), size(best, coarse) / across, size(at_best, best) / across});
}

SingularConfiguration::Weights SingularConfiguration::value_weights(double x, int used) const {
    Weights out = Weights::Zero();
    for (int k = 0; k < used; ++k) {
        double product = 1;
        for (int j = 0; j < used; ++j) {
            if (j != k) product *= (x + j) / (j - k);
        }
        out[k] = product;
    }
    return out;
}

SingularConfiguration::Weights SingularConfiguration::integral_weights(double x, int used) const {
    Weights out = Weights::Zero();
    for (const auto& [place, weight] : quadrature) out += 0.5 * x * weight * value_weights(0.5 * x * (1 + place), used);
    return out;
}

void SingularConfiguration::increment(double from, double to, std::size_t count, double* out) const {
    const Weights weights =
        spacing_ * (integral_weights((to - begin_) / spacing_, nodes) - integral_weights((from - begin_) / spacing_, nodes));
    const auto size = static_cast<Eigen::Index>(count);
    Eigen::Map<Vector>(out, size) = rates_.topRows(size) * weights;
}

void SingularConfiguration::rates(double time, double* out) const {
    Eigen::Map<Vector>(out, rates_.rows()) = rates_ * value_weights((time - begin_) / spacing_, nodes);
}

void SingularConfiguration::multipliers(double time, double* out) const {
    Eigen::Map<Vector>(out, multipliers_.rows()) = multipliers_ * value_weights((time - begin_) / spacing_, nodes);
}

}  // namespace jounce::time
