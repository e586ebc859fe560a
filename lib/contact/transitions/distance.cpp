// Transition condition "distance": contact depends only on the indentation.
// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, Sec. 2.1, Eq. 4.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"

namespace jounce::contact::transitions {

extern const Transition distance{
    .name = "distance",
    .letter = "A",
    .summary = "Closes and opens where δ passes 0: before the end the force pulls, without a physical adhesion.",
    .force_closes = Transition::ForceCloses::never,
    .opens_by_force = false,
};

}  // namespace jounce::contact::transitions
