// Hertz's stiffness of two smooth elastic bodies with a circular contact area.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "contact/geometry/materials.hpp"
#include "contact/stiffness/stiffness.hpp"

namespace jounce::contact::stiffness {

/// K = 4/3 E* sqrt(R) of F = K delta^(3/2) [N/m^1.5]. Hertz (1882), doi:10.1515/crll.1882.92.156; Johnson (1985), Eq. 4.23.
/// \param radius relative radius of curvature R [m]
[[nodiscard]] inline double hertz_point(const Materials& materials, double radius) {
    return 4.0 / 3.0 * contact_modulus(materials) * std::sqrt(radius);
}

}  // namespace jounce::contact::stiffness
