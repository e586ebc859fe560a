// jounce.continue{ ... }: a branch of periodic orbits, or a curve of special points in two parameters.
// SPDX-License-Identifier: BSD-3-Clause
#include "branches/continue.hpp"

#include <algorithm>

#include "base/messages/text.hpp"
#include "branches/branch_reader.hpp"
#include "contained/files.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "values/convert.hpp"
#include "values/object_fields.hpp"

namespace jounce::lua {

namespace {

using namespace nonlinear;

std::vector<std::string> kind_names() {
    std::vector<std::string> out;
    for (const auto kind : detected_kinds) out.emplace_back(name_of(kind));
    return out;
}

void refuse_given(const Table& given, std::initializer_list<const char*> fields, const std::string& with) {
    for (const char* field : fields) {
        if (given.find(field) != nullptr)
            throw bad_case(continue_subject + ": '" + field + "' is only valid with '" + with + "'");
    }
}

/// \param given `true` stands for an object
Error other_object(const std::string& field, const std::string& must, const Value& given) {
    return bad_case(continue_subject + ": '" + field + "' must be " + must + ", got " +
                    (given.boolean() != nullptr ? "another object" : given.describe()));
}

FoundBranch asked_branch(const FoundOrbit& orbit, const ContinueSettings& settings) {
    if (orbit.family->fixed())
        throw bad_case(continue_subject + ": 'orbit' must have a function 'model' of the parameter; this one has a single model");
    if (!settings.from || !settings.to)
        throw bad_case(continue_subject + ": '" + (settings.from ? "to" : "from") + "' is required with 'orbit' (number)");
    require_range(continue_subject, "the orbit's " + orbit.parameter_name, orbit.orbit.parameter, *settings.from, *settings.to);
    FoundBranch out;
    out.family = orbit.family;
    out.parameter_name = orbit.parameter_name;
    out.probes = settings.probes.is_nil() ? orbit.probes : orbit_probes(settings.probes, *orbit.system, continue_subject);
    out.units = units_of(out.probes, *orbit.system);
    out.system = orbit.system;
    if (orbit.orbit.unit_multiplier_error) out.own_period = orbit.orbit.period;
    out.map = orbit.settings;
    out.map.periods = orbit.orbit.periods;
    out.map.subject = continue_subject;
    const linalg::Vector& scales = orbit.settings.scales;
    out.scaled = {nullptr,
                  orbit.orbit.periods,
                  *settings.from,
                  *settings.to,
                  {},
                  scales[0],
                  scales[out.map.independent.size(*orbit.system)]};
    set_range(out);
    WalkSettings standard;
    standard.detect.assign(detected_kinds.begin(), detected_kinds.end());
    out.settings = walk_settings(settings, standard, continue_subject);
    return out;
}

/// \throws Error if the model is the same at another value and the orbit does not depend on the parameter
void require_effect(const FoundBranch& asked, const ModelFamily& models, const FoundOrbit& orbit, const CurvePoint& point) {
    if (point.at.jacobian.rightCols(1).cwiseAbs().maxCoeff() > 0) return;
    const double at = orbit.orbit.parameter, other = at == asked.scaled.to ? asked.scaled.from : asked.scaled.to;
    if (models.period(at) != models.period(other) || models.system(at)->digest != models.system(other)->digest) return;
    throw bad_case(continue_subject + ": " + asked.parameter_name + " has no effect: 'model' gives the same model at " +
                   shortest(at) + " and at " + shortest(other));
}

std::shared_ptr<const FoundBranch> continue_orbit(lua_State* L, const FoundOrbit& orbit, const ContinueSettings& settings) {
    FoundBranch asked = asked_branch(orbit, settings);
    BranchBeginning beginning;
    beginning.parameter = orbit.orbit.parameter;
    beginning.identity = "orbit " + shortest(orbit.orbit.parameter);
    const linalg::Vector start = asked.unknowns(orbit.orbit.nodes.front(), orbit.orbit.period);
    for (const double y : start) beginning.identity += " " + shortest(y);
    const ModelFamily models = asked.family->family(L, continue_subject);
    const double phase = asked.map.phase;
    const FoundBranch question = asked;
    beginning.make = [&](const BranchProblem& problem) {
        const CurvePoint first = branch_orbit(problem, start, orbit.orbit.parameter, phase);
        require_effect(question, models, orbit, first);
        return begin_branch(problem, first, phase);
    };
    return follow_branch(L, std::move(asked), settings.output, beginning);
}

/// Fields shared by all functions for branches.
template <class Settings>
void add_follow_fields(Fields<Settings>& fields) {
    fields
        .any("step", &Settings::step, "table",
             "Steps along the branch, { first, max }, in scaled units: displacements over the clearance, velocities over the "
             "clearance times 2 pi/period, the parameter over its range.")
        .words("detect", &Settings::detect, kind_names(), "Which special points are located.")
        .standard("all")
        .number("tolerance", &Settings::tolerance, "", between(1e-13, 1e-4),
                "Tolerance for the zero of the test function of a special point.")
        .standard("1e-10")
        .any("probes", &Settings::probes, "list of strings", "Probes for which each point has the smallest and largest value.")
        .standard("those of the orbit")
        .integer("points", &Settings::points, at_least(2), "Maximum number of points in each direction.")
        .text("output", &Settings::output,
              "A folder that saves the branch while it grows: after Ctrl-C `branch.csv` has the points so far, and `--resume` "
              "continues.");
}

}  // namespace

const FieldList& switch_fields() {
    static const FieldList fields =
        Fields<SwitchSettings>()
            .number("from", &SwitchSettings::from, "", any_number, "Start of the parameter's range.")
            .standard("that of the branch")
            .number("to", &SwitchSettings::to, "", any_number, "End of the parameter's range.")
            .standard("that of the branch")
            .integer(
                "turns", &SwitchSettings::turns, at_least(1),
                "At a grazing: number of turns of its orbit in one period of the new orbit, which has one additional contact.")
            .with([](auto& f) { add_follow_fields(f); });
    return fields;
}

const FieldList& continue_fields() {
    static const FieldList fields =
        Fields<ContinueSettings>()
            .any("orbit", &ContinueSettings::orbit, "orbit", "The orbit whose branch is followed.")
            .any("point", &ContinueSettings::point, "point",
                 "A special point of a branch, whose curve in two parameters is followed; with `second`.")
            .number("from", &ContinueSettings::from, "", any_number, "Start of the parameter's range; with `orbit`.")
            .number("to", &ContinueSettings::to, "", any_number, "End of the range. The branch is followed in both directions.")
            .with([](auto& f) { add_follow_fields(f); })
            .any("second", &ContinueSettings::second, "table",
                 "The second parameter of a curve: { model = function(p, q) ... end, parameter, from, to }.")
            .exactly_one({"orbit", "point"});
    return fields;
}

/// jounce.continue{ orbit, from, to, step, detect, tolerance }, jounce.continue{ point, second }
int continue_branch(lua_State* L) {
    const bool ahead = context(L).purpose != Purpose::run;
    const Table given = object_fields(L, 1, continue_subject, {"orbit", "point"}, "{ orbit = ..., from = ..., to = ... }");
    const auto settings = read_settings<ContinueSettings>(continue_fields(), given, continue_subject);
    require_parameters(L);
    static_cast<void>(walk_settings(settings, WalkSettings(), continue_subject));
    if (ahead && !settings.output.empty())
        static_cast<void>(writable_path(context(L), settings.output, continue_subject + ": 'output'"));
    if (!settings.point.is_nil()) {
        refuse_given(given, {"from", "to", "detect"}, "orbit");
        check_second(settings);
        if (ahead) return push_result_to_come(L);
        raw_get(L, 1, "point");
        const PlaceOnBranch* place = place_at(L, -1);
        if (place == nullptr) throw other_object("point", "a special point of a branch", settings.point);
        raw_get(L, 1, "second");
        raw_get(L, -1, "model");
        return push_branch(L, follow_curve(L, *place, settings, lua_gettop(L)));
    }
    refuse_given(given, {"second"}, "point");
    if (ahead) return push_result_to_come(L);
    raw_get(L, 1, "orbit");
    const FoundOrbit* orbit = orbit_at(L, -1);
    if (orbit == nullptr) throw other_object("orbit", "an orbit (jounce.orbit{ ... })", settings.orbit);
    return push_branch(L, continue_orbit(L, *orbit, settings));
}

}  // namespace jounce::lua
