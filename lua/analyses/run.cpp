// jounce.run(model, options) and the run it returns.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run.hpp"
#include "record/summary/summary.hpp"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "analyses/state.hpp"
#include "base/messages/text.hpp"
#include "contained/files.hpp"
#include "record/logs/friction_events_csv.hpp"
#include "record/logs/impacts_csv.hpp"
#include "record/run/check_report.hpp"
#include "record/run/run_checks.hpp"
#include "record/series/steady.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"
#include "values/run_methods.hpp"

namespace jounce::lua {

namespace {

using record::Run;

struct IntegralSettings {
    std::optional<double> from, to;
};

struct PeakSettings {
    double from = 0;
};

int run_text(lua_State* L);
int run_series(lua_State* L);
int run_impacts(lua_State* L);
int run_friction_events(lua_State* L);
int run_at(lua_State* L);
int run_peak(lua_State* L);
int run_integral(lua_State* L);
int run_steady(lua_State* L);
int summary_text(lua_State* L);
int summary_concat(lua_State* L);

constexpr Method run_methods[] = {
    {"series", guarded<run_series>, "probe: string, options?: jounce.series.fields", "times: number[], values: number[]",
     "Times and values of a recorded probe."},
    {"impacts", guarded<run_impacts>, "gap?: jounce.reference", "jounce.impact[]", "The impacts of a gap, or of all gaps."},
    {"friction_events", guarded<run_friction_events>, "friction?: jounce.reference", "jounce.friction_event[]",
     "Events of a set-valued friction (of a gap, or of model:friction): start of stick, slip and reversal; without argument "
     "those of all frictions."},
    {"at", guarded<run_at>, "probe: string, time: number", "number", "A recorded probe at any time, by the dense output."},
    {"peak", guarded<watched<run_peak>>, "probe: string, options?: jounce.peak.fields", "number",
     "Largest absolute value of a recorded probe."},
    {"integral", guarded<watched<run_integral>>, "probe: string, options?: jounce.integral.fields", "number",
     "Integral of a recorded probe over time: the work of a power, the impulse of a force."},
    {"plot", guarded<watched<run_plot>>, "fields: jounce.plot.fields, ...: jounce.run", "",
     "Draws recorded probes over time, or one over another; other runs are drawn in the same panels."},
    {"steady", guarded<run_steady>, "fields: jounce.steady.fields", "jounce.steady",
     "The steady state at the end of the record."},
    {"section", guarded<run_section>, "fields: jounce.section.fields", "jounce.poincare_section",
     "A Poincare section of recorded probes."},
    {"statistics", guarded<watched<run_statistics>>, "fields: jounce.statistics.fields", "jounce.statistics",
     "Statistics of contacts, energies and peaks."},
    {"state", guarded<run_state>, "", "jounce.state", "The end of this run as the initial state of another run, at t = 0."}};
const ObjectClass run_class{"run", run_methods, guarded<run_text>};
/// The text and the fields of run.summary.
const OutputList& summary_fields() { return record::summary_outputs(); }
const ObjectClass summary_class{"summary", {}, guarded<summary_text>, guarded<summary_concat>, nullptr, summary_fields};

int run_text(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "tostring");
    push_text(L, "run of '" + run.system().name + "'");
    return 1;
}

int summary_text(lua_State* L) {
    push_text(L, self<std::string>(L, summary_class, "tostring"));
    return 1;
}

int summary_concat(lua_State* L) {
    std::string out;
    for (const int index : {1, 2}) {
        const std::string* summary = object_at<std::string>(L, index, summary_class);
        if (summary == nullptr && lua_type(L, index) != LUA_TSTRING)
            throw bad_case("summary: can only be concatenated with strings");
        out += summary != nullptr ? *summary : text_at(L, index);
    }
    push_text(L, out);
    return 1;
}

Table extremes(const record::Steady& steady, double record::Steady::Extremes::*which) {
    Table out;
    for (const record::Steady::Extremes& e : steady.probes) out.set(e.probe, e.*which);
    return out;
}

const Outputs<record::Steady>& steady_list() {
    using Row = record::Steady;
    static const Outputs<Row> list =
        Outputs<Row>("steady", "A steady state", "The result of `run:steady{ period }`.")
            .integer("period", "Period of the motion in periods of the load; 0: the motion is not periodic.",
                     [](const Row& r) { return r.period; })
            .integer("impacts", "Contacts that begin within one period; if the motion is not periodic, in all periods examined.",
                     [](const Row& r) { return r.impacts; })
            .integer("over", "Number of load periods over which `min` and `max` are taken.", [](const Row& r) { return r.over; })
            .number("difference", "", "Largest difference after one period, relative to the range of the probe.",
                    [](const Row& r) { return r.difference; })
            .add("min", "number by name", "", "Smallest value of each probe, both sides of events.",
                 [](const Row& r) { return extremes(r, &record::Steady::Extremes::min); })
            .add("max", "number by name", "", "Largest value of each probe.",
                 [](const Row& r) { return extremes(r, &record::Steady::Extremes::max); })
            .text("note", "Why the extremes are not those of a steady state; nil when the motion repeats.",
                  [](const Row& r) { return r.note.empty() ? Value() : Value(r.note); })
            .optional();
    return list;
}

/// run:series(probe, { from, to }) -> times, values
int run_series(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "series");
    at_most_arguments(L, 3, "run:series");
    const auto settings = lua_isnoneornil(L, 3) ? IntegralSettings{}
                                                : read_settings<IntegralSettings>(
                                                      series_fields(), fields_argument(L, 3, "run:series"), "run:series");
    const auto [times, values] = run.series(name_argument(L, 2, "run:series", "probe"), settings.from, settings.to);
    push_numbers(L, times);
    push_numbers(L, values);
    return 2;
}

