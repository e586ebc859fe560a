// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/variation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/dense/exponential.hpp"
#include "nonlinear/variation/impact_tangent.hpp"
#include "nonlinear/variation/joint_steps.hpp"
#include "nonlinear/variation/relaxing_surface.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/exact/modal_transfer.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;
using linalg::Matrix;
using linalg::Vector;
using time::Switch;

namespace {

/// Did a slip end, by a stick or a reversal? In a plane the slip direction can rotate without rest, so an end is recognised by
/// its impulse.
bool came_to_rest(const Friction& friction, const FrictionState& before, const FrictionState& after) {
    if (before.status != FrictionStatus::slip) return false;
    if (after.status == FrictionStatus::stick || (after.breaking && !before.breaking)) return true;
    if (friction.directions == 1) return contact::dot(after.direction, before.direction) < 0;
    return contact::norm(after.impulse) > 0;
}

}  // namespace

Variation::Variation(const System& system, double tolerance, double rate)
    : system_(system),
      tolerance_(tolerance),
      rate_(rate),
      rows_(system),
      n_(system.size()),
      gradients_(system),
      diagonal_(time::ModalFlight::applies(system.linear)) {
    if (diagonal_) {
        c_ = Matrix(system.linear.C).diagonal();
        k_ = Matrix(system.linear.K).diagonal();
        damping_trace_ = -c_.sum();
        modal_ = std::make_unique<ModalContacts>(system, gradients_, rows_, rate);
    } else {
        damping_trace_ = -linalg::solve_square(Matrix(system.linear.M), Matrix(system.linear.C)).trace();
    }
}

Variation::~Variation() = default;

void Variation::begin(const System&, const State& state) {
    phi_ = start_;
    // The slip of sticking frictions is zero from the start.
    if (std::ranges::any_of(state.frictions, [](const FrictionState& f) { return f.status == FrictionStatus::stick; })) {
        const Push push = push_to_rest(state, state);
        phi_.middleRows(n_, n_) -= (push.G * (push.B * phi_.middleRows(n_, n_) + push.bend * phi_.topRows(n_))).eval();
    }
    corner_ = false;
    regular_ = true;
    log_determinant_ = 0;
    if (joint_) joint_->forget();
    if (modal_) modal_->forget();
    if (!joint_) joint_ = std::make_unique<JointSteps>(system_, gradients_, rows_, start_.cols(), rate_);
}

void Variation::accepted(const time::AcceptedStep& step) {
    const double h = step.after.time - step.before.time;
    if (!(h > 0)) return;
    const bool touching = std::ranges::any_of(step.before.sides, [](const SideState& side) { return side.memory.closed; });
    const auto acts = [](const Friction& friction) { return friction.contact < 0; };
    if (touching || std::ranges::any_of(system_.frictions, acts)) {
        touch(step);
    } else {
        fly(h);
        log_determinant_ += damping_trace_ * h;
    }
}

void Variation::touch(const time::AcceptedStep& step) {
    if (modal_ && modal_->takes(step)) {
        if (const std::optional<double> trace = modal_->over(step, tolerance_, phi_, *joint_)) {
            log_determinant_ += *trace;
            if (modal_->frozen()) regular_ = false;
            return;
        }
    }
    log_determinant_ += joint_->over(step.before, step.after, tolerance_, phi_);
    if (joint_->frozen()) regular_ = false;
}

// Linear motion: Phi(t + h) = e^(A h) Phi(t), mode by mode if they are uncoupled.
void Variation::fly(double h) {
    auto q = phi_.topRows(n_);
    auto v = phi_.middleRows(n_, n_);
    if (diagonal_) {
        std::vector<time::ModeTransfer> modes;
        for (Eigen::Index i = 0; i < n_; ++i) modes.push_back(time::mode_transfer(c_[i], k_[i], h));
        for (Eigen::Index j = 0; j < phi_.cols(); ++j) {
            for (Eigen::Index i = 0; i < n_; ++i) {
                const time::ModeTransfer& t = modes[static_cast<std::size_t>(i)];
                const double x = q(i, j), y = v(i, j);
                q(i, j) += t.xx * x + t.xv * y;
                v(i, j) += t.vx * x + t.vv * y;
            }
        }
        return;
    }
    if (transfer_of_ != h) {
        const Matrix M = Matrix(system_.linear.M);
        Matrix A = Matrix::Zero(2 * n_, 2 * n_);
        A.topRightCorner(n_, n_).diagonal().setConstant(rate_);
        A.bottomLeftCorner(n_, n_) = -linalg::solve_square(M, Matrix(system_.linear.K)) / rate_;
        A.bottomRightCorner(n_, n_) = -linalg::solve_square(M, Matrix(system_.linear.C));
        transfer_ = linalg::exponential_less_identity(h * A);
        transfer_.topRightCorner(n_, n_) /= rate_;
        transfer_.bottomLeftCorner(n_, n_) *= rate_;
        transfer_of_ = h;
    }
    phi_.topRows(2 * n_) += (transfer_ * phi_.topRows(2 * n_)).eval();
}

