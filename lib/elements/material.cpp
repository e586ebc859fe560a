// Fields of a material.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/material.hpp"

namespace jounce::elements {

const FieldList& material_fields() {
    static const FieldList fields = Fields<Material>()
                                        .number("E", &Material::E, "Pa", positive, "Young's modulus.")
                                        .required()
                                        .number("nu", &Material::nu, "", Range{.low = -1, .high = 0.5, .high_open = false},
                                                "Poisson's ratio; the shear modulus is E/(2(1+nu)).")
                                        .required()
                                        .number("density", &Material::density, "kg/m^3", zero_or_positive, "Mass per volume.")
                                        .required();
    return fields;
}

}  // namespace jounce::elements
