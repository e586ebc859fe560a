// Law kind "marhefka_orin_simplified": the factor with a pole at e = 1/3.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "contact/families/factor_law.hpp"

namespace jounce::contact::laws {

extern const LawKind marhefka_orin_simplified = factor_law_kind(
    {
        .name = "marhefka_orin_simplified",
        .summary = "F = K δ^n (1 + a δ̇/v0), a = 3(1 - e²)/[2(3e - 1)]: for e above 1/3 only.",
        .sources = {{"D. W. Marhefka, D. E. Orin", 1999, "10.1109/3468.798060", "3α(2 - x)/[2(2 - 3x)], x = α v0 = 1 - e"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.9"}},
    },
    [](double e) { return 1.5 * (1 - e) * (1 + e) / (3 * e - 1); },
    [](const FactorSettings& s) {
        if (s.calibrated || 3 * s.restitution > 1) return std::string();
        return "'restitution' must be above 1/3, where the factor 3(1 - e²)/[2(3e - 1)] has its pole (below it the contact would "
               "pull "
               "the bodies together; calibrated = true has no such limit), got " +
               shortest(s.restitution);
    });

}  // namespace jounce::contact::laws
