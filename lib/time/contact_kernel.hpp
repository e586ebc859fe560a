// The contacts of a System in a time step: local motion, forces with their derivatives, and Newton in the local coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/padded_vector.hpp"
#include "linalg/types.hpp"
#include "system/state.hpp"
#include "system/system.hpp"
#include "time/compliance.hpp"
#include "time/friction_kernel.hpp"
#include "time/integrator.hpp"

namespace jounce::time {

/// Workspace for one System; holds no history.
///
/// A step is condensed to the k local forces: with the laws' forces F,
///     f - F(x_free - compliance.x f, v_free - compliance.v f, memory) = 0
/// is solved by Newton's method, which starts from the committed forces. A rigid side that is closed asks for rate = 0 instead.
/// Rows without force drop out, so that a flight costs one look at each gap.
class ContactKernel {
  public:
    ContactKernel(const System& system, Events events);

    [[nodiscard]] int rows() const { return static_cast<int>(row_start_.size()) - 1; }
    [[nodiscard]] bool empty() const { return rows() == 0; }
    /// B as a sparse pattern applied to a vector over the free coordinates: out[i] = sum_j B_ij (a[j] + scale * b[j]).
    void apply(const double* a, double scale, const double* b, double* out) const {
        const int k = rows();
        for (int i = 0; i < k; ++i) {
            double sum = 0;
            for (int e = row_start_[i]; e < row_start_[i + 1]; ++e) {
                const int j = row_index_[e];
                sum += row_coefficient_[e] * (a[j] + scale * b[j]);
            }
            out[i] = sum;
        }
    }
    /// The part of the local coordinates that prescribed motions (moving stops) give, and its rate.
    void add_prescribed(double time, double* x, double* v) const {
        if (moving_stops_) add_moving_stops(time, 0, system_->rows.size(), x, v);
    }
    /// Columns of B^T (n x k) as dense vectors, for the compliance.
    [[nodiscard]] linalg::Matrix transposed(int n) const;

    /// Sets the contact-free motion of the step: x_free() and v_free() are to be filled by the caller.
    [[nodiscard]] double* x_free() { return x_free_.data(); }
    [[nodiscard]] double* v_free() { return v_free_.data(); }
    /// Local forces after `solve` (left-hand side), k numbers.
    [[nodiscard]] const double* force() const { return force_.data(); }
    [[nodiscard]] bool any_force() const { return any_force_; }

    /// Newton in the local forces.
    ///
    /// Events::locate: sides closed at `from` keep their law, also where it pulls or beyond delta = 0; open ones give no force.
    /// Events::stepwise: a side that was open and would be in contact gets its impact speed and onset time from the cubic through
    /// the committed and the contact-free motion, so both are functions of the committed state alone; tension is clamped.
    /// `report` is written only when there is contact: a flight leaves it as it is.
    void solve(const Compliance& compliance, const State& from, double h, StepReport& report) {
        from_ = &from;
        end_time_ = from.time + h;
        any_force_ = false;
        if (stepwise_ && !plain_) set_surfaces();
        flight_ = look_at_sides() && !friction_.always();
        if (!flight_) {
            report = solve_contact(compliance, from, h);
        } else if (!friction_.empty()) {
            look_at_slip();
        }
    }
    /// Local motion, forces and memory of the accepted end of the step.
    void commit(State& to) const { flight_ ? commit_flight(to) : commit_contact(to); }
    /// Sides and forces of a given motion (x_free and v_free). At the `initial` state of a run the statuses follow from the
    /// motion (a side that is indented begins its contact now), afterwards they are the state's.
    void evaluate_state(State& state, bool initial);
    /// The row of a side, and whether it is closed and rigid in `state`: such a row is a constraint.
    [[nodiscard]] bool constrained(const State& state, std::size_t side) const {
        return sides_[side].rigid && state.sides[side].memory.closed;
    }
    [[nodiscard]] std::size_t row_of(std::size_t side) const { return sides_[side].row; }
    /// d(force)/d(normal force) of a friction at the last state evaluated.
    [[nodiscard]] const contact::Slip& friction_by_normal(std::size_t friction) const { return friction_.by_normal(friction); }
    /// +1 or -1: side of a plane gap.
    [[nodiscard]] double sign_of(std::size_t side) const { return sides_[side].gap->sign(sides_[side].number); }

