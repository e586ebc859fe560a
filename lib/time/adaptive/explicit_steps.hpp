// Adaptive explicit steps of a structure without a closed form of its motion: frictions, signals of any kind, damping
// that couples modes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "time/equations/held_motions.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/flow/structure_flow.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Integrates a StructureFlow with all statuses held. The march finds the events visible at both ends of a step. A step
/// ends early where its dense output shows other ones: a contact that begins and ends within it, a slip that stops and
/// continues. Steps also end at the largest indentation of a contact.
class ExplicitSteps {
  public:
    /// \param tolerance local error of a step relative to the motion in it \param motions of the run; must outlive it
    ExplicitSteps(const System& system, double tolerance, HeldMotions& motions);

    /// One step from `from`, up to `end_time` at most; fills all of `to`, and algorithm[0] with the next step size.
    StepReport step(const State& from, State& to, double end_time);
    /// Work of the last step; `work` has a place for each side and each friction.
    void work(StepWork& work) const { flow_.sort(increment_.data(), work); }
    /// Statuses may change here: the start of a run, and the instants of events.
    void complete(State& state, bool initial) { flow_.complete(state, initial); }
    /// Statuses may not change: the ends of steps of others.
    void hold(State& state) { flow_.hold(state); }

  private:
    /// The acceleration by the part of each contact force that the clearance takes off: its rounding is that of the place
    /// [m/s^2].
    [[nodiscard]] double place_terms(const State& from) const;
    /// The rounding of the accelerations that supports, as functions by values, give to what they hold [m/s^2].
    [[nodiscard]] double support_noise(const State& from) const;
    /// Is anything held by a closed rigid stop or a stick?
    [[nodiscard]] bool holds(const State& from) const;
    [[nodiscard]] double first_size(const State& from, double length) const;
    /// The only friction that acts, if it slips in a plane and is still at rest, or so slow that the direction of its slip turns
    /// many times as fast as within `length` [s].
    [[nodiscard]] std::optional<std::size_t> slip_along_hold(const State& from, double length) const;
    /// A step of such a slip under a holding force that hardly exceeds friction: its direction follows that of BeginningSlip, at
    /// a rate that no explicit step resolves. Nothing: the force exceeds friction by more, the direction lags behind it by too
    /// much, or the tolerance asks for less.
    [[nodiscard]] std::optional<StepReport> begin_slip(const State& from, State& to, double end_time, std::size_t friction);
    /// A change of the increment over h relative to the allowed error.
    [[nodiscard]] double excess(double h, const double* increment, const double* change);
    /// The same of the slips in planes.
    [[nodiscard]] double slip_excess(const double* change) const;
    /// The rounding of the direction of slips in planes, as an acceleration [m/s^2].
    [[nodiscard]] double direction_noise() const;
    /// Evaluates the dense output at a fraction x of the step.
    void look(double x);
    /// Sides and frictions at the last evaluation: has an event ended a status?
    [[nodiscard]] bool switched(const State& from);
    /// Position (between two fractions of the step, the second one evaluated last) at which a closed side turns back,
    /// its law has a kink or its tension is cut; none: infinity.
    [[nodiscard]] double turn_or_kink(const State& from, double low, double high);
    /// The same where the tension of a closed side begins or ends to be cut.
    [[nodiscard]] double cut(std::size_t side, const SideState& begin, double low, double high);
    /// A smaller size, at the end of which the march sees the event within the step; h without an event.
    [[nodiscard]] double end_within(const State& from, double h, StepReport& report);
    /// A slip in a plane has ended, or left its dead band, at the last evaluation.
    [[nodiscard]] bool slip_switched(const State& from, std::size_t friction) const;
    [[nodiscard]] bool quiet(const State& from, double h) const;
    /// Constrained motion has no visible error: an eighth of a radian of the loads at most [s]. A slip in a plane is not passed
    /// over its end, where its direction has no derivative.
    [[nodiscard]] double longest(const State& from, double length) const;
    /// The margin of each friction, then of each side, before its status changes: of a stick and of a contact that opens by force
    /// in its force [N], of a slip along a line in its speed [m/s], of other sides in the distance [m]; infinity for all others.
    void take_margins(const State& at, std::vector<double>& margins);
    /// Between the last three samples: a fraction of the step where a margin is below zero; none: infinity.
    [[nodiscard]] double below_zero(int looks, StepReport& report);

    const System& system_;
    double tolerance_;
    StructureFlow flow_;
    HeldMotions& motions_;
    DormandPrince steps_;
    double balance_ = 0, speed_ = 0, energy_ = 0;
    std::array<std::vector<double>, 4> margins_;  // at the last three samples, newest first, and between them
    std::vector<double> y_, start_, increment_, end_, end_rate_, dense_, rate_;
    std::vector<const contact::Law*> law_;  // of each side
    std::vector<std::size_t> contact_;
    std::vector<PlaneSlip> plane_;  // of each friction that slips in a plane
};

}  // namespace jounce::time
