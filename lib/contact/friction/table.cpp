// The table of friction kinds. A new one is one file of this folder, one line here and one in the header beside it.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/friction/table.hpp"

#include "base/text.hpp"

namespace jounce::contact {

namespace {
constexpr const FrictionKind* friction_table[] = {
    &friction::coulomb,              //
    &friction::coulomb_regularised,  //
    &friction::adams,                //
    &friction::threshold,            //
    &friction::karnopp,              //
    &friction::lugre,                //
};
}  // namespace

std::span<const FrictionKind* const> friction_kinds() { return friction_table; }

std::string static_coefficient_check(double coefficient, const std::optional<double>& static_coefficient) {
    if (!static_coefficient || *static_coefficient >= coefficient) return "";
    return "'static_coefficient' must be at least 'coefficient', got " + shortest(*static_coefficient) + " and " +
           shortest(coefficient);
}

}  // namespace jounce::contact
