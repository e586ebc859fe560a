// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/impact_tangent.hpp"

#include <algorithm>
#include <cmath>

#include "contact/families/rigid_law.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/variation/friction_tangent.hpp"

namespace jounce::nonlinear {

using contact::Slip;
using linalg::Matrix;
using linalg::Vector;

namespace {
// Of the cone: a friction with less than this held during the impact.
constexpr double at_limit = 1 - 1e-9;

/// A friction of a struck side: its rows behind those of the normals, and what it did.
struct Struck {
    std::size_t friction = 0;
    Eigen::Index normal = 0, tangent = 0;
    Slip before{}, impulse{};
    double returned = 0;
};

std::vector<Struck> struck_frictions(const System& system, const SideGradients& gradients,
                                     const std::vector<std::size_t>& pushed) {
    std::vector<Struck> out;
    auto row = static_cast<Eigen::Index>(pushed.size());
    for (std::size_t i = 0; i < pushed.size(); ++i) {
        for (std::size_t f = 0; f < system.frictions.size(); ++f) {
            const int of = system.frictions[f].contact;
            if (of < 0 || &system.contacts[static_cast<std::size_t>(of)] != &gradients.contact(pushed[i])) continue;
            out.push_back({f, static_cast<Eigen::Index>(i), row, {}, {}, 0});
            row += system.frictions[f].directions;
        }
    }
    return out;
}

/// mu of the impact and its derivatives by the slip and the bristle before.
struct Coefficient {
    double value = 0;
    Slip by_slip{}, by_bristle{};
};
Coefficient coefficient(const Friction& friction, FrictionState state, const Slip& slip) {
    if (friction.law->cone) return {friction.law->cone->coefficient, {}, {}};
    state.velocity = slip;
    state.normal_force = 1;
    const Slip force = friction.law->evaluate(slip, 1, {state.bristle, slip, 0}).force;
    const double size = contact::norm(force);
    Coefficient out{size, {}, {}};
    if (!(size > 0)) return out;
    const FrictionTangent tangent = friction_tangent(friction, state);
    for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t l = 0; l < 2; ++l) {
            out.by_slip[l] += force[k] / size * tangent.damping[2 * k + l];
            out.by_bristle[l] += force[k] / size * tangent.by_bristle[2 * k + l];
        }
    }
    return out;
}

/// With W of the impulses P, and dP = by_AP d(A P) where only A = B W changes: normals and tangents of circular gaps turn by
/// dn = t, dt = -n for each radian, and v+ = v- - W P.
void add_turns(const SideGradients& gradients, const State& before, const std::vector<std::size_t>& pushed,
               const std::vector<Struck>& frictions, const Matrix& W, const Vector& P, const Matrix& by_AP, ImpactTangent& out) {
    const Vector pushes = W * P;
    for (std::size_t i = 0; i < pushed.size(); ++i) {
        const Turning turning = gradients.turning(pushed[i], before);
        if (turning.row.size() == 0) continue;
        const auto normal = static_cast<Eigen::Index>(i);
        Vector turned_pushes = turning.w_tangent * P[normal];
        Vector change = Vector::Zero(P.size());
        change[normal] = turning.tangent.dot(pushes);
        for (const Struck& struck : frictions) {
            if (struck.normal != normal) continue;
            turned_pushes -= turning.w_normal * P[struck.tangent];
            change[struck.tangent] = -turning.normal.dot(pushes);
        }
        change += out.B * turned_pushes;
        out.turns.push_back({turning.row, turning.rate, -W * (by_AP * change) - turned_pushes});
    }
}
}  // namespace

StruckNormals struck_normals(const SideGradients& gradients, const time::SwitchedState& event,
                             const std::vector<std::size_t>& pushed) {
    const auto m = static_cast<Eigen::Index>(pushed.size());
    const auto n = static_cast<Eigen::Index>(event.before.v.size());
    StruckNormals out{Matrix(m, n), Matrix(m, n), Matrix(n, m), Vector(m), Vector(m)};
    for (Eigen::Index i = 0; i < m; ++i) {
        const std::size_t side = pushed[static_cast<std::size_t>(i)];
        const SideGradient g = gradients.at(side, event.before);
        const contact::Law& law = *gradients.contact(side).law;
        out.B.row(i) = g.b;
        out.bend.row(i) = g.bend;
        out.W.col(i) = g.w;
        out.acceleration[i] = g.acceleration;
        const double rate = event.before.sides[side].motion.rate;
        out.restitution[i] = rate >= law.minimum_speed ? law.restitution_asked.value_or(1) : 0;
    }
    return out;
}

bool needs_tangent(const System& system, const SideGradients& gradients, const std::vector<std::size_t>& pushed) {
    const auto turns = [&](std::size_t side) { return gradients.contact(side).gap.shape == contact::GapShape::circular; };
    return std::ranges::any_of(pushed, turns) || !struck_frictions(system, gradients, pushed).empty();
}

Matrix solve_for_impulses(const Matrix& A, const Matrix& right) {
    constexpr double dependent = 1e-12;
    Matrix out(A.cols(), right.cols());
    for (Eigen::Index j = 0; j < right.cols(); ++j) out.col(j) = linalg::least_solution(A, right.col(j), dependent);
    return out;
}

