// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/variation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/limits.hpp"
#include "contact/status.hpp"
#include "linalg/dense.hpp"
#include "linalg/exponential.hpp"
#include "nonlinear/orbits/joint_flow.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/exact/modal_transfer.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;
using linalg::Matrix;
using linalg::Vector;
using time::Switch;

/// Steps of the state and of Phi together, where contacts, held stops and frictions act.
class Variation::Joint {
  public:
    Joint(const System& system, const SideGradients& gradients, Eigen::Index columns, double rate)
        : flow_(system, gradients, columns),
          steps_(flow_.size(), flow_.leading()),
          n_(system.size()),
          rows_(2 * n_ + system.sides),
          columns_(columns),
          rate_(rate),
          column_size_(columns),
          y_(flow_.size()),
          dy_(flow_.size()),
          increment_(flow_.size()) {}

    /// Takes Phi over a step of the march. \returns the integral of tr J
    double over(const State& before, const State& after, double tolerance, Matrix& phi) {
        const double length = after.time - before.time;
        flow_.begin(before, after.time);
        flow_.fill(before, phi, y_.data());
        flow_.rate(y_.data(), dy_.data(), true);
        double done = 0;
        double h = next_ > 0 ? std::min(next_, length) : length;
        for (int trial = 0; done < length; ++trial) {
            find_sizes();
            const auto error = [&](const double* increment, const double* change) {
                return excess(h, tolerance, increment, change);
            };
            const auto result = steps_.step(flow_, error, y_.data(), dy_.data(), h, increment_.data());
            if (result.converged) {
                for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += increment_[i];
                done = h >= length - done ? length : done + h;
                if (done < length) flow_.rate(y_.data(), dy_.data(), true);
            } else if (trial > 100000 || !(result.next > 32 * epsilon * std::max(std::abs(before.time), length))) {
                throw computation_failed("orbit: the variational equation asks for vanishing steps");
            }
            next_ = result.next;
            h = std::min(next_, length - done);
        }
        phi = Eigen::Map<const Matrix>(&y_[flow_.motion_size()], rows_, columns_);
        return y_.back();
    }
    [[nodiscard]] bool frozen() const { return flow_.frozen(); }
    /// Forgets the size of the last step: the same run gives the same bits.
    void forget() { next_ = 0; }

  private:
    void find_sizes() {
        const Eigen::Map<const Matrix> phi(&y_[flow_.motion_size()], rows_, columns_);
        for (Eigen::Index j = 0; j < columns_; ++j)
            column_size_[j] =
                std::max(phi.col(j).head(n_).cwiseAbs().maxCoeff(), phi.col(j).tail(rows_ - n_).cwiseAbs().maxCoeff() / rate_) +
                std::numeric_limits<double>::min();
        fast_ = std::numeric_limits<double>::min();
        for (Eigen::Index i = 0; i < n_; ++i) fast_ = std::max(fast_, std::abs(y_[static_cast<std::size_t>(1 + n_ + i)]));
        pushed_ = 0;
        for (Eigen::Index i = 0; i < n_; ++i) pushed_ = std::max(pushed_, std::abs(dy_[static_cast<std::size_t>(1 + n_ + i)]));
    }
    /// A change of the increment in units of what is allowed.
    double excess(double h, double tolerance, const double* increment, const double* change) const {
        double largest = 0;
        const double speed = tolerance * (fast_ + pushed_ * h) + 8 * epsilon * pushed_ * h;
        for (Eigen::Index i = 0; i < n_; ++i) {
            const auto q = static_cast<std::size_t>(1 + i), v = static_cast<std::size_t>(1 + n_ + i);
            if (!std::isfinite(increment[v]) || !std::isfinite(change[v])) return infinite;
            largest = std::max(largest, std::abs(change[q]) / (speed * h + 4 * epsilon * std::abs(y_[q])));
            largest = std::max(largest, std::abs(change[v]) / (speed + 4 * epsilon * std::abs(y_[v])));
        }
        const Eigen::Map<const Matrix> error(change + flow_.motion_size(), rows_, columns_);
        for (Eigen::Index j = 0; j < columns_; ++j) {
            const double size =
                std::max(error.col(j).head(n_).cwiseAbs().maxCoeff(), error.col(j).segment(n_, n_).cwiseAbs().maxCoeff() / rate_);
            if (!std::isfinite(size)) return infinite;
            largest = std::max(largest, size / (tolerance * column_size_[j]));
        }
        return largest;
    }

