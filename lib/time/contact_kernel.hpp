// The contacts of a System in a time step: local motion, forces with their derivatives, and Newton in the local coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/padded_vector.hpp"
#include "linalg/types.hpp"
#include "system/state.hpp"
#include "system/system.hpp"
#include "time/integrator.hpp"

namespace jounce::time {

/// How the local motion answers a change z of the local accelerations over the step: x = x_free + bx z, v = v_free + bv z.
struct LocalResponse {
    double bx = 0;  ///< [s^2], beta h^2 of Newmark
    double bv = 0;  ///< [s], gamma h
};

/// Workspace for one System; holds no history.
///
/// A step is condensed to the k local coordinates: with f the local forces, G = B S^-1 B^T the compliance of the step's
/// effective matrix S, the local accelerations follow as z = -G f (on top of the contact-free step), and
///     z + G f(x_free + bx z, v_free + bv z) = 0
/// is solved by Newton's method. Rows without force drop out, so that a flight costs one look at each gap.
class ContactKernel {
  public:
    explicit ContactKernel(const System& system);

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

    /// Newton in the local coordinates. Before it, the trial memory is taken from the committed state and the contact-free
    /// motion: a side that was open and would be in contact gets its impact speed and onset time from the cubic through the
    /// committed and the contact-free motion, so both are functions of the committed state alone.
    /// `report` is written only when there is contact: a flight leaves it as it is.
    void solve(const linalg::Matrix& compliance, LocalResponse response, const State& from, double h, StepReport& report) {
        from_ = &from;
        any_force_ = false;
        flight_ = open_everywhere();
        if (!flight_) report = solve_contact(compliance, response, from, h);
    }
    /// Local motion, forces and memory of the accepted end of the step.
    void commit(State& to) const { flight_ ? commit_flight(to) : commit_contact(to); }
    /// Forces and sides of a given motion, e.g. at the start: x_free and v_free are the motion, the memory is the state's.
    void evaluate_start(State& state);

  private:
    /// Motion of all sides without contact force; true when none is indented: the step is a flight.
    bool open_everywhere() {
        bool open = true;
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            const Side& side = sides_[s];
            motion_[s] = side_motion(*side.gap, side.number, &x_free_[side.row], &v_free_[side.row]);
            open = open && !(motion_[s].motion.indentation > 0);
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
            side.memory.closed = false;
        }
    }
    void commit_contact(State& to) const;
    StepReport solve_contact(const linalg::Matrix& compliance, LocalResponse response, const State& from, double h);
    void add_moving_stops(double time, std::size_t first, std::size_t count, double* x, double* v) const;
    void begin_trial(const State& from, double h);
    /// When and how fast a side that is open at `from` closes on the contact-free path of the step.
    void set_onset(std::size_t side, const State& from, double h);
    void evaluate(const double* z, LocalResponse response);
    /// Do the local accelerations follow from the forces just evaluated?
    [[nodiscard]] bool balanced(const linalg::Matrix& compliance) const;
    /// bx df/dx + bv df/dv of two rows of one contact.
    [[nodiscard]] double derivative(int row, int column, LocalResponse response) const;

    const System* system_;
    std::vector<int> row_start_, row_index_;  // B in compressed rows
    std::vector<double> row_coefficient_;
    bool moving_stops_ = false;
    std::vector<double> x_free_, v_free_, x_, v_, z_, dz_, force_;
    struct Side {
        const contact::GapGeometry* gap = nullptr;
        int number = 0;           // within its gap
        std::size_t row = 0;      // first local coordinate
        std::size_t contact = 0;  // index into System::contacts
    };
    std::vector<Side> sides_;
    std::vector<int> row_contact_, row_first_, row_width_;  // of each row: its contact, that one's rows
    std::vector<contact::ContactMemory> memory_;            // trial memory of each side
    // Sides whose law is evaluated also beyond delta = 0: closed at the begin, or found indented within the step.
    std::vector<unsigned char> held_;
    std::vector<contact::SideMotion> motion_;
    std::vector<contact::Response> response_;
    std::vector<contact::LocalForce> local_;  // per contact
    std::vector<int> active_;                 // rows with a force or a derivative
    linalg::Matrix jacobian_;
    std::vector<int> pivots_;
    std::vector<double> residual_;
    const State* from_ = nullptr;  // the committed state of the step under way
    bool flight_ = false;
    bool any_force_ = false;
    int evaluations_ = 0;
};

}  // namespace jounce::time
