// The motion with some sides in contact as a smooth first-order system, in a clock that slows down where contacts
// begin.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "contact/response/gap.hpp"
#include "contact/response/status.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/closed_signals.hpp"
#include "time/equations/work_rates.hpp"
#include "time/flow/flow_integrals.hpp"

namespace jounce::time {

/// Unknowns y = (q, v, t, w): w_j is the root of the indentation of the j-th closed side, and the clock sigma is given
/// by dt = g dsigma, g the product of all w_j (1 when no side is closed; a law that is smooth where contact begins has
/// w = 1). A force K delta^(3/2) = K w^3 is smooth in these where it begins and ends, and w crosses zero at a simple
/// root (docs/theory/event_driven.md, eq. 6).
///
/// After the unknowns come integrals that do not act on the motion (`integrated()` numbers in all): the works of
/// WorkSum, then impulse, work and loss of each closed side, and last sigma, for steps in another variable.
///
/// Workspace; `begin` sets the closed sides from a state. Nothing allocates after construction.
class ContactFlow {
  public:
    /// \param system in modal coordinates: M = 1, C and K diagonal (ModalFlight::applies)
    explicit ContactFlow(const System& system);

    /// One side at the last evaluation.
    struct Side {
        const Contact* contact = nullptr;
        int number = 0;  // within its gap
        std::size_t row = 0;
        bool closed = false;
        bool pulls = false;   // remains closed where the force passes zero, until the bodies separate
        bool clamps = false;  // and its tension is set to zero
        bool rooted = true;   // has a root: its law is not smooth where contact begins, and it is not at rest there
        [[nodiscard]] bool opens_by_depth() const { return !rooted && (pulls || !law->smooth_onset); }
        bool anywhere = false;  // its force may close it before the bodies touch
        std::size_t root = 0;   // index of w among the closed sides
        double compliance = 0;  // 1/effective mass
        contact::SideMotion motion;
        contact::Response response;  // not clamped; of closed sides, and of open ones that are indented
        contact::ContactMemory memory;
        const contact::Law* law = nullptr;
        bool plane = true;
        double sign = 1;
    };

    /// Fills y from the state. \param smallest_root initial and final w of several closed sides, instead of 0
    void begin(const State& from, const ClosedSignals& signals, double smallest_root);
    [[nodiscard]] std::size_t unknowns() const { return 2 * n_ + 1 + closed_.size(); }
    [[nodiscard]] std::size_t integrated() const { return unknowns() + work_integrals + side_integrals * closed_.size() + 1; }
    [[nodiscard]] std::size_t capacity() const { return 2 * n_ + 2 + work_integrals + (1 + side_integrals) * sides_.size(); }
    /// Sorts the integrals at `y` into `work`.
    void sort(const double* y, StepWork& work) const;
    [[nodiscard]] const double* y() const { return y_.data(); }
    /// dy/dsigma
    void rate(const double* y, double* dy);

    /// Motion of all sides, and the law's response of indented ones, at the last evaluation.
    void sample_sides();
    /// Records the finest row of an extrapolation: local coordinates with their rates, and the sign of contact forces.
    void begin_row() {
        samples_ = 0;
        for (Closed& side : held_) side.pulled = false;
    }
    struct Sample {
        double time, indentation, rate;
    };
    [[nodiscard]] std::size_t samples() const { return samples_; }
    [[nodiscard]] Sample sample(std::size_t index, std::size_t side) const;
    /// Did the closed side, one that may not pull, have a tension in the finest row?
    [[nodiscard]] bool pulled(std::size_t closed) const { return held_[closed].pulled; }
    [[nodiscard]] bool pulled() const {
        return std::ranges::any_of(held_, [](const Closed& side) { return side.pulled; });
    }

    // At the last evaluation, after `sample_sides`:
    [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }
    [[nodiscard]] const std::vector<std::size_t>& closed() const { return closed_; }
    [[nodiscard]] double clock() const { return clock_; }
    /// Second derivative of a side's indentation.
    [[nodiscard]] double side_acceleration(std::size_t side) const;

    /// Size of a change of the increment in units of `tolerance`: velocities relative to the speed and to the velocity
    /// given by the forces, coordinates relative to speed times duration, roots relative to themselves.
    [[nodiscard]] double error(const double* increment, const double* change, double tolerance) const;
    /// Resets the contact forces recorded by `error`.
    void begin_step() { push_ = 0; }
    /// Largest circular frequency of the structure.
    [[nodiscard]] double highest_frequency() const { return highest_; }

  private:
    struct Closed {  // data of a closed side for an evaluation
        const contact::Law* law;
        std::size_t row;
        double sign;
        bool plane, pulls, clamps, rooted;
        double surface, clearance;  // the indentation at w = 0
        std::size_t side;
        contact::ContactMemory memory;
        double rate;
        double push = 0, elastic = 0;
        double apart_at_begin = 0;  // see `held_apart`
        bool pulled = false;
    };
    /// Force of a closed side; detects a tension that would end the contact.
    [[nodiscard]] double force_of(Closed& side, double w, double indentation, double rate);
    /// The same for one closed side of a plane gap in a diagonal system.
    void rate_of_one(const double* y, double* dy);
    /// For a law that pushes before the bodies touch: the energy that it would have stored there. The law responds as a
    /// smooth function, and no energy is stored below the surface [J].
    [[nodiscard]] double held_apart(const Closed& side, const double* y) const;
    void keep(double time);
    void integrate(const double* y, double* dy);
    void accelerate(const double* __restrict q, const double* __restrict v);
    void add_moving_stops();

    const System* system_;
    std::size_t n_;
    std::vector<double> c_, k_;  // the diagonals
    struct Group {
        std::size_t signal;
        int derivative;
        Vector pattern;
    };
    std::vector<Group> groups_;  // loads of one signal and derivative together
    double sampled(const Group& group, double time);
    bool moving_stops_ = false, one_ = false;
    std::vector<double> dense_;  // B, rows x n
    std::vector<int> row_start_, row_index_;
    std::vector<double> row_coefficient_, row_size_;
    std::vector<Side> sides_;
    std::vector<std::size_t> closed_;
    const ClosedSignals* signals_ = nullptr;
    const double* last_ = nullptr;  // y of the last evaluation
    std::vector<SignalSample> sampled_;
    std::vector<unsigned char> needs_rates_;
    std::vector<std::size_t> supports_;  // signals of prescribed motions
    std::vector<double> y_, x_, xv_, force_;
    std::vector<double> a_;
    struct Kept {
        double time, x, v;
    };
    std::vector<Kept> kept_;  // samples x rows
    std::vector<Closed> held_;
    std::vector<double> zero_, more_;
    WorkRates work_;
    std::size_t samples_ = 0;
    double clock_ = 1, push_ = 0, largest_force_ = 0, highest_ = 0, balance_ = 0;
};

}  // namespace jounce::time
