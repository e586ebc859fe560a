// Physics: the moments of the impulse response of an oscillator, g'' + d g' + kappa g = 0, g(0) = 0, g'(0) = 1, about the middle
// of a step. Reference: their integrals by Gauss's rule in 4000 parts, g in its closed form in extended precision. Tolerance:
// that of the header, 1e-13 of the largest moment, 1e-10 near critical damping. Dampings and stiffnesses on both sides of every
// change of formula: the series, equal roots, oscillation, two decays.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/node_moments.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

namespace jounce::node_moments_test {
namespace {

using Real = long double;
using time::NodeMoments;

/// g and g' at t.
std::pair<Real, Real> response(Real d, Real kappa, Real t) {
    const std::complex<Real> half = d / 2, w = std::sqrt(std::complex<Real>(kappa - d * d / 4)), i(0, 1);
    const std::complex<Real> decay = std::exp(-half * t), x = w * t;
    const std::complex<Real> sine = std::abs(x) < 1e-4L ? t * (Real(1) - x * x / Real(6)) : std::sin(x) / w;
    return {(decay * sine).real(), (decay * (std::cos(x) - half * sine)).real()};
}

NodeMoments by_quadrature(Real d, Real kappa) {
    constexpr int parts = 4000;
    constexpr std::array<Real, 3> x{-0.774596669241483377035853L, 0, 0.774596669241483377035853L},
        w{5 / 18.0L, 8 / 18.0L, 5 / 18.0L};
    std::array<Real, NodeMoments::powers> place{}, rate{};
    for (int part = 0; part < parts; ++part) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Real t = (part + (1 + x[k]) / 2) / parts, u = 2 * t - 1;
            const auto [g, dg] = response(d, kappa, 1 - t);
            Real power = w[k] / parts;
            for (std::size_t p = 0; p < NodeMoments::powers; ++p, power *= u) {
                place[p] += g * power;
                rate[p] += dg * power;
            }
        }
    }
    NodeMoments out;
    for (std::size_t p = 0; p < NodeMoments::powers; ++p) {
        out.place[p] = static_cast<double>(place[p]);
        out.rate[p] = static_cast<double>(rate[p]);
    }
    return out;
}

TEST(NodeMoments, AreTheIntegralsOfTheImpulseResponse) {
    struct Case {
        double d, kappa, tolerance = 1e-13;
    };
    for (const Case& of : {Case{0, 0},
                           {0, 9},
                           {2, 30},
                           {5.9, 1},
                           {0, 49},
                           {1, 400},
                           {8, 60},
                           {14, 20},
                           {40, 300},
                           {40, 1},
                           {14, 49, 1e-10},
                           {14, 49 * (1 + 1e-9), 1e-10},
                           {11, 30.25 * (1 - 1e-7), 1e-9}}) {
        constexpr double h = 0.25;  // d = c h, kappa = k h^2
        const NodeMoments got = time::node_moments(of.d / h, of.kappa / (h * h), h), exact = by_quadrature(of.d, of.kappa);
        double place = 0, rate = 0;
        for (std::size_t p = 0; p < NodeMoments::powers; ++p) {
            place = std::max(place, std::abs(exact.place[p]));
            rate = std::max(rate, std::abs(exact.rate[p]));
        }
        for (std::size_t p = 0; p < NodeMoments::powers; ++p) {
            EXPECT_NEAR(got.place[p], exact.place[p], 2 * of.tolerance * place) << of.d << ' ' << of.kappa << ' ' << p;
            EXPECT_NEAR(got.rate[p], exact.rate[p], 2 * of.tolerance * rate) << of.d << ' ' << of.kappa << ' ' << p;
        }
    }
}

}  // namespace
}  // namespace jounce::node_moments_test
