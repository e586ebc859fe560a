// jounce.impact{ law, reduced_mass, speed }, the hit it returns, and pictures of several hits.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/messages/text.hpp"
#include "base/messages/told_apart.hpp"
#include "base/messages/version.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contained/files.hpp"
#include "record/files/folder.hpp"
#include "record/plots/collision.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "system/assembly/digest.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

struct ImpactSettings {
    contact::LawPointer law;
    double reduced_mass = 0;
    double speed = 0;
    int samples = 401;
};

struct PictureSettings {
    Value hits, names;
    std::string title;
    std::string file;
};

/// The payload. Samples are computed on request from the law and the impact.
struct Hit {
    ImpactSettings asked;
    contact::FreeImpact answer;
    std::string digest;

    [[nodiscard]] double impulse() const { return asked.reduced_mass * (asked.speed + answer.separation_speed); }
    [[nodiscard]] double max_force() const {
        return asked.law->rigid ? std::numeric_limits<double>::infinity() : answer.max_force;
    }
    /// Is the maximum indentation within the law's assumptions?
    [[nodiscard]] bool trusted() const { return !(answer.max_indentation > asked.law->trusted.indentation); }
    [[nodiscard]] std::string text() const;
    /// \throws Error if there is no force over time
    [[nodiscard]] std::vector<contact::FreeImpactSample> samples(const std::string& subject) const {
        if (asked.law->rigid) throw bad_case(subject + ": law.rigid has an impulse and no force over time");
        return contact::free_impact(*asked.law, asked.reduced_mass, asked.speed, {.samples = asked.samples}).samples;
    }
};

std::string Hit::text() const {
    const auto number = [](double x) { return fmt::format("{:.9g}", x); };
    std::string out = fmt::format("impact of law.{}: reduced mass {} kg, speed {} m/s\n", asked.law->kind,
                                  shortest(asked.reduced_mass), shortest(asked.speed));
    out += "  restitution " + number(answer.restitution);
    if (asked.law->restitution_asked) out += " (requested " + shortest(*asked.law->restitution_asked) + ")";
    out += answer.released ? ", separates at " + number(answer.separation_speed) + " m/s\n" : ", does not separate\n";
    out += "  impulse " + number(impulse()) + " N s, lost " + number(answer.energy_loss) + " J";
    if (asked.law->rigid) return out;
    out += "\n  deepest " + number(answer.max_indentation) + " m, largest force " + number(answer.max_force) + " N, duration " +
           number(answer.duration) + " s";
    if (answer.restitution > 1 + 1e-9) out += "\n  the law adds energy: the separation speed exceeds the speed of approach";
    if (answer.permanent_indentation > 0) out += "\n  leaves an indentation of " + number(answer.permanent_indentation) + " m";
    if (!trusted()) {
        const auto [depth, end] = told_apart(answer.max_indentation, asked.law->trusted.indentation, 3);
        out += "\n  outside the law's assumptions: " + depth + " m deep, beyond " + end + " m, " + asked.law->trusted.reason;
    }
    if (answer.pushes > 1) out += fmt::format("\n  repeated contact: {} pushes", answer.pushes);
    return out;
}

int hit_text(lua_State* L);
int hit_series(lua_State* L);
int hit_csv(lua_State* L);
int hit_plot(lua_State* L);

constexpr Method hit_methods[] = {
    {"series", guarded<hit_series>, "quantity: \"time\"|\"indentation\"|\"rate\"|\"force\"", "times: number[], values: number[]",
     "Times and values, equally spaced in time."},
    {"csv", guarded<hit_csv>, "file: string", "", "Writes time, indentation, rate and force (.csv)."},
    {"plot", guarded<watched<hit_plot>>, "file: string", "", "Draws force over indentation and over time (.svg or .png)."}};
const ObjectClass hit_class{"hit", hit_methods, guarded<hit_text>};

int hit_text(lua_State* L) {
    push_text(L, self<Hit>(L, hit_class, "tostring").text());
    return 1;
}

