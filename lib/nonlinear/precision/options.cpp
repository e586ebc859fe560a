// The table of jounce.compare: its field lists and their reader.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/precision/options.hpp"

#include <algorithm>
#include <utility>

#include "base/messages/text.hpp"
#include "system/probes/probe.hpp"
#include "time/stepper/time_span.hpp"

namespace jounce::nonlinear {

namespace {

constexpr double most_steps = 1e12;  // as in a single run
constexpr const char* located_method = "event_driven";

struct CompareSettings {
    Value model, methods;
    double duration = 0;
    std::vector<double> steps, tolerances;
    Value reference, probes;
    int samples = 1000;
    int repetitions = 5;
    bool energy = true;
    std::string events = "locate";
    std::string output;
};

struct ReferenceSettings {
    std::optional<double> tolerance;
    time::MethodPointer method;
    std::optional<double> step;
};

/// One of `methods` as given.
struct Given {
    const Table* table;
    const time::MethodKind* kind;
    /// Methods with a tolerance control their own steps.
    [[nodiscard]] const Field* tolerance() const { return kind->fields.find("tolerance"); }
    /// The tolerance in the table if it differs from the default, which constructors add.
    [[nodiscard]] const Value* own_tolerance() const {
        const Value* value = table->find("tolerance");
        if (value == nullptr || value->number() == nullptr) return nullptr;
        const double* standard = tolerance()->standard_value.number();
        return standard != nullptr && *standard == *value->number() ? nullptr : value;
    }
    [[nodiscard]] time::MethodPointer make() const { return kind->make(*table); }
    [[nodiscard]] time::MethodPointer make(double tolerance) const {
        Table changed = *table;
        changed.set("tolerance", tolerance);
        return kind->make(changed);
    }
};

Given given_method(const Value& value, const std::string& subject, const std::string& field) {
    // Reports a value that is not a method, or invalid fields.
    const time::MethodPointer method = time::method_family.make(value, subject, field);
    return {value.table(), time::method_family.find(method->kind)};
}

void check_sizes(const std::vector<double>& sizes, const std::string& field) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (std::find(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(i), sizes[i]) !=
            sizes.begin() + static_cast<std::ptrdiff_t>(i))
            throw bad_case("compare: '" + field + "' must differ, got " + shortest(sizes[i]) + " twice");
    }
}

void check_step(double step, double duration, const std::string& subject, const std::string& field) {
    time::require_span(step, subject, field);
    if (step > duration) throw bad_field(subject, field, "at most the 'duration', " + shortest(duration) + " s", Value(step));
    if (!(duration / step <= most_steps)) {
        throw bad_field(subject, field, "at least 1e-12 of the 'duration', " + shortest(duration) + " s", Value(step));
    }
}

void add_methods(const CompareSettings& s, WorkPrecisionOptions& out) {
    const std::string must = "a list of methods such as jounce.method.newmark{ ... }";
    const List* list = s.methods.list();
    if (list == nullptr || list->empty()) throw bad_field("compare", "methods", must, s.methods);
    bool any_by_step = false;
    bool any_by_tolerance = false;
    for (const Value& value : *list) {
        if (value.table() == nullptr) throw bad_field("compare", "methods", must, value);
        const Given given = given_method(value, "compare", "methods");
        const std::size_t curve = out.curves.size();
        const auto add = [&](time::MethodPointer method, bool own_steps, double size) {
            out.combinations.push_back({std::move(method), curve, own_steps, size});
        };
        std::string name = given.kind->name;
        if (const Field* tolerance = given.tolerance()) {
            any_by_tolerance = true;
            if (s.tolerances.empty()) {
                const Value* asked = given.table->find("tolerance");
                const double* size = asked != nullptr ? asked->number() : tolerance->standard_value.number();
                if (size == nullptr) throw bad_case("compare: 'tolerances' is required for " + given.kind->subject());
                add(given.make(), true, *size);
            } else if (const Value* own = given.own_tolerance()) {
                throw bad_field(given.kind->subject(), "tolerance", "left out; give the 'tolerances' of jounce.compare", *own);
            }
            for (const double size : s.tolerances) add(given.make(size), true, size);
        } else {
            any_by_step = true;
            const time::MethodPointer method = given.make();
            name = method->describe();
            if (s.steps.empty())
                throw bad_case("compare: 'steps' is required, because " + given.kind->subject() + " uses a fixed step");
            for (const double size : s.steps) add(method, false, size);
        }
        if (std::find(out.curves.begin(), out.curves.end(), name) != out.curves.end()) {
            throw bad_case("compare: 'methods' must differ, got " + name + " twice");
        }
        out.curves.push_back(name);
    }
    if (!s.steps.empty() && !any_by_step) throw bad_case("compare: 'steps' must be left out, as every method controls its own");
    if (!s.tolerances.empty() && !any_by_tolerance) {
        throw bad_case("compare: 'tolerances' must be left out, as no method controls its own steps");
    }
}

