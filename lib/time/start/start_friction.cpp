// Consistent accelerations where frictions stick or slip on rigid stops, and which of those that are at rest can stick at all.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <vector>

#include "linalg/dense.hpp"
#include "system/state/slip_rows.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

using contact::Slip;

namespace {

/// A combination of rows of B.
struct Combination {
    std::vector<int> row;
    std::vector<double> share;
    void add(int r, double s) {
        row.push_back(r);
        share.push_back(s);
    }
};

/// One unknown force: the motion that it holds, and the rows on which it acts.
struct Hold {
    Combination motion, force;
    double convective = 0;  ///< what the turning of `motion` adds to its acceleration
    int row = -1;           ///< of a rigid stop
    int friction = -1;      ///< of a stick, and which component
    std::size_t component = 0;
};

// A stick holds up to this much beyond the cone: what an event that was located leaves.
constexpr double slack = 1e-9;

}  // namespace

bool Start::hold_with_friction(State& state) {
    std::vector<Hold> holds;
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (!contacts_.constrained(state, s)) continue;
        const int row = static_cast<int>(contacts_.row_of(s));
        if (!holds.empty() && holds.back().row == row) continue;  // two sides of one gap without play
        Hold hold;
        hold.row = row;
        hold.motion.add(row, 1);
        hold.force = hold.motion;
        holds.push_back(hold);
    }
    const std::size_t stops = holds.size();
    // +1 or -1 for the sides of a rigid stop: what the unknown makes of the normal force.
    const auto pressing = [&](const Friction& friction, std::size_t stop) {
        const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
        double sign = 0;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const auto side = static_cast<std::size_t>(contact.first_side + s);
            if (contacts_.constrained(state, side) && holds[stop].row == contact.first_row) sign += contact.gap.sign(s);
        }
        return sign;
    };
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const Friction& friction = system_.frictions[i];
        const FrictionState& now = state.frictions[i];
        const SlipRows rows = slip_rows(system_, state, friction);
        const auto combination = [&](std::size_t component) {
            Combination out;
            for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
                if (rows.share[component][l] != 0) out.add(rows.row[l], rows.share[component][l]);
            }
            return out;
        };
        if (now.status == FrictionStatus::stick) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(friction.directions); ++k) {
                Hold hold;
                hold.friction = static_cast<int>(i);
                hold.component = k;
                hold.motion = hold.force = combination(k);
                if (friction.around && k == 0) {
                    // d/dt (t.v) = t.a - (n.v)(t.v)/r
                    const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
                    const contact::Motion& m = state.sides[static_cast<std::size_t>(contact.first_side)].motion;
                    const double radius = m.indentation + contact.gap.clearance;
                    double around = 0;
                    for (std::size_t l = 0; l < 2; ++l) around += rows.share[0][l] * contacts_.v_free()[rows.row[l]];
                    if (radius > 0) hold.convective = -m.rate * around / radius;
                }
                holds.push_back(hold);
            }
        } else if (now.status == FrictionStatus::slip && friction.contact >= 0) {
            // Friction on a rigid stop follows its force.
            for (std::size_t stop = 0; stop < stops; ++stop) {
                const double sign = pressing(friction, stop);
                if (sign == 0) continue;
                const Slip mu = contacts_.friction_by_normal(i);
                for (std::size_t k = 0; k < 2; ++k) {
                    if (mu[k] == 0) continue;
                    const Combination along = combination(k);
                    for (std::size_t l = 0; l < along.row.size(); ++l)
                        holds[stop].force.add(along.row[l], sign * mu[k] * along.share[l]);
                }
            }
        }
    }
    if (holds.empty()) return true;

    const auto m = static_cast<Eigen::Index>(holds.size());
    linalg::Matrix matrix(m, m);
    linalg::Vector acceleration(m);
    for (Eigen::Index a = 0; a < m; ++a) {
        const Hold& hold = holds[static_cast<std::size_t>(a)];
        double sum = hold.convective;
        for (std::size_t l = 0; l < hold.motion.row.size(); ++l) {
            sum += hold.motion.share[l] * equations_.local_acceleration(hold.motion.row[l], state);
        }
        acceleration[a] = sum;
        for (Eigen::Index b = 0; b < m; ++b) {
            const Combination& force = holds[static_cast<std::size_t>(b)].force;
            double entry = 0;
            for (std::size_t i = 0; i < hold.motion.row.size(); ++i) {
                for (std::size_t j = 0; j < force.row.size(); ++j)
                    entry += hold.motion.share[i] * force.share[j] * equations_.inertance()(hold.motion.row[i], force.row[j]);
            }
            matrix(a, b) = entry;
        }
    }
    // The least forces where several hold one motion.
    const linalg::Vector lambda = linalg::least_solution(matrix, acceleration);
    for (Eigen::Index b = 0; b < m; ++b) {
        const Hold& hold = holds[static_cast<std::size_t>(b)];
        for (std::size_t l = 0; l < hold.force.row.size(); ++l)
            state.a.noalias() -= lambda[b] * hold.force.share[l] * equations_.influence().col(hold.force.row[l]);
        if (hold.friction >= 0) {
            state.frictions[static_cast<std::size_t>(hold.friction)].force[hold.component] = lambda[b];
            continue;
        }
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            if (contacts_.constrained(state, s) && static_cast<int>(contacts_.row_of(s)) == hold.row)
                state.sides[s].response.force = lambda[b] * contacts_.sign_of(s);
        }
    }
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const Friction& friction = system_.frictions[i];
        FrictionState& now = state.frictions[i];
        if (friction.contact < 0 || !system_.contacts[static_cast<std::size_t>(friction.contact)].law->rigid) continue;
        double N = 0;
        for (std::size_t stop = 0; stop < stops; ++stop) N += pressing(friction, stop) * lambda[static_cast<Eigen::Index>(stop)];
        now.normal_force = N;
        if (now.status != FrictionStatus::slip) continue;
        const Slip mu = contacts_.friction_by_normal(i);
        now.force = {N * mu[0], N * mu[1]};
    }

    // The stick that exceeds its cone most lets go.
    std::size_t worst = state.frictions.size();
    double most = 0;
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const FrictionState& now = state.frictions[i];
        if (now.status != FrictionStatus::stick) continue;
        const double bound = stick_bound(*system_.frictions[i].law->cone, now);
        const double excess = contact::norm(now.force) - bound * (1 + slack);
        if (excess > most) {
            most = excess;
            worst = i;
        }
    }
    if (worst == state.frictions.size()) return true;
    FrictionState& goes = state.frictions[worst];
    const double size = contact::norm(goes.force);
    goes.status = FrictionStatus::slip;
    goes.breaking = system_.frictions[worst].law->cone->dead_band > 0;
    goes.direction = {goes.force[0] / size, goes.force[1] / size};
    return false;
}

}  // namespace jounce::time
