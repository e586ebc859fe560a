// A branch as an object of the script: a list of points with special, csv, plot; and a point of it.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "analyses/state.hpp"
#include "branches/branch.hpp"
#include "contained/files.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "record/files/folder.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "time/start/start.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"
#include "values/run_methods.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

using nonlinear::SpecialKind;
using nonlinear::WalkEnd;
using BranchPointer = std::shared_ptr<const FoundBranch>;

std::shared_ptr<const time::InitialState> PlaceOnBranch::start() const {
    const nonlinear::BranchRow& row = point().at;
    const Eigen::Index n = branch->map.independent.size(*branch->system);
    auto out = std::make_shared<time::InitialState>();
    out->system = branch->system;
    out->state = time::initial_state(*branch->system);
    out->state.time = row.phase * row.period;
    nonlinear::complete_motion(*branch->system, branch->map.independent, out->state.time, row.y.head(n), row.y.segment(n, n),
                               out->state.q, out->state.v);
    const nonlinear::SectionMemory memory(*branch->system);
    memory.write(row.y.tail(memory.size()), out->state);
    memory.close_contacts(out->state);
    out->description = "state at the section of a branch's orbit";
    return out;
}

Value stability_of(const FoundPoint& point) {
    if (point.at.kind == SpecialKind::grazing) return Value("none at grazing");
    return point.at.stable ? Value(*point.at.stable) : Value();
}

