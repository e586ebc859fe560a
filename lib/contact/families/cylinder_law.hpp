// The laws of two cylinders with the logarithmic form (log_law.hpp): settings and kinds.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "contact/families/law_fields.hpp"
#include "contact/families/log_law.hpp"
#include "contact/geometry/geometry.hpp"

namespace jounce::contact {

struct CylinderSettings {
    Cylinders geometry;
    std::string beyond = "error";
};

/// For laws with (1 - nu^2)/E in the paper, where the half-plane has (1 - nu^2)/(pi E).
struct VariantSettings {
    std::string variant = "half_plane";
};

template <class S>
void beyond_field(Fields<S>& fields) {
    fields.choice("beyond", &S::beyond, {"error", "tangent"},
                  "Beyond the load at which the law turns back: the run ends with an error, or the force continues along its "
                  "tangent at 1/e of that load.");
}

template <class S>
void variant_field(Fields<S>& fields) {
    fields.choice("variant", &S::variant, {"half_plane", "printed"},
                  "Compliance C: 1/(πE*) of the half-plane, or 1/E* as printed in papers (π times too soft).");
}

/// The compliance C [1/Pa] of a variant.
[[nodiscard]] double cylinder_compliance(const Cylinders& geometry, const std::string& variant);

/// The law delta = A W [ln(B/W) + c] with its limits: where it turns back (`end`), and where the half width of the contact
/// exceeds 0.3 of the smaller radius (`trusted`).
/// \param kind name, for messages
[[nodiscard]] std::shared_ptr<Law> cylinder_law(const std::string& kind, const CylinderSettings& settings, double A, double B,
                                                double c);

}  // namespace jounce::contact
