// Fields of a material.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/material.hpp"

namespace jounce::elements {

namespace {
/// With these limits products with lengths and areas do not overflow or underflow.
constexpr Range modulus{.low = 1e-150, .high = 1e150, .low_open = false, .high_open = false};
constexpr Range mass_per_volume{.low = 0, .high = 1e150, .low_open = false, .high_open = false};
}  // namespace

const FieldList& material_fields() {
    static const FieldList fields = Fields<Material>()
                                        .number("E", &Material::E, "Pa", modulus, "Young's modulus.")
                                        .required()
                                        .number("nu", &Material::nu, "", Range{.low = -1, .high = 0.5, .high_open = false},
                                                "Poisson's ratio; the shear modulus is E/(2(1+nu)).")
                                        .required()
                                        .number("density", &Material::density, "kg/m^3", mass_per_volume, "Mass per volume.")
                                        .required();
    return fields;
}

}  // namespace jounce::elements
