// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/corrector.hpp"

#include <cmath>
#include <utility>

#include "nonlinear/continuation/bordered.hpp"

namespace jounce::nonlinear {

namespace {

double largest(const Vector& v) { return v.lpNorm<Eigen::Infinity>(); }

/// The evaluation at U + share * step; `share` is halved when the map fails or the events change.
std::optional<Evaluation> trial(const Equations& f, const Vector& U, const Vector& step, const Evaluation& from, double& share) {
    constexpr int most_halvings = 6;
    for (int halvings = 0;; ++halvings) {
        std::optional<Evaluation> next = f(U + share * step);
        if (next) {
            const bool other_events = !(next->events == from.events);
            const bool worse = largest(next->residual) > 2 * largest(from.residual);
            if (!other_events || (halvings > 0 && !worse) || halvings == most_halvings) return next;
        } else if (halvings == most_halvings) {
            return {};
        }
        share *= 0.5;
    }
}

}  // namespace

std::optional<Corrected> correct(const Equations& f, Vector U, const Vector& condition, double value,
                                 const NewtonSettings& settings) {
    constexpr double noise = 1e-10;
    const Vector start = U;
    std::optional<Evaluation> at = f(U);
    double previous = 0;
    for (int steps = 0; at; ++steps) {
        const Bordered bordered(at->jacobian, condition);
        if (!bordered.regular()) return {};
        Vector rhs(U.size());
        rhs << -at->residual, value - condition.dot(U);
        const Vector step = bordered.solve(std::move(rhs));
        const double size = largest(step), residual = largest(at->residual);
        if (!std::isfinite(size)) return {};
        const bool stagnates = size <= noise && steps > 0 && size > 0.25 * previous;
        if (residual <= settings.residual && (size <= settings.step || stagnates))
            return Corrected{U, std::move(*at), steps, residual, (U - start).norm()};
        if (steps == settings.most_steps) return {};
        previous = size;
        double share = size > settings.longest ? settings.longest / size : 1;
        at = trial(f, U, step, *at, share);
        U += share * step;
    }
    return {};
}

}  // namespace jounce::nonlinear
