// Law kind "herbert_mcwhannell": the loss to third order in 1 - e.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind herbert_mcwhannell = factor_law_kind(
    {
        .name = "herbert_mcwhannell",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 6(1 - e)/[(2e - 1)² + 3]: identical to Marhefka and Orin's full factor.",
        .sources = {{"R. G. Herbert, D. C. McWhannell", 1977, "", "J. Eng. Ind. 99, 513-518"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.3"}},
    },
    [](double e) { return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3); });

}  // namespace jounce::contact::laws
