// Law kind "hunt_crossley": loss proportional to the elastic force, to first order in 1 - e.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind hunt_crossley = factor_law_kind(
    {
        .name = "hunt_crossley",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e)/2: restitution e close to 1.",
        .sources = {{"K. H. Hunt, F. R. E. Crossley", 1975, "10.1115/1.3423596", "λ = 3αK/2 with e = 1 - α v0"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.2"}},
    },
    [](double e) { return 1.5 * (1 - e); });

}  // namespace jounce::contact::laws
