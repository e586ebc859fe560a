// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/grazing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "nonlinear/continuation/bordered.hpp"

namespace jounce::nonlinear {

namespace {

/// One-sided derivative of `value` along a direction at a point, over the distance e, on the side with the same events.
std::optional<double> slope(const Equations& f, const CurvePoint& point, const Vector& direction, double e,
                            double Evaluation::*value) {
    for (const double sign : {1.0, -1.0}) {
        const std::optional<Evaluation> beside = f(point.U + sign * e * direction, Wanted::motion);
        if (beside && beside->events == point.at.events) return sign * ((*beside).*value - point.at.*value) / e;
    }
    return {};
}

double distance_to_zero(const Equations& f, const CurvePoint& point, const Vector& direction, double Evaluation::*value) {
    const double now = point.at.*value;
    if (!std::isfinite(now)) return INFINITY;
    if (now <= 0) return 0;
    const double e = std::clamp(1e-3 * now * now, 1e-9, 1e-6);
    const std::optional<double> falling = slope(f, point, direction, e, value);
    return falling && *falling < 0 ? -now / *falling : INFINITY;
}

/// By central differences, each as long as both orbits have the events of the flight: beside slow impacts the opening changes
/// by 1/v times a displacement. Where one of the two orbits has no map, one-sided: a compression that is kept is positive, and
/// one that depends on more than the section's state has no map.
std::optional<Vector> opening_gradient(const Equations& f, const CurvePoint& flight) {
    constexpr double smallest = 1e-10;
    Vector out(flight.U.size());
    for (Eigen::Index i = 0; i < out.size(); ++i) {
        bool found = false;
        for (double e = std::min(1e-6, 1e-2 * flight.at.smallest_opening); !found; e *= 0.1) {
            const auto beside = [&](double step) {
                Vector moved = flight.U;
                moved(i) += step;
                return f(moved, Wanted::motion);
            };
            const std::optional<Evaluation> low = beside(-e), high = beside(e);
            const Evaluation &before = low ? *low : flight.at, &behind = high ? *high : flight.at;
            found = (low || high) && before.events == flight.at.events && behind.events == flight.at.events;
            if (found) out(i) = (behind.smallest_opening - before.smallest_opening) / (low && high ? 2 * e : e);
            if (!found && e < smallest) return {};
        }
        if (!std::isfinite(out(i))) return {};
    }
    return out;
}

}  // namespace

double distance_to_touching(const Equations& f, const CurvePoint& point, int sense) {
    return distance_to_zero(f, point, sense * point.tangent, &Evaluation::smallest_opening);
}
double distance_to_split(const Equations& f, const CurvePoint& point) {
    return distance_to_zero(f, point, point.tangent, &Evaluation::smallest_indentation);
}
double distance_to_flight(const Equations& f, const CurvePoint& point) {
    return distance_to_zero(f, point, point.tangent, &Evaluation::smallest_impact_speed);
}

namespace {

/// The last point of a branch before a quantity that decreases to zero, and a point at which it is at least 1e-5.
struct Approach {
    CurvePoint point, before;
    double distance = 0;
};
std::optional<Approach> approach(const Equations& f, const CurvePoint& from, int sense, double farthest,
                                 const NewtonSettings& settings, double Evaluation::*value) {
    constexpr double reached = 1e-12, for_the_gradient = 1e-5;
    CurvePoint at = from;
    at.tangent *= sense;
    CurvePoint for_gradient = at;
    double short_of = 0.1;  // the remaining share of the distance after a step
    for (int steps = 0; steps < 60; ++steps) {
        const double distance = distance_to_zero(f, at, at.tangent, value);
        if (!(distance <= 4 * farthest)) return {};
        if (at.at.*value <= reached || distance <= reached) return Approach{std::move(at), std::move(for_gradient), distance};
        const Beside beside(f, at, settings);
        double h = std::min((1 - short_of) * distance, 0.1);
        std::optional<CurvePoint> next;
        for (int halvings = 0; halvings < 40; ++halvings, h *= 0.5) {
            next = beside.at(h);
            if (next && next->at.events == at.at.events && next->at.*value < at.at.*value) break;
            next.reset();
        }
        if (!next) return {};
        if (std::abs(next->arc - from.arc) > farthest) return {};
        short_of = h > 0.5 * distance ? std::max(1e-3, short_of * short_of * 10) : 0.3;
        at = std::move(*next);
        if (at.at.*value >= for_the_gradient) for_gradient = at;
    }
    return {};
}

}  // namespace

std::optional<Grazing> approach_grazing(const Equations& f, const CurvePoint& flight, int sense, double farthest,
                                        const NewtonSettings& settings) {
    std::optional<Approach> found = approach(f, flight, sense, farthest, settings, &Evaluation::smallest_opening);
    const std::optional<Vector> gradient = found ? opening_gradient(f, found->before) : std::nullopt;
    if (!gradient) return {};
    const Vector U = found->point.U + found->distance * found->point.tangent;
    return Grazing{std::move(found->point), U, *gradient, found->distance};
}

std::optional<Split> approach_split(const Equations& f, const CurvePoint& joined, double farthest,
                                    const NewtonSettings& settings) {
    std::optional<Approach> found = approach(f, joined, 1, farthest, settings, &Evaluation::smallest_indentation);
    if (!found) return {};
    const Vector U = found->point.U + found->distance * found->point.tangent;
    return Split{std::move(found->point), U, found->distance};
}

std::optional<Grazing> at_grazing(const Equations& f, const CurvePoint& row, const NewtonSettings& settings) {
    for (const double distance : {1e-4, 1e-3, 1e-5})
        for (const int sense : {1, -1}) {
            const std::optional<CurvePoint> flight = Beside(f, row, settings).at(sense * distance);
            if (!flight || !(flight->at.events == row.at.events) || !(flight->at.smallest_opening > 0)) continue;
            std::optional<Grazing> found = approach_grazing(f, *flight, -sense, 10 * distance, settings);
            if (found) return found;
        }
    return {};
}

std::optional<CurvePoint> into_contact(const Equations& f, const Grazing& grazing, const NewtonSettings& settings) {
    const std::optional<Evaluation> flight = f(grazing.point.U, Wanted::all);
    if (!flight) return {};
    const Matrix& J = flight->jacobian;
    const Vector& g = grazing.gradient;
    const Bordered bordered(J, g);
    if (!bordered.regular()) return {};
    const int flying = grazing.point.at.events.contacts_begun;
    // Both reduce the opening by one. Along the tangent all contacts that touch at once begin: those of a symmetric orbit.
    const Vector& t = grazing.point.tangent;
    const double falling = -g.dot(t);
    const Vector gradient = -g / g.squaredNorm();
    const bool steep = falling > 1e-3 * g.norm();
    std::optional<CurvePoint> found;
    for (const Vector& down : steep ? std::vector<Vector>{gradient, t / falling} : std::vector<Vector>{gradient}) {
        const bool several = down != gradient;
        for (const double depth : {1e-9, 1e-8, 1e-10, 1e-7, 1e-6}) {
            int begun = flying + 1;
            Vector step = depth * down;
            double asked = depth, speed = 0;
            bool settled = false;
            for (int iterations = 0; iterations < 20 && !settled; ++iterations) {
                const std::optional<Evaluation> there = f(grazing.U + step, Wanted::motion);
                if (!there) break;
                if (several && iterations == 0) begun = std::max(begun, there->events.contacts_begun);
                if (there->events.contacts_begun != begun) {
                    if (there->events.contacts_begun > begun) break;
                    // Not deep enough: the opening's second derivative along the jump is of the order of the depth, too.
                    const double missing = depth + std::min(there->smallest_opening, 1e3 * depth);
                    asked += missing;
                    step += missing * down;
                    continue;
                }
                const double seen = there->smallest_impact_speed;
                if (speed == 0)
                    speed = seen;
                else  // the depth grows as the square of the speed
                    asked += depth * (1 - seen * seen / (speed * speed));
                Vector rhs(step.size());
                rhs << -(speed / seen) * (there->residual - J * step), -asked;
                const Vector next = bordered.solve(std::move(rhs));
                settled = (next - step).norm() <= 1e-3 * next.norm();
                step = next;
            }
            if (!step.allFinite() || step.norm() == 0) continue;
            const Vector away = step.normalized();
            NewtonSettings fine = to_the_last_digit(settings);
            fine.most_steps = 20;
            std::optional<Corrected> corrected = correct(f, grazing.U + step, away, away.dot(grazing.U) + step.norm(), fine);
            if (!corrected || corrected->at.events.contacts_begun != begun) continue;
            if ((corrected->U - grazing.U).norm() > 3 * step.norm()) continue;
            found = curve_point(std::move(*corrected), away, grazing.point.arc + grazing.bracket + step.norm());
            if (found) return found;
        }
    }
    return {};
}

std::optional<CurvePoint> into_flight(const Equations& f, const std::vector<CurvePoint>& touching,
                                      const NewtonSettings& settings) {
    const CurvePoint& last = touching.back();
    const double v = last.at.smallest_impact_speed;
    // Extrapolates to zero impact speed by the polynomial through the last points.
    const std::size_t used = std::min<std::size_t>(3, touching.size());
    Vector grazing = Vector::Zero(last.U.size());
    if (used == 1) {
        grazing = last.U + std::min(distance_to_flight(f, last), v) * last.tangent;
    } else {
        for (std::size_t i = touching.size() - used; i < touching.size(); ++i) {
            double weight = 1;
            for (std::size_t j = touching.size() - used; j < touching.size(); ++j)
                if (j != i)
                    weight *= touching[j].at.smallest_impact_speed /
                              (touching[j].at.smallest_impact_speed - touching[i].at.smallest_impact_speed);
            grazing += weight * touching[i].U;
        }
    }
    // Close to a grazing the Jacobian is dominated by the product of the impact's jump and the gradient of the opening.
    const std::optional<Evaluation> here = f(last.U, Wanted::all);
    if (!here) return {};
    const Vector opening = linalg::singular_values(here->jacobian).right.col(0);
    const double e = 1e-3 * v * v;
    const std::optional<double> slower = slope(f, last, opening, e, &Evaluation::smallest_impact_speed);
    // Orbits that touch several stops at once leave them at another parameter: no displacement of the section opens all of them.
    const Vector parameter = Vector::Unit(last.U.size(), last.U.size() - 1);
    std::vector<Vector> ways{parameter, -parameter};
    if (slower) ways.insert(ways.begin(), *slower > 0 ? Vector(-opening) : opening);
    for (const Vector& way : ways)
        for (double lift = 4 * v * v; lift < 0.1; lift *= 4) {
            const Vector guess = grazing + lift * way;
            const std::optional<Evaluation> there = f(guess, Wanted::motion);
            if (!there || there->events.contacts_begun >= last.at.events.contacts_begun) continue;
            std::optional<Corrected> corrected = correct(f, guess, way, way.dot(guess), settings);
            if (!corrected || corrected->at.events.contacts_begun >= last.at.events.contacts_begun) continue;
            if ((corrected->U - grazing).norm() > 30 * std::max(lift, v)) continue;
            const double arc = last.arc + (corrected->U - last.U).norm();
            std::optional<CurvePoint> point = curve_point(std::move(*corrected), way, arc);
            if (point) return point;
        }
    return {};
}

}  // namespace jounce::nonlinear
