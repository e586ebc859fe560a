// Law kind "hu_guo": an explicit factor, accurate for e close to 1 and fair elsewhere.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind hu_guo = factor_law_kind(
    {
        .name = "hu_guo",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e)/(2e).",
        .sources = {{"S. Hu, X. Guo", 2015, "", "Multibody Syst. Dyn. 35, 131-151"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.13"}},
    },
    [](double e) { return 1.5 * (1 - e) / e; });

}  // namespace jounce::contact::laws
