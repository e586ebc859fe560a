// Law kind "tan": Hu and Guo's factor for any exponent.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind tan = factor_law_kind(
    {
        .name = "tan",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e)/(2e) for any n: delivers e only close to 1.",
        .sources = {{"H. Tan et al.", 2023, "", "Eqs. 36 (with δⁿ δ̇ under the integral) and 44 (not exact)"}},
    },
    [](double e) { return 1.5 * (1 - e) / e; });

}  // namespace jounce::contact::laws
