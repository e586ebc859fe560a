// The work done in a closed-form flight: Gauss points for resolved terms, closed integrals for fast vibrations.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/gauss.hpp"
#include "time/exact/complex_exponential.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

namespace {

/// Integrals over [0, end] of products with one exponential Re(w e^(mu s)).
struct Against {
    Complex mu;
    double end;
    Complex last;  // e^(mu end)
    Against(Complex mu_, double end_) : mu(mu_), end(end_), last(exponential(mu_, end_)) {}

    /// Of a polynomial, by parts; well conditioned where |mu| end is not small.
    template <std::size_t n>
    [[nodiscard]] double polynomial(std::array<double, n> c, int degree, Complex w) const {
        Complex sum{};
        Complex factor = quotient(1, mu);
        for (int d = degree; d >= 0; --d) {
            double value = 0;
            for (int power = d; power >= 0; --power) value = value * end + c[static_cast<std::size_t>(power)];
            sum += product(factor, value * last - c[0]);
            factor = -quotient(factor, mu);
            for (int power = 0; power < d; ++power)
                c[static_cast<std::size_t>(power)] = (power + 1) * c[static_cast<std::size_t>(power + 1)];
        }
        return real_product(w, sum);
    }
    /// Of Re(x e^(nu s)).
    [[nodiscard]] double exponentials(Complex w, Complex nu, Complex x) const {
        return 0.5 * (real_product(product(w, x), divided_difference(mu + nu, 0, end)) +
                      real_product(product(w, std::conj(x)), divided_difference(mu + std::conj(nu), 0, end)));
    }
    /// Of a derivative of a signal's piece.
    [[nodiscard]] double signal(const SignalPiece& piece, int derivative, Complex w) const {
        std::array<double, 4> p = piece.polynomial;
        const bool oscillates = piece.amplitude != 0 && piece.angular_frequency != 0;
        if (!oscillates) p[0] += piece.amplitude * std::sin(piece.phase);
        // a sin(w s + phase) = Re(-i a e^(i phase) e^(i w s))
        Complex phasor{piece.amplitude * std::sin(piece.phase), -piece.amplitude * std::cos(piece.phase)};
        const Complex nu{0, piece.angular_frequency};
        for (int d = 0; d < derivative; ++d) {
            p = {p[1], 2 * p[2], 3 * p[3], 0};
            phasor = product(phasor, nu);
        }
        return polynomial(p, 3, w) + (oscillates ? exponentials(w, nu, phasor) : 0.0);
    }
};

}  // namespace

ModalFlight::Rates ModalFlight::mark_fast(double end) {
    double largest = 0, decaying = 0;
    for (std::size_t e = 0; e < count_; ++e) fast_[e] = e >= sines_ && std::abs(mu_[e]) * end > 3 ? 1 : 0;
    for (std::size_t p = 0; p < pair_count_; ++p) {
        const bool critical = mode_[pairs_[p].mode].form == Form::critical;
        double& of = critical && pairs_[p].first.real() < 0 && pairs_[p].second.real() < 0 ? decaying : largest;
        of = std::max({of, std::abs(pairs_[p].first), std::abs(pairs_[p].second)});
        for (std::size_t e = sines_; e < count_; ++e) {
            if (owner_[e] == pairs_[p].mode) fast_[e] = 0;
        }
    }
    for (std::size_t e = 0; e < count_; ++e) {
        if (fast_[e] != 0) continue;
        const bool critical = e >= sines_ && mode_[owner_[e]].form == Form::critical && mu_[e].real() < 0;
        double& of = critical ? decaying : largest;
        of = std::max(of, std::abs(mu_[e]));
    }
    return {largest, decaying};
}