  private:
    /// Motion of all sides without contact force; true when the step is a flight: nothing is in contact.
    bool look_at_sides() {
        bool open = true;
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            const Side& side = sides_[s];
            motion_[s] = side_motion(*side.gap, side.number, &x_free_[side.row], &v_free_[side.row]);
            open = open && !(stepwise_ ? motion_[s].motion.indentation > surface_[s] : from_->sides[s].memory.closed);
        }
        return open;
    }
    void commit_flight(State& to) const {
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            SideState& side = to.sides[s];
            side.motion = motion_[s].motion;
            side.normal = motion_[s].normal;
            side.response = {};
            side.memory = from_->sides[s].memory;
            if (!plain_) commit_open(s, side);
            side.memory.closed = false;
        }
        if (!friction_.empty()) friction_.commit(to);
    }
    void look_at_slip();
    /// Events::stepwise: the indentations beyond which open sides are in contact at the end of the step.
    void set_surfaces();
    /// What an open side keeps (transition `relaxation`); its memory is still that of the begin.
    void commit_open(std::size_t side, SideState& to) const;
    void commit_contact(State& to) const;
    StepReport solve_contact(const Compliance& compliance, const State& from, double h);
    void add_moving_stops(double time, std::size_t first, std::size_t count, double* x, double* v) const;
    void begin_trial(const State& from, double h);
    /// When and how fast a side that is open at `from` closes on the contact-free path of the step.
    void set_onset(std::size_t side, const State& from, double h);
    /// Motion under `force_`, the laws' answers `answer_`, and the active rows.
    void evaluate(const Compliance& compliance);
    /// Of the force in a row [N].
    [[nodiscard]] double rounding(int row, const Compliance& compliance) const;
    /// Are the forces those of the laws?
    [[nodiscard]] bool balanced(const Compliance& compliance) const;
    /// Solves the linearised equations of the active rows for the change of `force_` (into residual_). \returns false when
    /// singular
    bool newton_step(const Compliance& compliance, int iteration);

    const System* system_;
    std::vector<int> row_start_, row_index_;  // B in compressed rows
    std::vector<double> row_coefficient_;
    bool moving_stops_ = false;
    bool stepwise_ = false;
    bool plain_ = true;  // every contact begins at zero indentation and keeps nothing
    std::vector<double> x_free_, v_free_, x_, v_;
    std::vector<double> force_, answer_;  // the unknowns, and what the laws say to them
    struct Side {
        const contact::GapGeometry* gap = nullptr;
        int number = 0;           // within its gap
        std::size_t row = 0;      // first local coordinate
        std::size_t contact = 0;  // index into System::contacts
        const contact::Law* law = nullptr;
        bool rigid = false;
    };
    std::vector<Side> sides_;
    std::vector<int> row_contact_, row_first_, row_width_;  // of each row: its contact, that one's rows
    std::vector<contact::ContactMemory> memory_;            // trial memory of each side
    // Sides whose law is evaluated also beyond delta = 0: closed at the begin, or found indented within the step.
    std::vector<unsigned char> held_;
    std::vector<double> surface_;  // Events::stepwise, per side: contact beyond it
    std::vector<contact::SideMotion> motion_;
    std::vector<contact::Response> response_;
    std::vector<contact::LocalForce> local_;  // per contact, and an empty one for the rows of frictions
    std::vector<int> active_;                 // rows with a force or a derivative
    std::vector<unsigned char> rigid_row_;    // per row: held by a rigid stop
    linalg::Matrix jacobian_;
    std::vector<int> pivots_;
    std::vector<double> residual_;
    FrictionKernel friction_;
    const State* from_ = nullptr;  // the committed state of the step under way
    double end_time_ = 0;
    bool flight_ = false;
    bool any_force_ = false;
    int evaluations_ = 0;
};

}  // namespace jounce::time
