// A work-precision study as rows of a table, as text and as a picture, from one list of columns.
// SPDX-License-Identifier: BSD-3-Clause
#include "analyses/study_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields/output.hpp"
#include "base/messages/text.hpp"
#include "values/outputs.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

using nonlinear::Row;
using nonlinear::Study;

/// A row of a study.
struct StudyRow {
    const Study* study;
    const Row* row;
};

struct ErrorRow {
    const nonlinear::ProbeError* error;
};

const Outputs<ErrorRow>& probe_error_list() {
    static const Outputs<ErrorRow> list =
        Outputs<ErrorRow>("study_probe", "Errors of a probe in a study",
                          "An element of a row's `probes`; errors are relative to the largest value of the reference.")
            .number("rms", "", "Root mean square over the samples.", [](const ErrorRow& r) { return r.error->rms; })
            .optional()
            .number("max", "", "Largest error.", [](const ErrorRow& r) { return r.error->max; })
            .optional();
    return list;
}

Table probe_errors(const Study& study, const Row& row) {
    Table out;
    for (std::size_t p = 0; p < study.probes.size(); ++p)
        out.set(study.probes[p].name, probe_error_list().table({&row.errors.probes[p]}));
    return out;
}

/// The columns of work_precision.csv, which has two additional columns for each probe.
const Outputs<StudyRow>& row_list() {
    // A failed row has no other values.
    const auto known = [](auto get) {
        return [get](const StudyRow& r) -> Value {
            if (!r.row->failure.empty()) return {};
            if constexpr (std::is_same_v<decltype(get(*r.row)), std::optional<double>>) {
                const std::optional<double> number = get(*r.row);
                return number ? Value(*number) : Value();
            } else {
                return Value(static_cast<double>(get(*r.row)));
            }
        };
    };
    const auto size = [](bool own_steps) {
        return [own_steps](const StudyRow& r) {
            const auto& combination = r.row->combination;
            return combination.own_steps == own_steps ? Value(combination.size) : Value();
        };
    };
    static const Outputs<StudyRow> list =
        Outputs<StudyRow>(
            "study_row", "A row of a study",
            "One method at one step or tolerance: `study:rows()`, `study.front`, and the rows of `work_precision.csv`. "
            "An unknown value is nil. Errors of displacements and velocities are those of the worst probe, relative to the "
            "largest value of the reference.")
            .text("method", "The method with its settings.",
                  [](const StudyRow& r) { return r.study->curves[r.row->combination.curve]; })
            .number("step", "s", "Time step of a method with fixed steps.", size(false))
            .optional()
            .number("tolerance", "", "Tolerance of a method with adaptive steps.", size(true))
            .optional()
            .integer("steps", "Steps taken.", known([](const Row& r) { return r.steps; }))
            .optional()
            .integer("halvings", "Steps that were halved.", known([](const Row& r) { return r.halvings; }))
            .optional()
            .number("seconds", "s", "Wall time of stepping without output, the minimum over the repetitions.",
                    known([](const Row& r) { return r.seconds; }))
            .optional()
            .header("wall time [s]")
            .number("nanoseconds_per_step", "ns", "Wall time of a step.",
                    known([](const Row& r) { return r.nanoseconds_per_step(); }))
            .optional()
            .header("time per step [ns]")
            .number("setup_seconds", "s", "Wall time of preparation and of the first step with its factorisations.",
                    known([](const Row& r) { return r.setup_seconds; }))
            .optional()
            .header("setup time [s]")
            .integer("repetitions", "Number of timed repetitions.", known([](const Row& r) { return r.repetitions; }))
            .optional()
            .number("displacement_error", "", "Displacement error: root mean square over the samples.",
                    known([](const Row& r) { return r.errors.displacement.rms; }))
            .optional()
            .header("displacement error (rms)")
            .number("displacement_error_max", "", "Displacement error: maximum.",
                    known([](const Row& r) { return r.errors.displacement.max; }))
            .optional()
            .header("displacement error (max)")
            .number("velocity_error", "", "Velocity error: root mean square.",
                    known([](const Row& r) { return r.errors.velocity.rms; }))
            .optional()
            .header("velocity error (rms)")
            .number("velocity_error_max", "", "Velocity error: maximum.",
                    known([](const Row& r) { return r.errors.velocity.max; }))
            .optional()
            .header("velocity error (max)")
            .number("impact_time_error", "s", "Largest time difference of the common onsets.",
                    known([](const Row& r) { return r.errors.impact_time; }))
            .optional()
            .header("impact time error [s]")
            .integer("impacts", "Number of contacts.", known([](const Row& r) { return r.errors.impacts; }))
            .optional()
            .integer("common_impacts", "Contacts that the reference also has.",
                     known([](const Row& r) { return r.errors.common_impacts; }))
            .optional()
            .header("common impacts")
            .number("restitution_error", "", "Largest difference of the delivered restitution.",
                    known([](const Row& r) { return r.errors.restitution; }))
            .optional()
            .header("restitution error")
            .number("energy_remainder", "", "Largest energy remainder relative to the work done.",
                    known([](const Row& r) { return r.errors.energy_remainder; }))
            .optional()
            .header("energy remainder")
            .number("displacement_order", "", "Convergence order of displacements, from the next larger step.",
                    known([](const Row& r) { return r.displacement_order; }))
            .optional()
            .header("displacement order")
            .number("velocity_order", "", "The same for velocities.", known([](const Row& r) { return r.velocity_order; }))
            .optional()
            .header("velocity order")
            .number("impact_time_order", "", "The same for onset times.", known([](const Row& r) { return r.impact_time_order; }))
            .optional()
            .header("impact time order")
            .add("front", "boolean", "", "Is it on the Pareto front of cost and displacement error? 1 or 0 in the file.",
                 [](const StudyRow& r) { return r.row->front; })
            .header("Pareto front")
            .text("message", "Reason for missing results.",
                  [](const StudyRow& r) { return r.row->failure.empty() ? Value() : Value(r.row->failure); })
            .optional();
    return list;
}

