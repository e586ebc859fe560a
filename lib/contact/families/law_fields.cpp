// Common settings of laws: the combination of transition and adhesion.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"

#include "base/fields/refusals.hpp"

namespace jounce::contact {

void set_transition(Law& law, const AdhesionSettings& settings) {
    law.transition = &transitions::distance_force;
    if (settings.ends_by_distance()) law.transition = &transitions::distance;
    if (!settings.transition.empty()) law.transition = &transition_named(settings.transition);
    law.adhesion = settings.pulls();
    if (law.transition->relaxes && !law.relaxes) throw refusals::relaxation_without_way_back.error("law." + law.kind);
}

}  // namespace jounce::contact
