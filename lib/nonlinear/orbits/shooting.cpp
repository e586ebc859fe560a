// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/shooting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/dense/general_eigenvalues.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;
using linalg::Vector;

namespace {

class Shooting {
  public:
    Shooting(const PeriodMap& map, double lambda, const ShootingOptions& options)
        : map_(map), lambda_(lambda), options_(options), size_(map.dimension()), n_(map.periods()) {}

    /// Maps all nodes. \returns why a node has no map, or ""
    std::string evaluate(const std::vector<Vector>& nodes, std::vector<MapPoint>& points) const {
        points.clear();
        for (const Vector& y : nodes) {
            if (options_.interrupted && options_.interrupted()) throw Error(Failure::interrupted, "interrupted");
            try {
                points.push_back(map_.at(y, lambda_, Derivatives::state));
            } catch (const Error& error) {
                if (error.failure() != Failure::computation) throw;
                return error.message();
            }
            if (!points.back().refused.empty()) return points.back().refused;
            if (!points.back().derivative.allFinite()) return "the derivative of the map is not finite";
        }
        return {};
    }
    /// D^-1 (Pi(y_k) - y_k+1), stacked.
    [[nodiscard]] Vector residual(const std::vector<Vector>& nodes, const std::vector<MapPoint>& points) const {
        Vector out(n_ * size_);
        for (int k = 0; k < n_; ++k)
            out.segment(k * size_, size_) = (points[at(k)].end - nodes[at((k + 1) % n_)]).cwiseQuotient(map_.scales());
        return out;
    }
    /// The Newton step in scaled unknowns.
    [[nodiscard]] Vector newton(const std::vector<MapPoint>& points, const Vector& residual) const {
        Matrix jacobian = Matrix::Zero(n_ * size_, n_ * size_);
        const Vector& D = map_.scales();
        for (int k = 0; k < n_; ++k) {
            jacobian.block(k * size_, k * size_, size_, size_) +=
                D.cwiseInverse().asDiagonal() * points[at(k)].derivative * D.asDiagonal();
            jacobian.block(k * size_, (k + 1) % n_ * size_, size_, size_).diagonal().array() -= 1;
        }
        return -linalg::solve_square(jacobian, residual);
    }
    [[nodiscard]] std::vector<Vector> moved(const std::vector<Vector>& nodes, const Vector& step, double share) const {
        std::vector<Vector> out = nodes;
        for (int k = 0; k < n_; ++k) out[at(k)] += share * step.segment(k * size_, size_).cwiseProduct(map_.scales());
        return out;
    }

  private:
    static std::size_t at(int k) { return static_cast<std::size_t>(k); }
    const PeriodMap& map_;
    double lambda_;
    const ShootingOptions& options_;
    int size_, n_;
};

std::size_t events_of(const std::vector<MapPoint>& points) {
    std::size_t out = 0;
    for (const MapPoint& point : points) out += point.events.size();
    return out;
}

}  // namespace

ClosedOrbit shoot(const PeriodMap& map, std::vector<Vector> guess, double lambda, const ShootingOptions& options) {
    const Shooting problem(map, lambda, options);
    ClosedOrbit out;
    out.lambda = lambda;
    while (static_cast<int>(guess.size()) < map.periods()) {
        const MapPoint next = map.at(guess.back(), lambda, Derivatives::none);
        if (!next.refused.empty()) {
            out.failure = next.refused;
            return out;
        }
        guess.push_back(next.end);
    }
    out.nodes = std::move(guess);
    out.failure = problem.evaluate(out.nodes, out.points);
    if (!out.failure.empty()) return out;
    int changed = 0;
    double last = 0, previous = 0;  // sizes of the steps before
    for (;;) {
        const Vector r = problem.residual(out.nodes, out.points);
        out.residual = r.cwiseAbs().maxCoeff();
        const bool stagnates = last <= options.noise && last > 0.25 * previous;
        if (out.steps > 0 && (last <= options.step || stagnates) && out.residual <= options.residual) {
            out.converged = true;
            return out;
        }
        constexpr const char* resonance =
            "a multiplier is 1 but for rounding: a natural frequency without damping is a multiple of the load's, or nothing "
            "holds "
            "the model in one place";
        if (out.steps == options.most_steps && options.linear) {  // one step solves linear equations but for rounding
            out.failure = resonance;
            return out;
        }
        if (out.steps == options.most_steps) {
            out.failure = fmt::format("after {} Newton steps the section still changes by {:.2g} of its scale per period",
                                      out.steps, out.residual);
            return out;
        }
        const Vector step = problem.newton(out.points, r);
        if (!step.allFinite()) {
            out.failure = "the orbit's equations are singular there";
            return out;
        }
        const double size = step.cwiseAbs().maxCoeff();
        // Of some thirteen digits of the derivative, three remain in a step that it magnifies so much.
        constexpr double most_magnified = 1e10;
        if (options.linear && size > most_magnified * out.residual) {
            out.failure = resonance;
            return out;
        }
        double share = size > options.largest_step && !options.linear ? options.largest_step / size : 1.0;
        if (changed >= 2) share = std::min(share, 0.5);
        // A residual of rounding cannot decrease; its Newton step is below the tolerance.
        std::vector<MapPoint> points;
        std::vector<Vector> nodes;
        std::string refused;
        for (int k = 0;; ++k, share *= 0.5) {
            nodes = problem.moved(out.nodes, step, share);
            refused = problem.evaluate(nodes, points);
            if (refused.empty()) break;
            if (k == options.most_shortenings) {
                out.failure = refused;
                return out;
            }
        }
        changed = events_of(points) != events_of(out.points) ? changed + 1 : 0;
        out.nodes = std::move(nodes);
        out.points = std::move(points);
        previous = last;
        last = share * size;
        ++out.steps;
    }
}

std::vector<std::complex<double>> multipliers(const PeriodMap& map, const std::vector<MapPoint>& points) {
    std::vector<Matrix> factors;
    const Vector D = map.scales().head(map.states());
    for (const MapPoint& point : points) {
        factors.push_back(D.cwiseInverse().asDiagonal() * point.derivative.topLeftCorner(map.states(), map.states()) *
                          D.asDiagonal());
    }
    return linalg::product_eigenvalues(factors);
}

}  // namespace jounce::nonlinear
