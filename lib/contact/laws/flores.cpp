// Law kind "flores": a factor for the whole range of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind flores = factor_law_kind(
    {
        .name = "flores",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 8(1 - e)/(5e).",
        .sources = {{"P. Flores, M. Machado, M. T. Silva, J. M. Martins", 2011, "10.1007/s11044-010-9237-4",
                     "χ = 8K(1 - e)/(5e v0)"},
                    {"Y. Xu et al.", 2022, "10.3390/machines10090814", "Eq. 13"}},
    },
    [](double e) { return 1.6 * (1 - e) / e; });

}  // namespace jounce::contact::laws
