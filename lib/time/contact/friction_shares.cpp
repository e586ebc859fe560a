// Sticks whose motion is a combination of those that closed rigid stops and stronger sticks hold: their share of the force.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "time/contact/friction_kernel.hpp"

namespace jounce::time {

using contact::Slip;

namespace {
constexpr double no_rest = 1e-9;     // part of a compliance that is left where others hold the motion
constexpr double takes_part = 1e-6;  // of a combination, in units in which the compliances are one
// Of a limit, which a share has at most: the rounding of its equation must not break the stick.
constexpr double within_limit = 1 - 1e-12;
}  // namespace

void FrictionKernel::size_shares() {
    rigid_row_.assign(system_->rows.size(), 0);
    std::size_t& most = most_held_;
    most = 2 * items_.size();
    for (const Contact& contact : system_->contacts) {
        if (!contact.law->rigid || contact.gap.coordinates() != 1) continue;
        rigid_row_[static_cast<std::size_t>(contact.first_row)] = 1;
        ++most;
    }
    held_.reserve(most);
    order_.reserve(most);
    free_.reserve(most);
    triangle_.resize(most * most);
    combination_.resize(most * most);
}

void FrictionKernel::collect_held(const std::vector<int>& active) {
    held_.clear();
    for (const int row : active) {
        if (rigid_row_[static_cast<std::size_t>(row)] == 0) continue;
        Held stop;
        stop.row[0] = row;
        stop.share[0] = 1;
        stop.count = 1;
        held_.push_back(stop);
    }
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        if (!item.pressed || !item.stick || item.friction->around) continue;
        for (std::size_t k = 0; k < static_cast<std::size_t>(item.friction->directions); ++k) {
            Held stick{.item = static_cast<int>(i), .component = k, .most = most(item)};
            for (std::size_t l = 0; l < static_cast<std::size_t>(item.rows.count); ++l) {
                if (item.rows.share[k][l] == 0) continue;
                stick.row[static_cast<std::size_t>(stick.count)] = item.rows.row[l];
                stick.share[static_cast<std::size_t>(stick.count++)] = item.rows.share[k][l];
            }
            held_.push_back(stick);
        }
    }
}

// Cholesky's factor of the compliances, the stops first and the sticks by what they can hold. Where nothing is left of the one
// of a stick, its motion is the combination x of those before, b = sum_s x_s b_s. The least sum of c force^2/limit, c the
// compliances, then has c force/limit = sum_s x_s c_s force_s/limit_s; a stop has no limit. Combinations of one other motion are
// left to `hold`.
void FrictionKernel::find_combinations(const Compliance& compliance, const std::vector<int>& active) {
    collect_held(active);
    const auto sticks = [](const Held& one) { return one.item >= 0; };
    const std::size_t n = held_.size(), width = most_held_;
    if (std::ranges::count_if(held_, sticks) == 0 || n < 3) return held_.clear();
    const auto c = [&](const Held& a, const Held& b) {
        double sum = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(a.count); ++i) {
            for (std::size_t j = 0; j < static_cast<std::size_t>(b.count); ++j)
                sum += a.share[i] * b.share[j] * compliance.v(a.row[i], b.row[j]);
        }
        return sum;
    };
    order_.clear();
    for (std::size_t i = 0; i < n; ++i) order_.push_back(i);
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
        if (sticks(held_[a]) != sticks(held_[b])) return sticks(held_[b]);
        return held_[a].most > held_[b].most || (held_[a].most == held_[b].most && a < b);
    });
    free_.clear();
    for (const std::size_t a : order_) {
        Held& one = held_[a];
        const double whole = one.compliance = c(one, one);
        double* row = &triangle_[free_.size() * width];
        double rest = whole;
        for (std::size_t s = 0; s < free_.size(); ++s) {
            const double* other = &triangle_[s * width];
            double sum = c(one, held_[free_[s]]);
            for (std::size_t k = 0; k < s; ++k) sum -= row[k] * other[k];
            row[s] = sum / other[s];
            rest -= row[s] * row[s];
        }
        if (rest > no_rest * whole) {
            row[free_.size()] = std::sqrt(rest);
            free_.push_back(a);
            continue;
        }
        if (!sticks(one) || !(whole > 0)) continue;
        double* x = &combination_[a * width];
        std::fill_n(x, n, 0.0);
        int parts = 0;
        bool limited = true;
        for (std::size_t s = free_.size(); s-- > 0;) {
            double sum = row[s];
            for (std::size_t k = s + 1; k < free_.size(); ++k) sum -= triangle_[k * width + s] * x[free_[k]];
            const Held& other = held_[free_[s]];
            x[free_[s]] = sum / triangle_[s * width + s];
            if (std::abs(x[free_[s]]) * std::sqrt(c(other, other)) <= takes_part * std::sqrt(whole)) continue;
            ++parts;
            limited = limited && (!sticks(other) || other.most > 0);
        }
        one.combined = parts > 1 && limited;
    }
}

