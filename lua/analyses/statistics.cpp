// run:statistics{ ... }: statistics of contacts, energies and peaks of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "base/messages/text.hpp"
#include "nonlinear/statistics/contact_statistics.hpp"
#include "record/series/section.hpp"
#include "script/module.hpp"
#include "system/probes/probe.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"
#include "values/run_methods.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

const char* const statistics_subject = "run:statistics";

struct StatisticsSettings {
    double period = 0;
    std::optional<double> from, to, continuous_above;
    int window = 1;
    Value probes;
};

struct GapRow {
    std::string name;
    nonlinear::ContactStatistics contacts;
    double contact_energy = 0, friction_energy = 0;  ///< [J]
};

struct FrictionRow {
    std::string name;
    double energy = 0;  ///< [J]
};

struct ProbeRow {
    std::string name, unit;
    std::vector<double> peaks;
    nonlinear::SampleStatistics statistics;
};

/// The payload.
struct RunStatistics {
    std::string model;
    double from = 0, to = 0, period = 0, continuous_above = 0;
    int window = 1;
    std::vector<GapRow> gaps;
    std::vector<FrictionRow> frictions;
    std::vector<ProbeRow> probes;

    [[nodiscard]] double periods() const { return (to - from) / period; }
    [[nodiscard]] std::string text() const;
};

int statistics_text(lua_State* L);
int statistics_print(lua_State* L);

constexpr Method statistics_methods[] = {{"print", guarded<statistics_print>, "", "", "Prints all statistics."}};
const ObjectClass statistics_class{"statistics", statistics_methods, guarded<statistics_text>};

/// A number with six significant digits, independent of the other numbers of its column.
Value digits(const std::optional<double>& number) { return number ? Value(fmt::format("{:.6g}", *number)) : Value("-"); }

std::string RunStatistics::text() const {
    std::string out = fmt::format("statistics of '{}' from {:.9g} s to {:.9g} s: {:.6g} periods of {:.9g} s\n", model, from, to,
                                  periods(), period);
    if (!gaps.empty()) {
        std::vector<std::string> heads = {"gap"};
        for (const GapRow& gap : gaps) heads.push_back(gap.name);
        std::vector<List> rows;
        const auto add = [&](const std::string& name, const auto& value) {
            List row = {name};
            for (const GapRow& gap : gaps) row.push_back(value(gap));
            rows.push_back(std::move(row));
        };
        add("impacts", [](const GapRow& g) { return digits(g.contacts.contacts); });
        add("impacts per period", [this](const GapRow& g) { return digits(g.contacts.contacts / periods()); });
        add("impact speed, mean [m/s]", [](const GapRow& g) { return digits(g.contacts.speed.mean); });
        add("impact speed, standard deviation [m/s]",
            [](const GapRow& g) { return digits(g.contacts.speed.standard_deviation); });
        add("impact speed, max [m/s]", [](const GapRow& g) { return digits(g.contacts.speed.max); });
        add("peak force, mean [N]", [](const GapRow& g) { return digits(g.contacts.peak_force.mean); });
        add("peak force, standard deviation [N]",
            [](const GapRow& g) { return digits(g.contacts.peak_force.standard_deviation); });
        add("peak force, max [N]", [](const GapRow& g) { return digits(g.contacts.peak_force.max); });
        add("time in free flight [%]", [](const GapRow& g) { return digits(100 * g.contacts.free_share); });
        add("time in short contact [%]", [](const GapRow& g) { return digits(100 * g.contacts.short_share); });
        add("time in continuous contact [%]", [](const GapRow& g) { return digits(100 * g.contacts.continuous_share); });
        add("energy dissipated by contact [J]", [](const GapRow& g) { return digits(g.contact_energy); });
        add("energy dissipated by friction [J]", [](const GapRow& g) { return digits(g.friction_energy); });
        out += table_text("", heads, rows) + fmt::format("continuous: a contact longer than {:.6g} s\n", continuous_above);
    }
    if (!frictions.empty()) {
        std::vector<List> rows;
        for (const FrictionRow& friction : frictions) rows.push_back({friction.name, digits(friction.energy)});
        out += table_text("", {"friction", "energy dissipated [J]"}, rows);
    }
    if (!probes.empty()) {
        std::vector<List> rows;
        for (const ProbeRow& probe : probes) {
            const nonlinear::SampleStatistics& s = probe.statistics;
            rows.push_back({probe.unit.empty() ? probe.name : probe.name + " [" + probe.unit + "]", static_cast<double>(s.count),
                            digits(s.mean), digits(s.standard_deviation), digits(s.standard_error()), digits(s.min),
                            digits(s.max)});
        }
        out += table_text(fmt::format("largest absolute values per window of {} period{}", window, window == 1 ? "" : "s"),
                          {"probe", "windows", "mean", "standard deviation", "standard error", "min", "max"}, rows);
    }
    return out;
}

