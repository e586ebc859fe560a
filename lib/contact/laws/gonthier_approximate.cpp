// Law kind "gonthier_approximate": Gonthier's law with the first approximation of its factor instead of the solution.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind gonthier_approximate = factor_law_kind(
    {
        .name = "gonthier_approximate",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = (1 - e²)/e.",
        .sources = {{"Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf", 2004, "10.1023/B:MUBO.0000029392.21648.bc",
                     "d ≈ 1 - e²"},
                    {"Y. Xu et al.", 2022, "10.3390/machines10090814", "Eq. 9, where the denominator must read c_e"}},
    },
    [](double e) { return (1 - e) * (1 + e) / e; });

}  // namespace jounce::contact::laws
