// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/side_gradient.hpp"

#include <utility>

#include "contact/response/gap.hpp"
#include "system/state/gap_rows.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::nonlinear {

SideGradients::SideGradients(const System& system) : system_(system) {
    for (const Contact& contact : system.contacts)
        contact_.insert(contact_.end(), static_cast<std::size_t>(contact.gap.sides()), &contact);
    linalg::Matrix transposed = transposed_rows(system);
    B_ = transposed.transpose();
    if (transposed.cols() > 0) time::LinearKernel(system.linear).factor(1, 0, 0).solve_in_place(transposed);
    W_ = std::move(transposed);
}

SideGradient SideGradients::at(std::size_t side, const State& state) const {
    const Contact& contact = *contact_[side];
    const LocalMotion local = local_motion(system_, contact, state.time, state.q.data(), state.v.data());
    const contact::SideMotion motion = side_motion(contact.gap, within(side), local.x, local.v);
    SideGradient out;
    out.b = Eigen::RowVectorXd::Zero(B_.cols());
    out.bend = out.b;
    out.w = linalg::Vector::Zero(W_.rows());
    double speed = 0;  // squared
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const int row = contact.first_row + i;
        const double n_i = motion.normal[static_cast<std::size_t>(i)];
        out.b += n_i * B_.row(row);
        out.w += n_i * W_.col(row);
        // dn = (1 - n n') dx / r
        if (motion.radius > 0) out.bend += (local.v[i] - n_i * motion.motion.rate) / motion.radius * B_.row(row);
        speed += local.v[i] * local.v[i];
        out.acceleration += n_i * local_acceleration(row, state);
    }
    if (motion.radius > 0) out.acceleration += (speed - motion.motion.rate * motion.motion.rate) / motion.radius;
    return out;
}

double SideGradients::local_acceleration(int row, const State& state) const {
    double out = B_.row(row).dot(state.a);
    const SparseRow& of = system_.rows[static_cast<std::size_t>(row)];
    for (std::size_t j = 0; j < of.prescribed.size(); ++j) {
        out += of.prescribed_coefficient[j] *
               system_.recovery.prescribed[static_cast<std::size_t>(of.prescribed[j])].signal->sample(state.time).second;
    }
    return out;
}

Turning across(Turning turning) {
    std::swap(turning.normal, turning.tangent);
    std::swap(turning.w_normal, turning.w_tangent);
    turning.tangent = -turning.tangent;
    turning.w_tangent = -turning.w_tangent;
    return turning;
}

Turning SideGradients::turning(std::size_t side, const State& state) const {
    const Contact& contact = *contact_[side];
    if (contact.gap.shape != contact::GapShape::circular) return {};
    const LocalMotion local = local_motion(system_, contact, state.time, state.q.data(), state.v.data());
    const contact::SideMotion motion = side_motion(contact.gap, within(side), local.x, local.v);
    if (!(motion.radius > 0)) return {};
    const int row = contact.first_row;
    const auto [x, y] = motion.normal;
    Turning out;
    out.radius = motion.radius;
    out.normal = x * B_.row(row) + y * B_.row(row + 1);
    out.tangent = x * B_.row(row + 1) - y * B_.row(row);
    out.w_normal = x * W_.col(row) + y * W_.col(row + 1);
    out.w_tangent = x * W_.col(row + 1) - y * W_.col(row);
    out.row = out.tangent / motion.radius;
    out.rate = (x * local.v[1] - y * local.v[0]) / motion.radius;
    const double first = local_acceleration(row, state), second = local_acceleration(row + 1, state);
    out.along = x * first + y * second;
    out.across = x * second - y * first;
    return out;
}

}  // namespace jounce::nonlinear
