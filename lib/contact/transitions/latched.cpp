// Transition condition "latched": the strict form of condition C.
// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, Sec. 2.3, Eq. 10.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/transition.hpp"

namespace jounce::contact::transitions {

extern const Transition latched{
    .name = "latched",
    .letter = "C",
    .summary =
        "Closes where δ rises through 0 from below, opens where F falls through 0; a body that turns back while δ > 0 has no "
        "contact.",
    .force_closes = Transition::ForceCloses::never,
    .opens_by_force = true,
    .latches = true,
};

}  // namespace jounce::contact::transitions
