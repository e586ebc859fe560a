// The table of friction kinds. A new one is one file of this folder and one line here, which declares it and lists it.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "contact/friction/friction.hpp"

#define JOUNCE_FRICTIONS(FRICTION) \
    FRICTION(coulomb)              \
    FRICTION(coulomb_regularised)  \
    FRICTION(adams)                \
    FRICTION(threshold)            \
    FRICTION(karnopp)              \
    FRICTION(lugre)

namespace jounce::contact {

namespace friction {
#define JOUNCE_DECLARE(name) extern const FrictionKind name;
JOUNCE_FRICTIONS(JOUNCE_DECLARE)
#undef JOUNCE_DECLARE
}  // namespace friction

namespace {
#define JOUNCE_LIST(name) &friction::name,
constexpr const FrictionKind* friction_table[] = {JOUNCE_FRICTIONS(JOUNCE_LIST)};
#undef JOUNCE_LIST
#undef JOUNCE_FRICTIONS
}  // namespace

std::span<const FrictionKind* const> friction_kinds() { return friction_table; }

std::string static_coefficient_check(double coefficient, const std::optional<double>& static_coefficient) {
    if (!static_coefficient || *static_coefficient >= coefficient) return "";
    return "'static_coefficient' must be at least 'coefficient', got " + shortest(*static_coefficient) + " and " +
           shortest(coefficient);
}

}  // namespace jounce::contact