const FrictionKernel::Held* FrictionKernel::combined(const Item& item, std::size_t component) const {
    const auto found = std::ranges::find_if(held_, [&](const Held& one) {
        return one.combined && one.item == static_cast<int>(&item - items_.data()) && one.component == component;
    });
    return found == held_.end() ? nullptr : &*found;
}

double FrictionKernel::part_of(const Held& one, std::size_t other) const {
    const double x = combination_[static_cast<std::size_t>(&one - held_.data()) * most_held_ + other];
    const Held& of = held_[other];
    return of.item < 0 || x == 0 ? 0.0 : one.most / of.most * x * of.compliance / one.compliance;
}

// A share that exceeds the limit is cut there: the others have the rest, and break the stick where that is too much for them.
bool FrictionKernel::share_combination(const Item& item, std::size_t component, std::size_t row, const Iterate& at,
                                       std::size_t active, double* matrix, double* residual) const {
    if (combined(item, component) == nullptr) return false;
    const auto own_row = [](const Item& of, std::size_t k) { return of.friction->first_row + static_cast<int>(k); };
    const auto row_of = [&](const Held& one) { return own_row(items_[static_cast<std::size_t>(one.item)], one.component); };
    const auto directions = static_cast<std::size_t>(item.friction->directions);
    Slip share{};
    std::array<const Held*, 2> of{};
    for (std::size_t k = 0; k < directions; ++k) {
        of[k] = combined(item, k);
        if (of[k] == nullptr) {
            share[k] = at.force[own_row(item, k)];
            continue;
        }
        for (std::size_t s = 0; s < held_.size(); ++s) {
            if (const double part = part_of(*of[k], s); part != 0) share[k] += part * at.force[row_of(held_[s])];
        }
    }
    const double limit = within_limit * of[component]->most;
    // d(share that is cut)/d(share)
    Slip force = share, by_share{};
    by_share[component] = 1;
    if (const double size = contact::norm(share); size > limit) {
        const std::size_t across = 1 - component;
        if (directions == 2 && of[across] == nullptr) {
            const double left = std::sqrt(std::fmax(limit * limit - share[across] * share[across], 0.0));
            force[component] = std::copysign(left, share[component]);
            by_share = {};
        } else {
            const Slip e{share[0] / size, share[1] / size};
            force = {limit * e[0], limit * e[1]};
            for (std::size_t k = 0; k < directions; ++k)
                by_share[k] = limit / size * ((k == component ? 1.0 : 0.0) - e[component] * e[k]);
        }
    }
    for (std::size_t b = 0; b < active; ++b) matrix[row + b * active] = 0;
    matrix[row + row * active] = 1;
    residual[row] = force[component] - at.force[own_row(item, component)];
    for (std::size_t k = 0; k < directions; ++k) {
        if (of[k] == nullptr || by_share[k] == 0) continue;
        for (std::size_t s = 0; s < held_.size(); ++s) {
            const double part = by_share[k] * part_of(*of[k], s);
            if (part == 0) continue;
            matrix[row + static_cast<std::size_t>(position_[static_cast<std::size_t>(row_of(held_[s]))]) * active] -= part;
        }
    }
    return true;
}

}  // namespace jounce::time
