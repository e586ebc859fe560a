// Consistent accelerations with sticking frictions or slip on rigid stops, and which frictions at rest can stick.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_least.hpp"
#include "linalg/dense/small_lu.hpp"
#include "system/state/gap_rows.hpp"
#include "system/state/slip_rows.hpp"
#include "time/equations/shared_holds.hpp"
#include "time/equations/stick_excess.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

using contact::Slip;

namespace {
// Pivots below this fraction of the largest one are rounding.
constexpr double no_pivot = 1e-13;
// Of the terms of an acceleration: more is not held.
constexpr double unheld = 1e-9;
}  // namespace

Start::Hold& Start::next_hold() {
    if (held_ == holds_.size()) holds_.emplace_back();
    Hold& hold = holds_[held_++];
    hold.motion.clear();
    hold.force.clear();
    hold.convective = 0;
    hold.row = hold.friction = -1;
    hold.component = 0;
    return hold;
}

void Start::collect_stops(const State& state) {
    for (const Contact& contact : system_.contacts) {
        bool constrained = false;
        for (int s = 0; s < contact.gap.sides(); ++s)
            constrained = constrained || contacts_.constrained(state, static_cast<std::size_t>(contact.first_side + s));
        if (!constrained) continue;
        const NormalRows rows =
            normal_rows(contact, contacts_.x_free() + contact.first_row, contacts_.v_free() + contact.first_row);
        Hold& hold = next_hold();
        hold.row = rows.row;
        hold.convective = rows.convective;
        for (int i = 0; i < rows.count; ++i) {
            const double share = rows.share[static_cast<std::size_t>(i)];
            hold.motion.add(rows.row + i, share);
            hold.force.add(rows.row + i, share);
        }
    }
}

void Start::collect_stick(const State& state, std::size_t i) {
    const Friction& friction = system_.frictions[i];
    const SlipRows rows = slip_rows(system_, state, friction);
    for (std::size_t k = 0; k < static_cast<std::size_t>(friction.directions); ++k) {
        Hold& hold = next_hold();
        hold.friction = static_cast<int>(i);
        hold.component = k;
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            if (rows.share[k][l] == 0) continue;
            hold.motion.add(rows.row[l], rows.share[k][l]);
            hold.force.add(rows.row[l], rows.share[k][l]);
        }
        if (!friction.around || k != 0) continue;
        // d/dt (t.v) = t.a - (n.v)(t.v)/r, and t.v is minus the speed of the turning surface: without one it is rounding.
        if (!friction.spins) continue;
        const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
        const contact::Motion& m = state.sides[static_cast<std::size_t>(contact.first_side)].motion;
        const double radius = m.indentation + contact.gap.clearance;
        if (radius > 0) hold.convective = m.rate * rows.share[0][2] * contacts_.v_free()[rows.row[2]] / radius;
    }
}

double Start::pushing_sign(const State& state, int row) const {
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (contacts_.constrained(state, s) && static_cast<int>(contacts_.row_of(s)) == row) return contacts_.sign_of(s);
    }
    return 1;
}

double Start::pressing(const State& state, const Friction& friction, std::size_t stop) const {
    const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
    double sign = 0;
    for (int s = 0; s < contact.gap.sides(); ++s) {
        const auto side = static_cast<std::size_t>(contact.first_side + s);
        if (contacts_.constrained(state, side) && holds_[stop].row == contact.first_row) sign += contact.gap.sign(s);
    }
    return sign;
}

// Friction on a rigid stop follows the force of the stop.
void Start::follow_stops(const State& state, std::size_t i, std::size_t stops) {
    const Friction& friction = system_.frictions[i];
    if (friction.contact < 0) return;
    for (std::size_t stop = 0; stop < stops; ++stop) {
        const double sign = pressing(state, friction, stop);
        if (sign == 0) continue;
        const SlipRows rows = slip_rows(system_, state, friction);
        const Slip mu = contacts_.friction_by_normal(i);
        for (std::size_t k = 0; k < 2; ++k) {
            if (mu[k] == 0) continue;
            for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
                if (rows.share[k][l] != 0) holds_[stop].force.add(rows.row[l], sign * mu[k] * rows.share[k][l]);
            }
        }
    }
}

