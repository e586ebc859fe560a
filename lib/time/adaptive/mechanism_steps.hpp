// event_driven for Systems with joints: adaptive Runge-Kutta steps of the index-1 equations, explicit where contacts are not
// damped strongly, ended at located events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.hpp"
#include "time/adaptive/mechanism_samples.hpp"
#include "time/adaptive/singular_configuration.hpp"
#include "time/equations/mechanism_scales.hpp"
#include "time/flow/contact_forces.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/formulas/radau.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::time {

/// State::algorithm = [size of the next step, 0 when there is none to go on with; end and spacing of the singular configuration
/// being passed, 0 when there is none; its base: time, q, v, bristles].
class MechanismSteps final : public MechanismStepper {
  public:
    MechanismSteps(const System& system, double tolerance);

    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] std::span<const int> located() const override { return located_; }
    StepReport step(const State& from, State& to, double h, double end_time) override;
    const StepWork* work(const State& /*from*/, const State& /*to*/) override { return &work_; }

  protected:
    void begin_history(State& state) override {
        state.algorithm = linalg::Vector::Zero(3 + static_cast<Eigen::Index>(flow_.motion_size()));
    }

  private:
    using Crossing = MechanismSamples::Crossing;

    /// Nothing jumps where a contact is deepest or presses hardest, unless its law asks for the turning point.
    [[nodiscard]] bool is_smooth(const Crossing& c) const {
        return c.event == ContactEvent::peak ||
               (c.event == ContactEvent::turning && !dynamics_.sides()[c.side].law->turning_point);
    }

    /// Times closer than this cannot be distinguished.
    [[nodiscard]] static double instant(const State& from) { return 16 * epsilon * std::abs(from.time); }

    struct Value {
        double value = 0, slope = 0;
        double enough = 0;  // values this small are zero
    };
    DormandPrince::Result integrate(const State& from, double h, StepReport& report);
    /// Largest speed that changes of the increment over h are measured against, and round-off in it.
    struct Measure {
        double speed = 0, noise = 0;
    };
    [[nodiscard]] Measure measure(const State& from, double h) const {
        return {scales_.largest(from.v), 8 * std::abs(h) * grain_};
    }
    /// A change of the increment over h in units of what is allowed.
    [[nodiscard]] double excess(const Measure& measure, double h, const double* increment, const double* change) const;
    /// The singular configuration found by an earlier step is still being passed.
    void resume_singular_configuration(const State& from);
    /// Is the motion at a dead point that it does not go through? Rounding then lets steps of size h come no nearer.
    bool stuck(const State& from, double h);
    /// Size of a step that ends well before a singular position which the one tried, of size h, ends too close to; else h.
    double before_singular_configuration(const State& from, double h);
    /// Time in which the motion goes as far as a turn by one radian [s].
    [[nodiscard]] double radian(const State& from) const { return scales_.reach() / scales_.largest(from.v); }
    /// Begins to pass a singular configuration at `from` when there is a singular position close ahead of steps of size h.
    bool find_singular_configuration(const State& from, double h);
    /// Takes sample number `number` of the motion q, v at a share x of the step, with the forces of what contacts hold.
    void sample(std::size_t number, double time, double x, const double* q, const double* v);
    /// Motion at a share x of the step, on the quintic through both ends.
    void between(const State& from, double h, double x);
    /// Most steps begin where the last one ended, to the bit, and need not ask again.
    void begin_rates(bool as_before);
    void set_end(double time);
    /// The first event within the step as the quintic shows it. Of a turn, the dense output decides whether it is there.
    std::optional<Crossing> earliest(const State& from, double h, double end_time, StepReport& report);
    /// The closing of a slot's side between the samples k - 1 and k, where the pin was at an end and back between two samples.
    std::optional<Crossing> at_end_of_slot(const State& from, std::size_t side, std::size_t number, double h);
    /// An event function where the motion has gone on by `increment`: rises through zero at the event.
    Value value(const Crossing& c, double time, const double* increment);
    /// Sets the guess to where the dense output of the step of size h passes the event. \returns false when a turn or a
    /// pull is not there
    bool predict(const State& from, Crossing& c, double h, StepReport& report);
    /// Ends the step at the event. \returns false when it cannot be located in this step: h is then the size of a shorter one
    bool locate(const State& from, const Crossing& c, double& h, StepReport& report);
    /// What came before the event located last, where the step now ends: the closing of a side that was apart and is indented,
    /// the kink of one that is beyond it.
    std::optional<Crossing> earlier_turn(double h, double time) const;
    /// What happens at the end of the step: the event located, and others at the same instant.
    void finish(const Crossing& c, double time);

    double tolerance_;
    MechanismScales scales_;
    MechanismFlow flow_;
    MechanismSamples samples_;
    DormandPrince steps_;
    using ImplicitSteps = Radau<5>;
    ContactForces forces_;  // of steps that are implicit
    ImplicitSteps implicit_steps_;
    SingularConfiguration singular_;
    bool dense_ready_ = false;
    bool implicit_ = false;  // is the step under way?
    double grain_ = 0;
    std::vector<char> passed_;  // of each side: are its smooth events left out of the step under way?
    std::vector<double> y_, start_, increment_, trial_, dense_, rate_, multipliers_;
    std::vector<double> at_end_, end_;  // the last step tried: its end, and the rates there
    double independence_ = 1;           // of the joints there
    linalg::Vector q_, v_;
    std::vector<int> located_;
    enum Turn : char { neither, turns, reloads };  // at the deepest place of a contact with a law that remembers it
    std::vector<Turn> turned_;
    std::vector<double> mobility_;  // of closed sides [1/kg]
};

}  // namespace jounce::time
