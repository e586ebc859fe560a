// jounce.fit{ law, load, samples }: a power law fitted to an elastic law.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/impacts/fit.hpp"

#include <fmt/format.h>

#include "base/messages/text.hpp"
#include "script/module.hpp"
#include "values/convert.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

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

constexpr Method fit_methods[] = {{"error", guarded<fit_error>, "indentation: number", "number",
                                   "Relative difference between the forces of the fit and of the law at an indentation [m]."}};
const ObjectClass fit_class{"fit", fit_methods, guarded<fit_text>};

/// fit:error(indentation)
int fit_error(lua_State* L) {
    const Fitted& fitted = self<Fitted>(L, fit_class, "error");
    at_most_arguments(L, 2, "fit:error");
    const double depth = number_argument(L, 2, "fit:error", "indentation");
    if (!(depth > 0) || depth > fitted.law->end.indentation)
        throw bad_case("fit:error: 'indentation' must be positive and within the law's range, got " + shortest(depth));
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

/// The fitted law, as jounce.law.hertz makes it.
Table hertz_law(const contact::PowerFit& fit) {
    Table law;
    law.set("family", "law");
    law.set("kind", "hertz");
    law.set("stiffness", fit.stiffness);
    law.set("exponent", fit.exponent);
    return law;
}

const Outputs<contact::PowerFit>& fit_outputs() {
    using Row = contact::PowerFit;
    static const Outputs<Row> list =
        Outputs<Row>("fit", "A fit", "The result of `jounce.fit`: F = K δ^n in place of an elastic law.")
            .number("K", "N/m^n", "Stiffness.", [](const Row& r) { return r.stiffness; })
            .number("n", "", "Exponent.", [](const Row& r) { return r.exponent; })
            .number("rms_error", "", "Root mean square error of the force, relative to the highest load.",
                    [](const Row& r) { return r.rms_error; })
            .number("max_error", "", "Largest relative error of the force over the loads.",
                    [](const Row& r) { return r.max_error; })
            .add("indentation", "list of numbers", "m", "Indentations at the lowest and at the highest load.",
                 [](const Row& r) {
                     return List{r.lowest, r.highest};
                 })
            .add("law", "law", "", "The fit as a `law.hertz`.", hertz_law);
    return list;
}

}  // namespace

AnyOutput fit_object() { return {&fit_outputs(), &fit_class}; }

const FieldList& fit_fields() {
    static const FieldList fields =
        Fields<FitSettings>()
            .kind("law", &FitSettings::law, contact::law_family, "A law without dissipation.")
            .required()
            .numbers("load", &FitSettings::load, "N", positive,
                     "Lowest and highest contact force F; of cylinders the load per unit length is F over their length.")
            .required()
            .integer("samples", &FitSettings::samples, between(2, 1e6), "Number of equally spaced loads, including both ends.")
            .check(check_fit);
    return fields;
}

int fit(lua_State* L) {
    const auto settings = read_settings<FitSettings>(fit_fields(), fields_argument(L, 1, "fit"), "fit");
    Fitted fitted{settings.law, contact::fit_power_law(*settings.law, settings.load[0], settings.load[1], settings.samples)};
    const contact::PowerFit& found = fitted.fit;
    push_value(L, Value(fit_outputs().table(found)));
    push_object<Fitted>(L, fit_class, std::move(fitted));
    return 1;
}

}  // namespace jounce::lua
