// Complex numbers and exponentials for the closed forms of linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>

namespace jounce::time {

using Complex = std::complex<double>;

// Without the special cases for infinities in the library's product.
inline Complex product(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
inline Complex quotient(Complex a, Complex b) { return product(a, std::conj(b)) / std::norm(b); }
inline double real_product(Complex a, Complex b) { return a.real() * b.real() - a.imag() * b.imag(); }

/// |z| without the library's care for overflow.
inline double magnitude(Complex z) { return std::sqrt(std::norm(z)); }

/// Both at once: the library's sincos takes half the time of two calls.
inline void sine_and_cosine(double angle, double& sine, double& cosine) {
#ifdef __GLIBC__
    ::sincos(angle, &sine, &cosine);
#else
    sine = std::sin(angle);
    cosine = std::cos(angle);
#endif
}

/// e^x; zero where it underflows, which takes the library ten times as long.
inline double growth(double x) { return x == 0 ? 1 : x < -746 ? 0 : std::exp(x); }

inline Complex exponential(Complex mu, double s) {
    const double size = growth(mu.real() * s);
    if (mu.imag() == 0 || size == 0) return size;
    double sine = 0, cosine = 1;
    sine_and_cosine(mu.imag() * s, sine, cosine);
    return {size * cosine, size * sine};
}

/// (e^(mu1 s) - e^(mu2 s))/(mu1 - mu2), also where mu1 and mu2 are close or equal.
inline Complex divided_difference(Complex mu1, Complex mu2, double s) {
    const Complex z = (mu1 - mu2) * s;
    if (std::norm(z) > 0.25) return quotient(exponential(mu1, s) - exponential(mu2, s), mu1 - mu2);
    Complex sum = 1;
    for (int n = 16; n >= 2; --n) sum = 1.0 + product(z, sum) / static_cast<double>(n);
    return product(exponential(mu2, s) * s, sum);
}

}  // namespace jounce::time