// If several constrain one motion: the forces that load all cones in the same proportion (share_of_stick).
void Start::solve_holds(const State& state) {
    const std::size_t m = held_;
    matrix_.resize(m * m);
    lambda_.resize(m);
    pivots_.resize(m);
    for (std::size_t a = 0; a < m; ++a) {
        const Hold& hold = holds_[a];
        double sum = hold.convective;
        for (std::size_t l = 0; l < hold.motion.row.size(); ++l)
            sum += hold.motion.share[l] * equations_.local_acceleration(hold.motion.row[l], state);
        lambda_[a] = sum;
        for (std::size_t b = 0; b < m; ++b) {
            const Combination& force = holds_[b].force;
            double entry = 0;
            for (std::size_t i = 0; i < hold.motion.row.size(); ++i) {
                for (std::size_t j = 0; j < force.row.size(); ++j)
                    entry += hold.motion.share[i] * force.share[j] * equations_.inertance()(hold.motion.row[i], force.row[j]);
            }
            matrix_[a + b * m] = entry;
        }
    }
    if (m == 1 && matrix_[0] != 0) {
        lambda_[0] /= matrix_[0];
        return;
    }
    spare_.assign(matrix_.begin(), matrix_.end());
    rates_.assign(lambda_.begin(), lambda_.end());
    if (linalg::factor_small(static_cast<int>(m), spare_.data(), pivots_.data())) {
        double least = infinite;
        for (std::size_t a = 0; a < m; ++a) {
            double column = 0;
            for (std::size_t b = 0; b < m; ++b) column = std::fmax(column, std::abs(matrix_[b + a * m]));
            least = std::fmin(least, std::abs(spare_[a + a * m]) / column);
        }
        if (least > dependent_pivot)
            return linalg::solve_small(static_cast<int>(m), spare_.data(), pivots_.data(), lambda_.data());
    }
    share_holds(state);
}

bool Start::contradicts() const {
    for (std::size_t a = 0; a < held_ && held_ > 1; ++a) {
        if (holds_nothing(matrix_.data(), held_, a, lambda_.data(), rates_[a], unheld)) return true;
    }
    return false;
}

void Start::solve_with_shares() {
    const std::size_t m = held_;
    spare_.resize(m * m + m);
    for (std::size_t b = 0; b < m; ++b) {
        for (std::size_t a = 0; a < m; ++a) spare_[a + b * m] = matrix_[a + b * m] * share_[b];
    }
    lambda_.assign(rates_.begin(), rates_.end());
    linalg::solve_small_least(static_cast<int>(m), spare_.data(), pivots_.data(), spare_.data() + m * m, no_pivot,
                              lambda_.data());
    for (std::size_t b = 0; b < m; ++b) lambda_[b] *= share_[b];
}

// That of a stick on a rigid stop from the force of the stop.
double Start::bound_of(const State& state, std::size_t friction, std::size_t stops) const {
    const Friction& of = system_.frictions[friction];
    if (of.contact < 0 || !system_.contacts[static_cast<std::size_t>(of.contact)].law->rigid)
        return stick_bound(*of.law->cone, state.frictions[friction]);
    FrictionState now = state.frictions[friction];
    now.normal_force = 0;
    for (std::size_t stop = 0; stop < stops; ++stop) now.normal_force += pressing(state, of, stop) * lambda_[stop];
    return stick_bound(*of.law->cone, now);
}

