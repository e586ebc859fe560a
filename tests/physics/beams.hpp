// Beams of this folder: one description from which both the model and the exact solutions are written down, and the refinement of
// meshes with its observed order.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "modal/modes.hpp"
#include "support/exact_beam.hpp"
#include "system/models.hpp"

namespace jounce::test {

using std::numbers::pi;

/// Section and material as numbers of the test's own.
struct BeamData {
    double area, Iy, Iz, J, Ip;
    double factor_y, factor_z;  // of shear along local y, along local z
    double E, nu, density;

    [[nodiscard]] double G() const { return E / (2 * (1 + nu)); }
    [[nodiscard]] Value section() const {
        return table({{"family", "section"},
                      {"kind", "general"},
                      {"area", area},
                      {"second_moment_y", Iy},
                      {"second_moment_z", Iz},
                      {"torsion_constant", J},
                      {"polar_second_moment", Ip},
                      {"shear_factor_y", factor_y},
                      {"shear_factor_z", factor_z}});
    }
    [[nodiscard]] Value material() const {
        return table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", nu}, {"density", density}});
    }
    /// Bending about local z (in the local x-y plane) or about local y.
    [[nodiscard]] UniformBeam bending(double length, bool timoshenko, bool about_z = true) const {
        const double I = about_z ? Iz : Iy;
        UniformBeam beam{.length = length, .bending_stiffness = E * I, .mass_per_length = density * area};
        if (timoshenko) {
            beam.shear_stiffness = (about_z ? factor_y : factor_z) * G() * area;
            beam.rotary_per_length = density * I;
        }
        return beam;
    }
};

/// b along local y, h along local z; torsion constant by Roark's approximation: both sides of a comparison use the same number.
inline BeamData rectangle(double b, double h, double E, double nu, double density) {
    const double a = std::max(b, h) / 2, c = std::min(b, h) / 2, q = c / a;
    const double J = a * c * c * c * (16.0 / 3 - 3.36 * q * (1 - q * q * q * q / 12));
    const double Iy = b * h * h * h / 12, Iz = h * b * b * b / 12;
    return {b * h, Iy, Iz, J, Iy + Iz, 5.0 / 6, 0.8, E, nu, density};
}

/// Inner diameter 0: a solid circle.
inline BeamData round(double outer, double inner, double factor, double E, double nu, double density) {
    const double area = pi / 4 * (outer * outer - inner * inner);
    const double I = pi / 64 * (std::pow(outer, 4) - std::pow(inner, 4));
    return {area, I, I, 2 * I, 2 * I, factor, factor, E, nu, density};
}

/// Frequencies on meshes of n, 2n and 4n elements, and what they tell.
struct Refinement {
    std::vector<double> coarse, middle, fine;

    Refinement(const std::function<std::vector<double>(int)>& frequencies, int n)
        : coarse(frequencies(n)), middle(frequencies(2 * n)), fine(frequencies(4 * n)) {}
    /// From the errors of the two coarser meshes (the finest is the nearest to round-off).
    [[nodiscard]] double order(std::size_t i, double exact) const { return std::log2((coarse[i] - exact) / (middle[i] - exact)); }
    /// Richardson's extrapolation of all three, the error being a h^p + b h^(p+2) + ...
    [[nodiscard]] double limit(std::size_t i, double p) const {
        const auto combine = [](double rough, double good, double order) {
            const double gain = std::pow(2, order);
            return (gain * good - rough) / (gain - 1);
        };
        return combine(combine(coarse[i], middle[i], p), combine(middle[i], fine[i], p), p + 2);
    }
};

}  // namespace jounce::test
