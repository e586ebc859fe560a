// The table of material kinds.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/material_kinds.hpp"

#include <array>

namespace jounce::elements {

namespace {

const Kind<Material>& isotropic_kind() {
    static const Kind<Material> kind = [] {
        Kind<Material> made{{.family = "material",
                             .name = "isotropic",
                             .summary = "Linear elastic, the same in every direction; shear modulus E/(2(1+nu)).",
                             .sources = {},
                             .fields = material_fields()},
                            {}};
        made.make = [](const Table& table) { return read_settings<Material>(material_fields(), table, "material"); };
        return made;
    }();
    return kind;
}

}  // namespace

const Family<Material>& material_family() {
    static const std::array<const Kind<Material>*, 1> table{&isotropic_kind()};
    static const Family<Material> family{
        .name = "material", .kinds = [] { return std::span<const Kind<Material>* const>(table); }, .one_function = true};
    return family;
}

}  // namespace jounce::elements
