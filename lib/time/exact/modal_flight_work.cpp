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

    /// Of a polynomial, by parts; well conditioned where |mu| end is not small.
    template <std::size_t n>
    [[nodiscard]] double polynomial(std::array<double, n> c, int degree, Complex w) const {
        while (degree >= 0 && c[static_cast<std::size_t>(degree)] == 0) --degree;
        if (degree < 0) return 0;
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
    /// Of Re(x e^(nu s)). \param last_of e^(nu end)
    [[nodiscard]] double exponentials(Complex w, Complex nu, Complex x, Complex last_of) const {
        const double plain = real_product(product(w, x), integral(mu + nu, product(last, last_of)));
        if (nu.imag() == 0 && x.imag() == 0) return plain;
        const Complex conjugate = integral(mu + std::conj(nu), product(last, std::conj(last_of)));
        return 0.5 * (plain + real_product(product(w, std::conj(x)), conjugate));
    }
    /// Of e^(sum s), which ends at `last_of_sum`.
    [[nodiscard]] Complex integral(Complex sum, Complex last_of_sum) const {
        if (std::norm(sum) * end * end > 0.25) return quotient(last_of_sum - 1.0, sum);
        return divided_difference(sum, 0, end);
    }
    /// Of a derivative of a signal's piece.
    [[nodiscard]] double signal(const SignalPiece& piece, int derivative, Complex w, Complex last_of) const {
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
        return polynomial(p, 3, w) + (oscillates ? exponentials(w, nu, phasor, last_of) : 0.0);
    }
};

}  // namespace

double ModalFlight::mark_fast(double end) {
    for (std::size_t e = 0; e < count_; ++e) fast_[e] = e >= sines_ && std::norm(mu_[e]) * end * end > 9 ? 1 : 0;
    double largest = 0;  // |mu|^2 of what remains
    for (std::size_t p = 0; p < pair_count_; ++p) {
        Pair& pair = pairs_[p];
        const double size = std::max(std::norm(pair.first), std::norm(pair.second));
        pair.fast =
            mode_[pair.mode].form == Form::critical && pair.first.real() < 0 && pair.second.real() < 0 && size * end * end > 9;
        if (pair.fast) {
            fast_[pair.exponent] = 1;
            continue;
        }
        largest = std::max(largest, size);
        for (std::size_t e = sines_; e < count_; ++e) {
            if (owner_[e] == pair.mode) fast_[e] = 0;
        }
    }
    for (std::size_t e = 0; e < count_; ++e) {
        if (fast_[e] == 0) largest = std::max(largest, std::norm(mu_[e]));
    }
    return std::sqrt(largest);
}

void ModalFlight::add_work(double end, const ClosedSignals& signals, WorkRates& rates, WorkSum& sum) {
    if (!(end > 0) || !rates.any()) return;
    // The instant is often the end, where the exponentials are known.
    const bool known = s_ == end;
    for (std::size_t e = 0; e < count_; ++e) last_[e] = known ? Complex{e_r_[e], e_i_[e]} : exponential(mu_[e], end);
    const double fastest = mark_fast(end);
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
            }
            for (std::size_t p = 0; p < pair_count_; ++p) {
                Pair& pair = pairs_[p];
                pair.value = pair.fast ? Complex{} : divided_difference(pair.first, pair.second, s_);
            }
            motion(q_.data(), v_.data(), a_.data());
            for (const RowForce& force : forces_) row_force_[force.row] = force.at(s_);
            const double* row_force = forces_.empty() ? nullptr : row_force_.data();
            sum.add(rates.at(rates.sample(signals, s_), q_.data(), v_.data(), a_.data(), row_force), rule.weight[g] * length);
        }
    };
    const double panels = std::max(1.0, std::ceil(fastest * end / 3));  // of at most three radians
    if (fastest * end < 0.5 && forces_.empty()) {
        add(gauss_4, 0, end);
    } else {
        for (double k = 0; k < panels; ++k) add(gauss_8, k / panels * end, end / panels);
    }
    for (std::size_t e = sines_; e < count_; ++e) {
        if (fast_[e] != 0 && own_[e] != Complex{} && mode_[owner_[e]].form != Form::critical)
            add_fast_work(e, end, signals, rates, sum);
    }
    for (std::size_t p = 0; p < pair_count_; ++p) {
        if (pairs_[p].fast) add_critical_work(pairs_[p], end, end / panels, signals, rates, sum);
    }
}

