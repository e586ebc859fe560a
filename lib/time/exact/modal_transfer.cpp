// One mode over one step, exactly: free motion, polynomial forces and sine forces, for any damping.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/modal_transfer.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace jounce::time {

namespace {

// Everything here is dimensionless: h = 1, d = c h, kappa = k h^2. With g the impulse response, g'' + d g' + kappa g =
// 0, g(0) = 0, g'(0) = 1, `Integrals` holds its j-fold integrals at 1; [0] is g', [1] is g, [j + 1] the j-fold
// integral. They satisfy
//     I[j - 1] + d I[j] + kappa I[j + 1] = 1/(j - 1)!   for j >= 1,
// evaluated forwards for large kappa, backwards for small ones.
constexpr int levels = force_powers + 2;
using Integrals = std::array<double, levels>;

constexpr double series_radius = 1;   // of max(|d|, sqrt |kappa|)
constexpr double doubling_limit = 8;  // above it closed forms lose no accuracy
constexpr double double_phase = 50;   // above it the rounding of the phase would be visible in double precision

constexpr int series_terms = 20;
constexpr std::array<double, series_terms + levels> inverse_factorials = [] {
    std::array<double, series_terms + levels> out{};
    double factorial = 1;
    for (std::size_t m = 0; m < out.size(); ++m) {
        out[m] = 1 / factorial;
        factorial *= static_cast<double>(m + 1);
    }
    return out;
}();

// I[j + 1] = sum_m a_m/(m + 1 + j)! with a_m = -d a_{m-1} - kappa a_{m-2}; the two highest; the others backwards.
Integrals by_series(double d, double kappa) {
    Integrals I{};
    double before = 0, a = 1;  // a_{m-1}, a_m
    static_assert(levels == 6);
    for (std::size_t m = 0; m < series_terms; ++m) {
        I[4] += a * inverse_factorials[m + 4];
        I[5] += a * inverse_factorials[m + 5];
        const double next = -d * a - kappa * before;
        before = a;
        a = next;
    }
    for (int j = 4; j >= 1; --j) I[j - 1] = inverse_factorials[j - 1] - d * I[j] - kappa * I[j + 1];
    return I;
}

// From one step to a step of twice the length: the state after the first half is the initial state of the second, and
// (1 + s)^m = sum binomial s^l is its force. Lengths are then halved again, so that the step is 1.
Integrals doubled(const Integrals& I, double kappa) {
    const double xx = 1 - kappa * I[2];
    Integrals out{};
    out[0] = I[0] * I[0] - kappa * I[1] * I[1];
    double scale = 1;
    for (int j = 1; j < levels; ++j) {
        double sum = xx * I[j] + I[1] * I[j - 1];
        for (int l = 2; l <= j; ++l) sum += inverse_factorials[j - l] * I[l];
        scale *= 0.5;
        out[j] = scale * sum;
    }
    return out;
}

Integrals by_doubling(double d, double kappa, double radius) {
    int times = 0;
    for (; radius > series_radius; radius *= 0.5) ++times;
    Integrals I = by_series(std::ldexp(d, -times), std::ldexp(kappa, -2 * times));
    for (int i = times; i > 0; --i) I = doubled(I, std::ldexp(kappa, -2 * i));
    return I;
}

void forwards(Integrals& I, double d, double kappa) {
    for (int j = 1; j <= 4; ++j) I[j + 1] = (inverse_factorials[j - 1] - I[j - 1] - d * I[j]) / kappa;
}

// int_0^1 e^{z (1 - s)} s^{j-1}/(j - 1)! ds for j = 1 .. 4 at [j]; [0] is e^z. z <= 0.
std::array<double, 5> exponential_integrals(double z) {
    std::array<double, 5> phi{};
    phi[0] = std::exp(z);
    if (z < -4) {
        for (int j = 0; j < 4; ++j) phi[j + 1] = (phi[j] - inverse_factorials[j]) / z;
        return phi;
    }
    double term = inverse_factorials[4], sum = 0;
    for (int m = 0; m < 32; ++m) {
        sum += term;
        term *= z / (m + 5);
    }
    phi[4] = sum;
    for (int j = 3; j >= 1; --j) phi[j] = inverse_factorials[j] + z * phi[j + 1];
    return phi;
}

// Many radians or many decay times in one step. If there are very many, the phase is computed in extended precision.
template <class Real>
Integrals by_closed_form(Real d, Real kappa) {
    Integrals I{};
    const Real discriminant = d * d / 4 - kappa;
    const Real root = std::sqrt(std::abs(discriminant));
    if (discriminant < 0 || root <= d / 4) {
        const Real decay = std::exp(-d / 2);
        Real cosine = decay, sine = decay;  // decay times sin(root)/root
        if (discriminant < 0) {
            cosine *= std::cos(root);
            sine *= std::sin(root) / root;
        } else if (root > 0) {
            // cosh and sinh alone could overflow although the decay makes the product small.
            const Real slow = std::exp(root - d / 2), fast = std::exp(-root - d / 2);
            cosine = (slow + fast) / 2;
            const Real square = root * root;
            sine =
                root < Real(0.02) ? decay * (1 + square / 6 * (1 + square / 20 * (1 + square / 42))) : (slow - fast) / (2 * root);
        }
        I[0] = static_cast<double>(cosine - d / 2 * sine);
        I[1] = static_cast<double>(sine);
        forwards(I, static_cast<double>(d), static_cast<double>(kappa));
        return I;
    }
    // Two real roots well apart: the divided difference of e^{z t} and its integrals.
    const double fast = static_cast<double>(-(d / 2 + root));
    const double slow = static_cast<double>(-kappa / (d / 2 + root));
    const std::array<double, 5> a = exponential_integrals(slow), b = exponential_integrals(fast);
    I[0] = (slow * a[0] - fast * b[0]) / (slow - fast);
    for (int j = 0; j < 5; ++j) I[j + 1] = (a[j] - b[j]) / (slow - fast);
    return I;
}

using Complex = std::complex<long double>;

// Divided differences of the exponential function.
Complex difference(Complex a, Complex b) {
    const Complex half = (a - b) / 2.0L;
    if (std::abs(half) > 0.5L) return (std::exp(a) - std::exp(b)) / (a - b);
    const Complex square = half * half;
    Complex term = 1, sum = 1;
    for (int m = 1; m < 10; ++m) {
        term *= square / static_cast<long double>(2 * m * (2 * m + 1));
        sum += term;
    }
    return std::exp((a + b) / 2.0L) * sum;
}

Complex difference(Complex a, Complex b, Complex c) {
    const long double ab = std::abs(a - b), ac = std::abs(a - c), bc = std::abs(b - c);
    const long double largest = std::max({ab, ac, bc});
    if (largest >= 1) {
        // The difference of the two farthest apart is the denominator.
        if (largest == ac) std::swap(b, c);
        if (largest == bc) std::swap(a, c);
        return (difference(a, c) - difference(c, b)) / (a - b);
    }
    // All close to their mean: sum of the complete homogeneous polynomials over (m + 2)!.
    const Complex mean = (a + b + c) / 3.0L;
    a -= mean;
    b -= mean;
    c -= mean;
    Complex one = 1, two = 1, three = 1, sum = 0;
    long double inverse = 0.5L;
    for (int m = 0; m < 24; ++m) {
        sum += three * inverse;
        inverse /= m + 3;
        one *= a;
        two = b * two + one;
        three = c * three + two;
    }
    return std::exp(mean) * sum;
}

/// x and v at the end of a step of length 1 under e^{i w s}.
struct LoadResponse {
    std::complex<double> x, v;
};

// sum_m b_m/(m + 2)! with b_m = i w b_{m-1} + a_m, a_m as in by_series.
LoadResponse sine_by_series(double d, double kappa, double w) {
    double before = 0, a = 1, real = 1, imaginary = 0;
    LoadResponse out;
    for (std::size_t m = 0; m < series_terms; ++m) {
        const std::complex<double> b(real, imaginary);
        out.x += b * inverse_factorials[m + 2];
        out.v += b * inverse_factorials[m + 1];
        const double next = -d * a - kappa * before;
        before = a;
        a = next;
        const double turned = w * real;
        real = a - w * imaginary;
        imaginary = turned;
    }
    return out;
}

// x is the divided difference of e^z at the two roots and i w, v is that of z e^z.
LoadResponse sine_by_differences(long double d, long double kappa, long double w) {
    const long double discriminant = d * d / 4 - kappa;
    std::array<Complex, 3> z;
    z[2] = Complex(0, w);
    if (discriminant < 0) {
        z[0] = Complex(-d / 2, std::sqrt(-discriminant));
        z[1] = std::conj(z[0]);
    } else {
        // The root in which -d/2 and the square root do not cancel; the other one from their product.
        const long double large = -(d / 2 + std::copysign(std::sqrt(discriminant), d));
        z[0] = large;
        z[1] = large != 0 ? kappa / large : 0;
    }
    const Complex x = difference(z[0], z[1], z[2]);
    std::sort(z.begin(), z.end(), [](const Complex& a, const Complex& b) { return std::abs(a) > std::abs(b); });
    const Complex v = z[2] * x + difference(z[0], z[1]);
    return {std::complex<double>(x), std::complex<double>(v)};
}

}  // namespace

