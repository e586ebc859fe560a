// The fitted power laws of Pereira, Ramalho and Ambrosio in SI units.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/pereira.hpp"

#include "base/messages/text.hpp"

namespace jounce::contact {

std::string check_pereira_difference(const Cylinders& geometry) {
    const double mm = pereira_difference(geometry);
    if (mm >= 0.005 && mm <= 10) return "";
    return "'geometry' must have |Ri - Rj| in [5e-06, 0.01] m, the range of the fit, got " + shortest(geometry.difference());
}

PowerLaw pereira_law(const Cylinders& geometry, const PereiraCoefficients& coefficients) {
    const auto [a, b, n] = coefficients;
    const double difference = pereira_difference(geometry);
    const double length = 1e3 * geometry.length;
    const double modulus = 1e-6 * geometry.modulus();
    const double per_millimetre = (a * difference + b) * length * modulus / difference;  // N/mm^n
    return {per_millimetre * std::pow(1e3, n), n};
}

}  // namespace jounce::contact
