// The fields of summary.lua and run.summary: one list for each of their tables.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/version.hpp"
#include "record/summary/summary.hpp"

namespace jounce::record {

const Outputs<GapSummary>& gap_summary_outputs() {
    using Row = GapSummary;
    static const Outputs<Row> list =
        Outputs<Row>("gap_summary", "The contacts of a gap in the summary", "An element of `run.summary.gaps`.")
            .text("gap", "Name of the gap.", [](const Row& r) { return r.gap; })
            .integer("impacts", "Contacts that began.", [](const Row& r) { return r.impacts; })
            .number("peak_force", "N", "Largest force of all contacts; 0 for a rigid stop.",
                    [](const Row& r) { return r.peak_force; })
            .number("max_indentation", "m", "Largest indentation of all contacts; 0 for a rigid stop.",
                    [](const Row& r) { return r.max_indentation; })
            .number("work", "J", "Energy that all contacts dissipated.", [](const Row& r) { return r.work; });
    return list;
}

const Outputs<FrictionSummary>& friction_summary_outputs() {
    using Row = FrictionSummary;
    static const Outputs<Row> list =
        Outputs<Row>("friction_summary", "The events of a friction in the summary", "An element of `run.summary.frictions`.")
            .text("friction", "Name of the friction, or of the gap that has it.", [](const Row& r) { return r.friction; })
            .integer("sticks", "How often it came to stick.", [](const Row& r) { return r.sticks; })
            .integer("slips", "How often it began to slip.", [](const Row& r) { return r.slips; })
            .integer("reversals", "How often the slip reversed.", [](const Row& r) { return r.reversals; });
    return list;
}

const Outputs<EnergySummary>& energy_summary_outputs() {
    using Row = EnergySummary;
    static const Outputs<Row> list = [] {
        Outputs<Row> out("energy_summary", "The energy account in the summary",
                         "`run.summary.energy`: the terms at the end of the run, and how well they balance.");
        for (std::size_t i = 0; i < energy_terms.size(); ++i)
            out.number(std::string(energy_terms[i].name), "J", std::string(energy_terms[i].meaning),
                       [i](const Row& r) { return time::as_array(r.terms)[i]; });
        out.number("work_done", "J", "Energy at the start plus all positive work of loads, bases and supports since.",
                   [](const Row& r) { return r.work_done; })
            .number("largest_remainder", "J", "Largest magnitude of the remainder at the rows evaluated.",
                    [](const Row& r) { return r.largest_remainder; })
            .number("relative_remainder", "", "largest_remainder over work_done; 0 where nothing moved.",
                    [](const Row& r) { return r.relative(); })
            .number("budget", "", "Largest relative remainder that is allowed.", [](const Row& r) { return r.budget; })
            .add("within_budget", "boolean", "", "Is the remainder within its budget?",
                 [](const Row& r) { return r.within_budget(); })
            .integer("every", "Steps between two evaluations.", [](const Row& r) { return r.every; })
            .add("own_steps", "boolean", "", "Did the method choose its steps by a tolerance?",
                 [](const Row& r) { return r.own_steps; });
        return out;
    }();
    return list;
}

const Outputs<Summary>& summary_outputs() {
    using Row = Summary;
    const auto known = [](const std::string& text) { return text.empty() ? Value() : Value(text); };
    // After a failure only the number of steps is known.
    const auto counted = [](auto member) {
        return [member](const Row& r) { return r.counted ? Value(static_cast<double>(member(r))) : Value(); };
    };
    static const Outputs<Row> list =
        Outputs<Row>(
            "summary", "Summary of a run",
            "`run.summary`, which `print` shows, and `summary.lua` in the run's folder, which `dofile` reads. Counts are "
            "missing where the computation failed.")
            .text("version", "Version of Jounce.", [](const Row&) { return std::string(version); })
            .text("case", "The script.", [](const Row& r) { return r.case_file; })
            .text("model", "Name of the model.", [](const Row& r) { return r.model; })
            .add("facts", "list of strings", "",
                 "Mass, supports and joints, lowest frequencies or freedom, contact times and recommended step, as in `jounce "
                 "check`; for runs with an `output`.",
                 [](const Row& r) { return r.facts.empty() ? Value() : Value(List(r.facts.begin(), r.facts.end())); })
            .optional()
            .text("digest", "Hash of everything that affects the result.", [](const Row& r) { return r.digest; })
            .text("status", "How the run ended.", [](const Row& r) { return r.status; })
            .choices({"done", "interrupted", "failed"})
            .text("message", "Why it failed.", [=](const Row& r) { return known(r.message); })
            .optional()
            .text("method", "The method with its settings.", [](const Row& r) { return r.method; })
            .text("chosen", "Method, step and reason, if the script does not give them.",
                  [=](const Row& r) { return known(r.chosen); })
            .optional()
            .number("step", "s", "Step of the run, or the longest one of a method that chooses its steps.",
                    [](const Row& r) { return r.step; })
            .number("recommended_step", "s", "From the contact times expected before the run.",
                    [](const Row& r) { return r.recommended_step; })
            .optional()
            .number("duration", "s", "Requested simulated time.", [](const Row& r) { return r.duration; })
            .number("end_time", "s", "Time of the last accepted state.", [](const Row& r) { return r.end_time; })
            .integer("steps", "Accepted steps.", [](const Row& r) { return r.march.steps; })
            .integer("halvings", "Steps that were halved because Newton's method failed.",
                     counted([](const Row& r) { return r.march.halvings; }))
            .optional()
            .integer("refinements", "Steps that were halved for the tolerance.",
                     counted([](const Row& r) { return r.march.refinements; }))
            .optional()
            .integer("events", "Events located.", counted([](const Row& r) { return r.march.events; }))
            .optional()
            .integer("trial_steps", "Steps tried to locate events.", counted([](const Row& r) { return r.march.trial_steps; }))
            .optional()
            .integer("steps_in_contact", "Steps with a closed gap.",
                     counted([](const Row& r) { return r.march.steps_in_contact; }))
            .optional()
            .integer("newton_iterations", "Newton iterations in these steps.",
                     counted([](const Row& r) { return r.march.newton_iterations; }))
            .optional()
            .number("newton_iterations_per_contact_step", "", "Their mean.",
                    counted([](const Row& r) { return r.iterations_per_contact_step(); }))
            .optional()
            .integer("law_evaluations", "Evaluations of contact laws.",
                     counted([](const Row& r) { return r.march.law_evaluations; }))
            .optional()
            .number("wall_seconds", "s", "Wall time of the march.", counted([](const Row& r) { return r.march.wall_seconds; }))
            .optional()
            .number("nanoseconds_per_step", "ns", "Wall time of a step.",
                    counted([](const Row& r) { return r.nanoseconds_per_step(); }))
            .optional()
            .integer("impacts", "Contacts of all gaps.", [](const Row& r) { return r.impacts(); })
            .add("gaps", "list of gap_summary", "", "In the model's order.",
                 [](const Row& r) { return tables(gap_summary_outputs(), r.gaps); })
            .add("frictions", "list of friction_summary", "", "For a model with friction, in the model's order.",
                 [](const Row& r) {
                     return r.frictions.empty() ? Value() : Value(tables(friction_summary_outputs(), r.frictions));
                 })
            .optional()
            .integer("missed_contacts", "Contacts that opened and closed within one step, detected by interpolation only.",
                     [](const Row& r) { return r.missed_contacts; })
            .integer("floored_contacts", "Contacts that began slower than the law's `minimum_speed`.",
                     [](const Row& r) { return r.floored_contacts; })
            .integer("fell_through", "Bodies that turned back while indented and fell through their stop (`latched`).",
                     [](const Row& r) { return r.fell_through; })
            .number("clamped_impulse", "N s", "Impulse of the tension removed.", [](const Row& r) { return r.clamped_impulse; })
            .add("energy", "energy_summary or false", "", "The energy account; false where it is switched off.",
                 [](const Row& r) { return r.energy ? Value(energy_summary_outputs().table(*r.energy)) : Value(false); })
            .add("notes", "list of strings", "", "Remarks: doubts about the model, advice.",
                 [](const Row& r) { return word_list(r.notes); })
            .add("files", "list of strings", "", "Files written to the folder.", [](const Row& r) {
                List files;
                for (const WrittenFile& f : r.files) files.emplace_back(f.name);
                return files;
            });
    return list;
}

}  // namespace jounce::record
