// The substitution of BandedLdlt: half bandwidth B known at compile time, the newest unknowns of each chain in registers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "linalg/banded_ldlt.hpp"
#include "linalg/unrolled.hpp"

namespace jounce::linalg::detail {

/// How many unknowns of a chain stay in registers. Only the newest are on the critical path; of a wide band the older ones
/// are read back from x (two chains of more than seven do not fit the registers).
template <int B>
inline constexpr int kept = B <= 7 ? B : 4;

/// Rows per turn of an unrolled loop: a multiple of what is kept, so that every register is back in its place.
template <int B>
inline constexpr int turn_rows = kept<B> <= 2 ? 4 : kept<B>;

template <int K>
struct Register {
    double value = 0;
};

/// The newest R unknowns of one chain, in registers that take turns: at phase Q the register Q % R holds the oldest one and
/// receives the next. (Moving values along would put a register copy on the chain of every row; an array is not always kept
/// in registers.)
template <int R, class = std::make_integer_sequence<int, R>>
struct Recent;

template <int R, int... K>
struct Recent<R, std::integer_sequence<int, K...>> : Register<K>... {
    /// The register of the k-th newest unknown at phase Q.
    template <int k, int Q = 0>
    [[gnu::always_inline]] double& newest() {
        return static_cast<Register<(Q - k + 2 * R) % R>&>(*this).value;
    }

    /// s minus the newest B unknowns times their coefficients: the older ones as read(k) finds them, the newest one last. The
    /// result becomes the newest.
    template <int B, int Q, class Coefficient, class Read>
    [[gnu::always_inline]] double next(double s, [[maybe_unused]] Coefficient coefficient, [[maybe_unused]] Read read) {
        unrolled<B - R>([&](auto i) { s -= coefficient(B - i) * read(B - i); });
        ((s -= coefficient(R - K) * newest<R - K, Q>()), ...);
        if constexpr (R > 0) newest<R, Q>() = s;
        return s;
    }

    /// After one row alone: moves the values so that the phase is 0 again.
    [[gnu::always_inline]] void turn() {
        if constexpr (R > 1) {
            const double latest = static_cast<Register<0>&>(*this).value;
            unrolled<R - 1>([&](auto k) { static_cast<Register<k>&>(*this).value = static_cast<Register<k + 1>&>(*this).value; });
            static_cast<Register<R - 1>&>(*this).value = latest;
        }
    }
};

template <int B>
[[gnu::flatten]] void solve_banded_ldlt(const BandedLdlt::Shape& shape, const double* top, const double* bottom,
                                        const double* reciprocals, double* x) noexcept {
    constexpr int R = kept<B>;
    using Phase0 = std::integral_constant<int, 0>;
    const std::ptrdiff_t n = shape.size, t = shape.top, u = shape.bottom;  // t is u or u + 1, unless u is zero
    double* const last = x + n - 1;
    const double* const last_reciprocal = reciprocals + n - 1;
    std::ptrdiff_t j = 0;

    // L z = b, downwards and upwards at once. `inside`: there are B rows before this one.
    Recent<R> down, up;
    const auto downward = [&](auto phase, auto inside, std::ptrdiff_t i) {
        return down.template next<B, phase>(
            x[i], [&](int k) { return top[i * B + k - 1]; }, [&](int k) { return inside || i >= k ? x[i - k] : 0.0; });
    };
    const auto upward = [&](auto phase, auto inside, std::ptrdiff_t i) {
        return up.template next<B, phase>(
            last[-i], [&](int k) { return bottom[i * B + k - 1]; }, [&](int k) { return inside || i >= k ? last[k - i] : 0.0; });
    };
    const auto single_rows = [&](std::ptrdiff_t end) {
        for (; j < end; ++j) {
            x[j] = downward(Phase0{}, std::false_type{}, j);
            last[-j] = upward(Phase0{}, std::false_type{}, j);
            down.turn();
            up.turn();
        }
    };
    if constexpr (B > R) single_rows(std::min<std::ptrdiff_t>(B, u));
    for (; j + turn_rows<B> <= u; j += turn_rows<B>)
        unrolled<turn_rows<B>>([&](auto q) {
            x[j + q] = downward(q, std::true_type{}, j + q);
            last[-j - q] = upward(q, std::true_type{}, j + q);
        });
    single_rows(u);
    for (; j < t; ++j) {
        x[j] = downward(Phase0{}, std::false_type{}, j);
        down.turn();
    }
    // The middle block loses what the bottom rows say, then goes on downwards.
    double z[B > 0 ? B : 1];
    const double* const upwards = u > 0 ? bottom + (n - 1 - t) * B : nullptr;  // of row t; that of the next stands B before it
    unrolled<B>([&](auto q) {
        double s = x[t + q];
        if (u > 0) unrolled<q + 1>([&](auto p) { s -= upwards[B - 1 - p - q * B] * x[t + B + q - p]; });
        x[t + q] = s;
    });
    unrolled<B>([&](auto q) {
        x[t + q] = z[q] = downward(Phase0{}, std::false_type{}, t + q);
        down.turn();
    });

    // D L' x = z: the middle block upwards, then both chains outwards.
    unrolled<B>([&](auto done) {
        constexpr int q = B - 1 - done;
        double s = z[q] * reciprocals[t + q];
        unrolled<done>([&](auto m) {  // rows B-1 .. q+1, the nearest last
            constexpr int k = done - m;
            s -= top[(t + q + k) * B + k - 1] * z[q + k];
        });
        x[t + q] = z[q] = s;
    });
    Recent<R> outward, inward;  // the newest of `outward` is row t, that of `inward` row t + B - 1
    unrolled<R>([&](auto q) {
        outward.template newest<q + 1>() = z[q];
        inward.template newest<q + 1>() = z[B - 1 - q];
    });
    const auto top_row = [&](auto phase, std::ptrdiff_t i) {
        x[i] = outward.template next<B, phase>(
            x[i] * reciprocals[i], [&](int k) { return top[(i + k) * B + k - 1]; }, [&](int k) { return x[i + k]; });
    };
    const auto bottom_row = [&](auto phase, std::ptrdiff_t i) {
        last[-i] = inward.template next<B, phase>(
            last[-i] * last_reciprocal[-i], [&](int k) { return bottom[(i + k) * B + k - 1]; },
            [&](int k) { return last[-i - k]; });
    };
    for (j = t - 1; j >= u; --j) {
        top_row(Phase0{}, j);
        outward.turn();
    }
    for (; j + 1 >= turn_rows<B>; j -= turn_rows<B>)
        unrolled<turn_rows<B>>([&](auto q) {
            top_row(q, j - q);
            bottom_row(q, j - q);
        });
    for (; j >= 0; --j) {
        top_row(Phase0{}, j);
        bottom_row(Phase0{}, j);
        outward.turn();
        inward.turn();
    }
}

}  // namespace jounce::linalg::detail
