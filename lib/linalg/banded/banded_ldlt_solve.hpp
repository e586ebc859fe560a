// The substitution of BandedLdlt: half bandwidth B known at compile time, the newest unknowns of each chain in registers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/banded/banded_ldlt.hpp"
#include "linalg/basics/unrolled.hpp"

namespace jounce::linalg::detail {

/// Rows per pass of an unrolled loop: a multiple of B, so that every register is back in its place.
template <int B>
inline constexpr int turn_rows = B <= 2 ? 4 : B;

template <int K>
struct Register {
    double value = 0;
};

/// The newest B unknowns of one chain, in rotating registers: at phase Q the register Q % B holds the oldest one and
/// receives the next. (Moving the values would put a register copy on the chain of every row; an array is not always
/// kept in registers.)
template <int B, class = std::make_integer_sequence<int, B>>
struct Recent;

template <int B, int... K>
struct Recent<B, std::integer_sequence<int, K...>> : Register<K>... {
    /// The register of the k-th newest unknown at phase Q.
    template <int k, int Q = 0>
    [[gnu::always_inline]] double& newest() {
        return static_cast<Register<(Q - k + 2 * B) % B>&>(*this).value;
    }

    /// s minus the newest B unknowns times their coefficients; coefficient[k * stride] is that of the (k+1)-th newest
    /// unknown, and the newest one comes last. The result becomes the newest.
    template <int Q>
    [[gnu::always_inline]] double next(double s, [[maybe_unused]] const double* coefficient, [[maybe_unused]] int stride) {
        ((s -= coefficient[(B - 1 - K) * stride] * newest<B - K, Q>()), ...);
        if constexpr (B > 0) newest<B, Q>() = s;
        return s;
    }

    /// After a single row: moves the values so that the phase is 0 again.
    [[gnu::always_inline]] void turn() {
        if constexpr (B > 1) {
            const double latest = static_cast<Register<0>&>(*this).value;
            unrolled<B - 1>([&](auto k) { static_cast<Register<k>&>(*this).value = static_cast<Register<k + 1>&>(*this).value; });
            static_cast<Register<B - 1>&>(*this).value = latest;
        }
    }
};

/// The B rows where the two ends meet: L z = b and D L' x = z within them. x points at the first of them; `before` and `after`
/// unknowns exist above and below, all of them already reduced.
template <int B>
[[gnu::always_inline]] inline void solve_middle(const double* top, const double* upwards, const double* reciprocals, double* x,
                                                std::ptrdiff_t before, std::ptrdiff_t after) {
#pragma GCC unroll 8
    for (int q = 0; q < B; ++q) {
        double s = x[q];
#pragma GCC unroll 8
        for (int r = 0; r <= q; ++r)  // the bottom rows: row q couples to the first q + 1 of them
            if (r < after) s -= upwards[B - 1 - q + r - q * B] * x[B + r];
#pragma GCC unroll 8
        for (int k = B; k >= 1; --k)
            if (q >= k || before >= k - q) s -= top[q * B + k - 1] * x[q - k];
        x[q] = s;
    }
#pragma GCC unroll 8
    for (int q = B - 1; q >= 0; --q) {
        double s = x[q] * reciprocals[q];
#pragma GCC unroll 8
        for (int k = B - 1 - q; k >= 1; --k) s -= top[(q + k) * B + k - 1] * x[q + k];
        x[q] = s;
    }
}

template <int B>
void solve_banded_ldlt(const BandedLdlt::Shape& shape, const double* top, const double* bottom, const double* reciprocals,
                       double* x) noexcept {
    constexpr int rows = turn_rows<B>;
    const std::ptrdiff_t n = shape.size, t = shape.top, u = shape.bottom;  // t is u or u + 1, unless u is zero
    double* const last = x + n - 1;
    const double* const last_reciprocal = reciprocals + n - 1;
    std::ptrdiff_t j = 0;

    // L z = b, downwards and upwards at once. Coefficients of neighbours that do not exist are zero.
    Recent<B> down, up;
    for (; j + rows <= u; j += rows)
        unrolled<rows>([&](auto q) __attribute__((always_inline)) {
            x[j + q] = down.template next<q>(x[j + q], top + (j + q) * B, 1);
            last[-j - q] = up.template next<q>(last[-j - q], bottom + (j + q) * B, 1);
        });
    for (; j < u; ++j) {
        x[j] = down.template next<0>(x[j], top + j * B, 1);
        last[-j] = up.template next<0>(last[-j], bottom + j * B, 1);
        down.turn();
        up.turn();
    }
    for (; j < t; ++j) {
        x[j] = down.template next<0>(x[j], top + j * B, 1);
        down.turn();
    }

    // bottom stores row m at n - 1 - m: the pointer is that of the first middle row, and B less for each further row.
    solve_middle<B>(top + t * B, u > 0 ? bottom + (n - 1 - t) * B : nullptr, reciprocals + t, x + t, t, u);

    // D L' x = z, from the middle outwards. L(i + k, i) is in row i + k: a stride of B + 1 numbers per k.
    Recent<B> outward, inward;  // the newest of `outward` is row t, that of `inward` row t + B - 1
    unrolled<B>([&](auto q) {
        outward.template newest<q + 1>() = x[t + q];
        inward.template newest<q + 1>() = x[t + B - 1 - q];
    });
    for (j = t - 1; j >= u; --j) {
        x[j] = outward.template next<0>(x[j] * reciprocals[j], top + (j + 1) * B, B + 1);
        outward.turn();
    }
    for (; j + 1 >= rows; j -= rows)
        unrolled<rows>([&](auto q) __attribute__((always_inline)) {
            x[j - q] = outward.template next<q>(x[j - q] * reciprocals[j - q], top + (j - q + 1) * B, B + 1);
            last[q - j] = inward.template next<q>(last[q - j] * last_reciprocal[q - j], bottom + (j - q + 1) * B, B + 1);
        });
    for (; j >= 0; --j) {
        x[j] = outward.template next<0>(x[j] * reciprocals[j], top + (j + 1) * B, B + 1);
        last[-j] = inward.template next<0>(last[-j] * last_reciprocal[-j], bottom + (j + 1) * B, B + 1);
        outward.turn();
        inward.turn();
    }
}

}  // namespace jounce::linalg::detail
