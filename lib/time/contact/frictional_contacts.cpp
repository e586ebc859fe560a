// Unilateral contacts with dry friction along lines, as one linear complementarity problem: of impulses, or of forces.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/frictional_contacts.hpp"

#include <cmath>

#include "linalg/dense/complementarity.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

// Unknowns x = (P, R, xi_L) with F = R - mu P - b, b = mu N of given normal forces:
//     gamma_N = (W_NN - W_NT mu) P + W_NT R + c_N - W_NT b            >= 0
//     xi_R    = (W_TN - W_TT mu) P + W_TT R + xi_L + c_T - W_TT b     >= 0
//     L       = 2 mu P - R + 2 b                                      >= 0
// in units in which the diagonal of W is one.
std::optional<FrictionalContacts::Answer> FrictionalContacts::solve() const {
    const auto t = static_cast<Eigen::Index>(pressed_by.size());
    const Eigen::Index n = c.size() - t;
    Vector scale(n + t);
    for (Eigen::Index i = 0; i < n + t; ++i) scale[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 1.0;
    const Matrix A = scale.asDiagonal() * W * scale.asDiagonal();
    const Vector rates = scale.cwiseProduct(c);
    Matrix mu = Matrix::Zero(t, n);
    Vector b = Vector::Zero(t);
    for (Eigen::Index i = 0; i < t; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (pressed_by[at] >= 0) {
            mu(i, pressed_by[at]) = coefficient[at] * scale[pressed_by[at]] / scale[n + i];
        } else {
            b[i] = coefficient[at] * normal_force[at] / scale[n + i];
        }
    }
    const Matrix by_friction = A.rightCols(t);
    Matrix M = Matrix::Zero(n + 2 * t, n + 2 * t);
    M.topLeftCorner(n + t, n) = A.leftCols(n) - by_friction * mu;
    M.block(0, n, n + t, t) = by_friction;
    M.block(n, n + t, t, t).setIdentity();
    M.block(n + t, 0, t, n) = 2 * mu;
    M.block(n + t, n, t, t) = -Matrix::Identity(t, t);
    Vector q(n + 2 * t);
    q.head(n + t) = rates - by_friction * b;
    q.tail(t) = 2 * b;
    const double size = q.cwiseAbs().maxCoeff();
    if (!(size > 0)) return Answer{Vector::Zero(n + t), c, c.cwiseAbs()};
    const std::optional<Vector> x = linalg::solve_complementarity(M, Vector(q / size));
    if (!x) return {};
    Answer out;
    out.forces.resize(n + t);
    out.forces.head(n) = size * x->head(n);
    out.forces.tail(t) = size * (x->segment(n, t) - mu * x->head(n)) - b;
    out.forces = scale.cwiseProduct(out.forces);
    out.rates = c + W * out.forces;
    Vector most = out.forces.cwiseAbs();
    for (Eigen::Index i = 0; i < t; ++i) {
        const auto at = static_cast<std::size_t>(i);
        most[n + i] += coefficient[at] * (pressed_by[at] >= 0 ? out.forces[pressed_by[at]] : normal_force[at]);
    }
    out.sizes = c.cwiseAbs() + W.cwiseAbs() * most;
    return out;
}

}  // namespace jounce::time
