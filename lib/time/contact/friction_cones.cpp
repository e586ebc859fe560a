// Unilateral contacts with dry friction in planes: impulses in Coulomb's cones.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/contact/friction_cones_path.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr double enough_change = 4e-15;  // change of an impulse in a sweep, of the largest one in the same units
constexpr int most_iterations = 60;
// Sweeps converge slowly where motions hardly part: each moves the impulses by about the difference of the rates.
constexpr int few_sweeps = 200;

using Tangents = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1>;
using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2, 2>;

// F in the disc of radius `bound` with given + own F = -lambda F, lambda = 0 within the disc and >= 0 on its edge: exact, however
// different the tangents are. On the edge |F| falls with lambda; Newton's method for 1/|F| approaches it from one side.
Tangents in_disc(const Block& own, const Tangents& given, double bound) {
    if (!(bound > 0)) return Tangents::Zero(given.size());
    const Eigen::SelfAdjointEigenSolver<Block> axes(own);
    const Tangents resistance = axes.eigenvalues().cwiseMax(0), push = -(axes.eigenvectors().transpose() * given);
    double lambda = 0, size = 0;
    for (Eigen::Index k = 0; k < push.size(); ++k) lambda = std::fmax(lambda, std::abs(push[k]) / bound - resistance[k]);
    Tangents F(given.size());
    for (int i = 0; i < most_iterations; ++i) {
        double slope = 0;
        for (Eigen::Index k = 0; k < F.size(); ++k) {
            const double whole = resistance[k] + lambda;
            F[k] = push[k] == 0 ? 0 : push[k] / whole;
            if (push[k] != 0) slope -= F[k] * F[k] / whole;
        }
        size = F.norm();
        if (!(size > bound * (1 + 4 * epsilon))) break;
        lambda += size * size * (1 - size / bound) / slope;
    }
    if (size > bound) F *= bound / size;
    return axes.eigenvectors() * F;
}

// P <- max(P - gamma_N/W_NN, 0), then F <- the point of the disc of radius mu P that friction takes with all other impulses as
// they are. \returns has x become a solution?
bool sweep_over(const FrictionCones& problem, int sweeps, Vector& x) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        double change = 0;
        for (const FrictionCones::Contact& contact : problem.contacts) {
            if (contact.normal >= 0) {
                const double before = x[contact.normal];
                const double opening = problem.c[contact.normal] + problem.W.row(contact.normal).dot(x);
                x[contact.normal] = std::fmax(before - opening, 0.0);
                change = std::fmax(change, std::abs(x[contact.normal] - before));
            }
            if (contact.directions == 0) continue;
            const auto part = [&](auto& of) { return of.segment(contact.tangent, contact.directions); };
            const Block own = problem.W.block(contact.tangent, contact.tangent, contact.directions, contact.directions);
            Tangents given = part(problem.c) - own * part(x);
            given += problem.W.middleRows(contact.tangent, contact.directions) * x;
            const Tangents F = in_disc(own, given, contact.normal < 0 ? contact.bound : contact.coefficient * x[contact.normal]);
            change = std::fmax(change, (F - part(x)).cwiseAbs().maxCoeff());
            part(x) = F;
        }
        if (!std::isfinite(change)) return false;
        if (change <= enough_change * x.cwiseAbs().maxCoeff()) return true;
    }
    return false;
}
}  // namespace

// In units in which the diagonal of W is one, but both tangents of a contact have one unit.
std::optional<Vector> FrictionCones::solve(Vector x, int most_sweeps) const {
    const Eigen::Index n = c.size();
    Vector unit(n);
    for (Eigen::Index i = 0; i < n; ++i) unit[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 1.0;
    for (const Contact& contact : contacts) {
        if (contact.directions == 2) unit.segment(contact.tangent, 2).setConstant(unit.segment(contact.tangent, 2).minCoeff());
    }
    FrictionCones scaled{unit.asDiagonal() * W * unit.asDiagonal(), unit.cwiseProduct(c), contacts};
    for (Contact& contact : scaled.contacts) {
        if (contact.directions == 0) continue;
        contact.bound /= unit[contact.tangent];
        if (contact.normal >= 0) contact.coefficient *= unit[contact.normal] / unit[contact.tangent];
    }
    x = x.cwiseQuotient(unit).eval();
    const int first_sweeps = std::min(few_sweeps, most_sweeps);
    if (sweep_over(scaled, first_sweeps, x)) return unit.cwiseProduct(x);
    if (const auto found = follow_smoothed_laws(scaled, x)) return unit.cwiseProduct(*found);
    if (sweep_over(scaled, most_sweeps - first_sweeps, x)) return unit.cwiseProduct(x);
    return {};
}

}  // namespace jounce::time
