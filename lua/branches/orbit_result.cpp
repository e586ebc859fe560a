// An orbit as an object of the script: its fields, print and state.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "analyses/state.hpp"
#include "branches/orbit.hpp"
#include "record/logs/impacts_csv.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "values/convert.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"

namespace jounce::lua {

namespace {

int orbit_text(lua_State* L);
int orbit_state(lua_State* L);

constexpr Method orbit_methods[] = {
    {"state", guarded<orbit_state>, "", "jounce.state", "The state at the section, at its time; `initial` of a run."}};
const OutputList& orbit_object_fields();
const ObjectClass orbit_class{"orbit", orbit_methods, guarded<orbit_text>, nullptr, nullptr, orbit_object_fields};

std::optional<double> known_or_nil(double x) { return std::isfinite(x) ? std::optional(x) : std::nullopt; }

Value known_truth(const std::optional<bool>& known) { return known ? Value(*known) : Value(); }

using Multiplier = std::complex<double>;

const Outputs<Multiplier>& multiplier_list() {
    using Row = Multiplier;
    static const Outputs<Row> list =
        Outputs<Row>("multiplier", "A multiplier",
                     "A Floquet multiplier: an eigenvalue of the derivative of the map over an orbit.")
            .number("re", "", "Real part.", [](const Row& r) { return r.real(); })
            .number("im", "", "Imaginary part.", [](const Row& r) { return r.imag(); });
    return list;
}

const Outputs<FoundOrbit>& orbit_list() {
    using Row = FoundOrbit;
    static const Outputs<Row> list =
        Outputs<Row>("orbit", "An orbit", "The result of `jounce.orbit`; `print` shows it.")
            .number("parameter", "", "The value of the parameter.", [](const Row& r) { return r.orbit.parameter; })
            .text("label", "\"(m, n)\": m contacts begin in n periods of the load; \"(m + s, n)\" with s stick phases.",
                  [](const Row& r) { return r.orbit.label(); })
            .add("stable", "boolean", "",
                 "Are all multipliers inside the unit circle? nil if this is undetermined: the largest one is within "
                 "`resolution` of 1, or the orbit has a corner.",
                 [](const Row& r) { return known_truth(r.orbit.stable()); })
            .optional()
            .integer("periods", "n, the smallest number of periods after which the orbit repeats.",
                     [](const Row& r) { return r.orbit.periods; })
            .integer("sticks", "s, the number of stick phases on rigid stops.", [](const Row& r) { return r.orbit.sticks; })
            .number("period", "s", "Period of the load, or of the autonomous motion.",
                    [](const Row& r) { return r.orbit.period; })
            .number("phase", "", "Phase of the section as a fraction of the load's period.",
                    [](const Row& r) { return r.orbit.phase; })
            .add("section", "number by name", "", "Values of the probes at the section.", [](const Row& r) { return r.section; })
            .add("min", "number by name", "", "Smallest value of each probe, both sides of events.",
                 [](const Row& r) { return r.smallest; })
            .add("max", "number by name", "", "Largest value of each probe.", [](const Row& r) { return r.largest; })
            .add("multipliers", "list of multiplier", "", "Floquet multipliers over n periods, by decreasing modulus.",
                 [](const Row& r) { return tables(multiplier_list(), r.orbit.multipliers); })
            .number("unit_multiplier_error", "",
                    "For an autonomous motion: deviation from 1 of the multiplier along the orbit, which is not in the list.",
                    [](const Row& r) { return r.orbit.unit_multiplier_error; })
            .optional()
            .add("impacts", "list of impact", "", "The contacts in n periods, starting at the section, as in the log of a run.",
                 [](const Row& r) {
                     List out;
                     for (const time::Impact& impact : r.impacts)
                         out.emplace_back(record::impact_outputs().table({r.system.get(), &impact}));
                     return out;
                 })
            .number(
                "smallest_opening", "m",
                "Smallest local minimum of a gap's opening, without contact; of a contact that its force begins, that of -F/k.",
                [](const Row& r) { return known_or_nil(r.orbit.smallest_opening); })
            .optional()
            .number("smallest_impact_speed", "m/s", "Smallest impact speed of the contacts.",
                    [](const Row& r) { return known_or_nil(r.orbit.smallest_impact_speed); })
            .optional()
            .add("corner", "boolean", "",
                 "Do contacts of several gaps begin or end at the same instant, so that one may act on another? Then the "
                 "multipliers are one-sided.",
                 [](const Row& r) { return r.orbit.corner; })
            .number("residual", "",
                    "Difference between end and start of the orbit, in units of the gap (velocities: times 2 pi/period).",
                    [](const Row& r) { return r.orbit.residual; })
            .integer("newton_steps", "Newton steps.", [](const Row& r) { return r.orbit.steps; })
            .number("resolution", "", "Smallest distance of a multiplier from the unit circle that can be resolved.",
                    [](const Row& r) { return r.orbit.resolution; })
            .number("liouville", "",
                    "Deviation of ln |det| of the derivative from Liouville's formula; nil if a contact sticks, stores its "
                    "impact speed or relaxes, if a bristle is released, and for determinants below 1e-10.",
                    [](const Row& r) { return r.orbit.liouville; })
            .optional();
    return list;
}

const OutputList& orbit_object_fields() { return orbit_list(); }

std::string multiplier_text(const std::vector<Multiplier>& all) {
    constexpr std::size_t most = 6;
    std::string out;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < all.size() && shown < most; ++i, ++shown) {
        out += out.empty() ? "" : ", ";
        if (all[i].imag() == 0) {
            out += fmt::format("{:.9g}", all[i].real());
        } else if (i + 1 < all.size() && all[i + 1] == std::conj(all[i])) {
            out += fmt::format("{:.9g} ± {:.9g} i (|{:.6g}|)", all[i].real(), std::abs(all[i].imag()), std::abs(all[i]));
            ++i;
        } else {
            out += fmt::format("{:.9g} {:+.9g} i", all[i].real(), all[i].imag());
        }
    }
    return out + (all.size() > most && shown == most ? ", ..." : "");
}

int orbit_text(lua_State* L) {
    const FoundOrbit& found = self<FoundOrbit>(L, orbit_class, "tostring");
    const nonlinear::Orbit& orbit = found.orbit;
    const auto stable = orbit.stable();
    std::string out = fmt::format("orbit {} of '{}' at {} = {:.12g}: {}", orbit.label(), found.system->name, found.parameter_name,
                                  orbit.parameter,
                                  orbit.corner ? "multipliers are one-sided (contacts at one instant)"
                                  : !stable    ? "a multiplier of modulus 1"
                                  : *stable    ? "stable"
                                               : "unstable");
    out += fmt::format("\n  {} period{} of {:.9g} s, section at phase {:.6g}", orbit.periods, orbit.periods == 1 ? "" : "s",
                       orbit.period, orbit.phase);
    for (const auto& [probe, value] : found.section) out += fmt::format("\n  {} = {:.12g} there", probe, *value.number());
    out += "\n  multipliers " + multiplier_text(orbit.multipliers);
    for (const time::Impact& impact : found.impacts) {
        const Contact& contact = found.system->contacts[static_cast<std::size_t>(impact.contact)];
        out += fmt::format("\n  contact '{}'{} ", contact.name,
                           impact.side > 0   ? " (positive)"
                           : impact.side < 0 ? " (negative)"
                                             : "");
        out += impact.speed_in > 0 || impact.rigid
                   ? fmt::format("at t = {:.9g} s with {:.12g} m/s", impact.time_in, impact.speed_in)
                   : "is closed at the section";
        if (!impact.rigid) out += fmt::format(", up to {:.6g} N", impact.peak_force);
    }
    if (std::isfinite(orbit.smallest_opening)) out += fmt::format("\n  smallest opening {:.9g} m", orbit.smallest_opening);
    out += fmt::format("\n  closes to {:.1e} after {} Newton step{}", orbit.residual, orbit.steps, orbit.steps == 1 ? "" : "s");
    if (orbit.unit_multiplier_error) out += fmt::format("; the multiplier along it is 1 to {:.1e}", *orbit.unit_multiplier_error);
    if (orbit.liouville) out += fmt::format("; det by Liouville's formula to {:.1e}", *orbit.liouville);
    push_text(L, out);
    return 1;
}

/// orbit:state()
int orbit_state(lua_State* L) {
    const FoundOrbit& found = self<FoundOrbit>(L, orbit_class, "state");
    at_most_arguments(L, 1, "orbit:state");
    push_state(L, found.at);
    return 1;
}

}  // namespace

AnyOutput orbit_object() { return {&orbit_list(), &orbit_class}; }
const OutputList& multiplier_outputs() { return multiplier_list(); }

int push_orbit(lua_State* L, FoundOrbit found) {
    push_row(L, orbit_list(), orbit_list().values(found));
    push_object<FoundOrbit>(L, orbit_class, std::move(found));
    return 1;
}

const FoundOrbit* orbit_at(lua_State* L, int index) { return object_at<FoundOrbit>(L, index, orbit_class); }

}  // namespace jounce::lua