// With u = B v the rates before, A = B W and xi = (1 + e_T) s - A_T P:
//     normals  (1 + e) u_N - A_N P = 0;   a friction that holds  xi = 0;   one that slides  F - mu P_N xi/|xi| = 0.
ImpactTangent impact_tangent(const System& system, const SideGradients& gradients, const time::SwitchedState& event,
                             const std::vector<std::size_t>& pushed, const std::vector<double>& impulses) {
    std::vector<Struck> frictions = struck_frictions(system, gradients, pushed);
    const auto m = static_cast<Eigen::Index>(pushed.size());
    Eigen::Index k = m;
    for (const Struck& struck : frictions) k += system.frictions[struck.friction].directions;
    const auto n = static_cast<Eigen::Index>(system.size());
    ImpactTangent out;
    out.B = out.bend = Matrix::Zero(k, n);
    out.acceleration = Vector::Zero(k);
    Matrix W = Matrix::Zero(n, k);
    Vector P = Vector::Zero(k);
    StruckNormals normals = struck_normals(gradients, event, pushed);
    out.B.topRows(m) = normals.B;
    out.bend.topRows(m) = normals.bend;
    W.leftCols(m) = normals.W;
    out.acceleration.head(m) = normals.acceleration;
    for (Eigen::Index i = 0; i < m; ++i) P[i] = impulses[static_cast<std::size_t>(i)];
    for (Struck& struck : frictions) {
        const Friction& friction = system.frictions[struck.friction];
        const FrictionState& after = event.after.frictions[struck.friction];
        const SlipGradient g = slip_gradient(system, gradients, friction, event.before);
        const std::size_t side = pushed[static_cast<std::size_t>(struck.normal)];
        const auto* law = dynamic_cast<const contact::RigidLaw*>(gradients.contact(side).law.get());
        if (law != nullptr && event.before.sides[side].motion.rate >= law->minimum_speed)
            struck.returned = law->tangential_restitution();
        struck.before = after.speed_before;
        struck.impulse = after.impulse;
        for (Eigen::Index j = 0; j < friction.directions; ++j) {
            const auto at = static_cast<std::size_t>(j);
            out.B.row(struck.tangent + j) = g.along[at];
            out.bend.row(struck.tangent + j) = g.bend[at];
            out.acceleration[struck.tangent + j] = g.acceleration[at];
            for (std::size_t l = 0; l < static_cast<std::size_t>(g.rows.count); ++l)
                W.col(struck.tangent + j) += g.rows.share[at][l] * gradients.influence().col(g.rows.row[l]);
            P[struck.tangent + j] = struck.impulse[at];
        }
    }
    const Matrix A = out.B * W;
    // Bodies that friction wedges do not rebound.
    for (Struck& struck : frictions) {
        double& restitution = normals.restitution[struck.normal];
        const double approach = event.before.sides[pushed[static_cast<std::size_t>(struck.normal)]].motion.rate;
        if (A.row(struck.normal).dot(P) < (1 + 0.5 * restitution) * approach) restitution = struck.returned = 0;
    }
    // Derivatives of the equations by P, by u, and by A P with the opposite sign.
    Matrix by_P = -A, by_u = Matrix::Zero(k, k), by_AP = Matrix::Identity(k, k);
    for (Eigen::Index i = 0; i < m; ++i) by_u(i, i) = 1 + normals.restitution[i];
    for (const Struck& struck : frictions) {
        const Friction& friction = system.frictions[struck.friction];
        const Eigen::Index directions = friction.directions;
        const double e = 1 + struck.returned, N = P[struck.normal];
        const Coefficient mu = coefficient(friction, event.before.frictions[struck.friction], struck.before);
        for (Eigen::Index j = 0; j < directions; ++j) by_u(struck.tangent + j, struck.tangent + j) = e;
        if (contact::norm(struck.impulse) < at_limit * mu.value * N) continue;
        Vector xi(directions);
        for (Eigen::Index j = 0; j < directions; ++j)
            xi[j] = e * struck.before[static_cast<std::size_t>(j)] - A.row(struck.tangent + j).dot(P);
        const double size = xi.norm();
        if (!(size > 0)) continue;
        const Vector unit = xi / size;
        const Matrix turn = mu.value * N / size * (Matrix::Identity(directions, directions) - unit * unit.transpose());
        by_P.middleRows(struck.tangent, directions) = turn * A.middleRows(struck.tangent, directions);
        by_AP.block(struck.tangent, struck.tangent, directions, directions) = -turn;
        Matrix by_bristle = Matrix::Zero(k, 2);
        for (Eigen::Index j = 0; j < directions; ++j) {
            by_P(struck.tangent + j, struck.tangent + j) += 1;
            by_P(struck.tangent + j, struck.normal) -= mu.value * unit[j];
            for (Eigen::Index l = 0; l < directions; ++l) {
                const auto at = static_cast<std::size_t>(l);
                by_u(struck.tangent + j, struck.tangent + l) = -e * turn(j, l) - N * unit[j] * mu.by_slip[at];
                by_bristle(struck.tangent + j, l) = -N * unit[j] * mu.by_bristle[at];
            }
        }
        if (friction.law->has_bristle) out.bristles.push_back({struck.friction, by_bristle});
    }
    const auto solve = [&](const Matrix& right) {
        return m > 1 ? solve_for_impulses(by_P, right) : linalg::solve_square(by_P, right);
    };
    // dP = -by_P^-1 (by_u du + by_bristle dz), dv+ = dv- - W dP
    out.G = -W * solve(by_u);
    add_turns(gradients, event.before, pushed, frictions, W, P, solve(by_AP), out);
    for (ImpactTangent::Bristle& bristle : out.bristles) bristle.by_bristle = W * solve(bristle.by_bristle);
    return out;
}

}  // namespace jounce::nonlinear
