// Common parts of the steppers for Systems with joints: completing states, powers, closing contacts at the start.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "time/equations/mechanism_dynamics.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

class MechanismStepper : public Stepper {
  public:
    explicit MechanismStepper(const System& system);
    void start(State& state) override;
    void restart(State& state) override;
    const StepWork* work(const State& from, const State& to) override;

  protected:
    /// Are the joints closed at every accepted state, in position and rate?
    [[nodiscard]] virtual bool holds_joints() const { return true; }
    /// Resets the history of the integrator, from a complete state.
    virtual void begin_history(State& /*state*/) {}
    /// Begins in `to` a step from `from`: memory, bristles, time.
    void carry(const State& from, State& to, double end_time) const;
    /// Begins a step from `from` to `end_time`.
    void begin(const State& from, double end_time);
    /// In a step without event location: was a side in contact when the step began?
    [[nodiscard]] bool was_held(std::size_t side) const;
    /// Is it in contact at its present position?
    [[nodiscard]] bool touches(std::size_t side) const;
    /// Sets the onset of a side that was not in contact and is now indented at `time`.
    void set_onset(std::size_t side, double time, contact::ContactMemory& memory) const;
    /// Statuses at the accepted end of such a step; `to` has its time, q, v and memories.
    /// \param begun for each side: does its memory have the onset of a contact that began within the step?
    void settle_statuses(State& to, const std::vector<char>& begun);
    /// Completes a state in which contacts may have begun.
    void settle(State& to, Tension tension);
    /// In a step that locates nothing: sticks beyond what they can hold slip from its end on.
    void break_sticks(State& to);
    /// Decides which set-valued frictions at rest stick, of a complete state, and completes it anew.
    void decide_sticks(State& state);

    const System& system_;
    MechanismDynamics dynamics_;
    StepWork work_;

  private:
    /// Of those along lines, together with closed rigid sides, which open where a stick follows a motion that leaves them.
    /// \param carried_off receives these \returns does any slip that was to stick, or any side open?
    bool decide_lines(State& state, std::vector<std::size_t>& carried_off);
    /// The speeds behind a jump of a driver, and which sticks it tears loose.
    void transmit_jump(State& state);
    /// The motion of a side at the start of the step, along its present normal.
    [[nodiscard]] contact::Motion begin_motion(std::size_t side) const;

    bool set_valued_ = false;
    const State* from_ = nullptr;
    std::vector<double> surface_;           // of each side: contact beyond it at the end of the step [m]
    std::vector<bodies::Vector2> passing_;  // of each side's pin, at the start of the step
};

/// Index-3 generalized-alpha with projected velocities: M. Arnold, O. Bruels (2007), doi:10.1007/s11044-007-9084-0, Eqs. 8-15.
struct OneStepCoefficients;
[[nodiscard]] std::unique_ptr<Stepper> mechanism_alpha_stepper(const System& system, const OneStepCoefficients& coefficients,
                                                               Events events);
/// Adaptive Runge-Kutta steps of the index-1 equations, projected after each, ended at located events.
[[nodiscard]] std::unique_ptr<Stepper> mechanism_event_stepper(const System& system, double tolerance);

/// \throws Error (bad_case) when the System has joints and the method does not support them
void require_joints_known(const Method& method, const System& system);

}  // namespace jounce::time
