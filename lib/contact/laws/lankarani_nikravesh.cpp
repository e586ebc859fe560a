// Law kind "lankarani_nikravesh": the energy loss 1 - e^2, estimated along the undamped motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind lankarani_nikravesh = factor_law_kind(
    {
        .name = "lankarani_nikravesh",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e²)/4, with the instantaneous rate δ̇: restitution e close to 1.",
        .sources = {{"H. M. Lankarani, P. E. Nikravesh", 1990, "10.1115/1.2912617", "μ = 3K(1 - e²)/(4 v0)"},
                    {"Y. Xu et al.", 2022, "10.3390/machines10090814", "Eq. 8"}},
    },
    [](double e) { return 0.75 * (1 - e) * (1 + e); });

}  // namespace jounce::contact::laws