ModeTransfer mode_transfer(double c, double k, double h) {
    const double d = c * h;
    const double kappa = k * h * h;
    const double radius = std::max(std::abs(d), std::sqrt(std::abs(kappa)));
    Integrals I;
    if (radius <= series_radius) {
        I = by_series(d, kappa);
    } else if (radius <= doubling_limit || c < 0 || k < 0) {
        I = by_doubling(d, kappa, radius);
    } else {
        const long double step = h;
        I = radius <= double_phase ? by_closed_form(d, kappa) : by_closed_form(c * step, k * step * step);
    }
    ModeTransfer out;
    out.xx = -kappa * I[2];
    out.xv = h * I[1];
    out.vx = -k * h * I[1];
    out.vv = -d * I[1] - kappa * I[2];
    double scale = h;  // m! h^{m+1}
    for (int m = 0; m < force_powers; ++m) {
        out.v_force[m] = scale * I[m + 1];
        out.x_force[m] = scale * h * I[m + 2];
        scale *= h * (m + 1);
    }
    return out;
}

SineTransfer sine_transfer(double c, double k, double w, double h, const ModeTransfer& own) {
    const double d = c * h, kappa = k * h * h, eta = w * h;
    const double radius = std::max({std::abs(d), std::sqrt(std::abs(kappa)), std::abs(eta)});
    // The amplitude of the steady motion is one over this.
    const std::complex<double> impedance(kappa - eta * eta, d * eta);
    LoadResponse r;
    if (radius <= series_radius) {
        r = sine_by_series(d, kappa, eta);
    } else if (radius <= double_phase && std::abs(impedance) > 0.2 * radius * radius) {
        // Far from resonance: the steady motion minus the free motion with the same initial values.
        const std::complex<double> x = 1.0 / impedance, v = std::complex<double>(0, eta) * x;
        const std::complex<double> turn(std::cos(eta), std::sin(eta));
        r.x = x * turn - (x + own.xx * x + own.xv / h * v);
        r.v = v * turn - (v + own.vx * h * x + own.vv * v);
    } else {
        const long double step = h;
        r = sine_by_differences(c * step, k * step * step, w * step);
    }
    return {h * h * r.x.imag(), h * h * r.x.real(), h * r.v.imag(), h * r.v.real()};
}

}  // namespace jounce::time