void ModalFlight::add_critical_work(const Pair& pair, double end, double longest, const ClosedSignals& signals, WorkRates& rates,
                                    WorkSum& sum) const {
    constexpr double decayed = 80;  // e^-80
    const std::size_t i = pair.mode;
    const Mode& mode = mode_[i];
    const auto at = static_cast<Eigen::Index>(i);
    const Polynomial& y = polynomial_[i];
    const Complex own = own_[pair.exponent];
    const double last = std::min(end, -decayed / std::max(pair.first.real(), pair.second.real()));
    double length = std::min(3 / std::max(std::abs(pair.first), std::abs(pair.second)), longest);
    for (double begin = 0; begin < last; begin += length, length = std::min(1.5 * length, longest)) {
        length = std::min(length, end - begin);
        for (std::size_t g = 0; g < gauss_8.size(); ++g) {
            const double s = begin + length * gauss_8.place[g], weight = gauss_8.weight[g] * length;
            const Complex first = exponential(pair.first, s);
            const Complex z = product(own, first), E = product(pair.weight, divided_difference(pair.first, pair.second, s));
            const double q = z.real() + E.real();
            const double v = real_product(pair.first, z) + real_product(pair.second, E) + real_product(pair.weight, first);
            double rest = 0;  // of the speed
            for (int power = y.degree; power >= 1; --power) rest = rest * s + power * y.c[static_cast<std::size_t>(power)];
            for (std::size_t l = 0; l < sines_; ++l)
                rest += real_product(product({0, omega_[l]}, answer_[i * sines_ + l]), exponential({0, omega_[l]}, s));
            const SignalSample* samples = rates.sample(signals, s);
            for (const WorkRates::Group& group : rates.groups()) {
                (group.term == WorkTerm::external ? sum.external : sum.base) +=
                    weight * derivative_of(samples[group.signal], group.derivative) * group.pattern[at] * v;
            }
            sum.structural_damping += weight * mode.c * v * (2 * rest + v);
            for (std::size_t j = 0; j < system_->recovery.prescribed.size(); ++j) {
                const PrescribedMotion& p = system_->recovery.prescribed[j];
                const double speed = weight * samples[rates.of_prescribed(j)].first;
                const double a = -(mode.c * v + mode.k * q);
                sum.base += (p.mass_row[at] * a + p.damping_row[at] * v + p.stiffness_row[at] * q) * speed;
                sum.structural_damping += 2 * p.damping_row[at] * v * speed;
            }
        }
    }
}

void ModalFlight::add_fast_work(std::size_t e, double end, const ClosedSignals& signals, const WorkRates& rates,
                                WorkSum& sum) const {
    const std::size_t i = owner_[e];
    const auto at = static_cast<Eigen::Index>(i);
    const Against fast{mu_[e], end, last_[e]};
    const auto last_of = [&](std::size_t number) {
        return signal_sine_[number] == no_sine ? Complex{} : last_[signal_sine_[number]];
    };
    const Complex speed = product(mu_[e], own_[e]);
    for (const WorkRates::Group& group : rates.groups()) {
        const double b = group.pattern[at];
        if (b == 0) continue;
        (group.term == WorkTerm::external ? sum.external : sum.base) +=
            fast.signal(signals.piece(group.signal), group.derivative, b * speed, last_of(group.signal));
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
            twice += fast.exponentials(speed, nu, product(nu, answer_[i * sines_ + l]), last_[l]);
        }
        double once = 0;
        for (std::size_t f = e > sines_ ? e - 1 : e; f < std::min(e + 2, count_); ++f) {
            if (owner_[f] != i) continue;
            const double both = fast.exponentials(speed, mu_[f], product(mu_[f], own_[f]), last_[f]);
            // The loops visit each pair of fast parts of a coordinate twice.
            (f == e || fast_[f] != 0 ? once : twice) += both;
        }
        sum.structural_damping += c * (2 * twice + once);
    }
    for (std::size_t j = 0; j < system_->recovery.prescribed.size(); ++j) {
        const PrescribedMotion& p = system_->recovery.prescribed[j];
        const std::size_t number = rates.of_prescribed(j);
        const SignalPiece& piece = signals.piece(number);
        const double m = p.mass_row[at], c = p.damping_row[at], k = p.stiffness_row[at];
        if (m == 0 && c == 0 && k == 0) continue;
        sum.base += fast.signal(piece, 1, product(m * mu_[e] + c, speed) + k * own_[e], last_of(number));
        if (c != 0) sum.structural_damping += fast.signal(piece, 1, 2 * c * speed, last_of(number));
    }
}

}  // namespace jounce::time
