// Transition condition "relaxation": the open element keeps its compression, which relaxes without force.
// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, Sec. 2.4, Eqs. 12 to 14.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"

namespace jounce::contact::transitions {

extern const Transition relaxation{
    .name = "relaxation",
    .letter = "D",
    .summary =
        "Closes where δ rises through the remaining compression x_f of the element, 0 = F(x_f, x_f'); opens where F falls "
        "through 0.",
    .force_closes = Transition::ForceCloses::never,
    .opens_by_force = true,
    .relaxes = true,
};

}  // namespace jounce::contact::transitions
