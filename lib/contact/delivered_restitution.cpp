// The restitution that a law delivers, which need not be the one asked for.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/delivered_restitution.hpp"

#include <cmath>

#include "contact/free_impact.hpp"

namespace jounce::contact {

double delivered_restitution(const Law& law, double reduced_mass, double speed) {
    const auto closed = law.closed_restitution(reduced_mass, speed);
    // A closed form knows nothing of where the law ends; the impact does.
    if (closed && !(std::isfinite(law.end.indentation) && reduced_mass > 0)) return *closed;
    const double delivered = free_impact(law, reduced_mass, speed).restitution;
    return closed.value_or(delivered);
}

}  // namespace jounce::contact
