// The settings that laws share: what transition and adhesion mean together.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/law_fields.hpp"

namespace jounce::contact {

void set_transition(Law& law, const AdhesionSettings& settings) {
    law.transition = &transitions::distance_force;
    if (settings.ends_by_distance()) law.transition = &transitions::distance;
    if (!settings.transition.empty()) law.transition = &transition_named(settings.transition);
    law.adhesion = settings.pulls();
    if (law.transition->relaxes && !law.relaxes) {
        throw bad_case("law." + law.kind +
                       ": 'transition' must not be 'relaxation': the law has no way back of its own under no force "
                       "(0 = F(x, x')) once it has let go");
    }
}

}  // namespace jounce::contact
