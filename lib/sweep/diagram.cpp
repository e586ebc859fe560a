// A point of a bifurcation diagram.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "nonlinear/statistics/recurrence.hpp"
#include "nonlinear/statistics/sticks.hpp"
#include "record/series/motion_scale.hpp"
#include "record/series/section.hpp"
#include "record/series/series.hpp"
#include "system/probes/probe.hpp"

namespace jounce::sweep {

namespace {

/// Records in a period: the error of a cubic through them is 2.4e-7 of a harmonic's amplitude, (2 pi/64)^4/384.
constexpr int records = 64;
constexpr int longest_return = 12;  // periods

/// Does the section approach a repetition, or stay near one? For some n, max |x_k+n - x_k| of the second half is below
/// half of that of the first, and below a twentieth of the range; or it is below a hundredth of the range in both.
bool approaches(const record::Section& section) {
    const std::size_t count = section.times.size();
    for (std::size_t n = 1; n <= std::min<std::size_t>(longest_return, count / 4); ++n) {
        double first = 0, second = 0;
        for (const record::SectionColumn& column : section.columns) {
            if (!(column.range > 0)) continue;
            for (std::size_t k = 0; k + n < count; ++k) {
                const double change = std::abs(column.values[k + n] - column.values[k]) / column.range;
                (k < (count - n) / 2 ? first : second) = std::max(k < (count - n) / 2 ? first : second, change);
            }
        }
        if ((second < 0.5 * first && second < 0.05) || std::max(first, second) < 0.01) return true;
    }
    return false;
}

/// Are all probes at rest? A range within 1e-8 of the recorded size (x of its displacements and openings, x 2 pi/T of
/// velocities) is the rest of a decay or rounding: no repetition could be found in it.
bool at_rest(const record::Series& series, const record::Section& section, const record::Stretch& kept, double period,
             double extent) {
    constexpr double part = 1e-8;
    std::map<std::string, double> sizes;
    for (const record::Column& column : series.columns) {
        const auto [low, high] = series.extremes(column, kept.from, kept.to);
        double& size = sizes[column.unit];
        if (low <= high) size = std::max({size, std::abs(low), std::abs(high)});
    }
    if (extent > 0) sizes["rad"] = std::max(sizes["rad"], sizes["m"] / extent);
    const double rate = 2 * std::numbers::pi / period;
    for (const char* unit : {"m", "rad"}) {
        for (const auto& [suffix, power] : {std::pair{"/s", rate}, std::pair{"/s2", rate * rate}}) {
            double& size = sizes[std::string(unit) + suffix];
            size = std::max(size, sizes[unit] * power);
        }
    }
    return std::ranges::all_of(section.columns,
                               [&](const record::SectionColumn& column) { return column.range <= part * sizes[column.unit]; });
}

struct Counts {
    int impacts = 0, sticks = 0;
};

/// Contacts that begin in one turn of a periodic motion, counted over all turns up to `to`, so that a contact at the
/// section itself counts once per turn.
Counts contacts_per_turn(const record::Run& run, double to, double turn, int turns) {
    std::map<std::pair<int, int>, std::vector<nonlinear::Landing>> sides;
    for (const time::Impact& impact : run.impacts()) {
        if (impact.time_in > to) continue;
        const contact::Law& law = *run.system().contacts[static_cast<std::size_t>(impact.contact)].law;
        sides[{impact.contact, impact.side}].push_back({impact.time_in, impact.time_out, impact.speed_in, impact.rigid,
                                                        impact.speed_in >= law.minimum_speed, law.restitution_asked.value_or(1)});
    }
    Counts out;
    for (const auto& [side, landings] : sides) {
        const std::vector<nonlinear::LandingKind> kinds = nonlinear::landing_kinds(landings);
        // If the motion sticks, complete chatter sequences are counted: up to the last stick phase.
        double end = to;
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i] == nonlinear::LandingKind::stick && landings[i].begin > to - turn) end = landings[i].begin;
        int impacts = 0, held = 0;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (landings[i].begin <= end - turns * turn || landings[i].begin > end) continue;
            impacts += kinds[i] == nonlinear::LandingKind::impact ? 1 : 0;
            held += kinds[i] == nonlinear::LandingKind::stick ? 1 : 0;
        }
        out.impacts += static_cast<int>(std::round(static_cast<double>(impacts) / turns));
        out.sticks += static_cast<int>(std::round(static_cast<double>(held) / turns));
    }
    return out;
}

std::vector<std::string> opening_probes(const System& system) {
    std::vector<std::string> out;
    for (const Contact& contact : system.contacts) out.push_back(contact.name + ".opening");
    return out;
}

}  // namespace

