// The mass matrix of a System with joints (constant except for flexible bodies), and the joint equations in its metric.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "linalg/dense/small_cholesky.hpp"
#include "system/mechanism/singular_configuration.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

int MechanismDynamics::bent_too_far() const {
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        if (!(motion_.inertia(l).reduced > 0)) return static_cast<int>(l);
    }
    return -1;
}

void MechanismDynamics::require_small_deformation() const {
    if (const int link = bent_too_far(); link >= 0) {
        throw computation_failed(
            fmt::format("model '{}': the deformation of '{}' at t = {} s is too large for the small-deformation theory",
                        system_->name, mechanism_->links[static_cast<std::size_t>(link)].name, motion_.time()));
    }
}

void MechanismDynamics::add_velocity_forces(double* r) const {
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        const bodies::FlexibleBody& body = *link.body;
        const double rate = motion_.frame(link.frame).rate;
        const Vector& eta_rate = motion_.mode_rates(l);
        const bodies::FlexibleInertia& inertia = motion_.inertia(l);
        r[link.axes[2]] += inertia.velocity_torque(rate, eta_rate.data());
        for (std::size_t j = 0; j < link.modes.size(); ++j)
            r[link.modes[j]] += inertia.velocity_force(body, rate, eta_rate.data(), static_cast<int>(j));
    }
}

void MechanismDynamics::add_link_derivatives(const Vector& a, Matrix& stiffness, Matrix& damping, Matrix& mass) {
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        const bodies::FlexibleInertia& inertia = motion_.inertia(l);
        const int turn = link.places.front();
        mass(turn, turn) += inertia.moment - link.body->inertia;
        for (std::size_t j = 0; j < link.modes.size(); ++j) {
            const auto at = static_cast<Eigen::Index>(j);
            change_[at] = a[link.modes[j]];
            mass(turn, link.places[1 + j]) += inertia.coupling[at];
            mass(link.places[1 + j], turn) += inertia.coupling[at];
        }
        inertia.add_tangents(*link.body, motion_.frame(link.frame).rate, motion_.mode_rates(l).data(), a[link.axes[2]],
                             change_.data(), link.places.data(), stiffness, damping);
    }
}

double* MechanismDynamics::answer_of_link(std::size_t l, const double* over) {
    const FlexibleLink& link = mechanism_->links[l];
    double* out = answer_.data();
    for (const int at : link.places) *out++ = over[at];
    motion_.inertia(l).solve(*link.body, answer_[0], answer_.data() + 1);
    return answer_.data();
}

bool MechanismDynamics::factor_joints(bool trial) {
    const MechanismMotion::Jacobian& J = motion_.jacobian();
    if (!diagonal_) scaled_.noalias() = J * inertance_;
    for (int i = 0; i < m_; ++i) {
        const double* over = J.data() + i * c_;
        double* row = scaled_.data() + i * c_;
        if (diagonal_) {
            for (int c = 0; c < c_; ++c) row[c] = weights_[c] * over[c];
        }
        for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
            const double* answer = answer_of_link(l, over);
            for (const int at : mechanism_->links[l].places) row[at] = *answer++;
        }
        for (int j = 0; j <= i; ++j) joints_(i, j) = linalg::small_dot(c_, row, J.data() + j * c_);
    }
    independence_ = linalg::factor_small_spd(m_, joints_.data());
    if (independence_ == 0) {
        if (trial) return false;
        const std::string dead = dead_point(*system_, motion_);
        throw computation_failed(
            !dead.empty() ? dead
                          : fmt::format("model '{}': the joint equations have no solution at t = {} s: the mechanism passed "
                                        "a dead point, or the step is too long",
                                        system_->name, motion_.time()));
    }
    return true;
}

double MechanismDynamics::independence_at(const double* q, const double* v) {
    if (m_ == 0) return 1;
    motion_.move(q, v);
    motion_.constrain();
    (void)factor_joints(true);
    return independence_;
}

void MechanismDynamics::take_joint_forces(const double* lambda, double* out) {
    reduced_.setZero();
    for (int i = 0; i < m_; ++i) {
        const double* row = motion_.jacobian().data() + i * c_;
        for (int c = 0; c < c_; ++c) reduced_[c] += lambda[i] * row[c];
    }
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        const double* answer = answer_of_link(l, reduced_.data());
        for (const int at : link.places) {
            out[motion_.coordinate()[static_cast<std::size_t>(at)]] -= *answer++;
            reduced_[at] = 0;
        }
    }
    if (diagonal_) {
        for (int c = 0; c < c_; ++c) out[motion_.coordinate()[static_cast<std::size_t>(c)]] -= weights_[c] * reduced_[c];
        return;
    }
    Eigen::Map<Vector>(out, n_).noalias() -= influence_ * reduced_;
}

void MechanismDynamics::solve_mass(double* x) {
    if (!diagonal_) {
        mass_.solve_in_place(x);
    } else {
        for (int i = 0; i < n_; ++i) x[i] *= inverse_[i];
    }
    // The constant part of a flexible body is diagonal and decoupled: it is undone, and the whole inertia is solved.
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        const int k = link.body->modes();
        double turn = x[link.axes[2]] * link.body->inertia;
        for (int j = 0; j < k; ++j) answer_[j] = x[link.modes[static_cast<std::size_t>(j)]] * link.body->modal_mass[j];
        motion_.inertia(l).solve(*link.body, turn, answer_.data());
        x[link.axes[2]] = turn;
        for (int j = 0; j < k; ++j) x[link.modes[static_cast<std::size_t>(j)]] = answer_[j];
    }
}

void MechanismDynamics::multiply_mass(const double* x, double scale, double* out) const {
    for (std::size_t l = 0; l < mechanism_->links.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        const bodies::FlexibleInertia& inertia = motion_.inertia(l);
        const int turn = link.axes[2];
        out[turn] += scale * (inertia.moment - link.body->inertia) * x[turn];
        for (std::size_t j = 0; j < link.modes.size(); ++j) {
            const double share = scale * inertia.coupling[static_cast<Eigen::Index>(j)];
            out[turn] += share * x[link.modes[j]];
            out[link.modes[j]] += share * x[turn];
        }
    }
    if (diagonal_) {
        for (int i = 0; i < n_; ++i) out[i] += scale * x[i] / inverse_[i];
        return;
    }
    Eigen::Map<Vector>(out, n_).noalias() += scale * (system_->linear.M * Eigen::Map<const Vector>(x, n_));
}

}  // namespace jounce::time
