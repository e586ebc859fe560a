// Law kind "khulief_shabana": the energy loss 1 - e^2, estimated along the undamped motion of a linear spring.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind khulief_shabana = linear_factor_law_kind(
    {
        .name = "khulief_shabana",
        .summary =
            "F = K δ + μ δ δ̇ with μ = 3K(1 - e²)/(4 v0), δ̂ = v0/β the depth of the undamped motion: restitution e close to 1.",
        .sources = {{"Y. A. Khulief, A. A. Shabana", 1987, "", "Mech. Mach. Theory 22, 213-224; δ̂ = v0/β, β² = K/m"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.6, Eq. 71 with v0³ in the denominator"}},
    },
    [](double e) { return 0.75 * (1 - e) * (1 + e); });

}  // namespace jounce::contact::laws
