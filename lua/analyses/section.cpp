// run:section{ ... } and the section it returns: Poincare sections with statistics.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/messages/text.hpp"
#include "contained/files.hpp"
#include "nonlinear/statistics/recurrence.hpp"
#include "record/files/folder.hpp"
#include "record/logs/impacts_csv.hpp"
#include "record/plots/portrait.hpp"
#include "record/run/unknown_name.hpp"
#include "record/series/motion_scale.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
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

using record::Section;

struct SectionSettings {
    Value probes;
    std::optional<double> period, from, to;
    double phase = 0;
    std::string at, probe, side;
    std::optional<Reference> gap;
    bool after = false;
    double value = 0;
    std::string direction = "rising";
    double tolerance = 1e-4;
};

struct PictureSettings {
    std::string x, y, file;
    bool equal = false;
    std::optional<double> circle;
};

/// The payload.
struct Taken {
    Section section;
    nonlinear::Recurrence recurrence;
    std::vector<nonlinear::SampleStatistics> statistics;  ///< one for each column
    std::string instants;                                 ///< "every 0.3 s from 0 s on"
    std::string unit;                                     ///< unit of the period: "periods", "points"
    std::string model;
    record::FileHead head;

    [[nodiscard]] std::string text() const;
};

int section_text(lua_State* L);
int section_print(lua_State* L);
int section_rows(lua_State* L);
int section_plot(lua_State* L);
int section_csv(lua_State* L);

constexpr Method section_methods[] = {
    {"print", guarded<section_print>, "", "", "Prints the statistics of the columns."},
    {"rows", guarded<section_rows>, "", "jounce.section_row[]", "All rows."},
    {"plot", guarded<watched<section_plot>>, "fields: jounce.section_plot.fields, ...: jounce.poincare_section", "",
     "Draws the points of this and of other sections."},
    {"csv", guarded<section_csv>, "file: string", "", "Writes time and columns (.csv)."}};
const ObjectClass section_class{"section", section_methods, guarded<section_text>};

std::string Taken::text() const {
    std::string out = fmt::format("section of '{}': {} points, {}\n", model, section.times.size(), instants);
    if (recurrence.period > 0) {
        const std::string one = unit.substr(0, unit.size() - 1);
        out += fmt::format("repeats after {} {}, {} distinct point{}\n", recurrence.period, recurrence.period == 1 ? one : unit,
                           recurrence.distinct, recurrence.distinct == 1 ? "" : "s");
    } else {
        out += "not periodic: no distinct points\n";
    }
    if (section.missed > 0)
        out += fmt::format("{} intervals between records hide crossings: record more often\n", section.missed);
    std::vector<List> rows_of_text;
    for (std::size_t c = 0; c < section.columns.size(); ++c) {
        const record::SectionColumn& column = section.columns[c];
        const nonlinear::SampleStatistics& s = statistics[c];
        List row = {column.unit.empty() ? column.name : column.name + " [" + column.unit + "]"};
        for (const auto& value : {s.mean, s.standard_deviation, s.min, s.low, s.high, s.max}) row.push_back(known_or_dash(value));
        rows_of_text.push_back(std::move(row));
    }
    return out + table_text("", {"column", "mean", "standard deviation", "min", "5 %", "95 %", "max"}, rows_of_text);
}

int section_text(lua_State* L) {
    push_text(L, self<Taken>(L, section_class, "tostring").text());
    return 1;
}

int section_print(lua_State* L) {
    const Taken& taken = self<Taken>(L, section_class, "print");
    at_most_arguments(L, 1, "section:print");
    std::fputs(taken.text().c_str(), stdout);
    return 0;
}