/// Pushes a list with one row for each event.
template <class Outputs, class Events>
int push_events(lua_State* L, const Run& run, const Outputs& outputs, const Events& events) {
    lua_createtable(L, static_cast<int>(events.size()), 0);
    for (std::size_t i = 0; i < events.size(); ++i) {
        push_row(L, outputs, outputs.values({&run.system(), &events[i]}));
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    return 1;
}

/// run:impacts(gap) -> rows; run:impacts() -> those of all gaps
int run_impacts(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "impacts");
    at_most_arguments(L, 2, "run:impacts");
    const auto& outputs = record::impact_outputs();
    if (lua_isnoneornil(L, 2)) return push_events(L, run, outputs, run.impacts());
    return push_events(L, run, outputs, run.impacts(name_argument(L, 2, "run:impacts", "gap")));
}

/// run:friction_events(friction) -> rows; run:friction_events() -> those of all
int run_friction_events(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "friction_events");
    at_most_arguments(L, 2, "run:friction_events");
    const auto& outputs = record::friction_event_outputs();
    if (lua_isnoneornil(L, 2)) return push_events(L, run, outputs, run.friction_events());
    return push_events(L, run, outputs, run.friction_events(name_argument(L, 2, "run:friction_events", "friction")));
}

/// run:at(probe, time)
int run_at(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "at");
    at_most_arguments(L, 3, "run:at");
    lua_pushnumber(L, run.at(name_argument(L, 2, "run:at", "probe"), number_argument(L, 3, "run:at", "time")));
    return 1;
}

/// run:peak(probe, { from = time })
int run_peak(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "peak");
    at_most_arguments(L, 3, "run:peak");
    const auto settings = lua_isnoneornil(L, 3)
                              ? PeakSettings{}
                              : read_settings<PeakSettings>(peak_fields(), fields_argument(L, 3, "run:peak"), "run:peak");
    lua_pushnumber(L, run.peak(name_argument(L, 2, "run:peak", "probe"), settings.from, end_if_interrupted));
    return 1;
}

/// run:integral(probe, { from, to })
int run_integral(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "integral");
    at_most_arguments(L, 3, "run:integral");
    const auto settings = lua_isnoneornil(L, 3) ? IntegralSettings{}
                                                : read_settings<IntegralSettings>(
                                                      integral_fields(), fields_argument(L, 3, "run:integral"), "run:integral");
    lua_pushnumber(L, run.integral(name_argument(L, 2, "run:integral", "probe"), settings.from, settings.to, end_if_interrupted));
    return 1;
}

