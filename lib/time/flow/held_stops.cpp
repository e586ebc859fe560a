// Rigid stops that hold while other contacts are integrated: the multipliers that keep them closed.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "linalg/small_lu.hpp"
#include "time/flow/contact_flow.hpp"

namespace jounce::time {

void ContactFlow::hold_rigid_stops() {
    // The multipliers that leave no acceleration into or out of a stop that holds.
    const std::size_t m = rigid_.size();
    for (const std::size_t j : rigid_) {
        Side& side = sides_[held_[j].side];
        side.motion = side_motion(side.contact->gap, side.number, &x_[side.row], &xv_[side.row]);
    }
    for (std::size_t i = 0; i < m; ++i) {
        const Side& to = sides_[held_[rigid_[i]].side];
        right_[i] = side_acceleration(held_[rigid_[i]].side);
        for (std::size_t j = 0; j < m; ++j) {
            const Side& of = sides_[held_[rigid_[j]].side];
            double sum = 0;
            for (int a = 0; a < to.contact->gap.coordinates(); ++a) {
                for (int b = 0; b < of.contact->gap.coordinates(); ++b) {
                    sum += to.motion.normal[static_cast<std::size_t>(a)] * of.motion.normal[static_cast<std::size_t>(b)] *
                           compliance_(static_cast<Eigen::Index>(to.row) + a, static_cast<Eigen::Index>(of.row) + b);
                }
            }
            small_[j * m + i] = sum;
        }
    }
    if (!linalg::solve_small_system(static_cast<int>(m), small_.data(), pivots_.data(), right_.data())) return;
    double push = 0;
    for (std::size_t i = 0; i < m; ++i) {
        Closed& held = held_[rigid_[i]];
        const Side& side = sides_[held.side];
        held.multiplier = right_[i];
        largest_force_ = std::max(largest_force_, std::abs(held.multiplier));
        push += std::abs(held.multiplier) * row_size_[held.row];
        if (held.multiplier < -1e-9 * largest_force_) pulled_ = true;
        for (int a = 0; a < side.contact->gap.coordinates(); ++a) {
            const double f = held.multiplier * side.motion.normal[static_cast<std::size_t>(a)];
            const auto column = influence_.col(static_cast<Eigen::Index>(side.row) + a);
            for (std::size_t k = 0; k < n_; ++k) a_[k] -= f * column[static_cast<Eigen::Index>(k)];
        }
    }
    push_ = std::max(push_, push);
}

}  // namespace jounce::time
