// One step of Gragg's modified midpoint rule extrapolated to order 16, for small systems integrated to round-off.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace jounce {

/// The increment of the unknowns in a step, and the difference of the last two extrapolants relative to `scale`: a pessimistic
/// error estimate.
template <std::size_t N>
struct ExtrapolatedStep {
    std::array<double, N> increment{};
    double error = 0;
};

/// y' = f(x, y) from x to x + h with 2, 4, ... 16 substeps, extrapolated in the squared substep. All sums are of increments,
/// which keeps the round-off below that of one addition to y. W. B. Gragg (1965), doi:10.1137/0702030; R. Bulirsch and J. Stoer
/// (1966), doi:10.1007/BF02165234. \param scale sizes of the unknowns
template <std::size_t N, class F>
[[nodiscard]] ExtrapolatedStep<N> extrapolated_step(const F& f, double x, const std::array<double, N>& y, double h,
                                                    const std::array<double, N>& scale) {
    using Vector = std::array<double, N>;
    constexpr int columns = 8;
    std::array<Vector, columns> tableau{};
    ExtrapolatedStep<N> out;
    const Vector start = f(x, y);
    for (int k = 0; k < columns; ++k) {
        const int count = 2 * (k + 1);
        const double substep = h / count;
        Vector before{};
        Vector now{};
        Vector point{};
        for (std::size_t i = 0; i < N; ++i) now[i] = substep * start[i];
        for (int m = 1; m <= count; ++m) {
            for (std::size_t i = 0; i < N; ++i) point[i] = y[i] + now[i];
            const Vector rate = f(m < count ? x + m * substep : x + h, point);
            for (std::size_t i = 0; i < N; ++i) {
                // The last evaluation is for smoothing: (before + now + substep rate)/2.
                const double next =
                    m < count ? before[i] + 2 * substep * rate[i] : 0.5 * (before[i] + now[i] + substep * rate[i]);
                before[i] = now[i];
                now[i] = next;
            }
        }
        // Neville's scheme: entry j of the tableau is the extrapolant of the last j + 1 rows.
        for (int j = 0; j <= k; ++j) {
            const Vector old = tableau[static_cast<std::size_t>(j)];
            tableau[static_cast<std::size_t>(j)] = now;
            if (j == k) break;
            const double share = static_cast<double>((k - j) * (k - j)) / ((k + 1) * (k + 1) - (k - j) * (k - j));
            out.error = 0;
            for (std::size_t i = 0; i < N; ++i) {
                const double change = (now[i] - old[i]) * share;
                now[i] += change;
                out.error = std::max(out.error, std::abs(change) / scale[i]);
                if (!std::isfinite(change)) out.error = HUGE_VAL;
            }
        }
    }
    out.increment = tableau[columns - 1];
    return out;
}

}  // namespace jounce
