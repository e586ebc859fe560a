// The start of a run, its restarts at events, and the load vector, common to all integrators.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/start/structure_equations.hpp"

namespace jounce::time {

/// The System's initial state with all vectors resized; `Stepper::start` completes accelerations and sides.
[[nodiscard]] State initial_state(const System& system);

/// Writes the signals' values at `time` into `state.load_values`. \throws Error from a user's signal
void sample_loads(const System& system, double time, State& state);

/// out = the sum of all loads' patterns, each times value(its index). Does not allocate.
template <class Value>
void sum_loads(const System& system, const Value& value, linalg::Vector& out) {
    bool begun = false;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const double x = value(i);
        if (x == 0) continue;
        if (begun) {
            out.noalias() += x * system.loads[i].pattern;
        } else {
            out.noalias() = x * system.loads[i].pattern;
        }
        begun = true;
    }
    if (!begun) out.setZero();
}

/// Writes F(time) into `state.a` and the signals' values into `state.load_values`. Does not allocate.
/// \throws Error from a user's signal
inline void load_vector(const System& system, double time, State& state) {
    sample_loads(system, time, state);
    sum_loads(
        system, [&state](std::size_t i) { return state.load_values[i]; }, state.a);
}

/// Completes states with given time, q and v: loads, contact sides and the consistent acceleration
///     M a + B_c^T lambda = F - C v - K q - B^T f,   B_c a + prescribed accelerations = 0
/// where B_c are the rows of closed rigid stops and of sticking frictions, and lambda their forces.
class Start {
  public:
    /// References must outlive it.
    Start(const System& system, const LinearKernel& linear, ContactKernel& contacts);
    /// \param initial at the first state of a run the statuses of the sides follow from the motion; later they are
    /// those of the state.
    /// \throws Error when M is singular
    void complete(State& state, bool initial);
    /// The same for the present motion: sticks hold with any force. Does not allocate.
    void hold(State& state) { complete_once(state, false); }

    /// A slip in a plane that begins from rest.
    struct SlipOnset {
        double hold = 0;                  ///< the force that would hold it; 0 where something else holds it [N]
        double rise = 0;                  ///< d|s|/dt; 0 where friction could hold it [m/s^2]
        std::array<double, 4> inertia{};  ///< the mass that it moves along each tangent, row by row [kg]
    };
    /// Gives it the direction in which it begins (BeginningSlip); the rest of the state is then that of a stick.
    SlipOnset direct(State& state, std::size_t friction);

  private:
    /// Statuses, and what follows from them.
    void settle(State& state, bool initial);
    /// The same for the only one that begins at this state, if any, with the state completed.
    void direct_beginning_slip(State& state);
    void complete_once(State& state, bool initial);
    /// The forces of closed rigid stops and of sticking frictions, together.
    void hold_with_friction(State& state);
    /// Sticks hold the rounding of the forces on them.
    void allow_rounding(State& state) const;

    /// A combination of rows of B.
    struct Combination {
        std::vector<int> row;
        std::vector<double> share;
        void add(int r, double s) {
            row.push_back(r);
            share.push_back(s);
        }
        void clear() {
            row.clear();
            share.clear();
        }
    };
    /// One unknown force: the motion that it constrains, and the rows on which it acts.
    struct Hold {
        Combination motion, force;
        double convective = 0;  ///< acceleration due to the rotation of `motion`
        int row = -1;           ///< the first one of a rigid stop's gap
        int friction = -1;      ///< of a stick, and which component
        std::size_t component = 0;
    };
    /// At the start of a run: closes rigid stops with friction that a body touches at rest and is pressed to. \returns any?
    [[nodiscard]] bool close_what_rests(State& state) const;
    Hold& next_hold();
    void collect_stops(const State& state);
    void collect_stick(const State& state, std::size_t friction);
    void follow_stops(const State& state, std::size_t friction, std::size_t stops);
    /// +1 or -1 for the sides of a rigid stop: derivative of the normal force with respect to the unknown.
    [[nodiscard]] double pressing(const State& state, const Friction& friction, std::size_t stop) const;
    void solve_holds(const State& state);
    /// The same where several constrain one motion: the least sum of force^2 over cone, which loads all cones in proportion.
    /// Of the closed stop in a row: the sign of a force that pushes.
    [[nodiscard]] double pushing_sign(const State& state, int row) const;
    void share_holds(const State& state);
    /// The solution of which force/share has the smallest norm.
    void solve_with_shares();
    /// Is an acceleration left that the forces last found were to hold?
    [[nodiscard]] bool contradicts() const;
    /// Where no forces hold all closed stops and sticks, opens stops and lets sticks slip. \param carried_off receives the sides
    /// that open \returns was there any?
    bool resolve_contradiction(State& state, std::vector<std::size_t>& carried_off);
    /// What a stick can hold [N].
    [[nodiscard]] double bound_of(const State& state, std::size_t friction, std::size_t stops) const;

    const System& system_;
    ContactKernel& contacts_;
    StructureEquations equations_;
    std::vector<Hold> holds_;
    std::size_t held_ = 0;  // number of them in use
    std::vector<double> matrix_, spare_, lambda_, rates_, share_;
    std::vector<int> pivots_;
};

}  // namespace jounce::time