namespace {

int branch_text(lua_State* L);
int branch_csv(lua_State* L);
int branch_plot(lua_State* L);
int point_text(lua_State* L);
int point_state(lua_State* L);

constexpr Method branch_methods[] = {
    {"csv", guarded<branch_csv>, "file: string", "", "Writes all points (.csv)."},
    {"plot", guarded<watched<branch_plot>>, "fields: jounce.branch_plot.fields, ...: jounce.branch", "",
     "Draws a column over the parameter: solid where the orbits are stable, dashed where they are not, with marks at special "
     "points. Other branches may follow."}};
const ObjectClass branch_class{"branch", branch_methods, guarded<branch_text>};

constexpr Method point_methods[] = {
    {"state", guarded<point_state>, "", "jounce.state", "The state at the section, at its time; `initial` of a run."},
    {"switch", guarded<watched<point_switch>>, "fields?: jounce.switch.fields", "jounce.branch",
     "The other branch that begins at a period doubling, a branch point or a grazing."}};
const OutputList& point_object_fields();
const ObjectClass point_class{"point", point_methods, guarded<point_text>, nullptr, nullptr, point_object_fields};

std::optional<double> finite_or_nil(double x) { return std::isfinite(x) ? std::optional(x) : std::nullopt; }

List numbers(const std::vector<double>& values) { return List(values.begin(), values.end()); }

const Outputs<FoundPoint>& point_list() {
    static const Outputs<FoundPoint> list =
        Outputs<FoundPoint>("point", "A point of a branch",
                            "One orbit of a branch: an element of the result of `jounce.continue`.")
            .number("parameter", "", "The value of the parameter.", [](const FoundPoint& r) { return r.at.parameter; })
            .number("second", "", "For curves: the value of the second parameter.",
                    [](const FoundPoint& r) { return r.at.second; })
            .optional()
            .add("kind", "string", "", "Kind of a special point; for a curve the kind of its points.",
                 [](const FoundPoint& r) { return r.at.kind ? Value(nonlinear::name_of(*r.at.kind)) : Value(); })
            .optional()
            .choices({"fold", "period_doubling", "neimark_sacker", "branch_point", "grazing", "corner", "jump of multipliers"})
            .add("bracket", "list of number", "", "For special points: two values of the parameter that enclose it.",
                 [](const FoundPoint& r) {
                     return r.at.kind ? Value(numbers({std::min(r.at.low, r.at.high), std::max(r.at.low, r.at.high)})) : Value();
                 })
            .optional()
            .add("turns", "boolean", "",
                 "For grazings: does the branch turn back there, with both parts on the same side of the parameter?",
                 [](const FoundPoint& r) { return r.at.kind == SpecialKind::grazing ? Value(r.at.turns) : Value(); })
            .optional()
            .add("why", "string", "",
                 "For jumps of multipliers, and for a grazing from inside a contact, which splits there: the cause.",
                 [](const FoundPoint& r) { return r.at.why.empty() ? Value() : Value(r.at.why); })
            .optional()
            .text("label", "\"(m, n)\": m contacts begin in n periods of the load; \"(m + s, n)\" with s stick phases.",
                  [](const FoundPoint& r) { return r.at.label(); })
            .add("stable", "boolean or \"none at grazing\"", "",
                 "Are all multipliers inside the unit circle? nil if one of them is on it or the orbit has a corner.",
                 [](const FoundPoint& r) { return stability_of(r); })
            .optional()
            .add("multipliers", "list of multiplier", "", "Floquet multipliers over n periods, by decreasing modulus.",
                 [](const FoundPoint& r) {
                     List out;
                     for (const auto& mu : r.at.multipliers) {
                         Table row;
                         row.set("re", mu.real());
                         row.set("im", mu.imag());
                         out.emplace_back(std::move(row));
                     }
                     return out;
                 })
            .number(
                "unit_multiplier_error", "",
                "Without a load: distance from 1 of the multiplier of a shift along the orbit, which is not in `multipliers`.",
                [](const FoundPoint& r) { return r.at.unit_multiplier_error; })
            .optional()
            .integer("periods", "n, the number of periods after which the orbit repeats.",
                     [](const FoundPoint& r) { return r.at.periods; })
            .number("period", "s", "Period of the load; without a load the orbit repeats after `periods` times this.",
                    [](const FoundPoint& r) { return r.at.period; })
            .number("phase", "",
                    "Phase of the section as a fraction of the load's period; without a load since the branch's first section.",
                    [](const FoundPoint& r) { return r.at.phase; })
            .add("section", "number by name", "", "Values of the probes at the section.",
                 [](const FoundPoint& r) { return r.section; })
            .add("min", "number by name", "", "Smallest value of each probe, both sides of events.",
                 [](const FoundPoint& r) { return r.smallest; })
            .add("max", "number by name", "", "Largest value of each probe.", [](const FoundPoint& r) { return r.largest; })
            .number("peak_force", "N", "Largest force of the contacts that begin or end; nil if there is none with a force law.",
                    [](const FoundPoint& r) { return r.at.peak_force; })
            .optional()
            .add("impact_speeds", "list of number", "m/s", "Impact speeds of the contacts in n periods, starting at the section.",
                 [](const FoundPoint& r) { return numbers(r.at.impact_speeds); })
            .number(
                "smallest_opening", "m",
                "Smallest local minimum of a gap's opening, without contact; of a contact that its force begins, that of -F/k.",
                [](const FoundPoint& r) { return finite_or_nil(r.at.smallest_opening); })
            .optional()
            .number("smallest_impact_speed", "m/s", "Smallest impact speed of the contacts.",
                    [](const FoundPoint& r) { return finite_or_nil(r.at.smallest_impact_speed); })
            .optional()
            .integer("events", "Impacts, onsets, releases, sticks and slips in n periods.",
                     [](const FoundPoint& r) { return r.at.events; })
            .add("corner", "boolean", "",
                 "Do contacts of several gaps begin or end at the same instant, so that one may act on another? Then the "
                 "multipliers are one-sided.",
                 [](const FoundPoint& r) { return r.at.corner; })
            .integer("newton_steps", "Newton steps.", [](const FoundPoint& r) { return r.at.newton_steps; })
            .number("residual", "",
                    "Difference between end and start of the orbit, in units of the gap (velocities: times 2 pi/period).",
                    [](const FoundPoint& r) { return r.at.residual; })
            .number("arc", "", "Scaled arc length from the first orbit; negative towards `from`.",
                    [](const FoundPoint& r) { return r.at.arc; });
    return list;
}

const OutputList& point_object_fields() { return point_list(); }

const char* reason_of(WalkEnd end) {
    switch (end) {
        case WalkEnd::bound:
            return "range";
        case WalkEnd::closed:
            return "closed";
        case WalkEnd::step_too_small:
            return "no further orbit";
        case WalkEnd::most_points:
            return "points";
        case WalkEnd::start:
            return "start";
        case WalkEnd::repeats:
            return "repeats";
        case WalkEnd::equilibrium:
            return "equilibrium";
        case WalkEnd::none:
            break;
    }
    return "interrupted";
}

const Outputs<FoundEnd>& end_list() {
    static const Outputs<FoundEnd> list =
        Outputs<FoundEnd>("branch_end", "An end of a branch", "Where a branch ends, and why.")
            .number("parameter", "",
                    "The value of the parameter; at `start` that of the first orbit, beside the special point where it begins.",
                    [](const FoundEnd& r) { return r.parameter; })
            .number("second", "", "For curves: the value of the second parameter.", [](const FoundEnd& r) { return r.second; })
            .optional()
            .text("reason",
                  "The end of the range; the branch closed; no further orbit was found with the smallest step; the maximum "
                  "number of points; the special point where the branch starts; a branch point beyond which the same orbits "
                  "follow, "
                  "begun at other periods; without a load, an equilibrium to which the orbits shrink; or Ctrl-C.",
                  [](const FoundEnd& r) { return std::string(reason_of(r.reason)); })
            .choices({"range", "closed", "no further orbit", "points", "start", "repeats", "equilibrium", "interrupted"})
            .add("why", "string", "",
                 "Where no further orbit was found: what failed at the smallest step. At an equilibrium: where it is.",
                 [](const FoundEnd& r) { return r.why.empty() ? Value() : Value(r.why); })
            .optional();
    return list;
}

std::string branch_words(const FoundBranch& branch) {
    std::string out;
    if (branch.curve) {
        out = fmt::format("curve of a {} of '{}' over {} and {}: {} points", nonlinear::name_of(*branch.curve),
                          branch.system->name, branch.parameter_name, branch.second_name, branch.points.size());
    } else {
        out = fmt::format("branch of '{}' over {} from {:.12g} to {:.12g}: {} points", branch.system->name, branch.parameter_name,
                          branch.scaled.from, branch.scaled.to, branch.points.size());
    }
    return out;
}

int branch_text(lua_State* L) {
    const FoundBranch& branch = *self<BranchPointer>(L, branch_class, "tostring");
    std::vector<List> rows;
    for (const FoundPoint& point : branch.points) {
        if (!point.at.kind || branch.curve) continue;
        rows.push_back({Value(nonlinear::name_of(*point.at.kind)), Value(fmt::format("{:.13g}", point.at.parameter)),
                        Value(point.at.label()), Value(point.at.why)});
    }
    std::string out = branch_words(branch);
    for (const FoundEnd& end : branch.ends) {
        out += fmt::format("\n  ends at {} = {:.12g}", branch.parameter_name, end.parameter);
        if (end.second) out += fmt::format(", {} = {:.12g}", branch.second_name, *end.second);
        out += fmt::format(" ({}{}{})", reason_of(end.reason), end.why.empty() ? "" : ": ", end.why);
    }
    if (!rows.empty()) out = table_text(out, {"special point", branch.parameter_name, "label", ""}, rows);
    push_text(L, out);
    return 1;
}

int point_text(lua_State* L) {
    const PlaceOnBranch& place = self<PlaceOnBranch>(L, point_class, "tostring");
    const nonlinear::BranchRow& at = place.point().at;
    std::string out = at.kind ? nonlinear::name_of(*at.kind) : "orbit";
    out += fmt::format(" {} at {} = {:.13g}", at.label(), place.branch->parameter_name, at.parameter);
    if (at.second) out += fmt::format(", {} = {:.13g}", place.branch->second_name, *at.second);
    if (at.stable) out += *at.stable ? ": stable" : ": unstable";
    push_text(L, out);
    return 1;
}

/// point:state()
int point_state(lua_State* L) {
    const PlaceOnBranch& place = self<PlaceOnBranch>(L, point_class, "state");
    at_most_arguments(L, 1, "point:state");
    push_state(L, place.start());
    return 1;
}

/// branch:csv(file)
int branch_csv(lua_State* L) {
    const FoundBranch& branch = *self<BranchPointer>(L, branch_class, "csv");
    at_most_arguments(L, 2, "branch:csv");
    const std::string name = name_argument(L, 2, "branch:csv", "file");
    if (!name.ends_with(".csv")) throw bad_case("branch:csv: 'file' must end in .csv, got '" + name + "'");
    const record::Session& session = context(L).session;
    write_branch(writable_path(context(L), name, "branch:csv: 'file'"), branch, session.case_file);
    return 0;
}

/// branch:plot({ x, y, file }, other, ...)
int branch_plot(lua_State* L) {
    std::vector<const FoundBranch*> branches = {self<BranchPointer>(L, branch_class, "plot").get()};
    const int last = lua_gettop(L);
    for (int i = 3; i <= last; ++i) {
        const BranchPointer* other = object_at<BranchPointer>(L, i, branch_class);
        if (other == nullptr)
            throw bad_case("branch:plot: the arguments after the table must be branches, got " + describe_key(L, i));
        branches.push_back(other->get());
    }
    const auto settings = read_settings<BranchPicture>(branch_plot_fields(),
                                                       first_fields(L, "branch:plot", "{ y = ..., file = ... }"), "branch:plot");
    record::draw_figure("branch:plot", branch_figure(branches, settings),
                        writable_path(context(L), settings.file, "branch:plot: 'file'"), end_if_interrupted);
    return 0;
}

}  // namespace