void ModalFlight::add_work(double end, const ClosedSignals& signals, WorkRates& rates, WorkSum& sum) {
    if (!(end > 0) || !rates.any()) return;
    const Rates rates_of = mark_fast(end);
    std::fill(row_force_.begin(), row_force_.end(), 0.0);
    const auto add = [&](const auto& rule, double begin, double length) {
        for (std::size_t g = 0; g < rule.size(); ++g) {
            s_ = begin + length * rule.place[g];
            if (in_contact_ && length == length_ && rule.size() == gauss_8.size()) {
                at_share(first_gauss + g);
                for (std::size_t e = 0; e < count_; ++e) {
                    if (fast_[e] != 0) e_r_[e] = e_i_[e] = 0;
                }
            } else {
                for (std::size_t e = 0; e < count_; ++e) {
                    const Complex z = fast_[e] != 0 ? Complex{} : exponential(mu_[e], s_);
                    e_r_[e] = z.real();
                    e_i_[e] = z.imag();
                }
                for (std::size_t p = 0; p < pair_count_; ++p)
                    pairs_[p].value = divided_difference(pairs_[p].first, pairs_[p].second, s_);
            }
            motion(q_.data(), v_.data(), a_.data());
            for (const RowForce& force : forces_) row_force_[force.row] = force.at(s_);
            const double* row_force = forces_.empty() ? nullptr : row_force_.data();
            sum.add(rates.at(rates.sample(signals, s_), q_.data(), v_.data(), a_.data(), row_force), rule.weight[g] * length);
        }
    };
    if (std::max(rates_of.lasting, rates_of.decaying) * end < 0.5 && forces_.empty()) {
        add(gauss_4, 0, end);
    } else {
        // Panels of at most three radians; critical decay is resolved while it lasts.
        const double most = end / std::max(1.0, std::ceil(rates_of.lasting * end / 3));
        double length = rates_of.decaying * most > 3 ? 3 / rates_of.decaying : most;
        for (double begin = 0; begin < end;) {
            if (length > end - begin || end - begin - length < 1e-9 * end) length = end - begin;
            add(gauss_8, begin, length);
            begin += length;
            length = std::min(1.5 * length, most);
        }
    }
    for (std::size_t e = sines_; e < count_; ++e) {
        if (fast_[e] != 0) add_fast_work(e, end, signals, rates, sum);
    }
}

void ModalFlight::add_fast_work(std::size_t e, double end, const ClosedSignals& signals, const WorkRates& rates,
                                WorkSum& sum) const {
    const std::size_t i = owner_[e];
    const auto at = static_cast<Eigen::Index>(i);
    const Against fast(mu_[e], end);
    const Complex speed = product(mu_[e], own_[e]);
    for (const WorkRates::Group& group : rates.groups()) {
        const double b = group.pattern[at];
        if (b == 0) continue;
        (group.term == WorkTerm::external ? sum.external : sum.base) +=
            fast.signal(signals.piece(group.signal), group.derivative, b * speed);
    }
    // c v^2: twice the fast part times the rest, and the products of the fast parts.
    if (const double c = mode_[i].c; c != 0) {
        const Polynomial& y = polynomial_[i];
        std::array<double, terms> rate{};
        for (int power = 1; power <= y.degree; ++power)
            rate[static_cast<std::size_t>(power - 1)] = power * y.c[static_cast<std::size_t>(power)];
        double twice = fast.polynomial(rate, std::max(y.degree - 1, 0), speed);
        for (std::size_t l = 0; l < sines_; ++l) {
            const Complex nu{0, omega_[l]};
            twice += fast.exponentials(speed, nu, product(nu, answer_[i * sines_ + l]));
        }
        double once = 0;
        for (std::size_t f = e > sines_ ? e - 1 : e; f < std::min(e + 2, count_); ++f) {
            if (owner_[f] != i) continue;
            const double both = fast.exponentials(speed, mu_[f], product(mu_[f], own_[f]));
            // The loops visit each pair of fast parts of a coordinate twice.
            (f == e || fast_[f] != 0 ? once : twice) += both;
        }
        sum.structural_damping += c * (2 * twice + once);
    }
    for (std::size_t j = 0; j < system_->recovery.prescribed.size(); ++j) {
        const PrescribedMotion& p = system_->recovery.prescribed[j];
        const SignalPiece& piece = signals.piece(rates.of_prescribed(j));
        const double m = p.mass_row[at], c = p.damping_row[at], k = p.stiffness_row[at];
        if (m == 0 && c == 0 && k == 0) continue;
        sum.base += fast.signal(piece, 1, product(m * mu_[e] + c, speed) + k * own_[e]);
        if (c != 0) sum.structural_damping += fast.signal(piece, 1, 2 * c * speed);
    }
}

}  // namespace jounce::time