const Outputs<Study>& reference_list() {
    static const Outputs<Study> list =
        Outputs<Study>("study_reference", "The reference of a study",
                       "`study.reference`: the reference solution of the errors, and its uncertainty.")
            .text("description", "Method and step.", [](const Study& s) { return s.reference.description; })
            .text("coarser", "The coarser run from which the uncertainty is estimated.",
                  [](const Study& s) { return s.reference.coarser_description; })
            .integer("steps", "Steps taken.", [](const Study& s) { return s.reference.steps; })
            .integer("impacts", "Number of contacts.", [](const Study& s) { return s.reference.impacts; })
            .number("displacement_error", "", "Uncertainty of displacements, defined like the errors of rows.",
                    [](const Study& s) { return s.reference.uncertainty.displacement.rms; })
            .optional()
            .number("velocity_error", "", "Uncertainty of velocities.",
                    [](const Study& s) { return s.reference.uncertainty.velocity.rms; })
            .optional()
            .number("impact_time_error", "s", "Uncertainty of onset times.",
                    [](const Study& s) { return s.reference.uncertainty.impact_time; })
            .optional()
            .number("restitution_error", "", "Uncertainty of the delivered restitution.",
                    [](const Study& s) { return s.reference.uncertainty.restitution; })
            .optional();
    return list;
}

/// Right-aligns the cells of one column of the printed table.
void stand_right(std::vector<std::string>& cells) {
    std::size_t width = 0;
    for (const std::string& text : cells) width = std::max(width, display_width(text));
    for (std::string& text : cells) text.insert(0, width - display_width(text), ' ');
}

std::string error_text(const std::optional<double>& error) { return error ? fmt::format("{:.2e}", *error) : "-"; }
std::string order_text(const std::optional<double>& order) { return order ? fmt::format("{:.2f}", *order) : "-"; }

/// The columns of the printed table after the method.
struct Printed {
    const char* head;
    std::string (*text)(const Study&, const Row&);
};

constexpr Printed printed[] = {
    {"steps", [](const Study&, const Row& r) { return std::to_string(r.steps); }},
    {"time [s]", [](const Study&, const Row& r) { return error_text(r.seconds); }},
    {"ns/step", [](const Study&, const Row& r) { return fmt::format("{:.0f}", r.nanoseconds_per_step()); }},
    {"displacement", [](const Study&, const Row& r) { return error_text(r.errors.displacement.rms); }},
    {"order", [](const Study&, const Row& r) { return order_text(r.displacement_order); }},
    {"velocity", [](const Study&, const Row& r) { return error_text(r.errors.velocity.rms); }},
    {"impact [s]", [](const Study&, const Row& r) { return error_text(r.errors.impact_time); }},
    {"order", [](const Study&, const Row& r) { return order_text(r.impact_time_order); }},
    {"impacts",
     [](const Study& s, const Row& r) {
         const int wanted = s.reference.impacts;
         return r.errors.impacts == wanted ? std::to_string(wanted) : fmt::format("{} of {}", r.errors.impacts, wanted);
     }},
    {"restitution", [](const Study&, const Row& r) { return error_text(r.errors.restitution); }},
    {"energy", [](const Study&, const Row& r) { return error_text(r.errors.energy_remainder); }},
    {"front", [](const Study&, const Row& r) { return std::string(r.front ? "*" : ""); }},
};

