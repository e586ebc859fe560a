// The loops of BandMatrix. Rows are grouped into packets; a half bandwidth B >= 0 is known at compile time, -1 means
// read at run time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "linalg/banded/band.hpp"
#include "linalg/basics/packet.hpp"
#include "linalg/basics/unrolled.hpp"

namespace jounce::linalg::detail {

// Half layout (symmetric, B known): for each packet of rows i, B + 1 packets A(i, i+k), k = 0..B, one after the other.
// The coefficients below the diagonal, A(i, i-k) = A(i-k, i), are those of earlier packets, shifted by k lanes: a
// shuffle is cheaper than a second copy in memory. Full layout (all others): 2b + 1 packets A(i, i+k), k = -b..b.
// In both layouts all addresses of a packet are one pointer plus constants, and every coefficient load is aligned.

/// Sums of rows in the half layout. One object walks down the rows; it keeps the previous packet if that saves loads.
template <int B>
class HalfRows {
  public:
    static constexpr int stride = (B + 1) * lanes;
    explicit HalfRows(const BandView& a) : at_(a.first) {}

    /// Row sums of A x for the next packet of rows, x pointing at its first row.
    [[gnu::always_inline]] Packet next(const double* x) {
        Packet s = load(at_) * load(x);
        unrolled<B>([&](auto index) {
            constexpr int k = index + 1;
            const Packet here = load(at_ + k * lanes);
            s += here * load(x + k);
            s += below<k>(here) * load(x - k);
            if constexpr (remember) before_[k - 1] = here;
        });
        at_ += stride;
        return s;
    }

    /// The same for the diagonal plus twice the part above it.
    [[gnu::always_inline]] Packet next_upper(const double* x) {
        Packet s{};
        unrolled<B>([&](auto index) { s += load(at_ + (index + 1) * lanes) * load(x + index + 1); });
        const Packet diagonal = load(at_) * load(x);
        at_ += stride;
        return diagonal + (s + s);
    }

  private:
    static constexpr bool remember = B <= lanes;

    template <int k>
    [[gnu::always_inline]] Packet below(Packet here) const {
        constexpr int packets = k / lanes, back = k % lanes;
        if constexpr (remember)
            return shifted<k>(before_[k - 1], here);
        else if constexpr (back == 0)
            return load(at_ + k * lanes - packets * stride);
        else
            return shifted<back>(load(at_ + k * lanes - (packets + 1) * stride), load(at_ + k * lanes - packets * stride));
    }

    const double* at_;
    std::array<Packet, (remember && B > 0) ? B : 1> before_{};
};

/// Sums of rows in the full layout.
template <int B>
class FullRows {
  public:
    explicit FullRows(const BandView& a) : at_(a.first), b_(B < 0 ? a.half_bandwidth : B) {}

    [[gnu::always_inline]] Packet next(const double* x) {
        const int b = B < 0 ? b_ : B;
        Packet s{};
#pragma GCC unroll 25
        for (int k = -b; k <= b; ++k) s += load(at_ + (k + b) * lanes) * load(x + k);
        at_ += (2 * b + 1) * lanes;
        return s;
    }
    [[gnu::always_inline]] Packet next_upper(const double* x) { return next(x); }

