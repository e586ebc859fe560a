// What the second derivatives of constraints leave of their rates: stops, sticks and the direction of a slip at the end of a
// step.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/held_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/dense/small_least.hpp"
#include "system/state/gap_rows.hpp"

namespace jounce::time {

namespace {
constexpr double dependent = 1e-12;  // a pivot relative to the largest one: these hold one motion
}  // namespace

HeldSpeeds::HeldSpeeds(const System& system, const linalg::Matrix& rows, linalg::Matrix influence)
    : system_(&system), influence_(std::move(influence)), inertance_(rows.transpose() * influence_) {
    for (const Contact& contact : system.contacts) {
        if (contact.law->rigid && contact.gap.shape == contact::GapShape::circular) circles_.push_back(&contact);
    }
    turns_ = std::ranges::any_of(system.frictions, [](const Friction& friction) {
        return friction.law->cone && (friction.directions == 2 || friction.around);
    });
    const std::size_t most = system.contacts.size() + 2 * system.frictions.size();
    held_.reserve(most);
    constexpr std::size_t usual = 64;
    const std::size_t m = std::min(most, usual);
    matrix_.reserve(m * m + m);
    impulse_.reserve(m);
    pivots_.reserve(m);
}

double HeldSpeeds::product(const Held& a, const Held& b) const {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.count); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(b.count); ++j)
            sum += a.share[i] * b.share[j] * inertance_(a.row[i], b.row[j]);
    }
    return sum;
}

double HeldSpeeds::mobility(const SlipRows& slip) const {
    double largest = 0;
    for (std::size_t k = 0; k < 2; ++k) {
        Held along;
        along.row = slip.row;
        along.share = slip.share[k];
        along.count = slip.count;
        largest = std::max(largest, product(along, along));
    }
    return largest;
}

void HeldSpeeds::add(const SlipRows& slip, std::size_t component, double change) {
    Held held;
    held.row = slip.row;
    held.share = slip.share[component];
    held.count = slip.count;
    held.change = change;
    held_.push_back(held);
}

void HeldSpeeds::collect(State& to, bool places) {
    held_.clear();
    for (const Friction& friction : system_->frictions) {
        if (!friction.around) continue;
        const Contact& contact = system_->contacts[static_cast<std::size_t>(friction.contact)];
        const LocalMotion local = local_motion(*system_, contact, to.time, to.q.data(), to.v.data());
        to.sides[static_cast<std::size_t>(contact.first_side)].normal =
            contact::side_motion(contact.gap, 0, local.x, local.v).normal;
    }
    for (const Contact& contact : system_->contacts) {
        if (!contact.law->rigid) continue;
        const auto first = to.sides.begin() + contact.first_side;
        if (std::none_of(first, first + contact.gap.sides(), [](const SideState& side) { return side.memory.closed; })) continue;
        Held held;
        held.row[0] = contact.first_row;
        held.share[0] = held.count = 1;
        if (contact.gap.shape == contact::GapShape::circular) {
            const LocalMotion local = local_motion(*system_, contact, to.time, to.q.data(), to.v.data());
            const NormalRows rows = normal_rows(contact, local.x, local.v);
            held.count = rows.count;
            for (std::size_t i = 0; i < static_cast<std::size_t>(rows.count); ++i) {
                held.row[i] = rows.row + static_cast<int>(i);
                held.share[i] = rows.share[i];
            }
            const contact::Motion off = contact::side_motion(contact.gap, 0, local.x, local.v).motion;
            held.change = places ? -off.indentation : -off.rate;
        }
        held_.push_back(held);
    }
    for (const Friction& friction : system_->frictions) {
        const FrictionState& now = to.frictions[static_cast<std::size_t>(&friction - system_->frictions.data())];
        if (now.status != FrictionStatus::stick) continue;
        const SlipRows slip = slip_rows(*system_, to, friction);
        const contact::Slip left = friction.around && !places ? slip_velocity(*system_, to, friction) : contact::Slip{};
        for (std::size_t k = 0; k < static_cast<std::size_t>(friction.directions); ++k) add(slip, k, -left[k]);
    }
}

void HeldSpeeds::solve() {
    const std::size_t m = held_.size();
    matrix_.resize(m * m + m);
    impulse_.resize(m);
    pivots_.resize(m);
    // Each is measured by its own mobility: heavy and light bodies alike.
    for (Held& held : held_) {
        const double mobility = product(held, held);
        held.scale = mobility > 0 ? 1 / std::sqrt(mobility) : 1;
    }
    for (std::size_t a = 0; a < m; ++a) {
        impulse_[a] = held_[a].scale * held_[a].change;
        for (std::size_t b = 0; b < m; ++b) matrix_[a + b * m] = held_[a].scale * held_[b].scale * product(held_[a], held_[b]);
    }
    linalg::solve_small_least(static_cast<int>(m), matrix_.data(), pivots_.data(), matrix_.data() + m * m, dependent,
                              impulse_.data());
    for (std::size_t a = 0; a < m; ++a) held_[a].change = held_[a].scale * impulse_[a];
}

void HeldSpeeds::apply(linalg::Vector& x, double factor) const {
    for (const Held& held : held_) {
        if (held.change == 0) continue;
        for (std::size_t i = 0; i < static_cast<std::size_t>(held.count); ++i)
            x.noalias() += factor * held.change * held.share[i] * influence_.col(held.row[i]);
    }
}

void HeldSpeeds::correct(State& to) {
    constexpr int passes = 3;  // of circles: what they take is the error of a step
    const auto nothing_off = [this] { return std::ranges::all_of(held_, [](const Held& held) { return held.change == 0; }); };
    for (int pass = 0; pass < passes && !circles_.empty(); ++pass) {
        collect(to, true);
        if (nothing_off()) break;
        solve();
        apply(to.q, 1);
    }
    collect(to, false);
    if (nothing_off()) return;
    solve();
    apply(to.v, 1);
}

void HeldSpeeds::turn(State& to, std::size_t friction, const contact::Slip& change, double duration) {
    collect(to, false);
    const Friction& of = system_->frictions[friction];
    for (Held& held : held_) held.change = 0;
    const SlipRows slip = slip_rows(*system_, to, of);
    for (std::size_t k = 0; k < static_cast<std::size_t>(of.directions); ++k) add(slip, k, change[k]);
    solve();
    apply(to.v, 1);
    apply(to.q, duration);
}

}  // namespace jounce::time
