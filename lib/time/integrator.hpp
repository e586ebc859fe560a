// A time integrator: settings, abilities, memory and step are four things; step control belongs to the march.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "base/kind.hpp"
#include "system/state.hpp"
#include "system/system.hpp"

namespace jounce::time {

/// What one trial step says about itself.
struct StepReport {
    bool converged = true;
    int iterations = 0;   ///< Newton iterations
    int evaluations = 0;  ///< contact law evaluations
    double residual = 0;  ///< last relative Newton increment
    int contact = -1;     ///< the contact with the largest residual when not converged, else -1
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
    virtual StepReport step(const State& from, State& to, double h, double end_time) = 0;
};

/// A method with its settings: makes steppers.
class Method {
  public:
    virtual ~Method() = default;
    [[nodiscard]] virtual std::unique_ptr<Stepper> bind(const System& system) const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;  ///< "newmark (beta 0.25, gamma 0.5)"
    [[nodiscard]] virtual int order() const = 0;
    std::string kind;
};

using MethodPointer = std::shared_ptr<const Method>;
using MethodKind = Kind<MethodPointer>;
extern const Family<MethodPointer> method_family;

}  // namespace jounce::time
