// Linear motion in closed form: uncoupled coordinates q'' + c q' + k q = p(t) under cubic polynomials and sines, with bounds.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/modal_flight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "time/exact/complex_exponential.hpp"

namespace jounce::time {

bool ModalFlight::applies(const LinearBlock& linear) {
    const auto diagonal = [](const SparseMatrix& matrix, bool unit) {
        double found = 0;
        for (int column = 0; column < matrix.outerSize(); ++column) {
            for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry) {
                if (entry.row() != entry.col() && entry.value() != 0) return false;
                if (unit && entry.row() == entry.col() && entry.value() != 1) return false;
                if (entry.row() == entry.col()) ++found;
            }
        }
        return !unit || found == static_cast<double>(matrix.rows());
    };
    return diagonal(linear.M, true) && diagonal(linear.C, false) && diagonal(linear.K, false);
}

ModalFlight::ModalFlight(const System& system)
    : system_(&system), n_(static_cast<std::size_t>(system.size())), rows_(system.rows.size()) {
    const ClosedSignals signals(system);
    for (std::size_t i = 0; i < n_; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        Mode mode;
        mode.c = system.linear.C.coeff(at, at);
        mode.k = system.linear.K.coeff(at, at);
        const double half = 0.5 * mode.c;
        const double D = mode.k - half * half;
        if (std::abs(D) <= 0.01 * half * half) {
            mode.form = Form::critical;
            const Complex root = std::sqrt(Complex(-D, 0));
            mode.first = -half + root;
            mode.second = -half - root;
        } else if (D > 0) {
            mode.first = {-half, std::sqrt(D)};
            mode.second = std::conj(mode.first);
        } else {
            mode.form = Form::roots;
            mode.second = -(half + std::copysign(std::sqrt(-D), half));
            mode.first = mode.k / mode.second.real();
        }
        mode_.push_back(mode);
        highest_rate_ = std::max({highest_rate_, std::abs(mode.first), std::abs(mode.second)});
    }
    order_.resize(n_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return std::abs(mode_[i].k); });
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        const Load& load = system.loads[l];
        const std::size_t signal = signals.of_load(l);
        const auto same = std::ranges::find_if(
            patterns_, [&](const Pattern& p) { return p.signal == signal && p.derivative == load.derivative; });
        if (same == patterns_.end()) {
            patterns_.push_back({signal, load.derivative, load.pattern});
        } else {
            same->over += load.pattern;
        }
    }
    B_.assign(rows_ * n_, 0);
    for (std::size_t r = 0; r < rows_; ++r) {
        const SparseRow& row = system.rows[r];
        for (std::size_t e = 0; e < row.index.size(); ++e) {
            B_[r * n_ + static_cast<std::size_t>(row.index[e])] += row.coefficient[e];
        }
    }
    const std::size_t sines = signals.size();
    capacity_ = sines + 2 * n_;
    signal_sine_.resize(sines);
    signal_phasor_.resize(sines);
    omega_.resize(sines);
    force_.resize(n_ * sines);
    answer_.resize(n_ * sines);
    polynomial_.resize(n_);
    poly_force_.resize(n_);
    blocks_ = (n_ + lanes - 1) / lanes;
    by_power_.resize(terms * blocks_ * lanes);
    force_by_power_.resize(terms * blocks_ * lanes);
    degree_.resize(blocks_);
    force_degree_.resize(blocks_);
    sine_power_.resize(sines * terms);
    sine_powers_.resize(sines);
    begin_.resize(n_ + 1);
    mu_.resize(capacity_);
    own_.resize(capacity_);
    owner_.resize(capacity_);
    pairs_.resize(n_ * (sines + 1));
    for (auto* v : {&e_r_, &e_i_, &envelope_}) v->resize(capacity_);
    weight_r_.resize(3 * rows_ * capacity_);
    weight_i_.resize(3 * rows_ * capacity_);
    third_.resize(rows_ * capacity_);
    size_.resize(rows_ * capacity_);
    pair_weight_.resize(3 * rows_ * pairs_.size());
    pair_third_.resize(rows_ * pairs_.size());
    row_polynomial_.resize(rows_);
    amplitude_.resize(rows_);
    fast_.resize(capacity_);
    last_.resize(capacity_);
    for (auto* v : {&q_, &v_, &a_}) v->resize(n_);
    row_force_.resize(rows_);
}

