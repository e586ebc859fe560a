// The table of stiffness helpers.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/stiffness/hertz.hpp"

namespace jounce::contact {

namespace {
constexpr const StiffnessKind* stiffness_table[] = {
    &stiffness::hertz_spheres,       //
    &stiffness::hertz_sphere_plane,  //
};
}  // namespace

std::span<const StiffnessKind* const> stiffness_kinds() { return stiffness_table; }

}  // namespace jounce::contact
