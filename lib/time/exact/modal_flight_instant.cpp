// The closed-form motion of a span at an instant: coordinates, rows, and what bounds their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gauss.hpp"
#include "time/exact/complex_exponential.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

double ModalFlight::share(std::size_t number) {
    const auto& c = radau_8.place;
    // Between the nodes, the interval before the last node among them: steps that are cut at an event end there.
    static const std::array<double, first_gauss - first_check> checks = {0.5 * c[0], 0.5 * (c[1] + c[2]), 0.5 * (c[3] + c[4]),
                                                                         0.5 * (c[5] + c[6]), 0.5 * (c[6] + c[7])};
    if (number < first_check) return c[number];
    return number < first_gauss ? checks[number - first_check] : gauss_8.place[number - first_gauss];
}

void ModalFlight::set_exponential(std::size_t e, double s) {
    const Complex z = exponential(mu_[e], s);
    e_r_[e] = z.real();
    e_i_[e] = z.imag();
}

void ModalFlight::set_pairs(double s, double reach) {
    for (std::size_t p = 0; p < pair_count_; ++p) {
        Pair& pair = pairs_[p];
        pair.value = divided_difference(pair.first, pair.second, s);
        // |E| is the integral of two exponentials' sizes over [0, s].
        const double end = s + reach;
        const double growth = std::max({pair.first.real(), pair.second.real(), 0.0});
        pair.bound = end * std::exp(growth * end);
        for (const double root : {pair.first.real(), pair.second.real()}) {
            if (root < 0 && growth == 0) pair.bound = std::min(pair.bound, -1 / root);
        }
    }
}

void ModalFlight::at(double s, double reach) {
    s_ = s;
    reach_ = reach;
    for (std::size_t e = 0; e < count_; ++e) {
        const double size = mu_[e].real() == 0 ? 1.0 : std::exp(mu_[e].real() * s);
        const double angle = mu_[e].imag() * s;
        e_r_[e] = size;
        e_i_[e] = 0;
        if (mu_[e].imag() != 0) {
            double sine = 0, cosine = 1;
            sine_and_cosine(angle, sine, cosine);
            e_r_[e] *= cosine;
            e_i_[e] = size * sine;
        }
        envelope_[e] = mu_[e].real() > 0 ? std::exp(mu_[e].real() * (s + reach)) : size;
    }
    set_pairs(s, reach);
}

void ModalFlight::keep_shares() {
    // Untouched memory costs nothing.
    kept_values_ = std::make_unique_for_overwrite<double[]>(kept_.size() * share_count * 4 * n_);
    for (Kept& kept : kept_) kept.mu.reserve(2 * n_);
}

void ModalFlight::find_kept() {
    const auto own_begin = mu_.begin() + static_cast<std::ptrdiff_t>(sines_);
    const auto own_end = mu_.begin() + static_cast<std::ptrdiff_t>(count_);
    kept_now_ = &kept_[0];
    for (Kept& kept : kept_) {
        if (kept.length == length_ && std::equal(own_begin, own_end, kept.mu.begin(), kept.mu.end())) {
            kept_now_ = &kept;
            break;
        }
        if (kept.last_use < kept_now_->last_use) kept_now_ = &kept;
    }
    if (kept_now_->length != length_ || !std::equal(own_begin, own_end, kept_now_->mu.begin(), kept_now_->mu.end())) {
        kept_now_->length = length_;
        kept_now_->mu.assign(own_begin, own_end);
        kept_now_->known.fill(false);
    }
    kept_now_->last_use = ++uses_;
}

void ModalFlight::at_share(std::size_t number) {
    if (kept_now_ == nullptr) find_kept();
    const double s = share(number) * length_;
    const std::size_t own = count_ - sines_;
    double* real = kept_values(number);
    double* imaginary = real + own;
    if (!kept_now_->known[number]) {
        at(s);
        std::copy_n(&e_r_[sines_], own, real);
        std::copy_n(&e_i_[sines_], own, imaginary);
        kept_now_->known[number] = true;
        return;
    }
    s_ = s;
    reach_ = 0;
    for (std::size_t e = 0; e < sines_; ++e) set_exponential(e, s);
    std::copy_n(real, own, &e_r_[sines_]);
    std::copy_n(imaginary, own, &e_i_[sines_]);
    set_pairs(s, 0);
}

