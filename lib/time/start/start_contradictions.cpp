// Closed rigid stops and sticks of a structure that no forces hold together: which stops open and which sticks slip.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "time/contact/held_accelerations.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

bool Start::resolve_contradiction(State& state, std::vector<std::size_t>& carried_off) {
    if (!contradicts()) return false;
    struct Row {
        std::size_t hold, number;  // of a side, or of a friction
        double sign;
    };
    std::vector<Row> rows;
    HeldAccelerations at;
    for (std::size_t a = 0; a < held_ && holds_[a].friction < 0; ++a) {
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            if (contacts_.constrained(state, s) && static_cast<int>(contacts_.row_of(s)) == holds_[a].row)
                rows.push_back({a, s, contacts_.sign_of(s)});
        }
    }
    at.normals = static_cast<Eigen::Index>(rows.size());
    const auto add_sticks = [&](int directions) {
        for (std::size_t a = 0; a < held_; ++a) {
            if (holds_[a].friction < 0) continue;
            const auto f = static_cast<std::size_t>(holds_[a].friction);
            if (system_.frictions[f].directions == directions) rows.push_back({a, f, 1});
        }
    };
    add_sticks(1);
    at.tangents = static_cast<Eigen::Index>(rows.size()) - at.normals;
    add_sticks(2);
    const auto n = static_cast<Eigen::Index>(rows.size());
    at.W.resize(n, n);
    at.free.resize(n);
    at.noise = linalg::Vector::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        at.free[i] = row.sign * rates_[row.hold];
        for (Eigen::Index j = 0; j < n; ++j) {
            const Row& force = rows[static_cast<std::size_t>(j)];
            at.W(i, j) = row.sign * force.sign * matrix_[row.hold + force.hold * held_];
        }
    }
    for (Eigen::Index i = at.normals; i < at.normals + at.tangents; ++i) {
        const std::size_t f = rows[static_cast<std::size_t>(i)].number;
        const Friction& friction = system_.frictions[f];
        const contact::FrictionCone& cone = *friction.law->cone;
        int normal = -1;
        for (Eigen::Index j = 0; j < at.normals && friction.contact >= 0; ++j) {
            const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
            const int side = static_cast<int>(rows[static_cast<std::size_t>(j)].number) - contact.first_side;
            if (side >= 0 && side < contact.gap.sides()) normal = static_cast<int>(j);
        }
        at.pressed_by.push_back(normal);
        at.coefficient.push_back(normal < 0 ? 1 : cone.static_coefficient);
        at.normal_force.push_back(normal < 0 ? stick_bound(cone, state.frictions[f]) : 0);
    }
    const auto decision = at.decide();
    if (!decision) {
        throw computation_failed("model '" + system_.name + "': which frictions stick cannot be told at t = " +
                                 time_text(state.time) + " s: the contacts with friction have no solution there");
    }
    bool changed = false;
    for (std::size_t i = 0; i < decision->slips.size(); ++i) {
        if (decision->slips[i] == 0) continue;
        const std::size_t f = rows[static_cast<std::size_t>(at.normals) + i].number;
        slip_along(*system_.frictions[f].law->cone, {decision->slips[i], 0}, state.frictions[f]);
        changed = true;
    }
    if (changed) return true;  // a slip has less force than a stick may have: the next round decides what opens
    for (std::size_t i = 0; i < decision->opens.size(); ++i) {
        if (decision->opens[i] == 0) continue;
        SideState& side = state.sides[rows[i].number];
        side.memory.closed = false;
        side.response = {};
        carried_off.push_back(rows[i].number);
        changed = true;
    }
    return changed;
}

}  // namespace jounce::time