    JointFlow flow_;
    time::DormandPrince steps_;
    Eigen::Index n_, rows_, columns_;
    double rate_, next_ = 0, fast_ = 0, pushed_ = 0;
    Vector column_size_;
    std::vector<double> y_, dy_, increment_;
};

Variation::Variation(const System& system, double tolerance, double rate)
    : system_(system),
      tolerance_(tolerance),
      rate_(rate),
      n_(system.size()),
      sides_(system.sides),
      gradients_(system),
      diagonal_(time::ModalFlight::applies(system.linear)) {
    if (diagonal_) {
        c_ = Matrix(system.linear.C).diagonal();
        k_ = Matrix(system.linear.K).diagonal();
        damping_trace_ = -c_.sum();
    } else {
        damping_trace_ = -linalg::solve_square(Matrix(system.linear.M), Matrix(system.linear.C)).trace();
    }
}

Variation::~Variation() = default;

void Variation::begin(const System&, const State&) {
    phi_ = Matrix::Zero(2 * n_ + sides_, start_.cols());
    phi_.topRows(2 * n_) = start_;
    corner_ = false;
    regular_ = true;
    log_determinant_ = 0;
    if (joint_) joint_->forget();
    if (!joint_) joint_ = std::make_unique<Joint>(system_, gradients_, start_.cols(), rate_);
}

void Variation::accepted(const time::AcceptedStep& step) {
    const double h = step.after.time - step.before.time;
    if (!(h > 0)) return;
    const bool touching = std::ranges::any_of(step.before.sides, [](const SideState& side) { return side.memory.closed; });
    const auto acts = [](const Friction& friction) { return friction.contact < 0; };
    if (touching || std::ranges::any_of(system_.frictions, acts)) {
        log_determinant_ += joint_->over(step.before, step.after, tolerance_, phi_);
        if (joint_->frozen()) regular_ = false;
    } else {
        fly(h);
        log_determinant_ += damping_trace_ * h;
    }
}

