// jounce.fit{ law, load, samples }: a power law in place of another elastic law.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/fit.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "convert.hpp"
#include "module.hpp"
#include "object.hpp"

namespace jounce::lua {

namespace {

struct FitSettings {
    contact::LawPointer law;
    std::vector<double> load;
    int samples = 1000;
};

/// The payload.
struct Fitted {
    contact::LawPointer law;
    contact::PowerFit fit;
};

int fit_error(lua_State* L);
int fit_text(lua_State* L);

constexpr Method methods[] = {{"error", guarded<fit_error>}};
const ObjectClass fit_class{"fit", methods, guarded<fit_text>};

/// fit:error(indentation)
int fit_error(lua_State* L) {
    const Fitted& fitted = self<Fitted>(L, fit_class, "error");
    at_most_arguments(L, 2, "fit:error");
    const double depth = number_argument(L, 2, "fit:error", "indentation");
    if (!(depth > 0) || depth > fitted.law->end.indentation)
        throw bad_case("fit:error: 'indentation' must be positive and within the law, got " + shortest(depth));
    lua_pushnumber(L, fitted.fit.force(depth) / fitted.law->elastic()->at(depth).force - 1);
    return 1;
}

int fit_text(lua_State* L) {
    const auto& [law, fit] = self<Fitted>(L, fit_class, "tostring");
    push_text(L, fmt::format("fit of law.{}: F = {:.6g} N/m^n δ^{:.6g}, force within {:.2g} of the law from {:.3g} m to {:.3g} m",
                             law->kind, fit.stiffness, fit.exponent, fit.max_error, fit.lowest, fit.highest));
    return 1;
}

std::string check_fit(const FitSettings& s) {
    if (s.load.size() == 2 && s.load[0] < s.load[1]) return "";
    std::vector<std::string> given;
    for (const double load : s.load) given.push_back(shortest(load));
    return "'load' must be two forces, the lower one first, got {" + join(given) + "}";
}

}  // namespace

const FieldList& fit_fields() {
    static const FieldList fields =
        Fields<FitSettings>()
            .kind("law", &FitSettings::law, contact::law_family, "A law without dissipation.")
            .required()
            .numbers("load", &FitSettings::load, "N", positive,
                     "Lowest and highest contact force F; of cylinders the load per unit length is F over their length.")
            .required()
            .integer("samples", &FitSettings::samples, between(2, 1e6), "How many loads divide the range evenly, ends included.")
            .check(check_fit);
    return fields;
}

int fit(lua_State* L) {
    const auto settings = read_settings<FitSettings>(fit_fields(), fields_argument(L, 1, "fit"), "fit");
    Fitted fitted{settings.law, contact::fit_power_law(*settings.law, settings.load[0], settings.load[1], settings.samples)};
    const contact::PowerFit& found = fitted.fit;
    Table law;
    law.set("family", "law");
    law.set("kind", "hertz");
    law.set("stiffness", found.stiffness);
    law.set("exponent", found.exponent);
    Table fields;
    fields.set("K", found.stiffness);
    fields.set("n", found.exponent);
    fields.set("rms_error", found.rms_error);
    fields.set("max_error", found.max_error);
    fields.set("indentation", List{found.lowest, found.highest});
    fields.set("law", std::move(law));
    push_value(L, Value(std::move(fields)));
    push_object<Fitted>(L, fit_class, std::move(fitted));
    return 1;
}

}  // namespace jounce::lua
