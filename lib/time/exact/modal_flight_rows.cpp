// The closed-form motion of a span along the rows of gaps: value and derivatives at an instant, and their bounds.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "time/exact/complex_exponential.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::time {

void ModalFlight::assemble_row(std::size_t r, const ClosedSignals& signals) {
    double* wr = &weight_r_[3 * r * capacity_];
    double* wi = &weight_i_[3 * r * capacity_];
    const double* b = &B_[r * n_];
    Polynomial& polynomial = row_polynomial_[r];
    polynomial = {};
    std::fill_n(wr, sines_, 0.0);
    std::fill_n(wi, sines_, 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
        if (b[i] == 0) continue;
        for (int power = 0; power <= polynomial_[i].degree; ++power) {
            polynomial.add(power, b[i] * polynomial_[i].c[static_cast<std::size_t>(power)]);
        }
        for (std::size_t l = 0; l < sines_; ++l) {
            wr[l] += b[i] * answer_[i * sines_ + l].real();
            wi[l] += b[i] * answer_[i * sines_ + l].imag();
        }
    }
    const SparseRow& row = system_->rows[r];
    for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
        const std::size_t g = signals.of_prescribed(static_cast<std::size_t>(row.prescribed[e]));
        const SignalPiece& piece = signals.piece(g);
        for (int power = 0; power < 4; ++power) {
            polynomial.add(power, row.prescribed_coefficient[e] * piece.polynomial[static_cast<std::size_t>(power)]);
        }
        if (signal_sine_[g] != no_sine) {
            wr[signal_sine_[g]] += row.prescribed_coefficient[e] * signal_phasor_[g].real();
            wi[signal_sine_[g]] += row.prescribed_coefficient[e] * signal_phasor_[g].imag();
        } else if (piece.amplitude != 0) {
            polynomial.add(0, row.prescribed_coefficient[e] * piece.amplitude * std::sin(piece.phase));
        }
    }
    for (std::size_t e = sines_; e < count_; ++e) {
        wr[e] = b[owner_[e]] * own_[e].real();
        wi[e] = b[owner_[e]] * own_[e].imag();
    }
    const std::size_t pair_capacity = pairs_.size();
    Complex* pw = pair_capacity > 0 ? &pair_weight_[3 * r * pair_capacity] : nullptr;
    for (std::size_t p = 0; p < pair_count_; ++p) pw[p] = b[pairs_[p].mode] * pairs_[p].weight;

    // d/ds: each exponential by its mu, and E' = mu2 E + e^(mu1 s).
    amplitude_[r] = std::abs(polynomial.c[0]);
    for (std::size_t e = 0; e < count_; ++e) {
        size_[r * capacity_ + e] = magnitude({wr[e], wi[e]});
        amplitude_[r] += size_[r * capacity_ + e];
    }
    for (int d = 1; d <= 3; ++d) {
        const double* fr = wr + static_cast<std::size_t>(d - 1) * capacity_;
        const double* fi = wi + static_cast<std::size_t>(d - 1) * capacity_;
        const Complex* fp = pw + static_cast<std::size_t>(d - 1) * pair_capacity;
        const auto derivative = [&](std::size_t e) { return product(mu_[e], {fr[e], fi[e]}); };
        if (d == 3) {
            double* third = &third_[r * capacity_];
            for (std::size_t e = 0; e < count_; ++e) third[e] = magnitude(derivative(e));
            for (std::size_t p = 0; p < pair_count_; ++p) {
                third[pairs_[p].exponent] += magnitude(fp[p]);
                pair_third_[r * pair_capacity + p] = magnitude(pairs_[p].second) * magnitude(fp[p]);
            }
            break;
        }
        double* tr = wr + static_cast<std::size_t>(d) * capacity_;
        double* ti = wi + static_cast<std::size_t>(d) * capacity_;
        for (std::size_t e = 0; e < count_; ++e) {
            const Complex z = derivative(e);
            tr[e] = z.real();
            ti[e] = z.imag();
        }
        Complex* tp = pw + static_cast<std::size_t>(d) * pair_capacity;
        for (std::size_t p = 0; p < pair_count_; ++p) {
            tp[p] = product(pairs_[p].second, fp[p]);
            tr[pairs_[p].exponent] += fp[p].real();
            ti[pairs_[p].exponent] += fp[p].imag();
        }
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
        // A critically damped coordinate has a pair besides its exponential: it cannot be omitted.
        if (mode_[order_[j]].form == Form::critical) sum = std::numeric_limits<double>::infinity();
        tail[j] = tail[j + 1] + sum;
    }
}

}  // namespace jounce::time