void Variation::jump(const time::SwitchedState& event, const RowVectorXd& dt, const Push& push) {
    const State& before = event.before;
    const State& after = event.after;
    Vector speed = before.a - after.a;
    Matrix turned;
    for (const TurnEffect& turn : push.turns) {
        if (turned.size() == 0) turned = Matrix::Zero(n_, phi_.cols());
        turned += turn.effect * (turn.row * phi_.topRows(n_) + turn.rate * dt);
    }
    if (push.G.size() > 0) {
        phi_.middleRows(n_, n_) -= (push.G * (push.B * phi_.middleRows(n_, n_) + push.bend * phi_.topRows(n_))).eval();
        speed -= push.G * push.acceleration;
    }
    phi_.topRows(n_) += (before.v - after.v) * dt;
    phi_.middleRows(n_, n_) += speed * dt;
    if (turned.size() > 0) phi_.middleRows(n_, n_) += turned;
    for (std::size_t f = 0; f < after.frictions.size(); ++f) {
        const Eigen::Index z = rows_.bristle(f);
        if (z < 0) continue;
        const contact::Slip was = bristle_rate(before, f), is = bristle_rate(after, f);
        for (std::size_t k = 0; k < 2; ++k) phi_.row(z + static_cast<Eigen::Index>(k)) += (was[k] - is[k]) * dt;
    }
}

contact::Slip Variation::bristle_rate(const State& state, std::size_t friction) const {
    if (state.frictions[friction].status != FrictionStatus::slip) return {};
    return friction_tangent(system_.frictions[friction], state.frictions[friction]).bristle_rate;
}

void Variation::switched(const time::SwitchedState& event) {
    std::vector<std::size_t> changed;
    bool rigid = false, compliant = false;
    for (const Switch& w : event.switches) {
        const auto side = static_cast<std::size_t>(w.side);
        const contact::Law& law = *gradients_.contact(side).law;
        const bool ends = w.what == Switch::What::opened;
        if (ends ? !(law.rigid || opens_by_force(law)) : !event.before.sides[side].memory.closed) {
            changed.push_back(side);
            compliant = compliant || !law.rigid;
        }
        rigid = rigid || (law.rigid && w.impulse > 0);
    }
    // Where no force jumps, contacts that begin at once do so in any order; so do stops alone, and dashpots alone that begin or
    // end, of which none acts on the others.
    const double jump_of_force = (event.after.a - event.before.a).cwiseAbs().maxCoeff();
    const bool jumps = rigid || jump_of_force > 1e-9 * event.before.a.cwiseAbs().maxCoeff();
    const bool separate = !(rigid && compliant) && system_.frictions.empty() && !coupled(event.before, changed, rigid);
    if (changed.size() > 1 && jumps && !separate) corner_ = true;
    if (rigid) strike(event);
    for (const Switch& w : event.switches) {
        const auto side = static_cast<std::size_t>(w.side);
        if (gradients_.contact(side).law->rigid) continue;
        if (w.what == Switch::What::closed) begin_contact(event, side);
        if (w.what == Switch::What::opened) end_contact(event, side);
    }
    if (event.switches.empty() && !system_.frictions.empty()) rub(event);
    forget_bristles(event);
}

// The bristle is reset when its contact opens.
void Variation::forget_bristles(const time::SwitchedState& event) {
    for (std::size_t f = 0; f < event.after.frictions.size(); ++f) {
        if (rows_.bristle(f) < 0 || event.after.frictions[f].status != FrictionStatus::open) continue;
        auto bristle = phi_.middleRows(rows_.bristle(f), 2);
        if (!bristle.isZero(0)) regular_ = false;
        bristle.setZero();
    }
}

