// Closed rigid stops and sticks of a structure that no forces hold together: which stops open and which sticks slip.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/held_decision.hpp"
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
    for (std::size_t i = static_cast<std::size_t>(at.normals); i < rows.size();) {
        const std::size_t f = rows[i].number;
        i += static_cast<std::size_t>(system_.frictions[f].directions);
        const Friction& friction = system_.frictions[f];
        int normal = -1;
        for (Eigen::Index j = 0; j < at.normals && friction.contact >= 0; ++j) {
            const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
            const int side = static_cast<int>(rows[static_cast<std::size_t>(j)].number) - contact.first_side;
            if (side >= 0 && side < contact.gap.sides()) normal = static_cast<int>(j);
        }
        add_tangent(at, system_, state, f, normal);
    }
    std::vector<std::size_t> numbers;
    for (const Row& row : rows) numbers.push_back(row.number);
    return apply_held_decision(at, system_, numbers, true, state, carried_off);
}

}  // namespace jounce::time
