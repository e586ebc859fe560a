// The table of stiffness helpers. A new one is one file of this folder and one line here, which declares it and lists it.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/stiffness/stiffness.hpp"

#define JOUNCE_STIFFNESSES(STIFFNESS) \
    STIFFNESS(hertz_spheres)          \
    STIFFNESS(hertz_sphere_plane)

namespace jounce::contact {

namespace stiffness {
#define JOUNCE_DECLARE(name) extern const StiffnessKind name;
JOUNCE_STIFFNESSES(JOUNCE_DECLARE)
#undef JOUNCE_DECLARE
}  // namespace stiffness

namespace {
#define JOUNCE_LIST(name) &stiffness::name,
constexpr const StiffnessKind* stiffness_table[] = {JOUNCE_STIFFNESSES(JOUNCE_LIST)};
#undef JOUNCE_LIST
#undef JOUNCE_STIFFNESSES
}  // namespace

std::span<const StiffnessKind* const> stiffness_kinds() { return stiffness_table; }

}  // namespace jounce::contact