const Outputs<Hit>& hit_outputs() {
    using Row = Hit;
    static const Outputs<Row> list =
        Outputs<Row>("hit", "A hit", "The result of `jounce.impact`: one collision; `print` shows it.")
            .text("law", "Kind of the law.", [](const Row& r) { return r.asked.law->kind; })
            .number("reduced_mass", "kg", "The given reduced mass.", [](const Row& r) { return r.asked.reduced_mass; })
            .number("speed", "m/s", "Speed of approach at the onset.", [](const Row& r) { return r.asked.speed; })
            .number("restitution", "", "The computed restitution.", [](const Row& r) { return r.answer.restitution; })
            .add("restitution_asked", "number or false", "", "The law's field `restitution`; false if it has none.",
                 [](const Row& r) {
                     return r.asked.law->restitution_asked ? Value(*r.asked.law->restitution_asked) : Value(false);
                 })
            .number("separation_speed", "m/s", "Speed of separation at the release.",
                    [](const Row& r) { return r.answer.separation_speed; })
            .number("max_indentation", "m", "Largest indentation.", [](const Row& r) { return r.answer.max_indentation; })
            .number("max_force", "N", "Largest force; infinite for a rigid law.", [](const Row& r) { return r.max_force(); })
            .number("duration", "s", "Time from the onset to the last instant with a force.",
                    [](const Row& r) { return r.answer.duration; })
            .number("time_of_turn", "s", "Time of the largest indentation.", [](const Row& r) { return r.answer.turning_time; })
            .number("impulse", "N s", "Integral of the force over time.", [](const Row& r) { return r.impulse(); })
            .number("work", "J", "Kinetic energy lost.", [](const Row& r) { return r.answer.energy_loss; })
            .number("permanent_indentation", "m", "Remaining indentation.",
                    [](const Row& r) { return r.answer.permanent_indentation; })
            .integer("pushes", "Number of intervals with a force; more than one if the force vanishes and returns.",
                     [](const Row& r) { return r.answer.pushes; })
            .add("trusted", "boolean", "", "Is the maximum indentation within the law's assumptions?",
                 [](const Row& r) { return r.trusted(); });
    return list;
}

struct Quantity {
    const char* name;
    double contact::FreeImpactSample::*member;
};
constexpr Quantity quantities[] = {{"time", &contact::FreeImpactSample::time},
                                   {"indentation", &contact::FreeImpactSample::indentation},
                                   {"rate", &contact::FreeImpactSample::rate},
                                   {"force", &contact::FreeImpactSample::force}};

/// hit:series(quantity) -> times, values
int hit_series(lua_State* L) {
    const Hit& hit = self<Hit>(L, hit_class, "series");
    at_most_arguments(L, 2, "hit:series");
    const std::string wanted = name_argument(L, 2, "hit:series", "quantity");
    const Quantity* found = nullptr;
    for (const Quantity& quantity : quantities) {
        if (wanted == quantity.name) found = &quantity;
    }
    if (found == nullptr) {
        throw bad_field("hit:series", "quantity", "'time', 'indentation', 'rate' or 'force'", Value(wanted));
    }
    std::vector<double> times;
    std::vector<double> values;
    for (const contact::FreeImpactSample& sample : hit.samples("hit:series")) {
        times.push_back(sample.time);
        values.push_back(sample.*(found->member));
    }
    push_numbers(L, times);
    push_numbers(L, values);
    return 2;
}

/// hit:csv(file)
int hit_csv(lua_State* L) {
    const Hit& hit = self<Hit>(L, hit_class, "csv");
    at_most_arguments(L, 2, "hit:csv");
    const std::string name = name_argument(L, 2, "hit:csv", "file");
    if (!name.ends_with(".csv")) throw bad_case("hit:csv: 'file' must end in .csv, got '" + name + "'");
    const Context& command = context(L);
    const record::Session& session = command.session;
    record::FileHead head{record::case_identity(session.case_file), "law." + hit.asked.law->kind, hit.digest, {}};
    head.remarks = {"reduced_mass [kg]: " + shortest(hit.asked.reduced_mass), "speed [m/s]: " + shortest(hit.asked.speed),
                    "restitution: " + shortest(hit.answer.restitution)};
    const std::filesystem::path path = writable_path(command, name, "hit:csv: 'file'");
    if (command.writes_files()) record::write_collision(path, head, hit.samples("hit:csv"));
    return 0;
}

/// hit:plot(file)
int hit_plot(lua_State* L) {
    const Hit& hit = self<Hit>(L, hit_class, "plot");
    at_most_arguments(L, 2, "hit:plot");
    const std::string file = name_argument(L, 2, "hit:plot", "file");
    const std::string title = fmt::format("law.{}: {} kg at {} m/s, restitution {:.4g}", hit.asked.law->kind,
                                          shortest(hit.asked.reduced_mass), shortest(hit.asked.speed), hit.answer.restitution);
    const Context& command = context(L);
    const std::filesystem::path path = writable_path(command, file, "hit:plot: 'file'");
    if (command.writes_files())
        record::plot_collisions("hit:plot", {{hit.asked.law->kind, hit.samples("hit:plot")}}, title, path, end_if_interrupted);
    return 0;
}

