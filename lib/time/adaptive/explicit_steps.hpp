// Adaptive explicit steps of a structure whose motion has no closed form: frictions, signals of any kind, damping that couples
// modes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "time/flow/structure_flow.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Integrates a StructureFlow with all statuses held. The march finds the events between two ends of steps, so a step ends early
/// where its own dense output shows what those would not: a contact that begins and ends between them, a slip that stops and goes
/// on. Steps end where a contact is deepest, too.
class ExplicitSteps {
  public:
    /// \param tolerance local error of a step relative to the motion in it
    ExplicitSteps(const System& system, double tolerance);

    /// One step from `from`, no farther than `end_time`; fills all of `to`, and in algorithm[0] the next step's size.
    StepReport step(const State& from, State& to, double end_time);
    /// What the last step did; `work` has a place for each side and each friction.
    void work(StepWork& work) const { flow_.sort(increment_.data(), work); }
    /// Statuses may change here: the start of a run, and the instants at which something begins or ends.
    void complete(State& state, bool initial) { flow_.complete(state, initial); }

  private:
    [[nodiscard]] double first_size(const State& from, double length) const;
    /// A change of the increment over h in units of what is allowed.
    [[nodiscard]] double excess(double h, const double* increment, const double* change) const;
    /// Evaluates the dense output at a share x of the step.
    void look(double x);
    /// Sides and frictions at the last evaluation: has something happened that ends a status?
    [[nodiscard]] bool switched(const State& from) const;
    /// Where between two shares of the step, the second of which was looked at last, a closed side turns back or its law has a
    /// kink; none: infinity.
    [[nodiscard]] double turn_or_kink(const State& from, double low, double high);
    /// A smaller size at whose end the march sees what happens within the step; h where nothing does.
    [[nodiscard]] double end_within(const State& from, double h, StepReport& report);
    [[nodiscard]] bool quiet(const State& from, double h) const;
    /// What is held moves by nothing that an error would show: an eighth of a radian of the loads at most [s].
    [[nodiscard]] double longest(const State& from, double length) const;
    /// What each stick and each held stop has left before it lets go [N]; infinity for all else.
    void take_margins(const State& at, std::vector<double>& margins) const;
    /// Between the looks before the last one and the last one: where a margin has a minimum below zero, as a share of the step;
    /// none: infinity.
    [[nodiscard]] double below_zero(int looks) const;

    const System& system_;
    double tolerance_;
    StructureFlow flow_;
    DormandPrince steps_;
    double balance_ = 0, speed_ = 0;
    std::array<std::vector<double>, 3> margins_;  // at the last looks, newest first
    std::vector<double> y_, start_, increment_, end_, end_rate_, dense_, rate_;
    std::vector<const contact::Law*> law_;  // of each side
    std::vector<std::size_t> contact_;
};

}  // namespace jounce::time
