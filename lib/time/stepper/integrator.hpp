// A time integrator: settings, abilities, memory and step are four things; step control belongs to the march.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "base/kind.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// What one trial step says about itself.
struct StepReport {
    bool converged = true;
    int iterations = 0;    ///< Newton iterations
    int evaluations = 0;   ///< contact law evaluations
    double residual = 0;   ///< last relative Newton increment
    double imbalance = 0;  ///< largest difference of a contact force from what its law says, when not converged [N]
    int contact = -1;      ///< the contact with the largest residual when not converged, else -1
    /// > 0: not converged because an explicit contact force would grow from step to step; h times damping over mass.
    double growth = 0;
    /// > 0: not converged because the tolerance asks for steps of this size, which the rounding of time swallows [s]
    double vanishing = 0;
};

/// How the beginnings and ends of contacts are found.
enum class Events {
    locate,   ///< status is held during a step; the march ends steps at the events, switches the status and restarts there
    stepwise  ///< a side found indented within a step is in contact from then on: first order where forces jump
};

/// An integrator bound to one System. Holds factorisations and workspace only; all history is in the State.
class Stepper {
  public:
    virtual ~Stepper() = default;
    /// Completes a state that has time, q, v: consistent accelerations, contact sides, loads.
    virtual void start(State& state) = 0;
    /// Advances `from` by `h` into `to` (which has the shape of `from` and is overwritten). `end_time` is from.time + h without
    /// the round-off of many additions. `from` stays as it is, so that a failed or discarded step costs nothing to undo.
    /// Allocation-free while `h` repeats one of the step sizes seen before.
    /// A method that controls its own steps may end earlier: then to.time < end_time.
    virtual StepReport step(const State& from, State& to, double h, double end_time) = 0;
    /// After an event at state.time (a status switched, a velocity or a load jumped): consistent accelerations and loads for the
    /// sides' status as it stands in the state, history begins anew.
    virtual void restart(State& state) = 0;
    /// Estimate of the local error of the step just taken (from -> to, of size h), relative to the motion and to what the present
    /// acceleration makes of it within the largest step; see Method::estimates_error. Does not allocate.
    [[nodiscard]] virtual double error_estimate(const State& /*from*/, const State& /*to*/, double /*h*/,
                                                double /*largest_step*/) {
        return 0;
    }
    /// True for methods with steps of their own, which find the events themselves: the march switches the sides that `located`
    /// names.
    [[nodiscard]] virtual bool locates_events() const { return false; }
    /// Were the events within the last step looked for by the method? Else the march examines it.
    [[nodiscard]] virtual bool has_examined() const { return locates_events(); }
    /// Was the motion of the last step known between its ends, so that no contact within it can have been missed?
    [[nodiscard]] virtual bool sees_all_contacts() const { return false; }
    /// Sides whose status changes at the end of the last step.
    [[nodiscard]] virtual std::span<const int> located() const { return {}; }
    /// What the step just taken (from -> to) did, integrated along its own motion, for methods whose accuracy the trapezoidal
    /// rule over a step would hide; null: that rule is the method's own balance. Costs nothing when it is not asked for, and does
    /// not allocate. Valid until the next step. \throws Error from a user's signal
    [[nodiscard]] virtual const StepWork* work(const State& /*from*/, const State& /*to*/) { return nullptr; }
};

/// A method with its settings: makes steppers.
class Method {
  public:
    virtual ~Method() = default;
    /// The System that this method marches: the one given, or that one in other coordinates (modal ones), which probes, energy
    /// and pictures then speak of as of the original.
    [[nodiscard]] virtual std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const { return system; }
    [[nodiscard]] virtual std::unique_ptr<Stepper> bind(const System& system, Events events) const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;  ///< "newmark (beta 0.25, gamma 0.5)"
    [[nodiscard]] virtual int order() const = 0;
    /// Can the step be adapted to a tolerance?
    [[nodiscard]] virtual bool estimates_error() const { return false; }
    /// omega h beyond which undamped linear motion grows without bound; infinite for unconditionally stable methods.
    [[nodiscard]] virtual double stability_limit() const { return std::numeric_limits<double>::infinity(); }
    /// Is motion without contacts under loads of closed form right to round-off, whatever the step?
    [[nodiscard]] virtual bool exact_without_contacts() const { return own_steps(); }
    /// Can it march a System with joints (System::mechanism)?
    [[nodiscard]] virtual bool knows_joints() const { return false; }
    /// Does the method control its own steps? Then the march's step only says where results are recorded.
    [[nodiscard]] virtual bool own_steps() const { return false; }
    std::string kind;
};

using MethodPointer = std::shared_ptr<const Method>;
using MethodKind = Kind<MethodPointer>;
extern const Family<MethodPointer> method_family;

}  // namespace jounce::time
