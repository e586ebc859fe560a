// Linear elastic, isotropic material.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/schema.hpp"

namespace jounce::elements {

/// The shear modulus is not a setting: isotropy determines it from the other two.
struct Material {
    double E = 0;        ///< Young's modulus, Pa, above 0
    double nu = 0;       ///< Poisson's ratio, -, in (-1, 0.5]
    double density = 0;  ///< kg/m^3, 0 or above

    [[nodiscard]] double shear_modulus() const { return E / (2 * (1 + nu)); }  ///< G, Pa
};

/// The fields of `jounce.material`.
[[nodiscard]] const FieldList& material_fields();

}  // namespace jounce::elements
