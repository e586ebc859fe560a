// The fitted power laws of Pereira, Ramalho and Ambrosio in SI units: their formulas are valid in N, mm and MPa only.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "contact/families/power_law.hpp"
#include "contact/geometry/geometry.hpp"

namespace jounce::contact {

/// F [N] = (a DR + b) L E*/DR delta^n with DR, L, delta in mm and E* in MPa.
struct PereiraCoefficients {
    double a = 0, b = 0, n = 0;
};

/// Delta R in mm, without round-off of the difference at the ends of the fitted ranges.
[[nodiscard]] inline double pereira_difference(const Cylinders& geometry) {
    const double mm = 1e3 * geometry.difference();
    for (const double end : {0.005, 0.34954, 0.75, 10.0}) {
        if (std::abs(mm - end) <= 1e-9 * end) return end;
    }
    return mm;
}

/// "" when Delta R of an internal contact is in the fitted range, else the message.
[[nodiscard]] std::string check_pereira_difference(const Cylinders& geometry);

/// The law in SI units.
[[nodiscard]] PowerLaw pereira_law(const Cylinders& geometry, const PereiraCoefficients& coefficients);

}  // namespace jounce::contact
