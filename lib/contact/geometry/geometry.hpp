// Bodies in contact as geometry: the family "geometry", nested in laws with a force from radii and materials.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "base/fields/kind.hpp"
#include "contact/geometry/materials.hpp"

namespace jounce::contact {

/// Two cylinders with parallel axes that touch along a line.
struct Cylinders : Materials {
    double Ri = 0, Rj = 0;  ///< radii of the bodies 1 and 2 [m]
    std::string contact = "internal";
    double length = 0;  ///< of the line of contact [m]

    [[nodiscard]] bool internal() const { return contact == "internal"; }
    /// Delta R = Ri + Rj of an external contact, |Ri - Rj| of an internal one [m]
    [[nodiscard]] double difference() const { return internal() ? std::abs(Ri - Rj) : Ri + Rj; }
    /// R = Ri Rj/Delta R [m], 1/R being the relative curvature
    [[nodiscard]] double relative_radius() const { return Ri / difference() * Rj; }
    [[nodiscard]] double smaller_radius() const { return std::min(Ri, Rj); }
    [[nodiscard]] double modulus() const { return contact_modulus(*this); }
};

using GeometryKind = Kind<Cylinders>;

/// The table of all geometries (geometry/table.cpp).
[[nodiscard]] std::span<const GeometryKind* const> geometry_kinds();
/// The family "geometry". Inline for the same reason as law_family.
inline const Family<Cylinders> geometry_family{.name = "geometry", .kinds = geometry_kinds};

template <class S>
void geometry_field(Fields<S>& fields) {
    fields.template kind<Cylinders>("geometry", &S::geometry, geometry_family, "The two cylinders.").required();
}

namespace geometry {
extern const GeometryKind cylinders;
}

}  // namespace jounce::contact
