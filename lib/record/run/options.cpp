// The options of jounce.run: field lists of the table and of the tables nested in it, and their reader.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "record/run/run.hpp"
#include "system/probes/probe.hpp"
#include "time/stepper/time_span.hpp"

namespace jounce::record {

namespace {
/// Beyond it a step is lost in the rounding of the time.
constexpr double most_steps = 1e12;

struct RunSettings {
    time::MethodPointer method;
    std::optional<double> step;
    double duration = 0;
    std::optional<double> tolerance;
    std::string events = "locate";
    Value initial, record, vtk, energy, checkpoint;
    std::string output;
};

struct RecordSettings {
    int every = 1;
    double from = 0;
    Value probes;
};

struct VtkSettings {
    int every = 1;
    double from = 0;
};

struct EnergySettings {
    std::optional<double> every;
    double budget = 1e-3;
};

struct CheckpointSettings {
    double every = 30;
    std::optional<double> every_steps;
};

/// The nested table in the field `field` of jounce.run.
const Table& nested(const Value& value, const std::string& field) {
    if (value.table() == nullptr) throw bad_field("run", field, "a table", value);
    return *value.table();
}

void read_checkpoint_settings(const Value& value, RunOptions& out) {
    if (value.is_nil()) return;
    if (const bool* on = value.boolean()) {
        out.checkpoint_on = *on;
        return;
    }
    if (value.table() == nullptr) throw bad_field("run", "checkpoint", "a table or false", value);
    const auto c = read_settings<CheckpointSettings>(checkpoint_fields(), *value.table(), "run.checkpoint");
    out.checkpoint_every = c.every;
    if (c.every_steps)
        out.checkpoint_every_steps = schema::read_integer(Value(*c.every_steps), at_least(1), "run.checkpoint", "every_steps");
}

void read_nested(const RunSettings& settings, RunOptions& out) {
    if (!settings.record.is_nil()) {
        const auto r = read_settings<RecordSettings>(record_fields(), nested(settings.record, "record"), "run.record");
        out.record_every = r.every;
        out.record_every_given = settings.record.table()->find("every") != nullptr;
        out.record_from = r.from;
        const bool none = r.probes.is_nil() || (r.probes.list() != nullptr && r.probes.list()->empty());
        if (!none) out.probes = read_probes(r.probes, "run.record", "probes");
    }
    if (!settings.vtk.is_nil()) {
        const auto v = read_settings<VtkSettings>(vtk_fields(), nested(settings.vtk, "vtk"), "run.vtk");
        out.vtk_every = v.every;
        out.vtk_from = v.from;
    }
    read_checkpoint_settings(settings.checkpoint, out);
    if (settings.energy.is_nil()) return;
    if (const bool* on = settings.energy.boolean()) {
        out.energy_on = *on;
        return;
    }
    if (settings.energy.table() == nullptr) throw bad_field("run", "energy", "a table or false", settings.energy);
    const auto e = read_settings<EnergySettings>(energy_fields(), *settings.energy.table(), "run.energy");
    out.energy_budget = e.budget;
    if (e.every) out.energy_every = schema::read_integer(Value(*e.every), at_least(1), "run.energy", "every");
}
}  // namespace

const FieldList& record_fields() {
    static const FieldList fields =
        Fields<RecordSettings>()
            .integer("every", &RecordSettings::every, at_least(1), "Records every n-th step.")
            .standard("1; where the program chooses the step, the value that gives at most 20000 records")
            .number("from", &RecordSettings::from, "s", zero_or_positive, "Begins at the first state from this time on.")
            .any("probes", &RecordSettings::probes, "list of strings",
                 "What to record: \"top.ux\", \"top.force\", \"energy.kinetic\", ...");
    return fields;
}

const FieldList& vtk_fields() {
    static const FieldList fields =
        Fields<VtkSettings>()
            .integer("every", &VtkSettings::every, at_least(1), "Writes a frame every n-th step, and the last state.")
            .number("from", &VtkSettings::from, "s", zero_or_positive, "Begins at the first state from this time on.");
    return fields;
}

const FieldList& energy_fields() {
    static const FieldList fields =
        Fields<EnergySettings>()
            .number("every", &EnergySettings::every, "", at_least(1),
                    "Evaluates the stored energies, and writes a row of energy.csv, every n-th step; the work integrals use "
                    "every step in any case.")
            .standard("about 1000 rows in a run")
            .number("budget", &EnergySettings::budget, "", positive,
                    "Largest remainder, relative to the work done, without a warning in the summary.");
    return fields;
}

const FieldList& checkpoint_fields() {
    static const FieldList fields =
        Fields<CheckpointSettings>()
            .number("every", &CheckpointSettings::every, "s", positive,
                    "Seconds of computing (not of simulated time) between two checkpoints.")
            .number("every_steps", &CheckpointSettings::every_steps, "", at_least(1), "Writes one every n-th step as well.")
            .standard("by the clock alone");
    return fields;
}

const FieldList& run_fields() {
    static const FieldList fields =
        Fields<RunSettings>()
            .kind("method", &RunSettings::method, time::method_family, "The time integrator.")
            .standard(
                "chosen together with `step` for three digits if neither is given; with only a `step`: newmark, or for models "
                "with bodies event_driven (generalized_alpha with a `tolerance` or stepwise)")
            .number("step", &RunSettings::step, "s", positive,
                    "Step size, at least 1e-12 of the duration and at most the duration; the last step is shortened when the "
                    "duration is not a multiple. For event_driven, which controls its own steps, the interval between records, "
                    "of any size.")
            .standard(
                "chosen if no `method` is given either; event_driven: a 20000th of the recorded time, and no limit before "
                "`record.from`; other methods need it")
            .number("duration", &RunSettings::duration, "s", positive,
                    "Simulated time, counted from the instant at which the run begins.")
            .required()
            .any("initial", &RunSettings::initial, "run, state or equilibrium",
                 "The start of the run, instead of the model's initial values at t = 0: a result of `jounce.static` (at rest, at "
                 "its time); an earlier run, which this one continues with its time, displacements, velocities and memory of the "
                 "contacts; or run:state(), the same at t = 0. The models must have the same coordinates and gaps.")
            .number("tolerance", &RunSettings::tolerance, "", strictly_between(0, 1),
                    "Adapts the steps of one-step methods to this local error, relative to the motion; 'step' is then the "
                    "largest step and the interval between records.")
            .choice("events", &RunSettings::events, {"locate", "stepwise"},
                    "\"locate\" ends steps where contacts begin and end; \"stepwise\" detects them at the ends of the steps, "
                    "which is only first-order accurate where forces jump. A 'tolerance' adapts these steps, too; event_driven, "
                    "which ends its steps at every event, refuses \"stepwise\".")
            .any("record", &RunSettings::record, "table", "Which probes are recorded, and how often: every, from, probes.")
            .any("vtk", &RunSettings::vtk, "table", "Frames for ParaView: every, from.")
            .any("energy", &RunSettings::energy, "table or false",
                 "How often the energy account is evaluated, and its budget: every, budget; false switches the account off.")
            .any("checkpoint", &RunSettings::checkpoint, "table or false",
                 "How often a run with an `output` writes a checkpoint, for `jounce run CASE --resume`: every, every_steps; "
                 "false: "
                 "never.")
            .text("output", &RunSettings::output,
                  "Folder of the results, relative to the working folder; without it nothing is written.");
    return fields;
}

RunOptions read_run_options(const Value& options, const Beginning& from, bool bodies) {
    if (options.table() == nullptr) throw bad_case("run: options must be a table, got " + options.describe());
    const auto settings = read_settings<RunSettings>(run_fields(), *options.table(), "run");
    if (!settings.initial.is_nil() && from.state == nullptr && !from.to_come) {
        throw bad_field("run", "initial", "a run, its state (run:state()) or a static equilibrium (jounce.static(model))",
                        settings.initial);
    }
    time::require_span(settings.duration, "run", "duration");
    if (settings.step) time::require_span(*settings.step, "run", "step");
    // As the tolerances of methods with their own steps: a step has an error of rounding.
    if (settings.tolerance && *settings.tolerance < 1e-14)
        throw bad_field("run", "tolerance", "at least 1e-14", Value(*settings.tolerance));
    RunOptions out;
    out.initial = from;
    out.method = settings.method;
    const bool by_steps = settings.tolerance || settings.events != "locate";
    if (!out.method && settings.step) {
        const char* const kind = !bodies ? "newmark" : by_steps ? "generalized_alpha" : "event_driven";
        out.method = time::method_family.find(kind)->make(Table{});
    }
    out.duration = settings.duration;
    if (!settings.step && out.method && !out.method->own_steps())
        throw bad_case("run: 'step' is required (number), because method." + out.method->kind + " uses a fixed step");
    out.step = settings.step.value_or(0);
    out.output = settings.output;
    if (settings.tolerance) {
        if (out.method && !out.method->estimates_error()) {
            throw refusals::tolerance_without_estimate.error("run", {out.method->kind});
        }
        out.tolerance = *settings.tolerance;
    }
    if (out.method && out.method->own_steps() && settings.events == "stepwise") {
        throw refusals::own_steps_stepwise.error("run", {out.method->kind});
    }
    out.events = settings.events == "locate" ? time::Events::locate : time::Events::stepwise;
    read_nested(settings, out);
    if (!settings.step && out.method) {
        // Step of the recorded part; the time before it is a whole number of steps.
        const double begin = begin_time(out);
        const double quiet = std::max(out.record_from - begin, 0.0);
        const double window = std::max(out.duration - quiet, 0.0);
        out.step = (window > 0 ? window : out.duration) / 20000;
        out.stride = true;
    }
    if (const double steps = out.duration / out.step; out.method && !(steps <= most_steps)) {
        throw bad_field("run", "step", "at least 1e-12 of the 'duration', " + in_message(out.duration) + " s", Value(out.step));
    }
    // A method that chooses its steps then records only its first and last state.
    if (out.method && !out.method->own_steps() && out.step > out.duration * (1 + 1e-12)) {
        throw bad_field("run", "step", "at most the 'duration', " + in_message(out.duration) + " s", Value(out.step));
    }
    const auto from_within = [&](double first, const std::string& table) {
        if (out.initial.to_come || first <= end_time(out)) return;
        const std::string end = out.initial.state ? "end of the run, " : "duration, ";
        throw bad_field(table, "from", "at most the " + end + in_message(end_time(out)) + " s", Value(first));
    };
    from_within(out.record_from, "run.record");
    from_within(out.vtk_from, "run.vtk");
    if (out.vtk_every && out.output.empty()) throw bad_case("run: 'vtk' needs an 'output' folder, got none");
    return out;
}

}  // namespace jounce::record