void ModalFlight::set_forces(const ClosedSignals& signals) {
    sines_ = 0;
    for (std::size_t g = 0; g < signals.size(); ++g) {
        const SignalPiece& piece = signals.piece(g);
        signal_sine_[g] = no_sine;
        if (piece.amplitude == 0 || piece.angular_frequency == 0) continue;
        std::size_t l = 0;
        while (l < sines_ && omega_[l] != piece.angular_frequency) ++l;
        if (l == sines_) omega_[sines_++] = piece.angular_frequency;
        signal_sine_[g] = l;
        // a sin(w s + phase) = Re(-i a e^(i phase) e^(i w s))
        signal_phasor_[g] = {piece.amplitude * std::sin(piece.phase), -piece.amplitude * std::cos(piece.phase)};
    }
    for (std::size_t l = 0; l < sines_; ++l) {
        double* w = &sine_power_[l * terms];
        double value = 1, share = 1;
        int power = 0;
        for (; power < terms && share > 1e-20; ++power) {
            w[power] = value;
            value *= omega_[l] / (power + 1);
            share *= omega_[l] * length_ / (power + 1);
        }
        sine_powers_[l] = power;
    }
    std::fill_n(force_.begin(), n_ * sines_, Complex{});
    std::fill_n(answer_.begin(), n_ * sines_, Complex{});
    for (std::size_t i = 0; i < n_; ++i) {
        poly_force_[i].clear();
        polynomial_[i].clear();
    }
    for (const Pattern& pattern : patterns_) {
        const SignalPiece& piece = signals.piece(pattern.signal);
        std::array<double, 4> p = piece.polynomial;
        if (signal_sine_[pattern.signal] == no_sine && piece.amplitude != 0) p[0] += piece.amplitude * std::sin(piece.phase);
        for (int d = 0; d < pattern.derivative; ++d) p = {p[1], 2 * p[2], 3 * p[3], 0};
        const std::size_t l = signal_sine_[pattern.signal];
        Complex phasor{};
        if (l != no_sine) {
            phasor = signal_phasor_[pattern.signal];
            for (int d = 0; d < pattern.derivative; ++d) phasor = product(phasor, {0, omega_[l]});
        }
        for (std::size_t i = 0; i < n_; ++i) {
            const double b = pattern.over[static_cast<Eigen::Index>(i)];
            if (b == 0) continue;
            for (int power = 0; power < 4; ++power) poly_force_[i].add(power, b * p[static_cast<std::size_t>(power)]);
            if (l != no_sine) force_[i * sines_ + l] += b * phasor;
        }
    }
    for (const RowForce& force : forces_) {
        const double* b = &B_[force.row * n_];
        for (std::size_t i = 0; i < n_; ++i) {
            if (b[i] == 0) continue;
            for (std::size_t m = 0; m < RowForce::powers; ++m)
                poly_force_[i].add(static_cast<int>(m), -b[i] * force.coefficient[m]);
        }
    }
}

std::size_t ModalFlight::add_exponential(Complex mu, Complex weight, std::size_t mode) {
    mu_[count_] = mu;
    own_[count_] = weight;
    owner_[count_] = mode;
    return count_++;
}

void ModalFlight::add_pair(Complex first, Complex second, std::size_t exponent, std::size_t mode, Complex weight) {
    pairs_[pair_count_++] = {first, second, exponent, mode, weight, {}, 0, false};
}

ModalFlight::Polynomial ModalFlight::taylor_force(std::size_t i) const {
    Polynomial p = poly_force_[i];
    for (std::size_t l = 0; l < sines_; ++l) {
        if (!slow(l)) continue;
        // Re(z i^m) w^m/m!
        const Complex z = force_[i * sines_ + l];
        if (z == Complex{}) continue;
        const double part[4] = {z.real(), -z.imag(), -z.real(), z.imag()};
        const double* w = &sine_power_[l * terms];
        for (int power = 0; power < sine_powers_[l]; ++power) p.add(power, part[power & 3] * w[power]);
    }
    return p;
}

void ModalFlight::begin(const State& from, const ClosedSignals& signals, double length, bool in_contact,
                        std::span<const RowForce> forces) {
    length_ = length;
    s_ = -1;  // no instant yet
    forces_ = forces;
    in_contact_ = in_contact;
    kept_now_ = nullptr;
    set_forces(signals);
    count_ = 0;
    pair_count_ = 0;
    for (std::size_t l = 0; l < sines_; ++l) add_exponential({0, omega_[l]}, {}, no_sine);
    for (std::size_t j = 0; j < n_; ++j) {
        begin_[j] = count_;
        const auto i = static_cast<Eigen::Index>(order_[j]);
        solve(order_[j], from.q[i], from.v[i]);
    }
    begin_[n_] = count_;
    lay_out();
    for (std::size_t r = 0; r < rows_; ++r) assemble_row(r, signals);
}

void ModalFlight::lay_out() {
    const auto over = [&](const std::vector<Polynomial>& of, std::vector<double>& to, std::vector<int>& degree) {
        for (std::size_t k = 0; k < blocks_; ++k) {
            const std::size_t first = k * lanes, last = std::min(first + lanes, n_);
            degree[k] = 0;
            for (std::size_t i = first; i < last; ++i) degree[k] = std::max(degree[k], of[i].degree);
            double* block = &to[k * terms * lanes];
            for (std::size_t i = first; i < last; ++i) {
                for (int power = 0; power <= degree[k]; ++power)
                    block[static_cast<std::size_t>(power) * lanes + i - first] = of[i].c[static_cast<std::size_t>(power)];
            }
        }
    };
    over(polynomial_, by_power_, degree_);
    over(poly_force_, force_by_power_, force_degree_);
}