void Variation::begin_contact(const time::SwitchedState& event, std::size_t side) {
    const SideState& before = event.before.sides[side];
    const contact::Law& law = *gradients_.contact(side).law;
    const SideGradient g = gradients_.at(side, event.before);
    const contact::Motion above = above_surface(law, before.motion, before.memory, event.before.time);
    const Eigen::Index v0 = rows_.impact_speed(side);
    if (law.transition->relaxes) regular_ = false;  // what was left of the last compression is forgotten
    const RelaxingSurface surface = surface_of_side(event.before, side);
    const RowVectorXd place = g.b * phi_.topRows(n_) - surface.place;
    const RowVectorXd rate = g.b * phi_.middleRows(n_, n_) + g.bend * phi_.topRows(n_);
    const double touching = 1e-9 * (std::abs(gradients_.contact(side).gap.clearance) + std::abs(before.motion.rate) / rate_);
    RowVectorXd dt;
    if (std::abs(above.indentation) <= touching) {
        dt = -place / above.rate;
        if (event.switches.size() == 1 || !system_.frictions.empty()) {
            jump(event, dt, {});
        } else {  // the other sides have instants of their own
            phi_.middleRows(n_, n_) += event.after.sides[side].response.force * g.w * dt;
        }
    } else {
        // The force rises through zero and is continuous; only v0 depends on the instant.
        if (!(above.rate > 0)) return;
        const contact::Response r = closed_response(law, before.motion, before.memory);
        dt = -(r.stiffness * (place + surface.place) + r.damping * rate) /
             (r.stiffness * before.motion.rate + r.damping * g.acceleration);
    }
    if (above.rate > 0) phi_.row(v0) = rate - surface.rate + (g.acceleration - surface.second) * dt;
}

RelaxingSurface Variation::surface_of_side(const State& state, std::size_t side) const {
    const Eigen::Index kept = rows_.compression(side);
    if (kept < 0) return {0, 0, RowVectorXd::Zero(phi_.cols()), RowVectorXd::Zero(phi_.cols())};
    return relaxing_surface(*gradients_.contact(side).law, state.sides[side].memory, state.time, phi_.row(kept),
                            phi_.row(rows_.impact_speed(side)));
}

void Variation::end_contact(const time::SwitchedState& event, std::size_t side) {
    const SideState& before = event.before.sides[side];
    const SideGradient g = gradients_.at(side, event.before);
    const Eigen::Index kept = rows_.compression(side);
    // A force that falls through zero is continuous: S = 1, and the kept compression continues with x_f' = d(delta)/dt.
    if (opens_by_force(*gradients_.contact(side).law)) {
        if (kept >= 0) phi_.row(kept) = g.b * phi_.topRows(n_);
        return;
    }
    const RowVectorXd dt = -(g.b * phi_.topRows(n_)) / before.motion.rate;
    if (event.switches.size() == 1 || !system_.frictions.empty()) return jump(event, dt, {});
    phi_.middleRows(n_, n_) -= before.response.force * g.w * dt;  // the other sides have instants of their own
}

// Begin and end of sticks, reversals of the slip, and the end of Karnopp's band.
void Variation::rub(const time::SwitchedState& event) {
    const State& before = event.before;
    const State& after = event.after;
    // At a jump of the loads the instant is fixed.
    for (std::size_t i = 0; i < before.load_values.size(); ++i) {
        const double size = std::abs(before.load_values[i]) + std::abs(after.load_values[i]);
        if (std::abs(before.load_values[i] - after.load_values[i]) > 1e-9 * size) return;
    }
    int changed = 0;
    RowVectorXd dt;
    bool rests = false;
    for (std::size_t f = 0; f < before.frictions.size(); ++f) {
        const Friction& friction = system_.frictions[f];
        const FrictionState& b = before.frictions[f];
        const FrictionState& a = after.frictions[f];
        if (!friction.law->cone || b.status == FrictionStatus::open || a.status == FrictionStatus::open) continue;
        const bool slid = b.status == FrictionStatus::slip;
        const bool ended = came_to_rest(friction, b, a);
        const bool left_band = slid && !ended && b.breaking && !a.breaking;
        const bool broke = b.status == FrictionStatus::stick && a.status == FrictionStatus::slip;
        if (!ended && !left_band && !broke) continue;
        if (ended || left_band) {
            const SlipGradient g = slip_gradient(system_, gradients_, friction, before);
            const double slowing = contact::dot(g.acceleration, b.direction);
            RowVectorXd ds = RowVectorXd::Zero(phi_.cols());
            for (std::size_t k = 0; k < 2; ++k)
                ds += b.direction[k] * (g.along[k] * phi_.middleRows(n_, n_) + g.bend[k] * phi_.topRows(n_));
            if (changed == 0 || !rests) dt = -ds / slowing;
            rests = rests || ended;
        } else if (changed == 0 && friction.law->cone->static_coefficient != friction.law->cone->coefficient) {
            const auto [gradient, slope] = joint_->breaking(before, f, phi_);
            dt = -gradient / slope;
        }
        ++changed;
    }
    if (dt.size() == 0) return;
    if (rests) regular_ = false;
    jump(event, dt, rests ? push_to_rest(before, after) : Push{});
}

