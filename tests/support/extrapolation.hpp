// An adaptive integrator of high order for reference solutions: Gragg's modified midpoint rule with polynomial extrapolation
// in the squared step (Gragg 1965, doi:10.1137/0702030; Bulirsch and Stoer 1966), of order 16 where the solution is smooth.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace jounce::test {

using Real = long double;

template <std::size_t N>
using Reals = std::array<Real, N>;

/// y' = f(x, y) over one step.
/// \param scale size of each unknown, for the error
/// \returns the increment of y; `error` receives the difference of the last two extrapolants relative to `scale`
template <std::size_t N, class F>
Reals<N> extrapolated_increment(const F& f, Real x, const Reals<N>& y, Real h, const Reals<N>& scale, Real& error) {
    constexpr int columns = 8;
    std::array<Reals<N>, columns> row{};
    for (int k = 0; k < columns; ++k) {
        const int n = 2 * (k + 1);
        const Real step = h / n;
        const auto at = [&](const Reals<N>& d, Real s) {
            Reals<N> z;
            for (std::size_t i = 0; i < N; ++i) z[i] = y[i] + d[i];
            return f(x + s, z);
        };
        Reals<N> before{};
        Reals<N> now{};
        const Reals<N> start = at(before, 0);
        for (std::size_t i = 0; i < N; ++i) now[i] = step * start[i];
        for (int m = 1; m < n; ++m) {
            const Reals<N> rate = at(now, m * step);
            for (std::size_t i = 0; i < N; ++i) {
                const Real next = before[i] + 2 * step * rate[i];
                before[i] = now[i];
                now[i] = next;
            }
        }
        const Reals<N> last = at(now, h);
        Reals<N> value;
        for (std::size_t i = 0; i < N; ++i) value[i] = 0.5L * (before[i] + now[i] + step * last[i]);
        // Neville's scheme in h^2; row[j] holds the extrapolant of the last j + 1 values.
        error = 0;
        for (int j = 0; j <= k; ++j) {
            const Reals<N> old = row[j];
            row[j] = value;
            if (j == k) break;
            const Real ratio = static_cast<Real>((k + 1) * (k + 1)) / ((k - j) * (k - j)) - 1;
            error = 0;
            for (std::size_t i = 0; i < N; ++i) {
                const Real change = (value[i] - old[i]) / ratio;
                value[i] += change;
                error = std::max(error, std::abs(change) / scale[i]);
            }
        }
    }
    return row[columns - 1];
}

/// Marches y' = f(x, y) from x to x_end (either way), calling `seen(x, y, h, y_next)` on each accepted step; stops early, at
/// the start of that step, when it returns false.
template <std::size_t N, class F, class Seen>
void integrate(const F& f, Real& x, Reals<N>& y, Real x_end, Real first_step, Real tolerance, const Reals<N>& scale,
               const Seen& seen) {
    Real h = std::copysign(std::abs(first_step), x_end - x);
    for (int count = 0; count < 100000 && x != x_end; ++count) {
        const bool last = std::abs(h) >= std::abs(x_end - x);
        if (last) h = x_end - x;
        Real error = 0;
        const Reals<N> increment = extrapolated_increment(f, x, y, h, scale, error);
        const Real growth = error > 0 ? 0.8L * std::pow(tolerance / error, 1.0L / 15) : 4;
        if (!(error <= tolerance)) {
            h *= std::isfinite(growth) ? std::clamp(growth, 0.1L, 0.7L) : 0.1L;
            continue;
        }
        Reals<N> next = y;
        for (std::size_t i = 0; i < N; ++i) next[i] += increment[i];
        if (!seen(x, y, h, next)) return;
        y = next;
        x = last ? x_end : x + h;
        h *= std::clamp(growth, 0.3L, 4.0L);
    }
    if (x != x_end) throw std::runtime_error("the reference integration did not reach its end");
}

}  // namespace jounce::test
