// A work-precision study as rows of a table, as text, as a picture: one list of columns for all of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "study_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "table_text.hpp"

namespace jounce::lua {

namespace {

using nonlinear::Row;
using nonlinear::Study;

Value value_of(const std::optional<double>& number) { return number ? Value(*number) : Value(); }
Value value_of(std::int64_t number) { return static_cast<double>(number); }

struct Column {
    const char* key;     ///< in a script
    const char* header;  ///< in the CSV file
    bool always;         ///< also of a row that failed
    Value (*value)(const Study&, const Row&);
};

constexpr Column columns[] = {
    {"method", "method", true, [](const Study& s, const Row& r) -> Value { return s.curves[r.combination.curve]; }},
    {"step", "step [s]", true,
     [](const Study&, const Row& r) { return r.combination.own_steps ? Value() : Value(r.combination.size); }},
    {"tolerance", "tolerance", true,
     [](const Study&, const Row& r) { return r.combination.own_steps ? Value(r.combination.size) : Value(); }},
    {"steps", "steps", false, [](const Study&, const Row& r) { return value_of(r.steps); }},
    {"halvings", "halvings", false, [](const Study&, const Row& r) { return value_of(r.halvings); }},
    {"seconds", "wall time [s]", false, [](const Study&, const Row& r) { return Value(r.seconds); }},
    {"nanoseconds_per_step", "time per step [ns]", false,
     [](const Study&, const Row& r) { return Value(r.nanoseconds_per_step()); }},
    {"setup_seconds", "setup time [s]", false, [](const Study&, const Row& r) { return Value(r.setup_seconds); }},
    {"repetitions", "repetitions", false, [](const Study&, const Row& r) { return value_of(r.repetitions); }},
    {"displacement_error", "displacement error (rms)", false,
     [](const Study&, const Row& r) { return value_of(r.errors.displacement.rms); }},
    {"displacement_error_max", "displacement error (max)", false,
     [](const Study&, const Row& r) { return value_of(r.errors.displacement.max); }},
    {"velocity_error", "velocity error (rms)", false, [](const Study&, const Row& r) { return value_of(r.errors.velocity.rms); }},
    {"velocity_error_max", "velocity error (max)", false,
     [](const Study&, const Row& r) { return value_of(r.errors.velocity.max); }},
    {"impact_time_error", "impact time error [s]", false,
     [](const Study&, const Row& r) { return value_of(r.errors.impact_time); }},
    {"impacts", "impacts", false, [](const Study&, const Row& r) { return value_of(r.errors.impacts); }},
    {"common_impacts", "common impacts", false, [](const Study&, const Row& r) { return value_of(r.errors.common_impacts); }},
    {"restitution_error", "restitution error", false, [](const Study&, const Row& r) { return value_of(r.errors.restitution); }},
    {"energy_remainder", "energy remainder", false,
     [](const Study&, const Row& r) { return value_of(r.errors.energy_remainder); }},
    {"displacement_order", "displacement order", false,
     [](const Study&, const Row& r) { return value_of(r.displacement_order); }},
    {"velocity_order", "velocity order", false, [](const Study&, const Row& r) { return value_of(r.velocity_order); }},
    {"impact_time_order", "impact time order", false, [](const Study&, const Row& r) { return value_of(r.impact_time_order); }},
    {"front", "Pareto front", true, [](const Study&, const Row& r) { return Value(r.front); }},
    {"message", "message", true, [](const Study&, const Row& r) { return r.failure.empty() ? Value() : Value(r.failure); }},
};

Value cell(const Column& column, const Study& study, const Row& row) {
    return column.always || row.failure.empty() ? column.value(study, row) : Value();
}

/// Cells of one column of the printed table, all as wide as the widest, so that numbers stand right.
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
        fmt::format("work-precision study of '{}' over {} s\nerrors against {}, known to {} (displacement)", study.model,
                    shortest(study.duration), study.reference.description, error_text(known.displacement.rms));
    if (known.velocity.rms) out += fmt::format(", {} (velocity)", error_text(known.velocity.rms));
    if (known.impact_time) out += fmt::format(", {} s (impacts)", error_text(known.impact_time));
    return out +
           fmt::format("; displacement and velocity: rms over {} samples relative to the largest value\n", study.samples + 1);
}

}  // namespace

Table study_row(const Study& study, const Row& row) {
    Table out;
    for (const Column& column : columns) {
        if (Value value = cell(column, study, row); !value.is_nil()) out.set(column.key, std::move(value));
    }
    if (!row.failure.empty()) return out;
    Table probes;
    for (std::size_t p = 0; p < study.probes.size(); ++p) {
        Table errors;
        const nonlinear::ProbeError& error = row.errors.probes[p];
        if (error.rms) errors.set("rms", *error.rms);
        if (error.max) errors.set("max", *error.max);
        probes.set(study.probes[p].name, std::move(errors));
    }
    out.set("probes", std::move(probes));
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

Table study_reference(const Study& study) {
    const nonlinear::ReferenceRun& reference = study.reference;
    const nonlinear::Errors& known = reference.uncertainty;
    Table out;
    out.set("description", reference.description);
    out.set("coarser", reference.coarser_description);
    out.set("steps", static_cast<double>(reference.steps));
    out.set("impacts", reference.impacts);
    const auto set = [&out](const char* key, const std::optional<double>& error) {
        if (error) out.set(key, *error);
    };
    set("displacement_error", known.displacement.rms);
    set("velocity_error", known.velocity.rms);
    set("impact_time_error", known.impact_time);
    set("restitution_error", known.restitution);
    return out;
}

std::vector<std::string> study_columns(const Study& study) {
    std::vector<std::string> out;
    for (const Column& column : columns) out.emplace_back(column.header);
    for (const Probe& probe : study.probes) {
        out.push_back(probe.name + " error (rms)");
        out.push_back(probe.name + " error (max)");
    }
    return out;
}

std::vector<List> study_cells(const Study& study) {
    std::vector<List> out;
    for (const Row& row : study.rows) {
        List cells;
        for (const Column& column : columns) cells.push_back(cell(column, study, row));
        for (std::size_t p = 0; p < study.probes.size(); ++p) {
            const bool known = row.failure.empty();
            cells.push_back(known ? value_of(row.errors.probes[p].rms) : Value());
            cells.push_back(known ? value_of(row.errors.probes[p].max) : Value());
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