  private:
    const double* at_;
    int b_;
};

/// Row sums of complete packets go to packets(i, sum), those of the remaining rows one by one to single(i, sum).
template <class Sums, class Packets, class Single>
[[gnu::always_inline]] inline void for_rows(std::ptrdiff_t n, Sums sums, Packets packets, Single single) {
    std::ptrdiff_t i = 0;
    for (; i + lanes <= n; i += lanes) packets(i, sums(i));
    if (i < n) {
        double rest[lanes];
        store(rest, sums(i));
        for (int q = 0; i < n; ++i, ++q) single(i, rest[q]);
    }
}

/// y -= sums
template <class Sums>
[[gnu::always_inline]] inline void subtract_rows(std::ptrdiff_t n, double* y, Sums sums) {
    for_rows(
        n, sums, [y](std::ptrdiff_t i, Packet s) { store(y + i, load(y + i) - s); },
        [y](std::ptrdiff_t i, double s) { y[i] -= s; });
}

template <class Rows>
void multiply(const BandView& a, const double* x, double* y) noexcept {
    Rows of_a(a);
    for_rows(
        a.size, [&](std::ptrdiff_t i) { return of_a.next(x + i); }, [y](std::ptrdiff_t i, Packet s) { store(y + i, s); },
        [y](std::ptrdiff_t i, double s) { y[i] = s; });
}

template <class Rows>
void subtract(const BandView& a, const double* x, double* y) noexcept {
    Rows of_a(a);
    subtract_rows(a.size, y, [&](std::ptrdiff_t i) { return of_a.next(x + i); });
}

// Two interleaved sums halve the latency.
template <class Rows>
void subtract_two(const BandView& a, const double* x, const BandView& b, const double* z, double* y) noexcept {
    Rows of_a(a), of_b(b);
    subtract_rows(a.size, y, [&](std::ptrdiff_t i) { return of_a.next(x + i) + of_b.next(z + i); });
}

// Rows beyond the last have zero coefficients and read zeros of the margin.
template <class Rows>
double bilinear(const BandView& a, const double* x, const double* y) noexcept {
    Rows of_a(a);
    Packet s{};
    for (std::ptrdiff_t i = 0; i < a.size; i += lanes) s += load(x + i) * of_a.next(y + i);
    return sum(s);
}

template <class Rows>
double quadratic(const BandView& a, const double* x) noexcept {
    Rows of_a(a);
    Packet s{};
    for (std::ptrdiff_t i = 0; i < a.size; i += lanes) s += load(x + i) * of_a.next_upper(x + i);
    return sum(s);
}

template <class Rows>
constexpr BandKernels kernels_of = {multiply<Rows>, subtract<Rows>, subtract_two<Rows>, bilinear<Rows>, quadratic<Rows>};

// Fewer rows than one packet has: plain loops over the full layout. A packet load of values that were just stored one
// by one would wait for the store buffer, which takes several times as long as the whole product.
namespace few_rows {

[[gnu::always_inline]] inline double row(const BandView& a, const double* x, int i) {
    double s = 0;
    for (int k = -a.half_bandwidth; k <= a.half_bandwidth; ++k) s += a.first[(k + a.half_bandwidth) * lanes + i] * x[i + k];
    return s;
}
inline void multiply(const BandView& a, const double* x, double* y) noexcept {
    for (int i = 0; i < a.size; ++i) y[i] = row(a, x, i);
}
inline void subtract(const BandView& a, const double* x, double* y) noexcept {
    for (int i = 0; i < a.size; ++i) y[i] -= row(a, x, i);
}
inline void subtract_two(const BandView& a, const double* x, const BandView& b, const double* z, double* y) noexcept {
    for (int i = 0; i < a.size; ++i) y[i] -= row(a, x, i) + row(b, z, i);
}
inline double bilinear(const BandView& a, const double* x, const double* y) noexcept {
    double s = 0;
    for (int i = 0; i < a.size; ++i) s += x[i] * row(a, y, i);
    return s;
}
inline double quadratic(const BandView& a, const double* x) noexcept { return bilinear(a, x, x); }

inline constexpr BandKernels kernels = {multiply, subtract, subtract_two, bilinear, quadratic};

}  // namespace few_rows

/// One unknown, the single mass between its stops: arithmetic only.
namespace one_row {

inline void multiply(const BandView& a, const double* x, double* y) noexcept { *y = *a.first * *x; }
inline void subtract(const BandView& a, const double* x, double* y) noexcept { *y -= *a.first * *x; }
inline void subtract_two(const BandView& a, const double* x, const BandView& b, const double* z, double* y) noexcept {
    *y -= *a.first * *x + *b.first * *z;
}
inline double bilinear(const BandView& a, const double* x, const double* y) noexcept { return *x * (*a.first * *y); }
inline double quadratic(const BandView& a, const double* x) noexcept { return *x * (*a.first * *x); }

inline constexpr BandKernels kernels = {multiply, subtract, subtract_two, bilinear, quadratic};

}  // namespace one_row

}  // namespace jounce::linalg::detail
