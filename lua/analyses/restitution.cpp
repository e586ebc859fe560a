// jounce.restitution(law, { speed, reduced_mass }): the restitution of a law in a free impact.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "contact/impacts/delivered_restitution.hpp"
#include "script/module.hpp"
#include "values/convert.hpp"

namespace jounce::lua {

namespace {
struct RestitutionSettings {
    double speed = 0;
    std::optional<double> reduced_mass;
};
}  // namespace

const FieldList& restitution_fields() {
    static const FieldList fields =
        Fields<RestitutionSettings>()
            .number("speed", &RestitutionSettings::speed, "m/s", positive, "Speed of approach at the onset of contact.")
            .required()
            .number("reduced_mass", &RestitutionSettings::reduced_mass, "kg", positive,
                    "Reduced mass m1 m2/(m1 + m2) of the two bodies; required if the result depends on it and the law does not "
                    "contain it.");
    return fields;
}

int restitution(lua_State* L) {
    const contact::LawPointer law = contact::law_family.make(to_value(L, 1, "restitution"), "restitution", "law");
    at_most_arguments(L, 2, "restitution");
    const auto settings =
        read_settings<RestitutionSettings>(restitution_fields(), fields_argument(L, 2, "restitution"), "restitution");
    const std::optional<double> mass = settings.reduced_mass ? settings.reduced_mass : law->reduced_mass;
    const auto closed = law->closed_restitution(mass.value_or(std::numeric_limits<double>::quiet_NaN()), settings.speed);
    if (closed && !mass) {
        lua_pushnumber(L, *closed);
    } else if (!mass && !law->rigid) {
        throw bad_case("restitution: 'reduced_mass' is required: the restitution of law." + law->kind + " depends on it");
    } else {
        lua_pushnumber(L, delivered_restitution(*law, mass.value_or(1), settings.speed));
    }
    return 1;
}

}  // namespace jounce::lua
