// Law kind "gharib_hurmuzlu_first": the factor for collisions with nearly complete loss.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind gharib_hurmuzlu_first = factor_law_kind(
    {
        .name = "gharib_hurmuzlu_first",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 1/e: restitution e close to 0.",
        .sources = {{"M. Gharib, Y. Hurmuzlu", 2012, "10.1115/1.4006494", "J. Appl. Mech. 79, 064506, first model"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966",
                     "Section 3.12, Eq. 142 with restitution over compression work"}},
    },
    [](double e) { return 1 / e; });

}  // namespace jounce::contact::laws
