// Transition condition "distance_force": contact while the bodies overlap and the element pushes.
// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, Sec. 2.3, Eq. 10; the re-closure while δ > 0 is an
// addition.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"

namespace jounce::contact::transitions {

extern const Transition distance_force{
    .name = "distance_force",
    .letter = "C",
    .summary = "Closes where δ rises through 0, or F rises through 0 while δ > 0; opens where F falls through 0: never pulls.",
    .force_closes = Transition::ForceCloses::indented,
    .opens_by_force = true,
};

}  // namespace jounce::contact::transitions