int statistics_text(lua_State* L) {
    push_text(L, self<RunStatistics>(L, statistics_class, "tostring").text());
    return 1;
}

int statistics_print(lua_State* L) {
    const RunStatistics& statistics = self<RunStatistics>(L, statistics_class, "print");
    at_most_arguments(L, 1, "statistics:print");
    std::fputs(statistics.text().c_str(), stdout);
    return 0;
}

/// The requested times: the whole run by default.
void set_times(const record::Run& run, const StatisticsSettings& settings, RunStatistics& out) {
    const double begin = run.begin_time();
    const double end = run.end_time();
    const double slack = 1e-12 * std::max(std::abs(begin), std::abs(end));
    out.from = settings.from.value_or(begin);
    out.to = settings.to.value_or(end);
    for (const auto& [name, time] : {std::pair{"from", out.from}, std::pair{"to", out.to}}) {
        if (time >= begin - slack && time <= end + slack) continue;
        throw bad_case(std::string(statistics_subject) + ": '" + name + "' must be in [" + in_message(begin) + ", " +
                       in_message(end) + "], the time of the run, got " + in_message(time));
    }
    if (!(out.from < out.to)) {
        throw bad_case(std::string(statistics_subject) + ": 'from' must be before 'to', got " + in_message(out.from) + " and " +
                       in_message(out.to));
    }
}

std::vector<ProbeRow> probe_rows(const record::Run& run, const StatisticsSettings& settings, const RunStatistics& statistics) {
    std::vector<ProbeRow> out;
    if (settings.probes.is_nil()) return out;
    const double length = settings.window * settings.period;
    const double count = std::floor((statistics.to - statistics.from) / length + 1e-9);
    if (count < 1 || count > 1e7) {
        throw bad_case(std::string(statistics_subject) +
                       ": 'window' must fit at least once and at most ten million times between 'from' and 'to', " +
                       in_message(statistics.to - statistics.from) + " s apart, got " + std::to_string(settings.window) +
                       " periods of " + in_message(settings.period) + " s");
    }
    for (const std::string& probe : read_probes(settings.probes, statistics_subject, "probes")) {
        static_cast<void>(record::recorded_stretch(run.recorded(), statistics.from, statistics.to, statistics_subject));
        const record::Column& column = run.recorded().column(probe, statistics_subject);
        ProbeRow row{column.name, column.unit, {}, {}};
        row.peaks =
            run.window_peaks(probe, statistics.from, length, static_cast<int>(count), statistics_subject, end_if_interrupted);
        row.statistics = nonlinear::sample_statistics(row.peaks);
        out.push_back(std::move(row));
    }
    return out;
}

RunStatistics statistics_of(const record::Run& run, const StatisticsSettings& settings) {
    RunStatistics out;
    set_times(run, settings, out);
    const System& system = run.system();
    out.model = system.name;
    out.period = settings.period;
    out.window = settings.window;
    out.continuous_above = settings.continuous_above.value_or(settings.period / 20);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        GapRow row{system.contacts[c].name, {}, run.dissipation().of_contact(c, out.from, out.to), 0};
        row.contacts =
            nonlinear::contact_statistics(run.impacts(row.name), {out.from, out.to, out.continuous_above}, run.end_time());
        out.gaps.push_back(std::move(row));
    }
    for (std::size_t f = 0; f < system.frictions.size(); ++f) {
        const double energy = run.dissipation().of_friction(f, out.from, out.to);
        const int contact = system.frictions[f].contact;
        if (contact >= 0) {
            out.gaps[static_cast<std::size_t>(contact)].friction_energy += energy;
        } else {
            out.frictions.push_back({system.frictions[f].name, energy});
        }
    }
    out.probes = probe_rows(run, settings, out);
    return out;
}

