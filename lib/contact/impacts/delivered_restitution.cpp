// The restitution that a law delivers, which may differ from the requested one.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/impacts/delivered_restitution.hpp"

#include <cmath>

#include "contact/impacts/free_impact.hpp"

namespace jounce::contact {

double delivered_restitution(const Law& law, double reduced_mass, double speed) {
    const auto closed = law.closed_restitution(reduced_mass, speed);
    // A closed form ignores the end of the law, so integrate the impact.
    if (closed && !(std::isfinite(law.end.indentation) && reduced_mass > 0)) return *closed;
    const double delivered = free_impact(law, reduced_mass, speed).restitution;
    return closed.value_or(delivered);
}

}  // namespace jounce::contact
