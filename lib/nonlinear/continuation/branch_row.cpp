// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/branch_row.hpp"

#include <algorithm>

#include "nonlinear/orbits/orbit.hpp"

namespace jounce::nonlinear {

namespace {

void read_events(const std::vector<MapPoint>& points, BranchRow& out) {
    for (const MapPoint& point : points) {
        for (const MapEvent& event : point.events) {
            ++out.events;
            const bool onset = event.kind == MapEvent::Kind::onset;
            if (onset || event.kind == MapEvent::Kind::impact) out.impact_speeds.push_back(event.speed);
            if (onset || event.peak_force > 0) out.peak_force = std::max(out.peak_force.value_or(0), event.peak_force);
            if (event.kind == MapEvent::Kind::stick && event.contact >= 0) ++out.sticks;
        }
    }
    out.contacts = static_cast<int>(out.impact_speeds.size());
}

}  // namespace

std::string BranchRow::label() const { return orbit_label(contacts, sticks, periods); }

BranchRow branch_row(const ScaledFamily& family, const WalkRow& row, double period) {
    const CurvePoint& point = row.point;
    const bool grazing = row.special && row.special->kind == SpecialKind::grazing;
    BranchRow out;
    out.parameter = family.parameter(point.U);
    if (row.special) {
        out.kind = row.special->kind;
        out.low = family.parameter(row.special->low);
        out.high = family.parameter(row.special->high);
        out.turns = row.special->turns;
        out.why = row.special->why;
    }
    const Vector& U = grazing ? row.special->low : point.U;
    out.y = family.state(U);
    out.phase = row.section;
    out.period = period;
    if (const Eigen::Index states = family.map->states(); states < out.y.size()) {
        out.period = out.y[states];
        out.y.conservativeResize(states);
    }
    out.periods = family.periods;
    out.multipliers = point.multipliers;
    out.unit_multiplier_error = point.unit_multiplier_error;
    out.newton_steps = point.newton_steps;
    out.residual = point.residual;
    out.arc = point.arc;

    Evaluation again;
    const Evaluation* at = &point.at;
    if (at->points.empty()) {  // an older row without points of the map
        if (std::optional<Evaluation> there = orbit_equations(family)(U, Wanted::states)) again = std::move(*there);
        at = &again;
    }
    read_events(at->points, out);
    out.smallest_opening = at->smallest_opening * family.opening_scale;
    out.smallest_impact_speed = at->smallest_impact_speed * family.speed_scale;
    out.corner = at->corner;
    if (out.kind || out.corner || out.unit_multiplier_error > most_unit_multiplier_error) return out;
    out.stable = stability(out.multipliers, multiplier_resolution(at->factors));
    if (out.multipliers.empty() && out.unit_multiplier_error) out.stable = true;
    return out;
}

}  // namespace jounce::nonlinear
