// jounce.sweep{ ... }: reads the request.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <optional>
#include <utility>

#include "base/messages/text.hpp"
#include "script/module.hpp"
#include "script/script.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "sweep/processes.hpp"
#include "sweeps/notes_stream.hpp"
#include "sweeps/sweep_driver.hpp"
#include "sweeps/sweep_task.hpp"
#include "system/probes/probe.hpp"
#include "time/stepper/time_span.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

struct SweepSettings {
    std::string name = "sweep";
    Value axes, points, samples, point, model, period, probes, units;
    std::string carry;
    std::string direction = "up";
    int settle = 400, keep = 64;
    time::MethodPointer method;
    std::optional<double> step, limit;
    double tolerance = 1e-4;
    std::string output;
};

void require_function(const Value& value, const char* field) {
    if (!value.is_nil() && !value.function()) throw bad_field("sweep", field, "a function", value);
}

sweep::Plan plan_of(const SweepSettings& settings) {
    using sweep::AxesFor;
    if (settings.axes.is_nil() && settings.points.is_nil()) throw bad_case("sweep: 'axes' or 'points' must be given");
    if (!settings.carry.empty() && (!settings.points.is_nil() || !settings.samples.is_nil()))
        throw bad_case("sweep: 'carry' is only valid with a grid of 'axes', not with 'points' or 'samples'");
    if (!settings.points.is_nil()) {
        return sweep::listed(settings.axes.is_nil() ? std::vector<sweep::Axis>() : read_axes(settings.axes, AxesFor::columns),
                             settings.points, end_if_interrupted);
    }
    if (!settings.samples.is_nil()) {
        if (settings.samples.table() == nullptr) throw bad_field("sweep", "samples", "a table { count = ... }", settings.samples);
        return sweep::sampled(
            read_axes(settings.axes, AxesFor::samples),
            read_settings<sweep::SampleSettings>(sweep::sample_fields(), *settings.samples.table(), "sweep.samples"),
            end_if_interrupted);
    }
    return sweep::grid(read_axes(settings.axes, AxesFor::grid, end_if_interrupted), settings.carry, settings.direction,
                       end_if_interrupted);
}

sweep::Units units_of(const Value& units) {
    sweep::Units out;
    if (units.is_nil()) return out;
    if (units.table() == nullptr) throw bad_field("sweep", "units", "a table { column = \"unit\" }", units);
    for (const auto& [column, unit] : *units.table()) {
        out.emplace_back(column, schema::read_text(unit, "sweep.units", column));
        sweep::require_unit(out.back().second, "sweep.units", column);
    }
    return out;
}

void refuse_given(const Table& given, const std::vector<const char*>& fields, const std::string& why) {
    for (const char* field : fields) {
        if (given.find(field) != nullptr) throw bad_case(std::string("sweep: '") + field + "' " + why);
    }
}

/// An axis of a diagram must not have the name of a standard column, or of a probe, which is a column of sections.csv.
void require_other_names(const SweepTask& task) {
    std::vector<std::string> taken = sweep::diagram_columns();
    taken.insert(taken.end(), task.sections.probes.begin(), task.sections.probes.end());
    for (const sweep::Axis& axis : task.plan.axes) {
        if (std::ranges::find(taken, axis.name) != taken.end())
            throw bad_case("sweep: an axis must not be called '" + axis.name + "', which is already a column of the diagram");
    }
}

SweepTask read_task(lua_State* L) {
    const Table given = fields_argument(L, 1, "sweep");
    const auto settings = read_settings<SweepSettings>(sweep_fields(), given, "sweep");
    SweepTask out;
    out.table = 1;
    out.name = settings.name;
    if (!is_usable_name(out.name))
        throw bad_case("sweep: 'name' must be a name without " + std::string(not_in_names) + ", got '" + in_one_line(out.name) +
                       "'");
    out.diagram = !settings.model.is_nil();
    require_function(settings.point, "point");
    require_function(settings.model, "model");
    if (out.diagram) {
        if (settings.period.is_nil()) throw bad_case("sweep: 'period' is required with 'model' (function or number)");
        if (settings.probes.is_nil()) throw bad_case("sweep: 'probes' is required with 'model' (list of strings)");
        out.sections.probes = read_probes(settings.probes, "sweep", "probes");
        if (!settings.period.function()) {
            out.period = schema::read_number(settings.period, positive, "sweep", "period");
            time::require_span(out.period, "sweep", "period");
        }
        if (settings.step) time::require_span(*settings.step, "sweep", "step");
        out.sections.settle = settings.settle;
        out.sections.keep = settings.keep;
        out.sections.method = settings.method;
        out.sections.step = settings.step;
        out.sections.tolerance = settings.tolerance;
        if (settings.method && !settings.method->own_steps() && !settings.step)
            throw bad_case("sweep: 'step' is required (number), because method." + settings.method->kind + " uses a fixed step");
    } else {
        refuse_given(given, {"period", "settle", "keep", "probes", "method", "step", "tolerance"},
                     "is only valid with 'model', not with 'point'");
    }
    if (given.find("direction") != nullptr && settings.carry.empty())
        throw bad_case("sweep: 'direction' is only valid with 'carry'");
    out.plan = plan_of(settings);
    if (out.diagram) require_other_names(out);
    out.units = units_of(settings.units);
    if (out.diagram) require_columns(out.units, sweep::diagram_columns());
    out.limit = settings.limit.value_or(0);
    out.output = settings.output;
    return out;
}