/// run:steady{ period } -> period, impacts, over, difference, min, max
int run_steady(lua_State* L) {
    const Run& run = self<Run>(L, run_class, "steady");
    at_most_arguments(L, 2, "run:steady");
    const auto settings =
        read_settings<record::SteadyOptions>(steady_fields(), fields_argument(L, 2, "run:steady"), "run:steady");
    const record::Steady steady = run.steady(settings);
    const record::Session& session = context(L).session;
    if (!steady.note.empty() && session.log && !session.quiet) session.log("note: run:steady: " + steady.note);
    push_row(L, steady_list(), steady_list().values(steady));
    return 1;
}

// The placeholder that jounce.run and similar functions return if runs are not computed.

int use_result(lua_State* L) {
    Context& command = context(L);
    if (!command.stopped.known()) command.stopped = where(L);
    throw Stop();
}

/// Is the value at `index` such a placeholder?
bool is_result_to_come(lua_State* L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || lua_getmetatable(L, index) == 0) return false;
    raw_get(L, -1, "__index");
    const bool is = lua_tocfunction(L, -1) == guarded<use_result>;
    lua_pop(L, 2);
    return is;
}

/// The value of the field `initial` of the options at 2. It is not a plain value: the table is replaced by a copy without it.
/// \param carried is it a state from a sweep or from run:state()?
record::Beginning take_initial(lua_State* L, bool& carried) {
    if (lua_type(L, 2) != LUA_TTABLE) return {};
    raw_get(L, 2, "initial");
    record::Beginning out;
    if (const Run* run = object_at<Run>(L, -1, run_class)) {
        out.state = run->end();
    } else if ((out.state = state_at(L, -1)) != nullptr) {
        carried = true;
    } else if ((out.state = equilibrium_at(L, -1)) == nullptr) {
        out.to_come = is_result_to_come(L, -1);
    }
    lua_pop(L, 1);
    if (out.state == nullptr && !out.to_come) return {};
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 2) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 3);
    }
    lua_pushnil(L);
    raw_set(L, 3, "initial");
    lua_replace(L, 2);
    return out;
}

/// A run in the commands check and modes. An output folder that is not available is reported but is not an error: nothing is
/// written here.
void check_only(Context& command, const std::shared_ptr<const Model>& model, const System& system, record::RunOptions options) {
    const std::string output = std::exchange(options.output, {});
    record::check_run(system, options, command.session);
    if (command.purpose != Purpose::check) return;
    command.report(model, record::run_report(system, options));
    if (output.empty()) return;
    const std::filesystem::path folder = writable_path(command, output, "run: 'output'");
    command.require_folder(model,
                           [&] { record::check_folder(folder, record::owner_of(system, command.session), command.session); });
}

int push_run(lua_State* L, Run&& run) {
    lua_createtable(L, 0, 3);
    push_value(L, Value(run.summary()));
    make_row(L, summary_fields());
    push_object<std::string>(L, summary_class, run.summary_text());
    raw_set(L, -2, "summary");
    push_text(L, run.folder());
    raw_set(L, -2, "folder");
    push_object<Run>(L, run_class, std::move(run));
    return 1;
}

}  // namespace

AnyOutput run_object() {
    static const OutputList fields = {"run",
                                      "A run",
                                      "The result of `jounce.run`.",
                                      {{"summary", "summary", "", "Cost and results of the run; `print(run.summary)` shows it."},
                                       {"folder", "string", "", "The output folder; empty if nothing was written."}}};
    return {&fields, &run_class};
}

const OutputList& steady_outputs() { return steady_list(); }

const Run& run_self(lua_State* L, const std::string& method) { return self<Run>(L, run_class, method); }

const Run* run_at_index(lua_State* L, int index) { return object_at<Run>(L, index, run_class); }