// They are released together, as one friction with the sum of their normal forces: columns times `share_of_stick`. A closed stop
// takes what presses on it, and a stick that nothing presses takes part only where no other one holds its motion.
void Start::share_holds(const State& state) {
    const std::size_t m = held_;
    share_.assign(m, 0);
    std::size_t stops = 0;
    while (stops < m && holds_[stops].friction < 0) ++stops;
    spare_.resize(m * m + m);
    const auto sign = [&](std::size_t a) { return a < stops ? pushing_sign(state, holds_[a].row) : 0.0; };
    find_sharing_stops(matrix_.data(), m, sign, spare_.data(), share_.data());
    for (std::size_t a = 0; a < stops; ++a) share_[a] *= share_of_stop;
    // A stick has no force where the stops alone hold its motion, however small its cone is: it breaks nowhere there.
    if (stops > 0) solve_with_shares();
    for (std::size_t a = stops; a < m; ++a)
        share_[a] = stops == 0 || holds_nothing(matrix_.data(), m, a, lambda_.data(), rates_[a], unheld) ? 1 : 0;
    if (stops > 0) solve_with_shares();
    const auto mobility = [&](std::size_t b) {  // of both directions in a plane
        double sum = 0;
        int count = 0;
        for (std::size_t a = stops; a < m; ++a) {
            if (holds_[a].friction != holds_[b].friction) continue;
            sum += matrix_[a + a * m];
            ++count;
        }
        return sum / count;
    };
    double largest = 0, most_mobile = 0;
    for (std::size_t b = stops; b < m; ++b) most_mobile = std::fmax(most_mobile, mobility(b));
    for (std::size_t b = stops; b < m; ++b) {
        if (share_[b] == 0) continue;
        const double limit = bound_of(state, static_cast<std::size_t>(holds_[b].friction), stops);
        share_[b] = share_of_stick(limit, mobility(b), most_mobile);
        largest = std::fmax(largest, share_[b]);
    }
    for (std::size_t b = 0; b < m; ++b) {
        if (b < stops && share_[b] > 0) share_[b] = largest > 0 ? share_of_stop * largest : 1;
        if (b >= stops && stops == 0 && largest == 0) share_[b] = 1;
    }
    if (largest == 0) largest = 1;
    solve_with_shares();
    bool alone = false;
    for (std::size_t a = stops; a < m; ++a) {
        if (share_[a] > least_share * largest) continue;
        if (!holds_nothing(matrix_.data(), m, a, lambda_.data(), rates_[a], unheld)) continue;
        share_[a] = largest;
        alone = true;
    }
    if (alone) solve_with_shares();
}

void Start::hold_with_friction(State& state) {
    held_ = 0;
    collect_stops(state);
    const std::size_t stops = held_;
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const FrictionStatus status = state.frictions[i].status;
        if (status == FrictionStatus::stick) collect_stick(state, i);
        if (status == FrictionStatus::slip) follow_stops(state, i, stops);
    }
    if (held_ == 0) return;
    solve_holds(state);
    for (std::size_t b = 0; b < held_; ++b) {
        const Hold& hold = holds_[b];
        for (std::size_t l = 0; l < hold.force.row.size(); ++l)
            state.a.noalias() -= lambda_[b] * hold.force.share[l] * equations_.influence().col(hold.force.row[l]);
        if (hold.friction >= 0) {
            state.frictions[static_cast<std::size_t>(hold.friction)].force[hold.component] = lambda_[b];
            continue;
        }
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            if (!contacts_.constrained(state, s) || static_cast<int>(contacts_.row_of(s)) != hold.row) continue;
            double& force = state.sides[s].response.force;
            force = lambda_[b] * contacts_.sign_of(s);
            // What frictions hold at the edge of their cones leaves the rounding of their forces: never tension.
            if (force < 0 && -force <= rounding_of_frictions(state)) force = 0;
        }
    }
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const Friction& friction = system_.frictions[i];
        FrictionState& now = state.frictions[i];
        if (friction.contact < 0 || !system_.contacts[static_cast<std::size_t>(friction.contact)].law->rigid) continue;
        double N = 0;
        for (std::size_t stop = 0; stop < stops; ++stop) N += pressing(state, friction, stop) * lambda_[stop];
        now.normal_force = N;
        if (now.status != FrictionStatus::slip) continue;
        const Slip mu = contacts_.friction_by_normal(i);
        now.force = {N * mu[0], N * mu[1]};
        if (friction.law->has_bristle)
            now.stored_energy = friction.law->evaluate(now.velocity, N, {now.bristle, now.velocity, 0}).stored_energy;
    }
}

// Where a contact begins its normal force is zero, and so is the cone: a stick without a load along it still has the rounding of
// the forces in its own one.
void Start::allow_rounding(State& state) const {
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        FrictionState& now = state.frictions[i];
        if (now.status != FrictionStatus::stick) continue;
        const SlipRows rows = slip_rows(system_, state, system_.frictions[i]);
        double sum = 0;
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            const double share = std::hypot(rows.share[0][l], rows.share[1][l]);
            if (share > 0 && equations_.inertance()(rows.row[l], rows.row[l]) > 0)
                sum += share * equations_.rounding(rows.row[l], state);
        }
        now.largest_force = std::fmax(now.largest_force, sum / rounding_of_largest_force);
    }
}

}  // namespace jounce::time