std::string head_text(const Study& study) {
    const nonlinear::Errors& known = study.reference.uncertainty;
    std::string out =
        fmt::format("work-precision study of '{}' over {} s\nerrors against {},\n  known to {} (displacement)", study.model,
                    shortest(study.duration), study.reference.description, error_text(known.displacement.rms));
    if (known.velocity.rms) out += fmt::format(", {} (velocity)", error_text(known.velocity.rms));
    if (known.impact_time) out += fmt::format(", {} s (impacts)", error_text(known.impact_time));
    return out +
           fmt::format(";\n  displacement and velocity: rms over {} samples relative to the largest value\n", study.samples + 1);
}

}  // namespace

const OutputList& study_row_outputs() {
    static const OutputList list = [] {
        OutputList out = row_list();
        out.columns.push_back(
            {"probes", "study_probe by name", "", "Errors of each probe; in the file two columns for each.", true});
        return out;
    }();
    return list;
}
const OutputList& study_probe_outputs() { return probe_error_list(); }
const OutputList& study_reference_outputs() { return reference_list(); }

Table study_row(const Study& study, const Row& row) {
    Table out = row_list().table({&study, &row});
    if (row.failure.empty()) out.set("probes", probe_errors(study, row));
    return out;
}

List study_rows(const Study& study) {
    List out;
    for (const Row& row : study.rows) out.emplace_back(study_row(study, row));
    return out;
}

List study_front(const Study& study) {
    std::vector<const Row*> front;
    for (const Row& row : study.rows) {
        if (row.front) front.push_back(&row);
    }
    std::ranges::stable_sort(front, {}, &Row::seconds);
    List out;
    for (const Row* row : front) out.emplace_back(study_row(study, *row));
    return out;
}

Table study_reference(const Study& study) { return reference_list().table(study); }

std::vector<std::string> study_columns(const Study& study) {
    std::vector<std::string> out = headers(row_list());
    for (const Probe& probe : study.probes) {
        out.push_back(probe.name + " error (rms)");
        out.push_back(probe.name + " error (max)");
    }
    return out;
}

std::vector<List> study_cells(const Study& study) {
    std::vector<List> out;
    for (const Row& row : study.rows) {
        List cells = row_list().values({&study, &row});
        for (std::size_t p = 0; p < study.probes.size(); ++p) {
            const List errors = row.failure.empty() ? probe_error_list().values({&row.errors.probes[p]}) : List(2);
            cells.insert(cells.end(), errors.begin(), errors.end());
        }
        out.push_back(std::move(cells));
    }
    return out;
}

std::string study_text(const Study& study) {
    const bool any_step = std::ranges::any_of(study.rows, [](const Row& r) { return !r.combination.own_steps; });
    const bool any_tolerance = std::ranges::any_of(study.rows, [](const Row& r) { return r.combination.own_steps; });
    std::vector<std::string> heads = {"method"};
    std::vector<List> rows(study.rows.size());
    std::string failures;
    std::size_t last_curve = study.curves.size();
    const auto add = [&](std::vector<std::string> texts) {
        stand_right(texts);
        heads.push_back(texts[0]);
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].emplace_back(texts[i + 1]);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = study.rows[i];
        rows[i].emplace_back(row.combination.curve != last_curve ? study.curves[row.combination.curve] : "");
        last_curve = row.combination.curve;
        if (!row.failure.empty())
            failures += study.curves[last_curve] + ", " + shortest(row.combination.size) + ": " + row.failure + "\n";
    }
    std::vector<std::string> sizes = {!any_tolerance ? "step [s]" : any_step ? "step [s] or tolerance" : "tolerance"};
    for (const Row& row : study.rows) sizes.push_back(shortest(row.combination.size));
    add(std::move(sizes));
    for (const Printed& column : printed) {
        std::vector<std::string> texts = {column.head};
        for (const Row& row : study.rows) {
            const bool first = &column == &printed[0];
            texts.push_back(row.failure.empty() ? column.text(study, row) : first ? "failed" : "");
        }
        add(std::move(texts));
    }
    return head_text(study) + table_text("", heads, rows, terminal_width(), 2) + failures;
}

record::StudyPicture study_picture(const Study& study) {
    record::StudyPicture out;
    out.title = study.model;
    out.cost_label = "wall time [s]";
    out.error_label = "displacement error (rms, relative)";
    out.floor = study.reference.uncertainty.displacement.rms;
    for (const std::string& name : study.curves) out.curves.push_back({name, {}});
    for (const Row& row : study.rows) {
        if (!row.failure.empty() || !row.errors.displacement.rms) continue;
        out.curves[row.combination.curve].points.push_back({row.seconds, *row.errors.displacement.rms, row.front});
    }
    return out;
}

}  // namespace jounce::lua