/// A gap or a friction, and the number of periods.
template <class Part>
struct Over {
    const Part* part;
    double periods;
};

const Outputs<nonlinear::SampleStatistics>& sample_list() {
    using Row = nonlinear::SampleStatistics;
    static const Outputs<Row> list =
        Outputs<Row>("sample_statistics", "Statistics of numbers", "In the unit of the numbers. An unknown value is nil.")
            .integer("count", "Number of values.", [](const Row& r) { return r.count; })
            .number("mean", "", "Mean value.", [](const Row& r) { return r.mean; })
            .optional()
            .number("standard_deviation", "", "Sample standard deviation (count - 1).",
                    [](const Row& r) { return r.standard_deviation; })
            .optional()
            .number("min", "", "Smallest value.", [](const Row& r) { return r.min; })
            .optional()
            .number("max", "", "Largest value.", [](const Row& r) { return r.max; })
            .optional()
            .number("quantile_5", "", "5 % quantile.", [](const Row& r) { return r.low; })
            .optional()
            .number("quantile_95", "", "95 % quantile.", [](const Row& r) { return r.high; })
            .optional();
    return list;
}

const Outputs<Over<GapRow>>& gap_list() {
    using Row = Over<GapRow>;
    const auto contacts = [](auto member) { return [member](const Row& r) { return r.part->contacts.*member; }; };
    const auto numbers = [](auto member) {
        return [member](const Row& r) { return statistics_table(r.part->contacts.*member); };
    };
    using nonlinear::ContactStatistics;
    static const Outputs<Row> list =
        Outputs<Row>("gap_statistics", "Statistics of a gap", "Statistics of one gap over the time interval.")
            .integer("impacts", "Number of contacts that began.", contacts(&ContactStatistics::contacts))
            .number("impacts_per_period", "", "Number of contacts divided by the number of periods.",
                    [](const Row& r) { return r.part->contacts.contacts / r.periods; })
            .integer("continuous_contacts", "Number of contacts longer than `continuous_above`.",
                     contacts(&ContactStatistics::continuous_contacts))
            .add("speed", "sample_statistics", "m/s", "Impact speeds.", numbers(&ContactStatistics::speed))
            .add("peak_force", "sample_statistics", "N", "Largest force of each contact.",
                 numbers(&ContactStatistics::peak_force))
            .add("duration", "sample_statistics", "s", "Durations.", numbers(&ContactStatistics::duration))
            .number("free_flight", "", "Fraction of the time without contact.", contacts(&ContactStatistics::free_share))
            .number("short_contact", "", "Fraction of the time in short contacts.", contacts(&ContactStatistics::short_share))
            .number("continuous_contact", "", "Fraction of the time in continuous contacts.",
                    contacts(&ContactStatistics::continuous_share))
            .number("contact_energy", "J", "Dissipated by the contact law.", [](const Row& r) { return r.part->contact_energy; })
            .number("friction_energy", "J", "Dissipated by the gap's friction.",
                    [](const Row& r) { return r.part->friction_energy; })
            .number("energy", "J", "Their sum.", [](const Row& r) { return r.part->contact_energy + r.part->friction_energy; })
            .number("energy_per_period", "J", "Their sum divided by the number of periods.",
                    [](const Row& r) { return (r.part->contact_energy + r.part->friction_energy) / r.periods; });
    return list;
}

const Outputs<Over<FrictionRow>>& friction_list() {
    using Row = Over<FrictionRow>;
    static const Outputs<Row> list = Outputs<Row>("friction_statistics", "Statistics of a friction",
                                                  "Statistics of one `model:friction` over the time interval.")
                                         .number("energy", "J", "Dissipated energy.", [](const Row& r) { return r.part->energy; })
                                         .number("energy_per_period", "J", "Dissipated energy divided by the number of periods.",
                                                 [](const Row& r) { return r.part->energy / r.periods; });
    return list;
}

