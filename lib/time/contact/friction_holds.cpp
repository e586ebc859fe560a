// Sticks in a time step: their constraints, and which of several that hold one motion takes which part of the force.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "time/contact/friction_kernel.hpp"
#include "time/contact/hold_regularity.hpp"

namespace jounce::time {

using contact::Slip;

namespace {
// Of the largest force that a stick can hold: the least share of a stick that holds its motion alone, and the share below which a
// stick has no force where another one holds its motion.
constexpr double least_hold = 1e-3, no_hold = 1e-9;

/// Change of one slip by a unit force along another one.
template <class Item>
double between(const Item& a, std::size_t k, const Item& b, std::size_t l, const Compliance& compliance) {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows.count); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(b.rows.count); ++j)
            sum += a.rows.share[k][i] * b.rows.share[l][j] * compliance.v(a.rows.row[i], b.rows.row[j]);
    }
    return sum;
}

/// Is a component of a slip a combination of those of another one? Where c_ik = c_io c_oo^-1 c_ok it is c_oo^-1 c_ok, here as a
/// unit vector; c are the compliances.
template <class Item>
std::optional<Slip> along(const Item& item, std::size_t component, const Item& other, const Compliance& compliance) {
    const bool plane = other.friction->directions == 2;
    const double x = between(item, component, other, 0, compliance),
                 y = plane ? between(item, component, other, 1, compliance) : 0;
    const double a = between(other, 0, other, 0, compliance), b = plane ? between(other, 0, other, 1, compliance) : 0;
    const double c = plane ? between(other, 1, other, 1, compliance) : 1, determinant = a * c - b * b;
    const double part = (c * x * x - 2 * b * x * y + a * y * y) / determinant;
    if (!(part >= (1 - same_motion) * between(item, component, item, component, compliance))) return {};
    const Slip out{(c * x - b * y) / determinant, (a * y - b * x) / determinant};
    const double size = contact::norm(out);
    if (!(size > 0)) return {};
    return Slip{out[0] / size, out[1] / size};
}
/// The rows whose forces are a component of the force of a friction, and their parts of it.
template <class Item>
DependentStops::Rate force_of(const Item& item, std::size_t component) {
    if (component == 0 && item.friction->around)
        return {{item.rows.row[0], item.rows.row[1]}, {item.rows.share[0][0], item.rows.share[0][1]}, 2};
    return {{item.rows.row[component == 0 ? 0 : static_cast<std::size_t>(item.rows.count) - 1]}, {1}, 1};
}

/// A component of its slip.
template <class Item>
DependentStops::Rate rate_of(const Item& item, std::size_t component) {
    DependentStops::Rate rate;
    rate.count = item.rows.count;
    for (std::size_t l = 0; l < static_cast<std::size_t>(rate.count); ++l) {
        rate.row[l] = item.rows.row[l];
        rate.share[l] = item.rows.share[component][l];
    }
    return rate;
}
}  // namespace

double FrictionKernel::most(const Item& item) {
    return item.pressed && item.stick ? item.law->cone->static_coefficient * item.N : 0.0;
}

bool FrictionKernel::held_by_others(const Item& item, std::size_t component, const Compliance& compliance) const {
    return std::ranges::any_of(items_, [&](const Item& other) {
        return &other != &item && most(other) > most(item) && along(item, component, other, compliance);
    });
}

// s = 0 replaces the equation of the force.
void FrictionKernel::hold(Item& item, const Iterate& at, const Compliance& compliance, DependentStops& stops,
                          const std::vector<int>& active, double* matrix, double* residual) const {
    const std::size_t m = active.size();
    const auto count = static_cast<std::size_t>(item.rows.count);
    const auto place = [&](std::size_t l) {
        return static_cast<std::size_t>(position_[static_cast<std::size_t>(item.rows.row[l])]);
    };
    const bool around = item.friction->around;
    double largest = 0;
    for (const Item& other : items_) largest = std::fmax(largest, most(other));
    const double share = largest > 0 ? std::fmax(most(item), 0.0) / largest : 1.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(item.friction->directions); ++k) {
        const bool turns = k == 0 && around;
        // The row of the equation: the only own one of this component, or the second one of a circular gap.
        const std::size_t row = turns ? place(1) : place(k == 0 ? 0 : count - 1);
        const double c = effective_compliance(item, k, compliance);
        // Of several sticks along one line or in one plane, that which can hold most is constrained; the others have their part
        // of its force.
        const Item* strongest = nullptr;
        Slip direction{};
        const bool on_stop = stops.holds(rate_of(item, k));
        for (const Item& other : items_) {
            const bool more = most(other) > most(item) || (most(other) == most(item) && &other < &item);
            if (on_stop || !more || !other.pressed || !other.stick) continue;
            if (strongest != nullptr && !(most(other) > most(*strongest))) continue;
            const auto found = along(item, k, other, compliance);
            if (!found) continue;
            strongest = &other;
            direction = *found;
        }
        const bool shares = strongest != nullptr && most(*strongest) > 0;
        const bool others = share < least_hold && held_by_others(item, k, compliance);
        const double scale = c > 0 ? 1 / c : 0.0;
        if (turns) residual[place(0)] = item.normal[0] * residual[place(0)] + item.normal[1] * residual[place(1)];
        residual[row] = item.slip[k] * scale;
        for (std::size_t b = 0; b < m; ++b) {
            const int j = active[b];
            double slip = 0, turn = 0;
            for (std::size_t l = 0; l < count; ++l) {
                slip += item.rows.share[k][l] * compliance.v(item.rows.row[l], j);
                if (turns && l < 2) turn += item.rows.share[0][l] * compliance.x(item.rows.row[l], j) / item.radius;
            }
            if (turns) {
                double& first = matrix[place(0) + b * m];
                first = item.normal[0] * first + item.normal[1] * matrix[place(1) + b * m] - item.response.force[0] * turn;
                slip -= item.rate * turn;
            }
            matrix[row + b * m] = slip * scale;
        }
        const auto add_force = [&](const DependentStops::Rate& of, double weight) {
            for (std::size_t l = 0; l < static_cast<std::size_t>(of.count); ++l)
                matrix[row + static_cast<std::size_t>(position_[static_cast<std::size_t>(of.row[l])]) * m] +=
                    weight * of.share[l];
        };
        if (on_stop || shares) {
            // A closed stop takes what presses on it: no force; another stick leaves its part.
            for (std::size_t b = 0; b < m; ++b) matrix[row + b * m] = 0;
            residual[row] = 0;
            const auto add = [&](const DependentStops::Rate& of, double weight) {
                residual[row] -= weight * DependentStops::along(of, at.force);
                add_force(of, weight);
            };
            add(force_of(item, k), 1);
            const double part = shares ? std::fmax(most(item), 0.0) / most(*strongest) : 0.0;
            for (std::size_t l = 0; shares && l < static_cast<std::size_t>(strongest->friction->directions); ++l)
                add(force_of(*strongest, l), -part * direction[l]);
        } else {
            add_force(force_of(item, k), c > 0 ? hold_regularity / std::fmax(share, others ? no_hold : least_hold) : 1.0);
        }
        // The rotating surface takes the same force.
        if (turns && item.friction->spins) {
            for (std::size_t l = 0; l < 2; ++l) matrix[place(2) + place(l) * m] -= item.rows.share[0][l];
            residual[place(2)] = item.response.force[0] - at.force[item.rows.row[2]];
        }
    }
}

}  // namespace jounce::time
