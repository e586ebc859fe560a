// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/branch.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace jounce::nonlinear {

namespace {

Bound parameter_bound(const ScaledFamily& family, Eigen::Index unknown) {
    return family.to > family.from ? Bound{unknown, 0, 1} : Bound{unknown, -1, 0};
}

/// The family with the map of a section; it owns the map.
struct At {
    At(const BranchProblem& problem, double section) : map(problem.sections.at(section)), family(problem.family) {
        family.map = map.get();
    }
    std::shared_ptr<const PeriodMap> map;
    ScaledFamily family;
};

Equations interruptible(const ScaledFamily& family, const std::function<bool()>& interrupted) {
    return [f = orbit_equations(family), &interrupted](const Vector& U, Wanted wanted) {
        if (interrupted && interrupted()) throw Error(Failure::interrupted, "interrupted");
        return f(U, wanted);
    };
}

/// Moves the section of a walk away from an approaching event. The last two points are moved too, to keep the direction.
void keep_section_free(Walk& walk, const BranchProblem& problem) {
    constexpr double near = 0.03;  // of a period
    CurvePoint& last = walk.rows.back().point;
    if (!problem.sections.free || last.at.section_margin >= near || walk.rows.size() < 2) return;
    const ScaledFamily& family = problem.family;
    const At old(problem, walk.section);
    const CurvePoint& before = walk.rows[walk.rows.size() - 2].point;
    if (walk.rows[walk.rows.size() - 2].section != walk.section) return;  // just moved
    const double lambda = family.parameter(last.U), lambda_before = family.parameter(before.U);
    const Vector y = old.family.state(last.U), y_before = old.family.state(before.U);
    const std::optional<double> phase = problem.sections.free(y, lambda, walk.section);
    if (!phase || *phase == walk.section) return;
    const std::optional<Vector> moved = problem.sections.carried(y, lambda, walk.section, *phase);
    const std::optional<Vector> moved_before = problem.sections.carried(y_before, lambda_before, walk.section, *phase);
    if (!moved || !moved_before) return;
    const At other(problem, *phase);
    const Vector U = other.family.scaled(*moved, lambda);
    const Vector along = (U - other.family.scaled(*moved_before, lambda_before)).normalized();
    std::optional<Corrected> corrected =
        correct(interruptible(other.family, problem.interrupted), U, along, along.dot(U), problem.settings.newton);
    if (!corrected || !(corrected->at.events == last.at.events)) return;
    std::optional<CurvePoint> point = curve_point(std::move(*corrected), along, last.arc);
    if (!point) return;
    last = std::move(*point);
    walk.rows.back().section = walk.section = *phase;
    walk.piece = walk.rows.size() - 1;
}

}  // namespace

CurvePoint branch_orbit(const BranchProblem& problem, const Vector& y, double lambda, double section) {
    const At at(problem, section);
    const Vector U = at.family.scaled(y, lambda), along = Vector::Unit(U.size(), U.size() - 1);
    std::optional<Corrected> corrected = correct(interruptible(at.family, problem.interrupted), U, along, U(U.size() - 1),
                                                 to_the_last_digit(problem.settings.newton));
    std::optional<CurvePoint> point;
    if (corrected) point = curve_point(std::move(*corrected), along, 0);
    if (!point) throw computation_failed("the branch cannot start: Newton's method does not converge to the given orbit");
    return std::move(*point);
}

Branch begin_branch(const BranchProblem& problem, const CurvePoint& point, double section, bool one_way) {
    const bool up = problem.family.to > problem.family.from;
    const int sense = one_way || (point.tangent(point.tangent.size() - 1) > 0) == up ? 1 : -1;
    Branch out;
    out.walks[0] = begin_walk(point, sense, problem.settings, section);
    out.walks[1] = begin_walk(point, -sense, problem.settings, section);
    if (one_way) out.walks[1].end = WalkEnd::start;
    return out;
}

void advance(Branch& branch, const BranchProblem& problem) {
    if (branch.done()) return;
    Walk& walk = branch.walks[branch.under_way];
    if (walk.end == WalkEnd::none) {
        const std::size_t rows = walk.rows.size(), piece = walk.piece;
        const At at(problem, walk.section);
        const Equations f = interruptible(at.family, problem.interrupted);
        try {
            advance(walk, {f, {parameter_bound(at.family, walk.rows.back().point.U.size() - 1)}}, problem.settings);
            if (walk.end == WalkEnd::none) keep_section_free(walk, problem);
        } catch (const Error&) {
            walk.rows.resize(std::min(rows, walk.rows.size()));
            walk.piece = std::min(piece, walk.rows.size() - 1);
            throw;
        }
    }
    if (walk.end == WalkEnd::none) return;
    ++branch.under_way;
    if (walk.end == WalkEnd::closed || branch.walks.back().end == WalkEnd::start) branch.under_way = branch.walks.size();
}

std::vector<RowPlace> rows_in_order(const Branch& branch) {
    std::vector<RowPlace> out;
    for (std::size_t i = branch.walks[1].rows.size(); i-- > 1;) out.push_back({1, i});
    for (std::size_t i = 0; i < branch.walks[0].rows.size(); ++i) out.push_back({0, i});
    return out;
}

void refresh(Branch& branch, const BranchProblem& problem) {
    if (branch.done()) return;
    Walk& walk = branch.walks[branch.under_way];
    for (std::size_t i = walk.rows.size();
         i-- > 0 && i + 2 >= walk.rows.size();) {  // a step may begin at the point before the last one
        const At at(problem, walk.rows[i].section);
        if (std::optional<Evaluation> there = orbit_equations(at.family)(walk.rows[i].point.U, Wanted::all))
            walk.rows[i].point.at = std::move(*there);
    }
}

}  // namespace jounce::nonlinear
