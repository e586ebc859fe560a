// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/corrector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "nonlinear/continuation/bordered.hpp"

namespace jounce::nonlinear {

namespace {

double largest(const Vector& v) { return v.lpNorm<Eigen::Infinity>(); }

/// The evaluation at U + share * step; `share` is halved when the map fails or the events change.
std::optional<Evaluation> trial(const Equations& f, const Vector& U, const Vector& step, const Evaluation& from, double& share,
                                Wanted wanted) {
    constexpr int most_halvings = 6;
    for (int halvings = 0;; ++halvings) {
        std::optional<Evaluation> next = f(U + share * step, wanted);
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

/// The last column of the Jacobian, computed at one point and used at others near it.
class ParameterColumn {
  public:
    /// What the next evaluation must have.
    [[nodiscard]] Wanted wanted() const { return stale_ ? Wanted::all : Wanted::states; }
    void forget() { stale_ = true; }

    /// Completes the first evaluation with J direction = 0.
    static void estimate(const Vector& direction, Evaluation& at) {
        const Eigen::Index n = direction.size() - 1;
        at.jacobian.col(n) = at.jacobian.leftCols(n) * direction.head(n) / -direction(n);
    }
    /// Completes an evaluation at U. \returns false if the equations cannot be evaluated there
    bool complete(const Equations& f, const Vector& U, std::optional<Evaluation>& at) {
        if (at->partial && !stale_ && at->events == events_) {
            at->jacobian.rightCols(1) = jacobian_.rightCols(1);
            return true;
        }
        if (at->partial) at = f(U, Wanted::all);
        if (!at) return false;
        jacobian_ = at->jacobian;
        events_ = at->events;
        stale_ = false;
        return true;
    }
    /// Has the Jacobian changed by more than the tangent tolerates? Behind slow impacts all entries are large, so their size is
    /// no scale.
    [[nodiscard]] bool differs(const Evaluation& at) const {
        constexpr double change = 1e-5, ordinary = 10;
        const Eigen::Index n = jacobian_.cols() - 1;
        const double size = at.jacobian.leftCols(n).lpNorm<Eigen::Infinity>();
        return (at.jacobian.leftCols(n) - jacobian_.leftCols(n)).lpNorm<Eigen::Infinity>() >
               change * std::clamp(size, 1.0, ordinary);
    }

  private:
    Matrix jacobian_;
    EventCounts events_;
    bool stale_ = true;
};

}  // namespace

std::optional<Corrected> correct(const Equations& f, Vector U, const Vector& condition, double value,
                                 const NewtonSettings& settings, const Vector* direction) {
    constexpr double slow = 0.05, steep = 0.1, chord = 1e-3, last_step = 1e-6;
    const Vector start = U;
    const Eigen::Index parameter = U.size() - 1;
    const bool given = condition == Vector::Unit(U.size(), parameter) && U(parameter) == value;
    const bool estimated = !given && direction != nullptr && std::abs((*direction)(parameter)) > steep * direction->norm();
    const Wanted whole = settings.one_sided && given ? Wanted::one_sided : Wanted::all;
    ParameterColumn column;
    std::optional<Bordered> bordered;  // of the last evaluation with a Jacobian
    std::optional<Evaluation> at = f(U, given || estimated ? Wanted::states : Wanted::all);
    double previous = 0;
    for (int steps = 0; at; ++steps) {
        const bool factored = at->jacobian.size() > 0;
        if (factored) {
            // With a given parameter its column is multiplied by zero.
            if (steps == 0 && estimated && at->partial) {
                ParameterColumn::estimate(*direction, *at);
            } else if (!given && !column.complete(f, U, at)) {
                return {};
            }
            bordered.emplace(at->jacobian, condition);
            if (!bordered->regular()) return {};
        }
        Vector rhs(U.size());
        rhs << -at->residual, value - condition.dot(U);
        Vector step = bordered->solve(std::move(rhs));
        if (given) step(parameter) = 0;
        const double size = largest(step), residual = largest(at->residual);
        if (!std::isfinite(size)) return {};
        const bool stagnates = size <= settings.noise && steps > 0 && size > 0.25 * previous;
        if (residual <= settings.residual && (size <= settings.step || stagnates)) {
            const bool partial = !factored || at->partial;
            if (partial && (!factored || given || settings.whole || column.wanted() == Wanted::all || column.differs(*at)))
                at = f(U, whole);
            if (!at) return {};
            at->partial = false;
            return Corrected{U, std::move(*at), steps, residual, (U - start).norm()};
        }
        if (steps == settings.most_steps) return {};
        if (steps > 0 && size > slow * previous) column.forget();
        previous = size;
        double share = size > settings.longest ? settings.longest / size : 1;
        // A short step is followed by one with the same Jacobian, whose error is its product with the change of the Jacobian.
        // Beside a grazing this changes over the depth of the contact, which grows as the square of the speed.
        const double smooth = std::min(1.0, at->smallest_impact_speed * at->smallest_impact_speed);
        Wanted next = factored && size <= chord * smooth ? Wanted::motion : given ? Wanted::states : column.wanted();
        if (given && next == Wanted::states && size <= last_step) next = whole;
        at = trial(f, U, step, *at, share, next);
        if (share != 1 && at && at->jacobian.size() == 0) at = f(U + share * step, Wanted::states);
        U += share * step;
    }
    return {};
}

}  // namespace jounce::nonlinear
