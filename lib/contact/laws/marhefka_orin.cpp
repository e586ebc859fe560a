// Law kind "marhefka_orin": the full factor for e = 1 - alpha v0.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind marhefka_orin = factor_law_kind(
    {
        .name = "marhefka_orin",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e²)/[2(1 + e³)]: identical to Herbert and McWhannell's factor.",
        .sources = {{"D. W. Marhefka, D. E. Orin", 1999, "10.1109/3468.798060",
                     "3α(2 - x)/[2(2 - 3x + 3x² - x³)], x = α v0 = 1 - e"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.9"}},
    },
    [](double e) { return 1.5 * (1 - e) * (1 + e) / (1 + e * e * e); });

}  // namespace jounce::contact::laws
