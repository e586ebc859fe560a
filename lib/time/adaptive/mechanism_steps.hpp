// event_driven for Systems with joints: adaptive Runge-Kutta steps of the index-1 equations, explicit where contacts are not
// damped strongly, ended at located events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/numbers/limits.hpp"
#include "time/adaptive/mechanism_samples.hpp"
#include "time/adaptive/singular_configuration.hpp"
#include "time/adaptive/slip_samples.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/mechanism_scales.hpp"
#include "time/flow/contact_forces.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/formulas/radau.hpp"
#include "time/start/mechanism_stepper.hpp"
#include "time/stepper/friction_locator.hpp"

namespace jounce::time {

/// State::algorithm = [size of the next step, 0 when there is none, negative where it holds beyond the event at this instant; end
/// and spacing of the singular configuration being passed, 0 when there is none; its base: time, q, v, bristles; the history of
/// an implicit step].
class MechanismSteps final : public MechanismStepper, public FrictionLocator {
  public:
    MechanismSteps(const System& system, double tolerance);

    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] std::span<const int> located() const override { return located_; }
    [[nodiscard]] std::span<const Located> located_frictions() const override { return located_frictions_; }
    [[nodiscard]] HeldMotions& held_motions() override { return motions_; }
    void start(State& state) override;
    StepReport step(const State& from, State& to, double h, double end_time) override;
    const StepWork* work(const State& /*from*/, const State& /*to*/) override { return &work_; }

  protected:
    void begin_history(State& state) override {
        const auto size = static_cast<Eigen::Index>(3 + flow_.motion_size() + implicit_steps_.history_size());
        const double next = state.algorithm.size() == size ? std::max(-state.algorithm[0], 0.0) : 0.0;
        state.algorithm = linalg::Vector::Zero(size);
        state.algorithm[0] = next;
    }

  private:
    using Crossing = MechanismSamples::Crossing;

    /// Nothing jumps at the maximum indentation or force of a contact, unless its law requires the turning point.
    [[nodiscard]] bool is_smooth(const Crossing& c) const {
        if (c.friction >= 0) return false;
        return c.event == ContactEvent::peak ||
               (c.event == ContactEvent::turning && !dynamics_.sides()[c.side].law->turning_point);
    }

    /// Do only forces change that are 0 at the located event?
    [[nodiscard]] bool is_continuous(const Crossing& c) const;

    /// Times closer than this cannot be distinguished.
    [[nodiscard]] static double instant(const State& from) { return 16 * epsilon * std::abs(from.time); }

