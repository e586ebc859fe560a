// Law kind "lankarani_nikravesh_1994": a permanent indentation from the loss of energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/plastic_law.hpp"

namespace jounce::contact::laws {

extern const LawKind lankarani_nikravesh_1994 = plastic_law_kind({
    .name = "lankarani_nikravesh_1994",
    .summary = "Loading K δ^n, unloading F_m [(δ - δ_p)/(δ_m - δ_p)]^n with δ_p = (1 - e²) δ_m of the actual δ_m: delivers e "
               "exactly, never pulls, and leaves the permanent indentation δ_p.",
    .sources = {{"H. M. Lankarani, P. E. Nikravesh", 1994, "10.1007/BF00045676", "permanent indentation"},
                {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.8"}},
});

}  // namespace jounce::contact::laws
