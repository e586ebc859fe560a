// Exact natural frequencies of a uniform beam in one plane, by roots of its frequency equation: a witness that shares nothing
// with the elements. Timoshenko's equations as a first-order system, solved by the exponential series in extended precision.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace jounce::test {

enum class End { free, pinned, clamped };

/// One bending plane of a beam. An infinite shear stiffness and no rotary inertia are Euler and Bernoulli's beam.
struct UniformBeam {
    double length;                                                     // m
    double bending_stiffness;                                          // E I, N m^2
    double shear_stiffness = std::numeric_limits<double>::infinity();  // factor * G A, N
    double mass_per_length;                                            // rho A, kg/m
    double rotary_per_length = 0;                                      // rho I, kg m

    // The dimensionless numbers of Huang, T. C. (1961), J. Appl. Mech. 28, 579-584, doi:10.1115/1.3641787.
    [[nodiscard]] long double r2() const { return (long double)rotary_per_length / mass_per_length / length / length; }
    [[nodiscard]] long double s2() const { return (long double)bending_stiffness / shear_stiffness / length / length; }
    /// b in omega = b sqrt(E I / (rho A L^4)).
    [[nodiscard]] long double frequency(long double b) const {  // Hz
        return b * std::sqrt((long double)bending_stiffness / mass_per_length) / length / length / 2 /
               std::numbers::pi_v<long double>;
    }
};

using Matrix4L = std::array<std::array<long double, 4>, 4>;

inline Matrix4L product(const Matrix4L& a, const Matrix4L& b) {
    Matrix4L c{};
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            for (int k = 0; k < 4; ++k) c[i][j] += a[i][k] * b[k][j];
        }
    }
    return c;
}

/// From the state at one point to the state `span` (a fraction of the length, possibly negative) further on, at frequency b =
/// B^2. With x in lengths: w' = theta + s^2 V,  theta' = M,  M' = -V - b^2 r^2 theta,  V' = -b^2 w for w/L, theta, M L/EI, V
/// L^2/EI; the state here is (w, theta/B, M/B^2, V/B^3), which balances the exponential.
inline Matrix4L transfer_matrix(const UniformBeam& beam, long double b, long double span) {
    const int halvings = 6;
    const long double h = std::ldexp(span, -halvings) * std::sqrt(b);
    Matrix4L a{};
    a[0][1] = h;
    a[0][3] = h * b * beam.s2();
    a[1][2] = h;
    a[2][1] = -h * b * beam.r2();
    a[2][3] = -h;
    a[3][0] = -h;
    Matrix4L power{};
    for (int i = 0; i < 4; ++i) power[i][i] = 1;
    Matrix4L sum = power;
    for (int n = 1; n <= 24; ++n) {
        power = product(power, a);
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) {
                power[i][j] /= n;
                sum[i][j] += power[i][j];
            }
        }
    }
    for (int i = 0; i < halvings; ++i) sum = product(sum, sum);
    return sum;
}

/// Zero at a natural frequency: the determinant of the states that the two ends, with what their supports leave free, can bring
/// to the middle. Meeting in the middle halves the digits lost to the growing solution.
inline long double frequency_equation(const UniformBeam& beam, End start, End end, long double b) {
    const auto left_free = [](End e) -> std::array<int, 2> {
        if (e == End::free) return {0, 1};
        return e == End::pinned ? std::array<int, 2>{1, 3} : std::array<int, 2>{2, 3};
    };
    const Matrix4L left = transfer_matrix(beam, b, 0.5L);
    const Matrix4L right = transfer_matrix(beam, b, -0.5L);
    const auto minor = [](const Matrix4L& t, int i, int j, const std::array<int, 2>& columns) {
        return t[i][columns[0]] * t[j][columns[1]] - t[i][columns[1]] * t[j][columns[0]];
    };
    // Laplace's expansion by pairs of rows: (i, j) from the left end, the other two from the right end, sign (-1)^(i + j + 1).
    constexpr int pairs[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
    long double determinant = 0;
    for (const auto& [i, j, k, l] : pairs) {
        const int sign = (i + j) % 2 == 1 ? 1 : -1;
        determinant += sign * minor(left, i, j, left_free(start)) * minor(right, k, l, left_free(end));
    }
    return determinant;
}

/// The first `count` roots b above zero: a scan in sqrt(b), in which roots of slender beams lie about pi apart, then bisection.
inline std::vector<double> exact_roots(const UniformBeam& beam, End start, End end, int count) {
    std::vector<double> roots;
    const long double step = 0.05L;
    long double low = 0.21L;
    long double f_low = frequency_equation(beam, start, end, low * low);
    while (static_cast<int>(roots.size()) < count) {
        long double high = low + step;
        const long double f_high = frequency_equation(beam, start, end, high * high);
        if ((f_low < 0) != (f_high < 0)) {
            long double a = low;
            long double c = high;
            for (int i = 0; i < 70; ++i) {
                const long double middle = (a + c) / 2;
                ((frequency_equation(beam, start, end, middle * middle) < 0) == (f_low < 0) ? a : c) = middle;
            }
            roots.push_back(static_cast<double>(a * a));
        }
        low = high;
        f_low = f_high;
        if (low > 100) throw std::runtime_error("exact_roots: too few roots below b = 10^4");
    }
    return roots;
}

/// Elastic natural frequencies, Hz.
inline std::vector<double> exact_frequencies(const UniformBeam& beam, End start, End end, int count) {
    std::vector<double> frequencies;
    for (const double b : exact_roots(beam, start, end, count)) {
        frequencies.push_back(static_cast<double>(beam.frequency(b)));
    }
    return frequencies;
}

}  // namespace jounce::test
