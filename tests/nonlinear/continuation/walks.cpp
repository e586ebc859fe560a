// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/walks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace jounce::test {

using namespace nonlinear;

WalkSettings everything(double most) {
    WalkSettings out;
    out.most = most;
    out.first = std::min(0.01, most);
    out.most_points = 20000;
    out.detect = {SpecialKind::fold,    SpecialKind::period_doubling, SpecialKind::neimark_sacker,     SpecialKind::branch_point,
                  SpecialKind::grazing, SpecialKind::corner,          SpecialKind::jump_of_multipliers};
    return out;
}

CurvePoint orbit_at(const ScaledFamily& family, const Vector& y, double lambda) {
    const Equations f = orbit_equations(family);
    const Vector U = family.scaled(y, lambda), along = Vector::Unit(U.size(), U.size() - 1);
    std::optional<Corrected> corrected = correct(f, U, along, U(U.size() - 1), to_the_last_digit({}));
    if (!corrected) throw std::runtime_error("no orbit there");
    std::optional<CurvePoint> point = curve_point(std::move(*corrected), along, 0);
    if (!point) throw std::runtime_error("a fold");
    return *point;
}

Walk walked(const ScaledFamily& family, const CurvePoint& from, int sense, const WalkSettings& settings) {
    const WalkProblem problem{
        orbit_equations(family),
        {{from.U.size() - 1, std::min(0.0, family.to > family.from ? 0.0 : -1.0), family.to > family.from ? 1.0 : 0.0}}};
    Walk walk = begin_walk(from, sense, settings);
    while (walk.end == WalkEnd::none) advance(walk, problem, settings);
    return walk;
}

Followed followed(const ScaledFamily& family, const Vector& y, double lambda, const WalkSettings& settings) {
    const CurvePoint from = orbit_at(family, y, lambda);
    Followed out{walked(family, from, 1, settings), walked(family, from, -1, settings), {}};
    for (const Walk* walk : {&out.up, &out.down})
        for (const WalkRow& row : walk->rows)
            if (row.special)
                out.special.push_back(
                    {row.special->kind, family.parameter(row.point.U), family.state(row.point.U), row.special->turns});
    std::sort(out.special.begin(), out.special.end(), [](const Found& a, const Found& b) { return a.parameter < b.parameter; });
    return out;
}

std::string Followed::text() const {
    std::string out = fmt::format("{} + {} rows, ends {} ({}) and {} ({})\n", up.rows.size(), down.rows.size(),
                                  static_cast<int>(up.end), up.why, static_cast<int>(down.end), down.why);
    for (const Found& found : special)
        out += fmt::format("  {:<20} {:.15g}{}\n", name_of(found.kind), found.parameter, found.turns ? " turns" : "");
    return out;
}

std::vector<Found> Followed::of(SpecialKind kind) const {
    std::vector<Found> out;
    std::copy_if(special.begin(), special.end(), std::back_inserter(out), [kind](const Found& f) { return f.kind == kind; });
    return out;
}

}  // namespace jounce::test
