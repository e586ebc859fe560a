// A time integrator: settings, abilities, memory and step are separate; the march controls the step size.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "base/fields/kind.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// Result of one trial step.
struct StepReport {
    bool converged = true;
    int iterations = 0;    ///< Newton iterations
    int evaluations = 0;   ///< contact law evaluations
    double residual = 0;   ///< last relative Newton increment
    double imbalance = 0;  ///< largest difference between a contact force and its law, when not converged [N]
    int contact = -1;      ///< the contact with the largest residual when not converged, else -1
    /// > 0: not converged because an explicit contact force would grow from step to step; h times damping over mass.
    double growth = 0;
    /// > 0: not converged because the tolerance requires steps of this size, below the rounding of time [s]
    double vanishing = 0;
};

/// How beginnings and ends of contacts are found.
enum class Events {
    locate,   ///< constant status during a step; the march ends steps at events, switches the status and restarts
    stepwise  ///< a side found indented within a step is in contact from then on: first order where forces jump
};

/// An integrator bound to one System. Contains factorisations and workspace only; all history is in the State.
class Stepper {
  public:
    virtual ~Stepper() = default;
    /// Completes a state with given time, q, v: consistent accelerations, contact sides, loads.
    virtual void start(State& state) = 0;
    /// Advances `from` by `h` into `to` (which has the shape of `from` and is overwritten). `end_time` is from.time + h
    /// without the round-off of many additions. `from` does not change, so a failed or discarded step needs no undo.
    /// Allocation-free while `h` repeats one of the step sizes seen before.
    /// A method that controls its own steps may end earlier: then to.time < end_time.
    virtual StepReport step(const State& from, State& to, double h, double end_time) = 0;
    /// After an event at state.time (a status switched, a velocity or a load jumped): consistent accelerations and
    /// loads for the sides' status in the state; the history is reset.
    virtual void restart(State& state) = 0;
    /// Estimate of the local error of the step just taken (from -> to, of size h), relative to the motion and to its
    /// change by the present acceleration within the largest step; see Method::estimates_error. Does not allocate.
    [[nodiscard]] virtual double error_estimate(const State& /*from*/, const State& /*to*/, double /*h*/,
                                                double /*largest_step*/) {
        return 0;
    }
    /// True for methods with their own steps, which locate the events themselves: the march switches the sides named by
    /// `located`.
    [[nodiscard]] virtual bool locates_events() const { return false; }
    /// Did the method search for events within the last step? Otherwise the march does.
    [[nodiscard]] virtual bool has_examined() const { return locates_events(); }
    /// Was the motion of the last step known between its ends, so that no contact within it can be missed?
    [[nodiscard]] virtual bool sees_all_contacts() const { return false; }
    /// Sides that change their status at the end of the last step.
    [[nodiscard]] virtual std::span<const int> located() const { return {}; }
    /// Work of the step just taken (from -> to), integrated along its own motion, for methods more accurate than the
    /// trapezoidal rule over a step; null: that rule is the method's own balance. Costs nothing unless called, and does
    /// not allocate. Valid until the next step. \throws Error from a user's signal
    [[nodiscard]] virtual const StepWork* work(const State& /*from*/, const State& /*to*/) { return nullptr; }
};

/// A method with its settings: makes steppers.
class Method {
  public:
    virtual ~Method() = default;
    /// The System integrated by this method: the given one, or the same in other coordinates (modal ones); probes,
    /// energy and pictures then refer to the original.
    [[nodiscard]] virtual std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const { return system; }
    [[nodiscard]] virtual std::unique_ptr<Stepper> bind(const System& system, Events events) const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;  ///< "newmark (beta 0.25, gamma 0.5)"
    [[nodiscard]] virtual int order() const = 0;
    /// Can the step be adapted to a tolerance?
    [[nodiscard]] virtual bool estimates_error() const { return false; }
    /// omega h beyond which undamped linear motion grows without bound; infinite for unconditionally stable methods.
    [[nodiscard]] virtual double stability_limit() const { return std::numeric_limits<double>::infinity(); }
    /// Is motion without contacts under loads of closed form exact to round-off for every step?
    [[nodiscard]] virtual bool exact_without_contacts() const { return own_steps(); }
    /// Can it march a System with joints (System::mechanism)?
    [[nodiscard]] virtual bool knows_joints() const { return false; }
    /// Does the method control its own steps? Then the march's step only sets where results are recorded.
    [[nodiscard]] virtual bool own_steps() const { return false; }
    /// Signals of loads without a closed form are replaced by cubics that err by this part of them; 0: they are not.
    [[nodiscard]] virtual double load_tolerance() const { return 0; }
    std::string kind;
};

using MethodPointer = std::shared_ptr<const Method>;
using MethodKind = Kind<MethodPointer>;
extern const Family<MethodPointer> method_family;

}  // namespace jounce::time