/// The reference and a coarser one: twice the step or ten times the tolerance.
void add_reference(const CompareSettings& s, WorkPrecisionOptions& out) {
    if (!s.reference.is_nil() && s.reference.table() == nullptr) throw bad_field("compare", "reference", "a table", s.reference);
    Table table;
    if (s.reference.is_nil()) {
        table.set("tolerance", 1e-12);
    } else {
        table = *s.reference.table();
    }
    const std::string subject = "compare.reference";
    const auto r = read_settings<ReferenceSettings>(reference_fields(), table, subject);
    const auto by_tolerance = [&](const Given& given, double tolerance) {
        out.reference = {given.make(tolerance), 0, true, tolerance};
        try {
            out.coarser_reference = {given.make(10 * tolerance), 0, true, 10 * tolerance};
        } catch (const Error&) {
            throw bad_field(subject, "tolerance", "at most a tenth of the largest one of " + given.kind->subject(),
                            Value(tolerance));
        }
    };
    if (r.tolerance) {
        const time::MethodKind* kind = time::method_family.find(located_method);
        if (kind == nullptr) {
            throw bad_case(subject + ": 'tolerance' needs the method " + located_method +
                           ", which is not part of this build; give { method, step }");
        }
        const Table none;
        return by_tolerance({&none, kind}, *r.tolerance);
    }
    const Given given = given_method(*table.find("method"), subject, "method");
    if (const Field* tolerance = given.tolerance()) {
        if (r.step)
            throw bad_field(subject, "step", "left out, as " + given.kind->subject() + " controls its own", Value(*r.step));
        const Value* asked = given.table->find("tolerance");
        return by_tolerance(given, *(asked != nullptr ? asked->number() : tolerance->standard_value.number()));
    }
    if (!r.step) throw bad_case(subject + ": 'step' is required, because " + given.kind->subject() + " uses a fixed step");
    if (2 * *r.step > s.duration) {
        throw bad_field(subject, "step", "at most half of the 'duration', " + shortest(s.duration) + " s", Value(*r.step));
    }
    check_step(*r.step, s.duration, subject, "step");
    out.reference = {r.method, 0, false, *r.step};
    out.coarser_reference = {r.method, 0, false, 2 * *r.step};
}

std::vector<std::string> different_probes(const Value& probes) {
    std::vector<std::string> out = read_probes(probes, "compare", "probes");
    for (auto at = out.begin(); at != out.end(); ++at) {
        if (std::find(out.begin(), at, *at) != at) throw bad_case("compare: 'probes' must differ, got '" + *at + "' twice");
    }
    return out;
}

}  // namespace

const FieldList& reference_fields() {
    static const FieldList fields =
        Fields<ReferenceSettings>()
            .number("tolerance", &ReferenceSettings::tolerance, "", positive,
                    "The reference is event_driven at this tolerance, with every contact event located.")
            .kind("method", &ReferenceSettings::method, time::method_family, "The reference is computed by this method.")
            .number("step", &ReferenceSettings::step, "s", positive,
                    "Its step size, at most half of the duration; not for a method with its own step control.")
            .exactly_one({"tolerance", "method"})
            .at_most_one({"tolerance", "step"});
    return fields;
}

const FieldList& compare_fields() {
    static const FieldList fields =
        Fields<CompareSettings>()
            .any("model", &CompareSettings::model, "model", "The model, the same for every method.")
            .required()
            .number("duration", &CompareSettings::duration, "s", positive, "Simulated time.")
            .required()
            .any("methods", &CompareSettings::methods, "list of methods", "The time integrators.")
            .required()
            .numbers("steps", &CompareSettings::steps, "s", positive, "Step sizes for every method with given steps.")
            .numbers("tolerances", &CompareSettings::tolerances, "", positive,
                     "Tolerances for every method with its own step control.")
            .standard("the method's own")
            .any("reference", &CompareSettings::reference, "table",
                 "Reference for all errors: tolerance, or method and step. A second run with ten times the tolerance (or twice "
                 "the step) gives the uncertainty of the reference.")
            .standard("{ tolerance = 1e-12 }: event_driven")
            .any("probes", &CompareSettings::probes, "list of strings",
                 "Displacements and velocities to compare: \"top.ux\", \"top.ux_velocity\", ...")
            .required()
            .integer("samples", &CompareSettings::samples, between(1, 1e6),
                     "Number of equal parts of the duration; probes are compared at their ends. Steps that divide a part need no "
                     "interpolation.")
            .integer("repetitions", &CompareSettings::repetitions, at_least(1),
                     "Least number of timed runs of each row, repeated for at least 0.2 s. The shortest time counts.")
            .boolean("energy", &CompareSettings::energy, "Computes the energy account, for the column of its remainder.")
            .choice("events", &CompareSettings::events, {"locate", "stepwise"},
                    "Detection of contact events in all runs, as in jounce.run; methods with their own steps always locate them.")
            .text("output", &CompareSettings::output,
                  "Folder of work_precision.csv and summary.lua, relative to the working folder; without it nothing is written.");
    return fields;
}

CompareOptions read_compare_options(const Table& table) {
    const auto s = read_settings<CompareSettings>(compare_fields(), table, "compare");
    CompareOptions out;
    time::require_span(s.duration, "compare", "duration");
    out.study.duration = s.duration;
    check_sizes(s.steps, "steps");
    check_sizes(s.tolerances, "tolerances");
    for (const double step : s.steps) check_step(step, s.duration, "compare", "steps");
    add_methods(s, out.study);
    add_reference(s, out.study);
    out.study.probes = different_probes(s.probes);
    out.study.samples = s.samples;
    out.study.repetitions = s.repetitions;
    out.study.energy = s.energy;
    out.study.events = s.events == "locate" ? time::Events::locate : time::Events::stepwise;
    out.output = s.output;
    return out;
}

}  // namespace jounce::nonlinear
