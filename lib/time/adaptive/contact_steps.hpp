// Adaptive steps of high order through contacts, ended exactly at the first event: release, closing, turning point.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "contact/response/contact_event.hpp"
#include "time/adaptive/contact_motion.hpp"
#include "time/flow/contact_flow.hpp"
#include "time/formulas/extrapolation.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

using contact::ContactEvent;

/// Integrates a ContactFlow by extrapolation. A step ends where a side changes its status, at the turning point of a
/// closed side (so that the largest indentation is an accepted state), and where a law has a kink or its tension is cut.
class ContactSteps {
  public:
    /// \param system in modal coordinates \param tolerance local error of a step relative to the motion in it
    ContactSteps(const System& system, double tolerance);

    /// One step from `from` towards `limit` [s]; fills time, q, v and algorithm[0] (the next step's size in the clock
    /// of the flow, 0 when there is none) of `to`.
    /// \param located receives the sides that change their status at to.time
    StepReport step(const State& from, State& to, const ClosedSignals& signals, double limit, std::vector<int>& located);

    /// Work of the last step, from the integrals of the flow; `work` has a place for each side.
    void work(StepWork& work) const { flow_.sort(end_.data(), work); }
    /// Coordinates and velocities at `s` after the beginning of the last step, as accurate as at its end. \returns false: the
    /// flow could not be integrated again
    [[nodiscard]] bool within(const State& from, double s, State& out);
    /// Did the last step end at the turning point of a closed side with a law that requires it?
    [[nodiscard]] bool turned(std::size_t side) const;

  private:
    struct Crossing {
        std::optional<ContactEvent> event;  // none: the limit of the step
        std::size_t side = 0;
        double value = 0, slope = 0;  // at the end of the trial; positive: crossed
        double enough = 0;            // values this small are zero
        double place = 0;             // of a kink [m]
    };
    struct Begin {
        double indentation = 0, rate = 0, acceleration = 0, force = 0;
    };
    [[nodiscard]] double first_size();
    /// The closed side predicted at the beginning to release first.
    struct Release {
        std::size_t closed = 0;
        double distance = 0;   ///< in the flow's clock
        bool opening = false;  ///< its root already falls at about its final rate
    };
    [[nodiscard]] Release next_release() const;
    /// One extrapolation of size h from the start; false when it does not converge or a root falls below its floor.
    bool trial(double h);
    /// One extrapolation to the zero of a root; false when it does not converge or another event is earlier.
    bool trial_to_release(std::size_t closed);
    /// The same to the turning point of a closed side.
    bool trial_to_turn(std::size_t side);
    /// The closed side that turns first within about h, if any.
    [[nodiscard]] std::optional<std::size_t> next_turn(double h) const;
    template <class Slope>
    bool trial_in_clock_of(const Slope& slope, double start_slope, double distance);
    [[nodiscard]] bool nothing_before();
    void take_end();
    /// Indentation above the surface and its rate of an open side, at the last evaluation.
    [[nodiscard]] contact::Motion above(std::size_t side) const;
    [[nodiscard]] contact::Motion above(std::size_t side, double indentation, double rate, double after) const;
    /// The event by which an open side closes.
    [[nodiscard]] std::optional<ContactEvent> closes_by(std::size_t side) const;
    void value(Crossing& crossing) const;
    /// Where the tension of a side that may not pull, though its contact lasts until the bodies part, begins or ends to be cut:
    /// the force is continuous, its derivatives jump.
    [[nodiscard]] std::optional<Crossing> cut(std::size_t side) const;
    [[nodiscard]] std::optional<Crossing> earliest(double h) const;
    bool locate(Crossing crossing, double& h);
    /// The first indentation on the path of a closed side through the step at which a derivative of its law jumps;
    /// infinity: none.
    [[nodiscard]] double kink(std::size_t side) const;
    /// A smaller step after which an open side that nearly touched within the step can be examined; 0: none did.
    [[nodiscard]] double close_pass(double h) const;
    /// Had a closed side a tension within the trial that has passed at its end?
    [[nodiscard]] bool pulled() const;
    [[nodiscard]] double round_off(std::size_t side) const;
    /// Indentations of an open side that count as zero: a contact ends with one of the order of the tolerance.
    [[nodiscard]] double outside(std::size_t side) const;
    void add_released(std::vector<int>& located) const;

    static constexpr int most_trials = 400;

    ContactFlow flow_;
    Extrapolation extrapolation_;
    ContactMotion motion_;
    double tolerance_, allowed_ = 0;  // of closings; of the step under way
    int target_column_;
    double from_time_ = 0, after_ = 0;  // of the step, and of the last evaluation after it
    double floor_ = 0, limit_ = 0, proposed_ = 0, begin_clock_ = 0;
    std::vector<double> start_, increment_, end_, end_rate_;
    std::vector<Begin> begin_;
    int evaluations_ = 0, trials_ = 0;
};

}  // namespace jounce::time