std::size_t Variation::side_around(std::size_t friction) const {
    const int contact = system_.frictions[friction].contact;
    return static_cast<std::size_t>(system_.contacts[static_cast<std::size_t>(contact)].first_side);
}

// Frictions that stick after the event or came to rest in it have zero slip velocity: v+ = v- - W (B W)^-1 B v-.
Variation::Push Variation::push_to_rest(const State& before, const State& after) const {
    std::vector<RowVectorXd> motions, bends;
    std::vector<Vector> forces;
    std::vector<double> accelerations, speeds;
    std::vector<Turning> turnings;
    for (std::size_t s = 0; s < after.sides.size(); ++s) {
        if (!after.sides[s].memory.closed || !gradients_.contact(s).law->rigid) continue;
        const SideGradient g = gradients_.at(s, before);
        motions.push_back(g.b);
        bends.push_back(g.bend);
        forces.push_back(g.w);
        accelerations.push_back(g.acceleration);
        speeds.push_back(before.sides[s].motion.rate);
        turnings.push_back(gradients_.turning(s, before));
    }
    for (std::size_t f = 0; f < after.frictions.size(); ++f) {
        const FrictionState& b = before.frictions[f];
        const FrictionState& a = after.frictions[f];
        if (a.status != FrictionStatus::stick && !came_to_rest(system_.frictions[f], b, a)) continue;
        const SlipGradient g = slip_gradient(system_, gradients_, system_.frictions[f], before);
        for (std::size_t k = 0; k < static_cast<std::size_t>(system_.frictions[f].directions); ++k) {
            motions.push_back(g.along[k]);
            bends.push_back(g.bend[k]);
            accelerations.push_back(g.acceleration[k]);
            speeds.push_back(b.velocity[k]);
            turnings.emplace_back();
            if (k == 0 && system_.frictions[f].around) turnings.back() = across(gradients_.turning(side_around(f), before));
            forces.emplace_back(Vector::Zero(n_));
            for (std::size_t l = 0; l < static_cast<std::size_t>(g.rows.count); ++l)
                forces.back() += g.rows.share[k][l] * gradients_.influence().col(g.rows.row[l]);
        }
    }
    const auto m = static_cast<Eigen::Index>(motions.size());
    Push out;
    out.B.resize(m, n_);
    out.bend.resize(m, n_);
    out.acceleration.resize(m);
    Matrix W(n_, m);
    for (Eigen::Index i = 0; i < m; ++i) {
        const auto at = static_cast<std::size_t>(i);
        out.B.row(i) = motions[at];
        out.bend.row(i) = bends[at];
        out.acceleration[i] = accelerations[at];
        W.col(i) = forces[at];
    }
    out.G = linalg::solve_square((out.B * W).transpose(), W.transpose()).transpose();
    // A slip that ends at the edge of a dead band takes an impulse P: v+ = v - W P with B W P = B v.
    const Vector P = linalg::solve_square(out.B * W, Matrix(Eigen::Map<const Vector>(speeds.data(), m)));
    const Vector pushes = W * P;
    for (Eigen::Index i = 0; i < m; ++i) {
        const Turning& turning = turnings[static_cast<std::size_t>(i)];
        if (turning.row.size() == 0) continue;
        const Vector turned = turning.w_tangent * P[i];
        Vector change = out.B * turned;
        change[i] += turning.tangent.dot(pushes);
        out.turns.push_back({turning.row, turning.rate, out.G * change - turned});
    }
    return out;
}

void Variation::finish(const State& end) {
    for (std::size_t s = 0; s < end.sides.size(); ++s) {
        if (rows_.compression(s) >= 0) phi_.row(rows_.compression(s)) = surface_of_side(end, s).place;
    }
}

}  // namespace jounce::nonlinear
