// The laws of two cylinders that share the logarithmic form (log_law.hpp): their settings and how they become kinds.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "contact/geometry.hpp"
#include "contact/law_fields.hpp"
#include "contact/log_law.hpp"

namespace jounce::contact {

struct CylinderSettings {
    Cylinders geometry;
    std::string beyond = "error";
};

/// For laws whose papers have (1 - nu^2)/E where the half-plane has (1 - nu^2)/(pi E).
struct VariantSettings {
    std::string variant = "half_plane";
};

template <class S>
void beyond_field(Fields<S>& fields) {
    fields.choice("beyond", &S::beyond, {"error", "tangent"},
                  "Past the load where the law turns back: the run ends in an error, or the force goes on along its tangent at "
                  "1/e of that load.");
}

template <class S>
void variant_field(Fields<S>& fields) {
    fields.choice("variant", &S::variant, {"half_plane", "printed"},
                  "Compliance C: 1/(πE*), which the half-plane has, or 1/E*, as papers print it (π times too soft).");
}

/// The compliance C [1/Pa] of a variant.
[[nodiscard]] double cylinder_compliance(const Cylinders& geometry, const std::string& variant);

/// The law delta = A W [ln(B/W) + c] with its limits: where it turns back (`end`), and where the half width of the contact
/// passes 0.3 of the smaller radius (`trusted`).
/// \param kind name, for messages
[[nodiscard]] std::shared_ptr<Law> cylinder_law(const std::string& kind, const CylinderSettings& settings, double A, double B,
                                                double c);

}  // namespace jounce::contact
