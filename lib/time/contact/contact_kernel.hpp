// The contacts of a System in a time step: local motion, forces with their derivatives, and Newton in the local coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "contact/response/status.hpp"
#include "linalg/basics/padded_vector.hpp"
#include "linalg/basics/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/compliance.hpp"
#include "time/contact/dependent_stops.hpp"
#include "time/contact/friction_kernel.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Workspace for one System; holds no history.
///
/// A step is condensed to the k local forces: with the laws' forces F,
///     f - F(x_free - compliance.x f, v_free - compliance.v f, memory) = 0
/// is solved by Newton's method, which starts from the committed forces. For a closed rigid side the equation is rate =
/// 0. Rows without force are omitted, so a flight costs one evaluation of each gap.
class ContactKernel {
  public:
    ContactKernel(const System& system, Events events);

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] bool empty() const { return rows() == 0; }
    /// The contact-free motion of the gaps, without add_prescribed, from the motion of their few coordinates j.
    /// \param place,velocity functions of j
    template <class Place, class Velocity>
    void set_free(const Place& place, const Velocity& velocity) {
        const int k = rows();
        const int* start = row_start_.data();
        for (int i = 0; i < k; ++i) {
            double x = 0;
            double rate = 0;
            for (int e = start[i]; e < start[i + 1]; ++e) {
                const int j = row_index_[e];
                x += row_coefficient_[e] * place(j);
                rate += row_coefficient_[e] * velocity(j);
            }
            x_free_[i] = x;
            v_free_[i] = rate;
        }
    }
    /// The contribution of prescribed motions (moving stops) to the local coordinates and their rates.
    void add_prescribed(double time, double* x, double* v) const {
        if (moving_stops_) add_moving_stops(time, 0, system_->rows.size(), x, v);
    }
    /// out += B^T column `row`, times `factor`
    void add_transposed(int row, double factor, double* out) const {
        for (int e = row_start_[row]; e < row_start_[row + 1]; ++e) out[row_index_[e]] += factor * row_coefficient_[e];
    }
    /// Columns of B^T (n x k) as dense vectors, for the compliance.
    [[nodiscard]] linalg::Matrix transposed(int n) const;

    /// The contact-free motion of the step; the caller fills it, by `set_free` or here.
    [[nodiscard]] double* x_free() { return x_free_.data(); }
    [[nodiscard]] double* v_free() { return v_free_.data(); }
    /// Local forces after `solve` (left-hand side), k numbers.
    [[nodiscard]] const double* force() const { return force_.data(); }
    [[nodiscard]] bool any_force() const { return any_force_; }

    /// Newton in the local forces.
    ///
    /// Events::locate: sides closed at `from` keep their law, also in tension or beyond delta = 0; open ones give no
    /// force. Events::stepwise: a side that was open and would be in contact gets its impact speed and onset time from
    /// the cubic through the committed and the contact-free motion, so both are functions of the committed state alone;
    /// tension is clamped. `report` is written only when there is contact; a flight does not change it. The sides of
    /// `to` are the workspace.
    void solve(const Compliance& compliance, const State& from, State& to, double h, StepReport& report) {
        from_ = &from;
        sides_now_ = to.sides.data();
        end_time_ = from.time + h;
        any_force_ = false;
        if (stepwise_ && !plain_) set_surfaces();
        flight_ = sample_sides() && !friction_.always();
        if (!flight_) {
            report = solve_contact(compliance, from, h);
        } else if (!friction_.empty()) {
            sample_slip();
        }
    }
    /// Completes local motion, forces and memory of the `to` passed to `solve`, as the accepted end of the step.
    void commit(State& to) const { flight_ ? commit_flight(to) : commit_contact(to); }
    /// Sides and forces of a given motion (x_free and v_free). At the `initial` state of a run the statuses follow from
    /// the motion (an indented side begins its contact now); afterwards they are those of the state.
    void evaluate_state(State& state, bool initial);
    /// At such states, a slip keeps the direction of its state, whatever its velocity is.
    void keep_direction(std::size_t friction, bool kept) { friction_.keep_direction(friction, kept); }
    /// The row of a side, and whether it is closed and rigid in `state`: such a row is a constraint.
    [[nodiscard]] bool constrained(const State& state, std::size_t side) const {
        return sides_[side].rigid && state.sides[side].memory.closed;
    }
    [[nodiscard]] std::size_t row_of(std::size_t side) const { return sides_[side].row; }
    /// d(force)/d(normal force) of a friction at the last evaluated state.
    [[nodiscard]] const contact::Slip& friction_by_normal(std::size_t friction) const { return friction_.by_normal(friction); }
    /// [m/s], at that state; zero without bristles.
    [[nodiscard]] const contact::Slip& bristle_rate(std::size_t friction) const { return friction_.bristle_rate(friction); }
    /// +1 or -1: side of a plane gap.
    [[nodiscard]] double sign_of(std::size_t side) const { return sides_[side].gap.sign; }

  private:
    /// The motion of a side for these local coordinates.
    contact::SideMotion move(std::size_t side, const double* x, const double* v) {
        const std::size_t row = sides_[side].row;
        const contact::SideMotion now = side_motion(sides_[side].gap, x + row, v + row);
        // Number by number: a copy of the whole would go through memory and wait for the store.
        SideState& state = sides_now_[side];
        state.motion.indentation = now.motion.indentation;
        state.motion.rate = now.motion.rate;
        state.normal[0] = now.normal[0];
        state.normal[1] = now.normal[1];
        radius_[side] = now.radius;
        return now;
    }
    /// All sides as they begin the step and without contact force; true for a flight: no side is in contact.
    bool sample_sides() {
        bool open = true;
        const SideState* before = from_->sides.data();
        const std::size_t count = sides_.size();  // for the compiler, the loop's writes could alias the vector itself
        for (std::size_t s = 0; s < count; ++s) {
            const contact::SideMotion now = move(s, x_free_.data(), v_free_.data());
            sides_now_[s].memory = before[s].memory;
            open = open && !(stepwise_ ? now.motion.indentation > surface_[s] : before[s].memory.closed);
        }
        return open;
    }
    void commit_flight(State& to) const {
        const bool plain = plain_;
        const bool stepwise = stepwise_;
        std::size_t s = 0;
        for (SideState& side : to.sides) {
            side.response = {};
            if (!plain) commit_open(s, side);
            if (stepwise) side.memory.closed = false;
            ++s;
        }
        if (!friction_.empty()) friction_.commit(to);
    }
    /// Events::stepwise: the indentations beyond which open sides are in contact at the end of the step.
    void set_surfaces();
    /// The energy kept by an open side (transition `relaxation`); its memory is still that of the start.
    void commit_open(std::size_t side, SideState& to) const;
    void sample_slip();
    void commit_contact(State& to) const;
    StepReport solve_contact(const Compliance& compliance, const State& from, double h);
    void add_moving_stops(double time, std::size_t first, std::size_t count, double* x, double* v) const;
    void begin_trial(const State& from, double h);
    /// When and how fast a side that is open at `from` closes on the contact-free path of the step.
    void begin_onset(std::size_t side, const State& from, double h);
    /// Motion under `force_`, the forces of the laws `answer_`, and the active rows.
    void evaluate(const Compliance& compliance);
    /// Of the circular gap whose first row it is: its normal, and the compliance of the rate along it.
    [[nodiscard]] const std::array<double, 2>& normal_at(std::size_t row) const;
    [[nodiscard]] double along_normal(std::size_t row, const Compliance& compliance) const;
    /// Of a plane gap: the sign of a force in its row that pushes its closed side.
    [[nodiscard]] double pushing_sign(std::size_t row) const;
    /// The sum of the sizes of the terms of a row's speed before the step [m/s].
    [[nodiscard]] double speed_before(int row) const;
    /// Rounding error of the force in a row [N].
    [[nodiscard]] double rounding(int row, const Compliance& compliance) const;
    /// Sets a rigid stop's force to zero when it is no more than the rounding of the velocities: in a step as short as
    /// the last digits of the time it would be large, and alpha methods would propagate it.
    void drop_rounding(const Compliance& compliance);
    /// Do the forces agree with the laws?
    [[nodiscard]] bool balanced(const Compliance& compliance) const;
    /// Do they agree to rounding (another increment would be negligible)? Never with active rigid stops or frictions.
    [[nodiscard]] bool settled() const;
    /// Solves the linearised equations of the active rows for the change of `force_` (into residual_). \returns false when
    /// singular
    bool newton_step(const Compliance& compliance, int iteration);
    /// Rows of closed circular rigid stops: the rate along the normal is zero, and across it friction is the only force.
    void hold_on_circles(const Compliance& compliance);
    /// The stops closed in the iterate, where their forces may need a rule.
    void collect_stops(const Compliance& compliance);
    /// Rows of closed stops that hold what others hold: their parts of the force.
    void share_among_stops();
    /// The same where one row of a plane gap is active, which is the usual case.
    bool newton_step_of_one(const Compliance& compliance, std::size_t row);

    const System* system_;
    std::vector<int> row_start_, row_index_;  // B in compressed rows
    std::vector<double> row_coefficient_;
    int rows_ = 0;
    bool moving_stops_ = false;
    bool stepwise_ = false;
    bool plain_ = true;  // every contact begins at zero indentation and keeps no compression
    std::vector<double> x_free_, v_free_, x_, v_;
    std::vector<double> force_, answer_;  // the unknowns, and the forces of the laws
    struct Side {
        contact::GapSide gap;
        std::size_t row = 0;      // first local coordinate
        std::size_t contact = 0;  // index into System::contacts
        const contact::Law* law = nullptr;
        bool rigid = false;
    };
    std::vector<Side> sides_;
    std::vector<int> row_contact_, row_first_, row_width_;  // of each row: its contact, and the rows of that contact
    SideState* sides_now_ = nullptr;                        // sides at the end of the current step: trial values
    std::vector<double> radius_;                            // contact::SideMotion::radius of each
    // Sides with a law evaluated also beyond delta = 0: closed at the start, or found indented within the step.
    std::vector<unsigned char> held_;
    std::vector<unsigned char> begins_;       // per side: evaluated on its surface, where its contact begins
    std::vector<double> surface_;             // Events::stepwise, per side: contact beyond it
    std::vector<contact::LocalForce> local_;  // per contact, and an empty one for the rows of frictions
    std::vector<int> active_;                 // rows with a force or a derivative
    std::vector<unsigned char> rigid_row_;    // per row: held by a rigid stop
    linalg::Matrix jacobian_;
    std::vector<int> pivots_;
    std::vector<double> residual_;
    FrictionKernel friction_;
    DependentStops stops_;
    std::vector<double> speeds_;   // of each row: the sum of the sizes of the terms of its speed before the step
    const State* from_ = nullptr;  // the committed state of the current step
    double end_time_ = 0;
    bool flight_ = false;
    bool any_force_ = false;
    int evaluations_ = 0;
};

}  // namespace jounce::time