int section_rows(lua_State* L) {
    const Taken& taken = self<Taken>(L, section_class, "rows");
    at_most_arguments(L, 1, "section:rows");
    const int count = static_cast<int>(taken.section.times.size());
    lua_getiuservalue(L, 1, 1);
    lua_createtable(L, count, 0);
    for (int i = 1; i <= count; ++i) {
        lua_rawgeti(L, -2, i);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/// The column with this name; "time" is a column, too.
record::SectionColumn drawn_column(const Section& section, const std::string& name) {
    if (name == "time") return {"time", "s", section.times, 0, false};
    return section.column(name, "section:plot");
}

std::string with_unit(const record::SectionColumn& column) {
    return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

/// section:plot({ x, y, file }, other sections...)
int section_plot(lua_State* L) {
    const std::string subject = "section:plot";
    std::vector<const Taken*> all = {&self<Taken>(L, section_class, "plot")};
    for (int i = 3; i <= lua_gettop(L); ++i) {
        const Taken* other = object_at<Taken>(L, i, section_class);
        if (other == nullptr)
            throw bad_case(subject + ": the arguments after the table must be sections, got " + describe_key(L, i));
        all.push_back(other);
    }
    const Table given = first_fields(L, subject, "{ x = ..., y = ..., file = ... }");
    const auto settings = read_settings<PictureSettings>(section_plot_fields(), given, subject);
    record::Portrait picture;
    picture.title = all.size() == 1 ? all.front()->model + ": " + all.front()->instants : "sections";
    picture.equal = settings.equal;
    picture.circle = settings.circle;
    for (const Taken* taken : all) {
        const record::SectionColumn x = drawn_column(taken->section, settings.x);
        const record::SectionColumn y = drawn_column(taken->section, settings.y);
        if ((settings.equal || settings.circle) && x.unit != y.unit) {
            throw bad_case(subject + ": '" + (settings.circle ? "circle" : "equal") +
                           "' requires two columns with the same unit, got " + with_unit(x) + " and " + with_unit(y));
        }
        picture.x_label = with_unit(x);
        picture.y_label = with_unit(y);
        picture.curves.push_back({taken->model, x.values, y.values, true});
    }
    const Context& command = context(L);
    const std::filesystem::path path = writable_path(command, settings.file, subject + ": 'file'");
    if (command.writes_files()) record::plot_portrait(subject, picture, path, end_if_interrupted);
    return 0;
}

/// section:csv(file)
int section_csv(lua_State* L) {
    const Taken& taken = self<Taken>(L, section_class, "csv");
    at_most_arguments(L, 2, "section:csv");
    const std::string name = name_argument(L, 2, "section:csv", "file");
    if (!name.ends_with(".csv")) throw bad_case("section:csv: 'file' must end in .csv, got '" + name + "'");
    record::FileHead head = taken.head;
    head.remarks = {"section: " + taken.instants};
    const Context& command = context(L);
    const std::filesystem::path path = writable_path(command, name, "section:csv: 'file'");
    if (command.writes_files()) record::write_section(path, head, taken.section);
    return 0;
}

/// A field without meaning for the requested section is an error, like a misspelt one.
void require_fitting(const Table& given, const SectionSettings& settings) {
    struct Rule {
        const char* field;
        bool fits;
        const char* with;
    };
    const bool impacts = !settings.at.empty();
    const bool crossings = !settings.probe.empty();
    const Rule rules[] = {{"gap", impacts, "at = \"impacts\""},   {"side", impacts, "at = \"impacts\""},
                          {"after", impacts, "at = \"impacts\""}, {"value", crossings, "'probe'"},
                          {"direction", crossings, "'probe'"},    {"phase", !impacts && !crossings, "'period' alone"}};
    for (const Rule& rule : rules) {
        if (!rule.fits && given.find(rule.field) != nullptr) {
            throw bad_case(std::string("run:section: '") + rule.field + "' is only valid with " + rule.with);
        }
    }
    if (!impacts && !crossings && !settings.period) {
        throw bad_case("run:section: one of 'period', 'at' and 'probe' must be given");
    }
}

Section at_impacts(const record::Run& run, const SectionSettings& settings, const std::vector<std::string>& probes,
                   const record::Stretch& stretch) {
    int contact = -1;
    if (settings.gap) {
        contact = run.system().find_contact(settings.gap->name);
        std::vector<std::string> names;
        for (const Contact& c : run.system().contacts) names.push_back(c.name);
        if (contact < 0) throw record::unknown_gap(settings.gap->name, names, "run:section");
    }
    const int side = settings.side.empty() ? 0 : settings.side == "positive" ? 1 : -1;
    const auto wanted = [contact, side](const time::Impact& impact) {
        return (contact < 0 || impact.contact == contact) && (side == 0 || impact.side == side);
    };
    return record::onset_section(run.recorded(), run.onsets(), run.impacts(), probes, stretch, wanted, settings.after);
}

Taken taken_of(const record::Run& run, const SectionSettings& settings) {
    const std::vector<std::string> probes = read_probes(settings.probes, "run:section", "probes");
    const record::Stretch stretch = record::recorded_stretch(run.recorded(), settings.from, settings.to, "run:section");
    const auto dense = [&]() -> const record::Series& { return run.dense(stretch.from, stretch.to, "run:section"); };
    Taken out;
    out.model = run.system().name;
    out.head = run.file_head();
    out.unit = "points";
    if (!settings.at.empty()) {
        out.section = at_impacts(run, settings, probes, stretch);
        out.instants = "where contacts of " + (settings.gap ? "'" + settings.gap->name + "'" : std::string("any gap")) + " begin";
    } else if (!settings.probe.empty()) {
        const record::Direction direction = settings.direction == "rising"    ? record::Direction::rising
                                            : settings.direction == "falling" ? record::Direction::falling
                                                                              : record::Direction::both;
        out.section = record::crossing_section(dense(), probes, stretch, settings.probe, settings.value, direction);
        out.instants = "where " + settings.probe + " passes " + shortest(settings.value) +
                       (settings.direction == "both" ? "" : ", " + settings.direction);
    } else {
        const std::vector<double> instants = record::stroboscopic_instants(stretch, *settings.period, settings.phase);
        out.section = record::section_at(run.dense_around(instants, "run:section"), probes, stretch, instants);
        out.instants =
            fmt::format("every {:.9g} s from {:.9g} s on", *settings.period, stretch.from + settings.phase * *settings.period);
        out.unit = "periods";
    }
    if (settings.period && out.unit != "periods") record::add_phase(out.section, stretch.from, *settings.period);
    const record::MotionScale scale(run.recorded(), stretch.from, stretch.to, record::extent(run.system()));
    std::vector<nonlinear::Coordinate> coordinates;
    for (const record::SectionColumn& column : out.section.columns) {
        out.statistics.push_back(nonlinear::sample_statistics(column.values));
        const double tolerance = std::max(settings.tolerance * column.range, scale.round_off(column.unit));
        if (column.repeats) coordinates.push_back({column.values, tolerance});
    }
    out.recurrence = nonlinear::recurrence(coordinates);
    return out;
}

/// A point of a section, at impacts or other instants.
struct PointRow {
    const record::Run* run;
    const Section* section;
    std::size_t point;

    [[nodiscard]] const time::Impact* impact() const {
        return section->impacts.empty() ? nullptr : &run->impacts()[section->impacts[point]];
    }
};

const Outputs<PointRow>& section_point_list() {
    using Row = PointRow;
    const auto of_impact = [](auto get) {
        return [get](const Row& r) { return r.impact() != nullptr ? Value(get(r)) : Value(); };
    };
    static const Outputs<Row> list =
        Outputs<Row>(
            "section_row", "A point of a section",
            "An element of the result of `run:section`. Each requested probe is also a field, by its name and in its unit; "
            "`after` adds \"<probe> after\", and `period` with events adds \"phase\", the phase within the period.")
            .number("time", "s", "Time of the point.", [](const Row& r) { return r.section->times[r.point]; })
            .text("gap", "At impacts: name of the gap.", of_impact([](const Row& r) {
                      return r.run->system().contacts[static_cast<std::size_t>(r.impact()->contact)].name;
                  }))
            .optional()
            .integer("number", "At impacts: number of the contact within the gap.",
                     of_impact([](const Row& r) { return r.impact()->number; }))
            .optional()
            .text("side", "At impacts: side of the gap.", of_impact([](const Row& r) { return record::side_name(*r.impact()); }))
            .choices({"positive", "negative", "radial"})
            .optional();
    return list;
}

/// The columns that a row of this section may have.
std::vector<Output> row_columns(const Section& section) {
    std::vector<Output> out = section_point_list().columns;
    out.push_back({"phase", "", "", "", true});
    for (const record::SectionColumn& column : section.columns) {
        out.push_back({column.name, "", "", "", true});
        out.push_back({column.name + " after", "", "", "", true});
    }
    return out;
}

void push_rows(lua_State* L, const record::Run& run, const Section& section) {
    const auto count = static_cast<int>(section.times.size());
    push_row_metatable(L, section_point_list().name, row_columns(section));
    lua_createtable(L, count, 4);
    for (std::size_t i = 0; i < section.times.size(); ++i) {
        push_row(L, section_point_list(), section_point_list().values({&run, &section, i}));
        for (const record::SectionColumn& column : section.columns) set_number(L, column.name, column.values[i]);
        lua_pushvalue(L, -3);
        lua_setmetatable(L, -2);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_remove(L, -2);
}

Value count_or_none(std::size_t count) { return count > 0 ? Value(static_cast<double>(count)) : Value("none"); }

const Outputs<Taken>& section_list() {
    using Row = Taken;
    static const Outputs<Row> list = Outputs<Row>("poincare_section", "A section",
                                                  "The result of `run:section`: a list of rows; `print` shows their statistics.")
                                         .also_called("section")
                                         .list_of("section_row")
                                         .add("statistics", "sample_statistics by name", "", "Statistics of each column.",
                                              [](const Row& r) {
                                                  Table out;
                                                  for (std::size_t c = 0; c < r.section.columns.size(); ++c)
                                                      out.set(r.section.columns[c].name, statistics_table(r.statistics[c]));
                                                  return out;
                                              })
                                         .add("period", "integer or \"none\"", "",
                                              "Number of periods, or of points at events, after which the section repeats.",
                                              [](const Row& r) { return count_or_none(r.recurrence.period); })
                                         .add("distinct", "integer or \"none\"", "", "Number of distinct points, if it repeats.",
                                              [](const Row& r) { return count_or_none(r.recurrence.distinct); })
                                         .integer("missed", "Number of intervals between records that may hide crossings.",
                                                  [](const Row& r) { return r.section.missed; });
    return list;
}

}  // namespace

AnyOutput section_object() { return {&section_list(), &section_class}; }
const OutputList& section_row_outputs() { return section_point_list(); }

const FieldList& section_fields() {
    static const FieldList fields =
        Fields<SectionSettings>()
            .any("probes", &SectionSettings::probes, "list of strings", "Recorded probes whose values are taken.")
            .required()
            .number("period", &SectionSettings::period, "s", positive,
                    "Alone: takes one point per period. With events: adds the column `phase`, the phase within the period.")
            .number("phase", &SectionSettings::phase, "", between(0, 1),
                    "Phase of the points as a fraction of the period, counted from `from`.")
            .number("from", &SectionSettings::from, "s", any_number, "Start of the time interval.")
            .standard("the first record")
            .number("to", &SectionSettings::to, "s", any_number, "End of the time interval.")
            .standard("the last record")
            .choice("at", &SectionSettings::at, {"impacts"}, "Takes a point just before each onset of contact.")
            .reference("gap", &SectionSettings::gap, "gap", "Only contacts of this gap; by default of all gaps.")
            .choice("side", &SectionSettings::side, {"positive", "negative"},
                    "Only contacts of this side of a plane gap with two sides.")
            .boolean("after", &SectionSettings::after,
                     "Adds columns \"<probe> after\": the values just after, which differ if a rigid stop reverses velocities.")
            .text("probe", &SectionSettings::probe, "Takes a point where this recorded probe crosses `value`.")
            .number("value", &SectionSettings::value, "unit of the probe", any_number, "The crossed value.")
            .choice("direction", &SectionSettings::direction, {"rising", "falling", "both"}, "Direction of the crossing.")
            .number("tolerance", &SectionSettings::tolerance, "", strictly_between(0, 1),
                    "Two points are equal if all probes differ by less than this, relative to their ranges.")
            .at_most_one({"at", "probe"});
    return fields;
}

const FieldList& section_plot_fields() {
    static const FieldList fields =
        Fields<PictureSettings>()
            .text("x", &PictureSettings::x, "Column along the horizontal axis: a probe, \"phase\" or \"time\".")
            .required()
            .text("y", &PictureSettings::y, "Column along the vertical axis.")
            .required()
            .text("file", &PictureSettings::file, "The picture, .svg or .png.")
            .required()
            .boolean("equal", &PictureSettings::equal, "The same scale on both axes, for columns with the same unit.")
            .number("circle", &PictureSettings::circle, "unit of x", positive, "Radius of a circle about the origin.");
    return fields;
}

/// run:section{ ... } -> section
int run_section(lua_State* L) {
    const record::Run& run = run_self(L, "section");
    at_most_arguments(L, 2, "run:section");
    const Table given = fields_argument(L, 2, "run:section");
    const auto settings = read_settings<SectionSettings>(section_fields(), given, "run:section");
    require_fitting(given, settings);
    Taken taken = taken_of(run, settings);
    push_rows(L, run, taken.section);
    for (const auto& [name, value] : section_list().table(taken)) {
        push_value(L, value);
        raw_set(L, -2, name);
    }
    make_row(L, section_list());
    push_object<Taken>(L, section_class, std::move(taken));
    return 1;
}

}  // namespace jounce::lua
