// Law kind "lee_wang_first": half of Hunt and Crossley's loss, from a truncated series in time.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind lee_wang_first = linear_factor_law_kind(
    {
        .name = "lee_wang_first",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e)/4, n = 1 in the source: delivers far more than requested.",
        .sources = {{"T. W. Lee, A. C. Wang", 1983, "", "J. Mech. Transm. Autom. Des. 105, 534-540, first form"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.4, Eq. 34"}},
    },
    [](double e) { return 0.75 * (1 - e); });

}  // namespace jounce::contact::laws