void ModalFlight::solve(std::size_t i, double q, double v) {
    const Mode& mode = mode_[i];
    if (std::max(std::sqrt(std::abs(mode.k)), std::abs(mode.c)) * length_ <= slow_limit()) return solve_slow(i, q, v);
    if (mode.form == Form::roots) return solve_roots(i, q, v);
    solve_vibration(i, q, v);
}

void ModalFlight::solve_slow(std::size_t i, double q, double v) {
    const Mode& mode = mode_[i];
    for (std::size_t l = 0; l < sines_; ++l) {
        if (slow(l)) continue;
        const double w = omega_[l];
        const Complex x = quotient(force_[i * sines_ + l], {mode.k - w * w, mode.c * w});
        answer_[i * sines_ + l] = x;
        q -= x.real();
        v += w * x.imag();
    }
    const Polynomial p = taylor_force(i);
    Polynomial& y = polynomial_[i];
    y.add(0, q);
    y.add(1, v);
    // Terms far below the round-off of the largest one end the series.
    double power = 1, largest = 0;
    for (int m = 0; m + 2 < terms; ++m) {
        const auto at = static_cast<std::size_t>(m);
        const double one = std::abs(y.c[at]) * power, two = std::abs(y.c[at + 1]) * power * length_;
        largest = std::max({largest, one, two});
        if (m > p.degree && std::max(one, two) <= 1e-20 * largest) break;
        y.add(m + 2, (p.c[at] - mode.c * (m + 1) * y.c[at + 1] - mode.k * y.c[at]) / ((m + 1) * (m + 2)));
        power *= length_;
    }
}

void ModalFlight::solve_roots(std::size_t i, double q, double v) {
    const Mode& mode = mode_[i];
    const double gap = mode.first.real() - mode.second.real();
    for (int which = 0; which < 2; ++which) {
        // y = q' - (other root) q obeys y' = root y + p, and q = difference of the two y over that of the roots.
        const double root = (which == 0 ? mode.first : mode.second).real();
        const double other = (which == 0 ? mode.second : mode.first).real();
        const double share = (which == 0 ? 1 : -1) / gap;
        const bool taylor = std::abs(root) * length_ <= slow_limit();
        double y = v - other * q;
        for (std::size_t l = 0; l < sines_; ++l) {
            if (taylor && slow(l)) continue;
            const Complex force = force_[i * sines_ + l];
            if (force == Complex{}) continue;
            const Complex x = quotient(force, {-root, omega_[l]});
            answer_[i * sines_ + l] += share * x;
            y -= x.real();
        }
        if (taylor) {
            const Polynomial p = taylor_force(i);
            polynomial_[i].add(0, share * y);
            double power = 1, largest = 0;
            for (int m = 0; m + 1 < terms; ++m) {
                largest = std::max(largest, std::abs(y) * power);
                if (m > p.degree && std::abs(y) * power <= 1e-20 * largest) break;
                y = (root * y + p.c[static_cast<std::size_t>(m)]) / (m + 1);
                polynomial_[i].add(m + 1, share * y);
                power *= length_;
            }
            continue;
        }
        double particular = 0;
        for (int m = poly_force_[i].degree; m >= 0; --m) {
            particular = ((m + 1) * particular - poly_force_[i].c[static_cast<std::size_t>(m)]) / root;
            polynomial_[i].add(m, share * particular);
        }
        add_exponential(root, share * (y - particular), i);
    }
}

void ModalFlight::solve_vibration(std::size_t i, double q, double v) {
    const Mode& mode = mode_[i];
    Polynomial& a = polynomial_[i];
    const auto& p = poly_force_[i].c;
    for (int m = poly_force_[i].degree; m >= 0; --m) {
        const auto at = static_cast<std::size_t>(m);
        a.add(m, (p[at] - mode.c * (m + 1) * a.c[at + 1] - (m + 1) * (m + 2) * a.c[at + 2]) / mode.k);
    }
    q -= a.c[0];
    v -= a.c[1];
    for (std::size_t l = 0; l < sines_; ++l) {
        const double w = omega_[l];
        const Complex force = force_[i * sines_ + l];
        const Complex denominator{mode.k - w * w, mode.c * w};
        if (mode.form == Form::vibration && std::abs(denominator) < 0.1 * (mode.k + w * w)) {
            // Near resonance the steady response and the free vibration that starts it would cancel.
            const Complex root = w > 0 ? mode.first : mode.second;
            const Complex weight = quotient(force, Complex(0, w) - std::conj(root));
            if (weight == Complex{}) continue;
            add_pair({0, w}, root, l, i, weight);
            v -= weight.real();
            continue;
        }
        const Complex x = quotient(force, denominator);
        answer_[i * sines_ + l] = x;
        q -= x.real();
        v += w * x.imag();
    }
    if (mode.form == Form::vibration) {
        add_exponential(mode.first, {q, -(v - mode.first.real() * q) / mode.first.imag()}, i);
        return;
    }
    const std::size_t exponent = add_exponential(mode.first, q, i);
    add_pair(mode.first, mode.second, exponent, i, v - mode.first * q);
}

}  // namespace jounce::time
