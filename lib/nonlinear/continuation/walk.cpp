// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/walk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "nonlinear/continuation/location.hpp"
#include "nonlinear/continuation/walk_steps.hpp"

namespace jounce::nonlinear {

namespace {

/// Largest change of a multiplier, as a chord of the Riemann sphere; each multiplier is paired with the nearest one.
double largest_chord(const std::vector<std::complex<double>>& a, std::vector<std::complex<double>> b) {
    double out = 0;
    for (const std::complex<double>& mu : a) {
        const auto chord = [&mu](const std::complex<double>& nu) {
            return std::abs(mu - nu) / std::sqrt((1 + std::norm(mu)) * (1 + std::norm(nu)));
        };
        const auto nearest = std::min_element(b.begin(), b.end(), [&](auto x, auto y) { return chord(x) < chord(y); });
        if (nearest == b.end()) return out;
        out = std::max(out, chord(*nearest));
        b.erase(nearest);
    }
    return out;
}

/// No unknown changes by more than a tenth of its range.
double longest_step(const CurvePoint& from, const WalkProblem& problem, double h) {
    for (const Bound& bound : problem.bounds) {
        const double rate = std::abs(from.tangent(bound.unknown));
        if (rate > 0) h = std::min(h, 0.1 * (bound.high - bound.low) / rate);
    }
    return h;
}

double largest_entry(const Vector& v) { return v.lpNorm<Eigen::Infinity>(); }

struct Predicted {
    Vector U, direction;
};

/// The point of the branch near a prediction: at its parameter where the branch is not steep over it, since then one model and
/// two runs less are needed; otherwise, and if this fails, at the arc step h from the last point.
std::optional<CurvePoint> corrected_point(const Equations& f, const CurvePoint& last, const Predicted& guess, double h,
                                          const WalkSettings& settings) {
    constexpr double steep = 0.05, slow = 0.02;
    const Eigen::Index parameter = guess.U.size() - 1;
    // Beside a grazing the derivative by the parameter has few digits; the first Newton step takes it from the direction.
    const bool smooth = settings.pieces && last.at.smallest_impact_speed > slow;
    if (smooth && std::abs(guess.direction(parameter)) > steep * guess.direction.norm()) {
        NewtonSettings newton = settings.newton;
        newton.one_sided = true;
        if (std::optional<Corrected> corrected =
                correct(f, guess.U, Vector::Unit(guess.U.size(), parameter), guess.U(parameter), newton)) {
            const double step = last.tangent.dot(corrected->U - last.U);
            return curve_point(std::move(*corrected), last.tangent, last.arc + step);
        }
    }
    std::optional<Corrected> corrected =
        correct(f, guess.U, last.tangent, last.tangent.dot(last.U) + h, settings.newton, &guess.direction);
    return corrected ? curve_point(std::move(*corrected), last.tangent, last.arc + h) : std::nullopt;
}

/// The branch at the arc step h from its last point: the cubic through the last two points and their tangents, as a function of
/// the distance along the last tangent; the tangent itself if the piece has only one point.
Predicted predicted(const Walk& walk, double h) {
    const CurvePoint& last = walk.rows.back().point;
    const Predicted straight{last.U + h * last.tangent, last.tangent};
    for (std::size_t k = walk.rows.size() - 1; k-- > walk.piece;) {
        const WalkRow& row = walk.rows[k];
        if (row.section != walk.section) break;
        if (row.special) continue;
        const Vector back = row.point.U - last.U;
        const double s = last.tangent.dot(back), along = last.tangent.dot(row.point.tangent);
        if (!(s < -0.1 * h) || !(along > 0.5)) continue;
        // U(x) = last + t x + a x^2 + b x^3 with U(s) = before and U'(s) = its tangent over its component along t
        const Vector bend = (back - s * last.tangent) / (s * s), turn = (row.point.tangent / along - last.tangent) / s;
        const Vector b = (turn - 2 * bend) / s, a = bend - b * s;
        Predicted curved{straight.U + h * h * (a + h * b), last.tangent + h * (2 * a + 3 * h * b)};
        return (curved.U - straight.U).norm() < 0.5 * h ? curved : straight;
    }
    return straight;
}

const Bound* left(const Vector& U, const WalkProblem& problem) {
    for (const Bound& bound : problem.bounds)
        if (U(bound.unknown) < bound.low || U(bound.unknown) > bound.high) return &bound;
    return nullptr;
}

/// Is a point on the bound that other unknowns have passed?
bool on(const Bound& bound, const CurvePoint& point, const Vector& outside) {
    constexpr double rounding = 1e-14;
    return std::abs(point.U(bound.unknown) - (outside(bound.unknown) < bound.low ? bound.low : bound.high)) <= rounding;
}

/// The point of the branch on a bound between one of its points and unknowns near it behind the bound.
std::optional<CurvePoint> on_bound(const Bound& bound, const CurvePoint& inside, const Vector& outside, const Equations& f,
                                   const WalkSettings& settings) {
    const double value = outside(bound.unknown) < bound.low ? bound.low : bound.high;
    const Vector across = outside - inside.U;
    const double share = (value - inside.U(bound.unknown)) / across(bound.unknown);
    Vector guess = inside.U + share * across;
    guess(bound.unknown) = value;
    std::optional<Corrected> corrected =
        correct(f, std::move(guess), Vector::Unit(inside.U.size(), bound.unknown), value, to_the_last_digit(settings.newton));
    if (!corrected) return {};
    corrected->U(bound.unknown) = value;
    const double arc = inside.arc + (corrected->U - inside.U).norm();
    return curve_point(std::move(*corrected), inside.tangent, arc);
}

/// Detects a walk that returns to its first point.
bool closes(const Walk& walk, const CurvePoint& next) {
    if (walk.rows.size() < 8 || !walk.start) return false;
    const WalkStart& first = *walk.start;
    const CurvePoint& last = walk.rows.back().point;
    const Vector step = next.U - last.U, to_first = first.U - last.U;
    const double share = step.dot(to_first) / step.squaredNorm();
    return share > 0 && share <= 1 && (to_first - share * step).norm() < 0.1 * step.norm() &&
           next.tangent.dot(first.tangent) > 0.8;
}

/// Does the orbit close after fewer periods than it has nodes?
bool closes_earlier(const std::vector<Vector>& nodes) {
    constexpr double same = 1e-4;
    const std::size_t n = nodes.size();
    for (std::size_t d = 1; d < n; ++d) {
        if (n % d != 0) continue;
        bool repeats = true;
        for (std::size_t k = 0; k < n && repeats; ++k) repeats = largest_entry(nodes[k] - nodes[(k + d) % n]) < same;
        if (repeats) return true;
    }
    return false;
}

/// Ends the walk at a branch point, among the rows from `first` on, at which its orbits meet those of fewer periods.
void end_where_orbits_repeat(Walk& walk, std::size_t first) {
    for (std::size_t i = first; i < walk.rows.size(); ++i) {
        const WalkRow& row = walk.rows[i];
        if (!row.special || row.special->kind != SpecialKind::branch_point || !closes_earlier(row.point.at.nodes)) continue;
        walk.rows.resize(i + 1);
        walk.end = WalkEnd::repeats;
        return;
    }
}

bool almost_rests(const CurvePoint& point) { return point.at.flow.size() > 0 && point.at.flow.norm() <= almost_at_rest; }

/// The cosine between the flows at the sections of two orbits; 1 under a load.
double flow_turn(const CurvePoint& a, const CurvePoint& b) {
    if (a.at.flow.size() == 0 || b.at.flow.size() == 0) return 1;
    return a.at.flow.dot(b.at.flow) / (a.at.flow.norm() * b.at.flow.norm());
}

void halve(Walk& walk, const WalkSettings& settings, std::string why) {
    walk.step *= 0.5;
    if (walk.step >= settings.least) return;
    walk.end = almost_rests(walk.rows.back().point) ? WalkEnd::equilibrium : WalkEnd::step_too_small;
    walk.why = std::move(why);
}

/// Why a point is too far from the one before it; null where it is not.
const char* roughness(const CurvePoint& from, const CurvePoint& to, const WalkSettings& settings) {
    const double h = from.tangent.dot(to.U - from.U);
    if (to.newton_steps > 8) return "Newton's method needs more than 8 steps to the next point";
    if (to.tangent.dot(from.tangent) < settings.turn || (to.U - from.U - h * from.tangent).norm() > 0.5 * h)
        return "the branch has a kink";
    const bool close = h <= settings.most / 64 || largest_chord(from.multipliers, to.multipliers) <= settings.resolution;
    if (!close) return "the multipliers jump";
    constexpr double least_turn = 0.7;
    return flow_turn(from, to) < least_turn ? "the section turns away from the flow" : nullptr;
}
bool smooth(const CurvePoint& from, const CurvePoint& to, const WalkSettings& settings) {
    return roughness(from, to, settings) == nullptr;
}

/// Orbits around an equilibrium continue, beyond it, as themselves half a turn later: the flow at the section is reversed.
/// \returns the share of the step to `to` at which a next point is nearer to the equilibrium; nothing if none is passed
std::optional<double> share_to_equilibrium(const CurvePoint& from, const CurvePoint& to) {
    constexpr double reversed = -0.7;
    if (!(flow_turn(from, to) < reversed)) return {};
    const double before = from.at.flow.norm(), behind = to.at.flow.norm();
    return std::max(0.5 * before, before - 0.5 * almost_at_rest) / (before + behind);
}

void grow(Walk& walk, double h, int newton_steps, const WalkSettings& settings) {
    const double factor = newton_steps > 0 ? std::clamp(std::sqrt(3.0 / newton_steps), 0.5, 1.5) : 1.5;
    walk.step = std::min(h * factor, settings.most);
}

}  // namespace

Walk begin_walk(CurvePoint point, int sense, const WalkSettings& settings, double section) {
    Walk walk;
    walk.section = section;
    walk.step = std::min(settings.first, settings.most);
    if (sense < 0) {
        point.tangent = -point.tangent;
        point.tests.fold = -point.tests.fold;
        point.tests.branch_point = -point.tests.branch_point;
    }
    point.arc = 0;
    walk.start = WalkStart{point.U, point.tangent};
    walk.rows.push_back({std::move(point), {}, section});
    return walk;
}

void advance(Walk& walk, const WalkProblem& problem, const WalkSettings& settings) {
    const Equations& f = problem.equations;
    if (static_cast<int>(walk.rows.size()) >= settings.most_points) walk.end = WalkEnd::most_points;
    FailedPassages failed;
    while (walk.end == WalkEnd::none) {
        const CurvePoint last = walk.rows.back().point;
        const double h = longest_step(last, problem, walk.step);
        walk.step = h;
        const Predicted guess = predicted(walk, h);
        const Bound* bound = left(guess.U, problem);
        std::optional<CurvePoint> next;
        if (bound && on(*bound, last, guess.U)) {
            walk.end = WalkEnd::bound;
            return;
        }
        if (bound) {  // there may be no model behind it
            next = on_bound(*bound, last, guess.U, f, settings);
        } else {
            next = corrected_point(f, last, guess, h, settings);
            bound = next ? left(next->U, problem) : nullptr;
            if (bound && smooth(last, *next, settings)) next = on_bound(*bound, last, next->U, f, settings);
        }
        if (const std::optional<double> share = next ? share_to_equilibrium(last, *next) : std::nullopt) {
            if (almost_rests(last)) {
                walk.end = WalkEnd::equilibrium;
                return;
            }
            walk.step = *share * h;
            continue;
        }
        std::string why = newton_fails;
        if (const char* rough = next ? roughness(last, *next, settings) : nullptr) {
            why = rough;
            next.reset();
        }
        if (next) why = change_of(last.at.events, next->at.events) + ", and no orbit is found at the change";
        if (!next || (settings.pieces && !(next->at.events == last.at.events))) {
            const std::size_t before = walk.rows.size();
            if (settings.pieces && pass_change_of_events(walk, f, h, next, settings, failed)) return;
            walk.rows.resize(before);
            if (!next && failed.no_contact) why = no_contact_beyond;
            halve(walk, settings, std::move(why));
            continue;
        }
        const std::optional<Dip> dip = settings.pieces ? find_dip(walk, f, *next, settings) : std::nullopt;
        if (dip) {
            if (dip->before_last) walk.rows.pop_back();
            failed = {};
            walk.step = dip->arc - walk.rows.back().point.arc;
            continue;
        }
        const int newton_steps = next->newton_steps;
        if (closes(walk, *next)) walk.end = WalkEnd::closed;
        if (bound) walk.end = WalkEnd::bound;
        const std::size_t known = walk.rows.size();
        add_with_tests(walk, f, last, std::move(*next), settings);
        if (settings.pieces) end_where_orbits_repeat(walk, known);
        grow(walk, h, newton_steps, settings);
        return;
    }
}

}  // namespace jounce::nonlinear
