// Closed rigid stops in the iteration of a step: the rates that they hold, and the rounding of their forces.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
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

double ContactKernel::speed_before(int row) const {
    double speed = 0;
    for (int e = row_start_[row]; e < row_start_[row + 1]; ++e)
        speed += std::abs(row_coefficient_[static_cast<std::size_t>(e)] * from_->v[row_index_[static_cast<std::size_t>(e)]]);
    return speed;
}

void ContactKernel::drop_rounding(const Compliance& compliance) {
    const auto speed_of = [this](int row) { return speed_before(row); };
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

double ContactKernel::pushing_sign(std::size_t row) const {
    const Contact& contact = system_->contacts[static_cast<std::size_t>(row_contact_[row])];
    for (int s = 0; s < contact.gap.sides(); ++s) {
        if (const auto side = static_cast<std::size_t>(contact.first_side + s); held_[side]) return sign_of(side);
    }
    return 1;
}

void ContactKernel::collect_stops(const Compliance& compliance) {
    const auto first_of_stop = [this](int i) {
        return rigid_row_[static_cast<std::size_t>(i)] && row_first_[static_cast<std::size_t>(i)] == i;
    };
    const auto closed = std::ranges::count_if(active_, first_of_stop);
    stops_.begin(v_free_.data(), speeds_.data(), compliance);
    if (closed == 0 || (closed == 1 && friction_.empty())) return;
    for (int i = 0; i < rows_; ++i) speeds_[static_cast<std::size_t>(i)] = speed_before(i);
    for (const int i : active_) {
        if (!first_of_stop(i)) continue;
        const auto row = static_cast<std::size_t>(i);
        if (row_width_[row] == 1) {
            stops_.add({{i}, {pushing_sign(row)}, 1});
        } else {
            const auto& n = normal_at(row);
            stops_.add({{i, i + 1}, {n[0], n[1]}, 2});
        }
    }
}

void ContactKernel::share_among_stops() {
    const auto m = static_cast<std::ptrdiff_t>(active_.size());
    const auto place = [this](int row) { return std::ranges::find(active_, row) - active_.begin(); };
    for (std::size_t d = 0; d < stops_.dependent().size(); ++d) {
        const DependentStops::Rate& stop = stops_.dependent()[d];
        const auto a = place(stop.row[0]);
        double* entry = jacobian_.data() + a;
        for (std::ptrdiff_t b = 0; b < m; ++b) entry[b * m] = 0;
        double& residual = residual_[static_cast<std::size_t>(a)];
        residual = 0;
        const auto add = [&](const DependentStops::Rate& of, double part) {
            residual -= part * DependentStops::along(of, force_.data());
            for (std::size_t l = 0; l < static_cast<std::size_t>(of.count); ++l)
                entry[place(of.row[l]) * m] += part * of.share[l];
        };
        add(stop, 1);
        for (std::size_t s = 0; s < stops_.independent().size(); ++s) add(stops_.independent()[s], -stops_.coefficient(d, s));
    }
}

}  // namespace jounce::time
