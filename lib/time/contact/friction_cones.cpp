// Unilateral contacts with dry friction in planes: impulses in Coulomb's cones.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones.hpp"

#include <cmath>

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr int most_sweeps = 100000;
constexpr double enough_change = 4e-15;  // change of an impulse in a sweep, of the largest one in the same units
}  // namespace

// P <- max(P - gamma_N/W_NN, 0), then F <- the point of the disc of radius mu P next to F - gamma_T/w, w the largest eigenvalue
// of W_TT; in units in which the diagonal of W is one, but both tangents of a contact have one unit.
std::optional<Vector> FrictionCones::solve(Vector x) const {
    const Eigen::Index n = c.size();
    Vector unit(n);
    for (Eigen::Index i = 0; i < n; ++i) unit[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 1.0;
    for (const Contact& contact : contacts) {
        if (contact.directions == 2) unit.segment(contact.tangent, 2).setConstant(unit.segment(contact.tangent, 2).minCoeff());
    }
    const Matrix A = unit.asDiagonal() * W * unit.asDiagonal();
    const Vector free = unit.cwiseProduct(c);
    x = x.cwiseQuotient(unit).eval();
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double change = 0;
        for (const Contact& contact : contacts) {
            const double before = x[contact.normal];
            const double opening = free[contact.normal] + A.row(contact.normal).dot(x);
            x[contact.normal] = std::fmax(before - opening, 0.0);
            change = std::fmax(change, std::abs(x[contact.normal] - before));
            if (contact.directions == 0) continue;
            const auto part = [&](auto& of) { return of.segment(contact.tangent, contact.directions); };
            const Vector rate = part(free) + A.middleRows(contact.tangent, contact.directions) * x;
            const Matrix own = A.block(contact.tangent, contact.tangent, contact.directions, contact.directions);
            const double largest = own.trace() > 0 ? own.rowwise().lpNorm<1>().maxCoeff() : 1.0;
            Vector F = part(x) - rate / largest;
            const double bound = contact.coefficient * x[contact.normal] * unit[contact.normal] / unit[contact.tangent];
            const double size = F.norm();
            if (size > bound) F *= bound / size;
            change = std::fmax(change, (F - part(x)).cwiseAbs().maxCoeff());
            part(x) = F;
        }
        if (!std::isfinite(change)) return {};
        if (change <= enough_change * x.cwiseAbs().maxCoeff()) return unit.cwiseProduct(x);
    }
    return {};
}

}  // namespace jounce::time