/// The hits in the table at 1, which are not plain values, and its other fields. The table stays on the stack and keeps the hits
/// alive.
std::vector<const Hit*> take_hits(lua_State* L, Table& fields) {
    if (lua_type(L, 1) != LUA_TTABLE) {
        fields = fields_argument(L, 1, "plot_impacts");  // throws the error
        return {};
    }
    at_most_arguments(L, 1, "plot_impacts");
    std::vector<const Hit*> out;
    raw_get(L, 1, "hits");
    if (lua_type(L, 2) == LUA_TTABLE) {
        const auto size = static_cast<lua_Integer>(lua_rawlen(L, 2));
        for (lua_Integer i = 1; i <= size; ++i) {
            lua_rawgeti(L, 2, i);
            const Hit* hit = object_at<Hit>(L, -1, hit_class);
            lua_pop(L, 1);
            if (hit == nullptr)
                throw bad_case("plot_impacts: 'hits[" + std::to_string(i) + "]' must be a hit (of jounce.impact{ ... })");
            out.push_back(hit);
        }
    }
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 3);
    }
    if (!out.empty()) {
        lua_pushinteger(L, static_cast<lua_Integer>(out.size()));
        raw_set(L, 3, "hits");
    }
    const Value value = to_value(L, 3, "plot_impacts");
    if (const Table* table = value.table()) {
        fields = *table;
    } else {
        throw bad_case("plot_impacts: takes a table of named fields { name = value, ... }, got " + value.describe());
    }
    return out;
}

/// Is an element of the table's `hits` a result that is not computed (check, modes)? Then no data are available.
bool hits_to_come(lua_State* L) {
    if (lua_type(L, 1) != LUA_TTABLE) return false;
    raw_get(L, 1, "hits");
    bool out = false;
    if (lua_type(L, -1) == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        out = lua_type(L, -1) == LUA_TUSERDATA && object_at<Hit>(L, -1, hit_class) == nullptr;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return out;
}

}  // namespace

AnyOutput hit_object() { return {&hit_outputs(), &hit_class}; }

const FieldList& impact_fields() {
    static const FieldList fields =
        Fields<ImpactSettings>()
            .kind<contact::LawPointer>("law", &ImpactSettings::law, contact::law_family, "The contact law.")
            .required()
            .number("reduced_mass", &ImpactSettings::reduced_mass, "kg", positive,
                    "m1 m2/(m1 + m2) of the two bodies; for an impact on a wall the mass of the body.")
            .required()
            .number("speed", &ImpactSettings::speed, "m/s", positive, "Speed of approach at the onset.")
            .required()
            .integer("samples", &ImpactSettings::samples, between(2, 1000000),
                     "Number of rows of series, CSV and pictures, equally spaced in time.");
    return fields;
}

const FieldList& plot_impacts_fields() {
    static const FieldList fields = Fields<PictureSettings>()
                                        .any("hits", &PictureSettings::hits, "list of hits", "Results of jounce.impact.")
                                        .required()
                                        .any("names", &PictureSettings::names, "list of strings", "Their names in the key.")
                                        .standard("the kinds of the laws")
                                        .text("title", &PictureSettings::title, "The line above the picture.")
                                        .text("file", &PictureSettings::file, "The picture, .svg or .png.")
                                        .required();
    return fields;
}

int impact(lua_State* L) {
    const Table given = fields_argument(L, 1, "impact");
    Hit hit;
    hit.asked = read_settings<ImpactSettings>(impact_fields(), given, "impact");
    require_parameters(L);
    if (context(L).purpose != Purpose::run) return push_result_to_come(L);
    hit.answer = contact::free_impact(*hit.asked.law, hit.asked.reduced_mass, hit.asked.speed);
    hit.digest = Hash().text(version).table(given).hexadecimal();

    push_row(L, hit_outputs(), hit_outputs().values(hit));
    push_object<Hit>(L, hit_class, std::move(hit));
    return 1;
}

int plot_impacts(lua_State* L) {
    const std::string subject = "plot_impacts";
    if (context(L).purpose != Purpose::run && hits_to_come(L)) return 0;
    Table given;
    const std::vector<const Hit*> hits = take_hits(L, given);
    const auto settings = read_settings<PictureSettings>(plot_impacts_fields(), given, subject);
    if (hits.empty()) throw bad_field(subject, "hits", "a list of hits (of jounce.impact{ ... })", settings.hits);
    std::vector<std::string> names;
    if (!settings.names.is_nil()) {
        const List* list = settings.names.list();
        if (list == nullptr || list->size() != hits.size()) {
            throw bad_field(subject, "names", "a list of " + std::to_string(hits.size()) + " strings", settings.names);
        }
        for (const Value& name : *list) names.push_back(schema::read_text(name, subject, "names"));
    }
    std::vector<record::CollisionCurve> curves;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        curves.push_back({names.empty() ? hits[i]->asked.law->kind : names[i], hits[i]->samples(subject)});
    }
    const Context& command = context(L);
    const std::filesystem::path path = writable_path(command, settings.file, subject + ": 'file'");
    if (command.writes_files()) record::plot_collisions(subject, curves, settings.title, path, end_if_interrupted);
    return 0;
}

}  // namespace jounce::lua