// Linear motion: Phi(t + h) = e^(A h) Phi(t), mode by mode where they are uncoupled.
void Variation::fly(double h) {
    auto q = phi_.topRows(n_);
    auto v = phi_.middleRows(n_, n_);
    if (diagonal_) {
        for (Eigen::Index i = 0; i < n_; ++i) {
            const time::ModeTransfer t = time::mode_transfer(c_[i], k_[i], h);
            for (Eigen::Index j = 0; j < phi_.cols(); ++j) {
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

void Variation::shift(const Vector& place, const Vector& speed, const RowVectorXd& dt) {
    phi_.topRows(n_) += place * dt;
    phi_.middleRows(n_, n_) += speed * dt;
}

void Variation::switched(const time::SwitchedState& event) {
    int begun = 0;
    bool rigid = false;
    for (const Switch& w : event.switches) {
        const contact::Law& law = *gradients_.contact(static_cast<std::size_t>(w.side)).law;
        const bool open_before = !event.before.sides[static_cast<std::size_t>(w.side)].memory.closed;
        if (open_before && w.what != Switch::What::opened) ++begun;
        rigid = rigid || (law.rigid && w.impulse > 0);
    }
    if (begun > 1) corner_ = true;
    if (rigid) strike(event);
    for (const Switch& w : event.switches) {
        const auto side = static_cast<std::size_t>(w.side);
        if (gradients_.contact(side).law->rigid) continue;
        if (w.what == Switch::What::closed) begin_contact(event, side);
        if (w.what == Switch::What::opened) end_contact(event, side);
    }
}

// Impulses of rigid stops with the rows B of those that pushed: v+ = v- - G B v-, G = W (B W)^-1 (1 + e);
//     dq+ = dq + (v- - v+) dt,   dv+ = dv - G B dv + (a- - G d2(delta)/dt2 - a+) dt,   dt = -b dq / (b v-).
void Variation::strike(const time::SwitchedState& event) {
    std::vector<std::size_t> pushed;
    std::size_t first = 0;
    double fastest = 0;
    for (const Switch& w : event.switches) {
        const auto side = static_cast<std::size_t>(w.side);
        if (!gradients_.contact(side).law->rigid || !(w.impulse > 0)) continue;
        pushed.push_back(side);
        const SideState& before = event.before.sides[side];
        if (!before.memory.closed && before.motion.rate > fastest) {
            fastest = before.motion.rate;
            first = side;
        }
    }
    if (!(fastest > 0)) return;
    const auto m = static_cast<Eigen::Index>(pushed.size());
    Matrix B(m, n_), W(n_, m);
    Vector restitution(m), acceleration(m);
    for (Eigen::Index i = 0; i < m; ++i) {
        const std::size_t side = pushed[static_cast<std::size_t>(i)];
        const SideGradient g = gradients_.at(side, event.before);
        const contact::Law& law = *gradients_.contact(side).law;
        B.row(i) = g.b;
        W.col(i) = g.w;
        acceleration[i] = g.acceleration;
        const double rate = event.before.sides[side].motion.rate;
        restitution[i] = rate >= law.minimum_speed ? law.restitution_asked.value_or(1) : 0;
    }
    const Matrix G = W * linalg::solve_square(B * W, Matrix((1 + restitution.array()).matrix().asDiagonal()));
    const SideGradient trigger = gradients_.at(first, event.before);
    const RowVectorXd dt = -(trigger.b * phi_.topRows(n_)) / fastest;
    phi_.middleRows(n_, n_) -= (G * (B * phi_.middleRows(n_, n_))).eval();
    shift(event.before.v - event.after.v, event.before.a - G * acceleration - event.after.a, dt);
    if (m == 1 && restitution[0] > 0 && !event.after.sides[first].memory.closed) {
        log_determinant_ += 2 * std::log(restitution[0]);
    } else {
        regular_ = false;
    }
}

void Variation::begin_contact(const time::SwitchedState& event, std::size_t side) {
    const SideState& before = event.before.sides[side];
    const contact::Law& law = *gradients_.contact(side).law;
    const SideGradient g = gradients_.at(side, event.before);
    const contact::Motion above = above_surface(law, before.motion, before.memory, event.before.time);
    const Eigen::Index v0 = 2 * n_ + static_cast<Eigen::Index>(side);
    const auto place = [&] { return RowVectorXd(g.b * phi_.topRows(n_)); };
    const auto rate = [&] { return RowVectorXd(g.b * phi_.middleRows(n_, n_) + g.bend * phi_.topRows(n_)); };
    const double touching = 1e-9 * (std::abs(gradients_.contact(side).gap.clearance) + std::abs(before.motion.rate) / rate_);
    RowVectorXd dt;
    if (std::abs(above.indentation) <= touching) {
        dt = -place() / above.rate;
        shift(Vector::Zero(n_), event.before.a - event.after.a, dt);
    } else {
        // The force rises through zero: it is continuous, and only v0 knows when.
        if (!(above.rate > 0)) return;
        const contact::Response r = closed_response(law, before.motion, before.memory);
        dt = -(r.stiffness * place() + r.damping * rate()) / (r.stiffness * before.motion.rate + r.damping * g.acceleration);
    }
    if (above.rate > 0) phi_.row(v0) = rate() + g.acceleration * dt;
}

void Variation::end_contact(const time::SwitchedState& event, std::size_t side) {
    const SideState& before = event.before.sides[side];
    // A force that falls through zero is continuous: S = 1.
    if (opens_by_force(*gradients_.contact(side).law)) return;
    const SideGradient g = gradients_.at(side, event.before);
    const RowVectorXd dt = -(g.b * phi_.topRows(n_)) / before.motion.rate;
    shift(Vector::Zero(n_), event.before.a - event.after.a, dt);
}

}  // namespace jounce::nonlinear