    [[nodiscard]] const double* history(const linalg::Vector& algorithm) const {
        return algorithm.data() + 3 + flow_.motion_size();
    }
    struct Value {
        double value = 0, slope = 0;
        double enough = 0;  // values this small are zero
    };
    /// What the motion does at the start to a side on its surface: not known; it leaves, still within the rounding of its place
    /// or outside; it presses.
    enum class Tendency : char { unknown, leaving, open, pressed };
    /// By the accelerations at the start; those of rounding, or zero, tell nothing.
    void find_pushes(const State& state, std::vector<Tendency>& tendencies);
    /// By the motion within a first step.
    void look_ahead(const State& state, std::vector<Tendency>& tendencies);
    /// Rounding of a side's indentation [m].
    [[nodiscard]] double rounding(const MechanismDynamics::Side& side) const {
        return 8 * epsilon * (clearance_of(side) + scales_.reach());
    }
    DormandPrince::Result integrate(const State& from, double h, StepReport& report);
    /// A slip in a plane that begins at rest under a force that hardly exceeds friction: the flow of this step follows it.
    void follow_beginning_slip(const State& from);
    /// The end of such a step of size h, from the increment.
    struct FollowedSlip {
        double speed = 0;  ///< of the slip [m/s]
        double taken = 0;  ///< what friction takes from it in the step [m/s]
        double off = 0;    ///< error of the slip by the lag of its direction [m/s]
    };
    [[nodiscard]] FollowedSlip followed_slip(double h);
    /// Speed scale for changes of the increment over h, and its round-off.
    struct Measure {
        double speed = 0, noise = 0;
    };
    [[nodiscard]] Measure measure(const State& from, double h) const {
        return {scales_.largest(from.v), 8 * std::abs(h) * grain_};
    }
    /// A change of the increment over h relative to the allowed error.
    [[nodiscard]] double excess(const Measure& measure, double h, const double* increment, const double* change) const;
    /// Continues the passage of a singular configuration found by an earlier step.
    void resume_singular_configuration(const State& from);
    /// Is the motion at a dead point that it does not pass? Rounding then limits the approach by steps of size h.
    bool stuck(const State& from, double h);
    /// Size of a step that ends well before a singular position if the one tried, of size h, ends too close; else h.
    double before_singular_configuration(const State& from, double h);
    /// Time of a displacement equivalent to a rotation by one radian [s].
    [[nodiscard]] double radian(const State& from) const { return scales_.reach() / scales_.largest(from.v); }
    /// Begins to pass a singular configuration at `from` when a singular position is close ahead of steps of size h.
    bool find_singular_configuration(const State& from, double h);
    /// Takes sample `number` of the motion q, v at a fraction x of the step, with the constraint forces of contacts.
    void sample(std::size_t number, double time, double x, const double* q, const double* v);
    /// Motion at a fraction x of the step, on the quintic through both ends.
    void between(const State& from, double h, double x);
    /// Most steps begin exactly at the end of the last one and need no new evaluation.
    void begin_rates(bool as_before);
    void set_end(double time);
    /// The first event within the step on the quintic. For a turn, the dense output decides.
    std::optional<Crossing> earliest(const State& from, double h, double end_time, StepReport& report);
    /// The closing of a slot's side between the samples k - 1 and k, if the pin was at an end and back in between.
    std::optional<Crossing> at_end_of_slot(const State& from, std::size_t side, std::size_t number, double h);
    /// An event function after the motion `increment`: rises through zero at the event.
    [[nodiscard]] double clearance_of(const MechanismDynamics::Side& side) const {
        return system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
    }
    Value value(const Crossing& c, double time, const double* increment);
    Value friction_value(const Crossing& c);
    /// Sets the guess to where the dense output of the step of size h passes the event. \returns false when a turn or a
    /// tension is not found
    bool predict(const State& from, Crossing& c, double h, StepReport& report);
    /// Does the acceleration at the begin of the step press a side that rests on a rigid stop? \param instant [s], at which it
    /// shows
    [[nodiscard]] bool rests_on_stop(const State& from, std::size_t side, double instant);
    /// Ends the step at the event. \returns false when it cannot be located in this step: h is then the size of a shorter one
    bool locate(const State& from, const Crossing& c, double& h, StepReport& report);
    /// Events before the last located one, at the present end of the step: the closing of a separated side that is now
    /// indented, the kink of a side that is beyond it, the end of a slip.
    std::optional<Crossing> earlier_event(const State& from, double h);
    /// Of the function of an event whose values are of this size: a smaller one is zero.
    [[nodiscard]] double enough_of(double size) const { return std::max(1e-3 * tolerance_, 4 * epsilon) * size; }
    /// Applies the located event at the end of the step, and others at the same instant.
    void finish(const Crossing& c, double time);

    double tolerance_, allowed_;  // of the run; of the step under way
    MechanismScales scales_;
    MechanismFlow flow_;
    MechanismSamples samples_;
    HeldMotions motions_;
    SlipSamples slips_;
    DormandPrince steps_;
    using ImplicitSteps = Radau<5>;
    ContactForces forces_;  // of steps that are implicit
    ImplicitSteps implicit_steps_;
    SingularConfiguration singular_;
    bool dense_ready_ = false;
    bool implicit_ = false;  // is the current step implicit?
    double grain_ = 0, fast_ = 0;
    contact::Slip force_at_begin_{};  // of a slip that the step follows [N]
    std::vector<char> passed_;        // of each side: are its smooth events ignored in the current step?
    std::vector<double> y_, start_, increment_, trial_, dense_, rate_, multipliers_;
    std::vector<double> at_end_, end_;  // the last step tried: its end, and the rates there
    double independence_ = 1;           // of the joints there
    linalg::Vector q_, v_;
    std::vector<int> located_;
    std::vector<Located> located_frictions_;
    enum Turn : char { neither, turns, reloads };  // at the maximum indentation, for laws that remember it
    std::vector<Turn> turned_;
    std::vector<double> mobility_;  // of closed sides [1/kg]
};

}  // namespace jounce::time
