// Closed rigid stops in the iteration of a step: the rates that they hold, and the rounding of their forces.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/contact/contact_kernel.hpp"

namespace jounce::time {

const std::array<double, 2>& ContactKernel::normal_at(std::size_t row) const {
    const auto contact = static_cast<std::size_t>(row_contact_[row]);
    return sides_now_[static_cast<std::size_t>(system_->contacts[contact].first_side)].normal;
}

double ContactKernel::along_normal(std::size_t row, const Compliance& compliance) const {
    const auto& n = normal_at(row);
    const int i = static_cast<int>(row);
    return n[0] * (n[0] * compliance.v(i, i) + n[1] * compliance.v(i + 1, i)) +
           n[1] * (n[0] * compliance.v(i, i + 1) + n[1] * compliance.v(i + 1, i + 1));
}

void ContactKernel::drop_rounding(const Compliance& compliance) {
    const auto speed_of = [this](int row) {
        double speed = 0;
        for (int e = row_start_[row]; e < row_start_[row + 1]; ++e)
            speed += std::abs(row_coefficient_[static_cast<std::size_t>(e)] * from_->v[row_index_[static_cast<std::size_t>(e)]]);
        return speed;
    };
    for (const int i : active_) {
        const auto row = static_cast<std::size_t>(i);
        if (!rigid_row_[row] || row_first_[row] != i) continue;
        if (row_width_[row] == 1) {
            if (std::abs(force_[row]) * compliance.v(i, i) <= 64 * epsilon * speed_of(i)) force_[row] = 0;
            continue;
        }
        const auto& n = normal_at(row);
        const double push = n[0] * force_[row] + n[1] * force_[row + 1];
        if (std::abs(push) * along_normal(row, compliance) > 64 * epsilon * (speed_of(i) + speed_of(i + 1))) continue;
        for (std::size_t k = 0; k < 2; ++k) force_[row + k] -= push * n[k];
    }
    if (!friction_.empty()) friction_.drop_rounding(speed_of, compliance);
}

void ContactKernel::hold_on_circles(const Compliance& compliance) {
    const int m = static_cast<int>(active_.size());
    for (int a = 0; a < m; ++a) {
        const int first = active_[static_cast<std::size_t>(a)];
        const auto row = static_cast<std::size_t>(first);
        if (!rigid_row_[row] || row_width_[row] == 1 || row_first_[row] != first) continue;
        const auto side = static_cast<std::size_t>(system_->contacts[static_cast<std::size_t>(row_contact_[row])].first_side);
        const auto& n = sides_now_[side].normal;
        const double radius = radius_[side];
        const auto along = [&n](double x, double y) { return n[0] * x + n[1] * y; };
        const auto across = [&n](double x, double y) { return n[0] * y - n[1] * x; };
        const double push = along(force_[row], force_[row + 1]);
        const double passing = across(v_[row], v_[row + 1]);
        const bool sticks = !friction_.empty() && friction_.sticks_around(row_contact_[row]);
        const double scale = 1 / along_normal(row, compliance);
        const auto at = static_cast<std::size_t>(a);
        if (!sticks) residual_[at + 1] = across(residual_[at], residual_[at + 1]);
        residual_[at] = scale * along(v_[row], v_[row + 1]);
        for (int b = 0; b < m; ++b) {
            const int j = active_[static_cast<std::size_t>(b)];
            double& normal = jacobian_.data()[a + static_cast<std::ptrdiff_t>(b) * m];
            double& tangential = *(&normal + 1);
            // Rotation of the normal with -df_j.
            const double turn = across(compliance.x(first, j), compliance.x(first + 1, j)) / radius;
            if (!sticks) tangential = across(normal, tangential) + push * turn;
            normal = scale * (along(compliance.v(first, j), compliance.v(first + 1, j)) + passing * turn);
        }
    }
}

}  // namespace jounce::time
