// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/walk_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "nonlinear/continuation/walk_steps.hpp"
#include "nonlinear/orbits/orbit.hpp"

namespace jounce::nonlinear {

namespace {

/// U and a point beside it along a tangent at another section, as a point with its direction; nothing where a run fails.
std::optional<WalkStart> carried(const BranchProblem& problem, double section, double phase, const WalkStart& from) {
    constexpr double beside = 1e-6;
    const FamilyAt old(problem, section), other(problem, phase);
    const auto at = [&](const Vector& U) -> std::optional<Vector> {
        const double lambda = old.family.parameter(U);
        if (lambda < old.family.lowest || lambda > old.family.highest) return {};
        const std::optional<Vector> y = problem.sections.carried(old.family.state(U), lambda, section, phase);
        if (!y) return {};
        return other.family.scaled(*y, lambda);
    };
    const std::optional<Vector> U = at(from.U);
    if (!U) return {};
    for (const double step : {-beside, beside}) {
        const std::optional<Vector> there = at(from.U + step * from.tangent);
        if (there) return WalkStart{*U, ((*there - *U) / step).normalized()};
    }
    return {};
}

/// Moves the section of the last row. \returns false, and leaves the walk unchanged, where the orbit is not found there
bool move_section(Walk& walk, const BranchProblem& problem, double phase) {
    WalkRow& row = walk.rows.back();
    const std::optional<WalkStart> moved = carried(problem, walk.section, phase, {row.point.U, row.point.tangent});
    if (!moved) return false;
    const FamilyAt other(problem, phase);
    std::optional<Corrected> corrected = correct(interruptible(other.family, problem.interrupted), moved->U, moved->tangent,
                                                 moved->tangent.dot(moved->U), problem.settings.newton);
    if (!corrected || !(corrected->at.events == row.point.at.events)) return false;
    std::optional<CurvePoint> point = curve_point(std::move(*corrected), moved->tangent, row.point.arc);
    if (!point) return false;
    const WalkRow& first = walk.rows.front();
    walk.start = carried(problem, first.section, phase, {first.point.U, first.point.tangent});
    row.point = std::move(*point);
    row.section = walk.section = phase;
    walk.piece = walk.rows.size() - 1;
    return true;
}

/// Why the map over all periods has no value at U; empty where it has one.
std::string failure_at(const ScaledFamily& family, const Vector& U) {
    const double lambda = family.parameter(U);
    Vector y = family.state(U);
    try {
        for (int k = 0; k < family.periods; ++k) {
            const MapPoint point = family.map->at(y, lambda, Derivatives::state);
            if (!point.refused.empty()) return point.refused;
            y = point.end;
        }
    } catch (const Error& error) {
        if (error.failure() != Failure::computation) throw;
        return error.message();
    }
    return {};
}

struct ShrinkingOrbit {
    double parameter, size;  // of the flow at the section, which is in proportion to the amplitude
    std::vector<std::complex<double>> multipliers;
};

/// The last orbits of a walk at one section, each larger than the one before; at most as many as are used.
std::vector<ShrinkingOrbit> last_orbits(const Walk& walk, const ScaledFamily& family) {
    constexpr std::size_t used = 3;
    constexpr double larger = 1.25;
    std::vector<ShrinkingOrbit> out;
    for (std::size_t i = walk.rows.size(); i-- > 0 && out.size() < used;) {
        const CurvePoint& point = walk.rows[i].point;
        if (walk.rows[i].special || walk.rows[i].section != walk.section) continue;
        const double size = point.at.flow.norm();
        if (out.empty() || size > larger * out.back().size) out.push_back({family.parameter(point.U), size, point.multipliers});
    }
    return out;
}

/// mu - 1, at each of three orbits, of the real multiplier that becomes 1 as the square of the amplitude vanishes; empty if there
/// is none, as where other modes are only slightly damped.
std::vector<double> changes_to_hopf(const std::vector<ShrinkingOrbit>& last) {
    constexpr double near = 0.1, rest = 0.5;
    std::vector<double> out;
    if (last.size() < 3) return out;
    double least = rest;
    for (const std::complex<double>& first : last[0].multipliers) {
        std::vector<double> changes;
        std::complex<double> mu = first;
        for (const ShrinkingOrbit& orbit : last) {
            const auto nearest = std::ranges::min_element(
                orbit.multipliers, {}, [&mu](const std::complex<double>& other) { return std::abs(other - mu); });
            if (nearest == orbit.multipliers.end() || nearest->imag() != 0) break;
            mu = *nearest;
            changes.push_back(mu.real() - 1);
        }
        if (changes.size() < last.size() || std::abs(changes[0]) > near) continue;
        // The change at vanishing amplitude, from the two larger orbits: that at the smallest one has the fewest digits.
        const double a = last[1].size * last[1].size, b = last[2].size * last[2].size;
        const double left = std::abs((changes[1] * b - changes[2] * a) / ((b - a) * changes[1]));
        if (!(left < least) || changes[0] == changes[1] || changes[1] == changes[2] || changes[0] == changes[2]) continue;
        least = left;
        out = changes;
    }
    return out;
}

}  // namespace

Equations interruptible(const ScaledFamily& family, const std::function<bool()>& interrupted) {
    return [f = orbit_equations(family), &interrupted](const Vector& U, Wanted wanted) {
        if (interrupted && interrupted()) throw Error(Failure::interrupted, "interrupted");
        return f(U, wanted);
    };
}

Bound parameter_bound(const ScaledFamily& family, Eigen::Index unknown) {
    return family.to > family.from ? Bound{unknown, 0, 1} : Bound{unknown, -1, 0};
}

void keep_section_free(Walk& walk, const BranchProblem& problem) {
    constexpr double near = 0.03;  // of a period
    const CurvePoint& last = walk.rows.back().point;
    if (!problem.sections.free || last.at.section_margin >= near || walk.rows.size() < 2) return;
    if (walk.rows[walk.rows.size() - 2].section != walk.section) return;  // just moved
    const FamilyAt old(problem, walk.section);
    const std::optional<double> phase =
        problem.sections.free(old.family.state(last.U), old.family.parameter(last.U), walk.section);
    if (phase && *phase != walk.section) (void)move_section(walk, problem, *phase);
}

void advance_from_another_section(Walk& walk, const BranchProblem& problem, std::size_t rows) {
    constexpr double crept = 1e-4, progress = 1e-6, first = 1e-2;
    if (!problem.sections.others) return;
    // The walk crept towards its end: other sections begin before that.
    Walk begun = walk;
    const CurvePoint end = walk.rows.back().point;
    while (begun.rows.size() > begun.piece + 1 && rows - std::min(rows, begun.rows.size()) + 2 < most_changed_rows) {
        const WalkRow& before = begun.rows[begun.rows.size() - 2];
        if (before.special || before.section != begun.section || end.arc - before.point.arc >= crept) break;
        begun.rows.pop_back();
    }
    begun.end = WalkEnd::none;
    begun.why.clear();
    const FamilyAt old(problem, begun.section);
    const CurvePoint& last = begun.rows.back().point;
    for (const double phase : problem.sections.others(old.family.state(last.U), old.family.parameter(last.U), begun.section)) {
        Walk tried = begun;
        if (!move_section(tried, problem, phase)) continue;
        tried.step = first * problem.settings.most;
        const FamilyAt at(problem, phase);
        const Equations f = interruptible(at.family, problem.interrupted);
        advance(tried, {f, {parameter_bound(at.family, end.U.size() - 1)}}, problem.settings);
        if (tried.end == WalkEnd::step_too_small) continue;
        const CurvePoint& reached = tried.rows.back().point;
        if (reached.at.events == end.at.events && reached.arc < end.arc + progress) continue;
        walk = std::move(tried);
        return;
    }
}

void explain_equilibrium(Walk& walk, const ScaledFamily& family, const std::string& parameter_name) {
    const std::vector<ShrinkingOrbit> last = last_orbits(walk, family);
    double at = family.parameter(walk.rows.back().point.U);
    const std::vector<double> changes = changes_to_hopf(last);
    if (!changes.empty()) {  // the change is a smooth function of the parameter, which vanishes there
        at = 0;
        for (std::size_t i = 0; i < last.size(); ++i) {
            double weight = 1;
            for (std::size_t k = 0; k < last.size(); ++k)
                if (k != i) weight *= changes[k] / (changes[k] - changes[i]);
            at += weight * last[i].parameter;
        }
    } else if (last.size() > 1) {
        at = last[0].parameter + (last[0].parameter - last[1].parameter) * last[0].size / (last[1].size - last[0].size);
    }
    walk.why = fmt::format("the orbit shrinks to an equilibrium, near {} = {:.7g}{}", parameter_name, at,
                           changes.empty() ? "" : " (a Hopf bifurcation)");
}

void explain_end(Walk& walk, const BranchProblem& problem) {
    const FamilyAt at(problem, walk.section);
    if (walk.why == no_contact_beyond) add_last_grazing(walk, interruptible(at.family, problem.interrupted), problem.settings);
    if (walk.why == contact_splits) {
        WalkRow& row = walk.rows.back();
        const int gap = row.point.at.shallowest;
        if (problem.sections.gap && gap >= 0)
            walk.why += " at '" + problem.sections.gap(at.family.parameter(row.point.U), walk.section, gap) + "'";
        if (row.special) row.special->why = walk.why;
        walk.why +=
            " where its indentation returns to zero, and the force of the second part, which depends on its own impact speed, "
            "jumps; no orbit is found beyond it";
    }
    if (walk.why != newton_fails) return;
    const CurvePoint& last = walk.rows.back().point;
    for (const double beyond : {1e-9, 1e-6, 1e-4}) {
        const Vector U = last.U + beyond * last.tangent;
        const double lambda = at.family.parameter(U);
        if (lambda < at.family.lowest || lambda > at.family.highest) return;
        if (const std::string failure = failure_at(at.family, U); !failure.empty()) {
            walk.why += ": " + failure;
            return;
        }
        const std::optional<Evaluation> there = orbit_equations(at.family)(U, Wanted::motion);
        if (!there || there->events == last.at.events) continue;
        walk.why += ", where " + change_of(last.at.events, there->events);
        return;
    }
}

}  // namespace jounce::nonlinear