int push_result_to_come(lua_State* L) {
    lua_newuserdatauv(L, 0, 0);
    lua_createtable(L, 0, 7);
    for (const char* event : {"__index", "__newindex", "__tostring", "__len", "__call", "__concat", "__pairs"}) {
        lua_pushcfunction(L, guarded<use_result>);
        raw_set(L, -2, event);
    }
    push_text(L, "jounce.run");  // name of a run in messages
    raw_set(L, -2, "__name");
    lua_setmetatable(L, -2);
    return 1;
}

const FieldList& peak_fields() {
    static const FieldList fields =
        Fields<PeakSettings>().number("from", &PeakSettings::from, "s", zero_or_positive, "Start of the time interval.");
    return fields;
}

const FieldList& integral_fields() {
    static const FieldList fields = Fields<IntegralSettings>()
                                        .number("from", &IntegralSettings::from, "s", any_number, "Start of the time interval.")
                                        .standard("the first record")
                                        .number("to", &IntegralSettings::to, "s", any_number, "End of the time interval.")
                                        .standard("the last record");
    return fields;
}

const FieldList& series_fields() {
    static const FieldList fields = Fields<IntegralSettings>()
                                        .number("from", &IntegralSettings::from, "s", any_number, "Start of the time interval.")
                                        .standard("the first record")
                                        .number("to", &IntegralSettings::to, "s", any_number, "End of the time interval.")
                                        .standard("the last record");
    return fields;
}

const FieldList& steady_fields() {
    static const FieldList fields =
        Fields<record::SteadyOptions>()
            .number("period", &record::SteadyOptions::period, "s", positive, "Period of the load.")
            .required()
            .number(
                "tolerance", &record::SteadyOptions::tolerance, "", strictly_between(0, 1),
                "The motion is periodic if the difference after one period is below this, relative to the range of each probe.");
    return fields;
}

int run(lua_State* L) {
    Context& command = context(L);
    const GivenModel model = given_model_argument(L, 1, "run");
    at_most_arguments(L, 2, "run");
    require_parameters(L);
    bool carried = false;
    const record::Beginning initial = take_initial(L, carried);
    record::RunOptions options =
        record::read_run_options(to_value(L, 2, "run"), initial, model.model && model.model->has_bodies());
    const bool follows = command.purpose == Purpose::run && !command.writes_files();
    if (follows) options.output.clear();  // only rank 0 writes
    std::shared_ptr<const System> system = model.system(L, ModalDamping::as_matrix, true);
    if (options.initial.state) options.initial.state = time::in_order_of(system, options.initial.state);
    if (carried && command.in_point) require_same_model(L, *system, *initial.state);
    if (command.in_point && command.session.output_root.empty() && !options.output.empty() && command.purpose == Purpose::run)
        throw bad_case("run: 'output' in a point of a sweep requires an 'output' of the sweep, which contains it");
    if (command.purpose != Purpose::run) {
        check_only(command, model.model, *system, options);
        return push_result_to_come(L);
    }
    if (!options.output.empty()) (void)writable_path(command, options.output, "run: 'output'");
    // Lua sees only a small part of a run's memory: unused runs are freed before the next one starts.
    lua_gc(L, LUA_GCCOLLECT);
    ProgressReport report(stderr, isatty(STDERR_FILENO) != 0);
    record::Session session = command.session;
    session.progress = [&report](const record::Progress& progress) { report.update(progress); };
    // Up to the first step, whose factor may take minutes, there is nothing to keep. The march asks for signals from then on.
    const auto starting = std::make_shared<std::optional<Abandonable>>(std::in_place, place_in_script(L));
    session.interrupted = [starting, asked = command.session.interrupted] {
        starting->reset();
        return asked && asked();
    };
    if (!follows) session.log = [&report](const std::string& line) { report.line(line); };
    Run finished = record::execute(std::move(system), options, session);
    starting->reset();
    report.clear();
    if (finished.interrupted()) {
        std::string text = "run: interrupted";
        if (!finished.folder().empty()) text += "; the results so far are in " + finished.folder();
        if (!finished.folder().empty() && options.checkpoint_on)
            text += ", and " + command.resume_command + " continues from there";
        throw Error(Failure::interrupted, text);
    }
    return push_run(L, std::move(finished));
}

}  // namespace jounce::lua
