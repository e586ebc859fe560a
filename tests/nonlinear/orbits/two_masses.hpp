// Two masses in a row and a stop, with dashpots that couple their modes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <memory>
#include <utility>

#include "nonlinear/orbits/oscillators.hpp"
#include "system/models.hpp"

namespace jounce::test {

/// Masses 1 and 0.7; the first one on the ground and under 0.25 cos w t, the second one before a stop of stiffness 30. With
/// `ground` = 0.0625 the dashpots are proportional to the springs.
struct TwoMasses {
    double ground = 0.06;  ///< dashpot
    double clearance = 1;

    [[nodiscard]] std::shared_ptr<const System> system(double w) const {
        const auto along = vector(1, 0, 0);
        Script s;
        s.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
        s.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", 0.7}, {"free", words({"ux"})}});
        s.add("spring", {{"from", "a"}, {"direction", along}, {"stiffness", 1}, {"damping", ground}});
        s.add("spring", {{"from", "a"}, {"to", "b"}, {"direction", along}, {"stiffness", 0.8}, {"damping", 0.05}});
        const Table cosine =
            table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 0.25}, {"frequency", w / (2 * pi)}, {"phase", pi / 2}});
        s.add("load", {{"nodes", words({"a"})}, {"direction", along}, {"force", cosine}});
        s.add("gap", {{"name", "stop"},
                      {"node", "b"},
                      {"direction", along},
                      {"clearance", clearance},
                      {"sides", "positive"},
                      {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 30}})}});
        return std::make_shared<const System>(s.system());
    }
    [[nodiscard]] nonlinear::ModelFamily family() const {
        return {[*this](double w) { return system(w); }, [](double w) { return 2 * pi / w; }};
    }
    /// Complex amplitudes of both masses in flight: (K + i w C - w^2 M) X = (0.25, 0).
    [[nodiscard]] std::pair<std::complex<double>, std::complex<double>> response(double w) const {
        const std::complex<double> i(0, 1), z12 = -0.8 - i * w * 0.05;
        const std::complex<double> z11 = 1.8 - w * w + i * w * (ground + 0.05), z22 = 0.8 - 0.7 * w * w + i * w * 0.05;
        const std::complex<double> det = z11 * z22 - z12 * z12;
        return {0.25 * z22 / det, -0.25 * z12 / det};
    }
};

}  // namespace jounce::test