record::RunOptions diagram_run(const System& system, const DiagramSettings& settings, const record::Beginning& initial) {
    record::RunOptions out;
    out.method = settings.method ? settings.method : time::method_family.find("event_driven")->make(Table{});
    const double settled = settings.settle * settings.period;
    out.duration = (settings.settle + settings.keep) * settings.period;
    out.step = settings.step.value_or(settings.period / records);
    out.stride = out.method->own_steps();
    // The first section is at the end of `settle`.
    out.record_from = settled > 0 ? settled - 0.5 * settings.period / records : 0;
    out.probes = settings.probes;
    for (std::string& probe : opening_probes(system)) {
        if (std::ranges::find(out.probes, probe) == out.probes.end()) out.probes.push_back(std::move(probe));
    }
    out.energy_on = false;
    out.initial = initial;
    return out;
}

Result diagram_point(const record::Run& run, const DiagramSettings& settings) {
    const record::Series& series = run.recorded();
    const double T = settings.period;
    const double from = run.begin_time() + settings.settle * T;
    const double to = std::min(run.end_time(), series.times.back());
    // Instants from + k T, k = 1 ... keep: the neighbouring point starts at the last one.
    const record::Stretch stretch{std::max(from, series.times.front()), to};
    record::Section section;
    for (int k = 1; k <= settings.keep; ++k) section.times.push_back(std::min(from + k * T, to));
    Result out;
    for (const std::string& probe : settings.probes) {
        const record::Column& column = series.column(probe, "sweep");
        record::SectionColumn values{column.name, column.unit};
        for (const double t : section.times) values.values.push_back(series.at(column, t));
        const auto [low, high] = series.extremes(column, stretch.from, stretch.to);
        values.range = high - low;
        out.section.emplace_back(probe, values.values);
        out.section_units.push_back(column.unit);
        section.columns.push_back(std::move(values));
    }
    const double extent = record::extent(run.system());
    const record::MotionScale scale(series, stretch.from, stretch.to, extent);
    std::vector<nonlinear::Coordinate> coordinates;
    for (const record::SectionColumn& column : section.columns)
        coordinates.push_back({column.values, std::max(settings.tolerance * column.range, scale.round_off(column.unit))});
    const bool rests = at_rest(series, section, stretch, T, extent);
    const std::size_t n = rests ? 1 : nonlinear::recurrence(coordinates).period;

    double peak = 0;
    for (const time::Impact& impact : run.impacts())
        if (impact.time_out.value_or(to) >= from) peak = std::max(peak, impact.peak_force);
    double opening = std::numeric_limits<double>::infinity();
    for (const std::string& probe : opening_probes(run.system()))
        opening = std::min(opening, series.extremes(series.column(probe, "sweep"), stretch.from, stretch.to).first);

    if (n > 0) {
        const Counts counts =
            rests ? Counts{} : contacts_per_turn(run, to, static_cast<double>(n) * T, settings.keep / static_cast<int>(n));
        out.row.emplace_back("impacts", counts.impacts);
        out.row.emplace_back("label", "(" + std::to_string(counts.impacts) +
                                          (counts.sticks > 0 ? " + " + std::to_string(counts.sticks) : "") + ", " +
                                          std::to_string(n) + ")");
        out.row.emplace_back("periods", static_cast<double>(n));
        out.row.emplace_back("sticks", counts.sticks);
    } else {
        out.row.emplace_back("label", approaches(section) ? "unsettled" : "aperiodic");
    }
    if (peak > 0 && std::isfinite(peak)) out.row.emplace_back("peak_force", peak);
    if (std::isfinite(opening)) out.row.emplace_back("smallest_opening", opening);
    return out;
}

const OutputList& diagram_outputs() {
    static const OutputList list = {
        "diagram_row",
        "A row of a bifurcation diagram",
        "The columns of a sweep with `model` and `period`, besides number, axes, direction and failed; evaluated in the periods "
        "kept.",
        {{"label", "string", "",
          "\"(m, n)\": m contacts in n periods; \"(m + s, n)\" with s stick phases on a rigid stop; \"unsettled\"; "
          "\"aperiodic\"."},
         {"impacts", "integer", "", "m.", true},
         {"sticks", "integer", "", "s.", true},
         {"periods", "integer", "", "n.", true},
         {"peak_force", "number", "N",
          "Largest force of a contact; for rigid stops that of a stick phase, as an impulse has no force.", true},
         {"smallest_opening", "number", "m", "Smallest opening of all gaps, negative where bodies deform.", true}}};
    return list;
}

std::vector<std::string> diagram_columns() {
    std::vector<std::string> out;
    for (const Output& column : diagram_outputs().columns) out.push_back(column.name);
    return out;
}

Units diagram_units() {
    Units out;
    for (const Output& column : diagram_outputs().columns) {
        if (!column.unit.empty()) out.emplace_back(column.name, column.unit);
    }
    return out;
}

}  // namespace jounce::sweep
