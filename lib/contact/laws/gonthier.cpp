// Law kind "gonthier": the factor that delivers the requested restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"
#include "contact/formulas/restitution.hpp"

namespace jounce::contact::laws {

extern const LawKind gonthier = factor_law_kind(
    {
        .name = "gonthier",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = d/e with (1 + d/e)/(1 - d) = exp[d(1 + 1/e)]: delivers e exactly.",
        .sources = {{"Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf", 2004, "10.1023/B:MUBO.0000029392.21648.bc", ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.10, Eqs. 114-115"}},
    },
    factor_of_restitution);

}  // namespace jounce::contact::laws