void ModalFlight::motion(double* q, double* v, double* a) const {
    // Polynomials and the steady answers first; own exponentials and pairs follow.
    std::fill_n(q, n_, 0.0);
    std::fill_n(v, n_, 0.0);
    for (int power = degree_; power >= 0; --power) {
        const double* c = &by_power_[static_cast<std::size_t>(power) * n_];
        for (std::size_t i = 0; i < n_; ++i) {
            v[i] = v[i] * s_ + q[i];
            q[i] = q[i] * s_ + c[i];
        }
    }
    for (std::size_t i = 0; i < n_ && sines_ > 0; ++i) {
        for (std::size_t l = 0; l < sines_; ++l) {
            const Complex x = answer_[i * sines_ + l];
            q[i] += x.real() * e_r_[l] - x.imag() * e_i_[l];
            v[i] -= omega_[l] * (x.real() * e_i_[l] + x.imag() * e_r_[l]);
        }
    }
    for (std::size_t e = sines_; e < count_; ++e) {
        const Complex z = product(own_[e], {e_r_[e], e_i_[e]});
        q[owner_[e]] += z.real();
        v[owner_[e]] += real_product(mu_[e], z);
    }
    for (std::size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        const Complex z = product(pair.weight, pair.value);
        q[pair.mode] += z.real();
        v[pair.mode] += real_product(pair.second, z) + real_product(pair.weight, {e_r_[pair.exponent], e_i_[pair.exponent]});
    }
    std::fill_n(a, n_, 0.0);
    for (int power = force_degree_; power >= 0; --power) {
        const double* c = &force_by_power_[static_cast<std::size_t>(power) * n_];
        for (std::size_t i = 0; i < n_; ++i) a[i] = a[i] * s_ + c[i];
    }
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t l = 0; l < sines_; ++l) {
            const Complex z = force_[i * sines_ + l];
            a[i] += z.real() * e_r_[l] - z.imag() * e_i_[l];
        }
        a[i] -= mode_[i].c * v[i] + mode_[i].k * q[i];
    }
}

RowMotion ModalFlight::row_without(std::size_t r, std::size_t first) const {
    RowMotion out;
    const Polynomial& y = row_polynomial_[r];
    double value = 0, rate = 0, half_second = 0;
    for (int power = y.degree; power >= 0; --power) {
        half_second = half_second * s_ + rate;
        rate = rate * s_ + value;
        value = value * s_ + y.c[static_cast<std::size_t>(power)];
    }
    double third = 0;
    for (int power = y.degree; power >= 3; --power) {
        third = third * (s_ + reach_) + power * (power - 1) * (power - 2) * std::abs(y.c[static_cast<std::size_t>(power)]);
    }
    double second = 2 * half_second;
    const std::size_t count = begin_[first];
    const double* r0 = &weight_r_[3 * r * capacity_];
    const double* i0 = &weight_i_[3 * r * capacity_];
    const double *r1 = r0 + capacity_, *r2 = r1 + capacity_, *i1 = i0 + capacity_, *i2 = i1 + capacity_;
    const double* t3 = &third_[r * capacity_];
    for (std::size_t e = 0; e < count; ++e) {
        value += r0[e] * e_r_[e] - i0[e] * e_i_[e];
        rate += r1[e] * e_r_[e] - i1[e] * e_i_[e];
        second += r2[e] * e_r_[e] - i2[e] * e_i_[e];
        third += t3[e] * envelope_[e];
    }
    if (pair_count_ > 0) {
        const Complex* w = &pair_weight_[3 * r * pairs_.size()];
        for (std::size_t p = 0; p < pair_count_; ++p) {
            value += real_product(w[p], pairs_[p].value);
            rate += real_product(w[pairs_.size() + p], pairs_[p].value);
            second += real_product(w[2 * pairs_.size() + p], pairs_[p].value);
            third += pair_third_[r * pairs_.size() + p] * pairs_[p].bound;
        }
    }
    out.value = value;
    out.first = rate;
    out.second = second;
    out.third_bound = third;
    return out;
}

void ModalFlight::tails(std::size_t r, double* tail) const {
    tail[n_] = 0;
    for (std::size_t j = n_; j-- > 0;) {
        double sum = 0;
        for (std::size_t e = begin_[j]; e < begin_[j + 1]; ++e) sum += size_[r * capacity_ + e] * envelope_[e];
        // A critically damped coordinate has a pair beside its exponential: it cannot be left out.
        if (mode_[order_[j]].form == Form::critical) sum = std::numeric_limits<double>::infinity();
        tail[j] = tail[j + 1] + sum;
    }
}

}  // namespace jounce::time