/// Finds errors of every point of a diagram, such as an unknown probe, before the output folder is changed: the first point is
/// checked in a separate process. Other errors there are left to the point.
void rehearse(lua_State* L, const SweepTask& task) {
    Context& command = context(L);
    bool begun = false;
    const auto once = [&] { return std::exchange(begun, true) ? std::vector<std::size_t>() : std::vector<std::size_t>{0}; };
    const auto check = [&](std::size_t point) {
        command.purpose = Purpose::check;  // of the copy
        return to_bytes(compute_point(L, task, point, nullptr, 0, {}));
    };
    const auto look = [](std::size_t, const sweep::Outcome& outcome) {
        const std::optional<sweep::Result> result = sweep::from_bytes(outcome.bytes);
        if (result && result->kind == sweep::Result::Kind::misuse) throw bad_case(result->failure, {result->file, result->line});
    };
    const sweep::PoolOptions options{.jobs = 1, .limit = task.limit, .interrupted = command.session.interrupted};
    if (sweep::compute_in_processes(once, options, check, look)) throw Error(Failure::interrupted, "interrupted");
}

}  // namespace

void require_columns(const sweep::Units& units, const std::vector<std::string>& columns) {
    for (const auto& [name, unit] : units) {
        if (std::ranges::find(columns, name) != columns.end()) continue;
        const std::string near = did_you_mean(name, columns);
        throw bad_case("sweep: 'units' must have columns of the rows, got '" + name + "'" +
                       (near.empty() ? "; known are " + join(columns) : near));
    }
}

const FieldList& sweep_fields() {
    static const FieldList fields =
        Fields<SweepSettings>()
            .text("name", &SweepSettings::name, "Name of the sweep in messages and files.")
            .any("axes", &SweepSettings::axes, "list of axes",
                 "The varied parameters, each { name, unit, values } or { name, unit, from, to, count, scale }; all combinations "
                 "are computed, the last axis varies first.")
            .any("points", &SweepSettings::points, "list of tables",
                 "The points, each { name = value, ... }; `axes` may then give names and units.")
            .any("samples", &SweepSettings::samples, "table",
                 "Points sampled within the ranges of the axes: { count, method, seed }.")
            .any("point", &SweepSettings::point, "function",
                 "point(at, before): computes one point. Returns its row { column = value, ... } of numbers, strings and "
                 "booleans, or "
                 "{ row = { ... }, run = run } if the next point starts from the end of the run.")
            .any("model", &SweepSettings::model, "function",
                 "model(at): the model of a point, in place of `point`: a bifurcation diagram.")
            .any("period", &SweepSettings::period, "number or function",
                 "Period of the load [s]: the same for all points, or period(at).")
            .integer("settle", &SweepSettings::settle, at_least(0), "Number of periods before the first section.")
            .integer("keep", &SweepSettings::keep, at_least(4), "Number of periods after them with recorded sections.")
            .any("probes", &SweepSettings::probes, "list of strings", "Probes recorded at each section.")
            .kind("method", &SweepSettings::method, time::method_family, "The time integrator of `model`.")
            .standard("event_driven")
            .number("step", &SweepSettings::step, "s", positive,
                    "Step of a method with given steps; otherwise the interval of records.")
            .standard("a 64th of the period; required for a method with given steps")
            .number("tolerance", &SweepSettings::tolerance, "", strictly_between(0, 1),
                    "Two values of a section are equal if they differ by less than this fraction of the probe's range.")
            .text("carry", &SweepSettings::carry,
                  "An axis along which each point starts, at t = 0, from the final state of its neighbour.")
            .choice("direction", &SweepSettings::direction, {"up", "down", "both"},
                    "Direction along the carried axis; both: up, then down from there.")
            .number("limit", &SweepSettings::limit, "s", positive, "Time limit of a point; a point that exceeds it fails.")
            .standard("none")
            .any("units", &SweepSettings::units, "table", "Units of the row's columns by name, for headers and labels.")
            .text(
                "output", &SweepSettings::output,
                "Folder of sweep.csv and of the points' records, from which `--resume` continues; without it nothing is written.")
            .exactly_one({"point", "model"})
            .at_most_one({"points", "samples"});
    return fields;
}

int sweep_points(lua_State* L) {
    Context& command = context(L);
    if (command.in_point) {
        command.misused = true;
        throw bad_case("sweep: a point of a sweep cannot contain another sweep: add an axis to the outer sweep");
    }
    std::optional<Abandonable> reading(std::in_place, place_in_script(L));  // millions of points; nothing is on disk yet
    const SweepTask task = read_task(L);
    reading.reset();
    require_parameters(L);
    const auto check_folder = [&] { command.require_folder(nullptr, [&] { check_sweep_folder(command, task); }); };
    if (command.purpose == Purpose::run) check_folder();
    if (command.purpose != Purpose::run) {
        check_point(L, task);
        check_folder();  // models are often made in points
        return push_result_to_come(L);
    }
    if (task.diagram && command.ranks.rank == 0) rehearse(L, task);
    lua_gc(L, LUA_GCCOLLECT);  // unused values of the script are not copied into every process
    const NotesStream notes(command.session);
    const auto compute = [L, &task, &command, &notes](std::size_t point, const sweep::Result* before, std::size_t number,
                                                      const std::filesystem::path& runs) {
        notes.give(command, point);
        return compute_point(L, task, point, before, number, runs);
    };
    return push_sweep(L, compute_sweep(command, task, script_files(L), compute));
}

}  // namespace jounce::lua
