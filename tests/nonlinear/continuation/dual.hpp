// Numbers that carry their derivatives: exact derivatives of closed forms, in long double.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace jounce::test {

template <std::size_t K>
struct Dual {
    long double value = 0;
    std::array<long double, K> d{};

    Dual() = default;
    Dual(long double v) : value(v) {}  // a constant
    static Dual variable(long double v, std::size_t k) {
        Dual out(v);
        out.d[k] = 1;
        return out;
    }
    /// f(this), with f' there.
    [[nodiscard]] Dual chain(long double f, long double slope) const {
        Dual out(f);
        for (std::size_t k = 0; k < K; ++k) out.d[k] = slope * d[k];
        return out;
    }
    friend Dual operator+(Dual a, const Dual& b) {
        a.value += b.value;
        for (std::size_t k = 0; k < K; ++k) a.d[k] += b.d[k];
        return a;
    }
    friend Dual operator-(const Dual& a) { return a.chain(-a.value, -1); }
    friend Dual operator-(const Dual& a, const Dual& b) { return a + (-b); }
    friend Dual operator*(const Dual& a, const Dual& b) {
        Dual out(a.value * b.value);
        for (std::size_t k = 0; k < K; ++k) out.d[k] = a.d[k] * b.value + a.value * b.d[k];
        return out;
    }
    friend Dual operator/(const Dual& a, const Dual& b) { return a * b.chain(1 / b.value, -1 / (b.value * b.value)); }
    friend Dual sin(const Dual& a) { return a.chain(std::sin(a.value), std::cos(a.value)); }
    friend Dual cos(const Dual& a) { return a.chain(std::cos(a.value), -std::sin(a.value)); }
    friend Dual exp(const Dual& a) { return a.chain(std::exp(a.value), std::exp(a.value)); }
    friend Dual sqrt(const Dual& a) { return a.chain(std::sqrt(a.value), 0.5L / std::sqrt(a.value)); }
};

}  // namespace jounce::test
