// Transition condition "force": contact depends only on the force.
// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, Sec. 2.2, Eq. 7.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"

namespace jounce::contact::transitions {

extern const Transition force{
    .name = "force",
    .letter = "B",
    .summary = "Closes and opens where F passes 0: with a damper the contact acts before the bodies touch.",
    .force_closes = Transition::ForceCloses::anywhere,
    .opens_by_force = true,
};

}  // namespace jounce::contact::transitions
