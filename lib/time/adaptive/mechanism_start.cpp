// event_driven for Systems with joints: the start of a run, with the contacts that the motion presses from its first instant on.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/messages/error.hpp"
#include "system/mechanism/mechanism.hpp"
#include "time/adaptive/mechanism_steps.hpp"
#include "time/start/pressed_sides.hpp"

namespace jounce::time {

namespace {
using linalg::SparseMatrix;
using linalg::Vector;

constexpr double few = 8;               // roundings
constexpr std::size_t instants = 8;     // each a quarter of the one before
constexpr double first_instant = 1e-2;  // of the time scale of the motion
constexpr double longest_scale = 0.1;   // of them [s]
constexpr double unaffected = 1e-8;     // of the largest change of a velocity: what sticks hold does not change

/// The largest acceleration that one term of the equations makes alone, in place of `out` [m/s^2, rad/s^2]: where they balance,
/// what is left has the rounding of these.
void take_terms(const System& system, const State& state, double reach, Vector& out) {
    const Vector mass = system.linear.M.diagonal();
    out = state.a.cwiseAbs();
    const auto add = [&](Eigen::Index i, double force) {
        if (mass[i] > 0) out[i] += std::abs(force) / mass[i];
    };
    const auto add_product = [&](const SparseMatrix& matrix, const Vector& motion) {
        for (int j = 0; j < matrix.outerSize(); ++j) {
            for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) add(it.row(), it.value() * motion[j]);
        }
    };
    add_product(system.linear.K, state.q);
    add_product(system.linear.C, state.v);
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        for (Eigen::Index i = 0; i < out.size(); ++i) add(i, state.load_values[l] * system.loads[l].pattern[i]);
    }
    for (const PlanarForce& force : system.mechanism->forces) {
        for (const int frame : force.frames) {
            for (const SparseRow& row : system.mechanism->frames[static_cast<std::size_t>(frame)].rows) {
                for (const int i : row.index) add(i, force.stiffness * std::max(reach, std::abs(force.free)));
            }
        }
    }
}
}  // namespace

// The sign of a rate that leaves zero as a power of time, c t^p, at the earliest instant at which it is more than rounding: a
// load that begins at zero presses as well as one that jumps. The motion up to there is one step of order 8; an instant beyond
// the end of a table tells nothing.
void MechanismSteps::start(State& state) {
    std::vector<char> was_closed;
    for (const SideState& side : state.sides) was_closed.push_back(side.memory.closed ? 1 : 0);
    MechanismStepper::start(state);
    const double speed = scales_.largest(state.v);
    std::vector<double> rates;  // of each side after each instant, as far as they are known
    std::array<double, instants> noise{};
    const auto look_ahead = [&] {
        const double push = scales_.largest(state.a);
        const double scale = std::min({longest_scale, push > 0 ? std::sqrt(scales_.reach() / push) : infinite,
                                       speed > 0 ? scales_.reach() / speed : infinite});
        take_terms(system_, state, scales_.reach(), q_);
        const double term = scales_.largest(q_);
        (void)flow_.begin(state);
        flow_.fill(state, y_.data());
        flow_.rate(y_.data(), start_.data());
        for (std::size_t i = 0; i < instants; ++i) {
            const double h = first_instant * scale * std::pow(0.25, static_cast<double>(i));
            try {
                (void)steps_.step(
                    flow_, [](const double*, const double*) { return 0.0; }, y_.data(), start_.data(), h, increment_.data());
                dynamics_.set_time(state.time + h);
            } catch (const Error&) {
                rates.resize((i + 1) * state.sides.size(), std::numeric_limits<double>::quiet_NaN());
                continue;
            }
            for (std::size_t k = 0; k < flow_.coordinates(); ++k) {
                const auto at = static_cast<Eigen::Index>(k);
                q_[at] = state.q[at] + increment_[1 + k];
                v_[at] = increment_[1 + flow_.coordinates() + k];
            }
            noise[i] = std::max(unaffected * scales_.largest(v_), few * epsilon * (speed + term * h));
            v_ += state.v;
            dynamics_.move(q_.data(), v_.data(), false);
            for (const MechanismDynamics::Side& side : dynamics_.sides()) rates.push_back(side.elsewhere ? 0 : side.motion.rate);
        }
    };
    const auto acceleration = [&](std::size_t s) {
        if (rates.empty()) look_ahead();
        for (std::size_t i = instants; i-- > 0;) {
            const double change = rates[i * state.sides.size() + s] - state.sides[s].motion.rate;
            if (std::abs(change) > noise[i]) return change;
        }
        return 0.0;
    };
    const auto rounding = [&](const Contact& contact) { return few * epsilon * (contact.gap.clearance + scales_.reach()); };
    bool opened = false;  // a side on its surface, to rounding, begins open unless it is pressed
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        const MechanismDynamics::Side& of = dynamics_.sides()[s];
        SideState& side = state.sides[s];
        if (!side.memory.closed || was_closed[s] != 0 || of.law->rigid || force_closes_apart(*of.law) ||
            side.motion.rate > few * epsilon * speed ||
            side.motion.indentation > rounding(system_.contacts[static_cast<std::size_t>(of.contact)]))
            continue;
        side.memory = {};
        opened = true;
    }
    if (opened) restart(state);
    if (close_pressed(system_, state, rounding, few * epsilon * speed, acceleration)) restart(state);
}

}  // namespace jounce::time