const Outputs<ProbeRow>& window_list() {
    using Row = ProbeRow;
    static const Outputs<Row> list = [] {
        Outputs<Row> out("window_statistics", "Statistics of a probe",
                         "Statistics of the largest absolute values of one probe in each window, in its unit.");
        for (std::size_t i = 0; i < sample_list().columns.size(); ++i) {
            const Output& column = sample_list().columns[i];
            out.add(column.name, column.type, column.unit, column.meaning,
                    [i](const Row& r) { return sample_list().values(r.statistics)[i]; });
            if (column.optional) out.optional();
        }
        out.number("standard_error", "", "Standard error of the mean.",
                   [](const Row& r) { return r.statistics.standard_error(); })
            .optional()
            .add("peaks", "list of numbers", "", "Largest absolute value of each window.",
                 [](const Row& r) { return List(r.peaks.begin(), r.peaks.end()); });
        return out;
    }();
    return list;
}

const Outputs<RunStatistics>& statistics_list() {
    using Row = RunStatistics;
    const auto by_name = [](const auto& parts, const auto& table) {
        Table out;
        for (const auto& part : parts) out.set(part.name, table(part));
        return out;
    };
    static const Outputs<Row> list =
        Outputs<Row>("statistics", "Statistics of a run", "The result of `run:statistics`; `print` shows it.")
            .number("from", "s", "Start of the time interval.", [](const Row& r) { return r.from; })
            .number("to", "s", "End of the time interval.", [](const Row& r) { return r.to; })
            .number("period", "s", "The given period.", [](const Row& r) { return r.period; })
            .number("periods", "", "Number of periods in the interval.", [](const Row& r) { return r.periods(); })
            .number("continuous_above", "s", "A longer contact is continuous.", [](const Row& r) { return r.continuous_above; })
            .integer("window", "Periods in one window.", [](const Row& r) { return r.window; })
            .add("gaps", "gap_statistics by name", "", "Statistics of each gap.",
                 [=](const Row& r) {
                     return by_name(r.gaps, [&r](const GapRow& gap) { return gap_list().table({&gap, r.periods()}); });
                 })
            .add("frictions", "friction_statistics by name", "", "Statistics of each `model:friction`.",
                 [=](const Row& r) {
                     return by_name(r.frictions, [&r](const FrictionRow& friction) {
                         return friction_list().table({&friction, r.periods()});
                     });
                 })
            .add("probes", "window_statistics by name", "", "Statistics of each requested probe.", [=](const Row& r) {
                return by_name(r.probes, [](const ProbeRow& probe) { return window_list().table(probe); });
            });
    return list;
}

}  // namespace

AnyOutput statistics_object() { return {&statistics_list(), &statistics_class}; }
const OutputList& sample_statistics_outputs() { return sample_list(); }
const OutputList& gap_statistics_outputs() { return gap_list(); }
const OutputList& friction_statistics_outputs() { return friction_list(); }
const OutputList& window_statistics_outputs() { return window_list(); }

Table statistics_table(const nonlinear::SampleStatistics& statistics) { return sample_list().table(statistics); }

Value known_or_dash(const std::optional<double>& number) { return number ? Value(*number) : Value("-"); }

const FieldList& statistics_fields() {
    static const FieldList fields =
        Fields<StatisticsSettings>()
            .number("period", &StatisticsSettings::period, "s", positive, "Period of the load: one revolution.")
            .required()
            .number("from", &StatisticsSettings::from, "s", any_number, "Start of the time interval.")
            .standard("the start of the run")
            .number("to", &StatisticsSettings::to, "s", any_number, "End of the time interval.")
            .standard("the end of the run")
            .number("continuous_above", &StatisticsSettings::continuous_above, "s", positive,
                    "A longer contact is continuous, any other is short.")
            .standard("a twentieth of the period")
            .any("probes", &StatisticsSettings::probes, "list of strings",
                 "Recorded probes for the largest absolute value in each window.")
            .integer("window", &StatisticsSettings::window, at_least(1), "Periods in one window.");
    return fields;
}

/// run:statistics{ ... } -> statistics
int run_statistics(lua_State* L) {
    const record::Run& run = run_self(L, "statistics");
    at_most_arguments(L, 2, statistics_subject);
    const auto settings =
        read_settings<StatisticsSettings>(statistics_fields(), fields_argument(L, 2, statistics_subject), statistics_subject);
    RunStatistics statistics = statistics_of(run, settings);
    push_value(L, statistics_list().table(statistics));
    make_row(L, statistics_list());
    push_object<RunStatistics>(L, statistics_class, std::move(statistics));
    return 1;
}

}  // namespace jounce::lua
