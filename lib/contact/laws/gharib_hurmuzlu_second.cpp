// Law kind "gharib_hurmuzlu_second": two stiffnesses, a higher one for unloading.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/plastic_law.hpp"

namespace jounce::contact::laws {

extern const LawKind gharib_hurmuzlu_second = plastic_law_kind({
    .name = "gharib_hurmuzlu_second",
    .summary = "Loading K δ^n, unloading K/e^(2n) (δ - δ_p)^n with δ_p = (1 - e²) δ_m and the energetic e: the law of "
               "lankarani_nikravesh_1994.",
    .sources = {{"M. Gharib, Y. Hurmuzlu", 2012, "10.1115/1.4006494", "J. Appl. Mech. 79, 064506, second model"},
                {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.12"}},
});

}  // namespace jounce::contact::laws
