// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/joint_flow.hpp"

#include <algorithm>
#include <cmath>

#include "contact/response.hpp"
#include "linalg/dense.hpp"
#include "nonlinear/orbits/law_derivative.hpp"
#include "system/state/gap_rows.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;

JointFlow::JointFlow(const System& system, const SideGradients& gradients, Eigen::Index columns)
    : system_(system),
      gradients_(gradients),
      flow_(system),
      n_(system.size()),
      rows_(2 * n_ + system.sides),
      columns_(columns),
      motion_(flow_.motion_size()),
      diagonal_(time::ModalFlight::applies(system.linear)),
      fill_(flow_.size()),
      force_(columns) {
    if (diagonal_) {
        k_ = Matrix(system.linear.K).diagonal();
        c_ = Matrix(system.linear.C).diagonal();
        damping_trace_ = -c_.sum();
    } else {
        const Matrix M = Matrix(system.linear.M);
        MK_ = linalg::solve_square(M, Matrix(system.linear.K));
        MC_ = linalg::solve_square(M, Matrix(system.linear.C));
        damping_trace_ = -MC_.trace();
    }
}

void JointFlow::begin(const State& from, double end) {
    flow_.begin(from, end);
    frozen_ = false;
    std::vector<std::size_t> held;
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        if (from.sides[s].memory.closed && gradients_.contact(s).law->rigid) held.push_back(s);
    }
    held_.resize(static_cast<Eigen::Index>(held.size()), n_);
    if (held.empty()) return;
    Matrix W(n_, held_.rows());
    for (std::size_t i = 0; i < held.size(); ++i) {
        held_.row(static_cast<Eigen::Index>(i)) = gradients_.rows().row(gradients_.contact(held[i]).first_row);
        W.col(static_cast<Eigen::Index>(i)) = gradients_.influence().col(gradients_.contact(held[i]).first_row);
    }
    push_ = linalg::solve_square((held_ * W).transpose(), W.transpose()).transpose();
    local_.resize(held_.rows(), columns_);
}

void JointFlow::fill(const State& from, const Matrix& phi, double* y) {
    flow_.fill(from, fill_.data());
    std::copy_n(fill_.data(), motion_, y);
    std::copy_n(phi.data(), phi.size(), y + motion_);
    y[size() - 1] = 0;
}

void JointFlow::rate(const double* y, double* dy, bool) {
    flow_.rate(y, dy, false);
    const Eigen::Map<const Matrix> phi(y + motion_, rows_, columns_);
    Eigen::Map<Matrix> out(dy + motion_, rows_, columns_);
    double trace = damping_trace_;
    out.topRows(n_) = phi.middleRows(n_, n_);
    auto speed = out.middleRows(n_, n_);
    if (diagonal_) {
        for (Eigen::Index j = 0; j < columns_; ++j)
            speed.col(j) = -(k_.cwiseProduct(phi.col(j).head(n_)) + c_.cwiseProduct(phi.col(j).segment(n_, n_)));
    } else {
        speed.noalias() = -MK_ * phi.topRows(n_);
        speed.noalias() -= MC_ * phi.middleRows(n_, n_);
    }
    out.bottomRows(rows_ - 2 * n_).setZero();
    const State& at = flow_.at();
    const Matrix& B = gradients_.rows();
    const Matrix& W = gradients_.influence();
    for (std::size_t s = 0; s < at.sides.size(); ++s) {
        const SideState& side = at.sides[s];
        const Contact& contact = gradients_.contact(s);
        if (!side.memory.closed || contact.law->rigid) continue;
        const LocalMotion local = local_motion(system_, contact, at.time, at.q.data(), at.v.data());
        const contact::SideMotion motion = side_motion(contact.gap, gradients_.within(s), local.x, local.v);
        contact::LocalForce force;
        add_side_force(contact.gap, motion, side.response, local.v, force);
        const double by_speed = by_impact_speed(*contact.law, side.motion, side.memory);
        if (by_speed != 0) frozen_ = true;
        const int rows = contact.gap.coordinates();
        for (int i = 0; i < rows; ++i) {
            force_ = motion.normal[static_cast<std::size_t>(i)] * by_speed * phi.row(2 * n_ + static_cast<Eigen::Index>(s));
            for (int j = 0; j < rows; ++j) {
                const auto entry = static_cast<std::size_t>(rows * i + j);
                force_.noalias() += force.stiffness[entry] * (B.row(contact.first_row + j) * phi.topRows(n_));
                force_.noalias() += force.damping[entry] * (B.row(contact.first_row + j) * phi.middleRows(n_, n_));
                trace -= force.damping[entry] * B.row(contact.first_row + j).dot(W.col(contact.first_row + i));
            }
            speed.noalias() -= W.col(contact.first_row + i) * force_;
        }
    }
    if (held_.rows() > 0) {
        local_.noalias() = held_ * speed;
        speed.noalias() -= push_ * local_;
    }
    dy[size() - 1] = trace;
}

}  // namespace jounce::nonlinear
