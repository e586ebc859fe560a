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

/// From the state (w/L, theta, M L/EI, V L^2/EI) at one end to the state at the other, at frequency b. With x in lengths:
/// w' = theta + s^2 V,  theta' = M,  M' = -V - b^2 r^2 theta,  V' = -b^2 w.
inline Matrix4L transfer_matrix(const UniformBeam& beam, long double b) {
    const int halvings = 10;
    const long double h = std::ldexp(1.0L, -halvings);
    Matrix4L a{};
    a[0][1] = h;
    a[0][3] = h * beam.s2();
    a[1][2] = h;
    a[2][1] = -h * b * b * beam.r2();
    a[2][3] = -h;
    a[3][0] = -h * b * b;
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

/// Zero at a natural frequency: the states that vanish at one end by its support, as functions of those left free at the other.
inline long double frequency_equation(const UniformBeam& beam, End start, End end, long double b) {
    const auto zeros = [](End e) -> std::array<int, 2> {
        if (e == End::free) return {2, 3};
        return e == End::pinned ? std::array<int, 2>{0, 2} : std::array<int, 2>{0, 1};
    };
    const auto others = [](End e) -> std::array<int, 2> {
        if (e == End::free) return {0, 1};
        return e == End::pinned ? std::array<int, 2>{1, 3} : std::array<int, 2>{2, 3};
    };
    const Matrix4L t = transfer_matrix(beam, b);
    const auto rows = zeros(end);
    const auto columns = others(start);
    return t[rows[0]][columns[0]] * t[rows[1]][columns[1]] - t[rows[0]][columns[1]] * t[rows[1]][columns[0]];
}

/// The first `count` roots b above zero: a scan in sqrt(b), in which roots of slender beams lie about pi apart, then bisection.
inline std::vector<double> exact_roots(const UniformBeam& beam, End start, End end, int count) {
    std::vector<double> roots;
    const long double step = 0.01L;
    long double low = 0.2L;
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
