// The two materials of a contact, as common settings of stiffnesses and geometries, and their contact modulus.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/schema.hpp"

namespace jounce::contact {

/// Two isotropic materials.
struct Materials {
    double E1 = 0, nu1 = 0;  ///< Young's modulus [Pa], Poisson's ratio of body 1
    double E2 = 0, nu2 = 0;
};

/// E* of 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa]. Johnson (1985), doi:10.1017/CBO9781139171731, Eq. 4.20.
[[nodiscard]] inline double contact_modulus(const Materials& m) {
    return 1 / ((1 - m.nu1 * m.nu1) / m.E1 + (1 - m.nu2 * m.nu2) / m.E2);
}

template <class S>
void material_fields(Fields<S>& fields) {
    constexpr Range poisson{.low = -1, .high = 0.5, .high_open = false};
    fields.number("E1", &S::E1, "Pa", positive, "Young's modulus of body 1.").required();
    fields.number("nu1", &S::nu1, "", poisson, "Poisson's ratio of body 1.").required();
    fields.number("E2", &S::E2, "Pa", positive, "Young's modulus of body 2.").required();
    fields.number("nu2", &S::nu2, "", poisson, "Poisson's ratio of body 2.").required();
}

}  // namespace jounce::contact
