// The closed-form motion of a span at an instant, and the coordinates there.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/gauss.hpp"
#include "time/exact/complex_exponential.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

double ModalFlight::share(std::size_t number) {
    const auto& c = radau_8.place;
    // Between the nodes, and in the interval before the last node: steps cut at an event end there.
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
        // |E| is bounded by the integral of the magnitudes of two exponentials over [0, s].
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
        const double size = growth(mu_[e].real() * s);
        const double angle = mu_[e].imag() * s;
        e_r_[e] = size;
        e_i_[e] = 0;
        if (mu_[e].imag() != 0 && size != 0) {
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
    // Memory that is never touched costs nothing.
    kept_values_ = std::make_unique_for_overwrite<double[]>(kept_.size() * share_count * 4 * n_);
    kept_mu_ = std::make_unique_for_overwrite<Complex[]>(kept_.size() * 2 * n_);
}

bool ModalFlight::keeps(const Kept& kept) const {
    const auto own_begin = mu_.begin() + static_cast<std::ptrdiff_t>(sines_);
    const auto own_end = mu_.begin() + static_cast<std::ptrdiff_t>(count_);
    return kept.length == length_ && std::equal(own_begin, own_end, kept_mu(kept), kept_mu(kept) + kept.count);
}

void ModalFlight::find_kept() {
    kept_now_ = &kept_[0];
    for (Kept& kept : kept_) {
        if (keeps(kept)) {
            kept_now_ = &kept;
            break;
        }
        if (kept.last_use < kept_now_->last_use) kept_now_ = &kept;
    }
    if (!keeps(*kept_now_)) {
        kept_now_->length = length_;
        kept_now_->count = count_ - sines_;
        std::copy_n(&mu_[sines_], kept_now_->count, kept_mu(*kept_now_));
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
    // Polynomials and steady responses first; the coordinates' own exponentials and pairs follow.
    for (std::size_t k = 0; k < blocks_; ++k) {
        std::array<double, lanes> value{}, rate{}, force{};
        for (int power = degree_[k]; power >= 0; --power) {
            const double* c = &by_power_[(k * terms + static_cast<std::size_t>(power)) * lanes];
            for (std::size_t i = 0; i < lanes; ++i) {
                rate[i] = rate[i] * s_ + value[i];
                value[i] = value[i] * s_ + c[i];
            }
        }
        for (int power = force_degree_[k]; power >= 0; --power) {
            const double* c = &force_by_power_[(k * terms + static_cast<std::size_t>(power)) * lanes];
            for (std::size_t i = 0; i < lanes; ++i) force[i] = force[i] * s_ + c[i];
        }
        const std::size_t count = std::min(lanes, n_ - k * lanes);
        std::copy_n(value.data(), count, q + k * lanes);
        std::copy_n(rate.data(), count, v + k * lanes);
        std::copy_n(force.data(), count, a + k * lanes);
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
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t l = 0; l < sines_; ++l) {
            const Complex z = force_[i * sines_ + l];
            a[i] += z.real() * e_r_[l] - z.imag() * e_i_[l];
        }
        a[i] -= mode_[i].c * v[i] + mode_[i].k * q[i];
    }
}

}  // namespace jounce::time
