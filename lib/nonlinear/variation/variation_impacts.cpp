// Impulses of rigid stops in the variation of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "nonlinear/variation/impact_tangent.hpp"
#include "nonlinear/variation/variation.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;
using linalg::Matrix;
using linalg::Vector;
using time::Switch;

// Impulses of rigid stops, with the rows B of the stops that push: v+ = v- - G B v-, G = W (B W)^+ (1 + e);
//     dq+ = dq + (v- - v+) dt,   dv+ = dv - G B dv + (a- - G d2(delta)/dt2 - a+) dt,   dt = -b dq / (b v-).
void Variation::strike(const time::SwitchedState& event) {
    std::vector<std::size_t> pushed;
    std::vector<double> impulses;
    std::size_t first = 0;
    double fastest = 0;
    for (const Switch& w : event.switches) {
        const auto side = static_cast<std::size_t>(w.side);
        if (!gradients_.contact(side).law->rigid || !(w.impulse > 0)) continue;
        pushed.push_back(side);
        impulses.push_back(w.impulse);
        const SideState& before = event.before.sides[side];
        if (!before.memory.closed && before.motion.rate > fastest) {
            fastest = before.motion.rate;
            first = side;
        }
    }
    if (!(fastest > 0)) return;
    if (needs_tangent(system_, gradients_, pushed)) return strike_along_tangents(event, pushed, impulses, first);
    const bool all_open = std::ranges::none_of(pushed, [&](std::size_t s) { return event.before.sides[s].memory.closed; });
    if (pushed.size() > 1 && all_open && !coupled(event.before, pushed, false)) return strike_in_turn(event, pushed, impulses);
    const StruckNormals normals = struck_normals(gradients_, event, pushed);
    const auto m = static_cast<Eigen::Index>(pushed.size());
    const Vector& restitution = normals.restitution;
    Push push;
    push.B = normals.B;
    push.bend = Matrix::Zero(m, n_);
    push.acceleration = normals.acceleration;
    push.G = normals.W * solve_for_impulses(push.B * normals.W, Matrix((1 + restitution.array()).matrix().asDiagonal()));
    const SideGradient trigger = gradients_.at(first, event.before);
    jump(event, -(trigger.b * phi_.topRows(n_)) / fastest, push);
    count_determinant(event, pushed, first);
}

linalg::Vector Variation::damped(const Vector& v) const {
    if (diagonal_) return c_.cwiseProduct(v);
    return linalg::solve_square(Matrix(system_.linear.M), Matrix(system_.linear.C * v));
}

bool Variation::coupled(const State& at, const std::vector<std::size_t>& sides, bool acceleration) const {
    constexpr double rounding = 1e-12;
    std::vector<SideGradient> all;
    for (const std::size_t s : sides) all.push_back(gradients_.at(s, at));
    for (const SideGradient& one : all) {
        const double own = one.b.dot(one.w);
        const Vector slowed = acceleration ? damped(one.w) : Vector(Vector::Zero(n_));
        for (const SideGradient& other : all) {
            if (&other == &one) continue;
            const double size = std::sqrt(own * other.b.dot(other.w));
            if (std::abs(other.b.dot(one.w)) > rounding * size) return true;
            if (std::abs(other.b.dot(slowed)) > rounding * (rate_ * size + other.b.cwiseAbs().dot(slowed.cwiseAbs())))
                return true;
        }
    }
    return false;
}

void Variation::strike_in_turn(const time::SwitchedState& event, const std::vector<std::size_t>& pushed,
                               const std::vector<double>& impulses) {
    State from = event.before, to = event.before;
    for (std::size_t i = 0; i < pushed.size(); ++i) {
        const StruckNormals normal = struck_normals(gradients_, {from, to, {}}, {pushed[i]});
        const Vector kick = impulses[i] * normal.W.col(0);
        to.v = from.v - kick;
        to.a = i + 1 < pushed.size() ? Vector(from.a + damped(kick)) : event.after.a;
        Push push;
        push.B = normal.B;
        push.bend = Matrix::Zero(1, n_);
        push.acceleration = normal.acceleration;
        push.G = normal.W * ((1 + normal.restitution[0]) / normal.B.row(0).dot(normal.W.col(0)));
        jump({from, to, {}}, -(normal.B * phi_.topRows(n_)) / event.before.sides[pushed[i]].motion.rate, push);
        count_determinant(event, {pushed[i]}, pushed[i]);
        from = to;
    }
}

// One rebound without friction multiplies it by e^2.
void Variation::count_determinant(const time::SwitchedState& event, const std::vector<std::size_t>& pushed, std::size_t first) {
    const contact::Law& law = *gradients_.contact(first).law;
    const double before = event.before.sides[first].motion.rate;
    const double restitution = before >= law.minimum_speed ? law.restitution_asked.value_or(1) : 0;
    if (pushed.size() == 1 && restitution > 0 && !event.after.sides[first].memory.closed) {
        log_determinant_ += 2 * std::log(restitution);
    } else {
        regular_ = false;
    }
}

void Variation::strike_along_tangents(const time::SwitchedState& event, const std::vector<std::size_t>& pushed,
                                      const std::vector<double>& impulses, std::size_t first) {
    const ImpactTangent tangent = impact_tangent(system_, gradients_, event, pushed, impulses);
    const SideGradient trigger = gradients_.at(first, event.before);
    const RowVectorXd dt = -(trigger.b * phi_.topRows(n_)) / event.before.sides[first].motion.rate;
    Matrix bent = Matrix::Zero(n_, phi_.cols());
    for (const ImpactTangent::Bristle& bristle : tangent.bristles) {
        const contact::Slip rate = bristle_rate(event.before, bristle.friction);
        Matrix dz = phi_.middleRows(rows_.bristle(bristle.friction), 2);
        for (Eigen::Index k = 0; k < 2; ++k) dz.row(k) += rate[static_cast<std::size_t>(k)] * dt;
        bent += bristle.by_bristle * dz;
    }
    jump(event, dt, {tangent.B, tangent.bend, tangent.G, tangent.acceleration, tangent.turns});
    phi_.middleRows(n_, n_) += bent;
    if (tangent.B.rows() > static_cast<Eigen::Index>(pushed.size())) {
        regular_ = false;
    } else {
        count_determinant(event, pushed, first);
    }
}

}  // namespace jounce::nonlinear
