// Bristles in a step of collocation: their deflections at the nodes and between them.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "linalg/dense/small_lu.hpp"
#include "time/adaptive/collocation.hpp"

namespace jounce::time {

namespace {
constexpr double least_bristle = 1e-12, least_slip = 1e-12;  // [m], [m/s]: of differences about zero
}  // namespace

// z(i) = z_0 + h sum_j a_ij g(s(j), z(j)) by Newton's method, g = dz/dt; g and the force by differences in z, in which they are
// linear for the bristles of LuGre. From it (1 - h a g_z) dz = h a g_s ds, and dT = T_s ds + T_z dz.
void Collocation::bend(std::size_t number, double h) {
    Resistance& item = resistances_[number];
    auto& at = resisting_[number];
    const contact::FrictionLaw& law = *item.friction->law;
    NodeValues rate{}, by_bristle{}, by_slip{};
    Square matrix{};
    std::array<int, nodes> pivots{};
    const auto answer = [&](std::size_t i, double slip, double z) {
        return law.evaluate({slip, 0}, at[i].press.force, {{z, 0}, {}, 0});
    };
    const auto step_of = [](double x, double share, double least) { return std::max(share * std::abs(x), least); };
    const auto factor = [&] {
        for (std::size_t j = 0; j < nodes; ++j) {
            for (std::size_t i = 0; i < nodes; ++i)
                matrix[i + j * nodes] = (i == j ? 1.0 : 0.0) - h * table_.a[i][j] * by_bristle[j];
        }
        return linalg::factor_small(static_cast<int>(nodes), matrix.data(), pivots.data());
    };
    for (int pass = 0; pass < 3; ++pass) {
        for (std::size_t i = 0; i < nodes; ++i) {
            const double z = item.bristle[i], step = step_of(z, 1, least_bristle);
            rate[i] = answer(i, at[i].slip[0], z).bristle_rate[0];
            by_bristle[i] = (answer(i, at[i].slip[0], z + step).bristle_rate[0] - rate[i]) / step;
        }
        if (!factor()) {
            bent_ = false;
            return;
        }
        NodeValues change{};
        double largest = 0, size = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            change[i] = item.begin.bristle[0] - item.bristle[i];
            for (std::size_t j = 0; j < nodes; ++j) change[i] += h * table_.a[i][j] * rate[j];
        }
        linalg::solve_small(static_cast<int>(nodes), matrix.data(), pivots.data(), change.data());
        for (std::size_t i = 0; i < nodes; ++i) {
            item.bristle[i] += change[i];
            largest = std::max(largest, std::abs(change[i]));
            size = std::max(size, std::abs(item.bristle[i]));
        }
        if (largest <= 1e-14 * size) break;
    }
    Square& slope = slope_[number];
    for (std::size_t j = 0; j < nodes; ++j) {
        const double s = at[j].slip[0], z = item.bristle[j], step = step_of(s, 1e-6, least_slip);
        by_slip[j] = (answer(j, s + step, z).bristle_rate[0] - answer(j, s - step, z).bristle_rate[0]) / (2 * step);
    }
    for (std::size_t j = 0; j < nodes; ++j) {
        NodeValues column{};
        for (std::size_t i = 0; i < nodes; ++i) column[i] = h * table_.a[i][j] * by_slip[j];
        linalg::solve_small(static_cast<int>(nodes), matrix.data(), pivots.data(), column.data());
        std::copy(column.begin(), column.end(), &slope[j * nodes]);
    }
    for (std::size_t i = 0; i < nodes; ++i) {
        const double s = at[i].slip[0], z = item.bristle[i], step = step_of(z, 1, least_bristle);
        const contact::FrictionResponse here = answer(i, s, z);
        const double force_by_bristle = (answer(i, s, z + step).force[0] - here.force[0]) / step;
        for (std::size_t j = 0; j < nodes; ++j) slope[i + j * nodes] *= force_by_bristle;
        slope[i + i * nodes] += here.damping[0];
        at[i].bristle = z;
    }
    evaluations_ += static_cast<int>(5 * nodes);
}

double Collocation::bristle(const Resistance& item, double s) const {
    if (!item.friction->law->has_bristle) return 0;
    const double x = s / length_;
    double sum = 0;
    for (std::size_t j = 0; j < nodes; ++j) {
        double weight = 0;
        for (std::size_t k = nodes; k-- > 0;) weight = weight * x + table_.within[j][k];
        sum += weight * x * (item.bristle[j] - item.begin.bristle[0]);
    }
    return item.begin.bristle[0] + sum;
}

double Collocation::bristle_defect(const Resistance& item, double s) const {
    const double x = s / length_;
    double rate = 0;
    for (std::size_t j = 0; j < nodes; ++j) {
        double weight = 0;
        for (std::size_t k = nodes; k-- > 0;) weight = weight * x + static_cast<double>(k + 1) * table_.within[j][k];
        rate += weight * (item.bristle[j] - item.begin.bristle[0]) / length_;
    }
    return std::abs(rate - at(item, s).response.bristle_rate[0]);
}

double Collocation::longest_bristle(const Resistance& item) const {
    double longest = std::abs(item.begin.bristle[0]);
    for (const double z : item.bristle) longest = std::max(longest, std::abs(z));
    return longest;
}

}  // namespace jounce::time