AnyOutput branch_object() {
    static const OutputList fields = {
        "branch",
        "A branch",
        "The result of `jounce.continue`: a list of points in order along the branch; `print` shows its special points.",
        {{"special", "list of point", "", "The special points, in order along the branch."},
         {"ends", "list of branch_end", "", "Both ends of the branch."},
         {"parameter_name", "string", "", "Name of the parameter in files and pictures."}},
        "",
        "point"};
    return {&fields, &branch_class};
}
AnyOutput point_object() { return {&point_list(), &point_class}; }
const OutputList& branch_end_outputs() { return end_list(); }

const FieldList& branch_plot_fields() {
    static const FieldList fields =
        Fields<BranchPicture>()
            .text("x", &BranchPicture::x, "Column along the horizontal axis.")
            .standard("the parameter")
            .text("y", &BranchPicture::y,
                  "Column along the vertical axis, as in the file of `branch:csv`: \"mass.ux.max\", \"peak_force\", "
                  "\"smallest_opening\", ...; required except for curves in two parameters.")
            .standard("the second parameter for curves")
            .text("title", &BranchPicture::title, "The line above the picture.")
            .standard("the model's name")
            .text("file", &BranchPicture::file, "The picture, .svg or .png.")
            .required();
    return fields;
}

int push_branch(lua_State* L, BranchPointer branch) {
    const int count = static_cast<int>(branch->points.size());
    lua_createtable(L, count, 3);
    lua_newtable(L);  // special
    const int special = lua_gettop(L);
    lua_Integer specials = 0;
    for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        push_row(L, point_list(), point_list().values(branch->points[index]));
        push_object<PlaceOnBranch>(L, point_class, {branch, index});
        if (branch->points[index].at.kind && !branch->curve) {
            lua_pushvalue(L, -1);
            lua_rawseti(L, special, ++specials);
        }
        lua_rawseti(L, special - 1, i + 1);
    }
    raw_set(L, -2, "special");
    push_value(L, tables(end_list(), branch->ends));
    make_rows(L, end_list());
    raw_set(L, -2, "ends");
    push_text(L, branch->parameter_name);
    raw_set(L, -2, "parameter_name");
    push_object<BranchPointer>(L, branch_class, std::move(branch));
    return 1;
}

const PlaceOnBranch& point_self(lua_State* L, const std::string& method) { return self<PlaceOnBranch>(L, point_class, method); }

const PlaceOnBranch* place_at(lua_State* L, int index) { return object_at<PlaceOnBranch>(L, index, point_class); }

}  // namespace jounce::lua
